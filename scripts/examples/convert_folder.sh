#!/usr/bin/env bash
# Converts every record of a folder to another format, into a second folder. A file that cannot be read is named, and the
# others are converted all the same; the exit status is then 1.
#
# $ convert_folder.sh data/games text converted; ls converted
# > draughts.text
# > renju.text
set -euo pipefail
from=${1:?usage: convert_folder.sh FOLDER pdn|sgf|psq|text|fen NEW_FOLDER}
format=${2:?usage: convert_folder.sh FOLDER pdn|sgf|psq|text|fen NEW_FOLDER}
to=${3:?usage: convert_folder.sh FOLDER pdn|sgf|psq|text|fen NEW_FOLDER}
status=0

mkdir -p "$to"
for file in "$from"/*; do
    name=$(basename "$file")
    quadriga convert --to "$format" "$file" -o "$to/${name%.*}.$format" || status=1
done
exit $status

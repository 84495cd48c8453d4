#!/usr/bin/env bash
# Converts every record of a folder to another format, into a second folder. A file that cannot be read is named, and the
# others are converted all the same; the exit status is then 1.
#
# $ convert_folder.sh data/games text converted; ls converted
# > draughts.text
# > renju.text
set -euo pipefail
[ $# -ge 3 ] || { echo "usage: convert_folder.sh FOLDER pdn|sgf|psq|text|fen NEW_FOLDER" >&2; exit 2; }
from=$1
format=$2
to=$3
status=0

mkdir -p "$to"
for file in "$from"/*; do
    name=$(basename "$file")
    quadriga convert --to "$format" "$file" -o "$to/${name%.*}.$format" || status=1
done
exit $status

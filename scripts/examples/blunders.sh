#!/usr/bin/env bash
# The moves of recorded games that lost a margin or more, in per cent of a point: a win is worth a point, a draw half of one.
# The games are of two players, one a line, with blanks between the moves. `blunders.jq` compares the answers.
#
# $ blunders.sh connect4-5x5 data/connect4.txt 20
# > line    turn    player  played  better  lost
# > 1       4       1       4       2       50 %
# > 1       5       2       2       4       50 %
# > 1       6       1       2       4       50 %
# > 2       5       2       4       2       50 %
# > 2       6       1       4       2       100 %
# > 3       move 3: '9' is not a move: expected a column 1-5 or a-e, or a cell like d1 or P@d1
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: blunders.sh GAME FILE [MARGIN [NODES]]" >&2; exit 2; }
game=$1
file=$2
margin=${3:-20}
nodes=${4:-200000}

jq -Rc --arg game "$game" --argjson nodes "$nodes" \
    '{id: input_line_number, game: $game, moves: split(" "), turns: "all", nodes: $nodes}' "$file" |
    quadriga analyze |
    jq -rs --rawfile games "$file" --argjson margin "$margin" -f "$(dirname "$0")/blunders.jq"

#!/usr/bin/env bash
# Connect Four, solved: the value of each position of a list and the columns that keep it. Positions are moves from the
# empty board, written together. A score counts stones: 1 is a win with the very last stone of the player to move.
#
# $ printf '4444\n44455554221\n' | best_columns.sh
# > 4444 win 1 by 4
# > 44455554221 loss -15 by 1 2 3 4 5 6 7
set -euo pipefail

# Lines of the answer: moves, score, nodes, microseconds, and the score of every column, a dot for a full one.
quadriga solve --all | awk '
    $2 == "error" { print $1, "is not a position"; next }
    {
        value = $2 > 0 ? "win" : $2 < 0 ? "loss" : "draw"
        columns = ""
        for (column = 1; column <= NF - 4; column++) if ($(column + 4) == $2) columns = columns " " column
        print $1, value, $2, "by" columns
    }'

#!/usr/bin/env bash
# The best move of each position of a list, with its score, in the order of the list. All cores search.
#
# $ best_moves.sh draughts 20000 < data/draughts.txt
# > 1       28x6    mate 3
# > 2       5-23    mate 4
# > 3       error   '55' is not a square: expected a number from 1 to 50
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: best_moves.sh GAME [NODES] < positions" >&2; exit 2; }
game=$1
nodes=${2:-100000}

# Answers come as they are ready. The number of the line is the id, by which they are sorted again.
jq -Rc --arg game "$game" --argjson nodes "$nodes" '{id: input_line_number, game: $game, fen: ., nodes: $nodes}' |
    quadriga analyze |
    jq -r 'if .error then [.id, "error", .error]
        else [.id, .bestmove, (.score | if .mate then "mate \(.mate)" else .cp end)] end | @tsv' |
    sort -n

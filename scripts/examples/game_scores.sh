#!/usr/bin/env bash
# A table of a game: before each move what was played, what is best, and the score for the player to move, in hundredths of
# the game's unit or as the number of moves to a win (to a loss: negative).
#
# $ game_scores.sh connect4-5x5 '3 3 3 2 4 2 2 3 5 4'
# > turn    player  played  best    score
# > 0       1       3       2       0
# > 1       2       3       3       0
# > 2       1       3       3       0
# > 3       2       2       2       0
# > 4       1       4       2       0
# > 5       2       2       4       mate 10
# > 6       1       2       4       0
# > 7       2       3       4       mate 8
# > 8       1       5       4       mate -8
# > 9       2       4       4       mate 7
# > 10      1       -       5       mate -6
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: game_scores.sh GAME MOVES [NODES]" >&2; exit 2; }
game=$1
moves=$2
nodes=${3:-1000000}

jq -nc --arg game "$game" --arg moves "$moves" --argjson nodes "$nodes" \
    '{id: 1, game: $game, moves: ($moves | split(" ")), turns: "all", nodes: $nodes}' |
    quadriga analyze |
    jq -rs --arg moves "$moves" '
        map(if .error then error(.error) else . end) | sort_by(.turn) | ($moves | split(" ")) as $played |
        ["turn", "player", "played", "best", "score"],
        (.[] | (.score | if .mate then "mate \(.mate)" else .cp end) as $score |
            [.turn, .player, $played[.turn] // "-", .bestmove // .reason, $score]) | @tsv'

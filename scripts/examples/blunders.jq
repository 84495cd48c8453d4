# What moves lost, from the answers to queries with "turns":"all" (jq -s), the id of which is the line of the game.
# $games: the lines; $margin: the least loss that is told, in per cent of a point. Used by blunders.sh.

# What the player to move can expect, in points.
def expectation:
    if .outcome == "draw" then 0.5
    elif .outcome then (if .outcome == "p\(.player)win" then 1 else 0 end)
    else (.wdl[0] + .wdl[1] / 2) / 1000
    end;

($games | split("\n") | map(split(" "))) as $moves |
["line", "turn", "player", "played", "better", "lost"],
(group_by(.id)[] | sort_by(.turn) |
    (.[] | select(.error) | [.id, .error]),
    (range(length - 1) as $turn | .[$turn] as $before | .[$turn + 1] as $after |
        # After the move the other player expects what is left of the point.
        ((($before | expectation) - 1 + ($after | expectation)) * 100 | round) as $lost |
        select($lost >= $margin) |
        [$before.id, $turn, $before.player, $moves[$before.id - 1][$turn], $before.bestmove, "\($lost) %"])) |
@tsv

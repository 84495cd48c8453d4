"""A tour of the package. Lines that begin with `# >` are what the lines above them print; the tests compare them."""

from __future__ import annotations

import asyncio

from quadriga import AsyncEngine, Engine, IllegalMoveError, Limit, Position

# %% A position knows its game: the rules come from the program.

position = Position("connect4")
position.push("4")
position.push("4")
print(position.turn, position.legal_moves)
# > 1 ('1', '2', '3', '4', '5', '6', '7')

try:
    position.push("9")
except IllegalMoveError as error:
    print(error)
# > move 3: '9' is not a move: expected a column 1-7 or a-g, or a cell like d1 or P@d1

print(position.is_legal("d3"), position.piece_at("d2"), position.piece_at("d3"))
# > True Piece(player=2, king=False) None

# %% Every game has the same interface; what is special about it are options and position strings.

star = Position("chinesecheckers", Players=3)
print(star.players, len(star.legal_moves))
# > 3 14
endgame = Position("draughts", "W:W27,28,32:B11,18,22")
print(endgame.legal_moves)
# > ('28x6',)

# %% In a notebook a position at the end of a cell shows its board. Elsewhere it is a picture or a diagram.

print(endgame.svg(arrows=["28x6"], marks={"18": "x"}, flip=True, width=400)[:4])
# > <svg
print(endgame.png(width=100)[1:4])
# > b'PNG'

# %% An engine searches. It is closed at the end of `with`.

with Engine.popen() as engine:
    won = Position("connect4", moves=["4", "3", "4", "3", "4", "3"])
    info = engine.analyse(won, Limit(time=1.0))
    print(info.move, info.score, info.score.proved)
    # > 4 mate 1 True

    best = engine.analyse(Position("gomoku", moves=["h8"]), Limit(nodes=20_000), multipv=3)
    print(len(best.lines), best.nodes)
    # > 3 20000

    # Connect Four is solved: the exact value of every move, in stones before the end.
    solution = engine.solve(Position("connect4"))
    print(solution.result, dict(solution.moves))
    # > win {'1': -2, '2': -1, '3': 0, '4': 1, '5': 0, '6': -1, '7': -2}
    replies = [Position("connect4", moves=["4", reply]) for reply in "1234567"]
    print([solution.score for solution in engine.solve_many(replies, moves=False)])
    # > [4, 2, 2, 1, 2, 2, 4]

    # What the evaluation says without a search. A score is for the player to move, until another view is asked for.
    print(engine.evaluate(Position("draughts", "W:W32,K49:B19")).value > 0)
    # > True
    print(best.player, best.score.pov(1) == -best.score)
    # > 2 True

# %% A search that goes on until it is stopped.

with Engine.popen(positions=1) as engine, engine.analysis(Position("draughts")) as analysis:
    for info in analysis:
        if info.depth >= 6:
            analysis.stop()
    print(info.final, info.terminated)
    # > True True

# %% A game between two levels, and one by the clock.

with Engine.popen() as engine:
    game = Position("connect4")
    while game.outcome is None:
        level = 20 if game.turn == 1 else 2
        game.push(engine.play(game, Limit(nodes=20_000), level=level, seed=len(game.moves)).move)
    print(game.outcome)
    # > player 1 wins, four in a line

    clock = Limit(clocks=(1.0, 1.0), increments=(0.1, 0.1))
    print(engine.play(won, clock).move)
    # > 4

# %% Thousands of positions over all cores, in their order. `progress=True` draws a bar on standard error.

openings = [Position("connect4", moves=[first, second]) for first in "1234567" for second in "1234567"]
with Engine.popen() as engine:
    values = [str(info.score) for info in engine.analyse_many(openings, Limit(depth=4))]
print(len(values))
# > 49

# %% The same for asyncio.


async def main() -> None:
    """Three searches at the same time."""
    async with await AsyncEngine.popen() as engine:
        searches = (engine.analyse(won, Limit(depth=depth)) for depth in (2, 4, 6))
        print([info.move for info in await asyncio.gather(*searches)])
        # > ['4', '4', '4']


asyncio.run(main())

#!/usr/bin/env python3
"""Connect Four 7x6: our engine against the independent library pyffish (Fairy-Stockfish's rules).

    cargo build --release && scripts/oracle/connect_four.py

Two comparisons: move sequences from the empty board up to a depth (perft, where a line of four ends a
sequence), and every position of seeded random games played to the end: legal moves, position string, and
whether the game is over and who has won. No fault of the library is known here, so none is tolerated.
"""

import random

import common

common.run_with("pyffish==0.0.90")

import pyffish  # noqa: E402

VARIANT = "cfour"
# The library has no such game built in; these are its rules in the library's own terms. On this board a
# line longer than four wins as well, and a full board is a draw.
RULES = f"""[{VARIANT}]
maxRank = 6
maxFile = 7
immobile = p
startFen = 7/7/7/7/7/7[{"P" * 21}{"p" * 21}] w - - 0 1
pieceDrops = true
enclosingDrop = top
doubleStep = false
castling = false
stalemateValue = draw
immobilityIllegal = false
connectN = 4
nMoveRule = 0
"""


def library_perft(start, moves, depth):
    """Move sequences of this length after these moves."""
    legal = pyffish.legal_moves(VARIANT, start, moves)
    if depth == 1:
        return len(legal)
    return sum(library_perft(start, moves + [move], depth - 1) for move in legal)


def library_view(start, moves):
    """Moves, rows of the board, side to move, whether it is over, result."""
    legal = pyffish.legal_moves(VARIANT, start, moves)
    board, turn = pyffish.get_fen(VARIANT, start, moves).split()[:2]
    result = "none"
    if not legal:
        # The value is for the player to move; a lost game was won by the other.
        value = pyffish.game_result(VARIANT, start, moves)
        winner = {"w": "p2win", "b": "p1win"}[turn]
        result = "draw" if value == pyffish.VALUE_DRAW else winner
    return sorted(legal), board.split("[")[0], turn, not legal, result


def engine_view(engine, moves):
    """The same, from the engine; as `cfour` it reads and writes moves as the library does: `P@d1`."""
    engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
    board, turn = engine.query("fen").split()[:2]
    legal = sorted(engine.query("moves").split())
    return legal, board.split("[")[0], turn, engine.query("gameover") == "true", engine.query("result")


def main():
    parser = common.arguments("Compare Connect Four rules with pyffish.")
    parser.add_argument("--games", type=int, default=100, help="random games, each position compared")
    parser.add_argument("--depth", type=int, default=6, help="deepest perft to compare")
    options = parser.parse_args()
    pyffish.load_variant_config(RULES)
    start = pyffish.start_fen(VARIANT)
    chance = random.Random(options.seed)
    tally = common.Tally()
    results = {"p1win": 0, "p2win": 0, "draw": 0}
    try:
        engine = common.Engine(options.engine, VARIANT)
        for depth in range(1, options.depth + 1):
            engine.send("position startpos")
            ours, theirs = engine.perft(depth), library_perft(start, [], depth)
            tally.check(ours == theirs, lambda: f"perft {depth}: engine {ours}, library {theirs}")
        for _ in range(options.games):
            moves = []
            while True:
                theirs, ours = library_view(start, moves), engine_view(engine, moves)
                tally.check(ours == theirs, lambda: f"after {moves}: engine {ours}, library {theirs}")
                if theirs[3]:
                    results[theirs[4]] += 1
                    break
                moves.append(chance.choice(pyffish.legal_moves(VARIANT, start, moves)))
        engine.close()
    except common.EngineError as error:
        tally.check(False, lambda: str(error))
    print(f"perft to depth {options.depth}; {options.games} random games, results {results}")
    tally.finish()


if __name__ == "__main__":
    main()

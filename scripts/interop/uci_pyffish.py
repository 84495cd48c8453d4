#!/usr/bin/env python3
"""Connect Four by UCI as a chess program's client speaks it: the variant `cfour`, moves as drops (`P@d1`).

    cargo build --release && scripts/interop/uci_pyffish.py

The judge is pyffish 0.0.90 (Fairy-Stockfish's rules), with the game as `scripts/oracle/connect_four.py` tells
it. Half of the games are random, in the other half the engine moves for both sides after a random opening.
Compared in every position: legal moves, position string, end and result; after every search that the
move, the ponder move and the whole principal variation are legal.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
import common  # noqa: E402
import connect_four  # noqa: E402  (restarts this script under its environment)
import pyffish  # noqa: E402

VARIANT = connect_four.VARIANT
OPENING = 4
LIMITS = ("nodes 2000", "depth 6", "movetime 10", "wtime 400 btime 400 winc 5 binc 5", "wtime 300 btime 300 movestogo 9")


def legal_line(start, moves, line):
    """Whether these moves can be played one after the other."""
    for move in line:
        if move not in pyffish.legal_moves(VARIANT, start, moves):
            return False
        moves = moves + [move]
    return True


def engine_move(engine, start, moves, limit, tally):
    """The engine's move here; None if it is not a legal one."""
    engine.send("position startpos moves " + " ".join(moves))
    answer, variation = engine.go(limit)
    best, ponder = answer[0], answer[2:]
    tally.check(
        legal_line(start, moves, [best] + ponder) and variation[:1] == [best] and legal_line(start, moves, variation),
        lambda: f"go {limit} after {moves}: bestmove {' '.join(answer)}, pv {variation}",
    )
    return best if legal_line(start, moves, [best]) else None


def play(engine, start, chance, limit, tally):
    """One game, random where there is no limit; each of its positions compared. Returns the result."""
    moves = []
    while True:
        theirs, ours = connect_four.library_view(start, moves), connect_four.engine_view(engine, moves)
        tally.check(ours == theirs, lambda: f"after {moves}: engine {ours}, library {theirs}")
        legal, _, _, over, result = theirs
        if over:
            return result
        if limit and len(moves) >= OPENING:
            move = engine_move(engine, start, moves, limit, tally)
            if move is None:
                return "none"
        else:
            move = chance.choice(legal)
        moves.append(move)


def main():
    parser = common.arguments("Play Connect Four by UCI under the eyes of pyffish.")
    parser.add_argument("--games", type=int, default=20, help="random games, and as many of the engine")
    options = parser.parse_args()
    pyffish.load_variant_config(connect_four.RULES)
    start = pyffish.start_fen(VARIANT)
    chance = random.Random(options.seed)
    tally = common.Tally()
    results = {"p1win": 0, "p2win": 0, "draw": 0, "none": 0}
    try:
        engine = common.Engine(options.engine, VARIANT, handshake="uci")
        offers = [line for line in engine.greeting if line.startswith("option name UCI_Variant type combo ")]
        tally.check(
            len(offers) == 1 and f" var {VARIANT}" in offers[0],
            lambda: f"the variant {VARIANT} is not offered: {engine.greeting}",
        )
        for game in range(2 * options.games):
            limit = LIMITS[game // 2 % len(LIMITS)] if game % 2 else None
            engine.send("ucinewgame", "isready")
            results[play(engine, start, chance, limit, tally)] += 1
        engine.close()
    except common.EngineError as error:
        tally.check(False, lambda: str(error))
    print(f"{options.games} random games and {options.games} of the engine, results {results}")
    tally.finish()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Draughts by the Hub protocol: ten full games of the engine against itself, in the hands of pydraughts.

    cargo build --release && scripts/interop/hub_pydraughts.py

The client is pydraughts 0.6.7: its `HubEngine` starts `quadriga --protocol hub` twice a game, sends
positions, limits of every kind and a whole game of moves, and reads the answers; its board judges every
move, ponder move and principal variation. Its log is watched: one line that it did not expect fails. The end
and the result of each game are compared with what the engine itself says by UGI in every position. Games
begin with a few random moves. Also tried: `ping`, `stop`, `ponder-hit`, `new-game`, and the exit by `quit`.

Not tried with this client: 8x8 variants, because it numbers the squares of the position from one
corner and those of the moves from another; Killer, which it does not know. Its faults that are
corrected here: the choice of Frisian captures (see `../oracle/frisian.py`), and the draws of Frisian and of
endgames of at most four pieces, which it counts in its own way: there the engine's word ends the game.
"""

import logging
import random
import shlex
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
import common  # noqa: E402
import frisian  # noqa: E402

common.run_with("pydraughts==0.6.7")

from draughts import WHITE, Board, Move  # noqa: E402
from draughts.core.game import Game  # noqa: E402
from draughts.engine import HubEngine, Limit  # noqa: E402

# Name by Hub, by UGI, in the library.
NORMAL = ("normal", "draughts", "standard")
FRISIAN = ("frisian", "frisian", "frisian")
FRYSK = ("frysk", "frysk", "frysk!")
BREAKTHROUGH = ("bt", "breakthrough", "breakthrough")
LOSING = ("losing", "antidraughts", "antidraughts")
GAMES = [
    (NORMAL, lambda: Limit(nodes=2000)),
    (NORMAL, lambda: Limit(depth=4)),
    (NORMAL, lambda: Limit(time=2, inc=0.02)),
    (FRISIAN, lambda: Limit(nodes=2000)),
    (FRISIAN, lambda: Limit(time=2, inc=0.02)),
    (FRYSK, lambda: Limit(movetime=0.02)),
    (BREAKTHROUGH, lambda: Limit(nodes=2000)),
    (BREAKTHROUGH, lambda: Limit(time=2)),
    (LOSING, lambda: Limit(movetime=0.02)),
    (LOSING, lambda: Limit(time=2, inc=0.02)),
]
OPENING = 4
LONGEST = 400


class Warnings(logging.Handler):
    """Keeps what the library complains about."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.seen = []

    def emit(self, record):
        self.seen.append(record.getMessage())


def correct_frisian():
    """Replace the library's choice of Frisian captures."""
    library = Game.legal_moves

    def legal_moves(game):
        captures = frisian.best_captures(game) if game.variant in ("frisian", "frysk!") else None
        return library(game) if captures is None else tuple(map(list, zip(*captures)))

    Game.legal_moves = legal_moves


def opening(variant, chance):
    """A board after a few random moves."""
    board = Board(variant)
    for _ in range(OPENING):
        board.push(Move(board, board_move=chance.choice(board.legal_moves()).board_move))
    return board


def start(command, variant):
    """An engine ready to play; it answered `ping`."""
    engine = HubEngine(command)
    engine.configure({"variant": variant})
    engine.init()
    engine.ping()
    return engine


def finish(engine):
    """The exit status after `quit`."""
    engine.quit()
    engine.p.stdin.close()
    status = engine.p.wait(timeout=10)
    engine.p.stdout.close()
    return status


def legal_line(board, line):
    """Whether the moves of a principal variation can be played one after the other."""
    board = board.copy()
    for text in line.strip('"').split():
        try:
            board.push(Move(board, hub_move=text))
        except KeyError:
            return False
    return True


def outcome(board):
    """End and result as UGI would say it."""
    winner = board.winner()
    if winner is None:
        return "false", "none"
    return "true", "draw" if winner == 0 else "p1win" if winner == WHITE else "p2win"


def is_over(board, referee, tally, what):
    """Whether the game is over, for which library and engine have to agree."""
    referee.send("position startpos moves " + " ".join(move.hub_move for move in board.move_stack))
    ours, theirs = (referee.query("gameover"), referee.query("result")), outcome(board)
    pieces = sum(letter in "wbWB" for letter in board._game.get_fen()[1:])
    own_count = board.variant in ("frisian", "frysk!") or pieces <= 4
    agreed = ours == theirs or (own_count and {ours[1], theirs[1]} == {"draw", "none"})
    tally.check(agreed, lambda: f"{what}: the engine says {ours}, the library {theirs}")
    return ours[0] == "true"


def play(command, referee, number, chance, tally):
    """One game; every position and answer compared. Returns plies and result."""
    (hub_name, _, name), limits = GAMES[number]
    board = opening(name, chance)
    players = {turn: [start(command, hub_name), limits()] for turn in (1, 2)}

    def where():
        return f"{hub_name} game {number + 1} after {' '.join(move.hub_move for move in board.move_stack)}"

    try:
        while not is_over(board, referee, tally, where()) and len(board.move_stack) < LONGEST:
            engine, limit = players[board.turn]
            answer = engine.play(board, limit, False)
            if limit.time is not None:
                limit.time *= 0.97  # no real clock: the library's own work would be counted
            if len(board.move_stack) % 8 == 0:
                line = engine.info.get("pv", "")
                tally.check(
                    "score" in engine.info and line != "" and legal_line(board, line),
                    lambda: f"{where()}: info {engine.info}",
                )
            board.push(Move(board, hub_move=answer.move.hub_move))
            tally.check(True, str)
    except KeyError as error:
        tally.check(False, lambda: f"{where()}: the library has no such move: {error}")
    for engine, _ in players.values():
        status = finish(engine)
        tally.check(status == 0, lambda: f"{where()}: exit status {status} after quit")
    return len(board.move_stack), outcome(board)[1]


def later(action, seconds=0.3):
    """Do this while the search that follows is running."""
    timer = threading.Timer(seconds, action)
    timer.start()
    return timer


def interruptions(command, tally):
    """A search that is stopped and one that begins as pondering; each gives one legal move in time."""
    engine = start(command, "normal")
    board = opening("standard", random.Random(0))
    engine.send("new-game")
    for action, limit, ponder in (
        (engine.stop, Limit(movetime=100), False),
        (engine.ponderhit, Limit(movetime=0.2), True),
        (engine.stop, Limit(nodes=1000), True),
    ):
        timer = later(action)
        began = time.perf_counter()
        engine.play(board, limit, ponder)
        timer.join()
        seconds = time.perf_counter() - began
        tally.check(0.2 < seconds < 20, lambda: f"{action.__name__}: done after {seconds:.2f} s")
    engine.ping()
    status = finish(engine)
    tally.check(status == 0, lambda: f"exit status {status} after quit")


def main():
    parser = common.arguments("Play draughts by Hub in the hands of pydraughts.")
    parser.add_argument("--hub", help="command of the players (default: the engine with --protocol hub)")
    parser.add_argument("--games", type=int, default=len(GAMES), help="only the first so many")
    options = parser.parse_args()
    command = shlex.split(options.hub) if options.hub else [options.engine, "--protocol", "hub"]
    warnings = Warnings()
    logging.getLogger("pydraughts").addHandler(warnings)
    correct_frisian()
    chance = random.Random(options.seed)
    tally = common.Tally()
    plies, results = 0, {"p1win": 0, "p2win": 0, "draw": 0, "none": 0}
    try:
        for number in range(options.games):
            referee = common.Engine(options.engine, GAMES[number][0][1])
            length, result = play(command, referee, number, chance, tally)
            referee.close()
            plies += length
            results[result] += 1
        interruptions(command, tally)
    except (common.EngineError, EOFError, ValueError) as error:
        tally.check(False, lambda: repr(error))
    tally.check(not warnings.seen, lambda: f"the library's log: {warnings.seen[:5]}")
    print(f"{options.games} games, {plies} plies, results {results}")
    tally.finish()


if __name__ == "__main__":
    main()

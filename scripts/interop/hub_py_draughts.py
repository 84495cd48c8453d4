#!/usr/bin/env python3
"""Draughts by the Hub protocol: full games of the engine against itself, in the hands of py-draughts.

    cargo build --release && scripts/interop/hub_py_draughts.py

The client is py-draughts 1.10.1: its `HubEngine` starts every engine as `PATH hub`, sends a bare position
before each search and matches the answer with its own legal moves. Its log is watched for warnings. The end
and the result of each game are compared with what the engine itself says by UGI in every position. Games
begin with a few random moves.

Draws that the library counts in its own way end the game on the engine's word:
- Frisian ones.
- The 16 moves of three pieces against a king and the 5 of two. The library counts on when a capture or a promotion
  makes other material of them; the engine counts anew, as on lidraughts.
- All counts of antidraughts. The library has those of the international game, lidraughts and the engine none.

A bare position does not say that a Frisian king has made its three moves, so a game in which an engine moves it once
more ends there.
Two faults of the client are repaired here: it keeps the variant it is given to itself; and before it reads a
line it waits until the pipe has data, though the line may be in its own buffer already, so it misses whatever
an engine says in one breath.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
import common  # noqa: E402

common.run_with("py-draughts==1.10.1", environment="interop-venv-py-draughts")

import draughts  # noqa: E402
from draughts.engines.hub import HubEngine, move_to_hub_notation  # noqa: E402
from loguru import logger  # noqa: E402

# Name by Hub, by UGI, board of the library.
NORMAL = ("normal", "draughts", draughts.StandardBoard)
FRISIAN = ("frisian", "frisian", draughts.FrisianBoard)
FRYSK = ("frysk", "frysk", draughts.FryskBoard)
BREAKTHROUGH = ("bt", "breakthrough", draughts.BreakthroughBoard)
LOSING = ("losing", "antidraughts", draughts.AntidraughtsBoard)
GAMES = [
    (NORMAL, {"depth_limit": 5}),
    (NORMAL, {"time_limit": 0.02}),
    (NORMAL, {"time_limit": 0.05}),
    (NORMAL, {"depth_limit": 3}),
    (FRISIAN, {"depth_limit": 5}),
    (FRISIAN, {"time_limit": 0.02}),
    (FRYSK, {"depth_limit": 5}),
    (BREAKTHROUGH, {"depth_limit": 5}),
    (LOSING, {"depth_limit": 5}),
    (LOSING, {"time_limit": 0.02}),
]
OPENING = 4
LONGEST = 400
RESULTS = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw", "-": "none"}


class Client(HubEngine):
    """The library's client, which tells the variant and reads every line there is."""

    def _send(self, command):
        if command == "init":
            super()._send(f"set-param name=variant value={self._variant}")
        super()._send(command)

    def _read_line(self, timeout=1.0):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the engine ended: {self.process.stderr.read().strip()}")
        return line.strip()


def start(path, variant, limit, tally):
    """An engine ready to play, which told its name and answered `ping`."""
    engine = Client(path, **limit)
    engine.set_variant(variant)
    engine.start()
    engine.new_game()
    tally.check(engine.ping(), lambda: f"{variant}: no pong")
    tally.check(
        engine.info.name != "" and variant in (engine.params["variant"].values or []),
        lambda: f"{engine.info} does not offer {variant}: {engine.params}",
    )
    return engine


def is_fourth_king_move(moves, move):
    """Whether a quiet move goes on with the piece that made its side's last three, all of them quiet."""
    line = [*moves[-6::2], move]
    steps = [step.split("-") for step in line if "-" in step]
    return len(steps) == 4 and all(before[1] == after[0] for before, after in zip(steps, steps[1:]))


def is_old_limit(board):
    """Whether the library draws only by a limit of moves in the middle of which the material became another."""
    if board.is_25_moves_rule or board.is_threefold_repetition:
        return False
    counted = board._moves_stack[-10 if board.is_5_moves_rule else -32 :]
    return board.is_draw and any(move.captured_entities or move.is_promotion for move in counted)


def is_counted_otherwise(board, variant, result):
    """Whether the library may differ: it draws by a count that lidraughts and the engine do not know."""
    if variant in ("frisian", "frysk"):
        return "draw" in (result, RESULTS[board.result])
    if variant == "antidraughts":
        return board.is_draw and not board.is_threefold_repetition
    return variant == "draughts" and is_old_limit(board)


def is_over(board, moves, variant, referee, tally):
    """Whether the game is over, for which library and engine have to agree."""
    referee.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
    ours = (referee.query("gameover"), referee.query("result"))
    theirs = ("true" if board.game_over else "false", RESULTS[board.result])
    tally.check(
        ours == theirs or is_counted_otherwise(board, variant, ours[1]),
        lambda: f"{variant} after {' '.join(moves)}: the engine says {ours}, the library {theirs}",
    )
    return ours[0] == "true", ours[1]


def play(path, game, chance, tally):
    """One game; every position and answer compared. Returns plies and result."""
    (hub_name, name, kind), limit = game
    board, moves = kind(), []
    referee = common.Engine(path, name)
    players = [start(path, hub_name, limit, tally) for _ in range(2)]
    over, result = False, "none"
    while not over and len(moves) < LONGEST:
        if len(moves) < OPENING:
            move = chance.choice(board.legal_moves)
        else:
            move, score = players[len(moves) % 2].get_best_move(board, with_evaluation=True)
            tally.check(abs(score) <= 100, lambda: f"{hub_name} after {moves}: score {score}")
        text = move_to_hub_notation(move)
        if hub_name in ("frisian", "frysk") and is_fourth_king_move(moves, text):
            result = "none"
            break
        moves.append(text)
        board.push(move)
        over, result = is_over(board, moves, name, referee, tally)
    for engine in players:
        process = engine.process
        engine.quit()
        tally.check(process.poll() == 0, lambda: f"{hub_name}: exit status {process.poll()} after quit")
    referee.close()
    return len(moves), result


def main():
    parser = common.arguments("Play draughts by Hub in the hands of py-draughts.")
    parser.add_argument("--games", type=int, default=len(GAMES), help="only the first so many")
    options = parser.parse_args()
    warnings = []
    logger.add(lambda message: warnings.append(str(message)), level="WARNING")
    chance = random.Random(options.seed)
    tally = common.Tally()
    plies, results = 0, {"p1win": 0, "p2win": 0, "draw": 0, "none": 0}
    for game in GAMES[: options.games]:
        try:
            length, result = play(options.engine, game, chance, tally)
            plies += length
            results[result] += 1
        except (common.EngineError, RuntimeError, ValueError, KeyError, OSError) as error:
            # The library raises ValueError for an illegal move, RuntimeError for an error message.
            tally.check(False, lambda: f"{game[0][0]}: {error!r}")
    tally.check(not warnings, lambda: f"the library's log: {warnings[:5]}")
    print(f"{options.games} games, {plies} plies, results {results}")
    tally.finish()


if __name__ == "__main__":
    main()

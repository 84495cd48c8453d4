"""Processor time of this package and of the engine: for a move of a random game, a step of learning, a solved position.

    python examples/speed.py [SECONDS]

The times of Python and of the clock are the best of several runs, as other programs on the machine disturb them.
"""

from __future__ import annotations

import os
import random
import sys
import time
from typing import Callable

from quadriga import Engine, Position, rules

GAMES = ("connect4", "gomoku", "renju", "draughts", "chinesecheckers")
RUNS = 10
LONGEST_GAME = 100
SOLVED = 200


def engine_seconds() -> float:
    """Processor time of the engine of the rules so far; 0 where the system does not say."""
    pid = rules.pid()
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            words = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def best(run: Callable[[], int], seconds: float) -> tuple[float, float, float]:
    """Milliseconds of this process, of the engine and by the clock for each unit of work.

    The system counts the engine's time in hundredths of a second, so it is the mean of all runs; the others are of the
    best run.
    """
    own, clock, engine, total = [], [], engine_seconds(), 0
    for _ in range(RUNS):
        began, before, count = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - began < seconds / RUNS:
            count += run()
        own.append((time.process_time() - before) / count)
        clock.append((time.perf_counter() - began) / count)
        total += count
    return 1000 * min(own), 1000 * (engine_seconds() - engine) / total, 1000 * min(clock)


def plies(game: str) -> Callable[[], int]:
    """A random game by `push` and `legal_moves`."""
    chance = random.Random(1)

    def run() -> int:
        position = Position(game)
        while position.outcome is None and len(position.moves) < LONGEST_GAME:
            position.push(chance.choice(position.legal_moves))
        return len(position.moves)

    return run


def steps(game: str, wrapped: bool) -> Callable[[], int]:
    """A random game in the environment, with its observations."""
    import numpy as np

    from quadriga.pettingzoo_env import QuadrigaEnv, env

    chance = np.random.default_rng(1)
    learner = (env if wrapped else QuadrigaEnv)(game, max_moves=LONGEST_GAME)

    def run() -> int:
        learner.reset()
        count = 0
        while learner.agents:
            observation, _, termination, truncation, _ = learner.last()
            over = termination or truncation
            legal = np.flatnonzero(observation["action_mask"])
            learner.step(None if over else int(legal[chance.integers(len(legal))]))
            count += not over
        return count

    return run


def solved() -> float:
    """Positions solved in a second by the clock, on all cores."""
    chance = random.Random(2)
    positions: list[Position] = []
    while len(positions) < SOLVED:
        position = Position("connect4")
        while position.outcome is None and len(position.moves) < 24:
            position.push(chance.choice(position.legal_moves))
        if position.outcome is None:
            positions.append(position)
    with Engine.popen() as engine:
        began = time.perf_counter()
        count = sum(1 for _ in engine.solve_many(positions))
        return count / (time.perf_counter() - began)


def main() -> None:
    """Print a table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print(f"{'milliseconds':32} {'python':>8} {'engine':>8} {'clock':>8}")
    work: list[tuple[str, Callable[[], int]]] = [(f"{game}, a move", plies(game)) for game in GAMES]
    try:
        for game in GAMES:
            work += [(f"{game}, a step", steps(game, True)), (f"{game}, an unwrapped step", steps(game, False))]
    except ImportError:
        print("without pettingzoo, steps are not measured")
    for name, run in work:
        print(f"{name:32} {' '.join(f'{value:8.3f}' for value in best(run, seconds))}", flush=True)
    print(f"solved positions a second: {solved():.0f}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Test sets for solvers of Connect Four, 7x6: random positions with their exact scores, by stones and by plies left.

    scripts/connect4_sets.py --engine target/release/quadriga --count 1000 --seed 1 --out tests/data/connect4

Writes six files of lines `MOVES SCORE`, the sets that are usual since Pascal Pons's "Solving Connect 4". A position is
what random legal moves lead to where the game goes on; none comes twice. The classes: stones on the board (end: more than
28, middle: 15 to 28, begin: 4 to 14) and plies to the end under best play (easy: under 14, medium: under 28, hard: more).
Scores are those of `quadriga solve`. The same seed and count give the same files with any correct solver.
"""

import argparse
import random
import subprocess
import sys
from pathlib import Path

WIDTH, HEIGHT = 7, 6
CELLS = WIDTH * HEIGHT
STAGES = {"end": (29, 41), "middle": (15, 28), "begin": (4, 14)}
SETS = ["end_easy", "middle_easy", "middle_medium", "begin_easy", "begin_medium", "begin_hard"]
BATCH = 200


def makes_four(columns, column):
    """Does the top stone of this column stand in a line of four?"""
    row = len(columns[column]) - 1
    own = columns[column][row]

    def run(right, up):
        length = 0
        x, y = column + right, row + up
        while 0 <= x < WIDTH and 0 <= y < len(columns[x]) and columns[x][y] == own:
            length, x, y = length + 1, x + right, y + up
        return length

    return any(run(x, y) + run(-x, -y) >= 3 for x, y in [(1, 0), (0, 1), (1, 1), (1, -1)])


def random_position(rng, stones):
    """Moves and board of a random game of so many stones; None where it ends before."""
    columns, moves = [[] for _ in range(WIDTH)], ""
    for ply in range(stones):
        column = rng.choice([x for x in range(WIDTH) if len(columns[x]) < HEIGHT])
        columns[column].append(ply % 2)
        if makes_four(columns, column):
            return None
        moves += str(column + 1)
    return moves, tuple(map(tuple, columns))


def plies_left(stones, score):
    """Plies to the end of the game under best play."""
    if score == 0:
        return CELLS - stones
    winner = (stones + (score < 0)) % 2
    return 2 * (CELLS // 2 - abs(score)) + 1 + winner - stones


def set_name(stage, stones, score):
    left = plies_left(stones, score)
    return f"{stage}_{'easy' if left < 14 else 'medium' if left < 28 else 'hard'}"


def solve(engine, positions):
    """Scores of positions in their order."""
    command = [engine, "solve", "--game", "connect4", "--hash", "256", "-"]
    answer = subprocess.run(command, input="\n".join(positions) + "\n", text=True, stdout=subprocess.PIPE, check=True)
    lines = [line.split() for line in answer.stdout.splitlines()]
    if [line[0] for line in lines] != positions:
        sys.exit("the engine's answers do not fit the questions")
    return [int(line[1]) for line in lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", required=True, help="the program whose 'solve' gives the scores")
    parser.add_argument("--count", type=int, default=1000, help="positions in each set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="folder for the six files")
    parser.add_argument("sets", nargs="*", default=SETS, help="the sets to make; all of them if left out")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for stage, (fewest, most) in STAGES.items():
        # Each stage has its own numbers, so that a set does not depend on which others are made.
        rng, seen = random.Random(f"{args.seed} {stage}"), set()
        found = {name: [] for name in args.sets if name.startswith(stage)}
        while any(len(lines) < args.count for lines in found.values()):
            batch = []
            while len(batch) < BATCH:
                made = random_position(rng, rng.randint(fewest, most))
                if made and made[1] not in seen:
                    seen.add(made[1])
                    batch.append(made[0])
            for moves, score in zip(batch, solve(args.engine, batch)):
                lines = found.get(set_name(stage, len(moves), score))
                if lines is not None and len(lines) < args.count:
                    lines.append(f"{moves} {score}\n")
            print(stage, {name: len(lines) for name, lines in found.items()}, file=sys.stderr)
        for name, lines in found.items():
            (args.out / f"{name}.txt").write_text("".join(lines))


if __name__ == "__main__":
    main()

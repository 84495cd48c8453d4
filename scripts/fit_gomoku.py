#!/usr/bin/env python3
"""Fits the weights of the gomoku evaluation by logistic regression on games of the engine against itself.

    scripts/fit_gomoku.py play --engine target/release/quadriga --variant gomoku --games 2000 --seed 1 --out gomoku.jsonl
    scripts/fit_gomoku.py fit --data gomoku.jsonl --renju renju.jsonl --out src/games/gomoku/weights.rs

`play` lets the engine play itself from random openings and writes one JSON object a position: the counts that
`eval` prints, the result and the search score, both for the player to move. Same seed, same engine, same file.
`fit` needs numpy; it minimises the cross entropy between the outcome and sigmoid(evaluation / SCALE).
"""

import argparse
import json
import random
import re
import subprocess

SCALE = 182.0  # an evaluation of 200 wins three games of four
LINES, CLASSES, BITS = 15, 15, 7


class Engine:
    def __init__(self, path, variant):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([path], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.send("ugi", f"setoption name UCI_Variant value {variant}", "setoption name Hash value 16")
        self.read_to("ugiok")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def read_to(self, word):
        lines = []
        while not lines or not lines[-1].startswith(word):
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the engine ended")
            lines.append(line.rstrip("\n"))
        return lines

    def ask(self, moves, nodes):
        """Best move, score and features of the position after these moves."""
        line = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        self.send(line, "eval", f"go nodes {nodes}")
        answer = self.read_to("bestmove")
        scores = [s.groups() for s in (re.search(r"score (cp|mate) (-?\d+)", a) for a in answer) if s]
        kind, value = scores[-1] if scores else ("cp", "0")
        score = int(value) if kind == "cp" else (30000 if int(value) > 0 else -30000)
        return answer[-1].split()[1], score, features(answer)

    def result(self, moves):
        self.send("position startpos moves " + " ".join(moves), "query result")
        return self.read_to("response")[-1].split()[1]


def features(answer):
    counts = {"line": [[], []], "point": [[], []]}
    threats = 0
    for line in answer:
        term = re.match(r"(?:info string )?(line|point) \w+ +(\d+)x\S+ +(\d+)x", line)
        if term:
            counts[term.group(1)][0].append(int(term.group(2)))
            counts[term.group(1)][1].append(int(term.group(3)))
        mask = re.match(r"(?:info string )?threats (\d+):", line)
        if mask:
            threats = int(mask.group(1))
    return {"line": counts["line"], "point": counts["point"], "threats": threats}


def opening(rng, size=15):
    """A few random moves close together near the middle."""
    x, y = rng.randrange(4, size - 4), rng.randrange(4, size - 4)
    cells = [(x, y)]
    for _ in range(rng.randrange(2, 7)):
        bx, by = rng.choice(cells)
        x, y = bx + rng.randrange(-2, 3), by + rng.randrange(-2, 3)
        if (x, y) not in cells and 0 <= x < size and 0 <= y < size:
            cells.append((x, y))
    return [chr(97 + x) + str(y + 1) for x, y in cells]


def play(args):
    rng = random.Random(args.seed)
    engine = Engine(args.engine, args.variant)
    with open(args.out, "w") as out:
        for _ in range(args.games):
            moves = opening(rng)
            engine.send("uginewgame")
            seen = []
            while (result := engine.result(moves)) == "none" and len(moves) < 180:
                move, score, found = engine.ask(moves, args.nodes)
                if not seen and abs(score) > args.balance:
                    break
                seen.append((len(moves) % 2, score, found))
                moves.append(move)
                if abs(score) > 20000:
                    result = f"p{len(moves) % 2 + 1 if score < 0 else 2 - len(moves) % 2}win"
                    break
            for side, score, found in seen:
                points = 0.5 if not result.endswith("win") else float(result == f"p{side + 1}win")
                out.write(json.dumps({"side": side, "result": points, "score": score, **found}) + "\n")


def load(paths, side, share):
    """Feature matrix and targets; positions decided by the classes of the points alone are left out."""
    import numpy as np

    rows, targets = [], []
    for path in paths:
        for line in open(path):
            p = json.loads(line)
            (own, enemy) = p["point"]
            decided = own[11] or own[12] or enemy[12]
            if decided or (side is not None and p["side"] != side):
                continue
            mask = p["threats"]
            onehot = [0] * (1 << BITS)
            onehot[mask] = 1
            bits = [mask >> i & 1 for i in range(BITS)]
            minus = [-n for n in p["line"][1]] + [-n for n in enemy]
            rows.append(p["line"][0] + own + minus + [1] + bits + onehot)
            searched = 1 / (1 + np.exp(-max(-4000, min(4000, p["score"])) / SCALE))
            targets.append(share * p["result"] + (1 - share) * searched)
    return np.array(rows, dtype=np.float64), np.array(targets)


def regress(x, y, ridge):
    """Newton's method with a ridge; the weights are in evaluation units."""
    import numpy as np

    x = x / SCALE
    w = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        gradient = x.T @ (p - y) + ridge * w
        hessian = (x * (p * (1 - p) + 1e-4)[:, None]).T @ x + np.diag(ridge)
        step = np.linalg.solve(hessian, gradient)
        w -= step
        if np.abs(step).max() < 0.01:
            break
    p = np.clip(1 / (1 + np.exp(-np.clip(x @ w, -30, 30))), 1e-9, 1 - 1e-9)
    loss = -(y * np.log(p) + (1 - y) * np.log(1 - p)).mean()
    return w, loss


def frozen(width):
    """Terms that cannot matter: dead lines, overlines, fives and what follows from them."""
    import numpy as np

    ridge = np.full(width, 2e-3)
    half = LINES + CLASSES
    for start in (0, half):
        for line in (0, 1, 12, 14):
            ridge[start + line] = 1e9
        for point in (0, 12):
            ridge[start + LINES + point] = 1e9
    ridge[11 + LINES] = 1e9
    ridge[2 * half + 1 + BITS :] = 1e-2
    return ridge


def constant(name, doc, w, side_w):
    """The text of one `Weights`. `w` are the weights of the mover's view, `side_w` of the enemy's view of this player."""
    half = LINES + CLASSES
    line = [w[:LINES], side_w[half : half + LINES]]
    cls = [list(w[LINES:half]) + [0], list(side_w[half + LINES : 2 * half]) + [0]]
    tail = w[2 * half :]
    threats = [
        tail[0] + sum(tail[1 + i] for i in range(BITS) if mask >> i & 1) + tail[1 + BITS + mask]
        for mask in range(1 << BITS)
    ]
    row = lambda values: "[" + ", ".join(str(round(v)) for v in values) + "]"
    text = f"/// {doc}\n#[rustfmt::skip]\npub(super) const {name}: Weights = Weights {{\n"
    text += "    line: [\n        " + ",\n        ".join(map(row, line)) + ",\n    ],\n"
    text += "    class: [\n        " + ",\n        ".join(map(row, cls)) + ",\n    ],\n    threats: [\n"
    for start in range(0, 1 << BITS, 16):
        text += "        " + row(threats[start : start + 16])[1:-1] + ",\n"
    return text + "    ],\n};\n"


def fit(args):
    models = {}
    for name, paths, side in (("both", args.data, None), ("black", args.renju, 0), ("white", args.renju, 1)):
        x, y = load(paths, side, args.share)
        models[name], loss = regress(x, y, frozen(x.shape[1]))
        print(f"{name}: {len(y)} positions, cross entropy {loss:.4f}")
    text = "//! Weights of the evaluation, written by `scripts/fit_gomoku.py`; see there for the recipe.\n\n"
    text += "use super::params::Weights;\n\n"
    text += constant("GOMOKU", "Both players of standard and freestyle gomoku and of Caro.", models["both"], models["both"])
    text += "\n" + constant("RENJU_BLACK", "The first player of renju.", models["black"], models["white"])
    text += "\n" + constant("RENJU_WHITE", "The second player of renju.", models["white"], models["black"])
    with open(args.out, "w") as out:
        out.write(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("play", help="make games")
    command.add_argument("--engine", required=True)
    command.add_argument("--variant", default="gomoku")
    command.add_argument("--games", type=int, default=2000)
    command.add_argument("--nodes", type=int, default=3000, help="nodes a move")
    command.add_argument("--balance", type=int, default=250, help="openings with a higher score are not played")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--out", required=True)
    command.set_defaults(run=play)
    command = commands.add_parser("fit", help="fit the weights")
    command.add_argument("--data", nargs="+", required=True, help="games of gomoku")
    command.add_argument("--renju", nargs="+", required=True, help="games of renju")
    command.add_argument("--share", type=float, default=0.7, help="weight of the result against the search score")
    command.add_argument("--out", required=True)
    command.set_defaults(run=fit)
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()

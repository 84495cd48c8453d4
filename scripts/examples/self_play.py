#!/usr/bin/env python3
"""A game of the engine against itself by plain pipes: nothing but Python and the program, which speaks UGI.

$ self_play.py connect4-5x5 20000
> draw after 25 moves
"""

from __future__ import annotations

import subprocess
import sys


class Engine:
    """The program, asked by lines."""

    def __init__(self, game: str) -> None:
        command = ["quadriga", "--game", game]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, *lines: str, answer: str) -> str:
        """Send lines, and return what follows the word that begins the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(*lines, sep="\n", file=self.process.stdin, flush=True)
        for line in self.process.stdout:
            first, _, rest = line.strip().partition(" ")
            if first == answer:
                return rest
            if line.startswith("info string error"):
                sys.exit(line.strip())
        sys.exit("the program has ended")


def main(game: str, nodes: str) -> None:
    """Play to the end, and print the result."""
    engine = Engine(game)
    moves: list[str] = []
    while True:
        result = engine.ask("position startpos moves " + " ".join(moves), "query result", answer="response")
        if result != "none":
            break
        moves.append(engine.ask(f"go nodes {nodes}", answer="bestmove").split()[0])
    print(result, "after", len(moves), "moves")
    engine.process.communicate("quit\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: self_play.py GAME NODES")
    main(*sys.argv[1:])

"""Who has won, by the rules of Gomocup, on a board of its own: nothing is asked of the program that plays.

The fouls of renju (double three, double four) are the only thing that this judge cannot see: the program of this machine,
another build than the one that plays, is asked whether Black's move is legal.
"""

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
import common  # noqa: E402

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
BLACK, WHITE = 0, 1


class Rule(NamedTuple):
    """A rule set: its number in `INFO rule`, its board, its name in UGI."""

    number: int
    size: int
    variant: str
    overlines_win: tuple  # for Black and for White: do six or more win?
    closed_five_wins: bool = True  # does five with enemy stones at both ends?
    fouls: bool = False


RULES = (
    Rule(0, 20, "gomokufreestyle", (True, True)),
    Rule(1, 15, "gomoku", (False, False)),
    Rule(4, 15, "renju", (False, True), fouls=True),
    Rule(8, 15, "caro", (True, True), closed_five_wins=False),
    Rule(9, 15, "caroexact", (False, False), closed_five_wins=False),
)


class Board:
    """The stones of one game, Black's first."""

    def __init__(self, rule):
        self.rule, self.stones, self.at = rule, [], {}

    def is_empty(self, cell):
        """Is this a cell of the board, and free?"""
        return all(0 <= number < self.rule.size for number in cell) and cell not in self.at

    def put(self, cell):
        """The next stone; whether it ends the game: the colour that wins, `draw`, or `None`."""
        colour = len(self.stones) % 2
        self.at[cell] = colour
        self.stones.append(cell)
        if any(self.wins(cell, colour, step) for step in DIRECTIONS):
            return colour
        return "draw" if len(self.stones) == self.rule.size**2 else None

    def wins(self, cell, colour, step):
        """Does the line through this stone win?"""
        length, closed = 1, 0
        for sign in (1, -1):
            x, y = cell
            while True:
                x, y = x + sign * step[0], y + sign * step[1]
                if self.at.get((x, y)) != colour:
                    break
                length += 1
            closed += (x, y) in self.at
        if length == 5:
            return closed < 2 or self.rule.closed_five_wins
        return length > 5 and self.rule.overlines_win[colour]


class Fouls:
    """Black's fouls in renju, by the program of this machine."""

    def __init__(self, program):
        self.engine = common.Engine(str(program), "renju")

    def is_legal(self, board, cell):
        """May this stone be put there?"""
        if not board.rule.fouls:
            return True
        name = lambda at: f"{chr(ord('a') + at[0])}{board.rule.size - at[1]}"  # noqa: E731
        self.engine.send("position startpos moves " + " ".join(map(name, board.stones)))
        return self.engine.query(f"islegal {name(cell)}") == "true"

    def close(self):
        """No more questions."""
        self.engine.close()

"""What goes in and what comes out, as frozen values.

Moves are text in the game's own notation, players are counted from 1, times are seconds. A score is for the player to
move.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """When a search ends: at the first of these that is reached.

    `time` is for this search; `mate` ends it as soon as a win in so many moves is found. `clocks` has the remaining
    time of each player and is for `play` alone, with `increments` for each move and `moves_to_go` to the next control.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    clocks: tuple[float, ...] = ()
    increments: tuple[float, ...] = ()
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        for name in ("time", "depth", "nodes", "mate"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise ValueError(f"{name} must be above 0 and finite, not {value}")
        if not all(map(math.isfinite, self.clocks + self.increments)):
            raise ValueError("clocks and increments must be finite")
        if (self.increments or self.moves_to_go is not None) and not self.clocks:
            raise ValueError("increments and moves_to_go need clocks")

    def fields(self) -> dict[str, int]:
        """The limits as the engine's protocols call them, but not the clocks."""
        milliseconds = None if self.time is None else max(1, round(self.time * 1000))
        named = {"movetime": milliseconds, "depth": self.depth, "nodes": self.nodes, "mate": self.mate}
        return {name: value for name, value in named.items() if value is not None}


@dataclass(frozen=True)
class Score:
    """The value of a position for the player to move.

    Either `cp`, in hundredths of the game's unit, or `mate`: the player wins in so many of their own moves, loses in
    -`mate`, or has lost (0). `bound` is `lower` or `upper` where the value is at least or at most this. `proved`: a
    solver proved it.
    """

    cp: int | None = None
    mate: int | None = None
    bound: str | None = None
    proved: bool = False

    def __str__(self) -> str:
        value = f"mate {self.mate}" if self.cp is None else f"{self.cp / 100:+.2f}"
        return {"lower": ">= ", "upper": "<= "}.get(self.bound or "", "") + value


@dataclass(frozen=True)
class Wdl:
    """Expected win, draw and loss of the player to move, in thousandths."""

    win: int
    draw: int
    loss: int

    def expectation(self) -> float:
        """Expected points, from 0 to 1."""
        return (self.win + self.draw / 2) / 1000


@dataclass(frozen=True)
class Line:
    """One of the best moves, with the line of play that begins with it."""

    move: str
    score: Score
    depth: int
    pv: tuple[str, ...]
    wdl: Wdl | None = None


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner, counted from 1, or None for a draw; and by which rule."""

    winner: int | None
    reason: str

    def __str__(self) -> str:
        return f"{'draw' if self.winner is None else f'player {self.winner} wins'}, {self.reason}"


@dataclass(frozen=True)
class Info:
    """What a search has found: the best move with its score and line, and the `multipv` best ones in `lines`.

    `final` is False while the search goes on. `move` is None where the game is over; `outcome` says how it ended.
    """

    player: int
    move: str | None
    score: Score
    pv: tuple[str, ...]
    wdl: Wdl | None
    depth: int
    seldepth: int
    nodes: int
    nps: int
    time: float
    hashfull: int
    tbhits: int
    lines: tuple[Line, ...]
    outcome: Outcome | None
    final: bool
    terminated: bool


@dataclass(frozen=True)
class PlayResult:
    """The move that the engine plays. `score` is None where weaker play took another move than the best it found."""

    move: str
    score: Score | None
    depth: int
    nodes: int
    time: float


@dataclass(frozen=True)
class Solution:
    """The exact value of a Connect Four position, for the player to move, counted in stones.

    0 is a draw, 1 a win with the very last stone of that player, 2 with the one before, and so on; negative numbers are
    losses in the same way. `moves` has the value of every legal column.
    """

    score: int
    moves: Mapping[str, int]
    nodes: int
    time: float

    @property
    def result(self) -> str:
        """`win`, `draw` or `loss`."""
        return "win" if self.score > 0 else "loss" if self.score < 0 else "draw"

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The columns that keep the value."""
        return tuple(move for move, score in self.moves.items() if score == self.score)

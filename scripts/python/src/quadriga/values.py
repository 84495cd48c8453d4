"""What goes in and what comes out, as frozen values.

Moves are text in the game's own notation, players are counted from 1, times are seconds. A score is for the player to
move.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .errors import RefusedError

if TYPE_CHECKING:
    import numpy as np


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
    clocks: Sequence[float] = ()
    increments: Sequence[float] = ()
    moves_to_go: int | None = None

    def __post_init__(self) -> None:
        # Any sequence will do; a frozen value has no other way to hold it as a tuple.
        for name in ("clocks", "increments"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        for name in ("time", "depth", "nodes", "mate"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise RefusedError(f"{name} must be above 0 and finite, not {value}", name)
        if not all(map(math.isfinite, [*self.clocks, *self.increments])):
            raise RefusedError("clocks and increments must be finite", "clocks")
        if (self.increments or self.moves_to_go is not None) and not self.clocks:
            raise RefusedError("increments and moves_to_go need clocks", "clocks")

    def fields(self) -> dict[str, int]:
        """The limits as the engine's protocols call them, but not the clocks."""
        milliseconds = None if self.time is None else max(1, round(self.time * 1000))
        named = {"movetime": milliseconds, "depth": self.depth, "nodes": self.nodes, "mate": self.mate}
        return {name: value for name, value in named.items() if value is not None}


@dataclass(frozen=True)
class Wdl:
    """Expected win, draw and loss of the player to move, in thousandths."""

    win: int
    draw: int
    loss: int

    def expectation(self) -> float:
        """Expected points, from 0 to 1."""
        return (self.win + self.draw / 2) / 1000

    def __neg__(self) -> Wdl:
        return Wdl(self.loss, self.draw, self.win)


@dataclass(frozen=True)
class Score:
    """The value of a position for one player, at first the player to move.

    Either `cp`, in hundredths of the game's unit, or `mate`: the player wins in so many of their own moves, loses in
    -`mate` of them, or has lost (0; `won` if it is the opponent who has). `bound` is `lower` or `upper` where the value
    is at least or at most this. `proved`: a solver proved it.

    Scores are ordered by their value for the player: losses, the latest last; `cp`; wins, the soonest last.
    """

    cp: int | None = None
    mate: int | None = None
    bound: str | None = None
    proved: bool = False
    won: bool = False
    player: int | None = field(default=None, compare=False, repr=False)
    players: int = field(default=2, compare=False, repr=False)
    chances: Wdl | None = field(default=None, compare=False, repr=False)

    def pov(self, player: int) -> Score:
        """The score as this player sees it, who counts from 1. Only with two players are the views opposite."""
        if self.player is None:
            raise RefusedError("this score does not say whose it is; one of an engine does")
        if not 1 <= player <= self.players:
            raise RefusedError(f"there is no player {player}, but 1 to {self.players}")
        if player == self.player:
            return self
        if self.players > 2:
            raise RefusedError(f"with {self.players} players, the score of player {self.player} is only theirs")
        return -self

    def wdl(self) -> Wdl | None:
        """Expected win, draw and loss; None if the engine did not say."""
        if self.cp is None and self.mate is not None:
            return Wdl(1000, 0, 0) if self.mate > 0 or self.won else Wdl(0, 0, 1000)
        return self.chances

    def __neg__(self) -> Score:
        opposite = {"lower": "upper", "upper": "lower"}
        return replace(
            self,
            cp=None if self.cp is None else -self.cp,
            mate=None if self.mate is None else -self.mate,
            bound=None if self.bound is None else opposite[self.bound],
            won=self.mate == 0 and not self.won,
            player=None if self.player is None else 3 - self.player,
            chances=None if self.chances is None else -self.chances,
        )

    def _rank(self) -> tuple[int, int]:
        if self.cp is not None:
            return 1, self.cp
        if self.mate is None:
            raise RefusedError("this score has no value")
        return (2, -self.mate) if self.mate > 0 or self.won else (0, -self.mate)

    def __lt__(self, other: Score) -> bool:
        return self._rank() < other._rank()

    def __le__(self, other: Score) -> bool:
        return self._rank() <= other._rank()

    def __gt__(self, other: Score) -> bool:
        return self._rank() > other._rank()

    def __ge__(self, other: Score) -> bool:
        return self._rank() >= other._rank()

    def __str__(self) -> str:
        value = f"{self.cp / 100:+.2f}" if self.cp is not None else "won" if self.won else f"mate {self.mate}"
        return {"lower": ">= ", "upper": "<= "}.get(self.bound or "", "") + value


@dataclass(frozen=True)
class Line:
    """One of the best moves, with the line of play that begins with it."""

    move: str
    score: Score
    depth: int
    pv: tuple[str, ...]
    wdl: Wdl | None = None


@dataclass(frozen=True)
class Piece:
    """A piece on the board. Men become kings in draughts alone."""

    player: int
    king: bool


@dataclass(frozen=True)
class Encoding:
    """A position as numbers, for a learner.

    `shape` is planes, rows and columns, and a plane is a text of zeros and ones, row by row: pieces and kings of each
    player, the player to move first, then the places of the board. A move has one of `actions` numbers, the same in
    every position of the game; `numbers` has the legal ones.
    """

    player: int
    shape: tuple[int, int, int]
    planes: tuple[str, ...]
    actions: int
    numbers: Mapping[int, str]

    def array(self) -> np.ndarray[Any, Any]:
        """The planes as an array of `shape`. This needs numpy."""
        import numpy as np

        cells: np.ndarray[Any, Any] = np.frombuffer("".join(self.planes).encode(), np.int8) - np.int8(ord("0"))
        return cells.reshape(self.shape)


@dataclass(frozen=True)
class Evaluation:
    """The static value of a position for the player to move, in hundredths, with its parts.

    `order` has the moves worth searching with their ranks, the most promising first.
    """

    value: int
    terms: Mapping[str, float]
    order: Mapping[str, int]


@dataclass(frozen=True)
class Option:
    """An option of the engine: its kind (`spin`, `check`, `combo`, `string`), its range, and its value now."""

    name: str
    kind: str
    help: str
    default: object
    value: object
    min: int | None = None
    max: int | None = None
    values: tuple[str, ...] = ()


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
    """The exact value of a position, for the player to move; in games of threats whether they win.

    `result` is `win`, `draw` or `loss`, `none` (no win by threats alone) or `unknown` (a limit ended the search).
    `score` is the value in Connect Four, counted in stones: 0 is a draw, 1 a win with the very last stone of that
    player, 2 with the one before, and so on; negative numbers are losses in the same way. `moves` has the value of
    every legal column, if it was asked for. `plies` is the number of moves to the end, `pv` these moves, if known.
    """

    result: str
    score: int | None
    moves: Mapping[str, int]
    plies: int | None
    pv: tuple[str, ...]
    nodes: int
    time: float

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The columns that keep the value."""
        return tuple(move for move, score in self.moves.items() if score == self.score)

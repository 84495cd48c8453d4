"""A position of any of the games: where it began, and the moves since.

The package knows no rules. It asks the program when a position is made and after each move, so a `Position` is always
one that can be reached, and its moves are legal. The history is part of it, because repetition and other draw
rules depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable

from . import answers, rules
from .answers import Record
from .values import Outcome


class Position:
    """A game at one moment; `push` and `pop` change it.

        position = Position("draughts")
        position = Position("gomoku", moves=["h8", "i9"], BoardSize=15)
        position = Position("chinesecheckers", Players=3)

    `game` is one of those that `quadriga games` lists, `fen` a position string of that game, and the options are its
    rules; None leaves one out. What does not exist is a `RefusedError`.
    """

    def __init__(self, game: str, fen: str | None = None, moves: Iterable[str] = (), **options: object) -> None:
        self._game = game
        self._start = fen
        self._options = {name: value for name, value in options.items() if value is not None}
        self._moves = [str(move) for move in moves]
        self._board = self._ask("board")

    @property
    def game(self) -> str:
        """The variant."""
        return self._game

    @property
    def options(self) -> dict[str, object]:
        """The rules that were chosen."""
        return dict(self._options)

    @property
    def start(self) -> str | None:
        """The position string in which the moves begin; None is the start position of the game."""
        return self._start

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played since."""
        return tuple(self._moves)

    @property
    def fen(self) -> str:
        """The position string. It says nothing of the history."""
        return answers.field(self._board, "fen", str)

    @property
    def key(self) -> str:
        """The engine's key of the position, 16 hexadecimal digits."""
        return answers.field(self._board, "hash", str)

    @property
    def turn(self) -> int:
        """The player to move, from 1."""
        return answers.field(self._board, "player", int)

    @property
    def players(self) -> int:
        """How many play."""
        return answers.field(self._board, "players", int)

    @property
    def rows(self) -> tuple[str, ...]:
        """The board from the top, a character for each cell: see `rows` in protocol.md."""
        return answers.texts(self._board, "rows")

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return answers.outcome(self._board)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """All legal moves, none once the game is over."""
        return answers.texts(self._ask("legal_moves"), "moves")

    def push(self, move: str) -> str:
        """Play a move, in any notation that the engine reads; returns it in the game's own."""
        self._moves.append(str(move))
        try:
            self._board = self._ask("board")
        except BaseException:
            self._moves.pop()
            raise
        played = answers.field(self._board.get("last", {}), "move", str)
        self._moves[-1] = played
        return played

    def pop(self) -> str:
        """Take the last move back, and return it."""
        if not self._moves:
            raise IndexError("no move has been played")
        move = self._moves.pop()
        try:
            self._board = self._ask("board")
        except BaseException:
            self._moves.append(move)
            raise
        return move

    def copy(self) -> Position:
        """Another position with the same game and history."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._moves, twin._options = list(self._moves), dict(self._options)
        return twin

    def request(self) -> Record:
        """The position as the engine's queries have it."""
        fields: Record = {"game": self._game, "moves": list(self._moves)}
        if self._start is not None:
            fields["fen"] = self._start
        if self._options:
            fields["options"] = dict(self._options)
        return fields

    def svg(self, *, arrows: Iterable[str] = (), threats: bool = False, width: int | None = None) -> str:
        """A picture of the board: with legal moves as arrows, with what threatens, so many pixels wide."""
        flags = ["--to", "svg", *(f"--arrow={move}" for move in arrows)]
        flags += ["--threats"] if threats else []
        flags += [] if width is None else [f"--size={width}"]
        return rules.show(self.request(), *flags)

    def _repr_svg_(self) -> str:
        return self.svg(width=320)

    def _ask(self, action: str) -> Record:
        return rules.ask({"action": action, **self.request()})

    def __str__(self) -> str:
        return rules.show(self.request(), "--to", "text")

    def __repr__(self) -> str:
        words = [repr(self._game), *([] if self._start is None else [f"fen={self._start!r}"])]
        words += [f"moves={self._moves!r}"] if self._moves else []
        words += [f"{name}={value!r}" for name, value in self._options.items()]
        return f"Position({', '.join(words)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.request() == other.request()

    __hash__ = None  # type: ignore[assignment]

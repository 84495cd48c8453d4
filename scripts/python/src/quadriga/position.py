"""A position of any of the games: where it began, and the moves since.

The package knows no rules. It asks the program when a position is made, and after a move when something of the new
position is needed, so a `Position` is always one that can be reached, and its moves are legal. An answer is kept until
the next move. The history is part of the position, because repetition and other draw rules depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import answers, rules
from .answers import Record
from .errors import IllegalMoveError, NotThereError
from .pictures import show
from .values import Encoding, Outcome, Piece

if TYPE_CHECKING:
    import numpy as np

KINGS = "ABCDEF"
FLAGS: dict[str, Record] = {"board": {"names": True}}


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
        # The answers about the position after each number of moves, by action.
        self._known: list[dict[str, Record]] = [{} for _ in range(len(self._moves) + 1)]
        self._ask("legal_moves")

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
        return answers.field(self._ask("legal_moves"), "fen", str)

    @property
    def key(self) -> str:
        """The engine's key of the position, 16 hexadecimal digits."""
        return answers.field(self._any(), "hash", str)

    @property
    def turn(self) -> int:
        """The player to move, from 1."""
        return answers.field(self._any(), "player", int)

    @property
    def players(self) -> int:
        """How many play."""
        return answers.field(self._ask("board"), "players", int)

    @property
    def rows(self) -> tuple[str, ...]:
        """The board from the top, a character for each cell: see `rows` in protocol.md."""
        return answers.texts(self._ask("board"), "rows")

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return answers.outcome(self._any())

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """All legal moves, none once the game is over."""
        return answers.texts(self._ask("legal_moves"), "moves")

    def is_legal(self, move: str) -> bool:
        """Whether `push` would accept the move, in any notation that the engine reads."""
        if str(move) in self.legal_moves:
            return True
        if self.outcome is not None:
            return False
        request = self.request()
        try:
            rules.ask({"action": "legal_moves", **request, "moves": [*request["moves"], str(move)]})
        except IllegalMoveError:
            return False
        return True

    def piece_at(self, place: str | tuple[int, int]) -> Piece | None:
        """The piece on a place, None if it is empty.

        The place has the name that is printed on the board, such as `h8` or `28`, or is a column and a row, both
        counted from 0 and the row from the top.
        """
        rows = self.rows
        if isinstance(place, str):
            names = answers.texts(self._ask("board"), "names")
            index = names.index(place) if place and place in names else -1
            x, y = index % len(rows[0]), index // len(rows[0])
        else:
            x, y = place
        if not (0 <= y < len(rows) and 0 <= x < len(rows[y])) or rows[y][x] == " ":
            raise NotThereError(f"the board has no place {place!r}")
        letter = rows[y][x]
        if letter in ".x":
            return None
        return Piece(int(letter), False) if letter.isdecimal() else Piece(KINGS.index(letter) + 1, True)

    def push(self, move: str) -> str:
        """Play a move, in any notation that the engine reads; returns it in the game's own."""
        played = str(move)
        is_known = any(played in record["moves"] for record in self._known[-1].values() if "moves" in record)
        self._moves.append(played)
        self._known.append({})
        if not is_known:
            try:
                played = answers.field(self._ask("legal_moves"), "last_move", str)
            except BaseException:
                self._drop_last()
                raise
            self._moves[-1] = played
        return played

    def pop(self) -> str:
        """Take the last move back, and return it."""
        if not self._moves:
            raise NotThereError("no move has been played")
        return self._drop_last()

    def copy(self) -> Position:
        """Another position with the same game and history."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._moves, twin._options = list(self._moves), dict(self._options)
        # What is known of a position is never changed, only added to.
        twin._known = list(self._known)
        return twin

    def request(self) -> Record:
        """The position as the engine's queries have it."""
        fields: Record = {"game": self._game, "moves": list(self._moves)}
        if self._start is not None:
            fields["fen"] = self._start
        if self._options:
            fields["options"] = dict(self._options)
        return fields

    def encoding(self) -> Encoding:
        """The position as planes and its moves as numbers, for a learner: see `encode` in protocol.md."""
        return answers.encoding(self._ask("encode"))

    def planes(self) -> np.ndarray[Any, Any]:
        """The planes of `encoding` as an array of zeros and ones: planes, rows, columns. This needs numpy."""
        return self.encoding().array()

    def svg(
        self,
        *,
        arrows: Iterable[str] = (),
        marks: Mapping[str, str] | Iterable[str] = (),
        threats: bool = False,
        flip: bool = False,
        width: int | None = None,
    ) -> str:
        """A picture of the board.

        `arrows` are legal moves, `marks` names of places, with texts if they are a mapping; `threats` marks what
        threatens. `flip` turns the board by half a turn. The picture is `width` pixels wide.
        """
        return self._picture("svg", arrows, marks, threats, flip, width).decode()

    def png(
        self,
        *,
        arrows: Iterable[str] = (),
        marks: Mapping[str, str] | Iterable[str] = (),
        threats: bool = False,
        flip: bool = False,
        width: int | None = None,
    ) -> bytes:
        """The same picture as PNG."""
        return self._picture("png", arrows, marks, threats, flip, width)

    def _picture(
        self,
        form: str,
        arrows: Iterable[str],
        marks: Mapping[str, str] | Iterable[str],
        threats: bool,
        flip: bool,
        width: int | None,
    ) -> bytes:
        texts = marks if isinstance(marks, Mapping) else dict.fromkeys(marks, "")
        flags = ["--to", form, *(f"--arrow={move}" for move in arrows)]
        flags += [f"--mark={place}={text}" if text else f"--mark={place}" for place, text in texts.items()]
        flags += [flag for flag, is_set in (("--threats", threats), ("--flip", flip)) if is_set]
        flags += [] if width is None else [f"--size={width}"]
        return show(self.request(), *flags)

    def _repr_svg_(self) -> str:
        return self.svg(width=320)

    def _ask(self, action: str) -> Record:
        known = self._known[-1]
        if action not in known:
            known[action] = rules.ask({"action": action, **self.request(), **FLAGS.get(action, {})})
        return known[action]

    def _any(self) -> Record:
        """An answer with what all answers have."""
        return next(iter(self._known[-1].values()), None) or self._ask("legal_moves")

    def _drop_last(self) -> str:
        self._known.pop()
        return self._moves.pop()

    def __str__(self) -> str:
        return show(self.request(), "--to", "text").decode()

    def __repr__(self) -> str:
        words = [repr(self._game), *([] if self._start is None else [f"fen={self._start!r}"])]
        words += [f"moves={self._moves!r}"] if self._moves else []
        words += [f"{name}={value!r}" for name, value in self._options.items()]
        return f"Position({', '.join(words)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.request() == other.request()

    __hash__ = None  # type: ignore[assignment]

"""Files of games: PDN, SGF, psq, text with PGN tags, lists of positions.

The program reads them (`quadriga convert`), with the notes that it prints about files that break the rules; they are
logged. What is read is the main line: variations and comments are left out.
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .binary import find_binary
from .errors import EngineProtocolError, EngineTerminatedError, RefusedError
from .position import Position

TAG = re.compile(r'\[(\w+) "((?:\\.|[^"\\])*)"\]')
COMMENT = re.compile(r"\{[^}]*\}")
VARIATION = re.compile(r"\([^()]*\)")
NUMBER = re.compile(r"(?<!\S)(?:\d+\.+|\$\d+)(?!\S)")
RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}

LOG = logging.getLogger("quadriga")


@dataclass(frozen=True)
class Game:
    """A game of a file: its tags, with PGN's names; its moves in the game's own notation; its result.

    The first player is `White` in the tags, whatever the colour of the stones. `result` is `1-0`, `0-1`, `1/2-1/2` or
    `*`, also seen from the first player.
    """

    tags: Mapping[str, str]
    variant: str
    options: Mapping[str, str]
    fen: str | None
    moves: tuple[str, ...]
    result: str

    def position(self, ply: int | None = None) -> Position:
        """The position after so many moves, at the end if left out."""
        return Position(self.variant, self.fen, self.moves if ply is None else self.moves[:ply], **self.options)


def read_games(path: str | os.PathLike[str], *, game: str | None = None) -> Iterator[Game]:
    """The games of a file, whose format its extension says; `game` is for files that do not name it.

    A `RefusedError` if nothing can be read. Games that are left out are logged.
    """
    command = [find_binary(), "convert", os.fspath(path), "--to", "text"]
    command += [] if game is None else ["--game", game]
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except (OSError, ValueError) as error:
        raise EngineTerminatedError(f"{command[0]} cannot be started: {error}") from error
    notes = done.stderr.decode("utf-8", "replace").strip().splitlines()
    text = done.stdout.decode("utf-8")
    if done.returncode != 0 and not text:
        raise RefusedError(notes[-1].partition("error: ")[2] or notes[-1] if notes else f"{path} cannot be read")
    for note in notes[:-1]:
        LOG.warning("%s", note)
    return (read_game(part) for part in re.split(r"\n\n(?=\[)", text.strip()) if part)


def read_game(text: str) -> Game:
    """One game in the text format of the program."""
    head, _, body = text.partition("\n\n")
    found = [(name, re.sub(r"\\(.)", r"\1", value)) for name, value in TAG.findall(head)]
    tags = dict(found)
    line, count = COMMENT.sub(" ", body), 1
    while count:
        line, count = VARIATION.subn(" ", line)
    words = [word.rstrip("!?") for word in NUMBER.sub(" ", line).split()]
    if "Variant" not in tags or not words or words[-1] not in RESULTS:
        raise EngineProtocolError(f"this is no game as the program writes it: {text[:200]!r}")
    options = dict(value.split("=", 1) for name, value in found if name == "Option")
    return Game(
        tags=tags,
        variant=tags["Variant"],
        options=options,
        fen=tags.get("FEN"),
        moves=tuple(words[:-1]),
        result=words[-1],
    )

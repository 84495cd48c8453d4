"""Options of the engine: what there is, and whether values are accepted, by the engine's own word."""

from __future__ import annotations

from collections.abc import Mapping

from . import answers
from .answers import Record
from .errors import RefusedError
from .json_pipe import JsonPipe
from .values import Option

# Options of the engine that are no rules of a game.
ENGINE_OPTIONS = {"threads", "hash", "solver", "book", "evalfile"}
# What other protocols set by options and this package by arguments, or not at all.
ELSEWHERE = {
    "multipv",
    "clear hash",
    "move overhead",
    "ponder",
    "skill level",
    "uci_limitstrength",
    "uci_elo",
    "uci_analysemode",
    "seed",
}
MOST_THREADS = 512


def named(options: Mapping[str, object], name: str, default: object) -> object:
    """The option of this name, which may be written in capitals."""
    return next((value for key, value in options.items() if key.lower() == name), default)


def without_threads(options: Mapping[str, object]) -> Record:
    """The options that queries have under that name."""
    return {name: value for name, value in options.items() if name.lower() != "threads"}


async def described(pipe: JsonPipe, game: str, options: Mapping[str, object]) -> dict[str, Option]:
    """The options of a game that can be set, with their values."""
    return {
        option.name: option
        for entry in await listed(pipe)
        if answers.field(entry, "name", str) == game.lower().partition("-")[0]
        for option in (option_of(record, options) for record in answers.field(entry, "options", list))
        if option.name.lower() not in ELSEWHERE
    }


async def check(pipe: JsonPipe, game: str | None, options: Mapping[str, object]) -> None:
    """A `RefusedError` for an option that does not exist or a value out of range.

    Without a game it is enough that one has all the options.
    """
    threads = named(options, "threads", 1)
    if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= MOST_THREADS:
        raise RefusedError(f"option 'Threads' takes a number 1..{MOST_THREADS}, not {threads!r}", "options")
    given = without_threads(options)
    if game is None and not given:
        return
    if game is None:
        game = await game_with(pipe, {name.lower(): name for name in given})
    await pipe.ask({"action": "legal_moves", "game": game, "options": given})


async def game_with(pipe: JsonPipe, names: Mapping[str, str]) -> str:
    """The first game with all these options."""
    unknown = set(names)
    for entry in await listed(pipe):
        there = {answers.field(record, "name", str).lower() for record in answers.field(entry, "options", list)}
        if there.issuperset(names):
            return answers.field(entry, "name", str)
        unknown -= there
    if unknown:
        raise RefusedError(f"unknown option {names[min(unknown)]!r}: no game has it", "options")
    raise RefusedError(f"no game has all of the options {', '.join(names.values())}", "options")


async def listed(pipe: JsonPipe) -> list[Record]:
    """The games with their options."""
    return answers.field(await pipe.ask({"action": "games"}), "games", list)


def option_of(record: Record, options: Mapping[str, object]) -> Option:
    """One entry of the list of options, with its value among those that were set."""
    name, default = answers.field(record, "name", str), record.get("default")
    return Option(
        name=name,
        kind=answers.field(record, "type", str),
        help=answers.field(record, "help", str),
        default=default,
        value=named(options, name.lower(), default),
        min=record.get("min"),
        max=record.get("max"),
        values=answers.texts(record, "values") if "values" in record else (),
    )

"""Answers of the engine, from JSON to the values of this package.

The engine is not trusted: a field that is missing or of another kind is an `EngineProtocolError` that names it, not a
`KeyError` far away.
"""

from __future__ import annotations

from typing import Any, TypeVar

from .errors import EngineProtocolError
from .values import Encoding, Evaluation, Info, Line, Outcome, PlayResult, Score, Solution, Wdl

Record = dict[str, Any]
T = TypeVar("T")


def field(record: Record, name: str, kind: type[T]) -> T:
    """The field of this name, which is there and of this kind."""
    value = record.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise EngineProtocolError(f"the engine answered with {name!r}: {value!r} in {str(record)[:200]}")
    return value


def texts(record: Record, name: str) -> tuple[str, ...]:
    """A list of texts."""
    values = field(record, name, list)
    if not {str}.issuperset(map(type, values)):
        raise EngineProtocolError(f"the engine answered with {name!r}: {str(values)[:200]}")
    return tuple(values)


def score(record: Record, whose: Record | None = None) -> Score:
    """The field `score`: either `cp` or `mate` is there. `whose` is the record that names the player."""
    value: Record = field(record, "score", dict)
    cp = field(value, "cp", int) if "cp" in value else None
    mate = field(value, "mate", int) if cp is None else None
    whose = record if whose is None else whose
    return Score(
        cp=cp,
        mate=mate,
        bound=value.get("bound"),
        proved=value.get("proved") is True,
        player=field(whose, "player", int),
        players=field(whose, "players", int) if "players" in whose else 2,
        chances=wdl(record),
    )


def wdl(record: Record) -> Wdl | None:
    """The field `wdl`, where it is there."""
    if "wdl" not in record:
        return None
    values = field(record, "wdl", list)
    if len(values) != 3 or not all(isinstance(value, int) for value in values):
        raise EngineProtocolError(f"the engine answered with 'wdl': {values!r}")
    return Wdl(*values)


def outcome(record: Record) -> Outcome | None:
    """The fields `outcome` and `reason`, which are there where the game is over."""
    if "outcome" not in record:
        return None
    text = field(record, "outcome", str)
    winner = text[1:-3]
    if text != "draw" and not (text.startswith("p") and text.endswith("win") and winner.isdecimal()):
        raise EngineProtocolError(f"the engine answered with 'outcome': {text!r}")
    return Outcome(None if text == "draw" else int(winner), field(record, "reason", str))


def line(record: Record, whose: Record) -> Line:
    """One of the best lines."""
    return Line(
        move=field(record, "move", str),
        score=score(record, whose),
        depth=field(record, "depth", int),
        pv=texts(record, "pv"),
        wdl=wdl(record),
    )


def lines(record: Record) -> tuple[Line, ...]:
    """The best lines; without the field `multipv` the only one, and none where there is no move."""
    if "multipv" in record:
        return tuple(line(entry, record) for entry in field(record, "multipv", list))
    return (line({**record, "move": record["bestmove"]}, record),) if "bestmove" in record else ()


def info(record: Record) -> Info:
    """The record of a search, on its way or at its end."""
    return Info(
        player=field(record, "player", int),
        move=field(record, "bestmove", str) if "bestmove" in record else None,
        score=score(record),
        pv=texts(record, "pv"),
        wdl=wdl(record),
        depth=field(record, "depth", int),
        seldepth=field(record, "seldepth", int),
        nodes=field(record, "nodes", int),
        nps=field(record, "nps", int),
        time=field(record, "time_ms", int) / 1000,
        hashfull=field(record, "hashfull", int),
        tbhits=field(record, "tbhits", int),
        lines=lines(record),
        outcome=outcome(record),
        final=field(record, "final", bool),
        terminated=record.get("terminated") is True,
    )


def encoding(record: Record) -> Encoding:
    """The answer to `encode`."""
    shape = field(record, "shape", list)
    numbers = field(record, "numbers", list)
    moves = texts(record, "moves")
    if len(shape) != 3 or len(numbers) != len(moves):
        raise EngineProtocolError(f"the engine answered with 'shape': {shape!r} and {len(numbers)} numbers")
    return Encoding(
        player=field(record, "player", int),
        shape=(shape[0], shape[1], shape[2]),
        planes=texts(record, "planes"),
        actions=field(record, "actions", int),
        numbers=dict(zip(numbers, moves)) if None not in numbers else numbered(numbers, moves),
    )


def numbered(numbers: list[int | None], moves: tuple[str, ...]) -> dict[int, str]:
    """The moves that have a number."""
    return {number: move for number, move in zip(numbers, moves) if number is not None}


def evaluation(record: Record) -> Evaluation:
    """The answer to `eval`."""
    return Evaluation(
        value=field(record, "value", int),
        terms={field(term, "name", str): float(term["value"]) for term in field(record, "terms", list)},
        order={field(entry, "move", str): field(entry, "rank", int) for entry in field(record, "order", list)},
    )


def solution(record: Record) -> Solution:
    """The answer to `solve`."""
    moves = field(record, "moves", list) if "moves" in record else []
    return Solution(
        result=field(record, "result", str),
        score=field(record, "value", int) if "value" in record else None,
        moves={field(entry, "move", str): field(entry, "value", int) for entry in moves if "value" in entry},
        plies=field(record, "plies", int) if "plies" in record else None,
        pv=texts(record, "pv") if "pv" in record else (),
        nodes=field(record, "nodes", int),
        time=field(record, "time_ms", int) / 1000,
    )


def play_result(record: Record) -> PlayResult:
    """The answer to `play`."""
    return PlayResult(
        move=field(record, "move", str),
        score=score(record) if "score" in record else None,
        depth=field(record, "depth", int),
        nodes=field(record, "nodes", int),
        time=field(record, "time_ms", int) / 1000,
    )

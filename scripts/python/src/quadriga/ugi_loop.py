"""The UGI loop of the engine, for moves that are played by the clock: it plans its time and keeps its table for a game.

Everything else is asked by JSON. One search runs at a time. What goes wrong in the middle of a search (a caller who
waits no longer, silence) ends the process, because a loop that is out of step cannot be trusted; the next move starts
another one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from .errors import EngineProtocolError, GameOverError, RefusedError, refusal
from .line_process import LineProcess, within
from .values import Limit, PlayResult, Score

Settings = Mapping[str, object]


class UgiLoop:
    """Plays moves by the clock; starts its process when it is first needed."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self._command = [*command, "ugi"]
        self._timeout = timeout
        self._turn = asyncio.Lock()
        self._process: LineProcess | None = None
        self._rules: dict[str, str] = {}
        self._game: tuple[str | None, tuple[str, ...]] = (None, ())

    async def play(
        self, rules: Settings, strength: Settings, fen: str | None, moves: tuple[str, ...], limit: Limit
    ) -> PlayResult:
        """The move of the player to move. `rules` begins with the variant; `strength` is set anew for each move."""
        seconds = max(limit.clocks) + sum(limit.increments) + self._timeout
        async with self._turn:
            try:
                work = self._play(rules, strength, fen, moves, limit)
                return await within(work, seconds, f"no move within {seconds:.1f} s")
            except (RefusedError, GameOverError):
                raise
            except BaseException:
                await self._end()
                raise

    async def close(self) -> None:
        """End the process."""
        await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            await process.close()

    async def _play(
        self, rules: Settings, strength: Settings, fen: str | None, moves: tuple[str, ...], limit: Limit
    ) -> PlayResult:
        process = await self._started({name: setting(value) for name, value in rules.items()})
        if self._game[0] != fen or self._game[1] != moves[: len(self._game[1])]:
            await process.send("uginewgame")
        self._game = (fen, moves)
        await process.send(*(f"setoption name {name} value {setting(value)}" for name, value in strength.items()))
        start = "startpos" if fen is None else f"fen {fen}"
        await self._done(process, " ".join(["position", start, *(["moves", *moves] if moves else [])]))
        await process.send("go " + " ".join(go_words(limit)))
        return await best_move(process)

    async def _started(self, rules: dict[str, str]) -> LineProcess:
        if self._process is not None and self._rules != rules:
            await self._end()
        if self._process is None:
            process = await LineProcess.start(self._command)
            try:
                await process.send("ugi")
                while await process.read() != "ugiok":
                    pass
                await self._done(process, *(f"setoption name {name} value {value}" for name, value in rules.items()))
            except BaseException:
                process.kill()
                await process.close()
                raise
            self._process, self._rules, self._game = process, rules, (None, ())
        return self._process

    async def _done(self, process: LineProcess, *lines: str) -> None:
        """Send lines and wait until they are carried out. What is refused is an exception."""
        await process.send(*lines, "isready")
        refused: list[str] = []
        while True:
            line = await process.read()
            if line == "readyok":
                break
            if line.startswith("info string error: "):
                refused.append(line[len("info string error: ") :])
        if refused:
            raise refusal(refused[0], "moves" if refused[0].startswith("move ") else None)


def setting(value: object) -> str:
    """The value of an option as UGI writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def go_words(limit: Limit) -> list[str]:
    """The words after `go`."""
    words: list[str] = []
    for number, seconds in enumerate(limit.clocks, 1):
        words += [f"p{number}time", str(round(seconds * 1000))]
    for number, seconds in enumerate(limit.increments, 1):
        words += [f"p{number}inc", str(round(seconds * 1000))]
    if limit.moves_to_go is not None:
        words += ["movestogo", str(limit.moves_to_go)]
    for name, value in limit.fields().items():
        words += [name, str(value)]
    return words


async def best_move(process: LineProcess) -> PlayResult:
    """Read to the end of a search."""
    report: dict[str, str] = {}
    score: Score | None = None
    over = "game over"
    while True:
        words = (await process.read()).split()
        if words[:3] == ["info", "string", "error:"]:
            raise RefusedError(" ".join(words[3:]))
        if words[:3] == ["info", "string", "game"]:
            over = " ".join(words[4:])
        elif words[:2] == ["info", "depth"] and "score" in words:
            report, score = info_words(words)
        elif words[:1] == ["bestmove"] and len(words) > 1:
            if words[1] == "(none)":
                raise GameOverError(over)
            return PlayResult(
                move=words[1],
                score=score if report.get("pv") == words[1] else None,
                depth=number(report, "depth"),
                nodes=number(report, "nodes"),
                time=number(report, "time") / 1000,
            )


def info_words(words: list[str]) -> tuple[dict[str, str], Score]:
    """The fields of a report, each with the word behind it, and its score."""
    report = dict(zip(words, words[1:]))
    kind = report.get("score", "")
    if kind not in ("cp", "mate"):
        raise EngineProtocolError(f"the engine reported {' '.join(words)[:200]!r}")
    bound = "lower" if "lowerbound" in words else "upper" if "upperbound" in words else None
    value = number(report, kind)
    return report, Score(cp=value, bound=bound) if kind == "cp" else Score(mate=value, bound=bound)


def number(report: dict[str, str], name: str) -> int:
    """A whole number of a report, 0 where it is not there."""
    try:
        return int(report.get(name, "0"))
    except ValueError:
        raise EngineProtocolError(f"the engine reported {name} {report[name]!r}") from None

"""The engine for asyncio. `Engine` is the same without it.

Questions may be asked at the same time; the engine searches as many positions at once as it has `positions`, and the
others wait. Cancelling a task ends its search.
"""

from __future__ import annotations

import math
import time
from collections.abc import AsyncGenerator, Awaitable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from . import answers
from .answers import Record
from .batch import Progress, in_order
from .binary import find_binary
from .errors import EngineError, GameOverError, RefusedError
from .json_pipe import JsonPipe, Query
from .line_process import within
from .options import ENGINE_OPTIONS, check, described, named, without_threads
from .position import Position
from .ugi_loop import UgiLoop
from .values import Evaluation, Info, Limit, Option, PlayResult, Solution

DEFAULT_GAME = "connect4"
# The engine searches no more positions at once.
MOST_POSITIONS = 512


class AsyncEngine:
    """A running engine; `await AsyncEngine.popen()` starts it, `async with` closes it."""

    def __init__(self, pipe: JsonPipe, command: list[str], game: str | None, timeout: float) -> None:
        self._pipe = pipe
        self._game = game
        self._given: Record = {}
        self._options: Record = {}
        self._threads: object = 1
        # Games in which wins by threats are proved and no values of moves.
        self._threat_games: set[str] = set()
        self._ugi = UgiLoop(command, timeout)

    @classmethod
    async def popen(
        cls,
        *,
        game: str | None = None,
        options: Mapping[str, object] | None = None,
        positions: int | None = None,
        timeout: float = 10.0,
        command: Sequence[str] | None = None,
    ) -> AsyncEngine:
        """Start the engine.

        `game` and `options` are those of `position`; the options `Threads`, `Hash` (MiB for each search), `Solver`,
        `Book` and `EvalFile` are for every search. A game that does not exist, or an option that the game does not have
        (or no game if none is named), is a `RefusedError`. `positions` is how many positions are searched at once, as
        many as there are processors if left out. An engine that gives no sign of life for `timeout` seconds is ended.
        `command` is another program than the installed one, with its arguments.
        """
        if positions is not None and not 1 <= positions <= MOST_POSITIONS:
            raise RefusedError(f"positions takes a number 1..{MOST_POSITIONS}, not {positions}", "positions")
        program = list(command or [find_binary()])
        words = [*program, "analyze", "--quit-at-end"]
        words += [] if positions is None else ["--positions", str(positions)]
        engine = cls(await JsonPipe.start(words, timeout), program, game, timeout)
        try:
            await engine.configure(options or {})
        except BaseException:
            await engine.close()
            raise
        return engine

    @property
    def pid(self) -> int:
        """Number of the engine's process."""
        return self._pipe.pid

    async def close(self) -> None:
        """End the engine. What still waits gets an `EngineTerminatedError`."""
        try:
            await self._ugi.close()
        finally:
            await self._pipe.close()

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def version(self) -> str:
        """Name and version of the engine."""
        record = await self._pipe.ask({"action": "version"})
        return f"{answers.field(record, 'name', str)} {answers.field(record, 'version', str)}"

    async def ping(self) -> float:
        """Wait for an answer, and return the seconds that it took."""
        began = time.monotonic()
        await self._pipe.ask({"action": "version"})
        return time.monotonic() - began

    async def configure(self, options: Mapping[str, object]) -> None:
        """Set options for all searches and moves that begin from now on; None sets one back. All are set, or none."""
        changed = {name.lower() for name in options}
        given = {name: value for name, value in self._given.items() if name.lower() not in changed}
        given.update({name: value for name, value in options.items() if value is not None})
        await check(self._pipe, self._game, given)
        self._given, self._options = given, without_threads(given)
        self._threads = named(given, "threads", 1)

    async def options(self) -> dict[str, Option]:
        """The options of the engine's game, with their values."""
        return await described(self._pipe, self._game or DEFAULT_GAME, self._given)

    def position(self, fen: str | None = None, moves: Iterable[str] = ()) -> Position:
        """A position of the engine's game."""
        rules = {name: value for name, value in self._options.items() if name.lower() not in ENGINE_OPTIONS}
        return Position(self._game or DEFAULT_GAME, fen, moves, **rules)

    async def legal_moves(self, position: Position) -> tuple[str, ...]:
        """All legal moves."""
        record = await self._pipe.ask({"action": "legal_moves", **position.request()})
        return answers.texts(record, "moves")

    async def analyse(
        self,
        position: Position,
        limit: Limit,
        *,
        multipv: int | None = None,
        search_moves: Iterable[str] = (),
        avoid: Iterable[str] = (),
        timeout: float | None = None,
    ) -> Info:
        """Search a position. With `multipv` the so many best moves are in `lines`.

        `search_moves` are the only moves that are looked at, `avoid` those that are not. After `timeout` seconds the
        search is given up with an `EngineTimeoutError`.
        """
        request = self._search(position, limit, multipv, search_moves, avoid)
        return answers.info(await self._pipe.ask(request, seconds(limit), timeout))

    def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        search_moves: Iterable[str] = (),
        avoid: Iterable[str] = (),
        report_every: float = 0.1,
    ) -> AsyncAnalysis:
        """Search a position and report on the way: an asynchronous iterator, to be used in `async with`.

        Without a limit it goes on until it is stopped, the value is proved or the greatest depth is reached.
        `report_every` is the least time between two reports.
        """
        request = self._search(position, limit, multipv, search_moves, avoid)
        return AsyncAnalysis(self._pipe, {**request, "report_every": report_every}, seconds(limit))

    async def play(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        level: int | None = None,
        elo: int | None = None,
        seed: int = 0,
        timeout: float | None = None,
    ) -> PlayResult:
        """The move that the engine plays. `GameOverError` if there is none.

        `level` from 0 to 20, or `elo`, is its strength; a lower level needs no limit. `seed` chooses among the moves of
        weaker play. With `Limit(clocks=...)` the engine plans its time, and remembers the game from move to move.
        """
        if limit is not None and limit.clocks:
            return await self._play_by_the_clock(position, limit, level, elo, seed, timeout)
        request = {"action": "play", **self._asked(position), **(limit.fields() if limit else {}), "seed": seed}
        request.update({name: value for name, value in (("level", level), ("elo", elo)) if value is not None})
        record = await self._pipe.ask(request, seconds(limit), timeout)
        outcome = answers.outcome(record)
        if outcome is not None:
            raise GameOverError(str(outcome))
        return answers.play_result(record)

    async def evaluate(self, position: Position) -> Evaluation:
        """The static value of a position and its parts, without a search. `GameOverError` if the game is over."""
        record = await self._pipe.ask({"action": "eval", **self._asked(position)})
        outcome = answers.outcome(record)
        if outcome is not None:
            raise GameOverError(str(outcome))
        return answers.evaluation(record)

    async def solve(
        self,
        position: Position,
        *,
        moves: bool = True,
        nodes: int | None = None,
        timeout: float | None = 60.0,
    ) -> Solution:
        """The exact value of a Connect Four position, and of each of its moves if `moves`.

        In gomoku, renju and caro it is a win by threats, or that there is none. After so many `nodes` the result is
        `unknown`. The engine keeps what it has proved, so related positions take less time.
        """
        return await self._solve(position, moves, nodes, timeout)

    def solve_many(
        self,
        positions: Iterable[Position],
        *,
        moves: bool = True,
        nodes: int | None = None,
        progress: Progress = False,
    ) -> AsyncGenerator[Solution, None]:
        """Solve any number of positions on all cores, and give the solutions in their order; see `analyse_many`."""
        # A generator may play on in its position meanwhile.
        return in_order(lambda position: self._solve(position.copy(), moves, nodes, None), positions, progress)

    async def _solve(self, position: Position, moves: bool, nodes: int | None, timeout: float | None) -> Solution:
        request = {"action": "solve", **self._asked(position), "nodes": nodes}
        try:
            moves = moves and position.game not in self._threat_games
            answer = self._pipe.ask({**request, "all": moves}, math.inf)
            return answers.solution(await within(answer, timeout, f"not solved within {timeout} s"))
        except RefusedError as refused:
            if refused.field != "all":
                raise
            self._threat_games.add(position.game)
        return await self._solve(position, False, nodes, timeout)

    def analyse_many(
        self,
        positions: Iterable[Position],
        limit: Limit,
        *,
        multipv: int | None = None,
        progress: Progress = False,
    ) -> AsyncGenerator[Info, None]:
        """Search any number of positions on all cores, and give the results in their order.

        `progress` is True for a bar on standard error, or a function that takes how many are done and how many there
        are (None where the positions come from a generator). A generator may yield the same position again and again
        and play on it in between.
        """

        async def search(request: Record) -> Info:
            return answers.info(await self._pipe.ask(request, seconds(limit)))

        def ask(position: Position) -> Awaitable[Info]:
            return search(self._search(position, limit, multipv, (), ()))

        return in_order(ask, positions, progress)

    def _asked(self, position: Position) -> Record:
        request = {**position.request(), "threads": self._threads}
        options = {**self._options, **position.options}
        return {**request, "options": options} if options else request

    def _search(
        self,
        position: Position,
        limit: Limit | None,
        multipv: int | None,
        search_moves: Iterable[str],
        avoid: Iterable[str],
    ) -> Record:
        if limit is not None and limit.clocks:
            raise RefusedError("clocks are for play", "clocks")
        request: dict[str, Any] = {**self._asked(position), **(limit.fields() if limit else {"infinite": True})}
        moves = {"search_moves": list(search_moves), "avoid": list(avoid)}
        request.update({name: value for name, value in moves.items() if value})
        return {**request, "multipv": multipv}

    async def _play_by_the_clock(
        self, position: Position, limit: Limit, level: int | None, elo: int | None, seed: int, timeout: float | None
    ) -> PlayResult:
        rules = {"UCI_Variant": position.game, "Threads": self._threads, **self._options, **position.options}
        strength: dict[str, object] = {
            "Skill Level": 20 if level is None else level,
            "UCI_LimitStrength": elo is not None,
            "UCI_Elo": 2600 if elo is None else elo,
            "Seed": seed,
        }
        # Asked now, as the position may be played on meanwhile.
        player, players = position.turn, position.players
        move = self._ugi.play(rules, strength, position.start, position.moves, limit)
        result = await within(move, timeout, f"no move within {timeout} s")
        if result.score is None:
            return result
        return replace(result, score=replace(result.score, player=player, players=players))


def seconds(limit: Limit | None) -> float:
    """How long a search takes at most; infinity where only the engine knows."""
    return math.inf if limit is None or limit.time is None else limit.time


class AsyncAnalysis:
    """A search on its way. Iterating over it gives what was found so far; the last one is `final`."""

    def __init__(self, pipe: JsonPipe, request: Record, limit_seconds: float) -> None:
        self._pipe = pipe
        self._request = request
        self._seconds = limit_seconds
        self._query: Query | None = None
        self._last: Info | None = None

    @property
    def last(self) -> Info | None:
        """What was found so far."""
        return self._last

    async def stop(self) -> None:
        """End the search; the iteration ends with what was found."""
        await (await self._begun()).stop()

    async def wait(self) -> Info:
        """Wait until the search ends, and say what it has found."""
        while self._last is None or not self._last.final:
            try:
                await self.__anext__()
            except StopAsyncIteration:
                found = "it found anything" if self._last is None else "its end; `last` is what it had found"
                raise EngineError(f"the analysis was ended before {found}") from None
        return self._last

    async def __aenter__(self) -> AsyncAnalysis:
        await self._begun()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._query is not None:
            await self._query.leave()

    def __aiter__(self) -> AsyncAnalysis:
        return self

    async def __anext__(self) -> Info:
        query = await self._begun()
        if query.done:
            raise StopAsyncIteration
        record = await query.next()
        if query.done and "score" not in record:  # stopped before its turn came
            raise StopAsyncIteration
        self._last = answers.info(record)
        return self._last

    async def _begun(self) -> Query:
        if self._query is None:
            self._query = await self._pipe.begin(self._request, self._seconds)
        return self._query

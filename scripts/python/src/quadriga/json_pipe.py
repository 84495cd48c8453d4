"""The pipe of `quadriga analyze`: any number of questions at once, each joined to its answers by a number.

One task reads, one watches. Nobody waits for ever: when the engine ends, writes nonsense or falls silent, it is killed
and everything that still waits gets the reason as an exception. It has fallen silent when no answer comes within the
longest limit of time among the questions that wait, and `timeout` seconds more. A search without a limit of time may
take as long as it wants, but then the engine has to answer a ping.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
import math
from collections.abc import Sequence

from .answers import Record
from .errors import EngineError, EngineProtocolError, EngineTerminatedError, EngineTimeoutError, RefusedError, refusal
from .line_process import LineProcess, within

# The engine reads on, and so answers pings, while no more than 10,000 queries or 32 MiB of them wait.
MOST_QUERIES = 1000

LOG = logging.getLogger("quadriga")


class Query:
    """A question on its way. Its records are taken with `next`, until `done`."""

    def __init__(self, pipe: JsonPipe, number: int, seconds: float) -> None:
        self._pipe = pipe
        self.number = number
        self.seconds = seconds
        self.done = False
        self._records: asyncio.Queue[Record | Exception] = asyncio.Queue()

    def put(self, record: Record | Exception) -> None:
        """A record has come, or the reason why none will."""
        self._records.put_nowait(record)

    async def next(self) -> Record:
        """The next record; the last one sets `done`."""
        record = await self._records.get()
        if isinstance(record, Exception):
            self.done = not self._pipe.knows(self)
            raise record
        self.done = is_last(record)
        return record

    async def stop(self) -> None:
        """Ask the engine to end this search; its last record then has what was found."""
        if not self.done:
            await self._pipe.send({"action": "terminate", "terminate": self.number})

    async def leave(self) -> None:
        """Nobody waits for this query any more."""
        if not self.done:
            self.done = True
            await self._pipe.forget(self)


def is_last(record: Record) -> bool:
    """Whether no more records of this query will come: actions have one answer."""
    return record.get("final") is True or "action" in record


class JsonPipe:
    """One process of `quadriga analyze`."""

    def __init__(self, process: LineProcess, timeout: float) -> None:
        self._process = process
        self._timeout = timeout
        self._numbers = itertools.count(1)
        self._waiting: dict[int, Query] = {}
        self._left: set[int] = set()
        self._room = asyncio.Semaphore(MOST_QUERIES)
        self._failure: EngineError | None = None
        self._pinging: asyncio.Future[None] | None = None
        self._last_sign = self._now()
        self._tasks = [asyncio.ensure_future(self._read()), asyncio.ensure_future(self._watch())]

    @classmethod
    async def start(cls, command: Sequence[str], timeout: float) -> JsonPipe:
        """Start the process and wait until it answers."""
        pipe = cls(await LineProcess.start(command), timeout)
        try:
            await pipe.ask({"action": "version"})
        except BaseException:
            await pipe.close()
            raise
        return pipe

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    async def begin(self, request: Record, seconds: float = 0.0) -> Query:
        """Send a question that takes the engine so many seconds when its turn comes, infinity if nobody knows."""
        query = Query(self, next(self._numbers), seconds)
        await self._room.acquire()
        if not self._waiting:
            self._last_sign = self._now()
        self._waiting[query.number] = query
        try:
            await self.send({"id": query.number, **request})
        except BaseException:
            self._remove(query)
            raise
        return query

    async def ask(self, request: Record, seconds: float = 0.0, timeout: float | None = None) -> Record:
        """Send a question and wait for its only answer."""
        query = await self.begin(request, seconds)
        try:
            return await within(query.next(), timeout, f"no answer within {timeout} s")
        finally:
            await query.leave()

    async def send(self, request: Record) -> None:
        """Write one line."""
        if self._failure is not None:
            raise type(self._failure)(*self._failure.args)
        try:
            line = json.dumps(request, ensure_ascii=False, allow_nan=False)
        except ValueError as error:
            raise RefusedError(f"this cannot be said in JSON: {error}") from None
        await self._process.send(line)

    async def forget(self, query: Query) -> None:
        """End a search whose answer nobody wants; the answer is dropped when it comes."""
        if self._remove(query) and self._failure is None:
            self._left.add(query.number)
            await self.send({"action": "terminate", "terminate": query.number})

    def knows(self, query: Query) -> bool:
        """Whether the engine may still answer this query."""
        return query.number in self._waiting

    async def close(self) -> None:
        """End the process; whatever still waits gets an exception."""
        self._fail(EngineTerminatedError("the engine was closed"), kill=False)
        for task in self._tasks:
            task.cancel()
        await self._process.close()

    def _fail(self, error: EngineError, kill: bool = True) -> None:
        if self._failure is None:
            self._failure = error
        if kill:
            self._process.kill()
        for query in list(self._waiting.values()):
            query.put(type(error)(*error.args))
            self._remove(query)

    def _remove(self, query: Query) -> bool:
        known = self._waiting.pop(query.number, None) is not None
        if known:
            self._room.release()
        return known

    async def _read(self) -> None:
        try:
            while True:
                line = await self._process.read()
                self._last_sign = self._now()
                self._take(line)
        except EngineError as error:
            self._fail(error)
            await self._process.close()

    def _take(self, line: str) -> None:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise EngineProtocolError(f"the engine wrote {line[:200]!r}, which is no answer")
        number = record.get("id")
        if "warning" in record:
            self._take_warning(record)
        elif number is None and record.get("action") == "terminate":
            return
        elif isinstance(number, int) and number in self._waiting:
            self._hand_over(self._waiting[number], record)
        elif isinstance(number, int) and number in self._left:
            if "error" in record or is_last(record):
                self._left.discard(number)
        elif number != "ping":
            raise EngineProtocolError(f"the engine answered a question that nobody asked: {line[:200]}")

    def _take_warning(self, record: Record) -> None:
        """A number was out of range and brought into it: that may be for a limit, but never for a rule."""
        query = self._waiting.get(record["id"]) if isinstance(record.get("id"), int) else None
        if query is None or record.get("field") != "options":
            LOG.warning("%s", record["warning"])
            return
        query.put(refusal(str(record["warning"]), "options"))

    def _hand_over(self, query: Query, record: Record) -> None:
        failed = "error" in record
        about = record.get("field")
        query.put(refusal(str(record["error"]), about if isinstance(about, str) else None) if failed else record)
        if failed or is_last(record):
            self._remove(query)

    async def _watch(self) -> None:
        while self._failure is None:
            await asyncio.sleep(self._timeout / 4)
            if not self._waiting:
                continue
            silence = self._now() - self._last_sign
            seconds = max(query.seconds for query in self._waiting.values())
            endless = math.isinf(seconds)
            if silence > self._timeout + (0.0 if endless else seconds):
                self._fail(EngineTimeoutError(f"the engine was silent for {silence:.1f} s"))
            elif endless and silence > self._timeout / 4 and (self._pinging is None or self._pinging.done()):
                self._pinging = asyncio.ensure_future(self._ping())

    async def _ping(self) -> None:
        try:
            await self.send({"id": "ping", "action": "version"})
        except EngineError as error:
            self._fail(error)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()

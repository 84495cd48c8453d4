"""The threads in which the engines of the synchronous interface live.

There is one for all engines, made when it is first needed, and one for the rules (`rules.py`), each with an event loop.
`run` hands it a coroutine and waits. At the end of the program all engines that are still open are closed. A process
that was forked has no such threads, so it makes its own; engines that its parent opened are not for it to use.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import threading
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from .errors import EngineTerminatedError

T = TypeVar("T")
SECONDS_TO_END = 5.0


class Closable(Protocol):
    """What has a process that must be ended."""

    async def close(self) -> None:
        """End it."""


class Background:
    """An event loop in a thread of its own."""

    def __init__(self, name: str) -> None:
        self._process = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._open: set[Closable] = set()
        self._thread = threading.Thread(target=self._loop.run_forever, name=f"quadriga-{name}", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do the work in the thread and wait for its result. If the wait is interrupted, the work is cancelled."""
        if threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError(
                "this was called by something that the engine's own thread runs, and would wait for ever"
            )
        if self._process != os.getpid() or not self._thread.is_alive():
            work.close()
            raise EngineTerminatedError("the engine belongs to another process, or the program is ending")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def keep(self, engine: Closable) -> None:
        """Close this at the end of the program, at the latest."""
        self._open.add(engine)

    async def close(self, engine: Closable) -> None:
        """Close this now."""
        try:
            await engine.close()
        finally:
            self._open.discard(engine)

    def close_later(self, engine: Closable) -> None:
        """Close this without waiting, from any thread: its owner was forgotten."""
        if self._process == os.getpid() and self._loop.is_running():
            asyncio.run_coroutine_threadsafe(self.close(engine), self._loop)

    def end(self) -> None:
        """Close everything."""
        if self._process != os.getpid():
            return
        closing = asyncio.run_coroutine_threadsafe(self._close_all(), self._loop)
        with contextlib.suppress(Exception):
            closing.result(SECONDS_TO_END)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(SECONDS_TO_END)

    async def _close_all(self) -> None:
        await asyncio.gather(*(self.close(engine) for engine in list(self._open)), return_exceptions=True)


_lock = threading.Lock()
_threads: dict[str, Background] = {}


def background(name: str) -> Background:
    """The thread of this name in this process."""
    with _lock:
        if name not in _threads:
            _threads[name] = Background(name)
            atexit.register(_threads[name].end)
        return _threads[name]


def _forget() -> None:
    global _lock
    _lock = threading.Lock()
    _threads.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)

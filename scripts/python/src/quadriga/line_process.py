"""A child process that reads lines and writes lines: what the ways to speak with the engine share.

Always: the process is waited for, whatever happens, and what it wrote to standard error is part of the message when it
dies. It is in a process group of its own, so that Ctrl-C in a terminal is for Python alone to handle; if Python itself
dies, the end of its input ends the engine.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
from collections import deque
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

from .errors import EngineError, EngineProtocolError, EngineTerminatedError, EngineTimeoutError, RefusedError

T = TypeVar("T")

LONGEST_LINE = 64 * 1024 * 1024
LONGEST_LINE_THAT_IS_READ = 4 * 1024 * 1024
SECONDS_TO_END = 2.0
LAST_WORDS = 5


async def within(work: Awaitable[T], seconds: float | None, otherwise: str) -> T:
    """The result of the work; an `EngineTimeoutError` with this message if it takes longer."""
    try:
        return await asyncio.wait_for(work, seconds)
    except asyncio.TimeoutError as error:
        if isinstance(error, EngineError):  # the work's own
            raise
        raise EngineTimeoutError(otherwise) from None


class LineProcess:
    """One child process. Made by `start`."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._writing = asyncio.Lock()
        self._errors: deque[str] = deque(maxlen=LAST_WORDS)
        self._listener = asyncio.ensure_future(self._listen_to_errors())

    @classmethod
    async def start(cls, command: Sequence[str]) -> LineProcess:
        """Start the command; fails at once if there is no such program."""
        pipe = subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, stderr=pipe, limit=LONGEST_LINE, **group()
            )
        except (OSError, ValueError) as error:
            raise EngineTerminatedError(f"{command[0]} cannot be started: {error}") from error
        return cls(process)

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    async def send(self, *lines: str) -> None:
        """Write lines, and wait while the process does not read them."""
        assert self._process.stdin is not None
        written = [encoded(line) for line in lines]
        try:
            async with self._writing:
                self._process.stdin.write(b"".join(written))
                await self._process.stdin.drain()
        except (ConnectionError, RuntimeError) as error:
            raise EngineTerminatedError("the engine reads no more") from error

    async def read(self) -> str:
        """The next line; `EngineTerminatedError` at the end of the output."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:
            raise EngineProtocolError(f"the engine wrote a line of more than {LONGEST_LINE} bytes") from None
        if not line:
            raise EngineTerminatedError(await self.last_words())
        return line.decode("utf-8", "replace").rstrip("\r\n")

    async def last_words(self) -> str:
        """The exit status and the end of standard error of a process that has closed its output."""
        await self.close()
        status = self._process.returncode
        text = "; ".join(self._errors)
        return f"the engine ended with status {status}" + (f": {text}" if text else "")

    async def exit_status(self) -> int:
        """End the process and say its exit status."""
        await self.close()
        return self._process.returncode if self._process.returncode is not None else -1

    def kill(self) -> None:
        """End the process at once; `close` still has to wait for it."""
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """End the process: by the end of its input, by force if that takes too long."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), SECONDS_TO_END)
        except asyncio.TimeoutError:
            pass
        finally:
            self.kill()
        await self._process.wait()
        # A grandchild that has inherited standard error may keep it open.
        await asyncio.wait([self._listener], timeout=0.2)
        self._listener.cancel()

    async def _listen_to_errors(self) -> None:
        assert self._process.stderr is not None
        while True:
            try:
                line = await self._process.stderr.readline()
            except ValueError:
                continue
            if not line:
                return
            self._errors.append(line.decode("utf-8", "replace").strip()[:1000])


def group() -> dict[str, Any]:
    """The arguments that give a process a group of its own."""
    if os.name == "nt":
        return {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    return {"start_new_session": True}


def encoded(line: str) -> bytes:
    """The line as the engine reads it."""
    try:
        written = line.encode()
    except UnicodeEncodeError as error:
        raise RefusedError(f"this is not text: {error}") from None
    if b"\n" in written or b"\r" in written:
        raise RefusedError("a line break is no part of a move, a position or an option")
    if len(written) > LONGEST_LINE_THAT_IS_READ:
        raise RefusedError(f"this is longer than the {LONGEST_LINE_THAT_IS_READ} bytes that the engine reads")
    return written + b"\n"

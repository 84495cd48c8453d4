"""The rules, asked of one small engine that all positions of the program share.

It searches nothing, so it answers within a tenth of a millisecond, whatever other engines are busy with. It is started
when it is first needed, again if it was lost, and ended with the program.

The pipe is a plain blocking one, without a thread between the caller and the engine: a question is a line written and
a line read. Questions of several threads take turns. A guard kills an engine that does not answer in time, which ends
the wait.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import logging
import os
import subprocess
import tempfile
import threading
import time
from typing import Any

from .answers import Record
from .binary import find_binary
from .errors import (
    EngineError,
    EngineProtocolError,
    EngineTerminatedError,
    EngineTimeoutError,
    RefusedError,
    refusal,
)
from .line_process import LAST_WORDS, encoded, group

SECONDS = 30.0

LOG = logging.getLogger("quadriga")
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_lock = threading.RLock()
_pipe: RulesPipe | None = None


class RulesPipe:
    """One process of `quadriga analyze`, for one question at a time."""

    def __init__(self, command: list[str]) -> None:
        # A file, as a pipe that nobody reads would fill up.
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=self._errors, bufsize=0, **group()
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            raise EngineTerminatedError(f"{command[0]} cannot be started: {error}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self._read = b""
        self._number = 0
        self._asked: float | None = None
        self._timed_out = False
        self._ended = threading.Event()
        threading.Thread(target=self._guard, name="quadriga-rules", daemon=True).start()

    @property
    def pid(self) -> int:
        """Number of the process."""
        return self._process.pid

    def ask(self, request: Record) -> Record:
        """The answer to a question. After an exception that is no refusal the pipe is out of step: it must be ended."""
        self._number += 1
        try:
            line = encoded(_encode({"id": self._number, **request}))
        except (TypeError, ValueError) as error:
            raise (
                error if isinstance(error, RefusedError) else RefusedError(f"this cannot be said in JSON: {error}")
            ) from None
        self._asked = time.monotonic()
        try:
            self._write(line)
            return self._answer()
        finally:
            self._asked = None

    def end(self) -> None:
        """Kill the process, which has nothing to lose, and wait for it."""
        self._process.kill()
        self._process.wait()
        self.abandon()

    def abandon(self) -> None:
        """Close the pipe. In a forked process, the engine is that of the parent."""
        self._ended.set()
        if self._process.returncode is None:
            self._process.returncode = 0
        for file in (self._input, self._output, self._errors):
            with contextlib.suppress(OSError):
                file.close()

    def _write(self, line: bytes) -> None:
        try:
            while line:
                line = line[self._input.write(line) :]
        except OSError:
            raise self._failure() from None

    def _line(self) -> bytes:
        while True:
            line, end, rest = self._read.partition(b"\n")
            if end:
                self._read = rest
                return line
            chunk = self._output.read(1 << 16)
            if not chunk:
                raise self._failure()
            self._read += chunk

    def _answer(self) -> Record:
        refused = None
        while True:
            line = self._line()
            try:
                record: Any = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            if not isinstance(record, dict) or record.get("id") != self._number:
                raise EngineProtocolError(
                    f"the engine wrote {line[:200].decode('utf-8', 'replace')!r}, which is no answer"
                )
            about = record.get("field")
            if "error" in record:
                raise refusal(str(record["error"]), about if isinstance(about, str) else None)
            if "warning" not in record:
                break
            # A number was out of range and brought into it: never for a rule.
            if about == "options":
                refused = refused or refusal(str(record["warning"]), "options")
            else:
                LOG.warning("%s", record["warning"])
        if refused is not None:
            raise refused
        return record

    def _failure(self) -> EngineError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        self._process.kill()
        status = self._process.wait()
        if self._timed_out:
            return EngineTimeoutError(f"no answer about the rules within {SECONDS} s")
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().split("\n")
        text = "; ".join(line.strip() for line in lines[-LAST_WORDS:])
        return EngineTerminatedError(f"the engine ended with status {status}" + (f": {text}" if text else ""))

    def _guard(self) -> None:
        while not self._ended.wait(SECONDS / 4):
            asked = self._asked
            if asked is not None and time.monotonic() - asked > SECONDS:
                self._timed_out = True
                self._process.kill()
                return


def ask(request: Record) -> Record:
    """The engine's answer to a question about the rules."""
    global _pipe
    with _lock:
        if _pipe is None:
            _pipe = RulesPipe([find_binary(), "analyze", "--positions", "1"])
        pipe = _pipe
        try:
            return pipe.ask(request)
        except RefusedError:
            raise
        except BaseException:
            # Interrupted in the middle of an answer, or lost.
            _pipe = None
            pipe.end()
            raise


def pid() -> int | None:
    """Number of the process that answers; None before the first question."""
    return None if _pipe is None else _pipe.pid


def _end() -> None:
    global _pipe
    with _lock:
        if _pipe is not None:
            _pipe.end()
        _pipe = None


def _forget() -> None:
    global _lock, _pipe
    if _pipe is not None:
        _pipe.abandon()
    _lock, _pipe = threading.RLock(), None


atexit.register(_end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)

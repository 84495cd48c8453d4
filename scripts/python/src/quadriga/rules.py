"""The rules, asked of one small engine that all positions of the program share.

It searches nothing, so it answers in about a tenth of a millisecond, whatever other engines are busy with. It is
started when it is first needed, again if it was lost, and closed at the end of the program.
"""

from __future__ import annotations

import os
import subprocess
import threading

from .answers import Record
from .background import background
from .binary import find_binary
from .errors import EngineError, EngineTerminatedError, EngineTimeoutError, RefusedError
from .json_pipe import JsonPipe

SECONDS = 30.0

_lock = threading.Lock()
_pipe: JsonPipe | None = None


def ask(request: Record) -> Record:
    """The engine's answer to a question about the rules."""
    global _pipe
    with _lock:
        if _pipe is None:
            _pipe = background("rules").run(JsonPipe.start([find_binary(), "analyze", "--positions", "1"], SECONDS))
            background("rules").keep(_pipe)
        pipe = _pipe
    try:
        return background("rules").run(pipe.ask(request))
    except EngineError:
        with _lock:
            if _pipe is pipe:
                _pipe = None
        background("rules").close_later(pipe)
        raise


def show(request: Record, *flags: str) -> str:
    """A picture of a position, or its diagram as text, by `quadriga show`."""
    command = [find_binary(), "show", "--game", str(request["game"]), *flags]
    if "fen" in request:
        command.append(f"--fen={request['fen']}")
    for name, value in dict(request.get("options", {})).items():
        command.append(f"--option={name}={str(value).lower() if isinstance(value, bool) else value}")
    command.append(f"--moves={' '.join(request['moves'])}")
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, encoding="utf-8", check=False)
    except subprocess.TimeoutExpired:
        raise EngineTimeoutError(f"no picture within {SECONDS} s") from None
    except (OSError, ValueError) as error:
        raise EngineTerminatedError(f"{command[0]} cannot be started: {error}") from error
    message = done.stderr.strip()
    if done.returncode in (1, 2) and message.startswith("error: "):
        raise RefusedError(message[len("error: ") :])
    if done.returncode != 0:
        raise EngineTerminatedError(f"the engine ended with status {done.returncode}: {message[-1000:]}")
    return done.stdout


def _forget() -> None:
    global _lock, _pipe
    _lock, _pipe = threading.Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)

"""Boards as pictures and as text, by `quadriga show`: one process for each."""

from __future__ import annotations

import subprocess

from .answers import Record
from .binary import find_binary
from .errors import EngineTerminatedError, EngineTimeoutError, RefusedError

SECONDS = 30.0


def show(request: Record, *flags: str) -> bytes:
    """What `quadriga show` prints of a position."""
    command = [find_binary(), "show", "--game", str(request["game"]), *flags]
    if "fen" in request:
        command.append(f"--fen={request['fen']}")
    for name, value in dict(request.get("options", {})).items():
        command.append(f"--option={name}={str(value).lower() if isinstance(value, bool) else value}")
    command.append(f"--moves={' '.join(request['moves'])}")
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise EngineTimeoutError(f"no picture within {SECONDS} s") from None
    except (OSError, ValueError) as error:
        raise EngineTerminatedError(f"{command[0]} cannot be started: {error}") from error
    message = done.stderr.decode("utf-8", "replace").strip()
    if done.returncode in (1, 2) and message.startswith("error: "):
        raise RefusedError(message[len("error: ") :])
    if done.returncode != 0:
        raise EngineTerminatedError(f"the engine ended with status {done.returncode}: {message[-1000:]}")
    return done.stdout

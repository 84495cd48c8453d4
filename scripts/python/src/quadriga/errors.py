"""What can go wrong, as exceptions.

All of them are a `QuadrigaError`. A caller who wants to go on with another position catches `RefusedError` and
`GameOverError`, after which the engine is as it was. After an `EngineError` the engine is gone, except where the
call had a time limit of its own (`timeout=`).
"""

from __future__ import annotations


class QuadrigaError(Exception):
    """Anything that this package raises on purpose."""


class BinaryNotFoundError(QuadrigaError, FileNotFoundError):
    """The program `quadriga` is not installed where this package looks for it."""


class RefusedError(QuadrigaError, ValueError):
    """The engine refused a request: a game, position, move, option or limit that does not exist.

    `field` names what it is about, where the engine says so: `game`, `fen`, `moves`, `options`, `depth`, ...
    """

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class IllegalMoveError(RefusedError):
    """A move that cannot be read, or that the rules forbid."""


class NotThereError(QuadrigaError, IndexError):
    """A move to take back, or a place of the board, that does not exist."""


class GameOverError(QuadrigaError):
    """A move was asked for where the game is over."""


class EngineError(QuadrigaError):
    """The engine itself failed."""


class EngineTerminatedError(EngineError):
    """The engine could not be started, ended, or was closed."""


class EngineTimeoutError(EngineError, TimeoutError):
    """No answer in time: the engine was silent and was ended, or the call's own `timeout` was over."""


class EngineProtocolError(EngineError):
    """The engine wrote something that is no answer. It was ended."""


def refusal(message: str, field: str | None = None) -> RefusedError:
    """The exception for what the engine says about a request that it refuses."""
    return IllegalMoveError(message, field) if field == "moves" else RefusedError(message, field)

"""Quadriga from Python: a board game engine for Connect Four, gomoku and renju, draughts and Chinese checkers.

    from quadriga import Engine, Limit, Position

    with Engine.popen() as engine:
        position = Position("draughts", moves=["32-28", "19-23"])
        print(engine.analyse(position, Limit(time=1.0)))

`Engine` waits for its answers, `AsyncEngine` is the same for asyncio. The program itself is part of the package.
"""

from __future__ import annotations

from .async_engine import AsyncAnalysis, AsyncEngine
from .binary import find_binary
from .engine import Analysis, Engine
from .errors import (
    BinaryNotFoundError,
    EngineError,
    EngineProtocolError,
    EngineTerminatedError,
    EngineTimeoutError,
    GameOverError,
    IllegalMoveError,
    QuadrigaError,
    RefusedError,
)
from .position import Position
from .values import Info, Limit, Line, Outcome, PlayResult, Score, Solution, Wdl

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "BinaryNotFoundError",
    "Engine",
    "EngineError",
    "EngineProtocolError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "GameOverError",
    "IllegalMoveError",
    "Info",
    "Limit",
    "Line",
    "Outcome",
    "PlayResult",
    "Position",
    "QuadrigaError",
    "RefusedError",
    "Score",
    "Solution",
    "Wdl",
    "find_binary",
]

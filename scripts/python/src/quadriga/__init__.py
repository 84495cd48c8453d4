"""Quadriga from Python: a board game engine for Connect Four, gomoku and renju, draughts and Chinese checkers.

    from quadriga import Engine, Limit, Position

    with Engine.popen() as engine:
        position = Position("draughts", moves=["32-28", "19-23"])
        print(engine.analyse(position, Limit(time=1.0)))

`Engine` waits for its answers, `AsyncEngine` is the same for asyncio. The program itself is part of the package.
"""

from __future__ import annotations

import importlib.metadata

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
    NotThereError,
    QuadrigaError,
    RefusedError,
)
from .position import Position
from .records import Game, read_games
from .values import (
    Encoding,
    Evaluation,
    Info,
    Limit,
    Line,
    Option,
    Outcome,
    Piece,
    PlayResult,
    Score,
    Solution,
    Wdl,
)

try:
    __version__ = importlib.metadata.version("quadriga")
except importlib.metadata.PackageNotFoundError:  # run from the sources
    __version__ = "0+unknown"

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "BinaryNotFoundError",
    "Encoding",
    "Engine",
    "EngineError",
    "EngineProtocolError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "Evaluation",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Info",
    "Limit",
    "Line",
    "NotThereError",
    "Option",
    "Outcome",
    "Piece",
    "PlayResult",
    "Position",
    "QuadrigaError",
    "RefusedError",
    "Score",
    "Solution",
    "Wdl",
    "__version__",
    "find_binary",
    "read_games",
]

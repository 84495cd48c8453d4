"""The engine without asyncio: each method hands the one of `AsyncEngine` to the background thread and waits.

The methods are described there. An engine may be used by several threads at the same time.
"""

from __future__ import annotations

import weakref
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from .async_engine import AsyncAnalysis, AsyncEngine
from .background import Background, background
from .batch import Progress
from .position import Position
from .values import Evaluation, Info, Limit, Option, PlayResult, Solution

T = TypeVar("T")


class Engine:
    """A running engine; `Engine.popen()` starts it, `with` closes it."""

    def __init__(self, engine: AsyncEngine, thread: Background) -> None:
        self._engine = engine
        self._thread = thread
        thread.keep(engine)
        weakref.finalize(self, thread.close_later, engine)

    @classmethod
    def popen(
        cls,
        *,
        game: str | None = None,
        options: Mapping[str, object] | None = None,
        positions: int | None = None,
        timeout: float = 10.0,
        command: Sequence[str] | None = None,
    ) -> Engine:
        """Start the engine: see `AsyncEngine.popen`."""
        thread = background("engines")
        start = AsyncEngine.popen(game=game, options=options, positions=positions, timeout=timeout, command=command)
        return cls(thread.run(start), thread)

    @property
    def pid(self) -> int:
        """Number of the engine's process."""
        return self._engine.pid

    def close(self) -> None:
        """End the engine."""
        self._run(self._thread.close(self._engine))

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def version(self) -> str:
        """Name and version of the engine."""
        return self._run(self._engine.version())

    def ping(self) -> float:
        """Wait for an answer, and return the seconds that it took."""
        return self._run(self._engine.ping())

    def configure(self, options: Mapping[str, object]) -> None:
        """Set options from now on: see `AsyncEngine.configure`."""
        self._run(self._engine.configure(options))

    @property
    def options(self) -> dict[str, Option]:
        """The options of the engine's game, with their values."""
        return self._run(self._engine.options())

    def position(self, fen: str | None = None, moves: Iterable[str] = ()) -> Position:
        """A position of the engine's game."""
        return self._engine.position(fen, moves)

    def legal_moves(self, position: Position) -> tuple[str, ...]:
        """All legal moves."""
        return self._run(self._engine.legal_moves(position))

    def analyse(
        self,
        position: Position,
        limit: Limit,
        *,
        multipv: int | None = None,
        search_moves: Iterable[str] = (),
        avoid: Iterable[str] = (),
        timeout: float | None = None,
    ) -> Info:
        """Search a position: see `AsyncEngine.analyse`."""
        return self._run(
            self._engine.analyse(
                position, limit, multipv=multipv, search_moves=search_moves, avoid=avoid, timeout=timeout
            )
        )

    def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        search_moves: Iterable[str] = (),
        avoid: Iterable[str] = (),
        report_every: float = 0.1,
    ) -> Analysis:
        """Search a position and report on the way: an iterator, to be used in `with`. See `AsyncEngine.analysis`."""
        analysis = self._engine.analysis(
            position, limit, multipv=multipv, search_moves=search_moves, avoid=avoid, report_every=report_every
        )
        return Analysis(analysis, self._thread)

    def play(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        level: int | None = None,
        elo: int | None = None,
        seed: int = 0,
        timeout: float | None = None,
    ) -> PlayResult:
        """The move that the engine plays: see `AsyncEngine.play`."""
        return self._run(self._engine.play(position, limit, level=level, elo=elo, seed=seed, timeout=timeout))

    def evaluate(self, position: Position) -> Evaluation:
        """The static value of a position and its parts, without a search: see `AsyncEngine.evaluate`."""
        return self._run(self._engine.evaluate(position))

    def solve(
        self, position: Position, *, moves: bool = True, nodes: int | None = None, timeout: float | None = 60.0
    ) -> Solution:
        """The exact value of a Connect Four position, or a win by threats: see `AsyncEngine.solve`."""
        return self._run(self._engine.solve(position, moves=moves, nodes=nodes, timeout=timeout))

    def solve_many(
        self,
        positions: Iterable[Position],
        *,
        moves: bool = True,
        nodes: int | None = None,
        progress: Progress = False,
    ) -> Iterator[Solution]:
        """Solve any number of positions on all cores, in order: see `AsyncEngine.solve_many` and `analyse_many`."""
        return self._each(self._engine.solve_many(positions, moves=moves, nodes=nodes, progress=progress))

    def analyse_many(
        self,
        positions: Iterable[Position],
        limit: Limit,
        *,
        multipv: int | None = None,
        progress: Progress = False,
    ) -> Iterator[Info]:
        """Search any number of positions on all cores, in order: see `AsyncEngine.analyse_many`.

        `positions` and `progress` run in the engine's thread, so they may use a `Position`, but not an `Engine`.
        """
        return self._each(self._engine.analyse_many(positions, limit, multipv=multipv, progress=progress))

    def _each(self, results: AsyncGenerator[T, None]) -> Iterator[T]:
        try:
            while True:
                result = self._run(next_of(results))
                if result is None:
                    return
                yield result
        finally:
            self._run(results.aclose())

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._thread.run(work)


async def next_of(results: AsyncIterator[T]) -> T | None:
    """The next one, None at the end."""
    try:
        return await results.__anext__()
    except StopAsyncIteration:
        return None


class Analysis:
    """A search on its way. Iterating over it gives what was found so far; the last one is `final`."""

    def __init__(self, analysis: AsyncAnalysis, thread: Background) -> None:
        self._analysis = analysis
        self._thread = thread

    @property
    def last(self) -> Info | None:
        """What was found so far."""
        return self._analysis.last

    def stop(self) -> None:
        """End the search; the iteration ends with what was found. May be called from another thread."""
        self._thread.run(self._analysis.stop())

    def wait(self) -> Info:
        """Wait until the search ends, and say what it has found."""
        return self._thread.run(self._analysis.wait())

    def __enter__(self) -> Analysis:
        self._thread.run(self._analysis.__aenter__())
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.run(self._analysis.__aexit__())

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        info = self._thread.run(next_of(self._analysis))
        if info is None:
            raise StopIteration
        return info

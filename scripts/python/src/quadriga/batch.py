"""Many questions at once, answered in the order in which they were asked, and a bar that shows how far one is.

A window of questions is on its way at any moment: enough for all cores to be busy, few enough that millions of
positions from a generator never lie in memory.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Iterable, Sized
from typing import Callable, Optional, TextIO, TypeVar, Union

Question = TypeVar("Question")
Answer = TypeVar("Answer")
Progress = Union[bool, Callable[[int, Optional[int]], None]]

WINDOW = 1000
SECONDS_BETWEEN_DRAWINGS = 0.1
WIDTH = 30


async def in_order(
    ask: Callable[[Question], Awaitable[Answer]], questions: Iterable[Question], progress: Progress
) -> AsyncGenerator[Answer, None]:
    """The answers in order. The first question that fails ends them."""
    total = len(questions) if isinstance(questions, Sized) else None
    report = ProgressBar() if progress is True else progress or no_report
    # Counted as they are given: a callback of the future may run only after the last report.
    done = 0

    def fill_window() -> bool:
        for question in itertools.islice(source, WINDOW - len(waiting)):
            waiting.append(asyncio.ensure_future(ask(question)))
        return bool(waiting)

    waiting: deque[asyncio.Future[Answer]] = deque()
    source = iter(questions)
    try:
        report(0, total)
        while fill_window():
            answer = await waiting[0]
            waiting.popleft()
            done += 1
            report(done, total)
            yield answer
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        if isinstance(report, ProgressBar):
            report.end()


def no_report(_done: int, _total: int | None) -> None:
    """Nobody wants to know."""


class ProgressBar:
    """How many of how many, how fast, how long still; drawn on a terminal or in a notebook, else at its end."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._live = self._stream.isatty() or (stream is None and is_notebook())
        # A notebook obeys the return to the beginning of a line, but no other control.
        self._clear = "\x1b[K" if self._stream.isatty() else " " * 8
        self._began = time.monotonic()
        self._drawn = float("-inf")
        self._text = ""

    def __call__(self, done: int, total: int | None) -> None:
        """So many are done."""
        now = time.monotonic()
        self._text = progress_text(done, total, now - self._began)
        if self._live and (now - self._drawn > SECONDS_BETWEEN_DRAWINGS or done == total):
            self._drawn = now
            self._stream.write(f"\r{self._text}{self._clear}")
            self._stream.flush()

    def end(self) -> None:
        """Leave the last state on a line of its own."""
        self._stream.write(f"\r{self._text}{self._clear}\n" if self._live else f"{self._text}\n")
        self._stream.flush()


def is_notebook() -> bool:
    """Whether this runs in the kernel of a notebook, which shows standard error as it comes."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def progress_text(done: int, total: int | None, seconds: float) -> str:
    """For instance `[#####.....] 500/1000, 250/s, 2 s left`."""
    rate = done / seconds if seconds > 0 else 0.0
    speed = f"{rate:.0f}/s" if rate >= 10 else f"{rate:.1f}/s"
    if not total:
        return f"{done}, {speed}"
    filled = WIDTH * done // total
    left = f", {(total - done) / rate:.0f} s left" if rate and done < total else ""
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {done}/{total}, {speed}{left}"

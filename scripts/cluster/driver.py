"""Keeps a cluster busy with tasks and hands over what they give.

A task is submitted when there is room, not all at once, so that a stop has little to cancel and a million
tasks take no memory. Dask moves the tasks of a worker that dies to others; what Dask gives up, and a task
whose engine was killed, is tried again here, `LIVES` times in all. What the engine itself refuses ends the
run: every worker would say the same.

What must always hold: a task's result is handed over once; after `work` returns, no task of it is running or
waiting.
"""

import contextlib
import dataclasses
import sys
import time
import uuid
from pathlib import Path

import distributed
import quadriga_worker
from clusters import CORE
from distributed.diagnostics.plugin import SchedulerUploadFile, UploadFile
from distributed.scheduler import KilledWorker

# Tasks handed to the scheduler and not yet back: more than a cluster has cores, so that none waits for us.
QUEUED = 2000
# Tasks cancelled at a time.
CANCELLED = 50
LIVES = 5


class WorkError(Exception):
    """A task cannot be done."""


class SchedulerLost(Exception):
    """There is nothing left to give tasks to."""


@dataclasses.dataclass(frozen=True)
class Task:
    """A function of `quadriga_worker`, what it is asked for after the name of the run, and its number."""

    number: int
    function: object
    arguments: tuple


def shares(numbers, size):
    """Numbers in ascending order as ranges, of up to `size` consecutive ones each."""
    begin = end = None
    for number in numbers:
        if number != end or number - begin == size:
            if end is not None:
                yield range(begin, end)
            begin = number
        end = number + 1
    if end is not None:
        yield range(begin, end)


def work(client, run, cores, tasks, accept):
    """Do the tasks; `accept` gets (number, result) pairs as they come in and says whether that is enough."""
    module = quadriga_worker.__file__
    client.register_plugin(SchedulerUploadFile(module), name="quadriga-module-scheduler")
    client.register_plugin(UploadFile(module), name="quadriga-module")
    if run.sent:
        client.register_plugin(UploadFile(run.binary, load=False), name="quadriga-binary")
    client.register_plugin(run, name=run.name)
    try:
        Work(client, run.name, cores, iter(tasks)).until(accept)
    finally:
        # Ends the programs that still play, on every worker that can be reached.
        with contextlib.suppress(OSError):
            client.unregister_worker_plugin(run.name)


class Work:
    """Tasks under way."""

    def __init__(self, client, run, cores, tasks):
        self.client, self.run, self.cores, self.tasks = client, run, cores, tasks
        self.pending = {}
        self.arrivals = distributed.as_completed(loop=client.loop)
        # Names of tasks are new for each driver: what an earlier one asked for may be stopping just now.
        self.session = uuid.uuid4().hex[:8]

    def submit(self, task, life):
        """Hand a task to the scheduler."""
        future = self.client.submit(
            task.function,
            self.run,
            *task.arguments,
            key=f"{self.run}-{self.session}-{task.number}-{life}",
            resources={CORE: self.cores},
        )
        self.pending[future] = (task, life)
        self.arrivals.add(future)

    def fill(self):
        """Hand over tasks while there is room."""
        while len(self.pending) < QUEUED:
            task = next(self.tasks, None)
            if task is None:
                return
            self.submit(task, 1)

    def until(self, accept):
        """Until all is done or `accept` says that it is enough."""
        self.fill()
        try:
            for batch in self.arrivals.batches():
                results = list(self.results(batch))
                if results and accept(results):
                    return
                self.fill()
        finally:
            # The scheduler's work for this grows with the square of the number.
            waiting = list(self.pending)
            for begin in range(0, len(waiting), CANCELLED):
                self.client.cancel(waiting[begin : begin + CANCELLED])

    def results(self, batch):
        """(number, result) of these tasks, less those that are tried again."""
        try:
            answers = self.client.gather(batch)
        except Exception:
            # At least one has none: ask for each. That a task is called finished is not enough: its worker
            # may die before the answer is here.
            answers = [self.answer(future) for future in batch]
        for future, (end, told) in zip(batch, answers, strict=True):
            task, life = self.pending.pop(future)
            if end == quadriga_worker.DONE:
                yield task.number, told
            elif end == quadriga_worker.REFUSED:
                raise WorkError(told)
            elif life == LIVES:
                raise WorkError(f"task {task.number} was interrupted {LIVES} times, last: {told}")
            else:
                self.submit(task, life + 1)

    def answer(self, future):
        """The answer of a task, or that its workers died."""
        try:
            return future.result()
        except KilledWorker as error:
            return quadriga_worker.INTERRUPTED, str(error)
        except distributed.CancelledError:
            raise SchedulerLost("the scheduler went away") from None


class Progress:
    """How far it is, on standard error: one line that is overwritten, or a line now and then for a file."""

    def __init__(self, client, what, done, total):
        self.client, self.what, self.done, self.total = client, what, done, total
        self.told = 0.0

    def add(self, count, more=""):
        """So many more are in."""
        self.done = min(self.done + count, self.total)
        terminal = sys.stderr.isatty()
        now = time.monotonic()
        if now - self.told < (0.5 if terminal else 10) and self.done < self.total:
            return
        self.told = now
        workers = len(self.client.scheduler_info()["workers"])
        line = f"{self.done} of {self.total} {self.what}, {workers} workers{', ' if more else ''}{more}"
        begin, end = ("\r\x1b[K", "") if terminal else ("", "\n")
        print(begin + line, end=end, file=sys.stderr, flush=True)

    def close(self):
        """Leave the line as it is."""
        if sys.stderr.isatty():
            print(file=sys.stderr)


def run_name(kind, path):
    """One run for one file: a driver that continues it ends what its forerunner left running."""
    return f"{kind}-{uuid.uuid5(uuid.NAMESPACE_URL, str(Path(path).resolve())).hex[:12]}"

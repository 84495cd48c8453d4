"""The stage of `test.py`: a scratch folder, a cluster on loopback, engines with a flaw, comparing logs."""

import collections
import contextlib
import json
import subprocess
import sys
import time
from pathlib import Path

import environment

# What is told of the times of a game, and so differs from run to run.
TIMES = ("ms", "began")
PATIENCE = 300
SPRT = ("--sprt", "elo0=0 elo1=50")


class Scene:
    """A scratch folder, the engine, and a cluster in it."""

    def __init__(self, engine, folder, tally):
        self.engine, self.folder, self.check = engine, Path(folder), tally.check
        self.workers = []

    def path(self, name):
        """A file of the scratch folder."""
        return self.folder / name

    def stand_in(self, name, script):
        """A program that does what the shell script says and then becomes the engine."""
        path = self.path(name)
        given = f'words=" $* "\nscratch={self.folder}\nengine={self.engine}\n'
        path.write_text(f'#!/bin/sh\n{given}{script}\nexec "$engine" "$@"\n')
        path.chmod(0o755)
        return str(path)

    def run(self, *command, text=""):
        """A program to its end: status, output, errors."""
        words = [str(word) for word in command]
        done = subprocess.run(words, input=text, capture_output=True, text=True, cwd=self.folder)
        return done.returncode, done.stdout, done.stderr

    def driver(self, script, binary, *words):
        """The command of a script on the cluster, whose workers have this program for an engine."""
        scheduler = ["--scheduler", f"file:{self.path('scheduler')}"]
        engines = ["--binary", self.engine, "--worker-binary", binary]
        return [
            str(word) for word in (sys.executable, environment.HERE / script, *scheduler, *engines, *words)
        ]

    def kill_driver(self, command, happened):
        """Start a driver and kill it as soon as something has happened."""
        with subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL) as process:
            try:
                until(lambda: process.poll() is not None or happened())
            finally:
                process.kill()
        return process.returncode

    @contextlib.contextmanager
    def cluster(self):
        """A scheduler and three workers of one core."""
        common = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", self.path("scheduler")]
        with contextlib.ExitStack() as stack:
            stack.enter_context(self.dask("scheduler.log", "scheduler", "--port", "0", *common))
            # Written in one go when it listens.
            until(lambda: self.path("scheduler").exists() and self.path("scheduler").read_text())
            for number in range(3):
                alone = ["worker", "--no-nanny", "--nthreads", "1", "--resources", "core=1"]
                self.workers.append(stack.enter_context(self.dask(f"worker{number}.log", *alone, *common)))
            yield

    @contextlib.contextmanager
    def dask(self, log, *words):
        """A process of the cluster."""
        command = [Path(sys.executable).parent / "dask", *words]
        with open(self.path(log), "w") as file:
            process = subprocess.Popen(command, stdout=file, stderr=file, cwd=self.folder)
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def same_match(self, what, log, single):
        """The log holds each game once, and the same games and statistics as that of a single machine."""
        ours, most = games_of(log)
        theirs, _ = games_of(single)
        self.check(most == 1, lambda: f"{what}: a game is in the log {most} times")
        wrong = ours.keys() ^ theirs.keys() or [game for game in ours if ours[game] != theirs[game]]
        self.check(not wrong, lambda: f"{what}: other games than on one machine: {wrong}")
        told = [
            statistics(self.run(self.engine, "match", "--from", path, *SPRT)[1]) for path in (log, single)
        ]
        self.check(told[0] == told[1] and len(told[0]) > 3, lambda: f"{what}: statistics differ: {told}")


def statistics(tables):
    """What is said of scores: the tables but that of the engines, which has their times in it."""
    blocks = tables.split("\n\n")
    return [
        line for block in blocks for line in block.splitlines() if "ms/move" not in block or "LLR:" in line
    ]


def until(happened):
    """Wait for what must come."""
    begin = time.monotonic()
    while not happened():
        if time.monotonic() - begin > PATIENCE:
            raise TimeoutError("waited in vain")
        time.sleep(0.02)


def has_ended(path):
    """Has the process ended whose number is in this file? It may wait to be collected by its parent."""
    status = Path("/proc", path.read_text().strip(), "stat")
    try:
        state = status.read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in "ZX"


def count_lines(path):
    """Lines of a file that may not be there yet."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def lines_of(path):
    """A file of JSON lines."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def games_of(path):
    """The games of a log by pair and number, without their times; how often the commonest is there."""
    games = lines_of(path)[1:]
    counts = collections.Counter((game["pair"], game["game"]) for game in games)
    plain = [{key: value for key, value in game.items() if key not in TIMES} for game in games]
    return {(game["pair"], game["game"]): game for game in plain}, max(counts.values(), default=0)

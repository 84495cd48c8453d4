"""What runs on the workers: games, chunks of positions, and the check that the engine is right.

The driver sends this one file to every worker, those that join later included: a worker needs Python,
`distributed` and the engine, and nothing else of this folder may be imported here.

A run is a `Quadriga` on each worker, kept there under the name of the run. It holds the programs that are
playing, and taking it away ends them: that is how games are stopped once a verdict is reached. A task asks
the engine for one thing and leaves nothing behind, in memory or on the disk: doing it again after a worker
died changes nothing.

What must always hold: every result comes from an engine that counts the same nodes in `bench` as the
driver's; no program outlives its worker (on Linux, where the kernel sees to it).
"""

import contextlib
import ctypes
import functools
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from distributed import get_worker
from distributed.diagnostics.plugin import WorkerPlugin

LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
PR_SET_PDEATHSIG = 1
# Bytes that are not UTF-8 come back as they were.
TEXT = {"encoding": "utf-8", "errors": "surrogateescape"}


# How a task ended.
DONE, REFUSED, INTERRUPTED = "done", "refused", "interrupted"


class Refused(Exception):
    """The engine, or this worker, cannot do what is asked, and another try would not help."""


class Interrupted(Exception):
    """The engine was killed from outside: another try may help."""


class Quadriga(WorkerPlugin):
    """A run, as one worker knows it: where the engine is, what it must be, and what it is doing now."""

    def __init__(self, name, binary, directory, expected, sent):
        self.name = name
        self.binary = binary
        self.directory = directory
        self.expected = expected
        self.sent = sent

    def setup(self, worker):
        """A worker joins the run, or the run begins."""
        self.lock = threading.Lock()
        self.checking = threading.Lock()
        self.running = set()
        self.ended = False
        self.checked = False
        if self.sent:
            self.binary = os.path.join(worker.local_directory, os.path.basename(self.binary))
            os.chmod(self.binary, 0o755)

    def teardown(self, worker):
        """The run is over: end what still plays."""
        with self.lock:
            self.ended = True
            for process in self.running:
                kill(process)

    def output(self, arguments, text=""):
        """Standard output of the engine, once it is known to be the right one."""
        with self.checking:
            if not self.checked:
                if not os.path.isdir(self.directory):
                    raise Refused(f"no folder {self.directory} on {here()}; --directory names another")
                told = identity(self.binary, self.expected["bench"], self.execute)
                if told != self.expected:
                    raise Refused(f"another engine on {here()}: {told}, expected {self.expected}")
                self.checked = True
        return self.execute([self.binary, *arguments], text)

    def execute(self, command, text=""):
        """Standard output of a program that ends when the run or the worker does."""
        with self.lock:
            if self.ended:
                raise Interrupted(f"the run is over on {here()}")
            try:
                process = start(command, self.directory)
            except OSError as error:
                raise Refused(f"cannot start {command[0]} on {here()}: {error.strerror}") from None
            self.running.add(process)
        try:
            output, errors = process.communicate(text)
        finally:
            with self.lock:
                self.running.discard(process)
        if process.returncode < 0:
            raise Interrupted(f"{command[0]} was ended on {here()} by signal {-process.returncode}")
        if process.returncode > 0:
            told = errors.strip().splitlines() or ["no message"]
            raise Refused(f"{Path(command[0]).name} {command[1]} on {here()}: {told[-1]}")
        return output


def start(command, directory=None):
    """A program in a process group of its own; the kernel ends it when this process dies (Linux)."""
    parent = os.getpid()

    def before_it_begins():
        if LIBC:
            LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            if os.getppid() != parent:
                os._exit(1)

    return subprocess.Popen(
        command,
        cwd=directory,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=before_it_begins,
        **TEXT,
    )


def kill(process):
    """End a program and what it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def execute_here(command, text=""):
    """Standard output of a program on the driver's machine."""
    try:
        done = subprocess.run(command, input=text, capture_output=True, **TEXT)
    except OSError as error:
        raise Refused(f"cannot start {command[0]}: {error.strerror}") from None
    if done.returncode:
        told = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise Refused(told[-1])
    return done.stdout


def identity(binary, games, execute=execute_here):
    """What tells two builds apart: the version, and the nodes that `bench` counts in these games."""
    bench = {}
    for game in games:
        words = execute([binary, "bench", "--game", game]).split()
        bench[game] = words[words.index("searched") + 2]
    return {"version": execute([binary, "--version"]).strip(), "bench": bench}


def here():
    """The worker, for messages."""
    return f"{os.uname().nodename} ({get_worker().address})"


def task(do):
    """A task: what `do` gives for the name of the run and the rest, with `DONE`, or what is in the way.

    An exception would be the same, but Dask writes each with its stack to the log of the worker and ours.
    """

    @functools.wraps(do)
    def answer(run, *arguments):
        try:
            return DONE, do(run, *arguments)
        except Refused as error:
            return REFUSED, str(error)
        except Interrupted as error:
            return INTERRUPTED, str(error)

    return answer


def games_of(run, arguments, match_line, pairs):
    """The games of these pairs, `A..B`, as lines of the log."""
    first, *games = run_of(run).output(["match", *arguments, "--pairs", pairs, "--log", "-"]).splitlines()
    if json.loads(first) != json.loads(match_line):
        raise Refused(f"{here()} would play another match: {first}")
    return games


@task
def play(run, arguments, match_line, pairs):
    """The games of these pairs, as lines of the log."""
    return games_of(run, arguments, match_line, pairs)


@task
def analyze_chunk(run, arguments, lines):
    """The answers to lines of questions, as text."""
    return run_of(run).output(["analyze", *arguments], lines)


@task
def self_play(run, arguments, match_line, pairs):
    """The games of these pairs as lines of the log, and their positions as lines of data."""
    games = games_of(run, arguments, match_line, pairs)
    match = json.loads(match_line)
    return games, [line for game in games for line in positions(run_of(run), match, json.loads(game))]


def series_of(output, arguments, first, games, folder=None):
    """What the engine writes when it plays these games of a series: the first line, and the records."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        path = os.path.join(scratch, "games")
        output(["selfplay", *arguments, "--first", str(first), "--games", str(games), path])
        with open(path, "rb") as file:
            return file.readline(), file.read()


@task
def play_series(run, arguments, line, first, games):
    """The records of these games of a series."""
    # Dask clears this folder away, even that of a worker that was killed.
    folder = get_worker().local_directory
    told, records = series_of(run_of(run).output, arguments, first, games, folder)
    if told != line:
        raise Refused(f"{here()} would play another series: {told.decode().strip()}")
    return records


def positions(quadriga, match, game):
    """A line of data for each searched position of a game; the README of this folder tells the fields."""
    begin, moves = game["opening_moves"], game["moves"]
    base = "fen " + game["fen"] if game.get("fen") else "startpos"
    script = [f"setoption name UCI_Variant value {match['variant']}"]
    script += [f"setoption name {name} value {value}" for name, value in match["options"]]
    for ply in range(begin, len(moves)):
        script += [f"position {base} moves {' '.join(moves[:ply])}" if ply else f"position {base}", "d"]
    told = quadriga.output(["--protocol", "ugi", "--finish"], "\n".join(script) + "\n").splitlines()
    fens = [line.removeprefix("Fen: ") for line in told if line.startswith("Fen: ")]
    players = [int(line.split()[1].removeprefix("p")) - 1 for line in told if line.startswith("State: ")]
    for index, (fen, player) in enumerate(zip(fens, players, strict=True)):
        yield json.dumps(
            {
                "pair": game["pair"],
                "game": game["game"],
                "ply": begin + index,
                "variant": match["variant"],
                "options": match["options"],
                "fen": fen,
                "player": player,
                "move": moves[begin + index],
                "score": game["scores"][index],
                "depth": game["depths"][index],
                "nodes": game["nodes"][index],
                "result": game["points"][player],
                "points": game["points"],
                "end": game["end"],
            }
        )


def run_of(name):
    """What this worker knows of a run."""
    quadriga = get_worker().plugins.get(name)
    if quadriga is None:
        raise Interrupted(f"the run is over on {here()}")
    return quadriga

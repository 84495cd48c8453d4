#!/usr/bin/env python3
"""The cluster scripts under fire: a scheduler and three workers on loopback, of which one is killed.

    cargo build --release && scripts/cluster/test.py

Compared with what one machine gives for the same arguments. The deaths come at a chosen pair and not after a time: the
workers are given a small program in place of the engine that becomes the engine, unless it is asked for that pair.
Ends in `N passed, N failed`.
"""

import environment

environment.enter()

import collections  # noqa: E402
import contextlib  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import signal  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
import time  # noqa: E402
from pathlib import Path  # noqa: E402

import common  # noqa: E402
from journal import JournalError, MatchLog, Shards  # noqa: E402

PAIRS = 16
GAME = ["--game", "antidraughts", "--random-plies", "4", "--seed", "7"]
EVEN = ["--engine", "name=new nodes=600", "--engine", "name=old nodes=400"]
UNEVEN = ["--engine", "name=strong nodes=2000", "--engine", "name=weak nodes=10"]
# What is told of the times of a game, and so differs from run to run.
TIMES = ("ms", "began")
PATIENCE = 60


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
        path.write_text(f'#!/bin/sh\nwords=" $* "\nscratch={self.folder}\nengine={self.engine}\n{script}\nexec "$engine" "$@"\n')
        path.chmod(0o755)
        return str(path)

    def run(self, *command):
        """A program to its end: status, output, errors."""
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=self.folder)
        return done.returncode, done.stdout, done.stderr

    def driver(self, script, *words):
        """The command of a script on the cluster."""
        return [sys.executable, environment.HERE / script, "--scheduler", f"file:{self.path('scheduler')}", *words]

    @contextlib.contextmanager
    def cluster(self):
        """A scheduler and three workers of one core."""
        with contextlib.ExitStack() as stack:
            scheduler = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
            stack.enter_context(self.dask("scheduler.log", *scheduler, "--scheduler-file", self.path("scheduler")))
            for number in range(3):
                worker = ["worker", "--host", "127.0.0.1", "--no-nanny", "--no-dashboard", "--nthreads", "1"]
                worker += ["--resources", "core=1", "--scheduler-file", self.path("scheduler")]
                self.workers.append(stack.enter_context(self.dask(f"worker{number}.log", *worker)))
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


def until(happened):
    """Wait for what must come."""
    begin = time.monotonic()
    while not happened():
        if time.monotonic() - begin > PATIENCE:
            raise TimeoutError("waited in vain")
        time.sleep(0.02)


def lines_of(path):
    """A file of JSON lines."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def games_of(path):
    """The games of a log by pair and game, without their times; and how often the most frequent one is there."""
    games = lines_of(path)[1:]
    counts = collections.Counter((game["pair"], game["game"]) for game in games)
    plain = [{key: value for key, value in game.items() if key not in TIMES} for game in games]
    return {(game["pair"], game["game"]): game for game in plain}, max(counts.values(), default=0)


def same_match(scene, what, log, single):
    """The log holds each game once, and the same games and statistics as that of a single machine."""
    ours, most = games_of(log)
    theirs, _ = games_of(single)
    scene.check(most == 1, lambda: f"{what}: a game is in the log {most} times")
    scene.check(ours == theirs, lambda: f"{what}: games differ: {ours.keys() ^ theirs.keys() or 'in their moves'}")
    told = [scene.run(scene.engine, "match", "--from", path) for path in (log, single)]
    scene.check(told[0] == told[1] and told[0][0] == 0, lambda: f"{what}: statistics differ: {told}")


def worker_killed(scene, single):
    """A worker dies of SIGKILL while it plays pair 5: every pair is played, once."""
    binary = scene.stand_in("killer", 'case "$words" in *" --pairs 5 "*) mkdir $scratch/killed && kill -9 $PPID;; esac')
    log = scene.path("killed.jsonl")
    words = ["--worker-binary", binary, "--binary", scene.engine, "--", *GAME, *EVEN]
    status, _, errors = scene.run(*scene.driver("match.py", *words, "--rounds", PAIRS, "--log", log))
    scene.check(status == 0, lambda: f"worker killed: status {status}: {errors}")
    dead = [worker.poll() for worker in scene.workers]
    scene.check(sorted(map(str, dead)) == ["-9", "None", "None"], lambda: f"worker killed: {dead}")
    same_match(scene, "worker killed", log, single)


def driver_killed(scene, single):
    """The driver dies of SIGKILL while pair 9 is played, and a line of its log is torn: it goes on from there."""
    wait = 'case "$words" in *" --pairs 9 "*) while [ ! -e $scratch/go ]; do sleep 0.1; done;; esac'
    binary = scene.stand_in("waiter", wait)
    log = scene.path("resumed.jsonl")
    words = ["--worker-binary", binary, "--binary", scene.engine, "--", *GAME, *EVEN]
    command = [*map(str, scene.driver("match.py", *words, "--rounds", PAIRS, "--log", log))]
    with subprocess.Popen(command, cwd=scene.folder, stderr=subprocess.DEVNULL) as process:
        until(lambda: log.exists() and len(log.read_bytes().splitlines()) > 6)
        process.kill()
    scene.check(process.returncode == -signal.SIGKILL, lambda: f"driver: status {process.returncode}")
    before = len(lines_of(log)) if log.read_bytes().endswith(b"\n") else 0
    scene.check(before <= 1 + 2 * (PAIRS - 1), lambda: f"driver killed too late: {before} lines")
    with open(log, "a") as file:
        file.write('{"pair":15,"game":')
    scene.path("go").touch()
    status, _, errors = scene.run(*command)
    scene.check(status == 1 and "--resume" in errors, lambda: f"driver: not told of --resume: {errors}")
    status, _, errors = scene.run(*command, "--resume")
    scene.check(status == 0, lambda: f"driver resumed: status {status}: {errors}")
    same_match(scene, "driver killed", log, single)


def sprt_stops(scene):
    """The test ends long before the match does, although a game never ends; what plays then is ended."""
    hang = 'case "$words" in *" --pairs 1 "*) echo $$ >$scratch/hangs; exec sleep 1000;; esac'
    binary = scene.stand_in("hanger", hang)
    log = scene.path("sprt.jsonl")
    words = ["--worker-binary", binary, "--binary", scene.engine, "--", *GAME, *UNEVEN, "--rounds", 5000]
    command = scene.driver("match.py", *words, "--sprt", "elo0=0 elo1=50", "--log", log)
    status, told, errors = scene.run(*command)
    scene.check(status == 0 and "H1 accepted" in told, lambda: f"SPRT: status {status}: {told} {errors}")
    games, most = games_of(log)
    scene.check(most == 1 and len(games) < 2000, lambda: f"SPRT: {len(games)} games, one {most} times")
    scene.check((1, 0) not in games, lambda: "SPRT: a game that never ends is in the log")
    hanging = int(scene.path("hangs").read_text())
    until(lambda: not Path(f"/proc/{hanging}").exists())
    size = log.stat().st_size
    status, _, errors = scene.run(*command, "--resume")
    scene.check(status == 0 and log.stat().st_size == size, lambda: f"SPRT: played on after the end: {errors}")


def wrong_engine(scene):
    """A worker with another engine: the match does not begin."""
    binary = scene.stand_in("older", 'case "$words" in *" --version "*) echo quadriga 0.0.1; exit;; esac')
    log = scene.path("wrong.jsonl")
    words = ["--worker-binary", binary, "--binary", scene.engine, "--", *GAME, *EVEN, "--rounds", 2]
    status, _, errors = scene.run(*scene.driver("match.py", *words, "--log", log))
    last = errors.splitlines()[-1]
    scene.check(status == 1 and "another engine on" in last, lambda: f"wrong engine: status {status}: {errors}")
    scene.check(len(lines_of(log)) == 1, lambda: "wrong engine: it played")


def analysis_resumed(scene):
    """Questions in chunks, the driver killed while one of them is under way: each chunk's answers once."""
    questions = [{"id": f"q{number}", "game": "antidraughts", "depth": 1 + number % 5} for number in range(40)]
    asked = [json.dumps(question) + "\n" for question in questions] + ['{"id":"bad","game":"nonsense"}\n', "not JSON\n"]
    scene.path("questions.jsonl").write_text("".join(asked))
    wait = 'case "$words" in *" analyze "*) grep -q \'"q17"\' && [ ! -e $scratch/answer ] && exec sleep 1000;; esac'
    wait = (
        'case "$words" in *" analyze "*) cat >$scratch/asked.$$; '
        "grep -q '\"q17\"' $scratch/asked.$$ && while [ ! -e $scratch/answer ]; do sleep 0.1; done; "
        'exec "$engine" "$@" <$scratch/asked.$$;; esac'
    )
    binary, out = scene.stand_in("thinker", wait), scene.path("answers.jsonl")
    words = ["--worker-binary", binary, "--binary", scene.engine, "--chunk", 5, "--out", out, "questions.jsonl"]
    command = [*map(str, scene.driver("analyze.py", *words))]
    with subprocess.Popen(command, cwd=scene.folder, stderr=subprocess.DEVNULL) as process:
        progress = scene.path("answers.jsonl.progress")
        until(lambda: progress.exists() and len(progress.read_bytes().splitlines()) > 3)
        process.kill()
    with open(out, "a") as file:
        file.write('{"id":"q17","torn')
    scene.path("answer").touch()
    status, _, errors = scene.run(*command, "--resume")
    scene.check(status == 0, lambda: f"analysis: status {status}: {errors}")
    alone = []
    for begin in range(0, len(asked), 5):
        text = "".join(asked[begin : begin + 5])
        answer = subprocess.run([scene.engine, "analyze", "--positions", "1"], input=text, capture_output=True, text=True)
        alone += answer.stdout.splitlines()
    ours, theirs = (sorted(plain_answer(line) for line in lines) for lines in (out.read_text().splitlines(), alone))
    scene.check(ours == theirs, lambda: f"analysis: {set(ours) ^ set(theirs)}")
    scene.check(len(ours) == len(asked), lambda: f"analysis: {len(ours)} answers to {len(asked)} questions")


def plain_answer(line):
    """An answer without what depends on the clock."""
    answer = json.loads(line)
    return json.dumps({key: value for key, value in answer.items() if key not in ("time_ms", "nps")}, sort_keys=True)


def self_play(scene):
    """Self-play on a cluster of its own: a line for each searched position, and it is the position of the game."""
    out = scene.path("data")
    words = ["--scheduler", "local:2", "--send-binary", "--binary", scene.engine, "--pairs", 3, "--nodes", 100]
    status, _, errors = scene.run(sys.executable, environment.HERE / "selfplay.py", *words, "--out", out, "--", *GAME)
    scene.check(status == 0, lambda: f"self-play: status {status}: {errors}")
    games, most = games_of(out / "games.jsonl")
    scene.check(len(games) == 6 and most == 1, lambda: f"self-play: {len(games)} games")
    data = lines_of(out / "positions.jsonl")
    by_ply = {(line["pair"], line["game"], line["ply"]): line for line in data}
    scene.check(len(by_ply) == len(data), lambda: "self-play: a position is there twice")
    for (pair, number), game in games.items():
        begin, moves = game["opening_moves"], game["moves"]
        plies = [by_ply.get((pair, number, ply)) for ply in range(begin, len(moves))]
        scene.check(None not in plies, lambda: f"self-play: pair {pair}, game {number}: not all positions are there")
        scene.check(
            [ply["move"] for ply in plies] == moves[begin:] and [ply["score"] for ply in plies] == game["scores"],
            lambda: f"self-play: pair {pair}, game {number}: other moves or scores",
        )
        script = "setoption name UCI_Variant value antidraughts\nposition startpos moves "
        script += " ".join(moves[:-1]) + "\nquery fen\n"
        told = subprocess.run([scene.engine, "ugi", "--finish"], input=script, capture_output=True, text=True).stdout
        fen = plies[-1]["fen"]
        scene.check(f"response {fen}\n" in told, lambda: f"self-play: {fen} is not the last position: {told}")
        mover = (len(moves) - 1) % 2
        fair = plies[-1]["player"] == mover and plies[-1]["result"] == game["points"][mover]
        scene.check(fair, lambda: f"self-play: result of another player: {plies[-1]}")
    scene.check(len(data) == sum(len(g["moves"]) - g["opening_moves"] for g in games.values()), lambda: "too many")


def journals(scene):
    """Files that are not ours, are in use or were torn at any byte."""
    line, game = '{"match":1}', '{"pair":0,"game":%d,"players":["a","b"]}'
    whole = "".join(text + "\n" for text in (line, game % 0, game % 1, '{"pair":1,"game":0,"players":["a","b"]}'))
    path = scene.path("torn.jsonl")
    for length in range(len(whole) + 1):
        path.write_text(whole[:length])
        log = MatchLog(path, line, resume=True)
        log.add([games for pair in (0, 1) for games in [[(game % n).replace("0", str(pair), 1) for n in (0, 1)]]])
        log.appender.file.close()
        ids = [(entry["pair"], entry["game"]) for entry in lines_of(path)[1:]]
        fine = sorted(ids) == [(0, 0), (0, 1), (1, 0), (1, 1)]
        scene.check(fine and log.has(0) and log.has(1) and not log.has(2), lambda: f"log torn at {length}: {ids}")
    for text in ("other\n", '{"match":2}\n', "other"):
        path.write_text(text)
        with contextlib.suppress(JournalError):
            MatchLog(path, line, resume=True)
            scene.check(False, lambda: f"{text!r} was taken for our log")
        scene.check(path.read_text() == text, lambda: f"{text!r} was changed")
    shards = Shards(scene.path("shards"), {"work": "x"}, resume=False)
    shards.add([(0, "a\n"), (2, "b\n"), (0, "c\n")])
    with contextlib.suppress(JournalError):
        Shards(scene.path("shards"), {"work": "x"}, resume=True)
        scene.check(False, lambda: "two drivers write one file")
    shards.output.file.close()
    shards.progress.file.close()
    scene.path("shards").write_text("a\nb\ntorn")
    again = Shards(scene.path("shards"), {"work": "x"}, resume=True)
    told = (again.done, scene.path("shards").read_text())
    scene.check(told == ({0, 2}, "a\nb\n"), lambda: f"shards: {told}")


def main():
    """All of it."""
    options = common.arguments(__doc__).parse_args()
    tally = common.Tally()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(os.path.abspath(options.engine), folder, tally)
        journals(scene)
        single = scene.path("single.jsonl")
        status, _, errors = scene.run(scene.engine, "match", *GAME, *EVEN, "--rounds", PAIRS, "--log", single)
        tally.check(status == 0, lambda: f"one machine: status {status}: {errors}")
        with scene.cluster():
            worker_killed(scene, single)
            driver_killed(scene, single)
            sprt_stops(scene)
            wrong_engine(scene)
            analysis_resumed(scene)
        self_play(scene)
    tally.finish()


if __name__ == "__main__":
    main()

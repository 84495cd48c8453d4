"""Series of training games: files torn at any byte or not ours, a driver and a worker that are killed."""

import itertools
import shutil
import signal
import sys

import environment
from driver import shares
from journal import JournalError
from series import Series, games_of, records
from testing import has_ended, until

GAMES = 60
SERIES = ["--game", "antidraughts", "--nodes", 300, "--random-plies", "4-6", "--seed", 7]
SHARES = ["--games", GAMES, "--games-per-task", 5]


def halves(path):
    """The first line of a series, with its end, and the records."""
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    return whole[:first], whole[first:]


def read(path):
    """The first line of a series and its games by number; a game cut short at the end is an error."""
    line, records = halves(path)
    return line, sorted(games_of(records))


def ends(line, records):
    """Where the games of a file end."""
    return list(itertools.accumulate((len(game) for _, game in games_of(records)), initial=len(line)))[1:]


def opened(path, line):
    """The series if the file is one and not refused, closed again."""
    try:
        series = Series(path, line)
    except JournalError:
        return None
    series.appender.file.close()
    return series


def cut_into_shares(scene):
    """Each number is in one share."""
    for size, chosen in itertools.product((1, 3, 50), ((), (4,), range(7), (0, 1, 2, 3, 5, 6, 9))):
        cut = list(shares(chosen, size))
        fine = [number for share in cut for number in share] == list(chosen) and all(
            0 < len(share) <= size for share in cut
        )
        scene.check(fine, lambda cut=cut, chosen=chosen: f"{list(chosen)} are cut into {cut}")


def torn(scene, single):
    """A series is continued from whatever a crash left of it."""
    line, records = halves(single)
    records = records[: ends(b"", records)[2]]
    path, whole = scene.path("torn.games"), line + records
    for length in range(len(whole) + 1):
        path.write_bytes(whole[:length])
        series = Series(path, line)
        new = series.add([records, records])
        series.appender.file.close()
        told = (new, sorted(series.games), len(read(path)[1]), path.stat().st_size)
        before = sum(end <= length for end in ends(line, records))
        fine = told == (3 - before, [0, 1, 2], 3, len(whole))
        scene.check(fine, lambda length=length, told=told: f"series torn at {length}: {told}")


def foreign(scene, single):
    """What is not this series is left alone."""
    line, records = halves(single)
    path = scene.path("foreign.games")
    # A game that is said to be a byte shorter than it is.
    damaged = line + bytes([records[0] - 1]) + records[1:]
    for content in (b"other", b"other\n", b"[]\n", line.replace(b"300", b"301"), damaged, line + b"\0"):
        path.write_bytes(content)
        fine = opened(path, line) is None and path.read_bytes() == content
        scene.check(fine, lambda content=content: f"{content[:100]} was taken for our series")


def command_lines(scene):
    """What cannot be obeyed is refused in one line, before there is a cluster."""
    for words, named in (
        (["--games", 9, "--", *SERIES, "--threads", 2], "--threads: not on a cluster"),
        (["--games", 9, "--", *SERIES, "--first=3"], "--first=3: stands before --"),
        (["--games", 0, "--", *SERIES], "--games 0"),
        (["--games", 9, "--", "--game", "nonsense"], "nonsense"),
    ):
        script = [sys.executable, environment.HERE / "training.py", "--binary", scene.engine]
        status, told, errors = scene.run(*script, "--out", scene.path("none.games"), *words)
        fine = status in (1, 2) and not told and named in errors and len(errors.splitlines()) == 1
        scene.check(fine, lambda words=words, errors=errors: f"{words}: {errors}")
    scene.check(not scene.path("none.games").exists(), lambda: "a series that cannot be was begun")


def driver_killed(scene, single):
    """The driver dies of SIGKILL before game 30 is played, its file is torn: it goes on from there."""
    at_game_30 = 'case "$words" in *" --first 30 "*) while [ ! -e $scratch/on ]; do sleep 0.1; done;; esac'
    out = scene.path("resumed.games")
    waiter = scene.stand_in("waiter of games", at_game_30)
    command = scene.driver("training.py", waiter, *SHARES, "--out", out, "--", *SERIES)
    status = scene.kill_driver(command, lambda: out.exists() and out.stat().st_size > 2000)
    scene.check(status == -signal.SIGKILL, lambda: f"driver killed: status {status}")
    left = out.read_bytes()[:-3]
    out.write_bytes(left)
    alone = shutil.copy(out, scene.path("alone.games"))
    scene.path("on").touch()

    others = [word if word != 7 else 8 for word in SERIES]
    other = scene.driver("training.py", waiter, *SHARES, "--out", out, "--", *others)
    status, _, errors = scene.run(*other)
    fine = status == 1 and "another series: seed 7, now 8" in errors and out.read_bytes() == left
    scene.check(fine, lambda: f"another series: status {status}: {errors}")

    status, _, errors = scene.run(*command)
    scene.check(status == 0, lambda: f"driver killed: status {status} when resumed: {errors}")
    scene.check(read(out) == read(single), lambda: "driver killed: other games than on one machine")
    # The records of `left`, not those of `out`: a short game may have come where the torn one was.
    kept = max((end for _, end in records(left, len(halves(out)[0]))), default=0)
    fine = kept > 0 and out.read_bytes()[:kept] == left[:kept]
    scene.check(fine, lambda: "driver killed: games that were there are not there as they were")
    status, _, errors = scene.run(scene.engine, "selfplay", *SERIES, "--games", GAMES, alone)
    scene.check(read(alone) == read(single), lambda: f"finished alone: status {status}: {errors}")


def worker_killed(scene, single):
    """A worker dies of SIGKILL while it plays game 20, and its program with it: every game is there, once."""
    kill = "mkdir $scratch/gone && echo $$ >$scratch/left && kill -9 $PPID && exec sleep 1000"
    at_game_20 = f'case "$words" in *" --first 20 "*) {kill};; esac'
    out = scene.path("killed.games")
    killer = scene.stand_in("killer of games", at_game_20)
    command = scene.driver("training.py", killer, *SHARES, "--out", out, "--", *SERIES)
    ended = sum(worker.poll() is not None for worker in scene.workers)
    status, _, errors = scene.run(*command)
    scene.check(status == 0, lambda: f"worker killed: status {status}: {errors}")
    more = sum(worker.poll() is not None for worker in scene.workers) - ended
    scene.check(more == 1, lambda: f"worker killed: {more} workers ended")
    until(lambda: has_ended(scene.path("left")))
    scene.check(read(out) == read(single), lambda: "worker killed: other games than on one machine")


def training(scene):
    """All of it, on a cluster that has at least two workers; one of them dies."""
    single = scene.path("single.games")
    status, _, errors = scene.run(scene.engine, "selfplay", *SERIES, "--games", GAMES, single)
    scene.check(status == 0, lambda: f"series: status {status}: {errors}")
    cut_into_shares(scene)
    torn(scene, single)
    foreign(scene, single)
    command_lines(scene)
    driver_killed(scene, single)
    worker_killed(scene, single)

#!/usr/bin/env python3
"""The cluster scripts under fire: a scheduler and three workers on loopback, of which two are killed.

    cargo build --release && scripts/cluster/test.py

Compared with what one machine gives for the same arguments. The deaths come at a chosen pair and not after a
time: the workers are given a small program in place of the engine that becomes the engine, unless it is asked
for that pair. Ends in `N passed, N failed`.
"""

import environment

environment.enter()

import json  # noqa: E402
import os  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402

import common  # noqa: E402
from test_journal import journals  # noqa: E402
from test_training import training  # noqa: E402
from testing import SPRT, Scene, count_lines, games_of, has_ended, lines_of, until  # noqa: E402

PAIRS = 16
GAME = ["--game", "antidraughts", "--random-plies", "4", "--seed", "7"]
EVEN = [*GAME, "--engine", "name=new nodes=600", "--engine", "name=old nodes=400", "--rounds", PAIRS]
UNEVEN = [*GAME, "--engine", "name=strong nodes=2000", "--engine", "name=weak nodes=10", "--rounds", 5000]


def command_lines(scene):
    """What cannot be obeyed is refused in one line, before there is a cluster."""
    log = ["--log", scene.path("none.jsonl")]
    for words, named in (
        (["--", *EVEN, *log, "--concurrency", "2"], "--concurrency"),
        (["--", *EVEN, *log, "--pairs", "9..99"], "--pairs 9..99"),
        (["--", *EVEN], "--log"),
        (["--scheduler", "nowhere", "--", *EVEN, *log], "nowhere"),
    ):
        script = [sys.executable, environment.HERE / "match.py", "--binary", scene.engine]
        status, told, errors = scene.run(*script, *words)
        fine = status == 2 and not told and named in errors and len(errors.splitlines()) == 1
        scene.check(fine, lambda words=words, errors=errors: f"{words}: {errors}")


def worker_killed(scene, single):
    """A worker dies of SIGKILL while it plays pair 5, and its program with it: every pair is played, once."""
    kill = "mkdir $scratch/killed && echo $$ >$scratch/orphan && kill -9 $PPID && exec sleep 1000"
    at_pair_5 = f'case "$words" in *" --pairs 5..6 "*) {kill};; esac'
    log = scene.path("killed.jsonl")
    command = scene.driver("match.py", scene.stand_in("killer", at_pair_5), "--", *EVEN, "--log", log)
    status, _, errors = scene.run(*command)
    scene.check(status == 0, lambda: f"worker killed: status {status}: {errors}")
    ends = sorted(str(worker.poll()) for worker in scene.workers)
    scene.check(ends == ["-9", "None", "None"], lambda: f"worker killed: workers ended with {ends}")
    until(lambda: has_ended(scene.path("orphan")))
    scene.same_match("worker killed", log, single)


def driver_killed(scene, single):
    """The driver dies of SIGKILL before pair 9 is played, and its log is torn: it goes on from there."""
    at_pair_9 = 'case "$words" in *" --pairs 9..10 "*) while [ ! -e $scratch/go ]; do sleep 0.1; done;; esac'
    log = scene.path("resumed.jsonl")
    command = scene.driver("match.py", scene.stand_in("waiter", at_pair_9), "--", *EVEN, "--log", log)
    status = scene.kill_driver(command, lambda: count_lines(log) >= 7)
    scene.check(status == -signal.SIGKILL, lambda: f"driver killed: status {status}")
    with open(log, "a") as file:
        file.write('{"pair":15,"game":')
    scene.path("go").touch()
    status, _, errors = scene.run(*command)
    scene.check(status == 1 and "--resume" in errors, lambda: f"driver: continued unasked: {errors}")
    status, _, errors = scene.run(*command, "--resume")
    scene.check(status == 0, lambda: f"driver killed: status {status} when resumed: {errors}")
    scene.same_match("driver killed", log, single)


def sprt_stops(scene):
    """The test ends long before the match, although a game never does; what plays then is ended."""
    at_pair_1 = 'case "$words" in *" --pairs 1..2 "*) echo $$ >$scratch/hangs; exec sleep 1000;; esac'
    log = scene.path("sprt.jsonl")
    command = scene.driver("match.py", scene.stand_in("hanger", at_pair_1), "--", *UNEVEN, "--log", log)
    command += SPRT
    status, told, errors = scene.run(*command)
    scene.check(status == 0 and "H1 accepted" in told, lambda: f"SPRT: status {status}: {told} {errors}")
    games, most = games_of(log)
    scene.check(most == 1 and len(games) < 5000, lambda: f"SPRT: {len(games)} games, one {most} times")
    scene.check((1, 0) not in games, lambda: "SPRT: a game that never ends is in the log")
    until(lambda: has_ended(scene.path("hangs")))
    size = log.stat().st_size
    status, _, errors = scene.run(*command, "--resume")
    scene.check(status == 0 and log.stat().st_size == size, lambda: f"SPRT: played on: {errors}")


def wrong_engine(scene):
    """A worker has another engine: no game is played."""
    older = 'case "$words" in *" --version "*) echo quadriga 0.0.1; exit;; esac'
    log = scene.path("wrong.jsonl")
    status, _, errors = scene.run(
        *scene.driver("match.py", scene.stand_in("older", older), "--", *EVEN, "--log", log)
    )
    last = errors.splitlines()[-1]
    scene.check(status == 1 and "another engine on" in last, lambda: f"wrong engine: {status}: {errors}")
    scene.check(len(lines_of(log)) == 1, lambda: "wrong engine: it played")


def analysis_resumed(scene):
    """The driver dies of SIGKILL before a chunk is answered, the answers are torn: each chunk's come once."""
    asked = [{"id": f"q{number}", "game": "antidraughts", "depth": 1 + number % 5} for number in range(40)]
    lines = [*(json.dumps(question) for question in asked), '{"id":"bad","game":"nonsense"}', "not JSON"]
    lines = [line + "\n" for line in lines]
    scene.path("questions.jsonl").write_text("".join(lines))
    at_q17 = (
        'case "$words" in *" analyze "*) cat >$scratch/asked.$$; while grep -q \'"q17"\' $scratch/asked.$$ '
        '&& [ ! -e $scratch/answer ]; do sleep 0.1; done; exec "$engine" "$@" <$scratch/asked.$$;; esac'
    )
    out = scene.path("answers.jsonl")
    thinker = scene.stand_in("thinker", at_q17)
    command = scene.driver("analyze.py", thinker, "--chunk", 5, "--out", out, "questions.jsonl")
    progress = scene.path("answers.jsonl.progress")
    status = scene.kill_driver(command, lambda: count_lines(progress) >= 4)
    scene.check(status == -signal.SIGKILL, lambda: f"analysis: status {status} of the killed driver")
    with open(out, "a") as file:
        file.write('{"id":"q17","torn')
    scene.path("answer").touch()
    status, _, errors = scene.run(*command, "--resume")
    scene.check(status == 0, lambda: f"analysis: status {status}: {errors}")
    chunks = ["".join(lines[begin : begin + 5]) for begin in range(0, len(lines), 5)]
    alone = "".join(scene.run(scene.engine, "analyze", "--positions", 1, text=chunk)[1] for chunk in chunks)
    ours, theirs = timeless(out.read_text()), timeless(alone)
    scene.check(ours == theirs, lambda: f"analysis: {set(ours) ^ set(theirs)}")
    scene.check(len(ours) == len(lines), lambda: f"analysis: {len(ours)} answers to {len(lines)} questions")


def timeless(answers):
    """Answers without what depends on the clock, in order."""
    parsed = map(json.loads, answers.splitlines())
    kept = [
        {key: value for key, value in answer.items() if key not in ("time_ms", "nps")} for answer in parsed
    ]
    return sorted(json.dumps(answer, sort_keys=True) for answer in kept)


def self_play(scene):
    """Self-play on a cluster of its own: a line for each searched position, and the right one."""
    out = scene.path("data")
    words = ["--scheduler", "local:2", "--send-binary", "--binary", scene.engine]
    words += ["--pairs", 3, "--pairs-per-task", 2, "--nodes", 100]
    script = environment.HERE / "selfplay.py"
    status, _, errors = scene.run(sys.executable, script, *words, "--out", out, "--", *GAME)
    scene.check(status == 0, lambda: f"self-play: status {status}: {errors}")
    games, most = games_of(out / "games.jsonl")
    scene.check(len(games) == 6 and most == 1, lambda: f"self-play: {len(games)} games")
    data = lines_of(out / "positions.jsonl")
    for game in games.values():
        mine = [line for line in data if (line["pair"], line["game"]) == (game["pair"], game["game"])]
        wrong = list(differing(scene, game, mine))
        scene.check(not wrong, lambda wrong=wrong: f"self-play: {wrong[0]}")
    searched = sum(len(game["scores"]) for game in games.values())
    scene.check(len(data) == searched, lambda: f"self-play: {len(data)} positions of {searched}")


def differing(scene, game, lines):
    """Lines of data that do not say what the game and the engine say."""
    begin, moves = game["opening_moves"], game["moves"]
    script = ["setoption name UCI_Variant value antidraughts"]
    for ply in range(begin, len(moves)):
        script += [f"position startpos moves {' '.join(moves[:ply])}", "query fen", "query p1turn"]
    _, told, _ = scene.run(scene.engine, "ugi", "--finish", text="\n".join(script) + "\n")
    answers = [line.removeprefix("response ") for line in told.splitlines() if line.startswith("response ")]
    for index, (fen, first) in enumerate(zip(answers[::2], answers[1::2], strict=True)):
        player = 0 if first == "true" else 1
        expected = {
            "ply": begin + index,
            "fen": fen,
            "player": player,
            "move": moves[begin + index],
            "score": game["scores"][index],
            "nodes": game["nodes"][index],
            "result": game["points"][player],
        }
        line = lines[index] if index < len(lines) else {}
        if {key: line.get(key) for key in expected} != expected:
            yield f"{line}, expected {expected}"


def main():
    """All of it."""
    options = common.arguments(__doc__).parse_args()
    tally = common.Tally()
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(os.path.abspath(options.engine), folder, tally)
        journals(scene)
        command_lines(scene)
        single = scene.path("single.jsonl")
        status, _, errors = scene.run(scene.engine, "match", *EVEN, "--log", single)
        tally.check(status == 0, lambda: f"one machine: status {status}: {errors}")
        with scene.cluster():
            worker_killed(scene, single)
            driver_killed(scene, single)
            sprt_stops(scene)
            wrong_engine(scene)
            analysis_resumed(scene)
            training(scene)
        self_play(scene)
    tally.finish()


if __name__ == "__main__":
    main()

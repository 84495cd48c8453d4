"""Files of results: torn at any byte, in use, or not ours."""

import json

from journal import JournalError, MatchLog, Shards
from testing import lines_of

MATCH = '{"match":1}'


def game(pair, number):
    """A line of a log."""
    return json.dumps({"pair": pair, "game": number, "players": ["a", "b"]})


def refused(make):
    """Is a file refused?"""
    try:
        make()
    except JournalError:
        return True
    return False


def torn_log(scene):
    """A log is continued from whatever a crash left of it."""
    games = [[game(pair, number) for number in (0, 1)] for pair in (0, 1)]
    whole = "\n".join([MATCH, *games[0], games[1][0], ""])
    path = scene.path("torn.jsonl")
    for length in range(len(whole) + 1):
        path.write_text(whole[:length])
        log = MatchLog(path, MATCH, resume=True)
        log.add(games)
        log.appender.file.close()
        ids = [(line["pair"], line["game"]) for line in lines_of(path)[1:]]
        scene.check(
            sorted(ids) == [(0, 0), (0, 1), (1, 0), (1, 1)]
            and [log.has(pair) for pair in range(3)] == [1, 1, 0],
            lambda length=length, ids=ids: f"log torn at {length}: {ids}",
        )


def foreign_log(scene):
    """What is not the log of this match is left alone."""
    path = scene.path("foreign.jsonl")
    for text in ("other\n", '{"match":2}\n', "other", MATCH + '\n{"pair":0}\n', MATCH + "\n[]\n"):
        path.write_text(text)
        fine = refused(lambda: MatchLog(path, MATCH, resume=True)) and path.read_text() == text
        scene.check(fine, lambda text=text: f"{text!r} was taken for our log")
    path.write_text('{"match":1,"rounds":3,"pairs":3}\n')
    longer, shorter = (f'{{"match":1,"rounds":{rounds},"pairs":{rounds}}}' for rounds in (4, 2))
    scene.check(refused(lambda: MatchLog(path, shorter, resume=True)), lambda: "a match was made shorter")
    scene.check(not refused(lambda: MatchLog(path, longer, resume=True)), lambda: "a match cannot be longer")
    path.write_text(f"{MATCH}\n{game(0, 0)}\n")
    scene.check(refused(lambda: MatchLog(path, MATCH, resume=False)), lambda: "a log was continued unasked")


def shards(scene):
    """Results that do not say what they are results of."""
    path, about = scene.path("shards"), {"work": "x"}
    first = Shards(path, about, resume=False)
    first.add([(0, "a\n"), (2, "b\n"), (0, "c\n")])
    scene.check(refused(lambda: Shards(path, about, resume=True)), lambda: "two drivers write one file")
    for file in (first.output.file, first.progress.file):
        file.close()
    path.write_text("a\nb\ntorn")
    scene.check(refused(lambda: Shards(path, {"work": "y"}, resume=True)), lambda: "other work was continued")
    again = Shards(path, about, resume=True)
    told = (again.done, path.read_text())
    scene.check(told == ({0, 2}, "a\nb\n"), lambda: f"shards: {told}")


def journals(scene):
    """All of it."""
    torn_log(scene)
    foreign_log(scene)
    shards(scene)

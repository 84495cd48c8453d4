"""Results on disk: appended as they arrive, there for good once `add` returns, each once.

Two kinds. A `MatchLog` is the log of `quadriga match`: its lines say themselves which game they are, so that
a log may be continued here or by `quadriga match --resume`. A `Shards` file holds lines that do not: beside
it, `FILE.progress` says which tasks are in and how long the file was then, and what a crash left behind that
is cut off.

What must always hold: a torn last line is never read; a file that was not written here is never changed; one
driver writes a file at a time.
"""

import fcntl
import json
import os
from pathlib import Path


# What a longer match has more of: it begins with the games of a shorter one.
LENGTH = ("rounds", "pairs")


class JournalError(Exception):
    """A file cannot be continued."""


class Appender:
    """A file that only grows, held against other drivers while it is open."""

    def __init__(self, path):
        self.path = Path(path)
        self.file = open(self.path, "a+b")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise JournalError(f"{path}: another program writes this file") from None
        folder = os.open(self.path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)

    def read(self):
        """All of it."""
        self.file.seek(0)
        return self.file.read()

    def add(self, data):
        """Append bytes; they are on the disk when this returns."""
        self.file.write(data)
        self.file.flush()
        os.fsync(self.file.fileno())

    def cut(self, length):
        """Forget what is behind this many bytes."""
        self.file.truncate(length)
        os.fsync(self.file.fileno())

    def begin(self, first_line):
        """Write the first line of a new file; it may have been begun."""
        if not first_line.startswith(self.read()):
            raise JournalError(f"{self.path} is not a file of this kind")
        self.cut(0)
        self.add(first_line)

    def lines(self):
        """The whole lines, parsed; how many bytes they are; how many there are with a torn one behind."""
        data = self.read()
        whole = data.rfind(b"\n") + 1
        parsed = []
        for number, line in enumerate(data[:whole].splitlines(), 1):
            try:
                parsed.append(json.loads(line))
            except ValueError:
                raise JournalError(f"{self.path}: line {number} is not JSON") from None
        return parsed, whole, len(data)


class MatchLog:
    """The log of a match: what is played, then the games."""

    def __init__(self, path, match_line, resume):
        self.path = Path(path)
        expected = json.loads(match_line)
        self.games = {}
        self.appender = Appender(path)
        lines, whole, length = self.appender.lines()
        if len(lines) > 1 and not resume:
            raise JournalError(f"{path} exists already: --resume continues it")
        if not lines:
            self.appender.begin(match_line.encode() + b"\n")
            return
        if difference := differences(lines[0], expected, LENGTH):
            raise JournalError(f"{path} is the log of another match: {difference}")
        if lines[0].get("rounds", 0) > expected.get("rounds", 0):
            raise JournalError(f"{path} is the log of {lines[0]['rounds']} rounds; --rounds is less")
        for line in lines[1:]:
            self.count(line)
        if whole < length:
            self.appender.cut(whole)

    def count(self, game):
        """Note that this game is in; false if it was already."""
        try:
            known = self.games.setdefault(game["pair"], set())
            # A pair has a game for each of its engines, which take turns on the seats.
            new, self.games_of_a_pair = game["game"] not in known, len(set(game["players"]))
        except (TypeError, KeyError):
            raise JournalError(f"{self.path}: a line is not a game: {json.dumps(game)[:60]}") from None
        known.add(game["game"])
        return new

    def has(self, pair):
        """Are all games of the pair in?"""
        return pair in self.games and len(self.games[pair]) == self.games_of_a_pair

    def add(self, pairs):
        """Append the games of pairs that came in together, those that are not there yet."""
        new = [line for games in pairs for line in games if self.count(json.loads(line))]
        self.appender.add("".join(line + "\n" for line in new).encode())


class Shards:
    """Lines in the order they came, and beside them which tasks they came from."""

    def __init__(self, path, about, resume):
        """`about` is what the tasks are made from: a file is continued only by the same."""
        self.output = Appender(path)
        self.progress = Appender(f"{path}.progress")
        lines, whole, _ = self.progress.lines()
        self.done = set()
        length = len(self.output.read())
        if (length or len(lines) > 1) and not resume:
            raise JournalError(f"{path} exists already: --resume continues it")
        if not lines:
            if length:
                raise JournalError(f"{path} has no {self.progress.path.name} that tells what is in it")
            self.progress.begin(json.dumps(about).encode() + b"\n")
            return
        if difference := differences(lines[0], about):
            raise JournalError(f"{path} holds the results of other work: {difference}")
        self.progress.cut(whole)
        self.done.update(line["task"] for line in lines[1:])
        end = lines[-1]["end"] if len(lines) > 1 else 0
        if length < end:
            raise JournalError(f"{path} has {length} bytes, {end} by {self.progress.path.name}")
        self.output.cut(end)

    def add(self, results):
        """Append what tasks gave: pairs of a task's number and its text."""
        for task, text in results:
            if task not in self.done:
                self.done.add(task)
                self.output.add(text.encode("utf-8", "surrogateescape"))
                end = os.fstat(self.output.file.fileno()).st_size
                self.progress.add(json.dumps({"task": task, "end": end}).encode() + b"\n")


def differences(old, new, apart=()):
    """The fields in which two descriptions differ, in words, some apart; nothing if there are none."""
    if not isinstance(old, dict):
        return "its first line does not describe it"
    names = [name for name in {**old, **new} if name not in apart and old.get(name) != new.get(name)]
    return "; ".join(f"{name} {json.dumps(old.get(name))}, now {json.dumps(new.get(name))}" for name in names)

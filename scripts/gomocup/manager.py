"""A manager of games that speaks with a program as Piskvork does: commands that end with CR LF, one answer to each, time
taken from outside. It looks at the process too: its memory and threads as the system counts them, and its processor time.
"""

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "windows"))
import wine  # noqa: E402

MAX_MEMORY = 350 << 20  # of the tournament, in bytes
UNLIMITED = 2147483647  # `time_left` where the game has no limit
START_SECONDS = 30
TICKS = 100  # of /proc/PID/stat in a second
TALK = ("MESSAGE", "DEBUG")


class Fault(Exception):
    """What the program must not do."""


class Limits(NamedTuple):
    """Milliseconds of a move and of a game (0: no limit)."""

    turn: int
    game: int


class Brain:
    """One program in one game."""

    def __init__(self, program, rule, limits, tolerance):
        self.rule, self.limits, self.tolerance = rule, limits, tolerance
        self.left, self.worst, self.thought, self.moves = limits.game, -float("inf"), 0.0, 0
        self.memory, self.threads = 0, 0
        self.begun = False
        self.session = wine.Session(program, folder=Path(program).parent)
        self.send(f"START {rule.size}")
        self.expect("OK", START_SECONDS)
        limit = {"timeout_turn": limits.turn, "timeout_match": limits.game, "max_memory": MAX_MEMORY}
        for key, value in {**limit, "game_type": 1, "rule": rule.number, "folder": "C:\\"}.items():
            self.send(f"INFO {key} {value}")
        self.cpu_before = self.cpu_seconds()

    def send(self, *lines):
        """Lines to the program."""
        try:
            self.session.send(*lines)
        except OSError:
            raise self.ended() from None

    def ended(self):
        """The fault of a program that is gone."""
        try:
            status = self.session.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            status = "unknown"
        words = self.session.last_words() or "nothing"
        return Fault(f"the program ended after {self.moves} moves, exit status {status}; on standard error: {words}")

    def expect(self, pattern, seconds):
        """The answer, and when it came."""
        try:
            while True:
                moment, line = self.session.line(seconds)
                if line is None:
                    raise self.ended()
                if line.split(" ")[0] in TALK:
                    continue
                if not re.fullmatch(pattern, line):
                    raise Fault(f"{line!r} where {pattern!r} was expected")
                return moment, line
        except TimeoutError as error:
            raise Fault(str(error)) from None

    def move(self, stones):
        """The answer to these stones, by BEGIN, BOARD or TURN; the clock runs from the command to the answer."""
        self.send(f"INFO time_left {self.left if self.limits.game else UNLIMITED}")
        start = time.monotonic()
        if not stones:
            self.send("BEGIN")
        elif self.begun:
            self.send("TURN {},{}".format(*stones[-1]))
        else:
            owners = [1 + (len(stones) - number) % 2 for number in range(len(stones))]
            lines = [f"{x},{y},{owner}" for (x, y), owner in zip(stones, owners)]
            self.send("BOARD", *lines, "DONE")
        self.begun = True
        moment, line = self.expect(r"\d+,\d+", self.limits.turn / 1000 + START_SECONDS)
        self.count((moment - start) * 1000)
        self.look()
        return tuple(int(word) for word in line.split(","))

    def count(self, spent):
        """Takes milliseconds off the clocks."""
        allowed = min(self.limits.turn, self.left) if self.limits.game else self.limits.turn
        self.moves += 1
        self.thought += spent / 1000
        self.worst = max(self.worst, spent - allowed)
        self.left -= round(spent)
        if spent > allowed + self.tolerance:
            raise Fault(f"{spent:.0f} ms for move {self.moves}, allowed are {allowed} ms")

    def system(self, name, pattern):
        """Numbers that the system has about the process."""
        try:
            text = Path(f"/proc/{self.session.process.pid}/{name}").read_text(encoding="ascii", errors="replace")
        except OSError:
            text = ""
        if not (found := re.search(pattern, text, re.M)):
            raise self.ended()
        return [int(number) for number in found.groups()]

    def cpu_seconds(self):
        """Processor time of all threads."""
        return sum(self.system("stat", r".*\)(?: \S+){11} (\d+) (\d+)")) / TICKS

    def look(self):
        """Memory (the most so far, bytes) and threads."""
        self.memory = self.system("status", r"^VmHWM:\s+(\d+)")[0] << 10
        self.threads = max(self.threads, *self.system("status", r"^Threads:\s+(\d+)"))
        if self.memory > MAX_MEMORY:
            raise Fault(f"{self.memory / 2**20:.0f} MiB of memory")
        cpu = self.cpu_seconds() - self.cpu_before
        # One thread was allowed; a tick may be counted too much for each of them.
        if cpu > self.thought + 0.1 + self.threads / TICKS:
            raise Fault(f"{cpu:.2f} s of processor time in {self.thought:.2f} s: more than one thread works")

    def close(self):
        """`END` ends the program, without another word."""
        try:
            status = self.session.close("END")
        except (OSError, subprocess.TimeoutExpired):
            self.session.kill()
            raise Fault("END does not end the program") from None
        if status != 0:
            raise Fault(f"exit status {status} at the end")

"""A match as the engine understands it: what is asked of workers, what stays here.

The words behind `--` are those of `quadriga match`. Rules, engines, openings and adjudication go to the
workers as they are; the log, the pairs to play, the test that stops the match and what is made of the log
stay here.
"""

import json
import re
import subprocess

import quadriga_worker
from command_line import NOT_ON_A_CLUSTER, Usage, refuse, take
from driver import Task, shares

OF_THE_VERDICT = ("--sprt", "--report", "--games-out")
OF_THE_CLUSTER = ("--concurrency", "--affinity", "--from")


class Match:
    """A match and the engine that plays, schedules and judges it."""

    def __init__(self, binary, words):
        self.binary = binary
        taken, self.arguments = take(words, ("--log", "--pairs", *OF_THE_VERDICT), ("--resume",))
        refuse(self.arguments, OF_THE_CLUSTER, NOT_ON_A_CLUSTER)
        self.log = taken.get("--log")
        self.resume = "--resume" in taken
        self.sprt = ["--sprt", taken["--sprt"]] if "--sprt" in taken else []
        self.files = [word for name in OF_THE_VERDICT[1:] if name in taken for word in (name, taken[name])]
        nothing = ["--pairs", "0..0", "--log", "-"]
        self.line = quadriga_worker.execute_here([binary, "match", *self.arguments, *nothing]).splitlines()[0]
        self.about = json.loads(self.line)
        self.pairs = self.asked(taken.get("--pairs"))

    def asked(self, pairs):
        """The pairs to play: all of the schedule, or those of `--pairs`."""
        total = self.about["pairs"]
        if pairs is None:
            return range(total)
        found = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", pairs, re.ASCII)
        if not found:
            raise Usage(f"--pairs {pairs}: expected A or A..B")
        begin = int(found[1])
        end = int(found[2]) if found[2] else begin + 1
        if not begin <= end <= total:
            raise Usage(f"--pairs {pairs}: the match has the pairs 0..{total}")
        return range(begin, end)

    def tasks(self, do, pairs, size):
        """Tasks for these pairs, up to `size` consecutive ones in each; a task's number is its first pair."""
        for share in shares(pairs, size):
            yield Task(share.start, do, (self.arguments, self.line, f"{share.start}..{share.stop}"))

    def cores(self):
        """Cores that a game takes: players think in turn, so it is the one with the most search threads."""
        threads = re.findall(r"option\.threads=['\"]?(\d+)", " ".join(self.arguments), re.IGNORECASE)
        return max(map(int, threads), default=1)

    def judge(self, log):
        """The state of the sequential test in words, and whether it has come to an end."""
        told = quadriga_worker.execute_here([self.binary, "match", "--from", str(log), *self.sprt])
        line = next((line for line in told.splitlines() if line.startswith("LLR:")), "")
        return line, line.endswith("accepted")

    def conclude(self, log):
        """Print tables of the whole log, write the report and the games."""
        command = [self.binary, "match", "--from", str(log), *self.sprt, *self.files]
        return subprocess.run(command).returncode

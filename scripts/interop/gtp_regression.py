#!/usr/bin/env python3
"""GTP regression: runs the files `gtp/GAME.tst` against `quadriga --protocol gtp --game GAME`.

    cargo build --release && scripts/interop/gtp_regression.py

The files are those of gogui-regress, which runs them as well: a command, with or without id, and under it
`#? [REGEX]`, which the whole answer has to match (`[!REGEX]`: must not match). `*` behind the brackets marks
an answer that is meant to be an error; gogui-regress counts it as an expected failure, here the regex
has to match the error's text. An answer without `#?` must not be an error. Every byte outside the answers,
a wrong id, an answer that is not closed by an empty line, and an exit status other than 0 count as failures.
Analyses, which go on until the next line comes and so fit in no such file, are tried here for each game. A
command that the engine lists and a file does not try is a failure.
"""

import queue
import re
import subprocess
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
import common  # noqa: E402

FILES = Path(__file__).resolve().parent / "gtp"
ANALYSES = {"lz-analyze", "kata-analyze"}
PATIENCE = 30  # seconds for one answer


class Session:
    """One engine that speaks GTP."""

    def __init__(self, command):
        # Standard error carries GoGui's live pictures.
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def _line(self):
        try:
            line = self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise common.EngineError(f"no answer within {PATIENCE} s") from None
        if line is None:
            raise common.EngineError("the engine ended in the middle of an answer")
        return line

    def ask(self, command, until=None):
        """The answer to a command: is it an error, and its text. A line that begins with `until` ends an analysis."""
        identity = re.match(r"\d*", command).group()
        self.process.stdin.write(command + "\n")
        lines = [self._line()]
        while lines[-1] != "":
            if until and lines[-1].startswith(until):
                self.process.stdin.write("\n")  # any line does
                until = None
            lines.append(self._line())
        first = re.fullmatch(r"([=?])(\d*)(?: (.*))?", lines[0])
        if first is None or first.group(2) != identity:
            raise common.EngineError(f"not an answer: {lines[0]!r}")
        text = "\n".join([first.group(3) or ""] + lines[1:-1]).strip()
        return first.group(1) == "?", text

    def close(self):
        """What is left after `quit`: nothing but the end, and status 0."""
        self.process.stdin.close()
        left = self.lines.get(timeout=PATIENCE)
        return left is None and self.process.wait(timeout=10) == 0


def judge(error, text, expected):
    """Whether an answer is the one that was expected."""
    if expected is None:
        return not error
    wanted = re.fullmatch(r"\[(!?)(.*)\](\*?)", expected)
    if wanted is None:
        sys.exit(f"not an expectation: {expected}")
    negated, pattern, meant = wanted.groups()
    matches = re.fullmatch(pattern.strip(), text, re.MULTILINE | re.DOTALL) is not None
    return error == bool(meant) and matches != bool(negated)


def steps(path):
    """Commands of a file, each with the expectation that follows it, or None."""
    found = []
    for line in path.read_text().splitlines():
        if line.startswith("#?"):
            found[-1][1] = line[2:].strip()
        elif line and not line.startswith("#"):
            found.append([line, None])
    return found


def analyse(session, game, tally):
    """Both kinds of analysis, ended by an empty line; the position stays."""
    before = session.ask("gogui-rules_board")
    for command, line in (
        ("lz-analyze 5", r"info move \S+ visits \d+ winrate \d+ .*\border 0\b.*\bpv \S.*"),
        ("kata-analyze 5", r"info move \S+ visits \d+ .*\bwinrate [\d.e-]+ .*\border 0\b.*\bpv \S.*"),
    ):
        error, text = session.ask(command, until="info move")
        lines = text.splitlines()
        tally.check(
            not error and lines and all(re.fullmatch(line, each) for each in lines),
            lambda: f"{game}: {command}: {text[:300]!r}",
        )
    tally.check(session.ask("gogui-rules_board") == before, lambda: f"{game}: an analysis changed the board")


def run(engine, path, tally):
    """One file."""
    session = Session([engine, "--protocol", "gtp", "--game", path.stem])
    try:
        analyse(session, path.stem, tally)
        tried = {re.match(r"[\d ]*(\S*)", command).group(1) for command, _ in steps(path)} | ANALYSES
        left = set(session.ask("list_commands")[1].split()) - tried
        tally.check(not left, lambda: f"{path.name} does not try {' '.join(sorted(left))}")
        for command, expected in steps(path):
            error, text = session.ask(command)
            tally.check(
                judge(error, text, expected),
                lambda: f"{path.name}: {command}: expected {expected}, got {'?' if error else '='} {text!r}",
            )
        tally.check(session.close(), lambda: f"{path.name}: no clean end after quit")
    except (common.EngineError, OSError) as failure:
        session.process.kill()
        tally.check(False, lambda: f"{path.name}: {failure}")


def main():
    parser = common.arguments("Run the GTP regression files.")
    parser.add_argument("files", nargs="*", type=Path, default=sorted(FILES.glob("*.tst")))
    options = parser.parse_args()
    tally = common.Tally()
    for path in options.files:
        run(options.engine, path, tally)
    print(f"{len(options.files)} files")
    tally.finish()


if __name__ == "__main__":
    main()

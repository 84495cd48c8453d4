"""What the oracle and interop scripts share: a private Python environment, a session with the engine, the tally.

An oracle is a rules program by other people. It never becomes part of Quadriga; it only says whether our
rules are right. So each script installs its oracle by package name into an environment of its own under
`target/`, compares, and prints one line that a person and a machine can both read.
"""

import argparse
import os
import queue
import subprocess
import sys
import threading
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run_with(*packages, environment="oracle-venv"):
    """Restart this script under a private environment in `target`, with these packages installed there.

    Two packages that install themselves under one name need environments of their own.
    """
    home = ROOT / "target" / environment
    python = home / "bin" / "python"
    if Path(sys.prefix).resolve() == home.resolve():
        sys.path.remove(str(Path(__file__).resolve().parent))  # a script may bear its library's name
        return
    if not python.exists():
        venv.create(home, with_pip=True)
    wanted = " ".join(packages)
    installed = home / "installed.txt"
    if not installed.exists() or wanted not in installed.read_text(encoding="utf-8").splitlines():
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
        with installed.open("a", encoding="utf-8") as lines:
            lines.write(wanted + "\n")
    os.execv(python, [str(python), *sys.argv])


def arguments(description):
    """The command line of every oracle script; a script adds its own flags before parsing."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument(
        "--engine",
        default=str(ROOT / "target" / "release" / "quadriga"),
        help="engine to judge (default: the release build of this checkout)",
    )
    parser.add_argument("--seed", default="1", help="any text; the same seed gives the same positions")
    return parser


class EngineError(Exception):
    """The engine broke the protocol, refused something legal, or died."""


class Engine:
    """One session in the native protocol, by the handshake `ugi` or `uci`."""

    def __init__(self, command, variant, handshake="ugi"):
        words = command.split() if isinstance(command, str) else command
        if not Path(words[0]).exists():
            sys.exit(f"no engine at {words[0]}: run `cargo build --release` or name one with --engine")
        self.process = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.send(handshake)
        self.greeting = []
        while not self.greeting or self.greeting[-1] != handshake + "ok":
            self.greeting.append(self._line())
        self.send(f"setoption name UCI_Variant value {variant}", "isready")
        self._until("readyok")

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))
        self.lines.put(None)

    def _line(self, seconds=20):
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            raise EngineError(f"no answer within {seconds} s") from None
        if line is None:
            raise EngineError("the engine ended")
        return line

    def _until(self, first_word):
        """The rest of the next line with this first word; an error message on the way is an error here."""
        while True:
            line = self._line()
            if line.startswith("info string error"):
                raise EngineError(line)
            if line == first_word or line.startswith(first_word + " "):
                return line[len(first_word) :].strip()

    def send(self, *lines):
        """Write lines without waiting."""
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def query(self, question):
        """Answer to a `query`, as text."""
        self.send(f"query {question}")
        return self._until("response")

    def go(self, limit):
        """A search from the position set before: the words after `bestmove`, and the principal variation."""
        self.send(f"go {limit}")
        variation = []
        while True:
            line = self._line()
            if line.startswith("info string error"):
                raise EngineError(line)
            first, *words = line.split() or [""]
            if first == "info" and "pv" in words:
                variation = words[words.index("pv") + 1 :]
            elif first == "bestmove":
                return words, variation

    def perft(self, depth):
        """Move sequences of this length from the position set before."""
        self.send(f"go perft {depth}")
        while True:
            words = self._line(600).replace(":", " ").split()
            if [word.lower() for word in words[:-1]] in (["nodes"], ["nodes", "searched"]):
                return int(words[-1])

    def close(self):
        """End the session."""
        self.send("quit")
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.reader.join()
        self.process.stdout.close()


class Tally:
    """Counts what agreed and what did not, and shows the first disagreements in full."""

    SHOWN = 10

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, agreed, explain):
        """Count one comparison; `explain()` is the text for a disagreement."""
        if agreed:
            self.passed += 1
            return
        self.failed += 1
        if self.failed <= self.SHOWN:
            print("DIFFERENT " + explain(), flush=True)

    def finish(self):
        """The last line, and the exit status."""
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed or not self.passed else 0)

"""Windows programs on Linux: wine with a folder of its own under `target/`, installed by apt where it is missing.

What wine 8 (Debian 12) lacks is made here: `bcryptprimitives.dll`, the random numbers of Windows 8 and later, which every
program of a current Rust compiler asks for.
"""

import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PREFIX = ROOT / "target" / "wine"
ENVIRONMENT = {**os.environ, "WINEPREFIX": str(PREFIX), "WINEDEBUG": "-all", "TERM": "xterm"}
COMPILER = "x86_64-w64-mingw32-gcc"
PACKAGES = ("wine", "wine64", "gcc-mingw-w64-x86-64")
RANDOM_NUMBERS = """
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return RtlGenRandom(data, (ULONG)length); }
"""
# There is nothing to test with: what scripts of the project end with then.
NOT_HERE = 2


def start():
    """Everything that is needed, or the end of the script with a line that says what is missing."""
    if not (shutil.which("wine") and shutil.which(COMPILER)):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        for command in (["update"], ["install", "-y", "--no-install-recommends", *PACKAGES]):
            if not shutil.which("apt-get") or subprocess.run(["apt-get", *command], **quiet).returncode != 0:
                leave(f"no wine can be installed here ({' '.join(PACKAGES)})")
    PREFIX.mkdir(parents=True, exist_ok=True)
    # Debian's server ends with the last program and may drop one that starts just then ("wine client error: recvmsg:
    # Connection reset by peer"). This one stays until `stop`.
    stop()
    run_tool("wineserver", "--persistent")
    if run_tool("wineboot", "--init") != 0:
        leave("wine does not start here")
    library = PREFIX / "drive_c" / "windows" / "system32" / "bcryptprimitives.dll"
    if not library.exists():
        source = PREFIX / "bcryptprimitives.c"
        source.write_text(RANDOM_NUMBERS, encoding="ascii")
        compile_c(source, library, "-shared", "-ladvapi32")


def compile_c(source, result, *words):
    """A program or library for Windows from one file."""
    subprocess.run([COMPILER, "-o", result, source, *words], check=True)


def leave(why):
    """The end, for want of something that this machine does not have."""
    print(why)
    sys.exit(NOT_HERE)


def run_tool(*words):
    """A program of wine itself; its exit status."""
    return subprocess.run(words, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def stop():
    """End every program of this prefix."""
    run_tool("wineserver", "--kill")


def run(program, *words, text="", folder=None, seconds=120):
    """A program to its end: exit status, output and errors as bytes."""
    command = ["wine", str(program), *(str(word) for word in words)]
    given = {"input": text.encode(), "capture_output": True, "cwd": folder, "timeout": seconds}
    done = subprocess.run(command, env=ENVIRONMENT, **given)
    return done.returncode, done.stdout, done.stderr


class Session:
    """A program that is spoken with through pipes; every line to it ends with CR LF, as Windows programs write."""

    def __init__(self, program, *words, folder=None):
        command = ["wine", str(program), *(str(word) for word in words)]
        self.errors = tempfile.TemporaryFile()
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self.errors}
        self.process = subprocess.Popen(command, env=ENVIRONMENT, cwd=folder, **pipes)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((time.monotonic(), line.decode().rstrip("\r\n")))
        self.lines.put((time.monotonic(), None))

    def send(self, *lines):
        """Write lines."""
        self.process.stdin.write("".join(f"{line}\r\n" for line in lines).encode())
        self.process.stdin.flush()

    def line(self, seconds=20):
        """The next line, with the moment when it came; `None` where the program has ended."""
        try:
            return self.lines.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError(f"no line within {seconds} s") from None

    def until(self, start, seconds=20):
        """The next line that begins so; what comes before it is dropped."""
        while True:
            _, line = self.line(seconds)
            if line is None:
                raise EOFError(f"the program ended before a line {start!r}")
            if line.startswith(start):
                return line

    def last_words(self):
        """What the program, or wine, said on standard error."""
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace").strip()

    def kill(self):
        """End the program without a word."""
        self.process.kill()
        self.process.wait()

    def close(self, *last, seconds=20):
        """Say goodbye; the exit status."""
        self.send(*last)
        self.process.stdin.close()
        return self.process.wait(timeout=seconds)

"""What all attacks share: the program under attack, chance that repeats, and what is found broken.

Nothing here is about speed: whoever does not answer is waited for as long as PATIENCE, and only then found broken.
"""

import contextlib
import json
import os
import queue
import random
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

# Seconds after which a program that does not answer is taken to hang, however busy the machine is.
PATIENCE = 300
# Resident memory in MiB that no program may reach. Tables of searches are kept small in all attacks.
MEMORY_MIB = 400
# What must be on no standard error and in no answer.
PANIC = re.compile(rb"panicked|internal error|RUST_BACKTRACE|overflowed its stack", re.IGNORECASE)
# What a client may ask for and would get: memory and threads.
GREED = re.compile(
    rb"((?:hash(?:_size)?|tt-size|thread(?:s|_num)?|max_memory|positions|multipv)\W{0,4}(?:value\W{0,3})?)[\d.+eE-]+", re.IGNORECASE
)


class Broken(Exception):
    """A promise that does not hold."""


class Attack:
    """One attack: its share of chance and time, its folder, what was tried and what broke."""

    def __init__(self, name, program, seconds, seed):
        self.name, self.program, self.seconds = name, program, seconds
        self.random = random.Random(f"{seed} {name}")
        self.counts = Counter()
        self.broken = []
        self.folder = Path(tempfile.mkdtemp(prefix=f"quadriga-attack-{name}-"))
        # Others may come in: some programs run as users without rights.
        self.folder.chmod(0o755)
        listed = subprocess.run([program, "games", "--json"], capture_output=True, check=True, env=self.environment()).stdout
        self.games = [game["name"] for game in json.loads(listed)] + ["connect4-5x4"]
        self.until = time.monotonic() + seconds

    def goes_on(self):
        return time.monotonic() < self.until

    def stretch(self, share, least=1):
        """Rounds until a share of the time is over, and so many at least."""
        until = time.monotonic() + self.seconds * share
        number = 0
        while number < least or time.monotonic() < until:
            yield number
            number += 1

    @contextlib.contextmanager
    def trial(self, what, *inputs):
        """What breaks within is noted, with the bytes that did it kept in the folder."""
        try:
            yield
        except Broken as broken:
            number = len(self.broken) + 1
            for index, data in enumerate(inputs):
                (self.folder / f"broken-{number}.{index}").write_bytes(bytes(data))
            self.broken.append(f"{what}: {broken}" + (f" (input: {self.folder}/broken-{number}.*)" if inputs else ""))

    def close(self):
        if not self.broken:
            shutil.rmtree(self.folder, ignore_errors=True)

    def fresh_folder(self, name):
        """An empty folder of the attack; one of that name from before is removed."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder

    def environment(self):
        """HOME and all folders of data are the attack's own."""
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        return {"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TMPDIR": str(self.folder)}


def expect(condition, text):
    if not condition:
        raise Broken(text)


def tame(line):
    """The line without what a client may ask for and would get: much memory, many threads, files elsewhere."""
    line = GREED.sub(lambda found: found.group(1) + b"3", line)
    if re.search(rb"sgf|save|load", line, re.IGNORECASE):
        line = line.replace(b"/", b"_").replace(b"..", b"__")
    return line


def mutated(chance, data, most=4):
    """Bytes with some of them changed, removed, repeated or exchanged for others."""
    data = bytearray(data)
    for _ in range(chance.randint(1, most)):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice([1, 1, 2, 4, 16, 64]))
        kind = chance.randrange(7)
        if kind == 0:
            data[at:end] = b""
        elif kind == 1:
            data[at:at] = data[at:end] * chance.choice([1, 2, 50])
        elif kind == 2:
            data[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
        elif kind == 3:
            data[at:at] = chance.choice(
                [b"\0", b"\xff\xfe", b"99999999999999999999", b"-1", b"(", b")", b"[", b"]", b'"', b"{", b"\xe2\x80\xae", b"1e400", b"\r"]
            )
        elif kind == 4 and data:
            data[at % len(data)] ^= 1 << chance.randrange(8)
        elif kind == 5:
            there = chance.randrange(len(data) + 1)
            data[at:end], data[there:there] = b"", data[at:end]
        elif kind == 6 and chance.random() < 0.2:
            del data[at:]
    return bytes(data)


class Program:
    """A running program that is spoken to by lines; its output is read as it comes."""

    def __init__(self, attack, arguments, folder=None, **popen):
        popen.setdefault("env", attack.environment())
        command = popen.pop("command", [str(attack.program)])
        self.sent = bytearray()
        self.process = subprocess.Popen(
            [*command, *arguments],
            cwd=folder or attack.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **popen,
        )
        self.lines, self.errors = queue.Queue(), bytearray()
        self.peak = 0
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self._read_output, self._read_errors)]
        for thread in self.threads:
            thread.start()

    def _read_output(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip(b"\r\n"))
        self.lines.put(None)

    def _read_errors(self):
        for line in self.process.stderr:
            # Enough to see what is wrong.
            if len(self.errors) < 1 << 20:
                self.errors += line

    def send(self, data):
        self.sent += data
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def line(self, nudge=b""):
        """The next line, or None at the end of the output. `nudge` is sent every second while nothing comes."""
        for _ in range(PATIENCE):
            try:
                line = self.lines.get(timeout=1)
            except queue.Empty:
                self.send(nudge)
                continue
            expect(line is None or not PANIC.search(line), f"it says {line!r}")
            return line
        raise Broken(f"no line for {PATIENCE} s after {bytes(self.sent[-300:])!r}")

    def until(self, wanted, nudge=b""):
        """All lines up to the first that `wanted` accepts, and that one."""
        lines = []
        while not lines or not wanted(lines[-1]):
            line = self.line(nudge)
            if line is None:
                self.wait()
                raise Broken(f"it ended after {bytes(self.sent[-300:])!r}")
            lines.append(line)
        return lines

    def until_end(self):
        """Reads to the end of the output, however long that takes."""
        while self.line() is not None:
            pass

    def close_output(self):
        """As if the reader had gone: the descriptor is exchanged, since closing it would wait for the thread that reads."""
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, self.process.stdout.fileno())
        os.close(nothing)

    def memory(self):
        """The most resident memory so far in MiB, 0 where the system does not tell."""
        with contextlib.suppress(OSError, AttributeError):
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
            self.peak = max(self.peak, int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) // 1024)
        return self.peak

    def end(self, codes=(0,), limit=MEMORY_MIB):
        """Closes the input and waits for a good end."""
        self.memory()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        return self.wait(codes, limit)

    def wait(self, codes=(0,), limit=MEMORY_MIB):
        try:
            status = self.process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Broken(f"it does not end, after {bytes(self.sent[-200:])!r}") from None
        for thread in self.threads:
            thread.join(PATIENCE)
        rest = []
        while not self.lines.empty():
            rest.append(self.lines.get() or b"")
        for text in (*rest, bytes(self.errors)):
            expect(not PANIC.search(text), f"it says {text[-500:]!r}")
        expect(codes is None or status in codes, f"it ended with status {status}: {bytes(self.errors[-500:])!r}")
        expect(
            status != 101 and status not in (-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGILL, -signal.SIGBUS),
            f"it crashed with status {status}",
        )
        expect(self.peak <= limit, f"it held {self.peak} MiB, more than {limit}")
        return rest

    def kill(self):
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def running(attack, arguments, **popen):
    """A program that is gone at the end, whatever happens."""
    program = Program(attack, arguments, **popen)
    try:
        yield program
    finally:
        if program.process.poll() is None:
            program.kill()

"""Files from outside: the program's own exports of every kind, mutated, given to every reader of the command line.

What must hold: no panic, an end in bounded time and memory, an error of one line where a file is refused, and no file but the
output is written.
"""

import os
import subprocess
import threading
import unicodedata

import common
from common import PANIC, Broken, expect, mutated, tame

# Resident memory in MiB that a reader may use: tables and files here are small.
MEMORY_MIB = 400
BINARY = ("network", "games", "book", "bitbase")
GAMES = ["draughts", "russian", "frisian", "renju", "gomoku", "connect4", "connect4-5x4", "chinesecheckers"]


def command(attack, *arguments, data=None):
    """Runs the program to its end: status, output, errors and the memory that it held in MiB."""
    process = subprocess.Popen(
        [str(attack.program), *map(str, arguments)],
        cwd=attack.folder,
        env=attack.environment(),
        stdin=subprocess.PIPE if data else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    # The standard library tells what all children together held at most; wait4 tells it for one.
    timer = threading.Timer(common.PATIENCE, process.kill)
    timer.start()
    out, errors = process.stdout, []
    reader = threading.Thread(target=lambda: errors.append(process.stderr.read()), daemon=True)
    reader.start()
    if data:
        threading.Thread(target=lambda: (process.stdin.write(data), process.stdin.close()), daemon=True).start()
    text = out.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    hangs = not timer.is_alive()
    timer.cancel()
    reader.join()
    out.close(), process.stderr.close()
    if hangs:
        raise Broken(f"no end within {common.PATIENCE} s")
    return process.returncode, text, errors[0], usage.ru_maxrss // 1024


def make(attack, *arguments):
    status, _, errors, _ = command(attack, *arguments)
    expect(status == 0, f"{arguments}: {errors!r}")


def exports(attack):
    """Files of every kind that the program writes: by name, with the commands that read them (FILE stands for the file)."""
    readers = {}
    for game in GAMES:
        make(
            attack,
            "match",
            "--game",
            game,
            "--engine",
            "name=A",
            "--engine",
            "name=B",
            "--each",
            "nodes=20 option.Hash=1",
            "--random-plies",
            4,
            "--max-plies",
            30,
            "--log",
            f"{game}.jsonl",
            "--games-out",
            f"{game}.txt",
        )
        readers[f"{game}.jsonl"] = [["match", "--from", "FILE"], ["match", "--from", "FILE", "--report", "-", "--games-out", "games.txt"]]
        readers[f"{game}.txt"] = [["convert", "FILE", "--to", "text"]]
        for form in ("pdn", "sgf", "psq", "fen"):
            if command(attack, "convert", f"{game}.txt", "-o", f"{game}.{form}")[0] == 0 and (attack.folder / f"{game}.{form}").exists():
                readers[f"{game}.{form}"] = [["convert", "FILE", "--game", game, "--to", to] for to in ("text", form, "fen")]
        for name in (f"{game}.{form}" for form in ("txt", "pdn", "sgf", "psq")):
            if name in readers:
                readers[name].append(["analyze", "FILE", "--game", game, "--nodes", 20, "--hash", 1, "--html", "page.html"])
                readers[name].append(
                    [
                        "match",
                        "--game",
                        game,
                        "--openings",
                        "FILE",
                        "--engine",
                        "name=A",
                        "--engine",
                        "name=B",
                        "--each",
                        "nodes=5 option.Hash=1",
                        "--max-plies",
                        4,
                        "--opening-plies",
                        3,
                    ]
                )
    for game in ("draughts", "renju"):
        make(attack, "selfplay", "--game", game, "--games", 3, "--nodes", 20, f"{game}.games")
        make(attack, "fit", "--game", game, "--network", "--epochs", 1, "--out", f"{game}.network", f"{game}.games")
        readers[f"{game}.games"] = [
            ["fit", "--game", game, "--network", "--epochs", 1, "--out", "out.network", "FILE"],
            ["selfplay", "--game", game, "--games", 4, "--nodes", 20, "COPY"],
        ]
    readers["renju.network"] = [
        ["fit", "--game", "renju", "--network", "--epochs", 1, "--from", "FILE", "--out", "out.network", "renju.games"]
    ]
    make(attack, "book", "prove", "--game", "connect4-5x4", "--plies", 2, "--hash", 8, "work.book-work")
    make(attack, "book", "pack", "--game", "connect4-5x4", "--out", "small.book", "work.book-work")
    make(attack, "book", "strategy", "--game", "connect4-6x4", "--winner", "second", "--hash", 8, "strategy.book-work")
    readers["small.book"] = [["book", "show", "--game", "connect4-5x4", "FILE"]]
    small = ["--game", "connect4-5x4", "--hash", 8]
    readers["work.book-work"] = [
        ["book", "pack", "--game", "connect4-5x4", "--out", "out.book", "FILE"],
        ["book", "search", *small, "--plies", 2, "--nodes", 50, "COPY"],
        ["book", "prove", *small, "--plies", 2, "COPY"],
    ]
    readers["strategy.book-work"] = [
        ["book", "pack", "--game", "connect4-6x4", "--out", "out.book", "FILE"],
        ["book", "strategy", "--game", "connect4-6x4", "--winner", "second", "--hash", 8, "COPY"],
    ]
    make(attack, "bitbase", 2, "--game", "russian", attack.folder)
    readers["russian.bitbase"] = [["eval", "--game", "russian", "--fen", "W:WKa1:BKh2"]]
    return readers


def read(attack, name, data, arguments):
    """One reader of a mutated file."""
    given = attack.folder / f"given-{name}"
    given.write_bytes(data)
    if name.endswith(".bitbase"):
        # Its reader looks for it in the folder of data.
        folder = attack.folder / "home/.local/share/quadriga/bitbases"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    what = " ".join(str(word) for word in arguments).replace("FILE", name).replace("COPY", name)
    with attack.trial(what, data):
        status, text, errors, memory = command(attack, *[given if word in ("FILE", "COPY") else word for word in arguments])
        attack.counts[name.rsplit(".", 1)[1]] += 1
        attack.counts["MiB at most"] = max(attack.counts["MiB at most"], memory)
        expect(status in (0, 1, 2), f"status {status}: {errors[-500:]!r}")
        expect(not PANIC.search(errors), f"it says {errors[-500:]!r}")
        expect(status == 0 or b"error" in errors or b"error" in text, f"status {status} without a reason")
        expect(memory <= MEMORY_MIB, f"it held {memory} MiB, more than {MEMORY_MIB}")
        for char in (text + errors).decode(errors="replace"):
            # Tabs and ends of lines are no signs to a terminal; U+FFFD is what bytes that are no text have become.
            expect(unicodedata.category(char) != "Cc" or char in "\n\t", f"control character {char!r} of a file reaches the terminal")


def good_sum(data):
    """The file with the checksum that its reader wants to see: only then what is before it is read at all."""
    total = 0xCBF29CE484222325
    for byte in data[:-8]:
        total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return data[:-8] + total.to_bytes(8, "little")


def run(attack):
    readers = exports(attack)
    names = sorted(readers)
    originals = {name: (attack.folder / name).read_bytes() for name in names}
    # Each kind of file as often as each other one, whatever the number of games.
    kinds = sorted({name.rsplit(".", 1)[1] for name in names})
    escapes = [word.encode() for word in ("\x1b[2J", "\x07", "\x9b2J", "\\u001b[2J")]
    fixed = [
        b"",
        b"\0",
        b"\xff" * 1000,
        b"(" * 1000000,
        b"[" * 1000000,
        b"{" * 1000000,
        b"1. " * 500000,
        b"x" * (8 << 20),
        b"\x1b[2J\x1b]0;x\x07\xc2\x9b2J" * 9,
    ]
    for number in attack.stretch(1, least=len(kinds)):
        kind = kinds[number % len(kinds)]
        name = attack.random.choice([name for name in names if name.endswith("." + kind)])
        for arguments in readers[name]:
            if attack.random.random() < 0.04:
                data = attack.random.choice(fixed)
            else:
                data = mutated(attack.random, originals[name], most=attack.random.choice([1, 2, 8, 40]))
            if kind not in BINARY and attack.random.random() < 0.2:
                # Quotation marks and brackets stand around names and comments.
                at = attack.random.choice([at for at, byte in enumerate(data) if byte in b'"[{'] or [0]) + 1
                data = data[:at] + attack.random.choice(escapes) + data[at:]
            if kind in ("book", "bitbase") and len(data) < 1 << 20 and attack.random.random() < 0.7:
                data = good_sum(data)
            read(attack, name, data if kind in BINARY else tame(data), arguments)

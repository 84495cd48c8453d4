"""What the program does besides answering: connections, files and processes, while it is used and misused.

What must hold: no sockets but those that SECURITY.md lists, and those on loopback; no files but those that were named and the
games of `board` and `play`, in a folder for their owner alone; no processes.
"""

import contextlib
import os
import re
import stat
import sys
from pathlib import Path

from board import board
from common import expect, running

# Programs in the middle of their work: arguments, input, and a word of the output after which they are looked at.
SESSIONS = [
    (["--hash", "1"], "uci\nposition startpos\ngo infinite\n", b"info depth"),
    (["gtp", "--hash", "1"], "loadsgf /nonexistent/a.sgf\nboardsize 15\nlz-analyze b 1\n", b"info move"),
    (["hub", "--hash", "1"], "hub\ninit\npos start\ngo think\n", b"info depth"),
    (["gomocup"], "START 15\nINFO folder /tmp/x\nINFO timeout_turn 0\nINFO max_memory 83886080\nTURN 7,7\n", b","),
    (["analyze", "--hash", "1"], '{"id":1,"game":"draughts","infinite":true,"report_every":0.1}\n', b"final"),
    (["play", "--plain", "--game", "connect4-5x4", "--level", "0"], "4\nload /nonexistent/a.sgf\n", b"nonexistent"),
    (["solve"], "4\n", b"4 "),
    (["convert", "--from", "pdn", "--to", "pdn", "--game", "draughts"], "", b""),
    (["dxp", "--listen", "127.0.0.1:0", "--hash", "1"], "", b"listening"),
    (
        [
            "match",
            "--game",
            "draughts",
            "--engine",
            "name=A",
            "--engine",
            "name=B",
            "--each",
            "nodes=200 option.Hash=1",
            "--rounds",
            "3",
            "--log",
            "-",
        ],
        "",
        b'"match"',
    ),
]


def sockets(pid):
    """Local and remote addresses of the process's connections over IP, in the digits of the kernel."""
    inodes = set()
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            inodes |= set(re.findall(r"socket:\[(\d+)\]", os.readlink(descriptor)))
    found = []
    for kind in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{pid}/net/{kind}").read_text(encoding="ascii").splitlines()[1:]:
                fields = line.split()
                if fields[9] in inodes:
                    found.append((kind, fields[1], fields[2]))
    return found


def children(pid):
    """Programs that a process has started and that still run."""
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            found += (task / "children").read_text(encoding="ascii").split()
    return found


def files(attack):
    """All files below the attack's folder, HOME and the folder for temporary files among them."""
    return {str(path.relative_to(attack.folder)) for path in attack.folder.rglob("*") if not path.is_dir()}


def expect_loopback(pid, most):
    """At most so many sockets, each of them listening or connected on 127.0.0.1."""
    found = sockets(pid)
    expect(len(found) <= most, f"it has the sockets {found}")
    for kind, local, remote in found:
        expect(kind == "tcp" and local.startswith("0100007F:"), f"it listens at {local}")
        expect(remote.startswith(("0100007F:", "00000000:")), f"it is connected to {remote}")


def session(attack, arguments, text, word):
    before = files(attack)
    with attack.trial(" ".join(arguments[:2])):
        with running(attack, arguments) as program:
            program.send(text.encode())
            if word:
                program.until(lambda line: word in line)
            pid = program.process.pid
            expect_loopback(pid, 1 if arguments[0] == "dxp" else 0)
            # Engines of a match without `cmd=` are threads or this program.
            if arguments[0] != "match":
                expect(not children(pid), f"it has started {children(pid)}")
        games = re.compile(r"home/\.local/share/quadriga/tables/[0-9a-f]+\.jsonl$")
        new = {name for name in files(attack) - before if arguments[0] != "play" or not games.match(name)}
        expect(not new, f"it has written {sorted(new)}")
        attack.counts["sessions"] += 1


def boards(attack):
    """A board with a client: one socket that listens and one for the client, and games for their owner alone."""
    data = attack.folder / "made" / "by" / "board"
    with board(attack, data=data) as server:
        before = files(attack)
        host = server.host()
        table = host.ok("create", game="draughts", seats=[{"kind": "person"}, {"kind": "program", "level": 1}])["table"]
        host.ok("move", table=table, move="32-28")
        expect_loopback(server.process.pid, 2)
        expect(not children(server.process.pid), "it has started a program")
        new = {str(Path(name)) for name in files(attack) - before}
        expect(new == {f"made/by/board/tables/{table}.jsonl"}, f"it has written {sorted(new)}")
        for path in (data, data / "tables", data / "tables" / f"{table}.jsonl"):
            mode = stat.S_IMODE(path.stat().st_mode)
            expect(mode & 0o077 == 0 or path.parent.stat().st_mode & 0o077 == 0, f"others may enter {path}: {mode:o}")
        server.stop()
        attack.counts["boards"] += 1


def run(attack):
    if not sys.platform.startswith("linux"):
        attack.counts["sessions (only on Linux)"] = 0
        return
    for _ in attack.stretch(1):
        for arguments, text, word in SESSIONS:
            session(attack, arguments, text, word)
        with attack.trial("a board"):
            boards(attack)
            for path in sorted((attack.folder / "made").rglob("*"), reverse=True):
                path.unlink() if path.is_file() else path.rmdir()

"""Engines that send what they should not: no moves, wrong ones, bytes, floods, a line without an end, nothing, or die.

What must hold: `match` and `board` go on or end in their own time, without a crash and without more memory than a limit, and
the engine loses the game or is reported.
"""

import shlex
import sys
from pathlib import Path

from board import board
from common import Program, expect

ENGINE = Path(__file__).resolve().parent / "hostile_engine.py"
KINDS = ["garbage", "flood", "endless-line", "dies", "closes", "hang"]
PROTOCOLS = {"ugi": "connect4", "uci": "connect4", "hub": "draughts", "gomocup": "gomoku", "gtp": "gomoku"}


def spec(protocol, kind, seed):
    """The engine in the words of `quadriga match`."""
    arguments = " ".join(f"arg={shlex.quote(str(word))}" for word in (ENGINE, kind, seed))
    return f"name=H proto={protocol} cmd={shlex.quote(sys.executable)} {arguments} patience=1"


def matched(attack, protocol, kind, seed):
    game = PROTOCOLS[protocol]
    program = Program(
        attack,
        [
            "match",
            "--game",
            game,
            "--engine",
            spec(protocol, kind, seed),
            "--engine",
            "name=Q option.Hash=1",
            "--each",
            "nodes=20 st=0.2",
            "--rounds",
            "1",
            "--max-plies",
            "20",
            "--log",
            str(attack.fresh_folder("logs") / "log.jsonl"),
        ],
    )
    with attack.trial(f"match with {protocol} {kind} {seed}"):
        try:
            program.until_end()
            # 1: an engine could not be used, and the match says so.
            program.wait(codes=(0, 1))
            last = bytes(program.errors).rstrip().split(b"\n")[-1]
            expect(program.process.returncode == 0 or last.startswith(b"error: "), f"status 1, and it says {last!r}")
            for text in (b"\x1b", b"\x07", b"\xc2\x9b"):
                expect(text not in program.errors, f"words of an engine reach the terminal with {text!r}")
            attack.counts["matches"] += 1
        finally:
            program.kill()


def seated(attack, protocol, kind, seed):
    """The same engine at a board: the host is served, and may go on without it."""
    with attack.trial(f"a board with {protocol} {kind} {seed}"):
        with board(attack, "--game", PROTOCOLS[protocol], "--seat", f"1={spec(protocol, kind, seed)}") as server:
            host = server.host()
            engine = {"kind": "engine", "engine": 0}
            table = host.ok("create", game=PROTOCOLS[protocol], seats=[engine, {"kind": "person"}])["table"]
            host.ok("join", table=table)
            for name in ("resume", "move_now", "offer_draw", "pause", "board", "resume", "undo", "save"):
                host.ask(name, table=table, **({"format": "text"} if name == "save" else {}))
            host.ok("seats", table=table, seats=[{"kind": "person"}] * 2)
            server.is_well()
            server.stop()
            attack.counts["boards"] += 1


def run(attack):
    cases = [(protocol, kind) for kind in KINDS for protocol in PROTOCOLS]
    attack.random.shuffle(cases)
    for number in attack.stretch(1, least=4):
        protocol, kind = cases[number % len(cases)]
        (seated if number % 4 == 3 else matched)(attack, protocol, kind, attack.random.randrange(1 << 30))

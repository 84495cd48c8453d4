"""Engines that hang and ignore every signal, under programs that are ended in every way and at every moment.

What must hold on Linux: when `match`, `board` or `play` has ended, by itself, by a signal or by SIGKILL, its engines end as
well; after anything but SIGKILL also what they have started.
"""

import os
import signal
import sys
import time
from pathlib import Path

import common
from board import Board
from common import Program, expect
from hostile_engines import spec

WAYS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL]


def engines(marker):
    """Processes with the marker among their arguments: engines, and those that are just being started."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if marker in (folder / "cmdline").read_bytes() and (folder / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
                found.append(int(folder.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]


def started(attack, runner, engine):
    """A program that has an engine which hangs, or is about to start it."""
    if runner == "match":
        return Program(
            attack, ["match", "--game", "connect4", "--engine", engine, "--engine", "name=Q option.Hash=1", "--each", "nodes=20"]
        )
    if runner == "play":
        return Program(attack, ["play", "--game", "connect4", "--plain", "--seat", f"1={engine}", "--data", str(attack.folder / "played")])
    server = Board(attack, "--seat", f"1={engine}")
    server.host().ok("create", game="connect4", seats=[{"kind": "engine", "engine": 0}, {"kind": "person"}])
    return server


def ended(attack, runner, way, kind, delay):
    """Starts, ends, and waits until all are gone; without a `delay` it is ended when all of them run."""
    # The seed of the engine stands among the arguments of the program, of the engine and of its helper.
    marker = f"marker-{os.getpid()}-{attack.random.getrandbits(60)}"
    # Without the patience of a match, only its end ends the engine.
    program = started(attack, runner, spec("ugi", kind, marker).replace("patience=1", "patience=3000"))
    try:
        until = time.monotonic() + common.PATIENCE
        while delay is None and len(engines(marker.encode())) < (2 if kind == "hang" else 3):
            expect(time.monotonic() < until, "the engine does not start")
            time.sleep(0.02)
        time.sleep(delay or 0)
        program.process.send_signal(way)
        if attack.random.random() < 0.3:
            program.process.send_signal(signal.SIGTERM)
        program.wait(codes=None)
        until = time.monotonic() + common.PATIENCE
        while left := engines(marker.encode()):
            expect(time.monotonic() < until, f"{len(left)} processes are left")
            time.sleep(0.05)
        attack.counts[f"ends of {runner}"] += 1
    finally:
        program.kill()
        for pid in engines(marker.encode()):
            os.kill(pid, signal.SIGKILL)


def run(attack):
    if not sys.platform.startswith("linux"):
        attack.counts["ends (only on Linux)"] = 0
        return
    cases = [(runner, way) for way in WAYS for runner in ("match", "board", "play")]
    attack.random.shuffle(cases)
    for number in attack.stretch(1, least=4):
        runner, way = cases[number % len(cases)]
        # After SIGKILL nobody is there to end what an engine has started.
        kind = "hang" if way == signal.SIGKILL else attack.random.choice(["hang", "hang-with-helper"])
        delay = attack.random.choice([None, attack.random.random() ** 3 * 0.2])
        with attack.trial(f"{runner} with an engine that is to {kind}, {way!r} after {delay or 'its start'}"):
            ended(attack, runner, way, kind, delay)

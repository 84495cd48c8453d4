"""Peers of `quadriga dxp` that send bytes, messages out of turn, messages without an end, or nothing.

What must hold: each of them is answered or dropped, and the next peer is served.
"""

import contextlib
import re
import socket

import common
from common import Broken, expect, mutated, running

START = "W" + "z" * 20 + "e" * 10 + "w" * 20
ASK = b"R01" + b"Somebody".ljust(32) + b"Z000000A\0"
GOOD = [
    ASK,
    b"R01" + b"Somebody".ljust(32) + b"W005040B" + START.encode() + b"\0",
    b"M0003322800\0",
    b"M0000182300\0",
    b"E11\0",
    b"CHello\0",
    b"B001W\0",
    b"K1\0",
]


def talk(attack, port, data):
    """Sends bytes, closes, and reads what comes."""
    with socket.create_connection(("127.0.0.1", port), timeout=common.PATIENCE) as connection:
        said = b""
        with contextlib.suppress(OSError):
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(1 << 16):
                said += piece
        attack.counts["peers"] += 1
        return said


def run(attack):
    with running(attack, ["dxp", "--listen", "127.0.0.1:0", "--patience", "300", "--move-time", "20", "--hash", "1"]) as program:
        port = int(re.search(rb":(\d+)$", program.until(lambda line: b"listening on" in line)[-1]).group(1))
        fixed = [
            ASK.replace(b"Somebody", b"S\x1b[2J\x07  "),
            b"\0" * 5000,
            b"x" * (16 << 20),
            b"M" * 2000,
            ASK * 500,
            ASK + b"M0003322800\0" * 300,
            b"C" + b"y" * 126 + b"\0",
            b"\xff" * 100 + b"\0",
            ASK[:30],
            ASK + b"M000332289999" + b"99" * 60 + b"\0",
        ]
        for number in attack.stretch(1):
            data = (
                fixed[number]
                if number < len(fixed)
                else mutated(attack.random, b"".join(attack.random.choices(GOOD, k=attack.random.randint(1, 6))))
            )
            with attack.trial("a peer", data):
                talk(attack, port, data)
                if number % 10 == 9:
                    # Peers that were refused may still have their time; the next one asks again.
                    for _ in range(common.PATIENCE):
                        if b"\0" in (said := talk(attack, port, ASK + b"E01\0")) and said.startswith(b"A"):
                            break
                    else:
                        raise Broken(f"a good peer is not served: {said!r}")
            expect(program.process.poll() is None, f"it ended: {bytes(program.errors[-300:])!r}")
        with attack.trial("the listener afterwards"):
            attack.counts["MiB at most"] = program.memory()
            for text in (b"\x1b", b"\x07"):
                expect(
                    text not in b"".join(line for line in program.lines.queue if line), f"words of a peer reach the terminal with {text!r}"
                )
            program.process.terminate()
            program.wait(codes=None)

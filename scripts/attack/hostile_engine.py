#!/usr/bin/env python3
"""An engine that means harm, for the attacks: hostile_engine.py KIND SEED. It never reads further than it must.

`hang` answers nothing and ignores what would end it; the others answer what they are asked, and then go wrong.
"""

import os
import random
import signal
import subprocess
import sys
import time

GARBAGE = [
    b"bestmove 9\n",
    b"bestmove\n",
    b"bestmove 4 ponder\n",
    b"done move=99-99\n",
    b"done\n",
    b"= \n\n",
    b"? no\n\n",
    b"=99999999999999999999 4\n\n",
    b"99,99\n",
    b"-1,-1\n",
    b"OK\n",
    b"info depth 99999999999999999999 score cp 1e99 pv \xff\n",
    b"info score mate -9223372036854775808 nodes -1\n",
    b"id name \x1b[2J\x1b]0;x\x07\n",
    b"id name \xe2\x80\xaex\n",
    b"\0\0\0\n",
    b"\xff\xfe\n",
    b"bestmove \x1b[2J4\n",
    b"done move=\x07\n",
    b"= \xc2\x9b2J\n\n",
    b"readyok\n",
    b"uciok\n",
    b"ugiok\n",
    b"ready\n",
    b"wait\n",
    b"pong\n",
    b"option name Hash type spin default x min 9 max -9\n",
    b'info pv="\n',
    b"MESSAGE depth x-9 score +M99999999999\n",
    b"response p9win\n",
]
GOOD = {
    b"ugi": b"id name H\nugiok\n",
    b"uci": b"id name H\nuciok\n",
    b"isready": b"readyok\n",
    b"hub": b"id name=H version=1 author=H country=H\nwait\n",
    b"init": b"ready\n",
    b"ping": b"pong\n",
    b"START": b"OK\n",
    b"RESTART": b"OK\n",
    b"ABOUT": b'name="H"\n',
}


def answers(chance):
    """A good answer where one is known, and now and then something else before or instead of it."""
    for line in sys.stdin.buffer:
        words = line.split() or [b""]
        if words[0].isdigit():
            # GTP: its commands have an id.
            good = b"=" + words[0] + b" H\n\n"
        else:
            good = GOOD.get(words[0], b"")
        if chance.random() < 0.2 or (not good and chance.random() < 0.7):
            yield b"".join(chance.choices(GARBAGE, k=chance.randint(1, 3)))
        if chance.random() < 0.95:
            yield good


def main():
    kind, chance = sys.argv[1], random.Random(sys.argv[2])
    out = os.fdopen(1, "wb", buffering=0)
    if kind.startswith("hang"):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        if kind == "hang-with-helper":
            subprocess.Popen([sys.executable, __file__, "hang", sys.argv[2]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        while True:
            time.sleep(60)
    for number, data in enumerate(answers(chance)):
        out.write(data)
        if number < chance.randint(2, 9):
            continue
        if kind == "endless-line":
            while True:
                out.write(b"x" * (1 << 20))
        elif kind == "flood":
            while True:
                out.write(b"".join(chance.choices(GARBAGE, k=1000)))
        elif kind == "dies":
            os.kill(os.getpid(), chance.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM]))
        elif kind == "closes":
            os.close(1)
            time.sleep(chance.choice([0, 1]))
            return


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        pass

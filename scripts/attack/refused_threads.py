"""Systems that grant few threads, and searches with more of them than there are.

What must hold: every search is answered with the threads that there are, and the end is clean. Only a limit for a user who
is not root holds, so this runs as a user that nobody else is, and only where it may become one.
"""

import os
import shutil

from common import Broken, expect, running

GO = "position startpos\ngo nodes 20000\n"
CASES = [
    (
        ["--protocol", "ugi", "--finish", "--hash", "4"],
        f"setoption name Threads value 16\nsetoption name Solver value false\n{GO}{GO}setoption name Solver value true\n{GO}go perft 4\n",
        b"bestmove ",
        3,
    ),
    (
        ["--protocol", "gtp", "--hash", "4"],
        "quadriga-setoption Threads 16\nquadriga-setoption Move_Nodes 20000\nreg_genmove b\nreg_genmove b\n",
        b"= ",
        2,
    ),
    (
        ["--protocol", "hub", "--finish"],
        "hub\nset-param name=threads value=16\ninit\npos start\nlevel nodes=20000\ngo think\npos start\nlevel nodes=20000\ngo think\n",
        b"done move=",
        2,
    ),
    (["--protocol", "gomocup", "--finish"], "START 15\nINFO thread_num 16\nINFO max_node 20000\nBEGIN\nTURN 0,0\n", b",", 2),
    (
        ["analyze", "--positions", "4", "--threads", "16", "--hash", "8"],
        "".join(f'{{"id":{number},"game":"draughts","nodes":20000}}\n' for number in range(8)),
        b'"final":true',
        8,
    ),
    (["solve", "--game", "connect4-5x5", "--threads", "16", "--hash", "4"], "\n".join(["1", "2", "33", "44"]) + "\n", b" ", 4),
    (["perft", "--game", "draughts", "--depth", "5", "--threads", "16"], "", b"", 1),
    (
        [
            "match",
            "--game",
            "connect4-5x4",
            "--engine",
            "name=A",
            "--engine",
            "name=B",
            "--each",
            "nodes=100 option.Hash=1",
            "--rounds",
            "2",
            "--concurrency",
            "4",
        ],
        "",
        b"",
        0,
    ),
    (["selfplay", "--game", "draughts", "--games", "4", "--nodes", "50", "--threads", "8", "games.bin"], "", b"", 0),
]


def limited(attack, threads, arguments, text, word, count, user):
    command = ["prlimit", f"--nproc={threads}", str(attack.folder / "quadriga")]
    folder = attack.fresh_folder("work")
    folder.chmod(0o777)
    with running(attack, arguments, command=command, folder=folder, user=user, group=65534, extra_groups=[]) as program:
        with attack.trial(f"{threads} threads: {' '.join(arguments[:6])}", text.encode()):
            program.send(text.encode())
            # A program that cannot begin with so few threads says so in one line.
            said = program.end(codes=(0, 1, 2))
            attack.counts["programs"] += 1
            if program.process.returncode != 0:
                last = bytes(program.errors).rstrip().split(b"\n")[-1]
                expect(
                    last.startswith(b"error: ") and b"Resource temporarily unavailable" in last,
                    f"status {program.process.returncode}: {last!r}",
                )
                expect(threads < 4 or not count, f"{threads} threads are enough: {last!r}")
                return
            answers = sum(line.startswith(word) if word in (b"= ", b"bestmove ", b"done move=") else word in line for line in said if line)
            expect(answers >= count, f"{answers} of {count} answers: {said[-5:]}")
            attack.counts["answers"] += count


def run(attack):
    if os.getuid() != 0 or not shutil.which("prlimit"):
        attack.counts["programs (only as root, with prlimit)"] = 0
        return
    shutil.copy(attack.program, attack.folder / "quadriga")
    (attack.folder / "quadriga").chmod(0o755)
    user = 3_000_000 + os.getpid() % 100_000 * 1000
    for number in attack.stretch(1, least=len(CASES)):
        case = CASES[number % len(CASES)]
        # One more thread for each round: no two programs count each other's.
        limited(attack, 2 + number // len(CASES) % 8, *case, user + number % 1000)
    if not attack.counts["answers"]:
        raise Broken("nothing was answered at all")

"""The folder of games: programs killed while they write, two of them at once, damaged lines, what is no file, no right to write.

What must hold: a move that was answered is there after SIGKILL, one board takes no game from another, every damaged game is
listed and its file kept, and nothing in the folder keeps anybody waiting.
"""

import contextlib
import json
import os
import shutil
import socket
import stat

from board import Closed, board
from common import Broken, expect, mutated

# Columns that come to no end of a game of 8x8, and draughts moves after the start.
MOVES = {
    "connect4-10x10": [str(column) for column in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)],
    "draughts": ["32-28", "19-23", "28x19", "14x23", "31-27", "17-22"],
    "gomoku": ["a1", "c2", "e3", "g4", "i5", "k6", "m7"],
}


def moves_at(client, table):
    """The moves of a table as a client gets them when it joins."""
    client.pushes.clear()
    client.ok("join", table=table)
    while not any(push["push"] == "table" and push["table"]["id"] == table for push in client.pushes):
        client.pushes.append(client.receive())
    pushed = next(push for push in reversed(client.pushes) if push["push"] == "table" and push["table"]["id"] == table)
    return [node["move"] for node in pushed["table"]["nodes"]]


def killed(attack, number):
    """SIGKILL in the middle of a game: every answered move is there, at most the one that waited for its answer besides."""
    folder, chance = attack.fresh_folder("killed"), attack.random
    game = chance.choice(sorted(MOVES))
    answered = 0
    with board(attack, data=folder) as server:
        host = server.host()
        table = host.ok("create", game=game)["table"]
        moves = MOVES[game][: chance.randint(1, len(MOVES[game]))]
        for move in moves[:-1]:
            host.ok("move", table=table, move=move)
            answered += 1
        waiting = host.send("move", table=table, move=moves[-1])
        if chance.random() < 0.5:
            expect("ok" in host.answer(waiting), "the last move is refused")
            answered += 1
        server.kill()
    with board(attack, data=folder) as server:
        expect(table in [listed["id"] for listed in server.host().ok("tables")["tables"]], "the game is not listed")
        kept = moves_at(server.host(), table)
        expect(kept in (moves[:answered], moves), f"{game}: answered {moves[:answered]}, kept {kept}")
        server.stop()
    attack.counts["kills"] += 1
    attack.counts["moves that were answered"] += answered


def two_boards(attack):
    """The second board neither plays nor deletes what the first plays; the first goes on, and its moves are kept."""
    folder = attack.fresh_folder("shared")
    with board(attack, data=folder) as first, board(attack, data=folder) as second:
        one, two = first.host(), second.host()
        table = one.ok("create", game="draughts")["table"]
        moves = MOVES["draughts"][:4]
        one.ok("join", table=table)
        for number, move in enumerate(moves):
            one.ok("move", table=table, move=move)
            for name, fields in (("delete", {}), ("move", {"move": "37-32"}), ("undo", {}), ("resign", {})):
                answer = two.ask(name, table=table, **fields)
                expect("refused" in answer, f"{name} of another board is granted after {number + 1} moves")
                attack.counts["commands of a second board"] += 1
            expect(table in [listed["id"] for listed in two.ok("tables")["tables"]], "the second board does not list it")
        # A file that vanishes is written anew.
        (folder / "tables" / f"{table}.jsonl").unlink()
        one.ok("move", table=table, move="34-30")
        first.kill()
        expect(moves_at(second.host(), table) == [*moves, "34-30"], "moves are missing after the file had vanished")
        second.stop()


def damage(chance, data):
    """A record as disks, editors and newer versions leave it."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    kind = chance.randrange(7)
    if kind == 0:
        lines[at] = lines[at][: chance.randrange(len(lines[at]) + 1)]
    elif kind == 1:
        lines[at:at] = [chance.choice([b"", b"   ", b"\0" * 100, b"{", b"[]", b"null", b"{}", b'{"n":1}', b"\xff\xfe", b"[" * 100000])]
    elif kind == 2:
        lines[at:at] = [b'{"n":%d,"at":1,"type":"teleported","to":7}' % chance.choice([0, at, at + 1, 1 << 70])]
    elif kind == 3:
        del lines[at]
    elif kind == 4:
        lines[at:at] = [lines[chance.randrange(len(lines))]]
    elif kind == 5:
        lines[at] = lines[at].replace(b'"n":', b'"n":9', 1).replace(b'"move":"', b'"move":"9')
    else:
        return mutated(chance, data)
    return b"\n".join(lines)


def damaged(attack):
    """Games of a folder, each damaged in another way: listed, looked at, played on, and the file as it was kept beside it."""
    folder, chance = attack.fresh_folder("damaged"), attack.random
    with board(attack, data=folder) as server:
        host = server.host()
        originals = {}
        for _ in range(8):
            game = chance.choice(sorted(MOVES))
            table = host.ok("create", game=game, clock=chance.choice([None, {"base_ms": 60000, "increment_ms": 0}]))["table"]
            for move in MOVES[game][: chance.randint(1, 9)]:
                host.ok("move", table=table, move=move)
            originals[table] = game
        server.stop()
    bytes_of = {}
    for table in originals:
        path = folder / "tables" / f"{table}.jsonl"
        bytes_of[table] = damage(chance, path.read_bytes())
        path.write_bytes(bytes_of[table])
    with board(attack, data=folder) as server:
        listed = {entry["id"]: entry for entry in server.host().ok("tables")["tables"]}
        for table in originals:
            with attack.trial("a damaged record", bytes_of[table]):
                attack.counts["damaged records"] += 1
                expect(table in listed, "it is not listed")
                play_on(server, folder, table, bytes_of[table], listed[table].get("damaged"))
        server.is_well()
        server.stop()


def play_on(server, folder, table, data, reason):
    client = server.host()
    with contextlib.closing(client), contextlib.suppress(Closed):
        if "ok" not in client.ask("join", table=table):
            expect(reason, "it cannot be looked at, and the list does not say why")
            return
        client.ask("resume", table=table)
        answer = client.ask("resign", table=table, seat=1)
        path = folder / "tables" / f"{table}.jsonl"
        if reason and "ok" in answer:
            copies = [copy.read_bytes() for copy in (folder / "tables").glob(f"{table}.damaged-*")]
            expect(data in copies, "the file as it was is not kept")
        elif not reason and data.endswith(b"\n"):
            expect(path.read_bytes().startswith(data), "a good record was changed")


def odd_files(attack):
    """Pipes, devices, folders, links in circles, sockets and empty files called like games keep nobody waiting."""
    folder = attack.fresh_folder("odd")
    with board(attack, data=folder) as server:
        table = server.host().ok("create", game="draughts", moves=["32-28"])["table"]
        server.stop()
    tables = folder / "tables"
    secret = attack.folder / "secret"
    secret.write_text("root:", encoding="utf-8")
    names = iter([f"{number:032x}" for number in range(1, 99)])
    os.mkfifo(tables / f"{next(names)}.jsonl")
    (tables / f"{next(names)}.jsonl").mkdir()
    for target in ("/dev/zero", "/dev/tty", "/nonexistent", secret, "."):
        (tables / f"{next(names)}.jsonl").symlink_to(target)
    circle = next(names)
    (tables / f"{circle}.jsonl").symlink_to(f"{circle}.jsonl")
    (tables / f"{next(names)}.jsonl").write_bytes(b"")
    (tables / "..jsonl").write_bytes(b"{}")
    (tables / f"{'x' * 200}.jsonl").write_bytes(b"\0" * 100)
    with contextlib.suppress(PermissionError):
        os.mknod(tables / f"{next(names)}.jsonl", 0o600 | stat.S_IFCHR, os.makedev(1, 5))
    listener = socket.socket(socket.AF_UNIX)
    # The path of a socket is at most 107 bytes long.
    listener.bind(str(tables / "s.jsonl"))
    with board(attack, data=folder) as server, listener:
        host = server.host()
        listed = [entry["id"] for entry in host.ok("tables")["tables"]]
        expect(table in listed, "the good game is not listed")
        for number in range(1, 20):
            for name in ("join", "delete") if number > 12 else ("join",):
                answer = host.ask(name, table=f"{number:032x}")
                expect("root:" not in json.dumps(answer), f"a file of the machine is told: {answer}")
                attack.counts["files that are none"] += 1
        expect(moves_at(host, table) == ["32-28"], "the good game cannot be looked at")
        server.is_well()
        server.stop()
    expect(secret.read_text(encoding="utf-8") == "root:", "a file of the machine has changed")


def read_only(attack):
    """A folder without the right to write can be looked at and is left as it was."""
    if os.getuid() != 0:
        return
    folder = attack.fresh_folder("readonly")
    with board(attack, data=folder) as server:
        table = server.host().ok("create", game="draughts", moves=["32-28"])["table"]
        server.stop()
    for path in (folder, folder / "tables", *(folder / "tables").iterdir()):
        path.chmod(0o755 if path.is_dir() else 0o644)
    before = (folder / "tables" / f"{table}.jsonl").read_bytes()
    copy = attack.folder / "quadriga"
    if not copy.exists():
        shutil.copy(attack.program, copy)
        copy.chmod(0o755)
    with board(attack, data=folder, command=[str(copy)], user=65534, group=65534, extra_groups=[], folder="/") as server:
        host = server.host()
        expect(moves_at(host, table) == ["32-28"], "the game cannot be looked at")
        for name, fields in (("move", {"move": "19-23"}), ("delete", {}), ("create", {"game": "draughts"})):
            if name != "create":
                fields["table"] = table
            answer = host.ask(name, **fields)
            expect(answer.get("refused", {}).get("code") == "storage", f"{name}: {answer}")
            attack.counts["commands without the right to write"] += 1
        server.is_well()
        server.stop()
    expect((folder / "tables" / f"{table}.jsonl").read_bytes() == before, "the record has changed")


def run(attack):
    for fixed in (two_boards, odd_files, read_only):
        with attack.trial(fixed.__name__):
            fixed(attack)
    for number in attack.stretch(0.5):
        with attack.trial("a killed board"):
            killed(attack, number)
    for _ in attack.stretch(0.5):
        with attack.trial("damaged records"):
            try:
                damaged(attack)
            except Closed:
                raise Broken("a connection was closed") from None
        if attack.broken:
            break

"""WebSockets of a board: messages without an end, in pieces, with wrong masks, before hello, and more of them than there is
room for; with and without the link of a spectator.

What must hold: nobody who is not seated costs more memory than the limits of docs/board.md say, wrong frames close their own
connection alone, no token but a whole one opens anything, and the host is served throughout.
"""

import contextlib

from board import Client, Closed, WebSocket, board
from common import expect

# Memory in MiB that a crowd of those who are not seated may cost: 4 MiB of messages, 4096 connections and what allocators keep.
CROWD_MIB = 80


def after(attack, server, what, *frames, token=None):
    """Sends frames and waits for the end; nothing may come that only a client with rights is told."""
    with attack.trial(what):
        attack.counts["wrong messages"] += 1
        with contextlib.suppress(Closed):
            socket = WebSocket(server)
            with contextlib.closing(socket):
                if token:
                    socket.text({"ref": 1, "do": "hello", "token": token})
                    socket.receive()
                for arguments in frames:
                    socket.frame(*arguments[:2], **(arguments[2] if len(arguments) > 2 else {}))
                # Nothing more comes, also where the last frames count as part of one that is not whole.
                socket.end()
                while True:
                    message = socket.receive()
                    expect("ok" not in message or token, f"it is told {message}")


def wrong_frames(attack, server, spectator):
    hello = b'{"ref":1,"do":"hello","token":"%s"}' % server.token.encode()
    for token in (None, spectator):
        case = "a spectator: " if token else "without hello: "
        after(attack, server, case + "no mask", (1, hello, {"masked": False}), token=token)
        after(attack, server, case + "reserved bits", (1, b"{}", {"reserved": 4}), token=token)
        after(attack, server, case + "a binary message", (2, b"\0" * 9), token=token)
        after(attack, server, case + "no text", (1, b"\xff\xfe\xc0"), token=token)
        after(attack, server, case + "an unknown opcode", (3, b"x"), token=token)
        after(attack, server, case + "a ping in pieces", (9, b"x", {"last": False}), (8, b"\x03\xe8"), token=token)
        after(attack, server, case + "a long ping", (9, b"x" * 200), token=token)
        after(attack, server, case + "a continuation of nothing", (0, b"x"), token=token)
        after(attack, server, case + "a message within a message", (1, b"x", {"last": False}), (1, b"y"), token=token)
        after(attack, server, case + "a length of 2^63", (1, b"x", {"length": (1 << 63) + 5}), token=token)
        after(attack, server, case + "a message of 1 GiB", (1, b"x", {"length": 1 << 30}), token=token)
        after(attack, server, case + "a close of one byte", (8, b"\x03"), token=token)
        after(attack, server, case + "a close with no text", (8, b"\x03\xe8\xff\xff"), token=token)
        after(attack, server, case + "5000 bytes", (1, b'{"ref":1,"do":"' + b"x" * 5000 + b'"}'), token=token)
        after(attack, server, case + "brackets", (1, b"[" * 4000), (1, b'{"a":' * 700), (8, b"\x03\xe8"), token=token)
        after(
            attack,
            server,
            case + "pieces of one byte",
            *[(0 if number else 1, b"x", {"last": False}) for number in range(20000)],
            token=token,
        )
        after(
            attack,
            server,
            case + "empty pieces",
            *[(0 if number else 1, b"", {"last": False}) for number in range(20000)],
            (8, b"\x03\xe8"),
            token=token,
        )
        after(attack, server, case + "a flood", *[(1, b'{"ref":1,"do":"games"}')] * 2000, token=token)
        after(attack, server, case + "a flood of pings", *[(9, b"x" * 100)] * 20000, (8, b"\x03\xe8"), token=token)


def guesses(attack, server, spectator):
    """Whole tokens open a door, and nothing else does; everything is refused before hello."""
    token = server.token
    wrong = [
        "",
        token[:-1],
        token + "0",
        token[:16],
        "0" * len(token),
        token.upper() if token.upper() != token else "x",
        " " + token,
        token + "\0",
        spectator[::-1],
    ]
    values = [*wrong, None, 7, [token], {"token": token}, True]
    messages = [{"ref": 1, "do": "hello", "token": value} for value in values]
    messages += [{"ref": 1, "do": do, "token": token} for do in ("tables", "games", "create", "Hello", "hello ")] + [
        {"ref": 1, "do": "hello"},
        {"ref": 1, "token": token},
        [token],
        token,
        None,
    ]
    for message in messages:
        with attack.trial(f"the first message {message}"):
            attack.counts["guesses"] += 1
            socket = WebSocket(server)
            with contextlib.closing(socket), contextlib.suppress(Closed):
                # One guess is all: the true token after it is not read.
                socket.text(message)
                socket.text({"ref": 2, "do": "hello", "token": token})
                while True:
                    answer = socket.receive()
                    expect("ok" not in answer, f"it gets in: {answer}")
    for _ in range(20):
        guess = "%032x" % attack.random.getrandbits(128)
        after(attack, server, "a random token", (1, b'{"ref":1,"do":"hello","token":"%s"}' % guess.encode()))


def crowd(attack, server, host, token, count):
    """Connections that hold what they may of a message that has no end; the server's memory in MiB with all of them."""
    sockets = []
    for number in range(count):
        with contextlib.suppress(Closed):
            socket = Client(server, token) if token else WebSocket(server)
            sockets.append(socket)
            # Half of them as one frame that stops short, half in many pieces.
            if number % 2:
                socket.frame(1, b"x" * 4000, length=4096)
            else:
                for piece in range(8):
                    socket.frame(0 if piece else 1, b"x" * 500, last=False)
    attack.counts["unfinished of spectators" if token else "unfinished without hello"] += len(sockets)
    # Who is seated is served meanwhile.
    host.ok("tables")
    memory = server.memory()
    for socket in sockets:
        socket.close()
    return memory


def random_frames(attack, server, token):
    """Frames by chance, from a stranger or a spectator, until the other end has enough."""
    chance = attack.random
    frames = []
    for _ in range(chance.randint(1, 12)):
        payload = chance.choice(
            [b"", b"{}", b'{"ref":1,"do":"join"}', bytes(chance.randrange(256) for _ in range(chance.choice([3, 125, 126, 3000])))]
        )
        options = {"last": chance.random() < 0.6, "masked": chance.random() < 0.9, "reserved": chance.choice([0] * 9 + [1, 7])}
        if chance.random() < 0.1:
            options["length"] = chance.choice([0, 5, 126, 1 << 16, 1 << 40])
        frames.append((chance.choice([0, 0, 1, 1, 1, 2, 8, 9, 10, 11]), payload, options))
    after(attack, server, "frames by chance", *frames, (8, b"\x03\xe8"), token=token)


def run(attack):
    with board(attack) as server:
        host = server.host()
        table = host.ok("create", game="draughts")["table"]
        spectator = host.ok("invite", table=table, seat=0)["token"]
        start = server.memory()
        guesses(attack, server, spectator)
        wrong_frames(attack, server, spectator)
        for token, count in ((None, 300), (spectator, 400)):
            with attack.trial("a crowd" + (" of spectators" if token else "")):
                memory = crowd(attack, server, host, token, count)
                expect(memory < start + CROWD_MIB, f"memory went from {start} to {memory} MiB")
                server.is_well()
        for number in attack.stretch(1):
            random_frames(attack, server, spectator if number % 2 else None)
        with attack.trial("the board afterwards"):
            server.is_well()
            attack.counts["MiB at most"] = server.memory()
            server.stop()

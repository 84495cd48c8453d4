"""Requests to a board that are malformed, smuggled, too long, too slow, or lead elsewhere; and who may not ask.

What must hold: a name or an origin that is not ours gets nothing, no path leads to a file, nothing but the page is told,
and afterwards others are served as before.
"""

from board import board, rest, status
from common import expect, mutated

# Words of files of this machine, and of the program's own, that no answer may have.
SECRETS = [b"root:", b"[package]", b"PRIVATE", b'"event"', b'"type":"created"']
PATHS = r"""
    /../../../../etc/passwd /..%2f..%2f..%2fetc/passwd /%2e%2e/%2e%2e/etc/passwd //etc/passwd /....//....//etc/passwd
    /..\..\etc\passwd /%c0%ae%c0%ae/etc/passwd /%252e%252e%252fetc/passwd /app.js/../../../etc/passwd /tables/
    /data/tables /.git/config /proc/self/environ /?../../etc/passwd /%00 /index.html%00.js /./ /ws/../
    http://127.0.0.1/etc/passwd file:///etc/passwd *
""".split()
NAMES = """
    evil.example evil.example:PORT 127.0.0.1 127.0.0.1:1 127.0.0.1:PORT.evil.example localhost.evil.example:PORT
    evil.example@127.0.0.1:PORT 127.0.0.1:PORT@evil.example [::1]:PORT 0.0.0.0:PORT 127.1:PORT 2130706433:PORT
    0x7f000001:PORT 127.0.0.1:PORT/ 127.0.0.1:0PORT localhost.:PORT 127.0.0.1%00:PORT
""".split()
ORIGINS = """
    http://evil.example null https://OURS http://OURS.evil.example http://127.0.0.1:1 file:// http://OURS/
    HTTP://OURS@evil
""".split()
SOCKET = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]


def check(answer, server, what):
    """No answer has a secret or says that it is for others."""
    for secret in [*SECRETS, server.token.encode()]:
        expect(secret not in answer, f"{what} is told {secret!r}")
    expect(b"access-control-allow" not in answer.lower(), f"{what} has a CORS header")
    expect(status(answer) < 500 or status(answer) == 503, f"{what} is answered by {status(answer)}")


def names_and_origins(attack, server):
    for name in [*NAMES, "127.0.0.1:PORT, evil.example", " ", ""]:
        host = name.replace("PORT", str(server.port))
        for path, lines in (("/", []), ("/ws", SOCKET + [f"Origin: http://{host}"])):
            with attack.trial(f"Host {host!r} asks for {path}"):
                answer = server.get(path, *lines, host=host or " ")
                check(answer, server, "it")
                expect(status(answer) not in (101, 200), f"it gets {status(answer)}")
                attack.counts["wrong names"] += 1
    for origin in [*ORIGINS, "http://evil.example http://OURS", ""]:
        origin = origin.replace("OURS", server.authority)
        with attack.trial(f"Origin {origin!r}"):
            answer = server.get("/ws", *SOCKET, f"Origin: {origin}")
            expect(status(answer) != 101, "a WebSocket is opened")
            attack.counts["wrong origins"] += 1
    for site in ("cross-site", "same-site"):
        with attack.trial(f"a file for a page that is {site}"):
            expect(status(server.get("/", f"Sec-Fetch-Site: {site}", "Sec-Fetch-Mode: no-cors")) != 200, "it gets the page")
            attack.counts["wrong origins"] += 1
    with attack.trial("no Origin at all"):
        expect(status(server.get("/ws", *SOCKET)) != 101, "a WebSocket is opened")


def requests(server):
    """Requests that are wrong in their form."""
    ours = f"Host: {server.authority}\r\n".encode()
    good = b"GET / HTTP/1.1\r\n" + ours
    yield from (
        b"",
        b"\r\n",
        b"\0" * 100,
        b"GET",
        b"GET /\r\n\r\n",
        b"GET / HTTP/9.9\r\n" + ours + b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    )
    yield b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    yield good + ours + b"\r\n"
    yield b"GET / HTTP/1.1\r\n\r\n"
    yield b"GET http://evil.example/ HTTP/1.1\r\n" + ours + b"\r\n"
    # What one side takes for the body the other takes for a request.
    hidden = b"GET /etc/passwd HTTP/1.1\r\n" + ours + b"\r\n"
    for lines in (
        b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
        b"Content-Length: 5\r\nContent-Length: 50\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: 99999999999999999999\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
        b"Transfer-Encoding: xchunked\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b"Content-Length: +5\r\n",
    ):
        for method in (b"GET", b"POST"):
            yield good.replace(b"GET", method, 1) + lines + b"\r\n0\r\n\r\n" + hidden
    yield good + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n" + b"x" * 1000
    yield good + b"X: a\r\n b\r\nY:\0\r\nZ\x7f: \xff\r\n\r\n"
    yield good + b"".join(b"X%d: y\r\n" % number for number in range(3000)) + b"\r\n"
    yield good + b"X: " + b"y" * (1 << 20) + b"\r\n\r\n"
    yield b"GET /" + b"a" * (4 << 20)
    yield good + b"Range: bytes=0-0," + b"1-1," * 2000 + b"\r\n\r\n"
    yield good + b"Expect: 100-continue\r\nContent-Length: 1000000000\r\n\r\n"
    for method in (b"POST", b"PUT", b"DELETE", b"CONNECT", b"TRACE", b"OPTIONS", b"G\xffT", b"M" * 9000):
        yield good.replace(b"GET", method, 1) + b"\r\n"
    for method in (b"GET", b"HEAD"):
        yield (good.replace(b"GET", method, 1) + b"\r\n") * 200


def malformed(attack, server):
    for data in requests(server):
        with attack.trial("a request that is wrong", data):
            check(server.raw(data), server, f"{data[:80]!r}")
            attack.counts["malformed requests"] += 1
    for path in [*PATHS, "/" + "a/" * 4000]:
        for method in ("GET", "HEAD"):
            with attack.trial(f"{method} {path[:60]}"):
                answer = server.get(path, method=method)
                check(answer, server, "it")
                attack.counts["paths"] += 1


def slow(server, count=100):
    """Connections that say nothing, half a request, or never read."""
    ours = f"GET / HTTP/1.1\r\nHost: {server.authority}\r\n".encode()
    connections = []
    for number in range(count):
        connection = server.connect()
        connection.sendall([b"", b"G", ours, ours + b"X: y", ours + b"Content-Length: 9\r\n\r\n"][number % 5])
        connections.append(connection)
    server.is_well()
    return connections


def dropped(attack, server, connections):
    """Each of them is dropped in its own time."""
    for connection in connections:
        with attack.trial("a slow connection"):
            check(rest(connection), server, "it")
            connection.close()
            attack.counts["slow connections"] += 1


def run(attack):
    with board(attack) as server:
        memory = server.memory()
        connections = slow(server)
        names_and_origins(attack, server)
        malformed(attack, server)
        good = list(requests(server)) + [f"GET {path} HTTP/1.1\r\nHost: {server.authority}\r\n\r\n".encode() for path in PATHS]
        good = [data[: 1 << 14] for data in good if data]
        for _ in attack.stretch(1):
            data = mutated(attack.random, attack.random.choice(good))
            with attack.trial("a mutated request", data):
                check(server.raw(data), server, f"{data[:80]!r}")
                attack.counts["mutated requests"] += 1
        dropped(attack, server, connections)
        with attack.trial("the board afterwards"):
            server.is_well()
            attack.counts["MiB at most"] = server.memory()
            server.stop()
            expect(server.peak < memory + 64, f"memory went from {memory} to {server.peak} MiB")

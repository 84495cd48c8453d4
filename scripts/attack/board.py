"""A board under attack: `quadriga board` on a free port of loopback, raw requests to it, and WebSockets.

Sockets are plain ones, so that requests and frames can be wrong in every way.
"""

import base64
import contextlib
import json
import os
import re
import socket
import struct
import time

import common
from common import Broken, Program, expect

# The server's limits of docs/board.md that attacks run into.
MESSAGES_A_SECOND = 50


class Board(Program):
    def __init__(self, attack, *flags, data=None, **popen):
        self.data = data or attack.folder / "data"
        super().__init__(attack, ["board", "--no-open", "--port", "0", "--data", str(self.data), *flags], **popen)
        line = self.until(lambda line: b"/#k=" in line)[-1].decode()
        self.authority, self.token = line.removeprefix("http://").split("/#k=")
        self.port = int(self.authority.rsplit(":", 1)[1])

    def connect(self):
        """A connection, or Broken where nobody listens any more."""
        try:
            connection = socket.create_connection(("127.0.0.1", self.port), timeout=common.PATIENCE)
        except OSError as error:
            expect(self.process.poll() is None, f"the board ended: {bytes(self.errors[-300:])!r}")
            raise Broken(f"no connection: {error}") from None
        return connection

    def raw(self, data):
        """Sends bytes and reads until the other end closes; what it refuses to read is no fault."""
        with self.connect() as connection:
            with contextlib.suppress(OSError):
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            return rest(connection)

    def get(self, path="/", *lines, host=None, method="GET"):
        head = [f"{method} {path} HTTP/1.1", f"Host: {host or self.authority}", "Connection: close", *lines]
        return self.raw(("\r\n".join(head) + "\r\n\r\n").encode())

    def host(self):
        return Client(self, self.token)

    def stop(self):
        """SIGTERM, and a good end."""
        self.memory()
        self.process.terminate()
        return self.wait()

    def is_well(self):
        """Others are served, as soon as those who filled the places are gone, and nothing has panicked."""
        until = time.monotonic() + common.PATIENCE
        while status(self.get()) != 200:
            expect(time.monotonic() < until, "the page is not served any more")
            time.sleep(0.2)
        with contextlib.closing(self.host()) as client:
            client.ok("tables")
        expect(not common.PANIC.search(self.errors), f"it says {bytes(self.errors[-500:])!r}")


@contextlib.contextmanager
def board(attack, *flags, **popen):
    it = Board(attack, *flags, **popen)
    try:
        yield it
    finally:
        if it.process.poll() is None:
            it.kill()


def rest(connection):
    """Everything that comes until the other end closes."""
    data = b""
    while True:
        try:
            piece = connection.recv(1 << 16)
        except TimeoutError:
            raise Broken(f"a connection is kept for {common.PATIENCE} s after {data[:100]!r}") from None
        except OSError:
            return data
        if not piece:
            return data
        data += piece


def status(answer):
    """The status of an HTTP answer, 0 where there is none."""
    found = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
    return int(found.group(1)) if found else 0


class Closed(Exception):
    """The other end closed the WebSocket: its code, 0 where it said none."""


class WebSocket:
    """A WebSocket of the page's own origin that has said nothing yet."""

    def __init__(self, server, *lines):
        self.connection = server.connect()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        head = [
            "GET /ws HTTP/1.1",
            f"Host: {server.authority}",
            f"Origin: http://{server.authority}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {key}",
            *lines,
        ]
        self.buffer = b""
        try:
            self.connection.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
            while b"\r\n\r\n" not in self.buffer:
                self.more()
        except OSError:
            raise Closed(0) from None
        answer, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if status(answer) != 101:
            raise Closed(status(answer))

    def more(self):
        try:
            piece = self.connection.recv(1 << 16)
        except TimeoutError:
            raise Broken(f"no message for {common.PATIENCE} s") from None
        except OSError:
            raise Closed(0) from None
        if not piece:
            raise Closed(0)
        self.buffer += piece

    def frame(self, opcode, payload, length=None, last=True, masked=True, reserved=0):
        """Sends a frame, and as its length what is said."""
        length = len(payload) if length is None else length
        mark = 0x80 if masked else 0
        if length < 126:
            head = bytes([mark | length])
        else:
            head = bytes([mark | 126]) + struct.pack(">H", length) if length < 1 << 16 else bytes([mark | 127]) + struct.pack(">Q", length)
        # A mask of zeros changes nothing.
        data = bytes([(0x80 if last else 0) | reserved << 4 | opcode]) + head + bytes(4 if masked else 0) + payload
        try:
            self.connection.sendall(data)
        except OSError:
            raise Closed(0) from None

    def text(self, value):
        self.frame(1, value if isinstance(value, bytes) else json.dumps(value).encode())

    def take(self, count):
        while len(self.buffer) < count:
            self.more()
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def receive(self):
        """The next message; Closed at the end."""
        while True:
            first, length = self.take(2)
            if length == 126:
                (length,) = struct.unpack(">H", self.take(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.take(8))
            payload = self.take(length)
            if first & 15 == 1:
                expect(not common.PANIC.search(payload), f"it says {payload[:500]!r}")
                return json.loads(payload)
            if first & 15 == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else 0)
            if first & 15 == 9:
                self.frame(10, payload)

    def end(self):
        """Sends nothing more."""
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_WR)

    def close(self):
        self.connection.close()


class Client(WebSocket):
    """A WebSocket that has said hello, and keeps the pace that the server asks for."""

    def __init__(self, server, token):
        super().__init__(server)
        self.number, self.pushes, self.answers = 0, [], {}
        self.next = time.monotonic()
        hello = self.ask("hello", token=token)
        expect("ok" in hello, f"the token is refused: {hello}")
        self.rights = hello["ok"]["rights"]

    def send(self, command, **fields):
        """Sends a command and returns its number."""
        time.sleep(max(0, self.next - time.monotonic()))
        self.next = max(self.next, time.monotonic()) + 1.05 / MESSAGES_A_SECOND
        self.number += 1
        self.text({"ref": self.number, "do": command, **fields})
        return self.number

    def answer(self, number):
        """The answer to a command; what comes before it is kept."""
        while number not in self.answers:
            message = self.receive()
            if "push" in message:
                self.pushes.append(message)
                continue
            expect(message["ref"] not in self.answers, f"two answers to {message['ref']}: {message}")
            self.answers[message["ref"]] = message
        return self.answers[number]

    def ask(self, command, **fields):
        return self.answer(self.send(command, **fields))

    def ok(self, command, **fields):
        answer = self.ask(command, **fields)
        expect("ok" in answer, f"{command} is refused: {answer}")
        return answer["ok"]

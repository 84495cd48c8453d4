#!/usr/bin/env python3
"""Draughts by DamExchange over TCP: ten full games of the engine against itself, in the hands of pydraughts.

    cargo build --release && scripts/interop/dxp_pydraughts.py

Two servers `quadriga dxp --listen 127.0.0.1:PORT` play all games, one after the other. The client is
pydraughts 0.6.7, once for each side of a game: it asks for a game from a position after a few random moves,
carries the moves from one engine to the other, and matches every move with its own legal moves. A game that is
over is not ended by the client: the engine to move has to say so, with the reason that the board and UGI give.
Also tried: chat during a game, a request to take moves back, which is refused, and the confirmation of an end.
Draws are the engine's to claim: the library counts the moves of endgames in its own way.

Faults of the client that are repaired here: it runs two messages together that arrive at once, does not notice a
closed connection, waits in busy loops without end, waits for ever after a refused request to take back, and
sleeps seven seconds when it closes a game.
"""

import random
import shlex
import socket
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
import common  # noqa: E402

common.run_with("pydraughts==0.6.7")

from draughts import WHITE, Board, Move  # noqa: E402
from draughts.engine import DXPEngine  # noqa: E402
from draughts.engines.dxp_communication.dxp_classes import DamExchange, MySocket  # noqa: E402

OPENING = 4
LONGEST = 400
PATIENCE = 20  # seconds for one answer
MOVE_TIME = 10  # milliseconds; no clock is asked for
LOST, DRAW = "1", "2"


class Connection(MySocket):
    """The library's connection, which takes messages apart and ends when the other side does."""

    def __init__(self):
        super().__init__()
        self.pending = b""

    def receive(self):
        while b"\0" not in self.pending:
            chunk = self.sock.recv(1024)
            if not chunk:
                raise ConnectionError("closed by the engine")
            self.pending += chunk
        message, _, self.pending = self.pending.partition(b"\0")
        return message.decode().strip()

    def close(self):
        if self.sock and not self.closed:
            self.closed = True
            try:
                self.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # the engine was first
            self.sock.close()


class Recorder(DamExchange):
    """The library's reader of messages; keeps what it has read."""

    def __init__(self):
        self.seen = []

    def parse(self, msg):
        message = super().parse(msg)
        self.seen.append(message)
        return message


class Client(DXPEngine):
    """The library's client, with waits that end."""

    def __init__(self, port):
        super().__init__(options={"ip": "127.0.0.1", "port": port})
        self.sender.dxp = self.messages = Recorder()
        self.sender.socket = Connection()

    def wait(self, condition, what):
        """Until the condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise common.EngineError(f"no {what} within {PATIENCE} s; messages {self.messages.seen[-3:]}")
            if self.receiver.receive_thread_started and not self.receiver.receive_thread.is_alive():
                raise common.EngineError(f"connection lost while waiting for {what}")
            time.sleep(0.001)

    def _recv_accept(self):
        if not self.receiver.receive_thread_started:
            raise common.EngineError(f"nobody listens on port {self.port}")
        self.wait(lambda: self.receiver.accepted is not None, "answer to the request for a game")
        return self.receiver.accepted

    def _recv_move(self):
        self.wait(lambda: self.receiver.last_move_changed or self.ended(), "move")
        return self.receiver.last_move if self.receiver.last_move_changed else None

    def _recv_backreq(self):
        self.wait(lambda: self.receiver.backreq_accepted is not None, "answer to the request to take back")
        self.receiver.takeback_in_progress = False
        return self.receiver.backreq_accepted

    def ended(self):
        """Why the engine ended the game, in the protocol's code; None if it did not."""
        reasons = [message["reason"] for message in self.messages.seen if message["type"] == "E"]
        return reasons[-1] if reasons else None

    def heard(self, kind):
        """Messages of a kind."""
        return sum(message["type"] == kind for message in self.messages.seen)


class Server:
    """One engine that listens."""

    def __init__(self, command):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        words = [word.replace("PORT", str(self.port)) for word in command]
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + PATIENCE
        while not self.listens():
            if self.process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"{' '.join(words)} does not listen")
            time.sleep(0.02)

    def listens(self):
        """Whether the port is open, without connecting to it."""
        entry = f"0100007F:{self.port:04X} 00000000:0000 0A"
        return entry in Path("/proc/net/tcp").read_text()

    def close(self):
        """Ends the engine."""
        self.process.terminate()
        self.process.wait(timeout=10)


def opening(chance):
    """A position after a few random moves."""
    board = Board()
    for _ in range(OPENING):
        board.push(Move(board, board_move=chance.choice(board.legal_moves()).board_move))
    return board.fen


def small_talk(client, board, tally):
    """Chat and a request to take back, between two moves; the game goes on afterwards."""
    client.sender.chat("Good luck")
    client.wait(lambda: client.heard("C") > 0, "answer to a chat")
    before = len(client.sender.current.pos.move_stack)
    client.takeback(1, WHITE)
    after = len(client.sender.current.pos.move_stack)
    tally.check(before == after, lambda: f"the engine took moves back in {board.fen}")


def judge_end(referee, board, clients, tally, what):
    """A finished game: the side to move says why, as library and UGI see it, and the other engine confirms."""
    loser, other = clients[board.turn], clients[3 - board.turn]
    if not loser.ended():
        loser.sender.send_move(board.move_stack[-1])
        loser.wait(loser.ended, "end of the game")
    moves = " ".join(move.hub_move for move in board.move_stack)
    referee.send(f"position fen {board.initial_fen} moves {moves}")
    result = referee.query("result")
    expected = {"draw": DRAW, "none": None}.get(result, LOST)
    tally.check(
        loser.ended() == expected and (expected == DRAW) == (not board.winner()),
        lambda: f"{what}: ended with {loser.ended()}, by UGI {result}, winner by the library {board.winner()}",
    )
    if not other.ended():
        other.sender.gameend()
        other.wait(other.ended, "confirmation of the end")
    return result


def play(clients, fen, referee, tally, game):
    """One game. Returns plies and result."""
    board = Board(fen=fen)

    def what():
        return f"{game} from {fen} after {' '.join(move.hub_move for move in board.move_stack)}"

    while board.winner() is None and len(board.move_stack) < LONGEST:
        client = clients[board.turn]
        move = client.play(board).move
        if move is None:
            break
        board.push(move)
        tally.check(True, str)
        if len(board.move_stack) in (5, 6):
            small_talk(client, board, tally)
    for client in clients.values():
        tally.check(client.receiver.accepted and client.id.get("name"), lambda: f"{what()}: not accepted, or no name")
    result = judge_end(referee, board, clients, tally, what())
    return len(board.move_stack), result


def main():
    parser = common.arguments("Play draughts by DamExchange in the hands of pydraughts.")
    parser.add_argument("--dxp", help="command of the servers, with PORT in it (default: the engine with dxp --listen)")
    parser.add_argument("--games", type=int, default=10)
    options = parser.parse_args()
    listen = f"dxp --listen 127.0.0.1:PORT --move-time {MOVE_TIME}"
    command = shlex.split(options.dxp) if options.dxp else [options.engine, *listen.split()]
    chance = random.Random(options.seed)
    tally = common.Tally()
    referee = common.Engine(options.engine, "draughts")
    servers = [Server(command), Server(command)]
    plies, results = 0, {"p1win": 0, "p2win": 0, "draw": 0, "none": 0}
    for number in range(options.games):
        first, second = servers if number % 2 == 0 else reversed(servers)
        clients = {WHITE: Client(first.port), 3 - WHITE: Client(second.port)}
        game = f"game {number + 1}"
        try:
            length, result = play(clients, opening(chance), referee, tally, game)
            plies += length
            results[result] += 1
        except (common.EngineError, KeyError) as error:
            tally.check(False, lambda: f"{game}: {error!r}")
        for client in clients.values():
            client.sender.disconnect()
    for server in servers:
        tally.check(server.process.poll() is None, lambda: f"a server ended with status {server.process.poll()}")
        server.close()
    referee.close()
    print(f"{options.games} games, {plies} plies, results {results}")
    tally.finish()


if __name__ == "__main__":
    main()

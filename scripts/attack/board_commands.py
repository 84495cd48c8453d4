"""Commands of every kind at a board, in any order, over several tables, while tables are deleted.

What must hold: every `ref` is answered, once; who is not the host is never granted what docs/protocol/board.md keeps for
the host; a seat moves only when it is its turn; the board serves on.
"""

import contextlib
import json

from board import Client, Closed, board
from common import expect, mutated

NO_GAMES = ["nonsense", "", "\0", 7]
MOVES = ["4", "d", "1", "h8", "i9", "32-28", "31-27", "19-23", "d10-e11", "c3-d4", "", "(none)", "P@d1", "9" * 500, 4, None, ["4"]]
# What only the host is granted, and what spectators are not granted either.
HOSTS = set(
    """
    answer_time compose create delete goto invite listen load move_now page pause play_for_me qr redo rematch resume revoke seats
    statistics stop_load swap tables undo
""".split()
)
SEATS = set(
    """
    analyse answer answer_draw hint move name offer offer_draw report resign
""".split()
)
# Commands without fields but the table.
BARE = "statistics stop_load games delete join leave undo redo play_for_me move_now swap offer_draw pause resume".split()
FILES = [
    '[GameType "20"]\n1. 32-28 19-23 2. 28x19 14x23 *',
    '[Event "<script>alert(1)</script>"]\n[GameType "20"]\n[FEN "W:WK1:BK50"]\n*',
    "(;FF[4]GM[4]SZ[15];B[hh];W[ii])",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n",
    "W:W31-50:B1-20\n",
    '[Variant "connect4"]\n1. 4 4 *\n',
]
CODES = set(
    """
    bad_option bad_position bad_record broken busy consent engine illegal network no_offer not_allowed not_your_turn nothing_to_redo
    nothing_to_undo over paused shared stale storage syntax unknown_game unknown_node unknown_table
""".split()
)


def command(attack, tables):
    """The name of a command and its fields, some of them of the wrong kind; less than the 4 KiB of spectators."""
    chance, games = attack.random, attack.games + NO_GAMES
    seat = chance.choice(
        [
            {"kind": "person"},
            {"kind": "program", "level": chance.choice([0, 1, 99])},
            {"kind": "engine", "engine": 0},
            {"kind": "person", "name": "<b>", "remote": True},
            {"kind": "cmd", "cmd": "/bin/sh"},
        ]
    )
    fields = {
        "create": {
            "game": chance.choice(games),
            "seats": [seat] * chance.choice([0, 2, 2, 3]),
            "moves": chance.sample(MOVES, chance.choice([0, 0, 1])),
            "think_ms": chance.choice([100, 200, 0]),
            "clock": chance.choice([None, None, {"base_ms": 1000, "increment_ms": 0}]),
            "options": chance.choice([{}, {}, {"Players": 3}, {"BoardSize": 99}]),
        },
        "load": {
            "name": chance.choice(["a.pdn", "a.sgf", "a.psq", "a.txt", "../../etc/passwd", ""]),
            "text": mutated(chance, chance.choice(FILES).encode()).decode(errors="replace")[:400],
            "part": chance.choice([0, 0, 0, 1, -1]),
            "more": chance.choice([False, False, True]),
        },
        "tables": {
            "kind": chance.choice(["played", "imported", 7]),
            "player": chance.choice(["", "a.*", "x" * 400]),
            "from": chance.choice([0, 0, -1, 1 << 60]),
            "count": chance.choice([None, 0, 50]),
        },
        "compose": {"game": chance.choice(games), "fen": chance.choice([None, "W:W31-50:B1-20", "W:WK1", "", "x" * 999])},
        "move": {"move": chance.choice(MOVES), "node": chance.choice([None, 0, 1, -1, 1 << 60])},
        "goto": {"node": chance.choice([0, 1, 2, -1, "x"])},
        "hint": {"level": chance.choice([0, 3, 99])},
        "seats": {"seats": [seat, seat]},
        "resign": {"seat": chance.choice([1, 2, 0, -1, 99])},
        "answer_draw": {"accept": chance.choice([True, False, 1])},
        "answer": {"accept": chance.choice([True, False, 1])},
        "offer": {
            "kind": chance.choice(["draw", "undo", "goto", "pause", "resume", "kick", 7]),
            "node": chance.choice([None, 0, 1, 99, "x"]),
        },
        # Not opened: an attack stays on loopback.
        "listen": {"on": chance.choice([False, None, "0.0.0.0:80"])},
        "qr": {"text": chance.choice(["x", "", "x" * 400, 7])},
        "rematch": {"swap": chance.choice([True, False])},
        "board": {"node": chance.choice([None, 0, 1, 99]), "threats": True},
        "analyse": {"node": chance.choice([None, 0, 1]), "lines": chance.choice([1, 8, 9, 1 << 40])},
        "report": {"nodes": chance.choice([100, 0])},
        "answer_time": {"unhurried": chance.choice([True, False, 1])},
        "page": {"nodes": 100},
        "save": {"format": chance.choice(["pdn", "sgf", "psq", "text", "fen", "/etc/passwd", None])},
        "picture": {"node": chance.choice([None, 0, 99]), "width": chance.choice([None, 50, 4000, 1 << 31, -1])},
        "invite": {"seat": chance.choice([0, 1, 2, 7])},
        "revoke": {"token": chance.choice(["x", 7])},
        "name": {"text": chance.choice(["Ann", "x" * 400, "<img>", "\u202e\0"])},
        "hello": {"token": "x"},
    }
    fields.update({name: {} for name in [*BARE, "nonsense", ""]})
    name = chance.choice(sorted(fields))
    if name == "delete" and chance.random() < 0.7:
        name = "board"
    chosen = {key: value for key, value in fields[name].items() if chance.random() < 0.9}
    chosen["table"] = chance.choice([*tables, *tables, *tables, "nonsense", 7, "../x"])
    return name, chosen


class Player:
    """A client, the name of its rights, and the commands that wait for their answers."""

    def __init__(self, server, token, right, table=None):
        self.client, self.right, self.table, self.asked = Client(server, token), right, table, {}

    def send(self, name, fields):
        self.asked[self.client.send(name, **fields)] = (name, fields)

    def check(self):
        """Waits for all answers, and looks at what was granted."""
        for number, (name, fields) in self.asked.items():
            answer = self.client.answer(number)
            expect("ok" in answer or answer["refused"]["code"] in CODES, f"{name} {fields}: {answer}")
            if "ok" not in answer or self.right == "host":
                continue
            expect(name not in HOSTS, f"{self.right} is granted {name} {fields}")
            expect(self.right != "spectator" or name not in SEATS, f"a spectator is granted {name} {fields}")
            expect(name == "games" or fields["table"] == self.table, f"{self.right} is granted {name} at another table")
        self.asked = {}


def wild_round(attack, server):
    """Tables, those who sit at them or look on, and a hundred commands of each."""
    chance = attack.random
    hosts = [Player(server, server.token, "host") for _ in range(2)]
    players, tables, tokens = list(hosts), [], set()
    with contextlib.ExitStack() as stack:
        for game in chance.sample(["connect4", "gomoku", "draughts", "chinesecheckers", "renju"], 3):
            table = hosts[0].client.ok("create", game=game, think_ms=100)["table"]
            tables.append(table)
            for seat in (2, 0):
                token = hosts[0].client.ok("invite", table=table, seat=seat)["token"]
                players.append(Player(server, token, "seat" if seat else "spectator", table))
                tokens.add(token)
        for player in players:
            stack.callback(player.client.close)
        for _ in range(10):
            # So many may wait at once that nobody is closed for reading slowly.
            for _ in range(10):
                for player in players:
                    player.send(*command(attack, tables))
                    attack.counts["commands"] += 1
            for player in players:
                player.check()
        for player in players:
            for push in player.client.pushes:
                text = json.dumps(push)
                expect(not any(token in text for token in (*tokens, server.token)), f"a token is told: {text[:300]}")
        kept = hosts[0].client.ok("tables")["tables"]
        for table in kept if len(kept) > 300 else []:
            hosts[0].client.ask("delete", table=table["id"])


def mutated_messages(attack, server):
    """Messages of the host with some bytes changed: the next one is answered, unless what is no text has ended the conversation."""
    client = None
    for _ in range(50):
        name, fields = command(attack, ["x"])
        data = mutated(attack.random, json.dumps({"ref": 900, "do": name, **fields}).encode())
        with attack.trial("a mutated message", data):
            try:
                client = client or server.host()
                # No mutation comes to this number.
                client.number = max(client.number, 10**9)
                client.text(data)
                client.answers.clear()
                client.ok("games")
            except Closed:
                client = None
            attack.counts["mutated messages"] += 1


def run(attack):
    with board(attack, "--hash", "4") as server:
        for number in attack.stretch(1):
            with attack.trial(f"round {number}"):
                try:
                    wild_round(attack, server)
                except Closed as closed:
                    expect(False, f"a connection was closed: {closed}")
            mutated_messages(attack, server)
            if attack.broken:
                break
        with attack.trial("the board afterwards"):
            server.is_well()
            attack.counts["MiB at most"] = server.memory()
            server.stop()

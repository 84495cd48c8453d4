#!/usr/bin/env python3
"""Gomoku and renju by the Gomocup protocol: full games of the engine against itself, in the hands of pygomo-lib.

    cargo build --release && scripts/interop/gomocup_pygomo.py

The client is pygomo-lib 0.1.1: its `EngineClient` starts `quadriga --protocol gomocup` twice a game. Games in
freestyle, standard and renju on 15x15 (and one of freestyle on 20x20, the board of the tournament) begin with
BEGIN or with an opening by BOARD and go on with TURN; TAKEBACK, RESTART, YXNBEST, STOP and ABOUT are tried as
well. Compared: every move is on an empty point of the library's board; the end of a game and its winner as the
engine sees them by UGI; in renju, that the points the library calls overlines are forbidden and none of them
is played. Nothing may arrive that the library does not expect, and no ERROR at all.

The library's board is no judge of the rest: it lets six in a line win in the standard game, so the lines
are counted here on its stones; and its fours and threes of renju know no gaps.
"""

import random
import shlex
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
import common  # noqa: E402

common.run_with("pygomo-lib==0.1.1")

from pygomo import BoardPosition, EngineClient, Move  # noqa: E402
from pygomo.board.bitboard import BitBoard  # noqa: E402
from pygomo.board.interface import BLACK  # noqa: E402
from pygomo.board.renju import RenjuBitBoard  # noqa: E402

# Rule of the protocol, name by UGI.
FREESTYLE, STANDARD, RENJU = (0, "gomokufreestyle"), (1, "gomoku"), (4, "renju")
FAST, NODES, DEPTH = {"timeout_turn": 30}, {"max_node": 3000}, {"max_depth": 3}
CLOCK = {"timeout_turn": 200, "timeout_match": 2000}
# Rule, size, stones of a random opening (0: the engine begins by BEGIN), limits.
GAMES = [
    (FREESTYLE, 15, 0, FAST),
    (FREESTYLE, 15, 4, NODES),
    (FREESTYLE, 20, 3, FAST),
    (STANDARD, 15, 0, FAST),
    (STANDARD, 15, 5, NODES),
    (STANDARD, 15, 4, CLOCK),
    (STANDARD, 15, 6, DEPTH),
    (RENJU, 15, 0, FAST),
    (RENJU, 15, 4, NODES),
    (RENJU, 15, 5, CLOCK),
    (RENJU, 15, 6, FAST),
    (RENJU, 15, 4, DEPTH),
]
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
SECONDS = 20  # patience for one answer


class Player:
    """One engine in the library's hands, with the limits of its game."""

    def __init__(self, command, rule, size, limits):
        program, *arguments = command
        self.client = EngineClient(program, args=arguments)
        self.client.connect()
        self.about = self.client.about(timeout=SECONDS)
        self.started = self.client.start(size, timeout=SECONDS)
        self.client.configure(**limits, game_type=1, max_memory=64 << 20, thread_num=1)
        self.client.set_rule(rule)
        self.begun = False

    def move(self, stones):
        """The engine's answer to these stones, moved in turn: by BEGIN, BOARD or TURN."""
        self.client.set_time(time_left_ms=2000)
        if not stones:
            answer = self.client.begin(timeout=SECONDS)
        elif self.begun:
            answer = self.client.turn(stones[-1], timeout=SECONDS)
        else:
            answer = self.client.board(self.position(stones), timeout=SECONDS)
        self.begun = True
        if answer is None:
            raise common.EngineError(f"no move after {stones}; errors {self.client.router.get_all('error')}")
        return answer.move

    @staticmethod
    def position(stones):
        """These stones as BOARD sends them; the last one is the opponent's."""
        position = BoardPosition()
        for place, stone in enumerate(stones):
            own = (len(stones) - place) % 2 == 0
            position.add_move(stone, BoardPosition.SELF if own else BoardPosition.OPPONENT)
        return position

    def close(self):
        """Ends the engine; what arrived that nobody had asked for."""
        unasked = self.client.router.get_all("error") + self.client.router.get_all("output")
        self.client.quit()
        return unasked


def ugi_name(move, size):
    """The point as UGI writes it: the protocol's rows are counted from the top."""
    return f"{chr(ord('a') + move.col)}{size - move.row}"


def longest(board, move):
    """Stones in the longest line of one colour through this point."""
    colour, best = board.get(move), 0
    for dx, dy in DIRECTIONS:
        count = 1
        for sign in (1, -1):
            step = 1
            while board.get(Move((move.col + sign * step * dx, move.row + sign * step * dy))) == colour:
                count, step = count + 1, step + 1
        best = max(best, count)
    return best


def has_won(board, rule, move):
    """Whether this move, the last one, has won by the rule; an overline of Black in renju is no legal move."""
    length = longest(board, move)
    white = board.get(move) != BLACK
    return length == 5 or (length > 5 and (rule == FREESTYLE or rule == RENJU and white))


def legal(board, rule, move):
    """Whether the library lets this move pass, with overlines the only forbidden points."""
    if not board.is_empty(move):
        return False
    return rule != RENJU or board.current_player != BLACK or not board._check_overline(move, BLACK)


def opening(board, count, chance):
    """Random stones near the centre."""
    middle = board.size // 2
    while board.move_count < count:
        move = Move((middle + chance.randint(-3, 3), middle + chance.randint(-3, 3)))
        if board.is_empty(move):
            BitBoard.place(board, move)
    return board.get_move_history()


def play(command, referee, game, chance, tally):
    """One game; every position compared. Returns the stones and the result."""
    rule, size, count, limits = game
    board = (RenjuBitBoard if rule == RENJU else BitBoard)(size)
    stones = opening(board, count, chance)
    players = [Player(command, rule[0], size, limits) for _ in range(2)]
    for player in players:
        tally.check(player.started and 'name="' in (player.about or ""), lambda: f"{game}: START or ABOUT failed")
    result = "none"
    while result == "none":
        player = players[len(stones) % 2]
        try:
            move = player.move(stones)
        except common.EngineError as error:
            tally.check(False, lambda: f"{game}: {error}")
            break
        fine = legal(board, rule, move)
        tally.check(fine, lambda: f"{game}: illegal move {move.to_numeric()} after {stones}")
        if not fine:
            break
        BitBoard.place(board, move)
        stones.append(move)
        names = " ".join(ugi_name(stone, size) for stone in stones)
        referee.send("position startpos moves " + names)
        winner = ("p1win", "p2win")[(len(stones) - 1) % 2]
        result = winner if has_won(board, rule, move) else "draw" if board.is_full() else "none"
        ours = referee.query("result")
        tally.check(ours == result, lambda: f"{game} after {names}: the engine says {ours}, the lines {result}")
        if ours != result:
            break
    for player in players:
        unasked = player.close()
        tally.check(not unasked, lambda: f"{game}: unexpected lines {unasked[:5]}")
    return stones, result


def other_commands(command, tally):
    """Commands that no game needs; each leaves the engine ready for the next."""
    player = Player(command, RENJU[0], 15, NODES)
    client = player.client
    first = client.begin(timeout=SECONDS).move
    tally.check(client.takeback(first, timeout=SECONDS), lambda: "TAKEBACK failed")
    tally.check(client.restart(timeout=SECONDS), lambda: "RESTART failed")
    infos = []
    stones = [Move("h8"), Move("h9"), Move("j8")]
    client.board(player.position(stones + [Move("j9")]), start_thinking=False)
    best = client.nbest(3, timeout=SECONDS, on_info=infos.append)
    tally.check(best is not None and best.move not in stones, lambda: f"YXNBEST: {best}")
    client.configure(timeout_turn=60000, max_node=0)
    client.send_raw("TURN 0,0")
    client.stop()
    tally.check(client.receive_raw("coord", timeout=5) != "", lambda: "no move after STOP")
    unasked = player.close()
    tally.check(not unasked, lambda: f"unexpected lines {unasked[:5]}")
    print(f"search reports the library could read: {sum(info.depth > 0 for info in infos + best.all_info)}")


def main():
    parser = common.arguments("Play gomoku and renju by Gomocup in the hands of pygomo-lib.")
    parser.add_argument("--gomocup", help="command of the players (default: the engine with --protocol gomocup)")
    parser.add_argument("--games", type=int, default=len(GAMES), help="only the first so many")
    options = parser.parse_args()
    command = shlex.split(options.gomocup) if options.gomocup else [options.engine, "--protocol", "gomocup"]
    chance = random.Random(options.seed)
    tally = common.Tally()
    plies, results = 0, {"p1win": 0, "p2win": 0, "draw": 0, "none": 0}
    try:
        for game in GAMES[: options.games]:
            referee = common.Engine(options.engine, game[0][1])
            referee.send(f"setoption name BoardSize value {game[1]}")
            stones, result = play(command, referee, game, chance, tally)
            referee.close()
            plies += len(stones)
            results[result] += 1
        other_commands(command, tally)
    except common.EngineError as error:
        tally.check(False, lambda: str(error))
    print(f"{options.games} games, {plies} stones, results {results}")
    tally.finish()


if __name__ == "__main__":
    main()

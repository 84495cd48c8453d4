#!/usr/bin/env python3
"""Legal moves in random draughts positions: our engine against the independent library pydraughts.

    cargo build --release && scripts/oracle/draughts.py

For each variant the library plays seeded random games from the start position; positions are drawn from
all stages of them (openings to endings of a few kings), and as many again as `--scatter` says are random
placements rich in kings. The engine gets each as a bare FEN. A move is compared by where the piece starts,
where it ends, which pieces it takes, and the whole position after it, so captures and promotions that
print alike cannot hide a difference. The ends of the games are compared too: who has won.

Faults of the library (version 0.6.7) that are corrected here before comparing, never on the engine's word:

* One capture by two routes is listed twice. Sets are compared, so it counts once.
* Frisian captures are chosen wrongly where values are close; `frisian.py` tells how and chooses them again.
  How often that mattered is printed.
"""

import random
import string

import common
import frisian

common.run_with("pydraughts==0.6.7")

from draughts.core.game import Game, WHITE  # noqa: E402  (pydraughts installs itself as `draughts`)

# Our name, the library's name, squares, squares in a row.
VARIANTS = {
    "draughts": ("standard", 50, 5),
    "frisian": ("frisian", 50, 5),
    "breakthrough": ("breakthrough", 50, 5),
    "antidraughts": ("antidraughts", 50, 5),
    "russian": ("russian", 32, 4),
    "brazilian": ("brazilian", 32, 4),
    "italian": ("italian", 32, 4),
}
ALGEBRAIC = ("russian", "brazilian")
LONGEST_GAME = 300
POSITIONS_A_GAME = 10


# ---- squares and positions -------------------------------------------------------------------------------
# A position here is what the library calls a Hub FEN: the side to move, then one letter for each square
# from the top left: w b men, W B kings, e empty.


def square_name(number, variant):
    """Name of a square in the engine's text: a number, or column and row on the boards that use them."""
    if variant not in ALGEBRAIC:
        return str(number)
    row, place = divmod(number - 1, 4)
    return string.ascii_lowercase[2 * place + (1 - row % 2)] + str(8 - row)


def square_number(name, variant):
    """The opposite of `square_name`; plain numbers are understood on every board."""
    if name.isdigit():
        return int(name)
    column, row = string.ascii_lowercase.index(name[0]), 8 - int(name[1])
    number = row * 4 + column // 2 + 1
    if square_name(number, variant) != name:
        raise common.EngineError(f"no such square: {name}")
    return number


def to_fen(position, variant):
    """Text of a position as the engine reads it."""
    lists = []
    for man in "wb":
        names = []
        for number, piece in enumerate(position[1:], 1):
            if piece.lower() == man:
                names.append(("K" if piece.isupper() else "") + square_name(number, variant))
        lists.append(man.upper() + ",".join(names))
    return f"{position[0]}:{lists[0]}:{lists[1]}"


def from_fen(fen, variant):
    """The position in the engine's text; counters after the two piece lists are ignored."""
    turn, *fields = fen.strip().rstrip(".").split(":")
    squares = ["e"] * VARIANTS[variant][1]
    for field in fields:
        if field[:1] not in ("W", "B") or field[1:2] in ("+",):
            continue
        man = field[0].lower()
        for item in filter(None, field[1:].split(",")):
            king = item.startswith("K")
            ends = [square_number(end, variant) for end in item.lstrip("K").split("-")]
            for number in range(ends[0], ends[-1] + 1):
                squares[number - 1] = man.upper() if king else man
    return turn + "".join(squares)


# ---- the library's view ----------------------------------------------------------------------------------


class Library:
    """pydraughts, with its known faults corrected and counted."""

    def __init__(self, variant):
        self.variant = variant
        self.name = VARIANTS[variant][0]
        self.twice = 0  # positions with a capture listed twice
        self.revalued = 0  # positions whose Frisian captures were chosen anew with a different result

    def moves(self, position):
        """{(from, to, taken squares): position after the move}."""
        game = Game(self.name, position)
        routes = list(zip(*game.legal_moves()))
        if self.variant == "frisian":
            routes = self._frisian(game, routes)
        found = {}
        for steps, taken in routes:
            after = Game(self.name, position)
            after.push(steps)
            key = (steps[0][0], steps[-1][1], frozenset(filter(None, taken)))
            found[key] = after.get_fen()
        self.twice += len(found) < len(routes)
        return found

    def _frisian(self, game, chosen):
        """The captures chosen again, and whether that mattered."""
        again = frisian.best_captures(game)
        if again is None:
            return chosen
        self.revalued += again != chosen
        return again


# ---- positions -------------------------------------------------------------------------------------------


def pieces(position):
    return sum(piece != "e" for piece in position[1:])


def comparable(position, variant):
    """Positions that are not over by a rule the library does not know."""
    board = position[1:]
    # Frisian, one king each: our rules draw at once unless a king can be taken, the library counts moves.
    return not (variant == "frisian" and pieces(position) == 2 and board.count("W") == board.count("B") == 1)


def random_games(variant, count, chance):
    """`count` different positions of random games, and the last position of each game with its winner."""
    positions, ends = {}, {}
    while len(positions) < count:
        game = Game(VARIANTS[variant][0])
        seen = []
        winner = None
        for _ in range(LONGEST_GAME):
            winner = game.get_winner()
            moves = game.legal_moves()[0] if winner is None else []
            if not moves:
                break
            seen.append(game.get_fen())
            game.push(chance.choice(moves))
        if winner:
            ends[game.get_fen()] = winner
        for position in chance.sample(seen, min(POSITIONS_A_GAME, len(seen))):
            if len(positions) < count and comparable(position, variant):
                positions[position] = None
    return list(positions), ends


def random_placement(variant, chance):
    """Two to seven pieces a side thrown on the board, many of them kings."""
    _, squares, row = VARIANTS[variant]
    board = ["e"] * squares
    for man, far_row in (("w", range(0, row)), ("b", range(squares - row, squares))):
        for square in chance.sample([s for s in range(squares) if board[s] == "e"], chance.randint(2, 7)):
            king = variant != "breakthrough" and (square in far_row or chance.random() < 0.4)
            if square not in far_row or king:
                board[square] = man.upper() if king else man
    return chance.choice("WB") + "".join(board)


def random_placements(variant, count, chance):
    """`count` different placements with pieces on both sides."""
    positions = {}
    while len(positions) < count:
        position = random_placement(variant, chance)
        if {"w", "b"} <= set(position[1:].lower()) and comparable(position, variant):
            positions[position] = None
    return list(positions)


# ---- comparing -------------------------------------------------------------------------------------------


def engine_moves(engine, position, variant):
    """The same as `Library.moves`, from the engine."""
    fen = to_fen(position, variant)
    engine.send(f"position fen {fen}")
    found = {}
    for text in engine.query("moves").split():
        engine.send(f"position fen {fen} moves {text}")
        after = from_fen(engine.query("fen"), variant)
        ends = text.replace(":", "x").replace("-", "x").split("x")
        before_men = "b" if position[0] == "W" else "w"
        taken = frozenset(
            number
            for number in range(1, len(position))
            if position[number].lower() == before_men and after[number].lower() != before_men
        )
        key = (square_number(ends[0], variant), square_number(ends[-1], variant), taken)
        if key in found:
            raise common.EngineError(f"the move {text} is listed twice in {fen}")
        found[key] = after
    return found


def explain(variant, position, ours, theirs):
    """What differs, in words and squares."""

    def show(moves):
        return sorted((start, end, sorted(taken), after) for (start, end, taken), after in moves.items())

    only_ours = {key: ours[key] for key in ours if theirs.get(key) != ours[key]}
    only_theirs = {key: theirs[key] for key in theirs if ours.get(key) != theirs[key]}
    return (
        f"{variant} {to_fen(position, variant)}\n"
        f"  only the engine  (from, to, taken, after): {show(only_ours)}\n"
        f"  only the library (from, to, taken, after): {show(only_theirs)}"
    )


def compare_ends(engine, variant, ends, tally):
    """Finished games: over for the engine too, and won by the same player."""
    for position, winner in ends.items():
        engine.send(f"position fen {to_fen(position, variant)}")
        expected = ("true", "p1win" if winner == WHITE else "p2win")
        answer = (engine.query("gameover"), engine.query("result"))
        tally.check(
            answer == expected,
            lambda: f"{variant} {to_fen(position, variant)}: the engine says {answer}, the library {expected}",
        )


def compare_variant(options, variant, tally):
    """All comparisons of one variant, and a line about what they covered."""
    chance = random.Random(f"{options.seed} {variant}")
    games, ends = random_games(variant, options.positions, chance)
    positions = games + random_placements(variant, options.scatter, chance)
    library = Library(variant)
    engine = common.Engine(options.engine, variant)
    moves = captures = 0
    for position in positions:
        theirs = library.moves(position)
        ours = engine_moves(engine, position, variant)
        tally.check(ours == theirs, lambda: explain(variant, position, ours, theirs))
        moves += len(theirs)
        captures += any(taken for _, _, taken in theirs)
    compare_ends(engine, variant, ends, tally)
    engine.close()
    kings = sum(any(piece in "WB" for piece in position[1:]) for position in positions)
    few = sum(pieces(position) <= 6 for position in positions)
    print(
        f"{variant}: {len(games)} positions of random games + {options.scatter} placements, {moves} moves, "
        f"{len(ends)} finished games; {captures} positions with captures, {kings} with kings, "
        f"{few} with at most 6 pieces; library: {library.twice} with a capture listed twice"
        + (f", {library.revalued} with Frisian values corrected" if variant == "frisian" else ""),
        flush=True,
    )


def main():
    parser = common.arguments("Compare legal draughts moves with pydraughts.")
    parser.add_argument("--positions", type=int, default=1000, help="positions of random games a variant")
    parser.add_argument("--scatter", type=int, default=200, help="random placements a variant")
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only this one; may be repeated")
    options = parser.parse_args()
    tally = common.Tally()
    for variant in options.variant or VARIANTS:
        try:
            compare_variant(options, variant, tally)
        except common.EngineError as error:
            tally.check(False, lambda: f"{variant}: {error}")
    tally.finish()


if __name__ == "__main__":
    main()

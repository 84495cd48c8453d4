"""Frisian captures as pydraughts should choose them, with whole numbers.

The library (version 0.6.7) adds capture values up as floats, 1 for a man and 1.501 for a king. Sums that are
equal come out unequal in some orders of capture, which loses legal captures; and three kings (4.503) are
held to be worth less than five men (5), though a king is worth only just under two men. So the best captures
are chosen again from the library's own complete list: 100 for a man, 199 for a king, a king's capture first
at equal value.
"""

MAN, KING = 100, 199


def best_captures(game):
    """The legal captures of this position as (steps, taken squares); None where there is nothing to capture."""
    piece = game.board.searcher.get_piece_by_position
    routes = list(zip(*game.get_moves()))
    if not routes or routes[0][1][0] is None:
        return None

    def rank(route):
        steps, taken = route
        return sum(KING if piece(square).king else MAN for square in taken), piece(steps[0][0]).king

    best = max(map(rank, routes))
    return [route for route in routes if rank(route) == best]

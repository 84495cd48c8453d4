#!/usr/bin/env python3
"""The exact value of Connect Four after every two moves: a row for the first column, a column for the reply.

Values are for the player who moves first, in stones: 1 is a win with the very last stone, 0 a draw.

$ exact_table.py
>       1   2   3   4   5   6   7
>   1   1  -2  -1  -2   1  -1   2
>   2   2   0  -1   0   2   2   3
>   3   2   2   0   0   0   0   3
>   4   4   2   2   1   2   2   4
>   5   3   0   0   0   0   2   2
>   6   3   2   2   0  -1   0   2
>   7   2  -1   1  -2  -1  -2   1
"""

from quadriga import Engine, Position

with Engine.popen() as engine:
    print("   " + "".join(f"{reply:>4}" for reply in Position("connect4").legal_moves))
    for first in Position("connect4").legal_moves:
        replies = engine.solve(Position("connect4", moves=[first])).moves
        # What a reply is worth to the second player is what it costs the first.
        print(f"{first:>3}" + "".join(f"{-score:>4}" for score in replies.values()))

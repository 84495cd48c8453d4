#!/usr/bin/env python3
"""Searches every position of games, thousands of them at a time on all cores, and writes a table as CSV.

Games are read from standard input, one a line, with blanks between the moves. Standard error has a bar of progress.

$ head -1 data/connect4.txt | games_to_csv.py connect4-5x5 1000000
> game,turn,played,best,score
> 1,0,3,2,+0.00
> 1,1,3,3,+0.00
> 1,2,3,3,+0.00
> 1,3,2,2,+0.00
> 1,4,4,2,+0.00
> 1,5,2,4,mate 10
> 1,6,2,4,+0.00
> 1,7,3,4,mate 8
> 1,8,5,4,mate -8
"""

import csv
import sys

from quadriga import Engine, Limit, Position


def main(game: str, nodes: str) -> None:
    """Write a row for each position before a move, in the order of the games."""
    games = [line.split() for line in sys.stdin]
    places = [(number, turn) for number, moves in enumerate(games, 1) for turn in range(len(moves))]
    positions = [Position(game, moves=games[number - 1][:turn]) for number, turn in places]
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["game", "turn", "played", "best", "score"])
    with Engine.popen() as engine:
        found = engine.analyse_many(positions, Limit(nodes=int(nodes)), progress=True)
        for (number, turn), info in zip(places, found):
            table.writerow([number, turn, games[number - 1][turn], info.move, info.score])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: games_to_csv.py GAME NODES < games")
    main(*sys.argv[1:])

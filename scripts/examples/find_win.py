#!/usr/bin/env python3
"""Searches positions at the same time, with asyncio, until one of them is found to have a win, or proved to have none.

$ find_win.py gomoku 'h8 i9' 'h8 h12 h9 a1 h10 c1 h11 e1'
> h8 h12 h9 a1 h10 c1 h11 e1: h7 wins
"""

import asyncio
import sys

from quadriga import AsyncEngine, Position


async def win(engine: AsyncEngine, position: Position) -> str:
    """What the engine finds, however long that takes: a win for the player to move, or that there is none."""
    async with engine.analysis(position) as analysis:
        async for info in analysis:
            if info.score.mate is not None and info.score.mate > 0:
                return f"{' '.join(position.moves)}: {info.move} wins"
    return f"{' '.join(position.moves)}: no win"


async def main(game: str, *lines: str) -> None:
    """Start all searches, print what the first finds, and stop the others."""
    async with await AsyncEngine.popen(positions=len(lines)) as engine:
        searches = [asyncio.create_task(win(engine, Position(game, moves=line.split()))) for line in lines]
        done, others = await asyncio.wait(searches, return_when=asyncio.FIRST_COMPLETED)
        print(*(search.result() for search in done), sep="\n")
        for search in others:
            search.cancel()
        await asyncio.gather(*others, return_exceptions=True)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: find_win.py GAME MOVES...")
    asyncio.run(main(*sys.argv[1:]))

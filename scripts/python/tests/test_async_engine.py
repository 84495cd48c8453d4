"""The engine for asyncio."""

from __future__ import annotations

import asyncio

import pytest

from quadriga import AsyncEngine, EngineTerminatedError, EngineTimeoutError, Limit, Position


def test_questions_are_answered_at_the_same_time() -> None:
    async def main() -> list[str | None]:
        async with await AsyncEngine.popen(positions=2) as engine:
            position = Position("connect4", moves=["4", "3", "4", "3", "4", "3"])
            infos = await asyncio.gather(*(engine.analyse(position, Limit(depth=n)) for n in range(1, 20)))
            return [info.move for info in infos]

    assert asyncio.run(main()) == ["4"] * 19


def test_an_analysis_is_an_asynchronous_iterator() -> None:
    async def main() -> None:
        async with await AsyncEngine.popen(positions=1) as engine:
            async with engine.analysis(Position("gomoku"), report_every=0.001) as analysis:
                async for info in analysis:
                    if info.depth >= 3:
                        await analysis.stop()
            assert (await analysis.wait()).terminated
            async with engine.analysis(Position("gomoku"), Limit(depth=2)) as analysis:
                assert (await analysis.wait()).depth == 2

    asyncio.run(main())


def test_a_cancelled_search_frees_the_engine() -> None:
    async def main() -> None:
        async with await AsyncEngine.popen(positions=1) as engine:
            search = asyncio.ensure_future(engine.analyse(Position("draughts"), Limit(depth=200)))
            await asyncio.sleep(0.1)
            search.cancel()
            with pytest.raises(asyncio.CancelledError):
                await search
            info = await engine.analyse(Position("draughts"), Limit(depth=2), timeout=60)
            assert info.depth == 2

    asyncio.run(main())


def test_a_search_is_given_up_when_its_timeout_is_over() -> None:
    async def main() -> None:
        async with await AsyncEngine.popen(positions=1) as engine:
            with pytest.raises(EngineTimeoutError):
                await engine.analyse(Position("draughts"), Limit(depth=200), timeout=0.1)
            with pytest.raises(EngineTimeoutError):
                await engine.solve(Position("connect4-10x10"), timeout=0.1)
            with pytest.raises(EngineTimeoutError):
                await engine.play(Position("draughts"), Limit(clocks=(1000.0, 1000.0)), timeout=0.1)
            assert (await engine.analyse(Position("draughts"), Limit(depth=2), timeout=60)).final

    asyncio.run(main())


def test_a_move_by_the_clock_waits_for_the_one_before() -> None:
    async def main() -> None:
        async with await AsyncEngine.popen(positions=1) as engine:
            position = Position("russian")
            limit = Limit(clocks=(0.5, 0.5))
            played = await asyncio.gather(*(engine.play(position, limit) for _ in range(3)))
            assert {move.move for move in played} <= set(position.legal_moves)

    asyncio.run(main())


def test_closing_the_engine_ends_what_waits() -> None:
    async def main() -> None:
        engine = await AsyncEngine.popen(positions=1)
        search = asyncio.ensure_future(engine.analyse(Position("draughts"), Limit(depth=200)))
        await asyncio.sleep(0.1)
        await engine.close()
        with pytest.raises(EngineTerminatedError, match="closed"):
            await search
        with pytest.raises(EngineTerminatedError, match="closed"):
            await engine.version()
        await engine.close()

    asyncio.run(main())


def test_a_batch_is_an_asynchronous_iterator() -> None:
    async def main() -> list[int]:
        async with await AsyncEngine.popen() as engine:
            positions = [Position("connect4", moves=["4"] * n) for n in range(5)]
            return [info.player async for info in engine.analyse_many(positions, Limit(depth=2))]

    assert asyncio.run(main()) == [1, 2, 1, 2, 1]

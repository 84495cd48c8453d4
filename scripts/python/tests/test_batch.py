"""Thousands of positions at once: order, progress, early ends."""

from __future__ import annotations

import asyncio
import io
import itertools
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from quadriga import Engine, Limit, Position, RefusedError
from quadriga.batch import ProgressBar, in_order, progress_text


def games(number: int) -> Iterator[Position]:
    """One position that is played on between its uses, from many games."""
    for first, second, third in itertools.islice(itertools.product("1234567", repeat=3), number):
        position = Position("connect4", moves=[first, second])
        yield position
        position.push(third)
        yield position


def test_results_have_the_order_of_the_positions(engine: Engine) -> None:
    expected = [(position.turn, position.outcome) for position in games(300)]
    infos = list(engine.analyse_many(games(300), Limit(nodes=300)))
    assert [(info.player, info.outcome) for info in infos] == expected
    assert [info.player for info in infos] == [1, 2] * 300


def test_a_batch_gives_what_single_searches_give(engine: Engine) -> None:
    positions = [Position("gomoku", moves=["h8", move]) for move in ("i9", "h9", "a1", "j10")]
    single = [engine.analyse(position, Limit(nodes=2000)).score for position in positions]
    assert [info.score for info in engine.analyse_many(positions, Limit(nodes=2000))] == single


def test_multipv_is_for_all_positions(engine: Engine) -> None:
    infos = engine.analyse_many([Position("english")] * 3, Limit(depth=2), multipv=2)
    assert [len(info.lines) for info in infos] == [2, 2, 2]


def test_progress_goes_from_nothing_to_all(engine: Engine) -> None:
    seen: list[tuple[int, int | None]] = []
    positions = [Position("connect4")] * 20
    list(engine.analyse_many(positions, Limit(depth=2), progress=lambda done, total: seen.append((done, total))))
    assert (seen[0], seen[-1]) == ((0, 20), (20, 20))
    assert seen == sorted(seen)


def test_answers_that_come_together_are_counted_one_by_one() -> None:
    seen: list[tuple[int, int | None]] = []

    async def ask(number: int) -> int:
        return number

    async def main() -> list[int]:
        answers = in_order(ask, range(8), lambda done, total: seen.append((done, total)))
        return [answer async for answer in answers]

    assert asyncio.run(main()) == list(range(8))
    assert seen == [(done, 8) for done in range(9)]


def test_a_generator_has_no_total(engine: Engine) -> None:
    totals = []
    list(engine.analyse_many(games(2), Limit(depth=2), progress=lambda _, total: totals.append(total)))
    assert set(totals) == {None}


def test_a_bar_is_drawn_on_standard_error(engine: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    list(engine.analyse_many([Position("connect4")] * 8, Limit(depth=2), progress=True))
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith(f"[{'#' * 30}] 8/8, ")


def test_a_bar_on_a_terminal_stays_on_its_line() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    bar = ProgressBar(terminal)
    for done in range(11):
        bar(done, 10)
    bar.end()
    text = terminal.getvalue()
    assert text.count("\n") == 1
    assert text.startswith("\r[....")
    assert "10/10" in text


def test_the_bar_says_how_fast_and_how_long() -> None:
    assert progress_text(500, 1000, 2.0) == f"[{'#' * 15}{'.' * 15}] 500/1000, 250/s, 2 s left"
    assert progress_text(3, None, 2.0) == "3, 1.5/s"
    assert progress_text(0, 10, 0.0) == f"[{'.' * 30}] 0/10, 0.0/s"
    assert progress_text(0, 0, 1.0) == "0, 0.0/s"


def test_no_positions_give_no_results(engine: Engine) -> None:
    assert list(engine.analyse_many([], Limit(depth=2), progress=True)) == []


def test_more_questions_wait_than_the_engine_may_have(engine: Engine) -> None:
    infos = engine.analyse_many(itertools.repeat(Position("connect4"), 2500), Limit(depth=1))
    assert sum(1 for _ in infos) == 2500


def test_a_batch_may_be_left_early(engine: Engine) -> None:
    infos = engine.analyse_many(itertools.repeat(Position("draughts")), Limit(depth=3))
    assert next(infos).final
    infos.close()  # type: ignore[attr-defined]
    assert engine.analyse(Position("draughts"), Limit(depth=2), timeout=60).final


def test_what_is_refused_ends_the_batch(engine: Engine) -> None:
    infos = engine.analyse_many([Position("connect4")] * 3, Limit())
    with pytest.raises(RefusedError):
        next(infos)
    assert list(infos) == []


def test_a_fault_in_the_generator_or_in_progress_is_the_callers(engine: Engine) -> None:
    def faulty() -> Iterator[Position]:
        yield Position("connect4")
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        list(engine.analyse_many(faulty(), Limit(depth=2)))
    with pytest.raises(ZeroDivisionError):
        list(engine.analyse_many(games(1), Limit(depth=2), progress=lambda done, _: print(1 // done)))


def test_a_generator_that_asks_the_engine_gets_an_error_and_no_deadlock(engine: Engine) -> None:
    def asking() -> Iterator[Position]:
        engine.legal_moves(Position("connect4"))
        yield Position("connect4")

    with pytest.raises(RuntimeError, match="wait for ever"):
        list(engine.analyse_many(asking(), Limit(depth=2)))


def test_a_bar_is_drawn_in_a_notebook(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shell = type("ZMQInteractiveShell", (), {})()
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    bar = ProgressBar()
    bar(1, 2)
    bar(2, 2)
    bar.end()
    drawn = capsys.readouterr().err
    assert "] 1/2" in drawn
    assert drawn.count("\r") == 3
    assert "\x1b" not in drawn

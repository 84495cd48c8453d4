"""Everything that the package raises is a `QuadrigaError`, and says what is wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quadriga import Engine, EngineError, Limit, NotThereError, Position, QuadrigaError, RefusedError, Score


@pytest.mark.parametrize(
    ("ask", "kind", "words"),
    [
        (lambda: Limit(nodes=0), RefusedError, "nodes must be above 0"),
        (lambda: Limit(clocks=[float("inf")]), RefusedError, "finite"),
        (lambda: Limit(moves_to_go=3), RefusedError, "need clocks"),
        (lambda: Score(cp=1).pov(1), RefusedError, "whose"),
        (lambda: Position("connect4").pop(), NotThereError, "no move"),
        (lambda: Position("connect4").piece_at("z9"), NotThereError, "no place 'z9'"),
        (lambda: Engine.popen(game="zz"), RefusedError, "zz"),
        (lambda: Engine.popen(positions=0), RefusedError, "positions takes a number 1..512, not 0"),
        (lambda: Engine.popen(positions=513), RefusedError, "not 513"),
    ],
)
def test_what_is_wrong_is_said_by_an_error_of_this_package(
    ask: Callable[[], object], kind: type[QuadrigaError], words: str
) -> None:
    with pytest.raises(kind, match=words):
        ask()


def test_clocks_may_be_any_sequence() -> None:
    assert Limit(clocks=[1, 1], increments=[0, 0]) == Limit(clocks=(1, 1), increments=(0, 0))
    with Engine.popen(positions=1) as engine:
        assert engine.play(Position("connect4"), Limit(clocks=[1, 1])).move


def test_an_analysis_that_is_left_keeps_what_it_had_found() -> None:
    with Engine.popen(positions=1) as engine:
        analysis = engine.analysis(Position("draughts"), report_every=0.01)
        with analysis:
            assert not next(analysis).final
        with pytest.raises(EngineError, match="before its end; `last` is what it had found"):
            analysis.wait()
        assert analysis.last is not None

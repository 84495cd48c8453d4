"""Scores: their order, and whose they are."""

from __future__ import annotations

import random

import pytest

from quadriga import Engine, Limit, Position, Score, Wdl


def test_scores_are_ordered_by_their_value_for_the_player() -> None:
    ordered = [
        Score(mate=0),
        Score(mate=-1),
        Score(mate=-7),
        Score(cp=-900),
        Score(cp=0),
        Score(cp=1, bound="lower"),
        Score(mate=9, proved=True),
        Score(mate=1),
        Score(mate=0, won=True),
    ]
    shuffled = random.Random(1).sample(ordered, len(ordered))
    assert sorted(shuffled) == ordered
    assert max(shuffled) == ordered[-1]
    assert all(low < high and high > low and low <= high for low, high in zip(ordered, ordered[1:]))
    assert sorted(-score for score in shuffled) == [-score for score in reversed(ordered)]


def test_a_score_is_turned_for_the_opponent_and_back() -> None:
    for score in (Score(cp=30, bound="lower"), Score(mate=-3, proved=True), Score(mate=0)):
        opposite = -score
        assert -opposite == score
    assert str(-Score(cp=30, bound="lower")) == "<= -0.30"
    assert str(-Score(mate=0)) == "won"


def test_a_score_of_the_engine_knows_whose_it_is(engine: Engine) -> None:
    position = Position("connect4", moves=["4", "3", "4", "3", "4"])
    info = engine.analyse(position, Limit(depth=4), multipv=2)
    assert (info.player, info.score.pov(2), info.score.pov(1)) == (2, info.score, -info.score)
    assert info.score.wdl() == info.wdl
    assert [line.score.pov(1) for line in info.lines] == [-line.score for line in info.lines]
    with pytest.raises(ValueError, match="no player 3"):
        info.score.pov(3)
    for limit in (Limit(depth=4), Limit(clocks=(5.0, 5.0))):
        played = engine.play(position, limit)
        assert played.score is not None
        assert played.score.pov(1) == -played.score


def test_with_three_players_a_score_is_of_one_alone(engine: Engine) -> None:
    score = engine.analyse(Position("chinesecheckers", Players=3), Limit(depth=1)).score
    assert score.pov(1) == score
    with pytest.raises(ValueError, match="3 players"):
        score.pov(2)


def test_what_is_expected_is_as_the_engine_says() -> None:
    assert Score(mate=3).wdl() == -Score(mate=-2).wdl() == Wdl(1000, 0, 0)  # type: ignore[operator]
    assert Score(cp=10).wdl() is None
    assert (-Score(cp=10, chances=Wdl(500, 300, 200))).wdl() == Wdl(200, 300, 500)
    with pytest.raises(ValueError, match="whose"):
        Score(cp=10).pov(1)

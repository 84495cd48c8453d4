"""The engine without asyncio: searches, moves, exact values."""

from __future__ import annotations

import dataclasses
import math
import time
from typing import Any

import pytest

from quadriga import Engine, GameOverError, IllegalMoveError, Limit, Position, RefusedError, Score

WIN_IN_ONE = ["4", "3", "4", "3", "4", "3"]


def test_a_win_in_one_is_found_and_proved(engine: Engine) -> None:
    info = engine.analyse(Position("connect4", moves=WIN_IN_ONE), Limit(nodes=1000))
    assert (info.move, info.score, info.pv) == ("4", Score(mate=1, proved=True), ("4",))
    assert (info.player, info.final, info.terminated) == (1, True, False)
    assert info.wdl is not None
    assert info.wdl.expectation() == 1.0


def test_a_search_of_so_many_nodes_repeats(engine: Engine) -> None:
    position = Position("draughts", moves=["32-28", "19-23"])
    first, second = (engine.analyse(position, Limit(nodes=5000)) for _ in range(2))
    assert (first.move, first.score, first.pv, first.nodes) == (second.move, second.score, second.pv, second.nodes)
    assert first.nodes == 5000


def test_multipv_gives_the_best_moves_in_order(engine: Engine) -> None:
    info = engine.analyse(Position("gomoku", moves=["h8"]), Limit(depth=4), multipv=3)
    assert len({line.move for line in info.lines}) == 3
    assert info.lines[0].move == info.move
    values = [line.score.cp for line in info.lines]
    assert values == sorted(values, key=lambda cp: -(cp or 0))


def test_without_multipv_there_is_one_line(engine: Engine) -> None:
    info = engine.analyse(Position("russian"), Limit(depth=4))
    assert [line.move for line in info.lines] == [info.move]


def test_moves_can_be_chosen_and_avoided(engine: Engine) -> None:
    position = Position("connect4", moves=WIN_IN_ONE)
    assert engine.analyse(position, Limit(depth=4), search_moves=["1"]).move == "1"
    assert engine.analyse(position, Limit(depth=4), avoid=["4"]).move != "4"


def test_a_game_that_is_over_has_an_outcome_and_no_move(engine: Engine) -> None:
    position = Position("connect4", moves=[*WIN_IN_ONE, "4"])
    info = engine.analyse(position, Limit(depth=4))
    assert (info.move, info.pv, info.lines, info.score) == (None, (), (), Score(mate=0))
    assert info.outcome == position.outcome
    with pytest.raises(GameOverError, match="player 1 wins"):
        engine.play(position, Limit(depth=4))
    with pytest.raises(GameOverError):
        engine.play(position, Limit(clocks=(1.0, 1.0)))


def test_an_analysis_reports_deeper_and_deeper_until_it_is_stopped(engine: Engine) -> None:
    with engine.analysis(Position("gomoku", moves=["h8"]), report_every=0.001) as analysis:
        depths = []
        for info in analysis:
            depths.append(info.depth)
            if len(depths) == 3:
                analysis.stop()
    assert depths == sorted(depths)
    assert analysis.last is not None
    assert analysis.last.final
    assert analysis.last.terminated
    assert list(analysis) == []


def test_an_analysis_with_a_limit_ends_by_itself(engine: Engine) -> None:
    with engine.analysis(Position("english"), Limit(depth=6)) as analysis:
        info = analysis.wait()
    assert (info.final, info.depth) == (True, 6)
    assert analysis.wait() == info


def test_an_analysis_that_is_left_frees_the_engine(engine: Engine) -> None:
    for _ in range(5):
        with engine.analysis(Position("draughts")) as analysis:
            next(analysis)
    assert engine.analyse(Position("draughts"), Limit(depth=2), timeout=60).final


def test_an_analysis_may_be_stopped_before_its_turn_comes() -> None:
    with Engine.popen(positions=1) as engine, engine.analysis(Position("draughts")) as first:
        next(first)
        with engine.analysis(Position("draughts")) as second:
            second.stop()
            assert list(second) == []
        first.stop()
        assert first.wait().terminated


def test_all_games_can_be_played_at_a_level(engine: Engine) -> None:
    for game in ("connect4", "renju", "frisian", "chinesecheckers"):
        position = Position(game)
        for seed in range(4):
            position.push(engine.play(position, level=2, seed=seed).move)
        assert len(position.moves) == 4


def test_the_same_seed_plays_the_same_move(engine: Engine) -> None:
    position = Position("gomoku", moves=["h8", "i9"])
    moves = [engine.play(position, level=0, seed=seed).move for seed in (1, 1, 2, 3, 4, 5)]
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


def test_full_strength_needs_a_limit(engine: Engine) -> None:
    with pytest.raises(RefusedError) as refused:
        engine.play(Position("connect4"))
    assert refused.value.field == "depth"


def test_a_game_is_played_by_the_clock(engine: Engine) -> None:
    position = Position("connect4-5x4")
    limit = Limit(clocks=(0.5, 0.5), increments=(0.01, 0.01))
    while position.outcome is None:
        position.push(engine.play(position, limit).move)
    assert len(position.moves) > 6
    other = Position("chinesecheckers", Players=3)
    other.push(engine.play(other, Limit(clocks=(0.3, 0.3, 0.3)), level=4).move)
    assert other.turn == 2


def test_a_game_is_played_on_from_a_position_string(engine: Engine) -> None:
    position = Position("draughts", "W:W27,28,32:B11,18,22")
    assert engine.play(position, Limit(clocks=(1.0, 1.0))).move == "28x6"
    position.push("28x6")
    assert position.outcome is not None or engine.play(position, Limit(clocks=(1.0, 1.0))).move


def test_the_clock_wins_in_one(engine: Engine) -> None:
    played = engine.play(Position("connect4", moves=WIN_IN_ONE), Limit(clocks=(5.0, 5.0)))
    assert (played.move, played.score) == ("4", Score(mate=1))


def test_a_position_is_solved_with_all_its_moves(engine: Engine) -> None:
    solution = engine.solve(Position("connect4", moves=list("4455")))
    assert (solution.score, solution.result) == (18, "win")
    assert solution.best_moves == ("3", "6")
    assert solution.plies == 3
    start = engine.solve(Position("connect4"))
    assert (start.score, dict(start.moves)) == (1, {"1": -2, "2": -1, "3": 0, "4": 1, "5": 0, "6": -1, "7": -2})


def test_the_value_alone_takes_less(engine: Engine) -> None:
    solution = engine.solve(Position("connect4", moves=list("4455")), moves=False)
    assert (solution.score, solution.moves, solution.best_moves) == (18, {}, ())
    given_up = engine.solve(Position("connect4-9x8"), moves=False, nodes=1000)
    assert (given_up.result, given_up.score) == ("unknown", None)


def test_wins_by_threats_are_solved(engine: Engine) -> None:
    won = engine.solve(Position("renju", moves=["h8", "a1", "i8", "a3", "j8", "a5"]))
    assert (won.result, won.plies, len(won.pv), won.score) == ("win", 3, 3, None)
    assert engine.solve(Position("renju", moves=["h8"])).result == "none"


def test_many_positions_are_solved_by_one_process_in_their_order(engine: Engine) -> None:
    games = [[*"4444443333337711", first, second] for first in "57" for second in "1257"]
    positions = [Position("connect4", moves=moves) for moves in games]
    solutions = list(engine.solve_many(positions, moves=False))
    assert [solution.score for solution in solutions] == [engine.solve(position).score for position in positions]


def test_the_static_evaluation_has_parts_and_an_order_of_moves(engine: Engine) -> None:
    seen = engine.evaluate(Position("gomoku", moves=["h8", "h9"]))
    assert set(seen.terms) == {"all points", "threats and stones", "neurons"}
    assert abs(sum(seen.terms.values()) - seen.value) <= 2
    ranks = list(seen.order.values())
    assert ranks == sorted(ranks, reverse=True)
    with pytest.raises(GameOverError):
        engine.evaluate(Position("connect4", moves=[*WIN_IN_ONE, "4"]))


def test_other_games_cannot_be_solved(engine: Engine) -> None:
    with pytest.raises(RefusedError, match="draughts cannot be solved"):
        engine.solve(Position("draughts"))


def test_the_engine_knows_the_rules_too(engine: Engine) -> None:
    position = Position("english")
    assert engine.legal_moves(position) == position.legal_moves
    assert engine.version().startswith("Quadriga ")


def test_an_engine_makes_positions_of_its_game() -> None:
    options = {"BoardSize": 9, "threads": 2, "Hash": 16}
    with Engine.popen(game="gomoku", options=options, positions=1) as engine:
        position = engine.position(moves=["e5"])
        assert (position.game, position.options) == ("gomoku", {"BoardSize": 9})
        assert engine.analyse(position, Limit(depth=3)).move in position.legal_moves


def test_options_reach_the_search() -> None:
    position = Position("connect4", moves=WIN_IN_ONE)
    with Engine.popen(options={"Solver": False}, positions=1) as engine:
        assert not engine.analyse(position, Limit(nodes=1000)).score.proved


def test_the_table_is_as_large_as_asked_for() -> None:
    with Engine.popen(positions=1, options={"Hash": 64}) as engine:
        assert engine.analyse(Position("draughts"), Limit(depth=3)).final
        engine.configure({"Hash": 2.0})
        assert engine.analyse(Position("draughts"), Limit(depth=3)).final


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        (None, {"Speed": 9}, "'Speed': no game"),
        ("gomoku", {"Players": 3}, "(?i)players"),
        (None, {"BoardSize": 9, "Players": 3}, "no game has all"),
        ("gomoku", {"BoardSize": 99}, "BoardSize"),
        ("connect4", {"Hash": -1}, "Hash"),
        (None, {"Hash": "much"}, "Hash"),
        (None, {"Threads": 0}, "Threads"),
        ("chess", {"Hash": 1}, "chess"),
    ],
)
def test_options_are_checked_at_the_start(game: str | None, options: dict[str, object], words: str) -> None:
    with pytest.raises(RefusedError, match=words):
        Engine.popen(game=game, options=options, positions=1)


def test_options_are_listed_with_their_values_and_changed_together() -> None:
    with Engine.popen(game="gomoku", options={"boardsize": 9}, positions=1) as engine:
        option = engine.options["BoardSize"]
        assert (option.kind, option.default, option.value, option.min, option.max) == ("spin", 15, 9, 5, 22)
        assert "Seed" not in engine.options
        with pytest.raises(RefusedError):
            engine.configure({"BoardSize": 11, "Hash": "much"})
        assert engine.options["BoardSize"].value == 9
        engine.configure({"BoardSize": None, "Threads": 2})
        assert (engine.position().options, engine.options["Threads"].value) == ({}, 2)


def test_a_ping_is_answered(engine: Engine) -> None:
    assert 0 < engine.ping() < 60


def test_a_limit_out_of_range_is_brought_into_it(engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    assert engine.analyse(Position("connect4", moves=WIN_IN_ONE), Limit(depth=1000)).score == Score(mate=1, proved=True)
    assert "depth" in caplog.text


def test_a_refused_question_leaves_the_engine_as_it_was(engine: Engine) -> None:
    position = Position("connect4")
    with pytest.raises(IllegalMoveError):
        engine.play(corrupted(position), Limit(clocks=(1.0, 1.0)))
    with pytest.raises(IllegalMoveError):
        engine.analyse(corrupted(position), Limit(depth=3))
    with pytest.raises(IllegalMoveError):
        engine.solve(corrupted(position))
    with pytest.raises(IllegalMoveError):
        engine.evaluate(corrupted(position))
    assert engine.analyse(position, Limit(depth=3)).final
    assert engine.play(position, Limit(clocks=(0.1, 0.1))).move in position.legal_moves


def corrupted(position: Position) -> Position:
    """As no caller can make it: with a move that is not legal."""
    position = position.copy()
    position._moves.append("9")
    return position


def changes(name: str, value: float) -> dict[str, Any]:
    return {name: value}


@pytest.mark.parametrize("name", ["time", "depth", "nodes", "mate"])
def test_a_limit_is_above_zero_and_finite(name: str) -> None:
    for value in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match=name):
            dataclasses.replace(Limit(), **changes(name, value))


def test_clocks_are_for_play_alone(engine: Engine) -> None:
    with pytest.raises(ValueError, match="play"):
        engine.analyse(Position("connect4"), Limit(clocks=(1.0, 1.0)))
    with pytest.raises(ValueError, match="need clocks"):
        Limit(increments=(1.0,))
    with pytest.raises(ValueError, match="finite"):
        Limit(clocks=(1.0, math.inf))


def test_a_search_ends_at_its_time(engine: Engine) -> None:
    began = time.monotonic()
    info = engine.analyse(Position("draughts"), Limit(time=0.2))
    assert info.time >= 0.1
    assert time.monotonic() - began >= 0.1

"""The games as environments: PettingZoo's own tests, and what they do not know."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from quadriga import Position
from quadriga.pettingzoo_env import QuadrigaEnv, env

GAMES = [
    ("connect4", {}),
    ("gomoku", {"BoardSize": 9}),
    ("renju", {}),
    ("draughts", {}),
    ("russian", {}),
    ("frisian", {}),
    *(("chinesecheckers", {"Players": players}) for players in range(2, 7)),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_the_environment(game: str, options: dict[str, Any]) -> None:
    api_test(env(game, max_moves=60, **options), num_cycles=150)


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_finds_the_same_game_for_the_same_seed() -> None:
    seed_test(lambda: env("russian", max_moves=40), num_cycles=40)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_legal_move_has_an_action_of_its_own(game: str, options: dict[str, Any]) -> None:
    chance = random.Random(1)
    position = Position(game, **options)
    while position.outcome is None and len(position.moves) < 100:
        seen = position.encoding()
        assert sorted(seen.numbers.values()) == sorted(position.legal_moves)
        assert all(0 <= number < seen.actions for number in seen.numbers)
        position.push(chance.choice(position.legal_moves))


def test_captures_that_share_both_ends_are_different_actions() -> None:
    position = Position("draughts", "W:WK47:B9,19,20,23,31,33,41")
    moves = position.legal_moves
    assert len({move.split("x")[0] + move.split("x")[-1] for move in moves}) < len(moves)
    assert sorted(position.encoding().numbers.values()) == sorted(moves)


@pytest.mark.parametrize(("game", "places"), [("gomoku", 225), ("chinesecheckers", 121 * 121), ("draughts", 20_000)])
def test_the_last_action_is_a_pass(game: str, places: int) -> None:
    assert Position(game).encoding().actions == places + 1


def test_the_winner_gets_one_and_the_others_lose_one() -> None:
    game = QuadrigaEnv("connect4")
    game.reset()
    for column in (3, 2, 3, 2, 3, 2, 3):
        game.step(column)
    assert game.rewards == {"player_1": 1, "player_2": -1}
    assert all(game.terminations.values())
    assert game.position.outcome is not None


def test_an_observer_sees_the_own_pieces_first() -> None:
    game = QuadrigaEnv("connect4")
    game.reset()
    game.step(0)
    first, second = (game.observe(agent)["observation"] for agent in game.possible_agents)
    assert first[5, 0].tolist() == [1, 0, 0, 0, 1]
    assert second[5, 0].tolist() == [0, 0, 1, 0, 1]


def test_with_more_players_the_observer_comes_first_too() -> None:
    game = QuadrigaEnv("chinesecheckers", Players=3)
    game.reset()
    seen = [game.observe(agent)["observation"] for agent in game.possible_agents]
    for number in range(3):
        assert (seen[number][:, :, 0] == seen[0][:, :, 2 * number]).all()
        assert (seen[number][:, :, 2] == seen[0][:, :, 2 * (number + 1) % 6]).all()


def test_only_the_player_to_move_has_actions() -> None:
    game = QuadrigaEnv("chinesecheckers", Players=3)
    game.reset()
    assert [int(game.observe(agent)["action_mask"].sum()) for agent in game.possible_agents] == [14, 0, 0]


def test_a_game_without_an_end_is_cut_off() -> None:
    game = QuadrigaEnv("chinesecheckers", max_moves=3)
    game.reset()
    for _ in range(3):
        game.step(min(game._seen.numbers))
    assert all(game.truncations.values())
    assert not any(game.terminations.values())


def test_an_action_that_is_not_legal_is_refused() -> None:
    game = QuadrigaEnv("draughts")
    game.reset()
    with pytest.raises(ValueError, match="not legal"):
        game.step(0)

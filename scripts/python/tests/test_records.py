"""Files of games."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from quadriga import Outcome, Position, RefusedError, read_games

PDN = """[Event "A"]
[White "Ann \\"the\\" Hat"]
[GameType "20"]
[Result "2-0"]

1. 32-28 {a (short) comment} 19-23! 2. 28x19 14x23 2-0

[Event "B"]
[GameType "25"]
[FEN "W:We3:Bd6"]

1. e3-f4 *
"""


def test_games_have_tags_moves_and_results(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(PDN, encoding="utf-8")
    first, second = read_games(path)
    assert (first.variant, first.fen, first.result) == ("draughts", None, "1-0")
    assert (first.tags["Event"], first.tags["White"]) == ("A", 'Ann "the" Hat')
    assert first.moves == ("32-28", "19-23", "28x19", "14x23")
    assert first.position(2) == Position("draughts", moves=["32-28", "19-23"])
    assert first.position().turn == 1
    assert (second.variant, second.moves, second.position().turn) == ("russian", ("e3-f4",), 2)
    assert second.fen is not None


def test_rules_come_with_the_games(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[4]SZ[9]RU[renju];B[ee];W[ef])", encoding="utf-8")
    (game,) = read_games(path)
    assert (game.variant, dict(game.options), game.moves) == ("renju", {"BoardSize": "9"}, ("e5", "e4"))
    assert game.position().rows[4][4] == "1"


def test_a_game_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Variant "connect4"]\n\n1. 4 3 2. 4 3 3. 4 3 4. 4 1-0\n', encoding="utf-8")
    (game,) = read_games(path)
    assert game.position().outcome == Outcome(1, "four in a line")


def test_what_cannot_be_read_is_refused_and_what_is_left_out_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(RefusedError, match="nowhere"):
        read_games(tmp_path / "nowhere.pdn")
    with pytest.raises(RefusedError, match="format"):
        read_games(tmp_path / "games.docx")
    path = tmp_path / "some.pdn"
    path.write_text(PDN + '\n[Event "C"]\n[GameType "20"]\n\n1. 32-28 50-1 *\n', encoding="utf-8")
    with caplog.at_level(logging.WARNING, "quadriga"):
        assert len(list(read_games(path))) >= 2
    assert "50-1" in caplog.text

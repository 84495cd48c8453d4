"""Positions: the rules are the program's, the history is kept here."""

from __future__ import annotations

import pickle
import threading

import pytest

from quadriga import IllegalMoveError, Outcome, Piece, Position, RefusedError, rules


def test_a_game_begins_at_its_start_position() -> None:
    position = Position("connect4")
    assert position.fen.startswith("7/7/7/7/7/7[")
    assert (position.turn, position.players, position.moves, position.outcome) == (1, 2, (), None)
    assert position.legal_moves == ("1", "2", "3", "4", "5", "6", "7")


def test_a_move_passes_the_turn_and_can_be_taken_back() -> None:
    position = Position("draughts")
    before = position.fen
    assert position.push("32-28") == "32-28"
    assert (position.turn, position.moves) == (2, ("32-28",))
    assert position.pop() == "32-28"
    assert (position.fen, position.moves) == (before, ())


def test_a_move_is_kept_as_the_game_writes_it() -> None:
    position = Position("connect4")
    assert position.push("d1") == "4"
    assert position.moves == ("4",)


def test_four_in_a_line_win() -> None:
    position = Position("connect4", moves=["4", "3", "4", "3", "4", "3", "4"])
    assert position.outcome == Outcome(winner=1, reason="four in a line")
    assert str(position.outcome) == "player 1 wins, four in a line"
    assert position.legal_moves == ()


def test_a_full_board_is_a_draw() -> None:
    columns = ("1212121", "2121212", "3434343", "4343434")
    filled = [move for column in columns for move in column[:6]]
    position = Position("connect4-4x6", moves=filled)
    assert position.outcome is not None
    assert position.outcome.winner is None


def test_the_rules_are_options() -> None:
    star = Position("chinesecheckers", Players=3)
    assert star.players == 3
    assert len(Position("gomoku", BoardSize=9).legal_moves) == 81
    assert star.options == {"Players": 3}


def test_an_option_that_is_none_is_left_out() -> None:
    assert Position("gomoku", BoardSize=None) == Position("gomoku")


def test_a_position_string_is_where_the_moves_begin() -> None:
    position = Position("draughts", "W:W27,28,32:B11,18,22")
    assert position.legal_moves == ("28x6",)
    position.push("28x6")
    assert (position.start, position.turn) == ("W:W27,28,32:B11,18,22", 2)


@pytest.mark.parametrize("move", ["9", "zz", "", "4 4", "4\n5", "\0", "é" * 5000])
def test_a_move_that_does_not_exist_is_refused_and_changes_nothing(move: str) -> None:
    position = Position("connect4", moves=["4"])
    fen = position.fen
    with pytest.raises(IllegalMoveError):
        position.push(move)
    assert (position.moves, position.fen) == (("4",), fen)


def test_what_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(RefusedError, match="not 'chess'") as refused:
        Position("chess")
    assert refused.value.field == "game"
    with pytest.raises(RefusedError) as refused:
        Position("connect4", fen="nothing")
    assert refused.value.field == "fen"
    with pytest.raises(RefusedError) as refused:
        Position("connect4", Colour="blue")
    assert refused.value.field == "options"


@pytest.mark.parametrize("value", ["\ud800", "x" * 5_000_000, float("nan"), 10**30, [[]], {"a": None}])
def test_what_cannot_be_sent_is_refused_and_ends_nothing(value: object) -> None:
    before = Position("gomoku")
    with pytest.raises(RefusedError):
        Position("gomoku", BoardSize=value)
    with pytest.raises(RefusedError):
        Position("gomoku", fen=value if isinstance(value, str) else "?")
    assert before.push("h8") == "h8"


def test_nothing_can_be_taken_back_at_the_start() -> None:
    with pytest.raises(IndexError):
        Position("renju").pop()


def test_a_copy_goes_its_own_way() -> None:
    position = Position("gomoku", moves=["h8"])
    twin = position.copy()
    assert twin == position
    twin.push("i9")
    assert twin != position
    assert position.moves == ("h8",)


def test_a_position_survives_pickling() -> None:
    position = Position("gomoku", moves=["h8"], BoardSize=15)
    assert pickle.loads(pickle.dumps(position)) == position


def test_the_text_of_a_position_makes_it_again() -> None:
    position = Position("gomoku", moves=["h8"], BoardSize=15)
    assert eval(repr(position)) == position


def test_a_notebook_shows_the_board() -> None:
    svg = Position("draughts", moves=["32-28"])._repr_svg_()
    assert svg.startswith("<svg")
    assert svg.rstrip().endswith("</svg>")


def test_a_picture_shows_arrows_and_has_a_width() -> None:
    position = Position("chinesecheckers", Players=3, NoShuttle=True)
    plain, marked = position.svg(width=200), position.svg(width=200, arrows=[position.legal_moves[0]])
    assert plain != marked
    assert 'width="200"' in plain


def test_a_picture_with_an_impossible_arrow_is_refused() -> None:
    with pytest.raises(RefusedError):
        Position("connect4").svg(arrows=["9"])


def test_a_position_prints_as_a_diagram() -> None:
    assert "State: p2 to move" in str(Position("connect4", moves=["4"]))


def test_threads_ask_about_positions_at_the_same_time() -> None:
    fens: list[str] = []

    def play(first: str) -> None:
        position = Position("connect4")
        for _ in range(20):
            position.push(first)
            position.pop()
        position.push(first)
        fens.append(position.fen)

    threads = [threading.Thread(target=play, args=(str(column),)) for column in range(1, 8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(set(fens)) == 7


def test_an_answer_is_kept_until_the_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    ask = rules.ask

    def count(request: dict[str, object]) -> dict[str, object]:
        asked.append(str(request["action"]))
        return ask(request)

    monkeypatch.setattr(rules, "ask", count)
    position = Position("draughts")
    for _ in range(3):
        assert position.turn == 1
        assert len(position.legal_moves) == 9
    position.push("32-28")
    assert asked == ["legal_moves"]
    assert (position.turn, position.outcome, len(position.legal_moves)) == (2, None, 9)
    position.pop()
    assert len(position.legal_moves) == 9
    assert asked == ["legal_moves"] * 2


def test_a_move_is_legal_in_any_notation() -> None:
    position = Position("connect4", moves="444444")
    assert [position.is_legal(move) for move in ("3", "c1", "4", "c2", "9", "")] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]
    assert position.moves == ("4",) * 6
    won = Position("connect4", moves="4343434")
    assert not won.is_legal("1")


def test_the_pieces_have_places() -> None:
    position = Position("draughts", "W:W32,K50:B18,K1")
    pieces = {place: position.piece_at(place) for place in ("32", "50", "18", "1", "2")}
    assert pieces == {
        "32": Piece(1, False),
        "50": Piece(1, True),
        "18": Piece(2, False),
        "1": Piece(2, True),
        "2": None,
    }
    assert Position("gomoku", moves=["h8"]).piece_at("h8") == Position("gomoku", moves=["h8"]).piece_at((7, 7))
    assert Position("connect4", moves="4").piece_at("d1") == Piece(1, False)
    assert Position("chinesecheckers").piece_at("a13") == Piece(1, False)
    for place in ("", "51", "h8", (0, 0), (-1, 0), (10, 0)):
        with pytest.raises(IndexError):
            position.piece_at(place)


def test_planes_are_an_array() -> None:
    pytest.importorskip("numpy")
    planes = Position("gomoku", moves=["h8"]).planes()
    assert (planes.shape, int(planes.sum()), int(planes[2, 7, 7])) == ((5, 15, 15), 226, 1)


def test_a_picture_can_be_turned_marked_and_made_of_pixels() -> None:
    position = Position("russian", moves=["c3-d4"])
    plain = position.svg()
    assert position.svg(flip=True) != plain
    marked = position.svg(marks={"a1": "x", "h8": ""})
    assert marked.count('class="mark"') == 2
    assert position.svg(marks=["a1"]).count('class="mark"') == 1
    assert position.png(width=64, arrows=[position.legal_moves[0]])[:8] == b"\x89PNG\r\n\x1a\n"
    for wrong in ({"z9": ""}, {"a1": "far too long"}):
        with pytest.raises(RefusedError):
            position.svg(marks=wrong)
    with pytest.raises(RefusedError, match="upright"):
        Position("connect4").svg(flip=True)

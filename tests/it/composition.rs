//! Positions from boards that somebody else has put together, as a position editor does.

use quadriga::contract::{Board, GridCell, Player, Point};
use quadriga::engine::AnyEngine;
use quadriga::games;

fn open(name: &str) -> Box<dyn AnyEngine> {
    games::open(name).expect("a game")
}

/// The empty board of a game, and one piece put on a cell.
fn board_with(engine: &dyn AnyEngine, cell: (usize, usize), piece: Point) -> Board {
    let mut board = engine.board();
    for point in &mut board.points {
        if point.piece().is_some() {
            *point = Point::Empty;
        }
    }
    let width = board.width;
    board.points[cell.1 * width + cell.0] = piece;
    board
}

fn taken(player: usize, king: bool) -> Point {
    Point::Taken { owner: Player::new(player), king }
}

fn refusal(name: &str, cell: (usize, usize), piece: Point, to_move: usize) -> String {
    let engine = open(name);
    let board = board_with(engine.as_ref(), cell, piece);
    engine.compose(&board, Player::new(to_move)).expect_err("not a position").to_string()
}

#[test]
fn a_composed_position_can_be_played_on() {
    let mut engine = open("draughts");
    let mut board = board_with(engine.as_ref(), (1, 0), taken(1, true));
    board.points[99 - 3] = taken(0, false);
    assert_eq!(board.at(GridCell::new(6, 9)), taken(0, false));
    // Dark squares of the last row begin in the first column.
    let fen = engine.compose(&board, Player::SECOND).expect("a position");
    assert_eq!(fen, "B:W49:BK1");
    engine.set_position(Some(&fen), &[]).expect("its own text");
    assert_eq!(engine.status().to_move, Player::SECOND);
}

#[test]
fn the_position_on_the_board_stays() {
    let mut engine = open("gomoku");
    engine.play("h8").expect("a move");
    let board = board_with(engine.as_ref(), (0, 0), taken(1, false));
    assert!(engine.compose(&board, Player::FIRST).expect("a position").starts_with("p14/15/"));
    assert_eq!(engine.board().pieces_of(Player::FIRST), 1);
}

#[test]
fn every_start_position_is_composed_of_its_board() {
    for name in games::variants() {
        let engine = open(name);
        assert_eq!(
            engine.compose(&engine.board(), Player::FIRST).expect("a position"),
            engine.fen(),
            "{name}"
        );
    }
}

#[test]
fn what_the_rules_do_not_have_is_refused_with_the_reason() {
    for (name, cell, piece, to_move, part) in [
        ("connect4", (3, 0), taken(0, false), 1, "stone"),
        ("connect4", (3, 5), taken(0, false), 0, "as side to move"),
        ("connect4", (3, 5), taken(0, true), 1, "no kings"),
        ("draughts", (1, 0), taken(0, false), 0, "promotion row"),
        ("draughts", (0, 0), taken(0, false), 0, "[0,0]"),
        ("draughts", (0, 1), taken(2, false), 0, "player 3"),
        ("draughts", (0, 1), taken(1, false), 2, "expected 1 to 2"),
    ] {
        let why = refusal(name, cell, piece, to_move);
        assert!(why.contains(part), "{name} {cell:?}: {why}");
    }
    let other = open("gomoku").board();
    let why = open("draughts").compose(&other, Player::FIRST).expect_err("another size").to_string();
    assert_eq!(why, "a board of 15 by 15 cells: expected 10 by 10");
}

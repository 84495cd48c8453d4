//! Boards as rows of characters: in answers to `board`, and from position editors.
//!
//! A space is no place of the board, `.` is an empty cell and `x` one that is forbidden for the player to move. `1` to
//! `6` are pieces of that player, `A` to `F` kings of players 1 to 6.

use crate::contract::{Board, EngineError, MAX_PLAYERS, Player, Point};
use crate::engine::AnyEngine;
use crate::wire::message::quoted;

/// A string for each row, from the top: one character per cell.
pub(super) fn rows(board: &Board) -> Vec<String> {
    let row = |points: &[Point]| points.iter().map(|&point| letter(point)).collect();
    board.points.chunks(board.width).map(row).collect()
}

/// The position string of the position that rows show, with this player to move, counted from 1. The board's places and
/// the forbidden points are not taken from the rows.
///
/// # Errors
/// One line: the rows are not those of a board of this game, or its rules do not have such a position.
pub fn compose(engine: &dyn AnyEngine, rows: &[String], player: usize) -> Result<String, EngineError> {
    let width = rows.first().map_or(0, |row| row.chars().count());
    if rows.iter().any(|row| row.chars().count() != width) {
        return Err(EngineError::new("rows of different lengths"));
    }
    let point = |letter| point(letter).ok_or_else(|| EngineError(unknown(letter)));
    let points = rows.iter().flat_map(|row| row.chars()).map(point).collect::<Result<Vec<Point>, _>>()?;
    let hexagonal = engine.board().hexagonal;
    let board = Board { width, height: rows.len(), hexagonal, points };
    let to_move = (1..=MAX_PLAYERS).contains(&player).then(|| Player::new(player - 1));
    let to_move =
        to_move.ok_or_else(|| EngineError(format!("player {player}: expected 1 to {MAX_PLAYERS}")))?;
    engine.compose(&board, to_move)
}

fn unknown(letter: char) -> String {
    format!("{} in a row: expected a space, '.', 'x', 1 to 6 or A to F", quoted(&letter.to_string()))
}

fn letter(point: Point) -> char {
    let counted_from = |first: u8, player: Player| char::from(first + player.index() as u8);
    match point {
        Point::Outside => ' ',
        Point::Empty => '.',
        Point::Forbidden => 'x',
        Point::Taken { owner, king: false } => counted_from(b'1', owner),
        Point::Taken { owner, king: true } => counted_from(b'A', owner),
    }
}

fn point(letter: char) -> Option<Point> {
    let taken = |first: char, king| {
        let owner = Player::new((letter as u8 - first as u8).into());
        Some(Point::Taken { owner, king })
    };
    match letter {
        ' ' => Some(Point::Outside),
        '.' => Some(Point::Empty),
        'x' => Some(Point::Forbidden),
        '1'..='6' => taken('1', false),
        'A'..='F' => taken('A', true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn rows_that_are_written_can_be_read_in_every_game() {
        for name in games::variants() {
            let mut engine = games::open(name).expect("a game");
            for _ in 0..5 {
                let mv = engine.legal_moves(crate::contract::MoveStyle::Native).swap_remove(0);
                engine.play(&mv).expect("a legal move");
            }
            let (board, player) = (engine.board(), engine.status().to_move.index() + 1);
            let fen =
                compose(engine.as_ref(), &rows(&board), player).unwrap_or_else(|why| panic!("{name}: {why}"));
            engine.set_position(Some(&fen), &[]).expect("its own text");
            assert_eq!(rows(&engine.board()), rows(&board), "{name}");
        }
    }

    #[test]
    fn what_is_no_board_is_refused_with_the_reason() {
        let engine = games::open("connect4").expect("a game");
        let refusal = |rows: &[&str], player| {
            let rows: Vec<String> = rows.iter().map(|row| row.to_string()).collect();
            compose(engine.as_ref(), &rows, player).expect_err("no position").to_string()
        };
        assert_eq!(refusal(&[], 1), "a board of 0 by 0 cells: expected 7 by 6");
        assert_eq!(refusal(&["...", ".."], 1), "rows of different lengths");
        assert!(refusal(&[".?"], 1).starts_with("'?' in a row"));
        let empty = ["......."; 6];
        assert_eq!(refusal(&empty, 0), "player 0: expected 1 to 6");
        assert_eq!(refusal(&empty, 7), "player 7: expected 1 to 6");
        assert!(refusal(&empty, 2).contains("as side to move"));
    }
}

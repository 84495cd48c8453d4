//! Positions of the bench signature.

use super::geometry::Cell;
use super::{Gomoku, Position};
use crate::contract::{Game, Position as _};

/// Openings and middle games, as moves from the empty board (coordinates of a board of 15).
const GAMES: [&str; 4] = [
    "h8 h9 i8",
    "h8 i9 g7 g8 i8 h9",
    "h8 h9 i9 g7 h7 h6 i7 g9 f9 j8",
    "h8 i8 i7 g9 j6 h6 h7 j7 i6 k6 i5 i9 g8 f8",
];

/// Depth of each search.
const DEPTH: i32 = 11;

/// The positions, moved to the middle of the board; games that do not fit or are not legal under the rule are cut short.
pub(super) fn positions(game: &Gomoku) -> Vec<(Gomoku, Position, i32)> {
    GAMES.iter().map(|moves| (game.clone(), position(game, moves), DEPTH)).collect()
}

fn position(game: &Gomoku, moves: &str) -> Position {
    let mut pos = game.start_position();
    let shift = game.size as isize / 2 - 7;
    for text in moves.split(' ') {
        let column = (text.as_bytes()[0] - b'a') as isize;
        let row = text[1..].parse::<isize>().unwrap_or(1) - 1;
        let inside = |n: isize| usize::try_from(n + shift).ok().filter(|&n| n < game.size);
        let Some((x, y)) = inside(column).zip(inside(row)) else { break };
        let cell = Cell::new(x, game.size - 1 - y);
        if !pos.is_legal(cell) {
            break;
        }
        pos.make(cell);
    }
    pos
}

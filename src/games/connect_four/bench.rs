//! Positions of the bench signature.

use super::ConnectFour;
use super::position::Position;
use super::word::BoardWord;

/// Games as columns from 1, with the depth of the search. Those that do not fit on a board are skipped.
const GAMES: &[(&str, i32)] =
    &[("", 14), ("4444", 14), ("435243", 14), ("2252576253462", 16), ("13712", 14), ("274552224131661", 17)];

/// The positions after these games, with their depths.
pub(super) fn positions<B: BoardWord>(game: &ConnectFour<B>) -> Vec<(ConnectFour<B>, Position<B>, i32)> {
    GAMES.iter().filter_map(|&(columns, depth)| Some((*game, game.play(columns)?, depth))).collect()
}

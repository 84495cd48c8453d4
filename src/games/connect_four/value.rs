//! Exact values in two units: stones left at the win, as in the solver, books and publications, and plies to the end,
//! as in a search.
//!
//! Invariant: for values that are possible on this board the two conversions are inverse to each other.

use super::position::Position;
use super::solver::plies_to_end;
use super::word::BoardWord;
use crate::contract::Score;

/// Scores of the solver lie within this, on any board.
const BEYOND: i32 = 64;

/// The value of a position with this score in stones.
pub(super) fn value<B: BoardWord>(pos: &Position<B>, score: i32) -> Score {
    let plies = plies_to_end(pos.geometry().cell_count(), pos.ply(), score) as i32;
    match score {
        0 => Score::DRAW,
        1.. => Score::win_in(plies),
        _ => Score::loss_in(plies),
    }
}

/// The score in stones of a value; for other numbers the nearest score farther from a draw.
pub(super) fn stones<B: BoardWord>(pos: &Position<B>, value: Score) -> i32 {
    let size = match value.plies_to_end() {
        None => i32::from(value != Score::DRAW),
        Some(plies) if plies < 0 => BEYOND,
        Some(plies) => (pos.geometry().cell_count() as i32 + 2 - pos.ply() as i32 - plies) / 2,
    };
    size * value.0.signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;

    #[test]
    fn stones_and_plies_say_the_same() {
        for (width, height, columns) in
            [(7, 6, ""), (7, 6, "4455"), (7, 6, "444"), (5, 5, "12"), (5, 5, "123")]
        {
            let pos = ConnectFour::<u64>::new(width, height).unwrap().play(columns).unwrap();
            let most = (pos.geometry().cell_count() as i32 - pos.ply() as i32) / 2;
            for score in -most..=most {
                assert_eq!(stones(&pos, value(&pos, score)), score, "{width}x{height} {columns}");
            }
        }
    }
}

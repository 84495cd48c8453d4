//! The solver as the engine asks it: values in plies in place of scores in stones.

use super::board::{BoardWord, Geometry};
use super::position::Position;
use super::solver::{Solver, plies_to_end};
use crate::prover::{Effort, Proof, Prover};
use crate::search::{Score, Window};

/// Scores of the solver lie within this, on any board.
const BEYOND: i32 = 64;

/// The prover of one board.
pub struct ConnectFourProver<B> {
    solver: Solver<B>,
}

impl<B: BoardWord> ConnectFourProver<B> {
    /// See [`Solver::new`].
    pub fn new(geometry: &Geometry<B>, hash_mib: usize, threads: usize) -> ConnectFourProver<B> {
        ConnectFourProver { solver: Solver::new(geometry, hash_mib, threads) }
    }
}

/// The value of a position with this score in stones.
fn value<B: BoardWord>(pos: &Position<B>, score: i32) -> Score {
    let plies = plies_to_end(pos.geometry().cell_count(), pos.ply(), score) as i32;
    match score {
        0 => Score::DRAW,
        1.. => Score::win_in(plies),
        _ => Score::loss_in(plies),
    }
}

/// The score in stones of a value; of other numbers the nearest score at their far side from a draw.
fn stones<B: BoardWord>(pos: &Position<B>, value: Score) -> i32 {
    let size = match value.plies_to_end() {
        None => i32::from(value != Score::DRAW),
        Some(plies) if plies < 0 => BEYOND,
        Some(plies) => (pos.geometry().cell_count() as i32 + 2 - pos.ply() as i32 - plies) / 2,
    };
    size * value.0.signum()
}

impl<B: BoardWord> Prover<Position<B>> for ConnectFourProver<B> {
    fn clear(&mut self) {
        self.solver.clear();
    }

    fn use_book(&mut self, _on: bool) {}

    fn prove(&mut self, pos: &Position<B>, window: Window, effort: Effort<'_>) -> Proof {
        // Values a ply apart can be the same number of stones.
        let low = stones(pos, window.alpha);
        let high = stones(pos, window.beta).max(low + 1);
        let found = self.solver.solve(pos, (low, high), effort);
        Proof { low: value(pos, found.low), high: value(pos, found.high), nodes: found.nodes }
    }

    /// Measured: half a million nodes with 32 empty cells, and two more cells take a little less than three times as many.
    fn work(&self, pos: &Position<B>) -> u64 {
        1 << (pos.empty().count() * 2 / 3).saturating_sub(2).min(60)
    }

    fn number(&self, pos: &Position<B>, value: Score) -> i32 {
        stones(pos, value)
    }

    fn plies_played(&self, pos: &Position<B>) -> u32 {
        pos.ply()
    }

    fn plies_to_end(&self, pos: &Position<B>, value: Score) -> u32 {
        match value.plies_to_end() {
            Some(plies) => plies.max(0) as u32,
            None => pos.geometry().cell_count() - pos.ply(),
        }
    }
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

//! The hooks of the search: value, move order, the last plies, and certain results.
//!
//! A position in which the player to move wins at once, or must block, is settled by [`Tactics`] alone, without an
//! estimate. Invariant: every value and bound of `probe` is true.

use crate::contract::{self, Bound, Leaf, Score, Window};

use super::eval::Evaluator;
use super::moves::Move;
use super::position::Position;
use super::quiescence::{Node, Quiescence};
use super::tactics::Tactics;
use super::word::BoardWord;

impl<B: BoardWord> contract::Evaluator<Position<B>> for Evaluator<B> {
    const HISTORY_SLOTS: usize = 128;

    fn evaluate(&mut self, pos: &Position<B>) -> Score {
        Score::eval(self.terms(pos).total())
    }

    fn candidates(&mut self, pos: &Position<B>, moves: &mut Vec<Move>) {
        if !pos.is_won() && !pos.empty().is_empty() {
            moves.extend(self.tactics(pos).moves().cells().map(Move::onto));
        }
    }

    fn order_hint(&mut self, pos: &Position<B>, mv: Move) -> i32 {
        let cell = B::cell(mv.cell());
        let theirs = self.threats(pos).theirs;
        let made = pos.geometry().completing_cells(pos.mover() | cell) & pos.empty().without(cell);
        self.rank(mv.cell(), made, theirs)
    }

    fn history_slot(&self, _pos: &Position<B>, mv: Move) -> usize {
        mv.cell() as usize
    }

    /// A forced reply costs no depth.
    fn extension(&mut self, _pos: &Position<B>, _mv: Move, move_count: usize) -> i32 {
        i32::from(move_count == 1)
    }

    /// A few more plies, as `quiescence.rs` describes.
    fn quiesce(&mut self, pos: &mut Position<B>, window: Window, leaf: &mut Leaf<'_>) -> Score {
        let (geometry, ply) = (pos.geometry(), pos.ply() as usize);
        let root = Node {
            mover: pos.mover(),
            occupied: pos.occupied(),
            mine: self.completing_cells(geometry, ply, pos.mover()),
            theirs: self.completing_cells(geometry, ply + 1, pos.waiting()),
        };
        Quiescence { geometry, evaluator: self, leaf }.run(&root, window)
    }

    fn probe(&mut self, pos: &Position<B>, ply: i32, _depth: i32) -> Option<(Score, Bound)> {
        if let Some(score) = settled(self.tactics(pos), ply) {
            return Some((score, Bound::Exact));
        }
        // A player without a line left to complete cannot win.
        let geometry = pos.geometry();
        let can_win = |enemy: B| geometry.has_four(geometry.board().without(enemy));
        match (can_win(pos.waiting()), can_win(pos.mover())) {
            (true, true) => None,
            (false, true) => Some((Score::DRAW, Bound::Upper)),
            (true, false) => Some((Score::DRAW, Bound::Lower)),
            (false, false) => Some((Score::DRAW, Bound::Exact)),
        }
    }
}

/// Value of a node `ply` plies from the root whose tactics settle it.
#[inline]
fn settled<B: BoardWord>(tactics: Tactics<B>, ply: i32) -> Option<Score> {
    match tactics {
        Tactics::Wins(_) => Some(Score::win_in(ply + 1)),
        Tactics::Loses(_) => Some(Score::loss_in(ply + 2)),
        Tactics::Forced(_) | Tactics::Open(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::contract::{Evaluator as _, Game as _, Position as _};
    use crate::games::connect_four::ConnectFour;

    /// Exact value by trying everything, as a score at ply 0.
    fn solve(pos: Position<u64>, known: &mut HashMap<u64, Score>) -> Score {
        match pos.outcome() {
            Some(crate::contract::Outcome::Draw) => return Score::DRAW,
            Some(_) => return Score::loss_in(0),
            None => {}
        }
        if let Some(&score) = known.get(&pos.key()) {
            return score;
        }
        let mut best = -Score::INFINITE;
        for cell in pos.landing_cells().cells() {
            let mut child = pos;
            child.make(Move::onto(cell));
            // Shifted by one ply, as the table does.
            best = best.max((-solve(child, known)).from_table(1));
        }
        known.insert(pos.key(), best);
        best
    }

    #[test]
    fn what_probe_claims_is_true_of_every_position_of_the_4x4_board() {
        let game = ConnectFour::<u64>::new(4, 4).unwrap();
        let mut evaluator = game.evaluator();
        let mut known = HashMap::new();
        let mut seen = std::collections::HashSet::new();
        let mut stack = vec![game.start_position()];
        let mut claims = [0; 3];
        while let Some(pos) = stack.pop() {
            if pos.outcome().is_some() || !seen.insert(pos.key()) {
                continue;
            }
            let value = solve(pos, &mut known);
            let claim = evaluator.probe(&pos, 0, 0);
            let holds = match claim {
                None => true,
                Some((score, Bound::Exact)) => value == score,
                Some((score, Bound::Lower)) => value >= score,
                Some((score, Bound::Upper)) => value <= score,
            };
            assert!(holds, "{claim:?} claimed of {value:?}: {pos:?}");
            if let Some((_, bound)) = claim {
                claims[bound as usize] += 1;
            }
            stack.extend(pos.landing_cells().cells().map(|cell| {
                let mut child = pos;
                child.make(Move::onto(cell));
                child
            }));
        }
        assert!(claims.iter().all(|&n| n > 1000), "every kind of claim was met: {claims:?}");
    }
}

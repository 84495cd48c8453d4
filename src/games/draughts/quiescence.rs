//! The search below depth 0.
//!
//! Captures are forced, so a position with a capture is never evaluated as it stands: every capture is searched to the
//! end of the exchange. A quiet position is evaluated, unless the opponent would capture if it were their turn: then
//! all moves are tried once, because the evaluation would miss the loss. [`MAX_VISITS`] limits every exchange.

use super::eval::Evaluator;
use super::kernel::Kernel;
use super::position::Position;
use crate::contract::{Evaluator as _, Leaf, Position as _, Score, Window};

/// Maximum number of positions under one leaf; beyond it captures are not followed and positions are evaluated as they
/// stand. A few dozen are usual; on a board full of kings there are millions, and the first iteration, which no limit
/// stops, would take seconds.
const MAX_VISITS: u64 = 1000;

/// Plies under the leaf up to which a threatened player may try all moves.
const FULL_PLIES: i32 = 1;

impl<K: Kernel> Evaluator<K> {
    /// Value of the position for the player to move, `below` plies under the leaf; a bound outside the window.
    pub(super) fn quiesce_below(
        &mut self,
        pos: &mut Position<K>,
        mut window: Window,
        leaf: &mut Leaf<'_>,
        below: i32,
    ) -> Score {
        if below > 0
            && let Some(outcome) = pos.outcome()
        {
            return pos.end_score(outcome, leaf, below);
        }
        if leaf.visited() > MAX_VISITS {
            return self.evaluate(pos);
        }
        let capturers = pos.capturers();
        let may_try_all = below < FULL_PLIES;
        if capturers == 0 && !(may_try_all && (pos.is_threatened() || self.endgames.wants_moves(pos))) {
            return if pos.has_quiet() {
                let eval = self.evaluate(pos);
                self.endgames.value(pos, eval, leaf.ply() + below)
            } else {
                pos.end_score(pos.no_moves_outcome(), leaf, below)
            };
        }
        let ply = below as usize;
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        moves.clear();
        if capturers != 0 {
            pos.generate_captures(capturers, &mut moves);
        } else {
            pos.generate_quiet(&mut moves);
        }
        let mut best = -Score::INFINITE;
        if moves.is_empty() {
            best = pos.end_score(pos.no_moves_outcome(), leaf, below);
        }
        for &mv in &moves {
            let before = pos.make(mv);
            let score = if leaf.visit(below + 1) {
                -self.quiesce_below(pos, window.flipped(), leaf, below + 1)
            } else {
                Score::DRAW
            };
            pos.unmake(mv, before);
            best = best.max(score);
            window.raise(score);
            if window.fails_high(score) {
                break;
            }
        }
        self.lists[ply] = moves;
        best
    }
}

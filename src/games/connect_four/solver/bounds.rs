//! What can be said of a position without playing on.
//!
//! The opponent of the mover has a plan that needs no thought: to answer in the column just played ("follow-up", the
//! claimeven of Allis, "A Knowledge-based Approach of Connect-Four", 1988). From then on each player's cells are known, so
//! one look tells what the mover can still complete: if nothing, the score is bounded. With one column of an odd number
//! of empty cells the plan needs a threat that makes that column poison; two such columns are answered one by the other.

use super::node::{Field, Node};
use crate::games::connect_four::board::BoardWord;

impl<B: BoardWord, const H: u32> Field<B, H> {
    /// At least this, for the player to move in a quiet position.
    #[inline(always)]
    pub fn lower_bound(&self, node: &Node<B, H>) -> i32 {
        let worst = -self.win_now(node.stones() + 3);
        let theirs = self.board.without(node.mover);
        if self.has_four(theirs) { worst } else { worst.max(0) }
    }

    /// At most this, for the player to move in a quiet position.
    #[inline(always)]
    pub fn upper_bound(&self, node: &Node<B, H>) -> i32 {
        let best = self.win_now(node.stones() + 2);
        let empty = self.board ^ node.occupied;
        if !self.has_four(node.mover | empty) {
            return best.min(0);
        }
        let odd = self.landing(node) & self.pair_tops;
        let bottoms = node.mover | (empty & self.pair_bottoms);
        let one = odd.lowest_only();
        let rest = odd ^ one;
        let held = if odd.is_empty() {
            !self.has_four(bottoms)
        } else if rest.is_empty() {
            return self.upper_bound_odd(node, empty, odd).min(best);
        } else if rest == rest.lowest_only() {
            !self.has_four(bottoms | one) && !self.has_four(bottoms | rest)
        } else {
            rest.count() % 2 == 1 && !self.has_four(bottoms | odd)
        };
        if !held {
            return best;
        }
        let won = node.theirs & empty & self.pair_tops & !odd;
        if !won.is_empty() {
            return self.lost_at(won).min(best);
        }
        let all = odd.is_empty() && self.has_four((node.mover ^ node.occupied) | (empty & self.pair_tops));
        if all { (-1).min(best) } else { best.min(0) }
    }

    /// One column has an odd number of empty cells. The opponent answers everything but the last cell under a threat of
    /// theirs in that column, which the mover must fill in the end.
    #[inline(always)]
    fn upper_bound_odd(&self, node: &Node<B, H>, empty: B, odd: B) -> i32 {
        let column = (empty.plus(odd) & self.sentinels).minus(odd);
        let threats = node.theirs & column & self.pair_bottoms;
        if threats.is_empty() {
            return i32::MAX;
        }
        let threat = threats.lowest_only();
        let below = B::below(threat.lowest());
        let movers = (empty.without(column) & self.pair_bottoms) | (column & self.pair_tops & below);
        if self.has_four(node.mover | movers) {
            return i32::MAX;
        }
        self.lost_at(threat | (node.theirs & empty.without(column) & self.pair_tops))
    }

    /// Score of the mover when the opponent is sure to complete a four on one of these cells, at the latest when only
    /// the cells above the lowest are left.
    #[inline(always)]
    fn lost_at(&self, cells: B) -> i32 {
        let row = (0..H).find(|&row| cells.meets(self.bottom.up(row))).unwrap_or(0) as i32;
        -((H as i32 - row + 1) / 2)
    }
}

//! What can be said of a position without playing on.
//!
//! The opponent of the mover has a plan that needs no thought: to answer in the column just played ("follow-up", the
//! claimeven of Allis, "A Knowledge-based Approach of Connect-Four", 1988). From then on it is known which cells the mover
//! can still get, and if these complete no four, the score is bounded. Three things sharpen the plan:
//!
//! * A completing cell of the opponent on the top of a pair poisons its column: the mover never gets a cell above it, and
//!   when only poisoned cells are left the mover has lost.
//! * Two columns with an odd number of empty cells are answered one by the other (Allis's baseinverse).
//! * If their number is odd, a completing cell of the opponent at the bottom of a pair makes up for it: the column below
//!   it is the odd one that nobody can use (Allis's odd threat).
//!
//! Nothing here depends on the height being even: pairs are counted from the top. Measured on 7x6, in nodes: the plain plan
//! with pairs of odd columns saves 23 % in the middle game; poison, and odd threats in whatever column, another 34 % there
//! and 32 to 43 % in the opening. Exact pairings of four odd columns would save 1 to 2 % and cost more than that.

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

    /// At most this, for the player to move in a quiet position. A bound that would be above `goal` is not looked for.
    #[inline(always)]
    pub fn upper_bound(&self, node: &Node<B, H>, goal: i32) -> i32 {
        let best = self.win_now(node.stones() + 2);
        if best <= goal {
            return best;
        }
        let empty = self.board ^ node.occupied;
        if goal >= 0 && !self.has_four(node.mover | empty) {
            return 0;
        }
        let odd = self.landing(node) & self.pair_tops;
        if odd.count() % 2 == 1 {
            return self.bound_with_odd_threat(node, odd, goal).min(best);
        }
        let sure = node.theirs & empty & self.pair_tops.without(odd);
        let poison = self.lowest_in_columns(sure);
        let bound = if !sure.is_empty() { self.lost_at(poison) } else { goal.clamp(-1, 0) };
        if bound > goal {
            return best;
        }
        let waiting = node.mover ^ node.occupied;
        if bound == -1 && sure.is_empty() && !self.has_four(waiting | (empty & self.pair_tops.without(odd))) {
            return best;
        }
        let reach = node.mover | (empty & self.pair_bottoms).without(self.sentinels.minus(poison));
        let one = odd.lowest_only();
        let rest = odd ^ one;
        let escapes = if rest == rest.lowest_only() {
            self.has_four(reach | one) || self.has_four(reach | rest)
        } else {
            self.has_four(reach | odd)
        };
        if escapes { best } else { bound.min(best) }
    }

    /// The bound where an odd number of columns has an odd number of empty cells, by a threat of the opponent at the
    /// bottom of a pair. Its own column is the last one left: if it is not odd itself, the mover may run up the only
    /// odd column, whereupon the opponent begins the column of the threat.
    #[inline(always)]
    fn bound_with_odd_threat(&self, node: &Node<B, H>, odd: B, goal: i32) -> i32 {
        let empty = self.board ^ node.occupied;
        let landing = self.landing(node);
        let sure = node.theirs & empty & self.pair_tops.without(odd);
        for index in (node.theirs & empty & self.pair_bottoms).without(landing).cells() {
            let (threat, below) = (B::cell(index), B::below(index));
            let column = self.column_above(below);
            let poison = self.lowest_in_columns(sure.without(column) | threat);
            let bound = self.lost_at(poison);
            if bound > goal {
                continue;
            }
            let base = landing & column;
            let mut reach = (empty & self.pair_bottoms).without(column)
                | odd.without(column)
                | (column & below & self.pair_tops)
                | base;
            if !odd.meets(base) {
                if odd != odd.lowest_only() {
                    continue;
                }
                reach = reach | (empty & self.column_above(B::below(odd.lowest())));
            }
            if !self.has_four(node.mover | reach.without(self.sentinels.minus(poison)) & empty) {
                return bound;
            }
        }
        i32::MAX
    }

    /// The cells of the column that holds the first cell not in `below`.
    #[inline(always)]
    fn column_above(&self, below: B) -> B {
        let sentinel = self.sentinels.without(below).lowest_only();
        sentinel.minus(sentinel.down(H))
    }

    /// The lowest of these cells in each column, the sentinel where there is none.
    #[inline(always)]
    fn lowest_in_columns(&self, cells: B) -> B {
        let walls = cells | self.sentinels;
        walls.without(walls.minus(self.bottom))
    }

    /// Score of the mover who in the end must play below one of these cells and lose there: the cells from one below
    /// them to the top of their columns, but two, stay empty.
    #[inline(always)]
    fn lost_at(&self, poison: B) -> i32 {
        let above = self.sentinels.minus(poison).count();
        let columns = (poison & self.board).count();
        -((above + columns) as i32 / 2)
    }
}

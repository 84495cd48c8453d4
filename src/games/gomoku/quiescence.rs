//! The search below depth 0: blocks of a five, and victory by continuous fours.

use super::candidates::{five_blocks, is_allowed};
use super::eval::{Evaluator, proved};
use super::geometry::Cell;
use super::params;
use super::points::PointClass;
use super::vcf::Effort;
use crate::contract::{Leaf, Score, Window};

impl Evaluator {
    /// The search below depth 0, for `player` to move, `below` plies under the leaf.
    pub(super) fn quiesce_player(
        &mut self,
        player: usize,
        window: Window,
        below: i32,
        leaf: &mut Leaf<'_>,
    ) -> Score {
        match proved(&self.board, player) {
            Some(plies) if plies > 0 => return leaf.win_in(below + plies),
            Some(plies) => return -leaf.win_in(below - plies),
            None => {}
        }
        if let Some(five) = self.board.first_of(1 - player, PointClass::Five) {
            return self.block(five, player, window, below, leaf);
        }
        let stand_pat = Score::eval(self.value(player));
        if self.board.is_full() {
            return Score::DRAW;
        }
        if window.fails_high(stand_pat) {
            return stand_pat;
        }
        let mut effort =
            Effort { plain_fours: false, leaf: Some(leaf), ..Effort::of(params::LEAF_VCF_NODES) };
        match self.vcf.attack(&mut self.board, player, below, &mut effort) {
            Some(plies) => leaf.win_in(below + plies),
            None => stand_pat,
        }
    }

    /// The opponent threatens five: the best of the blocks, or a loss if there is none.
    fn block(&mut self, five: Cell, player: usize, window: Window, below: i32, leaf: &mut Leaf<'_>) -> Score {
        let mut blocks = std::mem::take(&mut self.buffer);
        blocks.clear();
        five_blocks(&self.board, five, 1 - player, &mut blocks);
        blocks.retain(|&cell| is_allowed(&self.board, cell, player));
        let mut best = -leaf.win_in(below + 2);
        let mut window = window;
        for &cell in &blocks {
            self.board.make(cell, player);
            let score = if leaf.visit(below + 1) {
                -self.quiesce_player(1 - player, window.flipped(), below + 1, leaf)
            } else {
                -Score::eval(self.value(1 - player))
            };
            self.board.unmake(cell, player);
            best = best.max(score);
            if window.fails_high(best) {
                break;
            }
            window.raise(best);
        }
        if self.buffer.capacity() == 0 {
            self.buffer = blocks;
        }
        best
    }
}

//! Move ordering.
//!
//! Many new completing cells come first, above all those that can be played soon. Then come cells on which many lines
//! cross, and those that half complete many lines: lines that one player can still complete and that get a second
//! stone, either of the player to move or, with the cell, of the opponent.

use super::layout::Layout;
use super::node::{Field, Node};
use crate::games::connect_four::word::BoardWord;

/// For each cell and direction the first cells of the lines of four through it.
pub struct Lines<L: Layout>(Box<[[L::Word; 4]]>);

impl<L: Layout> Lines<L> {
    /// The lines of a board.
    pub fn new(field: &Field<L>) -> Lines<L> {
        let past = u128::BITS - field.layout.board().into().leading_zeros();
        Lines((0..past).map(|cell| field.lines_through(L::Word::cell(cell))).collect())
    }

    /// Those through the cell of this index.
    #[inline(always)]
    pub fn through(&self, cell: u32) -> &[L::Word; 4] {
        &self.0[cell as usize]
    }
}

/// The common part of the ranks of all moves of a position.
pub struct Ranks<'a, L: Layout> {
    field: &'a Field<L>,
    lines: &'a Lines<L>,
    node: &'a Node<L::Word>,
    /// Lines with one stone of the player to move, with one of the opponent, and no other.
    begun: [[L::Word; 4]; 2],
}

impl<'a, L: Layout> Ranks<'a, L> {
    /// For the moves of this position.
    #[inline(always)]
    pub fn new(field: &'a Field<L>, lines: &'a Lines<L>, node: &'a Node<L::Word>) -> Ranks<'a, L> {
        let waiting = node.mover ^ node.occupied;
        let begun = [field.begun_lines(node.mover, waiting), field.begun_lines(waiting, node.mover)];
        Ranks { field, lines, node, begun }
    }

    /// The rank of a stone on the cell of this index, after which its player has these completing cells.
    #[inline(always)]
    pub fn of(&self, index: u32, completing: L::Word) -> i32 {
        let layout = &self.field.layout;
        let occupied = self.node.occupied | L::Word::cell(index);
        let made = completing.without(occupied);
        let soon = layout.landing_next(occupied);
        let mut lines = 0;
        for (direction, &through) in self.lines.through(index).iter().enumerate() {
            let [mover, waiting] = [self.begun[0][direction], self.begun[1][direction]];
            lines += through.count() + (through & mover).count() + (through & waiting).count();
        }
        (100 * made.without(self.node.mine).count() + 50 * (made & soon).count() + lines) as i32
    }
}

//! Why a position has its result: the lines that its winner still needs, and those that the loser must not have.
//!
//! A reason is only about lines, so it holds for every position with the same occupied cells in which these lines are
//! the same, regardless of the other stones.

use crate::games::connect_four::solver::layout::{Layout, by_direction};
use crate::games::connect_four::solver::node::Field;
use crate::games::connect_four::solver::rank::Lines;
use crate::games::connect_four::word::BoardWord;

/// For each direction the first cells of some lines of four.
pub type LineSet<W> = [W; 4];

/// The conditions on lines for a result. "Winner" and "loser" refer to the question, not to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Reason<W> {
    /// Lines with a stone of the winner, which the loser cannot complete any more.
    pub closed: LineSet<W>,
    /// Lines without a stone of the loser.
    pub open: LineSet<W>,
}

impl<W: BoardWord> Reason<W> {
    /// Holds in every position.
    pub const NONE: Reason<W> = Reason { closed: [W::EMPTY; 4], open: [W::EMPTY; 4] };

    /// Adds the conditions of another reason.
    #[inline(always)]
    pub fn add(&mut self, other: &Reason<W>) {
        for direction in 0..4 {
            self.closed[direction] = self.closed[direction] | other.closed[direction];
            self.open[direction] = self.open[direction] | other.open[direction];
        }
    }

    /// Are its conditions part of the other's?
    #[inline(always)]
    pub fn is_part_of(&self, other: &Reason<W>) -> bool {
        let mut missing = W::EMPTY;
        for direction in 0..4 {
            missing = missing
                | self.closed[direction].without(other.closed[direction])
                | self.open[direction].without(other.open[direction]);
        }
        missing.is_empty()
    }
}

/// The board and its lines, to make reasons with.
#[derive(Clone, Copy)]
pub struct Explainer<'a, L: Layout> {
    pub field: &'a Field<L>,
    pub lines: &'a Lines<L>,
}

impl<L: Layout> Explainer<'_, L> {
    /// All conditions that hold if the winner has these stones and the loser those.
    #[inline(always)]
    pub fn all_reasons(&self, winner: L::Word, loser: L::Word) -> Reason<L::Word> {
        let board = self.field.layout.board();
        Reason {
            closed: by_direction(self.field.layout.lines_in(board ^ winner), |possible| !possible),
            open: self.field.layout.lines_in(board ^ loser),
        }
    }

    /// The loser must have no line in these cells and the occupied ones.
    #[inline(always)]
    pub fn close(&self, reason: &mut Reason<L::Word>, occupied: L::Word, cells: L::Word) {
        let (lines, over) =
            (self.field.layout.lines_in(occupied | cells), self.field.layout.lines_in(occupied));
        for direction in 0..4 {
            reason.closed[direction] = reason.closed[direction] | lines[direction].without(over[direction]);
        }
    }

    /// The loser must complete no line by the next stone.
    #[inline(always)]
    pub fn close_landing(&self, reason: &mut Reason<L::Word>, occupied: L::Word) {
        for cell in self.field.layout.landing(occupied).cells() {
            self.close(reason, occupied, L::Word::cell(cell));
        }
    }

    /// The winner has these stones and must complete a line on this cell: one that is needed anyway, or else the first.
    pub fn need_threat(&self, reason: &mut Reason<L::Word>, winner: L::Word, cell: L::Word) {
        let through = self.lines.through(cell.lowest());
        let made = self.field.layout.lines_in(winner | cell);
        let lines = by_direction([0, 1, 2, 3], |direction| made[direction] & through[direction]);
        if (0..4).any(|direction| lines[direction].meets(reason.open[direction])) {
            return;
        }
        if let Some(direction) = (0..4).find(|&direction| !lines[direction].is_empty()) {
            reason.open[direction] = reason.open[direction] | lines[direction].lowest_only();
        }
    }

    /// The reason before the winner's stone on this cell, which closes lines by itself.
    #[inline(always)]
    pub fn before_winner(&self, reason: &mut Reason<L::Word>, cell: L::Word) {
        let through = self.lines.through(cell.lowest());
        for (closed, &lines) in reason.closed.iter_mut().zip(through) {
            *closed = closed.without(lines);
        }
    }

    /// The reason for the mirror image.
    pub fn mirrored_reason(&self, reason: &Reason<L::Word>) -> Reason<L::Word> {
        let steps = by_direction(self.field.layout.lines(), |(step, _)| step);
        let mirrored = |[column, row, diagonal, other]: LineSet<L::Word>| {
            // The image of a line begins with the image of its last cell, and diagonals that rise become those that fall.
            let image = |lines: L::Word, step: u32| self.field.layout.mirrored_cells(lines.up(3 * step));
            [
                self.field.layout.mirrored_cells(column),
                image(row, steps[1]),
                image(other, steps[3]),
                image(diagonal, steps[2]),
            ]
        };
        Reason { closed: mirrored(reason.closed), open: mirrored(reason.open) }
    }
}

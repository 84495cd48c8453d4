//! Moves: a stone dropped into a column.

use super::position::Position;
use super::word::BoardWord;

/// A move: the cell on which a stone dropped into a column lands.
///
/// The cell and not the column, because the board, the history table and the evaluation need the
/// cell; in one position either determines the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The move that lands on the cell with this bit index.
    #[inline]
    pub fn onto(index: u32) -> Move {
        Move(index as u8)
    }

    /// Bit index of the cell.
    #[inline]
    pub fn cell(self) -> u32 {
        u32::from(self.0)
    }
}

impl<B: BoardWord> Position<B> {
    /// The drop into this column, counted from 0; `None` where it is full or not on the board.
    pub fn drop_into(&self, column: u32) -> Option<Move> {
        if column >= self.geometry().width() {
            return None;
        }
        let landing = self.landing_cells() & self.geometry().column_cells(column);
        (!landing.is_empty()).then(|| Move::onto(landing.lowest()))
    }
}

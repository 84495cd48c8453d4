//! Moves: a stone dropped into a column.

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

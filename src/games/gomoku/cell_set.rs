//! Sets of cells: one word a row.

use super::geometry::{Cell, MARGIN, MAX_SIZE, STRIDE};

/// A set of cells: one word a row, bit `x` for column `x`.
pub type CellSet = [u32; MAX_SIZE];

/// The cells in the first `rows` rows of a set, row by row.
#[inline]
pub fn iterate(set: CellSet, rows: usize) -> impl Iterator<Item = Cell> {
    (0..rows.min(MAX_SIZE)).flat_map(move |y| {
        let mut row = set[y];
        std::iter::from_fn(move || {
            if row == 0 {
                return None;
            }
            let x = row.trailing_zeros() as usize;
            row &= row - 1;
            Some(Cell::from_index((y + MARGIN) * STRIDE + x + MARGIN))
        })
    })
}

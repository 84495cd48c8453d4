//! Cells and directions.
//!
//! A cell is an index on a padded board of 32 columns, five of them (and five rows) outside the board on each side.
//! With that margin every cell within five steps in any direction has an index of its own, so no code tests for the
//! edge: cells outside the board are simply never empty.

/// Smallest board, in rows and columns.
pub const MIN_SIZE: usize = 5;
/// Largest board; with its margins a line then fills one 64-bit word at two bits a cell.
pub const MAX_SIZE: usize = 22;
/// Cells outside the board on each side.
pub const MARGIN: usize = 5;
/// Columns of the padded board.
pub const STRIDE: usize = 32;
/// Indices of the padded board.
pub const PADDED_CELLS: usize = STRIDE * STRIDE;

/// Steps between neighbours: along the row, down the column, down right, down left.
pub const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, STRIDE as isize - 1];

/// A cell of the padded board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(u16);

impl Cell {
    /// No cell of the board: the move of a player who passes.
    pub const PASS: Cell = Cell(0);

    /// The cell in column `x` from the left and row `y` from the top, both from 0.
    pub const fn new(x: usize, y: usize) -> Cell {
        debug_assert!(x < MAX_SIZE && y < MAX_SIZE);
        Cell(((y + MARGIN) * STRIDE + x + MARGIN) as u16)
    }

    /// The cell with this padded index.
    pub const fn from_index(index: usize) -> Cell {
        debug_assert!(index < PADDED_CELLS);
        Cell(index as u16)
    }

    /// Padded index, `0..PADDED_CELLS`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize & (PADDED_CELLS - 1)
    }

    /// Column from the left, from 0.
    #[inline]
    pub const fn x(self) -> usize {
        self.index() % STRIDE - MARGIN
    }

    /// Row from the top, from 0.
    #[inline]
    pub const fn y(self) -> usize {
        self.index() / STRIDE - MARGIN
    }

    /// The cell `steps` away in direction `dir`; at most five steps from a cell of the board.
    #[inline]
    pub const fn step(self, dir: usize, steps: isize) -> Cell {
        Cell((self.0 as isize + STEPS[dir] * steps) as u16)
    }
}

/// All cells of a board, row by row from the top left.
pub fn cells(size: usize) -> impl Iterator<Item = Cell> {
    (0..size).flat_map(move |y| (0..size).map(move |x| Cell::new(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_survive_the_padding() {
        for cell in cells(MAX_SIZE) {
            assert_eq!(Cell::new(cell.x(), cell.y()), cell);
            assert_eq!(Cell::from_index(cell.index()), cell);
        }
        assert_eq!(cells(15).count(), 225);
        assert_eq!(Cell::new(4, 4).step(3, 2), Cell::new(2, 6));
    }

    #[test]
    fn five_steps_from_the_board_stay_inside_the_padding() {
        for cell in cells(MAX_SIZE) {
            for dir in 0..4 {
                for steps in -5..=5 {
                    assert!(cell.step(dir, steps).0 < PADDED_CELLS as u16);
                }
            }
        }
    }
}

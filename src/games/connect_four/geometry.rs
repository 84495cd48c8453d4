//! Width and height of a board: the bits of cells and lines.
//!
//! A column takes `height + 1` consecutive bits, bottom cell first; the extra bit on top is a sentinel that
//! is never occupied, so that a line cannot run from the top of one column into the bottom of the next and
//! a sum carried through a full column stays inside it. Shifting by 1, `height`, `height + 1` and
//! `height + 2` steps along the four directions.

use super::word::BoardWord;

/// Smallest number of columns or rows of a board.
pub const MIN_SIDE: u32 = 4;
/// Largest number of columns or rows of a board.
pub const MAX_SIDE: u32 = 10;
/// Cells of the largest board, which is also the largest number of plies of a game.
pub const MAX_CELLS: usize = (MAX_SIDE * MAX_SIDE) as usize;

/// Width and height of a board with the masks that follow from them. Four in a line win on every board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Geometry<B> {
    /// Bits from a cell to its right neighbour: `height + 1`.
    stride: u32,
    width: u32,
    bottom: B,
    board: B,
}

impl<B: BoardWord> Geometry<B> {
    /// A board of `width` columns and `height` rows; `None` if a side is not in
    /// [`MIN_SIDE`]`..=`[`MAX_SIDE`] or the word is too small.
    pub fn new(width: u32, height: u32) -> Option<Geometry<B>> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) || (height + 1) * width > B::BITS {
            return None;
        }
        let stride = height + 1;
        let mut geometry = Geometry { stride, width, bottom: B::EMPTY, board: B::EMPTY };
        for column in 0..width {
            geometry.bottom = geometry.bottom | B::cell(column * stride);
            for row in 0..height {
                geometry.board = geometry.board | B::cell(column * stride + row);
            }
        }
        Some(geometry)
    }

    /// Number of columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> u32 {
        self.stride - 1
    }

    /// Number of cells.
    pub fn cell_count(&self) -> u32 {
        self.width * self.height()
    }

    /// Every cell of the board, sentinels excluded.
    #[inline]
    pub fn board(&self) -> B {
        self.board
    }

    /// The lowest cell of every column.
    #[inline]
    pub fn bottom(&self) -> B {
        self.bottom
    }

    /// The sentinel bit above every column.
    #[inline]
    pub fn sentinels(&self) -> B {
        self.bottom.up(self.stride - 1)
    }

    /// Index of the cell in this column and row, both from 0 and on the board.
    #[inline]
    pub fn index(&self, column: u32, row: u32) -> u32 {
        column * self.stride + row
    }

    /// Column of a cell, from 0.
    pub fn column(&self, index: u32) -> u32 {
        index / self.stride
    }

    /// Row of a cell, from 0 at the bottom.
    pub fn row(&self, index: u32) -> u32 {
        index % self.stride
    }

    /// The cells of one column, from 0.
    pub fn column_cells(&self, column: u32) -> B {
        let mut cells = B::EMPTY;
        for row in 0..self.height() {
            cells = cells | B::cell(self.index(column, row));
        }
        cells
    }

    /// The cells on which the next stone of each column lands.
    #[inline]
    pub fn landing_cells(&self, occupied: B) -> B {
        occupied.plus(self.bottom) & self.board
    }

    /// Steps along a column, a row and the two diagonals.
    #[inline]
    fn directions(&self) -> [u32; 4] {
        [1, self.stride, self.stride - 1, self.stride + 1]
    }

    /// Number of lines of four that lie within these cells.
    #[inline]
    pub fn count_fours(&self, cells: B) -> u32 {
        let mut count = 0;
        for step in self.directions() {
            let pairs = cells & cells.down(step);
            count += (pairs & pairs.down(2 * step)).count();
        }
        count
    }

    /// Number of lines of four through a cell.
    pub fn lines_through(&self, cell: u32) -> u32 {
        self.count_fours(self.board) - self.count_fours(self.board ^ B::cell(cell))
    }

    /// Do these stones contain four in a line? More than four count as well.
    #[inline]
    pub fn has_four(&self, stones: B) -> bool {
        has_four(stones, self.stride)
    }

    /// The cells where one more stone completes four in a line. Occupied cells and sentinels are not masked
    /// out: that depends on the other player's stones too, and so would not be a function of these alone.
    #[inline]
    pub fn completing_cells(&self, stones: B) -> B {
        completing_cells(stones, self.stride)
    }
}

/// [`Geometry::has_four`] with columns `stride` bits apart.
#[inline(always)]
pub fn has_four<B: BoardWord>(stones: B, stride: u32) -> bool {
    let mut lines = B::EMPTY;
    for step in [1, stride, stride - 1, stride + 1] {
        let pairs = stones & stones.down(step);
        lines = lines | (pairs & pairs.down(2 * step));
    }
    !lines.is_empty()
}

/// [`Geometry::completing_cells`] with columns `stride` bits apart.
#[inline(always)]
pub fn completing_cells<B: BoardWord>(stones: B, stride: u32) -> B {
    let mut cells = stones.up(1) & stones.up(2) & stones.up(3);
    for step in [stride, stride - 1, stride + 1] {
        let (up1, down1) = (stones.up(step), stones.down(step));
        let two_before = up1 & stones.up(2 * step);
        let two_after = down1 & stones.down(2 * step);
        cells = cells | (two_before & (stones.up(3 * step) | down1));
        cells = cells | (two_after & (stones.down(3 * step) | up1));
    }
    cells
}

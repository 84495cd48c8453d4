//! The board as bit strings: each row, column and diagonal is one 64-bit word with two bits a cell.
//!
//! The window of eleven cells around any cell is then one shift of one word, which makes it a table key: rules and
//! evaluation look up in [`super::patterns`] what a stone would make, and never walk over the board. Cells outside the
//! board hold [`WALL`], so that no look-up depends on the board's size.

use super::geometry::{Cell, MARGIN, MAX_SIZE, cells};

/// Bits of an empty cell.
pub const EMPTY: u64 = 0;
/// Bits of a cell outside the board.
pub const WALL: u64 = 3;
/// Bits of a stone, by player.
pub const STONE: [u64; 2] = [1, 2];

/// Diagonals of the largest board, in one direction.
const DIAGONALS: usize = 2 * MAX_SIZE;

/// The words of all lines; 1.4 KB.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lines {
    words: [[u64; DIAGONALS]; 4],
}

/// The word of direction `dir` that holds `cell`, and the shift of the window's first cell (five cells before `cell`).
#[inline]
const fn place(cell: Cell, dir: usize) -> (usize, usize) {
    let (x, y) = (cell.x(), cell.y());
    match dir {
        0 => (y, 2 * x),
        1 => (x, 2 * y),
        2 => (x + MAX_SIZE - y, 2 * y),
        _ => (x + y, 2 * y),
    }
}

/// One line, seen from one of its cells.
#[derive(Clone, Copy, Debug)]
pub struct LineWord {
    bits: u64,
    shift: isize,
}

impl LineWord {
    /// Bits of the cell `steps` away, at most five.
    #[inline]
    pub fn cell(self, steps: isize) -> u64 {
        self.bits >> ((self.shift + 2 * (steps + MARGIN as isize)) & 63) & 3
    }

    /// The window around the cell `steps` away, which must lie on the board.
    #[inline]
    pub fn window(self, steps: isize) -> u64 {
        self.bits >> ((self.shift + 2 * steps) & 63)
    }

    /// The same `LineWord` with the empty cell `steps` away filled.
    #[inline]
    pub fn with(self, steps: isize, stone: u64) -> LineWord {
        LineWord { bits: self.bits | stone << ((self.shift + 2 * (steps + MARGIN as isize)) & 63), ..self }
    }
}

impl Lines {
    /// An empty board of `size` rows and columns.
    pub fn new(size: usize) -> Lines {
        let mut lines = Lines { words: [[u64::MAX; DIAGONALS]; 4] };
        for cell in cells(size) {
            lines.toggle(cell, WALL);
        }
        lines
    }

    /// Changes the bits of a cell by exclusive or: puts a stone on an empty cell or takes it away again.
    #[inline]
    pub fn toggle(&mut self, cell: Cell, bits: u64) {
        for dir in 0..4 {
            let (line, shift) = place(cell, dir);
            self.words[dir][line] ^= bits << (shift + 2 * MARGIN);
        }
    }

    /// Bits of a cell of the board.
    #[inline]
    pub fn get(&self, cell: Cell) -> u64 {
        self.window(cell, 0) >> (2 * MARGIN) & 3
    }

    /// The eleven cells around `cell` in direction `dir`, two bits each, `cell` itself in bits 10 and 11.
    #[inline]
    pub fn window(&self, cell: Cell, dir: usize) -> u64 {
        let (line, shift) = place(cell, dir);
        self.words[dir][line] >> shift
    }

    /// The whole line through `cell` in direction `dir`, seen from that cell.
    #[inline]
    pub fn word(&self, cell: Cell, dir: usize) -> LineWord {
        let (line, shift) = place(cell, dir);
        LineWord { bits: self.words[dir][line], shift: shift as isize }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_window_shows_the_stones_around_a_cell_and_the_walls() {
        for size in [5, 15, 22] {
            let mut lines = Lines::new(size);
            let stone = |c: Cell| match (c.x() * 7 + c.y() * 5) % 4 {
                1 => STONE[0],
                2 => STONE[1],
                _ => EMPTY,
            };
            for cell in cells(size) {
                lines.toggle(cell, stone(cell));
            }
            for cell in cells(size) {
                assert_eq!(lines.get(cell), stone(cell));
                for (dir, (dx, dy)) in [(1, 0), (0, 1), (1, 1), (-1, 1)].into_iter().enumerate() {
                    for i in -5isize..=5 {
                        let (x, y) = (cell.x() as isize + dx * i, cell.y() as isize + dy * i);
                        let inside = (0..size as isize).contains(&x) && (0..size as isize).contains(&y);
                        let expected = if inside { stone(Cell::new(x as usize, y as usize)) } else { WALL };
                        assert_eq!(lines.window(cell, dir) >> (2 * (i + 5)) & 3, expected);
                    }
                }
            }
        }
    }
}

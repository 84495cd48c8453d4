//! The layout without sentinels: 64 cells in 64 bits.
//!
//! A column takes as many bits as it has cells, so that the columns of 8x8 (and 9x7, 10x6, 7x9, 6x10), which with
//! sentinels would need words of 128 bits, fit one machine word. Masks replace the sentinels of `Guarded`, which stop
//! lines and carries: the masks of rows are constants of the height.

use std::sync::Arc;

use super::layout::{Key, Layout, mirror};
use super::schedule::Prove;
use super::{Findings, Known};
use crate::contract::solver::Effort;
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::word::BoardWord;

/// Columns of `H` cells, one next to the other.
#[derive(Clone, Copy, Debug)]
pub struct Packed<const H: u32> {
    bottom: u64,
    board: u64,
    tops: u64,
}

impl<const H: u32> Packed<H> {
    /// The cells of the rows from `first` to `last` of as many columns as a word holds.
    const fn rows(first: u32, last: u32) -> u64 {
        let rows = (1 << (last + 1)) - (1 << first);
        let (mut cells, mut column) = (0, 0);
        while column < 64 / H {
            cells |= rows << (column * H);
            column += 1;
        }
        cells
    }

    /// The cells that have three others below them.
    const THREE_BELOW: u64 = Self::rows(3, H - 1);
    /// Those that have three above.
    const THREE_ABOVE: u64 = Self::rows(0, H - 4);
    /// Those with two below and one above, and the other way.
    const TWO_BELOW: u64 = Self::rows(2, H - 2);
    const TWO_ABOVE: u64 = Self::rows(1, H - 3);
}

/// The key of a position.
///
/// The mover's stones and a bit on the landing cell describe a column (the key of `Guarded` is made of these), but that
/// is one bit more than it has cells. So the lowest bit of every column is kept apart: `lowest` holds the mover's stones on the lowest cells and those of these cells that are empty. `upper` is the
/// others, one down: the mover's stones above the lowest cell moved by one, and the highest stone of each column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PackedKey {
    upper: u64,
    lowest: u64,
}

impl PackedKey {
    #[inline(always)]
    pub fn new(upper: u64, lowest: u64) -> PackedKey {
        PackedKey { upper, lowest }
    }
}

impl Key for PackedKey {
    #[inline(always)]
    fn spread(self, _width: u32, first: u32, skipped: u32) -> (u64, u64) {
        let spread = self
            .upper
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .wrapping_add(self.lowest.wrapping_mul(0xd1b5_4a32_d192_ed03));
        (spread >> (64 - first), spread << skipped)
    }

    /// The upper word. With it, the first bits of the number determine the lowest cells, because what these add to it are
    /// numbers far from each other; a test proves that for every board.
    #[inline(always)]
    fn rest(self, _width: u32, _known: u32) -> u64 {
        self.upper
    }
}

impl<const H: u32> Layout for Packed<H> {
    type Word = u64;
    type Key = PackedKey;
    const HEIGHT: u32 = H;

    fn new(width: u32) -> Self {
        let board = u64::MAX >> (64 - width * H);
        Packed { bottom: Self::rows(0, 0) & board, board, tops: Self::rows(H - 1, H - 1) & board }
    }

    #[inline(always)]
    fn board(&self) -> u64 {
        self.board
    }

    #[inline(always)]
    fn bottom(&self) -> u64 {
        self.bottom
    }

    #[inline(always)]
    fn tops(&self) -> u64 {
        self.tops
    }

    #[inline(always)]
    fn lines(&self) -> [(u32, u64); 4] {
        [(1, Self::THREE_ABOVE), (H, !0), (H + 1, Self::THREE_ABOVE), (H - 1, Self::THREE_BELOW)]
    }

    /// A full column carries into the lowest cell of the next one, which is part of the result anyway.
    #[inline(always)]
    fn landing(&self, occupied: u64) -> u64 {
        (occupied << 1 | self.bottom) & (occupied ^ self.board)
    }

    #[inline(always)]
    fn landing_next(&self, occupied: u64) -> u64 {
        self.landing(occupied) << 1 & !self.bottom
    }

    #[inline(always)]
    fn below(&self, cells: u64) -> u64 {
        (cells & !self.bottom) >> 1
    }

    /// In every column the number of its cells and its negative have in common the lowest one and have all above it
    /// between them.
    #[inline(always)]
    fn with_all_above(&self, cells: u64) -> u64 {
        let rest = cells ^ self.board;
        let negative = (rest & !self.tops).wrapping_add(self.bottom) ^ (rest & self.tops);
        cells | negative
    }

    #[inline(always)]
    fn column_of(&self, index: u32) -> u64 {
        let top = self.tops.without(u64::below(index)).lowest_only();
        top.wrapping_add(top.wrapping_sub(top >> (H - 1)))
    }

    #[inline(always)]
    fn completing_cells(&self, stones: u64) -> u64 {
        let mut cells = stones << 1 & stones << 2 & stones << 3 & Self::THREE_BELOW;
        // Along a row, and along diagonals that rise and fall to the right: a cell with three stones to its left, with two
        // there and one to its right, and so on.
        for (step, left3, left2, right2, right3) in [
            (H, !0, !0, !0, !0),
            (H + 1, Self::THREE_BELOW, Self::TWO_BELOW, Self::TWO_ABOVE, Self::THREE_ABOVE),
            (H - 1, Self::THREE_ABOVE, Self::TWO_ABOVE, Self::TWO_BELOW, Self::THREE_BELOW),
        ] {
            let (left1, right1) = (stones << step, stones >> step);
            let left = left1 & stones << (2 * step);
            let right = right1 & stones >> (2 * step);
            cells |= left & (stones << (3 * step) & left3 | right1 & left2);
            cells |= right & (stones >> (3 * step) & right3 | left1 & right2);
        }
        cells & self.board
    }

    #[inline(always)]
    fn key(&self, mover: u64, occupied: u64) -> PackedKey {
        let highest = occupied & !self.below(occupied);
        PackedKey::new(self.below(mover) | highest, (mover | !occupied) & self.bottom)
    }

    fn mirrored(&self, key: PackedKey) -> PackedKey {
        PackedKey::new(self.mirrored_cells(key.upper), self.mirrored_cells(key.lowest))
    }

    /// On 8x8 a column is a byte.
    #[inline(always)]
    fn mirrored_cells(&self, cells: u64) -> u64 {
        if H == 8 && self.board == u64::MAX { cells.swap_bytes() } else { mirror(cells, self.width(), H) }
    }
}

/// Solves positions of a board with sentinels on the same board without.
pub struct Packing {
    inner: Box<dyn Prove<u64>>,
    height: u32,
}

impl Packing {
    /// Is there room for the cells of this board in 64 bits, but not for its sentinels?
    pub fn suits<B: BoardWord>(geometry: &Geometry<B>) -> bool {
        let cells = geometry.cell_count();
        cells <= u64::BITS && cells + geometry.width() > u64::BITS
    }

    /// Passes positions of a board of this height to a solver of the layout without sentinels.
    pub fn new(inner: Box<dyn Prove<u64>>, height: u32) -> Packing {
        Packing { inner, height }
    }
}

impl<B: BoardWord> Prove<B> for Packing {
    fn set_known(&mut self, known: Option<Arc<dyn Known<B>>>) {
        let height = self.height;
        self.inner.set_known(known.map(|known| Arc::new(Unpacking { known, height }) as Arc<dyn Known<u64>>));
    }

    fn clear(&mut self) {
        self.inner.clear();
    }

    fn wins(&self, mover: B, occupied: B, first: bool, effort: Effort<'_>) -> (Option<bool>, u64) {
        let [mover, occupied] = [mover, occupied].map(|cells| pack(cells, self.height));
        self.inner.wins(mover, occupied, first, effort)
    }

    fn solve(&mut self, mover: B, occupied: B, window: (i32, i32), effort: Effort<'_>) -> Findings {
        let [mover, occupied] = [mover, occupied].map(|cells| pack(cells, self.height));
        self.inner.solve(mover, occupied, window, effort)
    }
}

/// Known scores of positions of a board with sentinels.
struct Unpacking<B> {
    known: Arc<dyn Known<B>>,
    height: u32,
}

impl<B: BoardWord> Known<u64> for Unpacking<B> {
    fn bounds(&self, mover: u64, occupied: u64) -> Option<(i32, i32)> {
        self.known.bounds(unpack(mover, self.height), unpack(occupied, self.height))
    }

    fn max_stones(&self) -> u32 {
        self.known.max_stones()
    }
}

/// The same cells without sentinels between the columns.
fn pack<B: BoardWord>(cells: B, height: u32) -> u64 {
    cells.cells().fold(0, |packed, cell| packed | u64::cell(cell - cell / (height + 1)))
}

/// The same cells with sentinels between the columns.
fn unpack<B: BoardWord>(cells: u64, height: u32) -> B {
    cells.cells().fold(B::EMPTY, |unpacked, cell| unpacked | B::cell(cell + cell / height))
}

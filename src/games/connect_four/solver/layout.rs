//! The layouts of a board's cells in a word, and their fast operations.
//!
//! The solver is written once, for any [`Layout`]. `Guarded` is the layout of `board.rs`, a sentinel above every column;
//! `packed.rs` has one without sentinels. The height is a constant, so that every shift is one.
//!
//! Invariant: sets of cells lie on the board, both as arguments and, unless stated otherwise, as results.

use std::fmt::Debug;

use crate::games::connect_four::geometry::{self, Geometry};
use crate::games::connect_four::word::BoardWord;

/// The key of a position: a number that no other position has.
pub trait Key: Copy + Ord {
    /// Spreads the key, which has `width` bits, over a number: its first `first` bits, and those that come after `skipped` of
    /// them, at the top of a word.
    fn spread(self, width: u32, first: u32, skipped: u32) -> (u64, u64);

    /// The bits of the number after the first `known` (44 or more).
    fn rest(self, width: u32, known: u32) -> u64;
}

impl<B: BoardWord> Key for B {
    #[inline(always)]
    fn spread(self, width: u32, first: u32, skipped: u32) -> (u64, u64) {
        BoardWord::spread(self, width, first, skipped)
    }

    #[inline(always)]
    fn rest(self, width: u32, skipped: u32) -> u64 {
        BoardWord::spread(self, width, 1, skipped).1
    }
}

/// The same of each of the four directions. `map` of an array would be ten functions of the standard library for every layout and
/// closure.
#[inline(always)]
pub fn by_direction<T, U>([up, flat, falling, rising]: [T; 4], of: impl Fn(T) -> U) -> [U; 4] {
    [of(up), of(flat), of(falling), of(rising)]
}

/// The masks of one board, and all that depends on where its cells lie.
pub trait Layout: Copy + Debug + Send + Sync + 'static {
    /// The word that holds a set of cells.
    type Word: BoardWord;
    /// The key of a position.
    type Key: Key;
    /// Rows of the board.
    const HEIGHT: u32;

    /// A board of `width` columns.
    fn new(width: u32) -> Self;

    /// Every cell.
    fn board(&self) -> Self::Word;

    /// The lowest cell of every column.
    fn bottom(&self) -> Self::Word;

    /// The highest cell of every column.
    fn tops(&self) -> Self::Word;

    /// Steps along a column, a row and the two diagonals, and the cells that a line of four in that direction may begin at;
    /// they need not be on the board, but no such line of cells of the board may leave it.
    fn lines(&self) -> [(u32, Self::Word); 4];

    /// The cells on which the next stone of each column lands.
    fn landing(&self, occupied: Self::Word) -> Self::Word;

    /// The cells on which the next stone but one of each column lands, and perhaps others; they need not be on the board.
    fn landing_next(&self, occupied: Self::Word) -> Self::Word;

    /// The cells right below these.
    fn below(&self, cells: Self::Word) -> Self::Word;

    /// These cells and all above them.
    fn with_all_above(&self, cells: Self::Word) -> Self::Word;

    /// The cells of the column that holds the cell of this index.
    fn column_of(&self, index: u32) -> Self::Word;

    /// The cells that complete four in a line of these stones, including occupied ones; in a column only the one above
    /// three.
    fn completing_cells(&self, stones: Self::Word) -> Self::Word;

    /// The key of a position.
    fn key(&self, mover: Self::Word, occupied: Self::Word) -> Self::Key;

    /// The key of the mirror image.
    fn mirrored(&self, key: Self::Key) -> Self::Key;

    /// Number of columns.
    #[inline(always)]
    fn width(&self) -> u32 {
        self.bottom().count()
    }

    /// The lines of four that lie in these cells: for each direction their first cells.
    #[inline(always)]
    fn lines_in(&self, cells: Self::Word) -> [Self::Word; 4] {
        by_direction(self.lines(), |(step, starts)| {
            let pairs = cells & cells.down(step);
            pairs & pairs.down(2 * step) & starts
        })
    }

    /// Is there a four among these cells?
    #[inline(always)]
    fn has_four(&self, cells: Self::Word) -> bool {
        let [a, b, c, d] = self.lines_in(cells);
        !(a | b | c | d).is_empty()
    }

    /// The mirror image of a set of cells.
    fn mirrored_cells(&self, cells: Self::Word) -> Self::Word;
}

/// The columns of a word in the opposite order, each `stride` bits.
pub fn mirror<B: BoardWord>(cells: B, width: u32, stride: u32) -> B {
    let column = B::below(stride);
    let (mut image, mut rest) = (B::EMPTY, cells);
    for _ in 0..width {
        image = image.up(stride) | (rest & column);
        rest = rest.down(stride);
    }
    image
}

/// Columns of `H` cells and a sentinel, see `board.rs`.
#[derive(Clone, Copy, Debug)]
pub struct Guarded<B, const H: u32> {
    bottom: B,
    board: B,
    /// The sentinel above every column.
    sentinels: B,
}

impl<B: BoardWord, const H: u32> Layout for Guarded<B, H> {
    type Word = B;
    type Key = B;
    const HEIGHT: u32 = H;

    fn new(width: u32) -> Self {
        let geometry = Geometry::new(width, H).expect("a board that fits the word");
        Guarded { bottom: geometry.bottom(), board: geometry.board(), sentinels: geometry.sentinels() }
    }

    #[inline(always)]
    fn board(&self) -> B {
        self.board
    }

    #[inline(always)]
    fn bottom(&self) -> B {
        self.bottom
    }

    #[inline(always)]
    fn tops(&self) -> B {
        self.sentinels.down(1)
    }

    #[inline(always)]
    fn lines(&self) -> [(u32, B); 4] {
        by_direction([1, H + 1, H, H + 2], |step| (step, !B::EMPTY))
    }

    #[inline(always)]
    fn landing(&self, occupied: B) -> B {
        occupied.plus(self.bottom) & self.board
    }

    #[inline(always)]
    fn landing_next(&self, occupied: B) -> B {
        occupied.plus(self.bottom).up(1)
    }

    #[inline(always)]
    fn below(&self, cells: B) -> B {
        cells.down(1)
    }

    #[inline(always)]
    fn with_all_above(&self, cells: B) -> B {
        let walls = cells | self.sentinels;
        self.sentinels.minus(walls.without(walls.minus(self.bottom)))
    }

    #[inline(always)]
    fn column_of(&self, index: u32) -> B {
        let sentinel = self.sentinels.without(B::below(index)).lowest_only();
        sentinel.minus(sentinel.down(H))
    }

    #[inline(always)]
    fn completing_cells(&self, stones: B) -> B {
        geometry::completing_cells(stones, H + 1) & self.board
    }

    /// See [`crate::contract::Position::key`] of the game.
    #[inline(always)]
    fn key(&self, mover: B, occupied: B) -> B {
        mover.plus(occupied)
    }

    fn mirrored(&self, key: B) -> B {
        mirror(key, self.width(), H + 1)
    }

    #[inline(always)]
    fn mirrored_cells(&self, cells: B) -> B {
        mirror(cells, self.width(), H + 1)
    }
}

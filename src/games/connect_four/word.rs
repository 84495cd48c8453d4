//! The machine word that holds a set of cells, one bit each: `u64` or `u128`.
//!
//! A board with `(height + 1) * width <= 64` takes a `u64`, any other a `u128`. The choice is a type parameter, made
//! once when the game is opened, so that 7x6 does not pay for 10x10.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::random::mix;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// A machine word that holds a board: `u64` or `u128`.
///
/// ```
/// use quadriga::games::connect_four::BoardWord;
///
/// let column = [0, 1, 2].map(u64::cell).into_iter().fold(u64::EMPTY, |set, cell| set | cell);
/// assert_eq!(column.count(), 3);
/// assert_eq!(column.up(7).lowest(), 7, "the next column of a board of six rows");
/// ```
pub trait BoardWord:
    sealed::Sealed
    + Copy
    + Ord
    + std::hash::Hash
    + Debug
    + Send
    + Sync
    + 'static
    + Into<u128>
    + TryFrom<u128>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The empty set of cells.
    const EMPTY: Self;
    /// Number of bits.
    const BITS: u32;

    /// The set of one cell, `index < BITS`.
    fn cell(index: u32) -> Self;

    /// All cells moved `steps < 64` bits up.
    fn up(self, steps: u32) -> Self;

    /// All cells moved `steps < 64` bits down.
    fn down(self, steps: u32) -> Self;

    /// Sum as an integer; never carries out of the word for words that hold boards.
    fn plus(self, other: Self) -> Self;

    /// Difference as an integer, `self >= other`.
    fn minus(self, other: Self) -> Self;

    /// Number of cells.
    fn count(self) -> u32;

    /// Index of the lowest cell of a set that is not empty.
    fn lowest(self) -> u32;

    /// A well mixed 64-bit number; for `u64` a bijection, so that different boards never collide.
    fn mixed(self) -> u64;

    /// The set of all cells with a lower index.
    fn below(index: u32) -> Self;

    /// Spreads the lowest `width` bits over a number of as many bits, one to one: its first `first` bits, and the
    /// (at most 64) bits that come after `skipped` of them, at the top of a word.
    fn spread(self, width: u32, first: u32, skipped: u32) -> (u64, u64);

    /// No cell at all?
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// At least one common cell?
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// These cells without those.
    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The set of the lowest cell alone; empty for the empty set.
    #[inline]
    fn lowest_only(self) -> Self {
        if self.is_empty() { self } else { Self::cell(self.lowest()) }
    }

    /// The cells from the lowest index to the highest.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// Iterator over the cells of a set, see [`BoardWord::cells`].
pub struct Cells<B>(B);

impl<B: BoardWord> Iterator for Cells<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0 ^ B::cell(index);
        Some(index)
    }
}

macro_rules! board_word {
    ($word:ty, $odd:expr, $mixed:expr) => {
        impl BoardWord for $word {
            const EMPTY: Self = 0;
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn cell(index: u32) -> Self {
                1 << index
            }

            // The masks tell the compiler what the caller promises, so that a shift of 128 bits needs no
            // case for 64 and more.
            #[inline]
            fn up(self, steps: u32) -> Self {
                self << (steps & 63)
            }

            #[inline]
            fn down(self, steps: u32) -> Self {
                self >> (steps & 63)
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn below(index: u32) -> Self {
                (1 << index) - 1
            }

            #[inline(always)]
            fn spread(self, width: u32, first: u32, skipped: u32) -> (u64, u64) {
                let spread = self.wrapping_mul($odd) << (Self::BITS - width);
                ((spread >> (Self::BITS - first)) as u64, ((spread << skipped) >> (Self::BITS - 64)) as u64)
            }

            #[inline]
            fn mixed(self) -> u64 {
                $mixed(self)
            }
        }
    };
}

board_word!(u64, 0x9e37_79b9_7f4a_7c15, mix);
board_word!(u128, 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835, |word: u128| mix(
    word as u64 ^ mix(!((word >> 64) as u64))
));

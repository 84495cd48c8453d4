//! Sums of values and counts of classes over all points of the board.

use super::params::{CLASS_VALUE, LINE_VALUE};
use super::points::CLASSES;

/// Sums and counts over all points, by player. Small enough to be saved whole at every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Totals {
    /// Sums of the values of lines and classes.
    pub(super) values: [RoleValues; 2],
    /// Points of each class.
    pub(super) counts: [[u16; CLASSES]; 2],
}

/// Two values in one word, added and subtracted together: for a player to move and for one who waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RoleValues(pub(super) i64);

impl RoleValues {
    const fn new(to_move: i16, waiting: i16) -> RoleValues {
        RoleValues(((waiting as i64) << 32) + to_move as i64)
    }

    const fn table(values: [[i16; 16]; 2]) -> [RoleValues; 16] {
        let mut table = [RoleValues(0); 16];
        let mut i = 0;
        while i < 16 {
            table[i] = RoleValues::new(values[0][i], values[1][i]);
            i += 1;
        }
        table
    }

    pub(super) const fn to_move(self) -> i32 {
        self.0 as i32
    }

    pub(super) const fn waiting(self) -> i32 {
        ((self.0 - self.0 as i32 as i64) >> 32) as i32
    }

    /// `old` leaves the sum and `new` joins it.
    #[inline]
    pub(super) fn replace(&mut self, old: RoleValues, new: RoleValues) {
        self.0 += new.0 - old.0;
    }
}

/// Values of line patterns, by code.
pub(super) const LINE_VALUES: [RoleValues; 16] = RoleValues::table(LINE_VALUE);
/// Values of classes, by number.
pub(super) const CLASS_VALUES: [RoleValues; CLASSES] = RoleValues::table(CLASS_VALUE);

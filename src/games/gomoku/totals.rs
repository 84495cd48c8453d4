//! Sums of values and counts of classes over all points of the board.

use super::points::CLASSES;

/// Sums and counts over all points, by player. Small enough to be saved whole at every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Totals {
    /// Sums of the values of points.
    pub(super) values: [RoleValues; 2],
    /// Points of each class.
    pub(super) counts: [[u16; CLASSES]; 2],
}

/// Values of a point, or of all: by role (to move, waiting), and for each by phase (first, last).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RoleValues(pub(super) [[i32; 2]; 2]);

impl RoleValues {
    /// Adds values that join the sum.
    #[inline]
    pub(super) fn add(&mut self, new: [[i16; 2]; 2]) {
        self.replace([[0; 2]; 2], new);
    }

    /// `old` leaves the sum and `new` joins it.
    #[inline]
    pub(super) fn replace(&mut self, old: [[i16; 2]; 2], new: [[i16; 2]; 2]) {
        for role in 0..2 {
            for phase in 0..2 {
                self.0[role][phase] += i32::from(new[role][phase]) - i32::from(old[role][phase]);
            }
        }
    }
}

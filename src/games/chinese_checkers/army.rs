//! The value of an army, kept up to date move by move.

use super::features::ROWS;
use super::geometry::{HOLES, Hole};
use super::hole_set::HoleSet;
use super::seat::{SEATS, Seat};
use super::weights::Weights;

/// The incrementally updated parts of an army's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Army {
    /// Value of its pieces by their holes.
    pub holes: i32,
    /// Pieces in each row.
    rows: [u8; ROWS],
    /// The rows with a piece, and those with more than one, a bit each.
    taken: [u32; 2],
}

impl Army {
    /// An army from scratch.
    pub fn new(weights: &Weights, seat: Seat, pieces: HoleSet) -> Army {
        let mut army = Army { holes: weights.holes(seat, pieces), ..Army::default() };
        for hole in pieces {
            army.count(row(seat, hole), 1);
        }
        army
    }

    /// A piece has gone from one hole to another.
    #[inline]
    pub fn follow(&mut self, weights: &Weights, seat: Seat, from: Hole, to: Hole) {
        self.holes += weights.hole(seat, to) - weights.hole(seat, from);
        let [from, to] = [from, to].map(|hole| row(seat, hole));
        if from != to {
            self.count(from, u8::MAX);
            self.count(to, 1);
        }
    }

    /// Adds to the number of pieces in a row, modulo 256: [`u8::MAX`] subtracts one.
    #[inline]
    fn count(&mut self, row: usize, more: u8) {
        let pieces = self.rows[row].wrapping_add(more);
        self.rows[row] = pieces;
        for (least, taken) in self.taken.iter_mut().enumerate() {
            *taken = *taken & !(1 << row) | u32::from(usize::from(pieces) > least) << row;
        }
    }

    /// Its value with `inside` pieces in the target camp.
    #[inline]
    pub fn value(&self, weights: &Weights, inside: usize) -> i32 {
        let [any, several] = self.taken;
        let last = any & any.wrapping_neg();
        let others = any & !last | several & last;
        let value_of = |values: &[i32; ROWS], rows: u32| {
            values.get(rows.trailing_zeros() as usize).map_or(0, |&value| value)
        };
        self.holes
            + value_of(&weights.rearmost, last)
            + value_of(&weights.second, others)
            + weights.inside.get(inside).map_or(0, |&value| value)
    }
}

/// The row of a hole, counted from the seat's own tip.
#[inline]
fn row(seat: Seat, hole: Hole) -> usize {
    static ROW: [[u8; 128]; SEATS] = {
        let mut rows = [[0; 128]; SEATS];
        let mut id = 0;
        while id < HOLES * SEATS {
            let (seat, hole) = (Seat::ALL[id % SEATS], Hole((id / SEATS) as u8));
            rows[id % SEATS][id / SEATS] = seat.progress(hole) as u8;
            id += 1;
        }
        rows
    };
    usize::from(ROW[seat.index()][hole.index()])
}

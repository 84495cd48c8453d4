//! Piece-square tables: the value of a piece in each hole, in hundredths of a step.
//!
//! The value falls with the distance to the tip of the target camp, and faster for pieces that are far
//! behind: a straggler cannot use the chains that the others have built. Off the centre line a piece finds
//! fewer pieces to hop over, so each half-column costs a little. Holes of the target camp differ by the same
//! rule, so that pieces keep moving inward and make room for the next.

use super::geometry::{HOLES, Hole};
use super::hole_set::HoleSet;
use super::seat::{SEATS, Seat};

/// One step forward.
pub const STEP: i32 = 100;
/// Extra cost of the squared distance: what a straggler pays while the armies can still help each other.
const STRAGGLER: i32 = 4;
/// The same for the order of states in a race, where no enemy piece can help: over 150 armies of real games, beams of
/// 8 and 32 find ways home that are half a move to a move shorter than with the weight above.
const RACE_STRAGGLER: i32 = 20;
/// Cost of a half-column off the centre line, outside the target camp.
const OFF_CENTRE: i32 = 6;
/// Rows from start tip to target tip.
const LENGTH: i32 = 16;

const fn piece_value(seat: Seat, hole: Hole, straggler: i32) -> i32 {
    let progress = seat.progress(hole) as i32;
    let off_centre = seat.off_centre(hole) as i32;
    let rows = LENGTH - progress;
    let distance = if off_centre > rows { (rows + off_centre) / 2 } else { rows };
    let aside = if progress > 12 { 0 } else { OFF_CENTRE * off_centre };
    -aside - STEP * distance - straggler * distance * distance
}

const fn table(straggler: i32) -> [[i32; 128]; SEATS] {
    let mut table = [[0; 128]; SEATS];
    let mut seat = 0;
    while seat < SEATS {
        let mut id = 0;
        while id < HOLES {
            table[seat][id] = piece_value(Seat::ALL[seat], Hole(id as u8), straggler);
            id += 1;
        }
        seat += 1;
    }
    table
}

static VALUES: [[i32; 128]; SEATS] = table(STRAGGLER);
static RACE_VALUES: [[i32; 128]; SEATS] = table(RACE_STRAGGLER);

/// Value of a piece of this seat in this hole, 0 or less.
#[inline]
pub fn value(seat: Seat, hole: Hole) -> i32 {
    VALUES[seat.index()][hole.index()]
}

/// Value of a piece in a race, for the order of states in a beam.
#[inline]
pub fn race_value(seat: Seat, hole: Hole) -> i32 {
    RACE_VALUES[seat.index()][hole.index()]
}

/// What a piece outside the target camp loses for each of the steps to the hole it is to fill.
pub fn way_cost(steps: i32) -> i32 {
    STEP * steps + STRAGGLER * steps * steps
}

/// Value of all pieces of a seat.
pub fn army_value(seat: Seat, pieces: HoleSet) -> i32 {
    pieces.into_iter().map(|hole| value(seat, hole)).sum()
}

/// `ROWS[seat][progress]`: the holes of one row, counted from the seat's own tip.
static ROWS: [[HoleSet; 17]; SEATS] = {
    let mut rows = [[HoleSet::EMPTY; 17]; SEATS];
    let mut seat = 0;
    while seat < SEATS {
        let mut id = 0;
        while id < HOLES {
            let hole = Hole(id as u8);
            rows[seat][Seat::ALL[seat].progress(hole) as usize].0 |= 1 << id;
            id += 1;
        }
        seat += 1;
    }
    rows
};

/// Progress of the rearmost piece, 0..=16; 16 if there is none.
pub fn rearmost(seat: Seat, pieces: HoleSet) -> i32 {
    let rows = &ROWS[seat.index()];
    rows.iter().position(|&row| !(row & pieces).is_empty()).unwrap_or(16) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_target_camp_is_the_best_there_is() {
        for seat in Seat::ALL {
            let worst_inside = seat.target().into_iter().map(|hole| value(seat, hole)).min();
            let best_outside = (!seat.target()).into_iter().map(|hole| value(seat, hole)).max();
            assert!(worst_inside > best_outside);
        }
    }

    #[test]
    fn all_seats_see_the_same_board() {
        let sorted = |seat: Seat| {
            let mut all: Vec<i32> = HoleSet::ALL.into_iter().map(|hole| value(seat, hole)).collect();
            all.sort_unstable();
            all
        };
        for seat in Seat::ALL {
            assert_eq!(sorted(seat), sorted(Seat::ALL[0]));
            assert_eq!(rearmost(seat, seat.home()), 0);
            assert_eq!(rearmost(seat, seat.target()), 13);
        }
    }
}

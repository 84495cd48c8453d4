//! Seats and their camps: where each player starts, and the target of the pieces.

use super::geometry::{CUBE, HOLES, Hole};
use super::hole_set::HoleSet;

/// Number of camps, and so of seats.
pub const SEATS: usize = 6;
/// Maximum number of pieces of an army: as many as a camp has holes.
pub const MAX_PIECES: usize = 10;

/// Rows from tip to tip, both counted.
const ROWS_OF_STAR: i8 = 17;
/// Rows of the target camp and the three before it.
const ROWS_OF_ARRIVAL: i8 = 7;
/// Progress of a piece that has come to the first of these rows.
pub const FIRST_ROW_OF_ARRIVAL: i8 = ROWS_OF_STAR - ROWS_OF_ARRIVAL;

/// A corner of the star and the player who starts there. Clockwise from the south: A, B, ... F.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// All seats in turn order.
    pub const ALL: [Seat; SEATS] = [Seat(0), Seat(1), Seat(2), Seat(3), Seat(4), Seat(5)];

    /// Number 0..6.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `A` to `F`.
    pub fn letter(self) -> char {
        char::from(b'A' + self.0)
    }

    /// The seat with this letter, in upper case.
    pub fn from_letter(letter: char) -> Option<Seat> {
        ('A'..='F').contains(&letter).then(|| Seat(letter as u8 - b'A'))
    }

    /// The seat across the board.
    #[inline]
    pub const fn opposite(self) -> Seat {
        Seat((self.0 + 3) % 6)
    }

    /// The ten holes of the camp.
    #[inline]
    pub const fn home(self) -> HoleSet {
        CAMP[self.index()]
    }

    /// The ten holes that the seat's pieces must reach.
    #[inline]
    pub const fn target(self) -> HoleSet {
        CAMP[self.opposite().index()]
    }

    /// The target camp and the three rows before it: the 28 holes in which a piece counts as arrived.
    #[inline]
    pub const fn arrival(self) -> HoleSet {
        ARRIVAL[self.index()]
    }

    /// Rows from the own tip, 0..=16; 16 is the tip of the target camp.
    pub const fn progress(self, hole: Hole) -> i8 {
        8 + toward_target(self.0, hole.cube())
    }

    /// Progress of the rearmost of these pieces, 0..=16; 16 if there is none.
    pub fn rearmost(self, pieces: HoleSet) -> i32 {
        let rows = &ROWS[self.index()];
        rows.iter().position(|&row| !(row & pieces).is_empty()).unwrap_or(16) as i32
    }

    /// The rows from that of the rearmost of these pieces to the tip of the target camp.
    pub fn rows_from(self, pieces: HoleSet) -> HoleSet {
        let rows = &ROWS[self.index()][self.rearmost(pieces) as usize..];
        rows.iter().fold(HoleSet::EMPTY, |all, &row| all | row)
    }

    /// Half-columns between the hole and the straight line from tip to tip, 0..=12.
    pub const fn off_centre(self, hole: Hole) -> i8 {
        let (q, r) = hole.cube();
        let s = -q - r;
        let aside = match self.0 % 3 {
            0 => q - s,
            1 => q - r,
            _ => r - s,
        };
        aside.abs()
    }
}

/// Signed rows from the centre line toward the target of a seat, -8..=8.
const fn toward_target(seat: u8, (q, r): (i8, i8)) -> i8 {
    let s = -q - r;
    match seat {
        0 => r,
        1 => -s,
        2 => q,
        3 => -r,
        4 => s,
        _ => -q,
    }
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

/// The camps by seat.
const CAMP: [HoleSet; SEATS] = {
    let mut camps = [HoleSet::EMPTY; SEATS];
    let mut id = 0;
    while id < HOLES {
        let mut seat = 0;
        while seat < SEATS {
            if toward_target(seat as u8, CUBE[id]) < -4 {
                camps[seat].0 |= 1 << id;
            }
            seat += 1;
        }
        id += 1;
    }
    camps
};

/// The 61 holes that belong to no camp.
pub const CENTRE: HoleSet = {
    let mut camps = 0;
    let mut seat = 0;
    while seat < SEATS {
        camps |= CAMP[seat].0;
        seat += 1;
    }
    HoleSet(HoleSet::ALL.0 & !camps)
};

/// [`Seat::arrival`] by seat.
const ARRIVAL: [HoleSet; SEATS] = last_rows(ROWS_OF_ARRIVAL);

/// The last rows before the target tip, this many of them, by seat; without the camps of others that lie next to them.
pub const fn last_rows(count: i8) -> [HoleSet; SEATS] {
    let mut last_rows = [HoleSet::EMPTY; SEATS];
    let mut index = 0;
    while index < SEATS {
        let seat = Seat::ALL[index];
        let mut id = 0;
        while id < HOLES {
            let is_last = seat.progress(Hole(id as u8)) >= ROWS_OF_STAR - count;
            if is_last && (CENTRE.0 | seat.target().0) & 1 << id != 0 {
                last_rows[index].0 |= 1 << id;
            }
            id += 1;
        }
        index += 1;
    }
    last_rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn camps_have_ten_holes_and_the_centre_61() {
        let tips = ["a13", "e1", "m1", "q13", "m25", "e25"];
        for (seat, tip) in Seat::ALL.into_iter().zip(tips) {
            let tip = Hole::from_name(tip).expect("a hole");
            assert_eq!(seat.home().len(), 10);
            assert!(seat.home().has(tip));
            assert_eq!(seat.progress(tip), 0);
            assert_eq!(seat.opposite().progress(tip), 16);
            assert_eq!([seat.rearmost(seat.home()), seat.rearmost(seat.target())], [0, 13]);
            assert_eq!(seat.arrival().len(), 10 + 5 + 6 + 7);
        }
        assert_eq!(CENTRE.len(), 61);
    }
}

//! The 121-hole star: holes, names, directions, camps, lines.
//!
//! A hole is a number 0..121, counted from the top row, left to right. Behind it stand cube coordinates
//! (q, r, s) with q + r + s = 0; the star is the union of two big triangles, "all >= -4" and "all <= 4".
//! The name is the row letter `a` (south) to `q` (north) and the half-column 1..=25, `2q + r + 13`:
//! centre `i13`, tips `a13 q13 e1 m1 m25 e25`.
//!
//! All tables are computed by the compiler; those of lines and hops are in [`super::lines`].

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// Number of holes.
pub const HOLES: usize = 121;
/// Number of directions: E, NE, NW, W, SW, SE. Direction `d + 3` is opposite to `d`.
pub const DIRECTIONS: usize = 6;
/// Number of camps, and so of seats.
pub const SEATS: usize = 6;
/// Stands for "no hole" in tables of holes.
pub const NOWHERE: u8 = 127;

/// Steps of (q, r), by direction.
pub(super) const STEP: [(i8, i8); DIRECTIONS] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// A hole, 0..121.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole(pub u8);

impl Hole {
    /// Number for tables of 121 or 128 entries.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }

    /// Cube coordinates (q, r); s is -q - r.
    pub const fn cube(self) -> (i8, i8) {
        CUBE[self.index()]
    }

    /// The hole at these coordinates, if they lie on the star.
    pub const fn at(q: i8, r: i8) -> Option<Hole> {
        if !on_star(q, r) {
            return None;
        }
        Some(Hole(ID_AT[(q + 8) as usize][(r + 8) as usize]))
    }

    /// Row letter, `a` in the south.
    pub fn row_letter(self) -> char {
        char::from(b'a' + (self.cube().1 + 8) as u8)
    }

    /// Half-column, 1..=25.
    pub const fn column(self) -> i8 {
        let (q, r) = self.cube();
        2 * q + r + 13
    }

    /// The hole with this name; letters in either case.
    pub fn from_name(name: &str) -> Option<Hole> {
        let mut chars = name.chars();
        let letter = chars.next()?.to_ascii_lowercase();
        let digits = chars.as_str();
        if !('a'..='q').contains(&letter) || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let column: i8 = digits.parse().ok().filter(|c| (1..=25).contains(c))?;
        let r = (letter as u8 - b'a') as i8 - 8;
        let twice_q = column - 13 - r;
        if twice_q % 2 != 0 {
            return None;
        }
        Hole::at(twice_q / 2, r)
    }

    /// Steps between two holes on an empty board.
    #[inline]
    pub fn distance(self, other: Hole) -> i32 {
        i32::from(DISTANCE[self.index()][other.index()])
    }

    /// The set of this hole alone.
    #[inline]
    pub fn set(self) -> HoleSet {
        BIT[self.index()]
    }
}

impl std::fmt::Display for Hole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.row_letter(), self.column())
    }
}

/// A set of holes, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct HoleSet(pub u128);

impl HoleSet {
    /// No hole.
    pub const EMPTY: HoleSet = HoleSet(0);
    /// The whole star.
    pub const ALL: HoleSet = HoleSet((1 << HOLES) - 1);

    /// Number of holes.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// No hole in it?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is this hole in it?
    #[inline]
    pub fn has(self, hole: Hole) -> bool {
        self.0 & hole.set().0 != 0
    }
}

impl BitAnd for HoleSet {
    type Output = HoleSet;
    #[inline]
    fn bitand(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 & other.0)
    }
}

impl BitOr for HoleSet {
    type Output = HoleSet;
    #[inline]
    fn bitor(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 | other.0)
    }
}

impl BitXor for HoleSet {
    type Output = HoleSet;
    #[inline]
    fn bitxor(self, other: HoleSet) -> HoleSet {
        HoleSet(self.0 ^ other.0)
    }
}

impl Not for HoleSet {
    type Output = HoleSet;
    #[inline]
    fn not(self) -> HoleSet {
        HoleSet(!self.0 & HoleSet::ALL.0)
    }
}

impl IntoIterator for HoleSet {
    type Item = Hole;
    type IntoIter = HoleIter;
    #[inline]
    fn into_iter(self) -> HoleIter {
        HoleIter(self.0 as u64, (self.0 >> 64) as u64)
    }
}

/// Holes of a set in rising order.
pub struct HoleIter(u64, u64);

impl Iterator for HoleIter {
    type Item = Hole;
    #[inline]
    fn next(&mut self) -> Option<Hole> {
        if self.0 != 0 {
            let id = self.0.trailing_zeros() as u8;
            self.0 &= self.0 - 1;
            Some(Hole(id))
        } else if self.1 != 0 {
            let id = self.1.trailing_zeros() as u8;
            self.1 &= self.1 - 1;
            Some(Hole(64 + id))
        } else {
            None
        }
    }
}

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

    /// Rows from the own tip, 0..=16; 16 is the tip of the target camp.
    pub const fn progress(self, hole: Hole) -> i8 {
        8 + toward_target(self.0, hole.cube())
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

/// Whether (q, r) is a hole.
const fn on_star(q: i8, r: i8) -> bool {
    let s = -q - r;
    (q >= -4 && r >= -4 && s >= -4) || (q <= 4 && r <= 4 && s <= 4)
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

pub(super) const CUBE: [(i8, i8); 128] = {
    let mut cube = [(0, 0); 128];
    let mut id = 0;
    let mut r = 8;
    while r >= -8 {
        let mut q = -8;
        while q <= 8 {
            if on_star(q, r) {
                cube[id] = (q, r);
                id += 1;
            }
            q += 1;
        }
        r -= 1;
    }
    assert!(id == HOLES);
    cube
};

static ID_AT: [[u8; 17]; 17] = {
    let mut at = [[NOWHERE; 17]; 17];
    let mut id = 0;
    while id < HOLES {
        let (q, r) = CUBE[id];
        at[(q + 8) as usize][(r + 8) as usize] = id as u8;
        id += 1;
    }
    at
};

/// One bit a hole; entry [`NOWHERE`] is a bit that no hole has.
pub static BIT: [HoleSet; 128] = {
    let mut bit = [HoleSet::EMPTY; 128];
    let mut id = 0;
    while id < 128 {
        bit[id] = HoleSet(1 << id);
        id += 1;
    }
    bit
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

static DISTANCE: [[u8; 128]; 128] = {
    let mut table = [[0; 128]; 128];
    let mut a = 0;
    while a < HOLES {
        let mut b = 0;
        while b < HOLES {
            let (dq, dr) = (CUBE[a].0 - CUBE[b].0, CUBE[a].1 - CUBE[b].1);
            let sum = dq.unsigned_abs() + dr.unsigned_abs() + (dq + dr).unsigned_abs();
            table[a][b] = sum / 2;
            b += 1;
        }
        a += 1;
    }
    table
};

/// The holes next to each hole.
pub static NEIGHBOURS: [HoleSet; 128] = {
    let mut table = [HoleSet::EMPTY; 128];
    let mut id = 0;
    while id < HOLES {
        let mut dir = 0;
        while dir < DIRECTIONS {
            let (q, r) = (CUBE[id].0 + STEP[dir].0, CUBE[id].1 + STEP[dir].1);
            if let Some(hole) = Hole::at(q, r) {
                table[id].0 |= 1 << hole.0;
            }
            dir += 1;
        }
        id += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_tips_and_the_centre() {
        for name in ["i13", "a13", "q13", "e1", "m1", "m25", "e25"] {
            assert_eq!(Hole::from_name(name).expect(name).to_string(), name);
        }
        assert_eq!(Hole::from_name("q13"), Some(Hole(0)));
        assert_eq!(Hole::from_name("a13"), Some(Hole(120)));
        assert_eq!(Hole::from_name("i13").map(Hole::cube), Some((0, 0)));
        for name in ["", "a", "a12", "a14", "r13", "i12", "i27", "e0", "i+13", "i999999999999", "é1"] {
            assert_eq!(Hole::from_name(name), None, "{name}");
        }
    }

    #[test]
    fn every_hole_is_found_again_by_its_name() {
        for hole in HoleSet::ALL {
            assert_eq!(Hole::from_name(&hole.to_string()), Some(hole));
        }
    }

    #[test]
    fn camps_have_ten_holes_and_the_centre_61() {
        let tips = ["a13", "e1", "m1", "q13", "m25", "e25"];
        for (seat, tip) in Seat::ALL.into_iter().zip(tips) {
            let tip = Hole::from_name(tip).expect("a hole");
            assert_eq!(seat.home().len(), 10);
            assert!(seat.home().has(tip));
            assert_eq!(seat.progress(tip), 0);
            assert_eq!(seat.opposite().progress(tip), 16);
        }
        assert_eq!(CENTRE.len(), 61);
    }
}

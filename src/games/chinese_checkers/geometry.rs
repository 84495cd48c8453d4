//! The 121-hole star: holes, names, directions, distances.
//!
//! A hole is a number 0..121, counted from the top row, left to right. It has cube coordinates (q, r, s)
//! with q + r + s = 0; the star is the union of two big triangles, "all >= -4" and "all <= 4".
//! The name is the row letter `a` (south) to `q` (north) and the half-column 1..=25, `2q + r + 13`:
//! centre `i13`, tips `a13 q13 e1 m1 m25 e25`.
//!
//! All tables are computed by the compiler; sets of holes are in `hole_set`, camps in `seat`, lines in `lines`.

/// Number of holes.
pub const HOLES: usize = 121;
/// Number of directions: E, NE, NW, W, SW, SE. Direction `d + 3` is opposite to `d`.
pub const DIRECTIONS: usize = 6;
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
}

impl std::fmt::Display for Hole {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.row_letter(), self.column())
    }
}

/// Whether (q, r) is a hole.
const fn on_star(q: i8, r: i8) -> bool {
    let s = -q - r;
    (q >= -4 && r >= -4 && s >= -4) || (q <= 4 && r <= 4 && s <= 4)
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

pub(super) const DISTANCE: [[u8; 128]; 128] = {
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

/// Rows of the star.
pub(super) const ROWS: i8 = 17;

/// The holes of a row from the left; row 0 is the top.
pub(super) fn row_holes(row: i8) -> impl Iterator<Item = Hole> {
    (-8..=8).filter_map(move |q| Hole::at(q, 8 - row))
}

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
        for hole in (0..HOLES as u8).map(Hole) {
            assert_eq!(Hole::from_name(&hole.to_string()), Some(hole));
        }
    }
}

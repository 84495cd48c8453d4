//! Sets of holes, one bit each; the neighbours of each hole.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::geometry::{CUBE, DIRECTIONS, HOLES, Hole, STEP};

impl Hole {
    /// The set of this hole alone.
    #[inline]
    pub fn set(self) -> HoleSet {
        BIT[self.index()]
    }
}

/// A set of holes, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
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

    /// Is it empty?
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

/// One bit a hole; entry [`super::geometry::NOWHERE`] is a bit that no hole has.
pub static BIT: [HoleSet; 128] = {
    let mut bit = [HoleSet::EMPTY; 128];
    let mut id = 0;
    while id < 128 {
        bit[id] = HoleSet(1 << id);
        id += 1;
    }
    bit
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

//! The finish table: the moves that a lone army needs to fill its target camp, for every placement of its ten pieces
//! in the last rows.
//!
//! These rows are a triangle with the target camp at its tip; six of them have 21 holes, so there are 352,716
//! placements, a byte each. The program contains the tables compressed, because they take 50 ms each to compute
//! (`finish_maker`) and 1 ms to unpack. Pieces rest inside the triangle and may pass through holes outside while they
//! hop. Resting in the row before it saves a move in 154 placements with adjacent hops and in 92 with both, by a table
//! of seven rows. Such a table takes 75 times as long to make, and a beam of 32 that ends in the table of six finds the
//! same numbers in races of real games.
//!
//! The board is as seat A sees it ([`super::turned`]).

use miniz_oxide::inflate::decompress_to_vec_zlib;
use once_cell::sync::Lazy;

use super::geometry::{HOLES, Hole};
use super::hole_set::HoleSet;
use super::placements::Placements;
use super::rules::Hops;
use super::seat::{SEATS, last_rows};

/// Pieces of an army.
pub(super) const PIECES: u32 = 10;
/// Rows of the triangle.
const ROWS: i8 = 6;
/// Holes of the triangle.
pub(super) const TRIANGLE_HOLES: u32 = 21;
/// Holes of the triangle before its fifth row: the target camp.
pub(super) const CAMP: u32 = (1 << 10) - 1;

/// The triangle of each seat.
pub static LAST_ROWS: [HoleSet; SEATS] = last_rows(ROWS);

/// The triangle as seat A sees it.
pub const TRIANGLE: HoleSet = last_rows(ROWS)[0];

/// The holes of the triangle in rising order, which is row by row from the tip.
pub(super) const TRIANGLE_LIST: [Hole; TRIANGLE_HOLES as usize] = {
    let mut list = [Hole(0); TRIANGLE_HOLES as usize];
    let mut count = 0;
    let mut id = 0;
    while id < HOLES {
        if TRIANGLE.0 & (1 << id) != 0 {
            list[count] = Hole(id as u8);
            count += 1;
        }
        id += 1;
    }
    list
};

/// A set of holes within the triangle as bits in the order of [`TRIANGLE_LIST`].
#[inline]
pub(super) fn packed(holes: HoleSet) -> u32 {
    // In each row the holes of the triangle follow each other.
    let holes = holes.0 as u64;
    let fifth = (holes >> TRIANGLE_LIST[10].0) & 0b1_1111;
    let sixth = (holes >> TRIANGLE_LIST[15].0) & 0b11_1111;
    (holes as u32 & CAMP) | (fifth as u32) << 10 | (sixth as u32) << 15
}

/// Moves needed for each placement.
pub struct FinishTable {
    placements: Placements,
    moves: Vec<u8>,
}

static ADJACENT: Lazy<FinishTable> = Lazy::new(|| unpacked(include_bytes!("finish/adjacent.zlib")));
static LONG: Lazy<FinishTable> = Lazy::new(|| unpacked(include_bytes!("finish/long.zlib")));
static BOTH: Lazy<FinishTable> = Lazy::new(|| unpacked(include_bytes!("finish/both.zlib")));

impl FinishTable {
    /// The table of a hop rule, unpacked at first use.
    pub fn of(hops: Hops) -> &'static FinishTable {
        match hops {
            Hops::Adjacent => &ADJACENT,
            Hops::Long => &LONG,
            Hops::Both => &BOTH,
        }
    }

    /// Moves that an army needs whose pieces all stand in the triangle.
    #[inline]
    pub fn moves(&self, army: HoleSet) -> u8 {
        self.moves[self.placements.rank(packed(army))]
    }

    /// The moves needed for each placement, by its number.
    #[cfg(test)]
    pub(super) fn all(&self) -> &[u8] {
        &self.moves
    }
}

/// The table in one of the files, which `finish_maker` checks by a search.
fn unpacked(compressed: &[u8]) -> FinishTable {
    let placements = Placements::new(TRIANGLE_HOLES, PIECES);
    let moves = decompress_to_vec_zlib(compressed).unwrap_or_default();
    assert_eq!(moves.len(), placements.count(), "a finish table is damaged");
    FinishTable { placements, moves }
}

#[cfg(test)]
mod tests {
    use super::super::finish_maker::bits;
    use super::super::hops::{HopTable, Lines, destinations};
    use super::super::seat::Seat;
    use super::super::turned::mirrored_army;
    use super::*;

    /// The placements of an army in the first holes of the triangle.
    fn placements(holes: u32) -> impl Iterator<Item = HoleSet> {
        (0u32..1 << holes).filter(|set| set.count_ones() == PIECES).map(unpacked)
    }

    fn unpacked(set: u32) -> HoleSet {
        bits(set).fold(HoleSet::EMPTY, |all, index| all | TRIANGLE_LIST[index].set())
    }

    /// The placements a move after this one.
    fn after(hops: Hops, army: HoleSet) -> Vec<HoleSet> {
        let mut lines = Lines::of(army);
        let mut list = Vec::new();
        for from in army {
            for to in destinations(HopTable::of(hops), &mut lines, army, from) & TRIANGLE {
                list.push(army ^ from.set() ^ to.set());
            }
        }
        list
    }

    #[test]
    fn holes_are_packed_in_their_order() {
        for (index, hole) in TRIANGLE_LIST.into_iter().enumerate() {
            assert_eq!(packed(hole.set()), 1 << index);
        }
        for seat in Seat::ALL {
            assert_eq!(LAST_ROWS[seat.index()].len(), TRIANGLE_HOLES as usize);
        }
    }

    #[test]
    fn every_placement_in_fifteen_holes_is_a_move_more_than_the_best_after_it() {
        for hops in [Hops::Adjacent, Hops::Long, Hops::Both] {
            let table = FinishTable::of(hops);
            for army in placements(15) {
                let best = after(hops, army).into_iter().map(|army| table.moves(army)).min();
                let expected = if packed(army) == CAMP { 0 } else { best.expect("a move") + 1 };
                assert_eq!(table.moves(army), expected, "{hops:?} {:b}", packed(army));
            }
        }
    }

    #[test]
    fn a_plain_breadth_first_search_agrees() {
        for hops in [Hops::Adjacent, Hops::Long, Hops::Both] {
            let table = FinishTable::of(hops);
            let mut seen = std::collections::HashSet::from([unpacked(CAMP)]);
            let mut now = vec![unpacked(CAMP)];
            for needed in 0..4 {
                assert!(now.iter().all(|&army| table.moves(army) == needed), "{hops:?} {needed}");
                now = now
                    .iter()
                    .flat_map(|&army| after(hops, army))
                    .filter(|&army| seen.insert(army))
                    .collect();
            }
            let few = (0u32..1 << TRIANGLE_HOLES).filter(|set| set.count_ones() == PIECES);
            assert_eq!(few.filter(|&set| table.moves(unpacked(set)) < 4).count(), seen.len() - now.len());
        }
    }

    #[test]
    fn mirror_images_need_the_same() {
        for hops in [Hops::Adjacent, Hops::Long, Hops::Both] {
            let table = FinishTable::of(hops);
            assert!(placements(18).all(|army| table.moves(army) == table.moves(mirrored_army(army))));
        }
    }
}

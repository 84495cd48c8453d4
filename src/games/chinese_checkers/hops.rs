//! Where a piece can hop to.
//!
//! A hop goes along a line, over the first piece met, to the mirror image of the own hole behind it; so in
//! each direction there is at most one landing, and it depends on nothing but the 13 bits of the line.
//! [`Lines`] keeps these bits for all 51 lines; a [`HopTable`] answers both directions of a line at once with
//! one byte: the distance of the piece hopped over, or 0. One hole is expanded with three look-ups.
//!
//! The piece that moves is lifted first: the hole it leaves is empty while it hops, and it is never
//! hopped over itself.

use once_cell::sync::Lazy;

use super::geometry::{DIRECTIONS, Hole, NOWHERE};
use super::hole_set::{BIT, HoleSet, NEIGHBOURS};
use super::lines::{AXES, EMPTY_LINES, LANDINGS, LINE_LENGTH, PLACES};
use super::rules::Hops;

/// Occupancy of every line, kept in addition to the sets of pieces.
#[derive(Clone, PartialEq, Eq)]
pub struct Lines([u16; 64]);

impl Lines {
    /// The empty board.
    pub fn empty() -> Lines {
        Lines(EMPTY_LINES)
    }

    /// Puts a piece into a hole or takes it out.
    #[inline]
    pub fn toggle(&mut self, hole: Hole) {
        for place in &PLACES[hole.index()] {
            self.0[usize::from(place.line & 63)] ^= 1 << place.pos;
        }
    }
}

/// Bits of a line, and of the index of a table row.
const ROW: usize = 1 << LINE_LENGTH;

/// For each place on a line and each occupancy: distance of the piece to hop over, forward in bits 0-2,
/// backward in bits 3-5; 0 where there is no hop.
pub struct HopTable(Box<[u8; 16 * ROW]>);

static ADJACENT: Lazy<HopTable> = Lazy::new(|| HopTable::new(Hops::Adjacent));
static LONG: Lazy<HopTable> = Lazy::new(|| HopTable::new(Hops::Long));
static BOTH: Lazy<HopTable> = Lazy::new(|| HopTable::new(Hops::Both));

impl HopTable {
    /// The table of a hop rule, built at first use (128 KiB).
    pub fn of(hops: Hops) -> &'static HopTable {
        match hops {
            Hops::Adjacent => &ADJACENT,
            Hops::Long => &LONG,
            Hops::Both => &BOTH,
        }
    }

    fn new(hops: Hops) -> HopTable {
        let mut table: Box<[u8; 16 * ROW]> =
            vec![0; 16 * ROW].into_boxed_slice().try_into().expect("the length is right");
        for pos in 0..LINE_LENGTH {
            for line in 0..ROW {
                let forward = pivot_distance(line, pos as i32, 1, hops);
                let backward = pivot_distance(line, pos as i32, -1, hops);
                table[pos * ROW + line] = forward | backward << 3;
            }
        }
        HopTable(table)
    }

    /// Holes that a piece lifted from `from` can reach by hops; `from` itself is not among them.
    #[inline]
    pub fn reach(&self, lines: &Lines, from: Hole) -> HoleSet {
        let start = BIT[from.index()] | BIT[usize::from(NOWHERE)];
        let mut visited = start;
        let mut waiting = [0u8; 128];
        waiting[0] = from.0;
        let mut count = 1;
        while count > 0 {
            count -= 1;
            let hole = Hole(waiting[count & 127]);
            for landing in self.landings(lines, hole) {
                // Without a branch: what is no new hole is overwritten by the next one.
                let bit = BIT[usize::from(landing & 127)];
                waiting[count & 127] = landing;
                count += usize::from((visited & bit).is_empty());
                visited = visited | bit;
            }
        }
        visited ^ start
    }

    /// Where one hop leads from a hole, by direction; [`NOWHERE`] where there is none.
    #[inline]
    pub fn landings(&self, lines: &Lines, from: Hole) -> [u8; DIRECTIONS] {
        let mut landings = [NOWHERE; DIRECTIONS];
        for axis in 0..AXES {
            let pivots = self.pivots(lines, from.index(), axis);
            landings[axis] = LANDINGS[from.index()][axis][usize::from(pivots & 7)];
            landings[axis + AXES] = LANDINGS[from.index()][axis + AXES][usize::from(pivots >> 3)];
        }
        landings
    }

    #[inline]
    fn pivots(&self, lines: &Lines, hole: usize, axis: usize) -> u8 {
        let place = PLACES[hole][axis];
        let line = lines.0[usize::from(place.line & 63)];
        self.0[(usize::from(place.pos & 15) * ROW) | (usize::from(line) & (ROW - 1))] & 63
    }
}

/// Distance of the piece hopped over from `pos` in direction `step`, 0 if there is no hop.
fn pivot_distance(line: usize, pos: i32, step: i32, hops: Hops) -> u8 {
    let is_occupied = |at: i32| !(0..LINE_LENGTH as i32).contains(&at) || line & (1 << at) != 0;
    let Some(distance) = (1..=6).find(|&d| is_occupied(pos + d * step)) else { return 0 };
    let is_allowed = match hops {
        Hops::Adjacent => distance == 1,
        Hops::Long => distance > 1,
        Hops::Both => true,
    };
    let is_free = (distance + 1..=2 * distance).all(|d| !is_occupied(pos + d * step));
    if is_allowed && is_free { distance as u8 } else { 0 }
}

/// All holes where the piece on `from` can end a turn, before any rule on resting. `lines` holds the
/// whole board; it is changed and restored.
#[inline]
pub fn destinations(table: &HopTable, lines: &mut Lines, occupied: HoleSet, from: Hole) -> HoleSet {
    lines.toggle(from);
    let hops = table.reach(lines, from);
    lines.toggle(from);
    hops | (NEIGHBOURS[from.index()] & !occupied)
}

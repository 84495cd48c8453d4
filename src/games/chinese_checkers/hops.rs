//! The holes that a piece can hop to.
//!
//! A hop goes along a line, over the first piece met, to the mirror image of the own hole behind it; so in each
//! direction there is at most one landing, which depends only on the 13 bits of the line. [`Lines`] keeps these bits
//! for all 51 lines; a [`HopTable`] answers both directions of a line at once with one byte: the distance of the piece
//! hopped over, or 0. One hole takes three look-ups.
//!
//! The piece that moves is lifted first: the hole it leaves is empty while it hops, and it is never
//! hopped over itself.

use once_cell::sync::Lazy;

use super::geometry::{DIRECTIONS, Hole, NOWHERE};
use super::hole_set::{BIT, HoleSet, NEIGHBOURS};
use super::lines::{AXES, EMPTY_LINES, LANDINGS, LINE_HOLES, LINE_LENGTH, LINES, PLACES};
use super::rules::Hops;

/// Occupancy of every line, kept in addition to the sets of pieces.
#[derive(Clone, PartialEq, Eq)]
pub struct Lines([u16; 64]);

impl Lines {
    /// The empty board.
    pub fn empty() -> Lines {
        Lines(EMPTY_LINES)
    }

    /// A board with these pieces.
    pub fn of(pieces: HoleSet) -> Lines {
        let mut lines = Lines::empty();
        for hole in pieces {
            lines.toggle(hole);
        }
        lines
    }

    /// Puts a piece into a hole or takes it out.
    #[inline]
    pub fn toggle(&mut self, hole: Hole) {
        for place in &PLACES[hole.index()] {
            self.0[usize::from(place.line & 63)] ^= 1 << place.pos;
        }
    }
}

/// Occupancies of a line.
const ROW: usize = 1 << LINE_LENGTH;

/// For each occupancy of a line and each place on it: distance of the piece to hop over, forward in bits 0-2,
/// backward in bits 3-5; 0 if there is no hop. All places of a line share a cache line.
pub struct HopTable {
    pivots: Box<[u8; 16 * ROW]>,
    /// All hops of each occupancy, one after the other: two places in a byte, the start in the upper half.
    hops: Vec<u8>,
    /// Index of the hops of each occupancy.
    spans: Vec<Span>,
}

/// Hops of a kind on one line are read and written as one block of this size.
const BLOCK: usize = 16;

/// Hops on the whole board, line after line.
pub struct HopList {
    /// Places on the line, as in [`HopTable`].
    hops: [u8; BLOCK * LINES],
    /// The line of each.
    lines: [u8; BLOCK * LINES],
    len: usize,
}

impl HopList {
    /// No hop.
    pub fn new() -> HopList {
        HopList { hops: [0; BLOCK * LINES], lines: [0; BLOCK * LINES], len: 0 }
    }

    /// Adds the first `count` hops of a block; what is behind them is overwritten by the next.
    #[inline]
    fn add(&mut self, line: usize, block: &[u8; BLOCK], count: usize) {
        let at = self.len.min(BLOCK * (LINES - 1));
        self.hops[at..at + BLOCK].copy_from_slice(block);
        self.lines[at..at + BLOCK].copy_from_slice(&[line as u8; BLOCK]);
        self.len = at + count;
    }

    /// The hops, each as the holes it joins.
    #[inline]
    pub fn holes(&self) -> impl Iterator<Item = (u8, u8)> + use<'_> {
        let hops = self.hops[..self.len].iter().zip(&self.lines[..self.len]);
        hops.map(|(&hop, &line)| {
            let holes = &LINE_HOLES[usize::from(line & 63)];
            (holes[usize::from(hop >> 4)], holes[usize::from(hop & 15)])
        })
    }
}

/// Hops of one occupancy of a line.
#[derive(Clone, Copy, Default)]
struct Span {
    begin: u32,
    /// Pairs of empty holes a hop apart, each pair once.
    links: u16,
    /// First hops of the pieces on the line.
    first_hops: u16,
}

static ADJACENT: Lazy<HopTable> = Lazy::new(|| HopTable::new(Hops::Adjacent));
static LONG: Lazy<HopTable> = Lazy::new(|| HopTable::new(Hops::Long));
static BOTH: Lazy<HopTable> = Lazy::new(|| HopTable::new(Hops::Both));

impl HopTable {
    /// The table of a hop rule, built at first use (some 300 KiB).
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
                table[line * 16 + pos] = forward | backward << 3;
            }
        }
        let (mut list, mut spans) = (Vec::new(), Vec::with_capacity(ROW));
        for line in 0..ROW {
            let begin = list.len();
            let landing = |pos: usize, direction: i32| {
                let distance = pivot_distance(line, pos as i32, direction, hops);
                (distance > 0)
                    .then(|| (pos << 4) as u8 | (pos as i32 + 2 * direction * i32::from(distance)) as u8)
            };
            let (empty, taken): (Vec<usize>, Vec<usize>) =
                (0..LINE_LENGTH).partition(|pos| line & 1 << pos == 0);
            list.extend(empty.into_iter().filter_map(|pos| landing(pos, 1)));
            let links = list.len() - begin;
            list.extend(taken.into_iter().flat_map(|pos| [landing(pos, 1), landing(pos, -1)]).flatten());
            let first_hops = list.len() - begin - links;
            assert!(links.max(first_hops) <= BLOCK, "a block holds all hops of a kind");
            spans.push(Span { begin: begin as u32, links: links as u16, first_hops: first_hops as u16 });
        }
        // Blocks are read whole.
        list.extend([0; BLOCK]);
        HopTable { pivots: table, hops: list, spans }
    }

    /// Lists all hops on the board: pairs of empty holes, and first hops of pieces. It has no branches within a line,
    /// since its number of hops is unpredictable.
    pub fn list(&self, lines: &Lines, links: &mut HopList, first_hops: &mut HopList) {
        (links.len, first_hops.len) = (0, 0);
        for line in 0..LINES {
            let span = self.spans[usize::from(lines.0[line]) & (ROW - 1)];
            let (begin, middle) = (span.begin as usize, span.begin as usize + usize::from(span.links));
            links.add(line, self.block(begin), usize::from(span.links));
            first_hops.add(line, self.block(middle), usize::from(span.first_hops));
        }
    }

    #[inline]
    fn block(&self, begin: usize) -> &[u8; BLOCK] {
        self.hops[begin..begin + BLOCK].try_into().expect("the length is right")
    }

    /// Holes that a piece lifted from `from` can reach by hops; `from` itself is not among them.
    #[inline]
    pub fn reach(&self, lines: &Lines, from: Hole) -> HoleSet {
        let start = BIT[from.index()] | BIT[usize::from(NOWHERE)];
        let mut visited = start;
        let mut waiting = [0u8; 128];
        waiting[0] = from.0;
        let (mut next, mut count) = (0, 1);
        while next < count {
            let hole = Hole(waiting[next & 127]);
            next += 1;
            for landing in self.landings(lines, hole) {
                // Branch-free: a hole that is not new is overwritten by the next one.
                let bit = BIT[usize::from(landing & 127)];
                waiting[count & 127] = landing;
                count += usize::from((visited & bit).is_empty());
                visited = visited | bit;
            }
        }
        visited ^ start
    }

    /// The end of one hop from a hole, by direction; [`NOWHERE`] if there is none.
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
        self.pivots[((usize::from(line) & (ROW - 1)) * 16) | usize::from(place.pos & 15)] & 63
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

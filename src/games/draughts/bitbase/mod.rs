//! Bitbases: the value of every position with few pieces.
//!
//! | file | content |
//! |---|---|
//! | `mod.rs` | the bitbase of a rule set, and what it knows of a position |
//! | `values.rs` | won, drawn or lost, and bounds of them |
//! | `class.rs` | classes of material; the number of a position in its class |
//! | `counters.rs` | the counts of moves that are part of a position |
//! | `solve.rs`, `solved.rs` | retrograde analysis of a class |
//! | `make.rs` | the classes one after the other |
//! | `distances.rs`, `groups.rs` | exact values with distances, of the smaller and the larger classes |
//! | `parallel.rs` | work shared among threads |
//! | `run_length.rs` | values as bits |
//! | `file.rs`, `read.rs` | the bitbase as a file |
//! | `blocks.rs`, `block_cache.rs`, `lookup.rs` | reading parts of it when they are needed |
//! | `embedded.rs` | the bitbases that come with the program, and those in a folder |
//! | `probe.rs` | probing by the search |
//!
//! A table has won, drawn or lost for the player to move *if all counts are 0*: of a limit of moves, on the long
//! diagonal (FMJD-64) and of a king (Frisian). [`Bitbase::bounds`] derives what holds with other counts. Repetition is
//! not in the tables: it never helps the winning side, which has a shorter way each time.

mod block_cache;
mod blocks;
mod class;
mod counters;
mod distances;
mod embedded;
mod file;
#[cfg(test)]
mod file_tests;
mod groups;
mod lookup;
mod make;
mod parallel;
mod probe;
mod read;
mod run_length;
mod solve;
mod solved;
mod values;

use std::ops::Range;

use blocks::{Blocks, GroupHead};
use class::{Class, Layout, Placement};
use counters::Counters;
pub use embedded::{Endgames, set_folder};
use groups::GroupCache;
pub use make::Maker;
use once_cell::sync::OnceCell;
pub(super) use probe::Probe;
pub use probe::{known_bounds, known_outcome};
use run_length::{BLOCK, Code};
pub use solved::Value;
pub use values::{Bounds, Wdl};
use values::{Known, LATE_WIN, bounds_of};

use super::any_position::AnyPosition;
use super::moves::Move;
use crate::contract::Position as _;

/// The values of one class.
struct Table {
    class: Class,
    layout: Layout,
    counters: Counters,
    /// The longest distance of a decided position: the half-moves that the winner needs at most before the count of a
    /// limit is reset.
    longest: u16,
    code: Code,
    /// Number of its first block.
    blocks: usize,
    /// Its packed distances in the bytes; empty if it has none.
    packed: Range<usize>,
    /// The lower half of their checksum, unless all bytes were checked.
    packed_checksum: Option<u32>,
    /// Number of its first group of distances, if they are in groups.
    groups: Option<usize>,
    /// Its exact values, unpacked at first use; empty if it has none.
    values: OnceCell<Vec<u8>>,
}

/// The counts of pieces in a class are smaller than this.
const COUNTS: usize = class::MAX_PIECES + 1;

/// The bitbase of one rule set.
pub struct Bitbase {
    tables: Vec<Table>,
    /// For each class, the index of its table plus 1; 0 if it has none.
    places: Vec<u8>,
    blocks: Blocks,
    groups: Vec<GroupHead>,
    unpacked_groups: GroupCache,
    max_pieces: usize,
    /// A smaller bitbase of the same rules, for distances that this one lacks.
    base: Option<Box<Bitbase>>,
}

impl Bitbase {
    fn new(tables: Vec<Table>, blocks: Blocks, groups: Vec<GroupHead>) -> Bitbase {
        let mut places = vec![0; COUNTS.pow(4)];
        for (table, number) in tables.iter().zip(1..) {
            places[place(table.class)] = number;
        }
        let max_pieces = tables.iter().map(|table| table.class.pieces()).max().unwrap_or(0);
        Bitbase {
            tables,
            places,
            blocks,
            groups,
            unpacked_groups: GroupCache::default(),
            max_pieces,
            base: None,
        }
    }

    /// The same with the distances of a smaller bitbase of these rules.
    fn based_on(self, base: Option<Bitbase>) -> Bitbase {
        Bitbase { base: base.map(Box::new), ..self }
    }

    /// Maximum number of pieces of its positions.
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    fn table(&self, class: Class) -> Option<&Table> {
        if class.pieces() > self.max_pieces {
            return None;
        }
        self.tables.get(usize::from(self.places[place(class)]).checked_sub(1)?)
    }

    /// What is known about a position in which no capture is due; `None` if nothing is.
    ///
    /// If the class has distances, a loss is exact with all counts, and so is a win after a look at its moves.
    ///
    /// In other classes a decided value holds while the longest distance of the class still fits what is left of the
    /// limit of moves; after that the winner may be too late, and only a draw is certain. The same applies once a lone
    /// king has begun to hold the long diagonal. The count of a king (Frisian) leaves its side fewer moves: the value
    /// found is then the most that this side can reach.
    pub fn bounds(&self, pos: &AnyPosition) -> Option<Bounds> {
        if !self.has_pieces_of(pos) || pos.has_capture() {
            return None;
        }
        Some(self.known(pos, false)?.bounds)
    }

    /// Does it have positions with as many pieces?
    #[inline]
    fn has_pieces_of(&self, pos: &AnyPosition) -> bool {
        pos.occupied().count_ones() as usize <= self.max_pieces && pos.own() != 0
    }

    /// Does it have the distances of the class of a position?
    fn has_distances_of(&self, pos: &AnyPosition) -> bool {
        let has_own = |table: &Table| !table.packed.is_empty() || table.groups.is_some();
        self.table(Placement::of(pos).class()).is_some_and(has_own)
            || self.base.as_ref().is_some_and(|base| base.has_distances_of(pos))
    }

    /// The same for a position that [has the pieces](Bitbase::has_pieces_of) and no capture. The distance is looked up
    /// if it is wanted or decides.
    #[inline]
    fn known(&self, pos: &AnyPosition, wants_distance: bool) -> Option<Known> {
        let placement = Placement::of(pos);
        let table = self.table(placement.class())?;
        let number = table.layout.number(&placement);
        let longest = self.blocks.longest(table.blocks + number / BLOCK);
        let is_late = pos.is_late(longest.unwrap_or(table.longest));
        let state = table.counters.state(pos, &placement);
        if (wants_distance || is_late || state != 0)
            && let Some(exact) = self.exact(table, number, state)
        {
            return Some(exact.known(pos, is_late));
        }
        let Some(wdl) = self.read(table, number) else {
            return self.base.as_ref()?.known(pos, wants_distance);
        };
        let mut bounds = Bounds::exactly(wdl);
        if is_late || pos.road > 0 {
            bounds = bounds.or_drawn();
        }
        if pos.rules.movement.three_king_moves {
            let own = pos.turn().index();
            if pos.wolf[own].moves() > 0 {
                bounds.low = Wdl::Lost;
            }
            if pos.wolf[1 - own].moves() > 0 {
                bounds.high = Wdl::Won;
            }
        }
        (bounds != Bounds::NOTHING).then_some(Known { bounds, distance: None })
    }

    /// The same for any position: captures are followed until there are none.
    pub fn resolved_bounds(&self, pos: &AnyPosition) -> Option<Bounds> {
        self.resolve(pos, true).filter(|&bounds| bounds != Bounds::NOTHING)
    }

    /// The same; `may_look`: a win that may come too late is looked at after each quiet move, once.
    fn resolve(&self, pos: &AnyPosition, may_look: bool) -> Option<Bounds> {
        if let Some(outcome) = pos.outcome() {
            return Some(bounds_of(pos, outcome));
        }
        if pos.occupied().count_ones() as usize > self.max_pieces {
            return None;
        }
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        match moves.first() {
            None => Some(bounds_of(pos, pos.no_moves_outcome())),
            Some(first) if first.is_capture() => Some(self.best_of(pos, &moves, may_look)),
            Some(_) => {
                let bounds = self.bounds(pos)?;
                let looks = may_look && bounds == LATE_WIN && self.has_distances_of(pos);
                Some(if looks { self.best_of(pos, &moves, false) } else { bounds })
            }
        }
    }

    /// What is known about a position, from the positions that its moves lead to.
    fn best_of(&self, pos: &AnyPosition, moves: &[Move], may_look: bool) -> Bounds {
        let mut best = Bounds::exactly(Wdl::Lost);
        for &mv in moves {
            let mut child = *pos;
            child.make(mv);
            let found = self.resolve(&child, may_look).map_or(Bounds::NOTHING, Bounds::flipped);
            best = Bounds { low: best.low.max(found.low), high: best.high.max(found.high) };
        }
        best
    }
}

fn place(class: Class) -> usize {
    class.men.iter().chain(&class.kings).fold(0, |place, &count| place * COUNTS + usize::from(count))
}

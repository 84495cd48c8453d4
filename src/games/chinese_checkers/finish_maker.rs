//! Computes the finish tables, by breadth-first search from the full camp: every move of a lone army can be taken back,
//! a step by a step, a chain of hops by the same hops in reverse.
//!
//! Holes that a piece can reach from each other by hops form a group. So groups are found once for the nine other
//! pieces: if the tenth needs n moves from one hole of a group, it needs at most n + 1 from the others.
//!
//! The program has the tables as files, so this is a test. If the rules of moving change it writes them again:
//! `cargo test --release --lib the_finish_tables_are_written -- --ignored`, a second.

use super::finish_table::{CAMP, FinishTable, PIECES, TRIANGLE, TRIANGLE_HOLES, TRIANGLE_LIST, packed};
use super::hole_set::{HoleSet, NEIGHBOURS};
use super::hops::{HopTable, Lines};
use super::placements::Placements;
use super::rules::Hops;
use super::turned::mirrored;

/// Stands for a placement not reached yet.
const UNKNOWN: u8 = u8::MAX;

/// The moves needed for each placement, by its number.
fn finish_moves(hops: Hops) -> Vec<u8> {
    let placements = Placements::new(TRIANGLE_HOLES, PIECES);
    let mut maker = Maker {
        moves: vec![UNKNOWN; placements.count()],
        placements,
        others: Placements::new(TRIANGLE_HOLES, PIECES - 1),
        found: Vec::new(),
        hops: HopTable::of(hops),
        steps: TRIANGLE_LIST.map(|hole| packed(NEIGHBOURS[hole.index()] & TRIANGLE)),
        mirrored: TRIANGLE_LIST.map(|hole| packed(mirrored(hole).set())),
        next: Vec::new(),
    };
    maker.found = vec![0; maker.others.count()];
    maker.run();
    maker.moves
}

/// The holes of a set in rising order.
#[inline]
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        let is_left = set != 0;
        set &= set.wrapping_sub(1);
        is_left.then_some(first)
    })
}

/// The search that fills a table.
struct Maker {
    placements: Placements,
    moves: Vec<u8>,
    /// Placements of nine pieces; for each the holes of the tenth piece whose hops are done.
    others: Placements,
    found: Vec<u32>,
    hops: &'static HopTable,
    /// Neighbours of each hole.
    steps: [u32; TRIANGLE_HOLES as usize],
    mirrored: [u32; TRIANGLE_HOLES as usize],
    /// The placements that need one move more than the current ones, one of two mirror images.
    next: Vec<u32>,
}

impl Maker {
    fn run(&mut self) {
        let goal = self.placements.rank(CAMP);
        self.moves[goal] = 0;
        let mut now = vec![CAMP];
        for needed in 1.. {
            for &army in &now {
                self.expand(army, needed);
            }
            now.clear();
            std::mem::swap(&mut now, &mut self.next);
            if now.is_empty() {
                break;
            }
        }
    }

    /// Sets every unknown placement one move away to `needed`.
    fn expand(&mut self, army: u32, needed: u8) {
        let pieces = bits(army).fold(HoleSet::EMPTY, |all, index| all | TRIANGLE_LIST[index].set());
        let mut lines = Lines::of(pieces);
        for index in bits(army) {
            let piece = 1 << index;
            let rest = army ^ piece;
            let mut ends = self.steps[index] & !army;
            let found = &mut self.found[self.others.rank(rest)];
            if *found & piece == 0 {
                let hole = TRIANGLE_LIST[index];
                lines.toggle(hole);
                let hops = packed(self.hops.reach(&lines, hole) & TRIANGLE);
                lines.toggle(hole);
                *found |= hops | piece;
                ends |= hops;
            }
            for end in bits(ends) {
                self.reach(rest | 1 << end, needed);
            }
        }
    }

    fn reach(&mut self, army: u32, needed: u8) {
        let moves = &mut self.moves[self.placements.rank(army)];
        if *moves == UNKNOWN {
            *moves = needed;
            let image = bits(army).fold(0, |image, index| image | self.mirrored[index]);
            let image_rank = self.placements.rank(image);
            self.moves[image_rank] = needed;
            self.next.push(army);
        }
    }
}

#[test]
fn the_bits_of_a_set_come_in_rising_order() {
    assert_eq!(bits(0b1001_0110).collect::<Vec<_>>(), [1, 2, 4, 7]);
}

/// The tables with the names of their files.
const TABLES: [(Hops, &str); 3] = [(Hops::Adjacent, "adjacent"), (Hops::Long, "long"), (Hops::Both, "both")];

#[test]
fn the_finish_tables_are_those_that_a_search_finds() {
    for (hops, name) in TABLES {
        assert!(FinishTable::of(hops).all() == finish_moves(hops), "{name}");
    }
}

#[test]
#[ignore = "writes src/games/chinese_checkers/finish"]
fn the_finish_tables_are_written() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/chinese_checkers/finish");
    for (hops, name) in TABLES {
        let compressed = miniz_oxide::deflate::compress_to_vec_zlib(&finish_moves(hops), 10);
        std::fs::write(format!("{folder}/{name}.zlib"), compressed).expect("a file that can be written");
    }
}

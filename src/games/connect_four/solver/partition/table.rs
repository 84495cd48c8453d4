//! What a partition search remembers: reasons by the cells that are occupied.
//!
//! Positions with the same occupied cells share a shelf, and a position is decided by the first reason there that holds in
//! it. A reason that needs more than a new one makes room for it. When a part of the table is full, the reasons that took
//! the least work leave it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use parking_lot::Mutex;

use super::reason::Reason;
use crate::games::connect_four::word::BoardWord;
use crate::random::mix;

/// Two to this many parts, each with a lock of its own.
const PART_BITS: u32 = 10;
/// Bytes that a shelf and its place take; a reason takes half as much again as its size, as lists have room to grow.
const SHELF_BYTES: usize = 192;

/// Reasons for one answer.
struct Answers<W> {
    reasons: Vec<Reason<W>>,
    /// The logarithm of the nodes that each took.
    work: Vec<u8>,
}

/// All that is known of positions with the same cells occupied.
struct Shelf<W> {
    /// Why not, and why.
    answers: [Answers<W>; 2],
    /// Reasons that were put here so far.
    version: u32,
}

impl<W> Default for Shelf<W> {
    fn default() -> Shelf<W> {
        let none = || Answers { reasons: Vec::new(), work: Vec::new() };
        Shelf { answers: [none(), none()], version: 0 }
    }
}

/// Mixes a word of cells.
#[derive(Default)]
struct CellHasher(u64);

impl Hasher for CellHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, cells: u64) {
        self.0 = mix(self.0 ^ cells);
    }

    fn write_u128(&mut self, cells: u128) {
        self.write_u64(cells as u64);
        self.write_u64((cells >> 64) as u64);
    }
}

/// Some of the shelves.
struct Part<W> {
    shelves: HashMap<W, Shelf<W>, BuildHasherDefault<CellHasher>>,
    reasons: usize,
}

impl<W: BoardWord> Part<W> {
    fn bytes(&self) -> usize {
        self.shelves.len() * SHELF_BYTES + self.reasons * (size_of::<Reason<W>>() * 3 / 2)
    }

    /// Removes the reasons of the least work, half of all or more, and shelves that are empty then.
    fn sweep(&mut self) {
        let mut counts = [0; u64::BITS as usize + 1];
        let lists = self.shelves.values().flat_map(|shelf| &shelf.answers);
        for work in lists.flat_map(|answers| &answers.work) {
            counts[usize::from(*work)] += 1;
        }
        let (mut least, mut left) = (0, self.reasons);
        while left > self.reasons / 2 {
            left -= counts[least];
            least += 1;
        }
        self.shelves.retain(|_, shelf| {
            for Answers { reasons, work } in &mut shelf.answers {
                let mut kept = work.iter().map(|&work| usize::from(work) >= least);
                reasons.retain(|_| kept.next() == Some(true));
                work.retain(|&work| usize::from(work) >= least);
                reasons.shrink_to_fit();
            }
            shelf.answers.iter().any(|answers| !answers.reasons.is_empty())
        });
        self.reasons = left;
    }
}

/// The table. Reads and writes take `&self`.
pub struct ReasonTable<W> {
    parts: Box<[Mutex<Part<W>>]>,
    part_bytes: usize,
}

/// What is found: the answer with its reason, or how many reasons the shelf has had so far.
pub type Found<W> = Result<(bool, Reason<W>), u32>;

impl<W: BoardWord> ReasonTable<W> {
    /// A table of about so many mebibytes.
    pub fn new(mib: usize) -> ReasonTable<W> {
        let part = || Mutex::new(Part { shelves: HashMap::default(), reasons: 0 });
        let parts = (0..1 << PART_BITS).map(|_| part()).collect();
        ReasonTable { parts, part_bytes: (mib << 20) >> PART_BITS }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for part in &mut self.parts {
            *part.get_mut() = Part { shelves: HashMap::default(), reasons: 0 };
        }
    }

    fn part(&self, occupied: W) -> &Mutex<Part<W>> {
        &self.parts[(occupied.mixed() >> (u64::BITS - PART_BITS)) as usize]
    }

    /// The answer in a position where `no` and `yes` hold for these answers.
    #[inline]
    pub fn find(&self, occupied: W, holding: &[Reason<W>; 2]) -> Found<W> {
        let mut part = self.part(occupied).lock();
        let Some(shelf) = part.shelves.get_mut(&occupied) else { return Err(0) };
        for (answer, Answers { reasons, work }) in shelf.answers.iter_mut().enumerate() {
            if let Some(place) = reasons.iter().position(|reason| reason.is_part_of(&holding[answer])) {
                let found = reasons[place];
                // Those that are found often come to the front.
                reasons.swap(place, place / 2);
                work.swap(place, place / 2);
                return Ok((answer == 1, found));
            }
        }
        Err(shelf.version)
    }

    /// How many reasons the shelf of these cells has had.
    #[inline]
    pub fn version(&self, occupied: W) -> u32 {
        self.part(occupied).lock().shelves.get(&occupied).map_or(0, |shelf| shelf.version)
    }

    /// Remembers a reason that took this many nodes.
    pub fn store(&self, occupied: W, answer: bool, reason: &Reason<W>, nodes: u64) {
        let mut guard = self.part(occupied).lock();
        let part = &mut *guard;
        if part.bytes() > self.part_bytes {
            part.sweep();
        }
        let shelf = part.shelves.entry(occupied).or_default();
        let Answers { reasons, work } = &mut shelf.answers[usize::from(answer)];
        for place in (0..reasons.len()).rev() {
            if reason.is_part_of(&reasons[place]) {
                reasons.swap_remove(place);
                work.swap_remove(place);
                part.reasons -= 1;
            }
        }
        if reasons.len() == reasons.capacity() {
            reasons.reserve_exact((reasons.len() / 2).max(1));
        }
        reasons.push(*reason);
        work.push((u64::BITS - nodes.leading_zeros()) as u8);
        part.reasons += 1;
        shelf.version += 1;
    }
}

//! What the solver remembers: for a position, a lower and an upper bound of its score.
//!
//! An entry is one 64-bit word, so no reader sees half of one. Four entries make a bucket of half a cache line; the one
//! that took the least work is replaced. The index is the first bits of a mixed key and the entry holds the following
//! ones. Mixing is one to one, so on boards up to 52 bits (7x6 among them) nothing is left out and a match is certain.
//!
//! Only as much of the memory is used as a search has work for: it begins with a few kilobytes, which stay in the
//! processor's nearest cache, and grows fourfold when they are full.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::games::connect_four::board::BoardWord;
use crate::search::memory;

const WAYS: usize = 4;
/// Bits of the key in an entry, above 6 bits of work and two bounds of 7 bits.
const SIGNATURE_BITS: u32 = 44;
/// Buckets in use at first: 256.
const START_BITS: u32 = 8;
/// Added to bounds, so that they are positive: scores lie within ±50.
const OFFSET: i32 = 64;

/// The table. Reads and writes take `&self`.
pub struct Table {
    entries: Box<[AtomicU64]>,
    /// Index of the first entry at a cache line.
    first: usize,
    /// Two to this many buckets are in use.
    bits: u32,
    start_bits: u32,
    most_bits: u32,
    key_bits: u32,
}

/// Bounds of a score: nothing is known.
pub const UNKNOWN: (i32, i32) = (-OFFSET, OFFSET - 1);

impl Table {
    /// A table of at most `mib` mebibytes, less if the system has less to give, for keys of `key_bits` bits.
    pub fn new(mib: usize, key_bits: u32) -> Table {
        let wanted_bits = ((mib.max(1) << 20) / (8 * WAYS)).ilog2();
        let entries = |bits| bytemuck::try_zeroed_slice_box(((1usize << bits) + 2) * WAYS).ok();
        let (most_bits, mut entries): (u32, Box<[AtomicU64]>) = (0..=wanted_bits)
            .rev()
            .find_map(|bits| Some((bits, entries(bits)?)))
            .expect("memory for one bucket of the table");
        memory::prefer_large_pages(&mut entries);
        let first = entries.as_ptr().align_offset(64).min(8);
        let start_bits = START_BITS.min(most_bits);
        Table { entries, first, bits: start_bits, start_bits, most_bits, key_bits }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let used = self.first..self.first + (WAYS << self.bits);
        bytemuck::fill_zeroes(&mut self.entries[used]);
        self.bits = self.start_bits;
    }

    /// Entries in use; without limit when no more can be had.
    pub fn capacity(&self) -> u64 {
        if self.bits == self.most_bits { u64::MAX } else { (WAYS as u64) << self.bits }
    }

    /// Makes room for four times as many entries, as far as there is memory.
    pub fn grow(&mut self) {
        for _ in 0..2 {
            if self.bits < self.most_bits {
                self.double();
            }
        }
    }

    /// One more bit of the signature becomes part of the index: a bucket's entries go to two neighbours.
    fn double(&mut self) {
        let bit = 63 - (self.bits - self.start_bits);
        for bucket in (0..1usize << self.bits).rev() {
            let at = self.first + bucket * WAYS;
            let mut from = [0; WAYS];
            for (copy, entry) in from.iter_mut().zip(&mut self.entries[at..]) {
                *copy = std::mem::take(entry.get_mut());
            }
            let mut to = [self.first + 2 * bucket * WAYS, self.first + (2 * bucket + 1) * WAYS];
            for entry in from.into_iter().filter(|&entry| entry != 0) {
                let half = (entry >> bit & 1) as usize;
                *self.entries[to[half]].get_mut() = entry;
                to[half] += 1;
            }
        }
        self.bits += 1;
    }

    /// First entry of the bucket, and the signature in its place.
    #[inline(always)]
    fn locate<B: BoardWord>(&self, key: B) -> (usize, u64) {
        let (index, rest) = key.spread(self.key_bits, self.bits, self.start_bits);
        (self.first + index as usize * WAYS, rest >> (64 - SIGNATURE_BITS) << (64 - SIGNATURE_BITS))
    }

    /// Asks the processor to bring the bucket of this key near.
    #[inline(always)]
    pub fn prefetch<B: BoardWord>(&self, key: B) {
        memory::prefetch(&self.entries[self.locate(key).0]);
    }

    /// Lower and upper bound.
    #[inline(always)]
    pub fn probe<B: BoardWord>(&self, key: B) -> (i32, i32) {
        let (at, signature) = self.locate(key);
        for entry in &self.entries[at..at + WAYS] {
            let entry = entry.load(Relaxed);
            if (entry ^ signature) >> (64 - SIGNATURE_BITS) == 0 && entry & 0x3fff != 0 {
                return ((entry & 127) as i32 - OFFSET, (entry >> 7 & 127) as i32 - OFFSET);
            }
        }
        UNKNOWN
    }

    /// Remembers bounds (either may be that of [`UNKNOWN`]) found with this many nodes.
    #[inline(always)]
    pub fn store<B: BoardWord>(&self, key: B, (low, high): (i32, i32), nodes: u64) {
        let (at, signature) = self.locate(key);
        let work = u64::from(64 - nodes.leading_zeros()) << 14;
        let mut least = (u64::MAX, at);
        let (mut low, mut high) = (low, high);
        for (place, entry) in self.entries[at..at + WAYS].iter().enumerate() {
            let entry = entry.load(Relaxed);
            if (entry ^ signature) >> (64 - SIGNATURE_BITS) == 0 && entry & 0x3fff != 0 {
                low = low.max((entry & 127) as i32 - OFFSET);
                high = high.min((entry >> 7 & 127) as i32 - OFFSET);
                least = (0, at + place);
                break;
            }
            let effort = entry & (63 << 14);
            if effort < least.0 {
                least = (effort, at + place);
            }
        }
        let bounds = (low + OFFSET) as u64 | ((high + OFFSET) as u64) << 7;
        self.entries[least.1].store(signature | work | bounds, Relaxed);
    }
}

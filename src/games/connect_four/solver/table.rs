//! The solver's table: for a position, a lower and an upper bound of its score.
//!
//! An entry is one 64-bit word, so no reader sees half of one. Four entries make a bucket; the one that took the least
//! work is replaced. The index is the first bits of a mixed key and the entry holds the following ones. Mixing is one
//! to one, so on boards up to 56 bits (7x6 and 7x7 among them) the key is complete and a match is certain.
//!
//! On larger boards (8x8 and more) every entry has a second word in the same cache line, with the rest of the key, so
//! that a match is certain there too. Measured on 8x8 that costs no time. Two threads that write the same place at the
//! same moment can leave the first word of one and the second of the other: bounds then stand for a third position, the
//! one that has this index, the first's signature and the second's rest, if there is such a position and it is looked
//! up. That is the only uncertainty, and only with several threads on these boards.
//!
//! The table grows with the search: it begins with 4,096 buckets, which stay in a near cache, and doubles after eight
//! nodes for each entry. On 7x6 a small table in a near cache costs a tenth more nodes and takes a quarter less time
//! than a large one in memory.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::layout::Key;
use crate::search::memory;

const WAYS: usize = 4;
/// An entry, from the top: bits of the key, the logarithm of the work, upper and lower bound.
const SIGNATURE_BITS: u32 = 44;
const BOUND_BITS: u32 = 7;
const BOUND_MASK: u64 = (1 << BOUND_BITS) - 1;
const WORK_SHIFT: u32 = 2 * BOUND_BITS;
const WORK_MASK: u64 = 63 << WORK_SHIFT;
/// Nodes for each entry at which the table grows.
const NODES_PER_ENTRY: u64 = 8;
/// Buckets in use at first: 4,096 or 128 KiB, with second words twice that. With 256 the middle game takes 15 % more nodes and 6 % more time.
const START_BITS: u32 = 12;
/// Added to bounds, so that they are positive: scores lie within ±50.
const OFFSET: i32 = 64;

/// The table. Reads and writes take `&self`.
pub struct Table {
    entries: Box<[AtomicU64]>,
    /// Index of the first entry at a cache line.
    first: usize,
    /// Base-2 logarithm of the number of buckets in use.
    bits: u32,
    start_bits: u32,
    max_bits: u32,
    key_bits: u32,
    /// Does every entry have a second word?
    wide: bool,
}

fn zeroed(entries: usize) -> Option<Box<[AtomicU64]>> {
    bytemuck::try_zeroed_slice_box(entries).ok()
}

/// Bounds of a score: nothing is known.
pub const UNKNOWN: (i32, i32) = (-OFFSET, OFFSET - 1);

impl Table {
    /// A table of at most `mib` MiB for keys of `key_bits` bits; halved until the system has the memory.
    pub fn new(mib: usize, key_bits: u32) -> Table {
        let wide = key_bits > START_BITS + SIGNATURE_BITS;
        let words = WAYS << u32::from(wide);
        let sizes = (0..=((mib.max(1) << 20) / (8 * words)).ilog2()).rev();
        let (max_bits, mut entries) = sizes
            .flat_map(|bits| Some((bits, zeroed(((1 << bits) + 2) * words)?)))
            .next()
            .expect("memory for one bucket of the table");
        memory::prefer_large_pages(&mut entries);
        let first = entries.as_ptr().align_offset(64).min(8);
        let start_bits = START_BITS.min(max_bits);
        Table { entries, first, bits: start_bits, start_bits, max_bits, key_bits, wide }
    }

    /// First word of a bucket.
    #[inline(always)]
    fn at(&self, bucket: usize) -> usize {
        self.first + (bucket << (WAYS.ilog2() + u32::from(self.wide)))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let used = self.first..self.at(1 << self.bits);
        bytemuck::fill_zeroes(&mut self.entries[used]);
        self.bits = self.start_bits;
    }

    /// Nodes of a search after which the table should grow; unlimited if it cannot.
    pub fn room(&self) -> u64 {
        if self.bits == self.max_bits { u64::MAX } else { (NODES_PER_ENTRY * WAYS as u64) << self.bits }
    }

    /// Makes room for twice as many entries, if there is memory.
    pub fn grow(&mut self) {
        if self.bits < self.max_bits {
            self.double();
        }
    }

    /// One more bit of the signature becomes part of the index: a bucket's entries go to two neighbours.
    fn double(&mut self) {
        let bit = 63 - (self.bits - self.start_bits);
        for bucket in (0..1usize << self.bits).rev() {
            let mut to = [self.at(2 * bucket), self.at(2 * bucket + 1)];
            let mut from = [[0; 2]; WAYS];
            for (way, copy) in from.iter_mut().enumerate() {
                let at = self.at(bucket) + way;
                copy[0] = std::mem::take(self.entries[at].get_mut());
                if self.wide {
                    copy[1] = *self.entries[at + WAYS].get_mut();
                }
            }
            for [entry, rest] in from.into_iter().filter(|copy| copy[0] != 0) {
                let at = &mut to[(entry >> bit & 1) as usize];
                *self.entries[*at].get_mut() = entry;
                if self.wide {
                    *self.entries[*at + WAYS].get_mut() = rest;
                }
                *at += 1;
            }
        }
        self.bits += 1;
    }

    /// First entry of the bucket, and the signature in its place.
    #[inline(always)]
    fn locate<K: Key>(&self, key: K) -> (usize, u64) {
        let (index, rest) = key.spread(self.key_bits, self.bits, self.start_bits);
        (self.at(index as usize), rest >> (64 - SIGNATURE_BITS) << (64 - SIGNATURE_BITS))
    }

    /// Prefetches the bucket of this key into the cache.
    #[inline(always)]
    pub fn prefetch<K: Key>(&self, key: K) {
        memory::prefetch(&self.entries[self.locate(key).0]);
    }

    /// Does the entry of this signature at this place belong to the key?
    #[inline(always)]
    fn belongs<K: Key>(&self, at: usize, key: K) -> bool {
        !self.wide || self.entries[at + WAYS].load(Relaxed) == self.rest(key)
    }

    /// The part of the key that is neither in the index nor in the signature.
    #[inline(always)]
    fn rest<K: Key>(&self, key: K) -> u64 {
        key.rest(self.key_bits, self.start_bits + SIGNATURE_BITS)
    }

    /// Lower and upper bound.
    #[inline(always)]
    pub fn probe<K: Key>(&self, key: K) -> (i32, i32) {
        let (at, signature) = self.locate(key);
        for (place, entry) in self.entries[at..at + WAYS].iter().enumerate() {
            if let Some(bounds) = bounds_of(entry.load(Relaxed), signature)
                && self.belongs(at + place, key)
            {
                return bounds;
            }
        }
        UNKNOWN
    }

    /// Stores a lower bound found with `nodes` nodes.
    #[inline(always)]
    pub fn store_lower<K: Key>(&self, key: K, low: i32, nodes: u64) {
        self.store(key, (low, UNKNOWN.1), nodes);
    }

    /// Stores an upper bound found with `nodes` nodes.
    #[inline(always)]
    pub fn store_upper<K: Key>(&self, key: K, high: i32, nodes: u64) {
        self.store(key, (UNKNOWN.0, high), nodes);
    }

    #[inline(always)]
    fn store<K: Key>(&self, key: K, (mut low, mut high): (i32, i32), nodes: u64) {
        let (at, signature) = self.locate(key);
        let mut replaced = (u64::MAX, at);
        for (place, entry) in self.entries[at..at + WAYS].iter().enumerate() {
            let entry = entry.load(Relaxed);
            if let Some(bounds) = bounds_of(entry, signature)
                && self.belongs(at + place, key)
            {
                (low, high) = (low.max(bounds.0), high.min(bounds.1));
                replaced.1 = at + place;
                break;
            }
            let effort = entry & WORK_MASK;
            if effort < replaced.0 {
                replaced = (effort, at + place);
            }
        }
        let work = u64::from(64 - nodes.leading_zeros()) << WORK_SHIFT;
        let bounds = (low + OFFSET) as u64 | ((high + OFFSET) as u64) << BOUND_BITS;
        self.entries[replaced.1].store(signature | work | bounds, Relaxed);
        if self.wide {
            self.entries[replaced.1 + WAYS].store(self.rest(key), Relaxed);
        }
    }
}

/// The bounds in an entry, if it is of the position with this signature.
#[inline(always)]
fn bounds_of(entry: u64, signature: u64) -> Option<(i32, i32)> {
    let bounds = entry & ((1 << WORK_SHIFT) - 1);
    let fits = (entry ^ signature) >> (64 - SIGNATURE_BITS) == 0 && bounds != 0;
    let bound = |shift: u32| (bounds >> shift & BOUND_MASK) as i32 - OFFSET;
    fits.then(|| (bound(0), bound(BOUND_BITS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that differ only in their rest.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct TestKey(u64);

    impl Key for TestKey {
        fn spread(self, _width: u32, _first: u32, _skipped: u32) -> (u64, u64) {
            (0, 1 << 40)
        }

        fn rest(self, _width: u32, _known: u32) -> u64 {
            self.0
        }
    }

    #[test]
    fn keys_that_differ_only_past_the_signature_are_not_taken_for_each_other() {
        let mut table = Table::new(1, 72);
        table.store_lower(TestKey(1), 3, 5);
        table.store_upper(TestKey(2), 7, 5);
        for _ in 0..2 {
            assert_eq!(table.probe(TestKey(1)), (3, UNKNOWN.1));
            assert_eq!(table.probe(TestKey(2)), (UNKNOWN.0, 7));
            assert_eq!(table.probe(TestKey(3)), UNKNOWN);
            table.grow();
        }
        table.clear();
        assert_eq!(table.probe(TestKey(1)), UNKNOWN);
    }

    #[test]
    fn bounds_survive_growing_on_boards_of_any_size() {
        for key_bits in [20, 49, 56, 63] {
            let mut table = Table::new(4, key_bits);
            let keys = (0..2000).map(|n: u64| (n * 0x9e37_79b9) & ((1 << key_bits) - 1));
            for (n, key) in keys.clone().enumerate() {
                table.store_lower(key, n as i32 % 50, 1);
            }
            let found = |table: &Table| keys.clone().map(|key| table.probe(key)).collect::<Vec<_>>();
            let before = found(&table);
            table.grow();
            table.grow();
            assert_eq!(found(&table), before, "{key_bits} bits");
        }
    }
}

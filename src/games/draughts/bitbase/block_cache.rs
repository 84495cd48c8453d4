//! Decompressed blocks of a bitbase, shared by all threads without locks.
//!
//! Reading one value takes microseconds, as long as searching a dozen positions, and a search reads its neighbours
//! next.
//!
//! The cache is direct-mapped. A word holds [`VALUES`] values and, above them, which of the blocks of its slot they
//! belong to. So each word is read by itself, and a block that another thread is writing is never taken for the old
//! one.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use once_cell::sync::OnceCell;

use super::run_length::BLOCK;

/// Number of values in a word, of two bits each.
const VALUES: usize = 24;
const VALUE_BITS: usize = 2 * VALUES;
/// Number of words of a block.
const WORDS: usize = BLOCK.div_ceil(VALUES);

/// Smallest and largest number of slots, of 1.3 KiB each.
const SLOTS: [usize; 2] = [1 << 12, 1 << 15];
/// Number of blocks of the bitbase for each slot, within these bounds.
const BLOCKS_PER_SLOT: usize = 16;
/// Maximum number of blocks: a word must distinguish the blocks of its slot.
pub(super) const MAX_BLOCKS: usize = SLOTS[1] * (u16::MAX as usize);

/// The blocks that were read last. Memory of a slot is allocated when it is first used: most games need few.
pub(super) struct BlockCache {
    slots: Vec<OnceCell<Box<[AtomicU64]>>>,
    /// Bits of a block's number that choose its slot.
    slot_bits: u32,
}

impl BlockCache {
    /// An empty cache for a bitbase with this number of blocks.
    pub(super) fn new(blocks: usize) -> BlockCache {
        let slots = (blocks / BLOCKS_PER_SLOT).next_power_of_two().clamp(SLOTS[0], SLOTS[1]);
        let slots = slots.min(blocks.next_power_of_two());
        let slot_bits = slots.ilog2();
        BlockCache { slots: (0..slots).map(|_| OnceCell::new()).collect(), slot_bits }
    }

    /// The value at `place` of block `number`, if it is in the cache.
    #[inline]
    pub(super) fn value(&self, number: usize, place: usize) -> Option<u8> {
        let words = self.slots[number & (self.slots.len() - 1)].get()?;
        let word = words[place / VALUES].load(Relaxed);
        (word >> VALUE_BITS == self.tag(number)).then_some((word >> (2 * (place % VALUES)) & 3) as u8)
    }

    /// Puts a block into the cache; `values` has the [`BLOCK`] values of block `number`, 0 to 3.
    pub(super) fn put(&self, number: usize, values: &[u8]) {
        let slot = &self.slots[number & (self.slots.len() - 1)];
        let words = slot.get_or_init(|| (0..WORDS).map(|_| AtomicU64::new(0)).collect());
        for (word, values) in words.iter().zip(values.chunks(VALUES)) {
            let packed = values.iter().rev().fold(0, |packed, &value| packed << 2 | u64::from(value));
            word.store(self.tag(number) << VALUE_BITS | packed, Relaxed);
        }
    }

    /// Distinguishes a block from the others of its slot, and from an empty slot.
    #[inline]
    fn tag(&self, number: usize) -> u64 {
        (number >> self.slot_bits) as u64 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of a block, different for each number.
    fn values(number: usize) -> Vec<u8> {
        (0..BLOCK).map(|place| ((place / (number % 7 + 1) + number) % 3) as u8).collect()
    }

    #[test]
    fn a_block_is_read_as_it_was_put_until_another_takes_its_slot() {
        let cache = BlockCache::new(100_000);
        let slots = cache.slots.len();
        for number in [0, 5, slots - 1, 5 + slots, 5 + 20 * slots] {
            assert!((0..BLOCK).all(|place| cache.value(number, place).is_none()));
            let values = values(number);
            cache.put(number, &values);
            assert!((0..BLOCK).all(|place| cache.value(number, place) == Some(values[place])));
        }
        assert_eq!(cache.value(5, 0), None, "its slot has another block");
        assert!(cache.value(0, 0).is_some());
    }

    #[test]
    fn threads_that_share_a_slot_never_read_a_foreign_value() {
        let cache = BlockCache::new(100_000);
        let slots = cache.slots.len();
        let blocks: Vec<(usize, Vec<u8>)> = (0..4).map(|n| (3 + n * slots, values(3 + n * slots))).collect();
        std::thread::scope(|scope| {
            for (number, values) in &blocks {
                let cache = &cache;
                scope.spawn(move || {
                    for round in 0..300 {
                        cache.put(*number, values);
                        for place in (round % 5..BLOCK).step_by(5) {
                            let found = cache.value(*number, place);
                            assert!(found.is_none_or(|found| found == values[place]), "{number} {place}");
                        }
                    }
                });
            }
        });
    }
}

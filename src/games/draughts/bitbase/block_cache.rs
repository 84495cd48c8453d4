//! Decompressed blocks of a bitbase, for one search thread.
//!
//! Reading one value takes microseconds, as long as searching a dozen positions, and a search reads its neighbours
//! next.

use super::run_length::{BLOCK, Code, unpack};

/// Number of blocks in the cache: at most 2 MiB.
const BLOCKS: usize = 512;

/// The blocks read last, in a direct-mapped cache.
///
/// Memory of a block is allocated when it is first read: most games need few, and a table of all of them, freed and
/// allocated again with every game, would fragment memory by mebibytes.
#[derive(Clone, Default)]
pub(super) struct BlockCache {
    /// Empty until the first value is read.
    slots: Vec<Slot>,
}

/// A decompressed block, and its number.
#[derive(Clone, Default)]
struct Slot {
    number: usize,
    /// Empty if no block was read here.
    values: Vec<u8>,
}

impl BlockCache {
    /// The value at `place` of block `number`, which is `bytes` in `code`. All calls must be for the same bitbase.
    #[inline]
    pub(super) fn value(&mut self, code: &Code, number: usize, bytes: &[u8], place: usize) -> u8 {
        if self.slots.is_empty() {
            self.slots.resize_with(BLOCKS, Slot::default);
        }
        let slot = &mut self.slots[number % BLOCKS];
        if slot.number != number || slot.values.is_empty() {
            slot.values.resize(BLOCK, 0);
            unpack(code, bytes, &mut slot.values);
            slot.number = number;
        }
        slot.values[place]
    }
}

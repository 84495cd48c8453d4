//! Blocks of a bitbase as they were unpacked, for one thread of a search.
//!
//! To read one value takes microseconds, as long as a dozen positions searched, and a search asks for its neighbours next.

use super::run_length::{BLOCK, Code, unpack};

/// Blocks kept: two mebibytes at most.
const BLOCKS: usize = 512;

/// The blocks read last, each in the only place if it may be.
///
/// A block's memory is taken when it is first read: most games need few, and a table of all of them, given back and taken
/// again with every game, would leave holes of mebibytes.
#[derive(Clone, Default)]
pub(super) struct BlockCache {
    /// Empty until a value is asked.
    slots: Vec<Slot>,
}

/// A block as it was unpacked, and its number.
#[derive(Clone, Default)]
struct Slot {
    number: usize,
    /// Empty: no block was read here.
    values: Vec<u8>,
}

impl BlockCache {
    /// The value at a place of the block with this number, which these bytes hold in this code. All calls are for one
    /// bitbase.
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

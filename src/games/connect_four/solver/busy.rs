//! Which positions the other threads are searching.
//!
//! A thread marks the position after a move while it searches it. Others put that move off to the end, when the table
//! holds most of its search: so they share the moves of a node without talking to each other (ABDADA, Weill 1996, as
//! simplified by Kerrigan). A mark that is overwritten or comes too late costs time only.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::layout::Key;

/// Two to this many marks.
const BITS: u32 = 12;

/// Marks of all threads. Reads and writes take `&self`.
pub struct Busy {
    marks: [AtomicU64; 1 << BITS],
    key_bits: u32,
}

impl Busy {
    /// No marks, for keys of `key_bits` bits.
    pub fn new(key_bits: u32) -> Busy {
        Busy { marks: [const { AtomicU64::new(0) }; 1 << BITS], key_bits }
    }

    /// Is a thread searching this position?
    pub fn holds<K: Key>(&self, key: K) -> bool {
        let (mark, sign) = self.locate(key);
        mark.load(Relaxed) == sign
    }

    /// A thread begins to search this position.
    pub fn begin<K: Key>(&self, key: K) {
        let (mark, sign) = self.locate(key);
        mark.store(sign, Relaxed);
    }

    /// A thread has searched this position.
    pub fn end<K: Key>(&self, key: K) {
        self.locate(key).0.store(0, Relaxed);
    }

    fn locate<K: Key>(&self, key: K) -> (&AtomicU64, u64) {
        let (index, rest) = key.spread(self.key_bits, BITS, BITS);
        (&self.marks[index as usize], rest | 1)
    }
}

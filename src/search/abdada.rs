//! The moves that the threads of a search are searching right now.
//!
//! A thread marks a move while it searches it. The others defer that move until they have tried the rest of the node;
//! by then the table holds most of its search. So threads share the moves of a node without communication (ABDADA,
//! Weill 1996, as simplified by Kerrigan). A mark that is overwritten or comes too late only costs time.
//!
//! The search marks moves of a node; a solver may mark positions, by its own keys.

use std::sync::atomic::{AtomicU64, Ordering};

/// Marks of all threads of a search.
pub struct CurrentlySearching {
    marks: Box<[AtomicU64]>,
    /// Base-2 logarithm of the number of marks.
    bits: u32,
}

impl CurrentlySearching {
    /// Room for 2^`bits` marks, none of them set.
    pub fn new(bits: u32) -> CurrentlySearching {
        CurrentlySearching { marks: (0..1 << bits).map(|_| AtomicU64::new(0)).collect(), bits }
    }

    /// The mark of a move in the node with this table key.
    pub fn of_move(&self, key: u64, move_code: u16) -> Mark<'_> {
        let mixed = (key ^ u64::from(move_code)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.at((mixed >> (u64::BITS - self.bits)) as usize, mixed)
    }

    /// The mark with this signature at this index. The lowest bit of the signature is ignored.
    #[inline]
    pub fn at(&self, place: usize, signature: u64) -> Mark<'_> {
        Mark { place: &self.marks[place & (self.marks.len() - 1)], signature: signature | 1 }
    }
}

/// The mark of one move.
#[derive(Clone, Copy)]
pub struct Mark<'a> {
    place: &'a AtomicU64,
    signature: u64,
}

impl Mark<'_> {
    /// Is a thread searching the move?
    pub fn is_set(self) -> bool {
        self.place.load(Ordering::Relaxed) == self.signature
    }

    /// A thread begins to search it.
    pub fn set(self) {
        self.place.store(self.signature, Ordering::Relaxed);
    }

    /// A thread has searched it.
    pub fn clear(self) {
        self.place.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_of_one_move_in_one_node_and_goes_with_its_search() {
        let searching = CurrentlySearching::new(15);
        let key = 0x1234_5678_9abc_def0;
        searching.of_move(key, 7).set();
        assert!(searching.of_move(key, 7).is_set());
        assert!(!searching.of_move(key, 8).is_set());
        assert!(!searching.of_move(key ^ (1 << 40), 7).is_set());
        searching.of_move(key, 7).clear();
        assert!(!searching.of_move(key, 7).is_set());
    }
}

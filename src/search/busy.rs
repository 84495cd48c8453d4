//! Which moves the threads of a search are searching right now.
//!
//! A thread marks a move of a node while it searches it. The others put that move off until they have tried the rest of the
//! node, when the table holds most of its search: so they share the moves of a node without talking to each other (ABDADA,
//! Weill 1996, as simplified by Kerrigan). A mark that is overwritten or comes too late costs time only.

use std::sync::atomic::{AtomicU64, Ordering};

/// Two to this many marks: so many that threads seldom write to the same cache line.
const BITS: u32 = 15;

/// Marks of all threads of a search.
pub struct Busy {
    marks: Box<[AtomicU64]>,
}

impl Busy {
    /// No marks.
    pub fn new() -> Busy {
        Busy { marks: (0..1 << BITS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// The mark of a move in the node with this table key.
    pub fn mark(&self, key: u64, move_code: u16) -> Mark<'_> {
        let signature = (key ^ u64::from(move_code)).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        Mark { place: &self.marks[(signature >> (u64::BITS - BITS)) as usize], signature }
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
        let busy = Busy::new();
        let key = 0x1234_5678_9abc_def0;
        busy.mark(key, 7).set();
        assert!(busy.mark(key, 7).is_set());
        assert!(!busy.mark(key, 8).is_set());
        assert!(!busy.mark(key ^ (1 << 40), 7).is_set());
        busy.mark(key, 7).clear();
        assert!(!busy.mark(key, 7).is_set());
    }
}

//! The memory of the transposition table: when it is taken, brought in and given back.
//!
//! The system takes seconds to provide a table of gigabytes and, with small pages, most of a second to take it back. Both
//! happen in threads of their own: one brings the pages in while the engine does whatever comes next, one drops a large
//! table. A large table is cleared by dropping it and taking another one, whose pages are zero.
//!
//! What must always hold: a search finds the same in a table whose pages exist and in one whose pages are not.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::tt::Tt;

/// A table up to this size is brought in at once: a millisecond or two.
const QUICK_BYTES: usize = 4 << 20;
/// A table up to this size is cleared and dropped by the one who asks for it: some ten milliseconds.
pub const LARGE_MIB: usize = 256;

/// The table of a searcher, or the place for it.
pub struct TableMemory {
    mib: usize,
    tt: Option<Arc<Tt>>,
    /// Has a search been given the table, so that there is something to forget?
    used: bool,
    /// Stops the thread that brings the pages in.
    unwanted: Arc<AtomicBool>,
}

impl TableMemory {
    /// A table of `mib` mebibytes, as soon as one is needed.
    pub fn new(mib: usize) -> TableMemory {
        TableMemory { mib, tt: None, used: false, unwanted: Arc::default() }
    }

    /// Changes the size; what the table held is lost.
    pub fn resize(&mut self, mib: usize) {
        self.give_back();
        self.mib = mib;
    }

    /// Is there a table?
    pub fn is_taken(&self) -> bool {
        self.tt.is_some()
    }

    /// Forgets what searches have stored.
    pub fn clear(&mut self) {
        if !self.used {
            return;
        }
        match self.tt.as_mut().and_then(Arc::get_mut) {
            Some(tt) if tt.bytes() <= LARGE_MIB << 20 => {
                tt.clear();
                self.used = false;
            }
            _ => self.give_back(),
        }
    }

    /// Takes the memory, and has its pages brought in.
    pub fn prepare(&mut self) {
        if self.tt.is_some() {
            return;
        }
        let tt = Arc::new(Tt::new(self.mib));
        self.tt = Some(Arc::clone(&tt));
        if tt.bytes() <= QUICK_BYTES {
            tt.touch(&self.unwanted);
            return;
        }
        let unwanted = Arc::clone(&self.unwanted);
        // Without a thread the pages come as the search asks for them.
        let _ = thread::Builder::new().name("table memory".to_string()).spawn(move || tt.touch(&unwanted));
    }

    /// The table, for a search.
    pub fn for_search(&mut self) -> &Tt {
        self.used = true;
        self.tt.get_or_insert_with(|| Arc::new(Tt::new(self.mib)))
    }

    fn give_back(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
        self.unwanted = Arc::default();
        self.used = false;
        if let Some(tt) = self.tt.take() {
            let large = tt.bytes() > LARGE_MIB << 20;
            drop_aside(tt, large);
        }
    }
}

impl Drop for TableMemory {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// Drops something that holds memory; if it is `large`, in a thread of its own.
pub fn drop_aside<T: Send + 'static>(thing: T, large: bool) {
    if large {
        // If there is no thread to be had, the closure is dropped here, and the thing with it.
        let _ = thread::Builder::new().name("memory given back".to_string()).spawn(move || drop(thing));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tt::TtEntry;
    use super::*;
    use crate::contract::Bound;

    /// A table with an entry under this key.
    fn with_entry(mib: usize, key: u64) -> TableMemory {
        let mut memory = TableMemory::new(mib);
        memory.prepare();
        memory.for_search().store(key, TtEntry { bound: Bound::Exact, depth: 3, ..TtEntry::EMPTY });
        assert!(memory.for_search().probe(key).is_some());
        memory
    }

    #[test]
    fn a_cleared_table_knows_nothing_whatever_its_size() {
        for mib in [1, 8, LARGE_MIB + 1] {
            let mut memory = with_entry(mib, 77);
            memory.clear();
            memory.prepare();
            assert_eq!(memory.for_search().probe(77), None, "{mib} MiB");
        }
    }

    #[test]
    fn a_table_of_another_size_knows_nothing() {
        let mut memory = with_entry(1, 77);
        memory.resize(2);
        assert_eq!(memory.for_search().probe(77), None);
        assert!(memory.for_search().bytes() > 2 << 20);
    }

    #[test]
    fn preparing_a_table_that_is_there_changes_nothing() {
        let mut memory = with_entry(8, 77);
        memory.prepare();
        assert!(memory.for_search().probe(77).is_some());
    }
}

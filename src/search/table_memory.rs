//! The memory of the transposition table: when it is allocated, mapped and freed.
//!
//! The system needs seconds to map a table of gigabytes and, with small pages, most of a second to free it. Both happen
//! in threads of their own: one touches the pages while the engine continues, one drops a large table. A large table is
//! cleared by replacing it with a new one, whose pages are zero.
//!
//! Invariant: the result of a search does not depend on which pages are mapped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::tt::Tt;

/// A table up to this size is mapped at once, in a millisecond or two.
const QUICK_BYTES: usize = 4 << 20;
/// A table up to this size is cleared and dropped by the calling thread, in some ten milliseconds.
pub const LARGE_MIB: usize = 256;

/// The table of a searcher, or a place for it.
pub struct TableMemory {
    mib: usize,
    tt: Option<Arc<Tt>>,
    /// Has a search used the table, so that there is something to forget?
    used: bool,
    /// Stops the thread that touches the pages.
    unwanted: Arc<AtomicBool>,
}

impl TableMemory {
    /// A table of `mib` MiB, as soon as one is needed.
    pub fn new(mib: usize) -> TableMemory {
        TableMemory { mib, tt: None, used: false, unwanted: Arc::default() }
    }

    /// Changes the size; what the table held is lost.
    pub fn resize(&mut self, mib: usize) {
        self.give_back();
        self.mib = mib;
    }

    /// Is a table allocated?
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

    /// Allocates the memory, and has its pages touched.
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
        // Without a thread the pages are allocated as the search touches them.
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
        // If no thread is available, the closure is dropped here, together with its value.
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

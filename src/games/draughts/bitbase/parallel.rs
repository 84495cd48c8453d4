//! Work that is shared among threads, item by item.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::threads::start_all;

/// Runs `work` on every item, with `threads` threads.
pub(super) fn in_parallel<T: Sync>(items: &[T], threads: usize, work: &(dyn Fn(&T) + Sync)) {
    let threads = threads.clamp(1, items.len().max(1));
    if threads == 1 {
        return items.iter().for_each(work);
    }
    let next = AtomicUsize::new(0);
    let run = || {
        while let Some(item) = items.get(next.fetch_add(1, Relaxed)) {
            work(item);
        }
    };
    std::thread::scope(|scope| {
        start_all(scope, (1..threads).map(|_| run));
        run();
    });
}

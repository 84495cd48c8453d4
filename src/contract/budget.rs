//! What a running search may still spend: the stop flag, nodes and time, shared by its threads.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Duration;

use super::{Deadline, StopHandle};

/// The part of the limits that every node looks at.
#[derive(Debug)]
pub struct Budget {
    stop: StopHandle,
    /// One of [`FIRST_ITERATION`], [`RUNNING`], [`FINISHED`].
    phase: AtomicU8,
    /// Nodes that the threads of the search may count: the limit less what others spend.
    node_limit: AtomicU64,
    /// Nodes spent by others than these threads.
    elsewhere: AtomicU64,
    deadline: Deadline,
    counted: Counter,
}

/// Nodes of one thread.
#[derive(Clone, Copy, Debug)]
pub struct NodeCounter {
    nodes: u64,
    /// Number of them that the budget knows of.
    polled: u64,
    /// Nodes between two checks of the limits.
    interval: u64,
}

impl Default for NodeCounter {
    fn default() -> NodeCounter {
        NodeCounter { nodes: 0, polled: 0, interval: SLOW_POLL_INTERVAL }
    }
}

impl NodeCounter {
    /// Counts one node more.
    #[inline]
    pub fn add(&mut self) {
        self.nodes += 1;
    }

    /// Nodes counted so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    fn unpolled(&self) -> u64 {
        self.nodes - self.polled
    }
}

/// A number that all threads write, alone in its cache lines: its neighbours are read at every node.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Counter(AtomicU64);

/// The first iteration runs: nothing ends the search.
const FIRST_ITERATION: u8 = 0;
/// Limits, clock and stop apply.
const RUNNING: u8 = 1;
/// The search has ended.
const FINISHED: u8 = 2;

/// Once in this many nodes, a thread adds them to those of the others, and checks the clock and the flags.
const POLL_INTERVAL: u64 = 128;
/// The interval at first, since nodes are slow until memory is mapped, and whenever nodes are slow.
const SLOW_POLL_INTERVAL: u64 = 16;

impl Budget {
    /// A budget of `node_limit` nodes until `deadline`, ended early by `stop`; none of them counts before
    /// [`Budget::may_end`], so that even the shortest search knows a move.
    pub fn new(stop: StopHandle, node_limit: Option<u64>, deadline: Deadline) -> Budget {
        Budget {
            stop,
            phase: AtomicU8::new(FIRST_ITERATION),
            node_limit: AtomicU64::new(node_limit.unwrap_or(u64::MAX)),
            elsewhere: AtomicU64::new(0),
            deadline,
            counted: Counter::default(),
        }
    }

    /// A budget that never runs out, for tests and tools.
    pub fn unlimited() -> Budget {
        Budget::new(StopHandle::default(), None, Deadline::never())
    }

    /// Is it over? `counter` is the calling thread's own. The costly check is made only once in some nodes; but a
    /// thread that has reached the node limit alone checks at every node, so that the limit is exact for one thread.
    #[inline]
    pub fn must_stop(&self, counter: &mut NodeCounter) -> bool {
        if self.is_finished() {
            return true;
        }
        if counter.unpolled() < counter.interval && counter.nodes < self.node_limit.load(Ordering::Relaxed) {
            return false;
        }
        self.poll(counter)
    }

    #[cold]
    fn poll(&self, counter: &mut NodeCounter) -> bool {
        let news = counter.unpolled();
        counter.polled = counter.nodes;
        // If a node takes more than a microsecond, reading the clock costs next to nothing.
        let slow = self.deadline.elapsed().as_micros() > u128::from(counter.nodes);
        counter.interval = if slow { SLOW_POLL_INTERVAL } else { POLL_INTERVAL };
        let spent = self.counted.0.fetch_add(news, Ordering::Relaxed) + news;
        if self.phase.load(Ordering::Relaxed) == FIRST_ITERATION {
            return false;
        }
        let over = spent >= self.node_limit.load(Ordering::Relaxed) || self.is_called_off();
        if over {
            self.finish();
        }
        over
    }

    /// Is it over apart from the number of nodes: stopped, ended, or out of time?
    pub fn is_called_off(&self) -> bool {
        self.is_finished() || self.stop.is_stopped() || self.deadline.is_past(&self.stop)
    }

    /// The next point at which the search panics, for tests.
    #[cfg(test)]
    pub fn fault(&self) -> &super::fault::Fault {
        self.stop.fault()
    }

    /// Checks all limits now, between iterations.
    pub fn check(&self, counter: &mut NodeCounter) -> bool {
        self.is_finished() || self.poll(counter)
    }

    /// Nodes that may still be spent, as seen by the thread with this counter.
    pub fn room(&self, counter: &NodeCounter) -> u64 {
        self.node_limit.load(Ordering::Relaxed).saturating_sub(self.searched_nodes(counter))
    }

    /// Counts nodes that were spent by others than the threads of the search. To be called by one thread only.
    pub fn spend_elsewhere(&self, nodes: u64) {
        self.elsewhere.fetch_add(nodes, Ordering::Relaxed);
        let limit = self.node_limit.load(Ordering::Relaxed);
        if limit < u64::MAX {
            self.node_limit.store(limit.saturating_sub(nodes), Ordering::Relaxed);
        }
    }

    /// The first iteration is done: there is a move that was searched, and limits hold from now on.
    pub fn may_end(&self) {
        let _ = self.phase.compare_exchange(FIRST_ITERATION, RUNNING, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Nodes of the threads of the search alone, seen like [`Budget::total_nodes`].
    pub fn searched_nodes(&self, counter: &NodeCounter) -> u64 {
        self.counted.0.load(Ordering::Relaxed) + counter.unpolled()
    }

    /// Nodes counted with [`Budget::spend_elsewhere`].
    pub fn spent_elsewhere(&self) -> u64 {
        self.elsewhere.load(Ordering::Relaxed)
    }

    /// Ends the search on every thread.
    pub fn finish(&self) {
        self.phase.store(FINISHED, Ordering::Relaxed);
    }

    /// Has the search ended?
    pub fn is_finished(&self) -> bool {
        self.phase.load(Ordering::Relaxed) == FINISHED
    }

    /// Time on the own clock; `None` while pondering.
    pub fn thinking_time(&self) -> Option<Duration> {
        self.deadline.thinking_time(&self.stop)
    }

    /// Nodes of all threads and of others, as seen by the thread with this counter. The other threads are behind by
    /// less than a polling interval each.
    pub fn total_nodes(&self, counter: &NodeCounter) -> u64 {
        self.searched_nodes(counter) + self.spent_elsewhere()
    }

    /// Time since the search was started.
    pub fn elapsed(&self) -> Duration {
        self.deadline.elapsed()
    }
}

//! Waiting queries and running searches, shared by all threads.
//!
//! Threads take the next answer directly from here: highest priority first, then in order of arrival, then in order of
//! turns. A query of higher priority never interrupts a running search. A query with a thousand turns is one entry, so
//! that the lines read bound the memory.
//!
//! `state` has the bookkeeping; this file has the lock and wakes waiting threads.
//!
//! Invariants: a query gets one final answer for each of its turns, or one error and nothing after it; its id is free
//! for another query as soon as its last answer is written.

mod state;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::{Condvar, Mutex};

use self::state::State;
use super::fields::Id;
use super::request::Query;
use crate::contract::StopHandle;

/// Maximum number of waiting queries; beyond it no more lines are read.
pub(super) const MAX_WAITING: usize = 10_000;
/// Maximum total length of the lines of waiting queries, in bytes.
const MAX_WAITING_BYTES: usize = 32 << 20;

/// The queue, shared by all threads.
pub(super) struct QueryQueue {
    state: Mutex<State>,
    /// Signalled when there is something to do, or when no more queries will come.
    work: Condvar,
    /// Gets a message when the queue has become shorter.
    room: Sender<()>,
}

/// One answer to compute.
pub(super) struct Assignment {
    pub query: Arc<Query>,
    /// Index of the answer in the query.
    pub index: usize,
    /// Number of requests to clear the tables so far.
    pub clearings: u64,
    number: u64,
}

/// How the work of an assignment ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// The answer must be written.
    Complete,
    /// The answer must be written, but the search was terminated.
    Terminated,
    /// The query was refused in the meantime: nothing must be written.
    Refused,
}

/// Answers that will not be computed.
pub(super) struct Dropped {
    pub query: Arc<Query>,
    /// Their indices.
    pub indices: Vec<usize>,
}

/// Queries and searches that a termination has ended.
#[derive(Default)]
pub(super) struct Terminated {
    /// Answers that were waiting.
    pub dropped: Vec<Dropped>,
    /// Number of searches that were stopped.
    pub stopped: usize,
}

impl Terminated {
    /// Number of answers that this termination ended.
    pub fn answers(&self) -> usize {
        let dropped: usize = self.dropped.iter().map(|d| d.indices.len()).sum();
        dropped + self.stopped
    }
}

impl QueryQueue {
    /// An empty queue for this number of threads, and a channel that gets a message whenever it has become shorter.
    pub fn new(threads: usize) -> (QueryQueue, Receiver<()>) {
        let (room, shorter) = bounded(1);
        (QueryQueue { state: Mutex::new(State::new(threads)), work: Condvar::new(), room }, shorter)
    }

    /// May another query be admitted?
    pub fn has_room(&self) -> bool {
        self.state.lock().has_room()
    }

    /// Puts a query into the queue; returns it if a query that is not fully answered has the same id.
    pub fn admit(&self, query: Box<Query>) -> Result<(), Box<Query>> {
        let is_for_one = query.answers() == 1;
        self.state.lock().admit(query)?;
        if is_for_one {
            self.work.notify_one();
        } else {
            self.work.notify_all();
        }
        Ok(())
    }

    /// The next answer to compute; waits for one. `None` when no more will come.
    pub fn take(&self, thread: usize) -> Option<Assignment> {
        let mut state = self.state.lock();
        loop {
            if let Some(assignment) = state.next(thread) {
                // The channel holds one message: if it is full, the reader has not seen it yet.
                let _ = self.room.try_send(());
                return Some(assignment);
            }
            if state.closed {
                return None;
            }
            self.work.wait(&mut state);
        }
    }

    /// The same without waiting: `None` if there is nothing to do now.
    pub fn try_take(&self, thread: usize) -> Option<Assignment> {
        self.state.lock().next(thread)
    }

    /// Called before a search begins: from now on `stop` ends it. `false`: it has already been terminated.
    pub fn begin(&self, thread: usize, stop: &StopHandle) -> bool {
        self.state.lock().begin(thread, stop)
    }

    /// Called when the work of an assignment has ended, but before the answer is written, because the id is free
    /// afterwards.
    pub fn end(&self, thread: usize, assignment: &Assignment) -> Ending {
        self.state.lock().end(thread, assignment)
    }

    /// Called when an assignment failed, and with it all others of its query. `true`: this is the first failure of the
    /// query, and the error must be written.
    pub fn fail(&self, thread: usize, assignment: &Assignment) -> bool {
        self.state.lock().fail(thread, assignment)
    }

    /// Ends the query with this id, or only these of its turns: waiting answers are dropped, running searches are stopped.
    pub fn terminate(&self, id: &Id, turns: Option<&[usize]>) -> Terminated {
        self.state.lock().terminate(id, turns)
    }

    /// Ends all queries.
    pub fn terminate_all(&self) -> Terminated {
        self.state.lock().terminate_all()
    }

    /// Ends the queries that only a termination can end.
    pub fn terminate_endless(&self) -> Terminated {
        self.state.lock().terminate_endless()
    }

    /// Makes every thread clear its tables before its next search.
    pub fn clear_hash(&self) {
        self.state.lock().clearings += 1;
    }

    /// Called when no more queries will come: threads end when the queue is empty.
    pub fn close(&self) {
        self.state.lock().closed = true;
        self.work.notify_all();
    }

    /// Ends everything, because the output is closed.
    pub fn cancel(&self) {
        self.terminate_all();
        self.close();
    }

    /// Ends everything, because a thread has panicked.
    pub fn mark_broken(&self) {
        self.state.lock().broken = true;
        self.cancel();
    }

    /// Has a thread panicked?
    pub fn is_broken(&self) -> bool {
        self.state.lock().broken
    }
}

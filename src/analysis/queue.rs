//! What waits and what runs, seen by all threads.
//!
//! Workers take the next answer that is owed straight from here, so that no thread stands between them and the queue:
//! highest priority first, among equals the query that came first, and its turns in their order. Nothing that runs is
//! pre-empted. A query with a thousand turns is one entry, so that memory is bounded by what was read.
//!
//! What must always hold: a query has one final answer for each of its turns, or one error and nothing after it; its
//! id is free for another query as soon as the last of them is written.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};
use parking_lot::{Condvar, Mutex};

use super::fields::Id;
use super::request::Query;
use crate::contract::StopHandle;

/// Most queries that wait; beyond that no more lines are read.
pub(super) const MAX_WAITING: usize = 10_000;
/// Most bytes of lines that wait.
const MAX_WAITING_BYTES: usize = 32 << 20;

/// The place of a query in the queue: priority, then number in the order of arrival.
type Rank = (Reverse<i64>, u64);

/// See the module.
pub(super) struct QueryQueue {
    state: Mutex<State>,
    /// There is something to do, or there will be nothing any more.
    work: Condvar,
    /// The queue has become shorter.
    room: Sender<()>,
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<Rank, Waiting>,
    bytes_waiting: usize,
    /// Queries that are not answered in full.
    open: HashMap<u64, Open>,
    /// Their numbers by id.
    names: HashMap<Id, u64>,
    /// What each worker is at.
    running: Vec<Option<Running>>,
    arrivals: u64,
    /// How often the tables were to be cleared.
    clearings: u64,
    /// No more queries will come.
    closed: bool,
    broken: bool,
}

struct Waiting {
    query: Arc<Query>,
    /// Index of the next answer to be worked for.
    next: usize,
}

struct Open {
    /// Answers that are owed.
    owed: usize,
    /// An error was the answer.
    failed: bool,
    priority: i64,
}

struct Running {
    number: u64,
    stop: Option<StopHandle>,
    terminated: bool,
}

/// One answer to be worked for.
pub(super) struct Assignment {
    pub query: Arc<Query>,
    /// Which answer of the query.
    pub index: usize,
    /// How often the tables were to be cleared so far.
    pub clearings: u64,
    number: u64,
}

/// How work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    /// The answer is to be written.
    Complete,
    /// So is this one, but the search was terminated.
    Terminated,
    /// The query has been refused meanwhile: nothing is to be written.
    Refused,
}

/// Answers that will not be worked for.
pub(super) struct Dropped {
    pub query: Arc<Query>,
    /// Index of the first of them.
    pub from: usize,
}

/// What a termination has ended.
#[derive(Default)]
pub(super) struct Terminated {
    /// What waited.
    pub dropped: Vec<Dropped>,
    /// Searches told to stop.
    pub stopped: usize,
}

impl Terminated {
    /// Answers that this termination ended.
    pub fn answers(&self) -> usize {
        let dropped: usize = self.dropped.iter().map(|d| d.query.answers() - d.from).sum();
        dropped + self.stopped
    }
}

impl QueryQueue {
    /// An empty queue, and where it is told that the queue has become shorter.
    pub fn new(workers: usize) -> (QueryQueue, Receiver<()>) {
        let (room, shorter) = bounded(1);
        let running = std::iter::repeat_with(|| None).take(workers).collect();
        let state = State { running, ..State::default() };
        (QueryQueue { state: Mutex::new(state), work: Condvar::new(), room }, shorter)
    }

    /// May another query be admitted?
    pub fn has_room(&self) -> bool {
        let state = self.state.lock();
        state.waiting.len() < MAX_WAITING && state.bytes_waiting < MAX_WAITING_BYTES
    }

    /// Puts a query into the queue; gives it back where its id is that of another one not yet answered.
    pub fn admit(&self, query: Box<Query>) -> Result<(), Box<Query>> {
        let mut state = self.state.lock();
        if state.names.contains_key(&query.id) {
            return Err(query);
        }
        let number = state.arrivals;
        state.arrivals += 1;
        state.names.insert(query.id.clone(), number);
        state.open.insert(number, Open { owed: query.answers(), failed: false, priority: query.priority });
        state.bytes_waiting += query.bytes;
        let many = query.answers() > 1;
        let rank = (Reverse(query.priority), number);
        state.waiting.insert(rank, Waiting { query: Arc::from(query), next: 0 });
        if many {
            self.work.notify_all();
        } else {
            self.work.notify_one();
        }
        Ok(())
    }

    /// The next answer to be worked for; waits for one. `None` when there will be none any more.
    pub fn take(&self, worker: usize) -> Option<Assignment> {
        let mut state = self.state.lock();
        loop {
            if let Some(assignment) = state.next(worker) {
                // Where the message is there already, nobody has read it yet.
                let _ = self.room.try_send(());
                return Some(assignment);
            }
            if state.closed {
                return None;
            }
            self.work.wait(&mut state);
        }
    }

    /// A search is about to begin: from now on `stop` ends it. `false`: it is terminated already.
    pub fn begin(&self, worker: usize, stop: &StopHandle) -> bool {
        let mut state = self.state.lock();
        stop.reset();
        let Some(running) = &mut state.running[worker] else { return false };
        running.stop = Some(stop.clone());
        !running.terminated
    }

    /// The work of an assignment has ended. Its id may be free from now on, so this comes before the answer is written.
    pub fn end(&self, worker: usize, assignment: &Assignment) -> Ending {
        let mut state = self.state.lock();
        let terminated = state.running[worker].take().is_some_and(|running| running.terminated);
        match state.settle(assignment.number, &assignment.query.id, 1) {
            Settled::Refused => Ending::Refused,
            Settled::Owed if terminated => Ending::Terminated,
            Settled::Owed => Ending::Complete,
        }
    }

    /// An assignment cannot be done, nor can any other of its query. `true`: this is the first to find out, and the
    /// error is to be written.
    pub fn fail(&self, worker: usize, assignment: &Assignment) -> bool {
        let mut state = self.state.lock();
        state.running[worker] = None;
        let number = assignment.number;
        let rank = (Reverse(assignment.query.priority), number);
        let dropped = state.remove(rank).map_or(0, |dropped| dropped.query.answers() - dropped.from);
        let first =
            state.open.get_mut(&number).is_some_and(|open| !std::mem::replace(&mut open.failed, true));
        if first {
            state.names.remove(&assignment.query.id);
            state.stop(|running| running.number == number);
        }
        state.settle(number, &assignment.query.id, 1 + dropped);
        first
    }

    /// Ends the query with this id: what waits of it is given back, what runs is told to stop.
    pub fn terminate(&self, id: &Id) -> Terminated {
        let mut state = self.state.lock();
        let Some(&number) = state.names.get(id) else { return Terminated::default() };
        let rank = state.open.get(&number).map(|open| (Reverse(open.priority), number));
        let dropped = rank.and_then(|rank| state.drop_waiting(rank)).into_iter().collect();
        Terminated { dropped, stopped: state.stop(|running| running.number == number) }
    }

    /// Ends everything.
    pub fn terminate_all(&self) -> Terminated {
        let mut state = self.state.lock();
        let ranks: Vec<Rank> = state.waiting.keys().copied().collect();
        let dropped = ranks.into_iter().filter_map(|rank| state.drop_waiting(rank)).collect();
        Terminated { dropped, stopped: state.stop(|_| true) }
    }

    /// Every worker is to forget what earlier searches found before it begins another one.
    pub fn clear_hash(&self) {
        self.state.lock().clearings += 1;
    }

    /// No more queries will come: workers go when the queue is empty.
    pub fn close(&self) {
        self.state.lock().closed = true;
        self.work.notify_all();
    }

    /// Nobody wants answers any more.
    pub fn cancel(&self) {
        self.terminate_all();
        self.close();
    }

    /// A worker has panicked.
    pub fn mark_broken(&self) {
        self.state.lock().broken = true;
        self.cancel();
    }

    /// Has a worker panicked?
    pub fn is_broken(&self) -> bool {
        self.state.lock().broken
    }
}

enum Settled {
    Owed,
    Refused,
}

impl State {
    /// Gives the next answer that is owed to a worker.
    fn next(&mut self, worker: usize) -> Option<Assignment> {
        let mut entry = self.waiting.first_entry()?;
        let (_, number) = *entry.key();
        let waiting = entry.get_mut();
        let (query, index) = (Arc::clone(&waiting.query), waiting.next);
        waiting.next += 1;
        if waiting.next == query.answers() {
            entry.remove();
            self.bytes_waiting -= query.bytes;
        }
        self.running[worker] = Some(Running { number, stop: None, terminated: false });
        Some(Assignment { query, index, clearings: self.clearings, number })
    }

    /// Takes a query out of the queue.
    fn remove(&mut self, rank: Rank) -> Option<Dropped> {
        let Waiting { query, next } = self.waiting.remove(&rank)?;
        self.bytes_waiting -= query.bytes;
        Some(Dropped { query, from: next })
    }

    /// Takes a query out of the queue and no longer owes what is left of it.
    fn drop_waiting(&mut self, rank: Rank) -> Option<Dropped> {
        let dropped = self.remove(rank)?;
        let left = dropped.query.answers() - dropped.from;
        self.settle(rank.1, &dropped.query.id, left);
        Some(dropped)
    }

    /// So many answers are no longer owed. When none is, the query is forgotten.
    fn settle(&mut self, number: u64, id: &Id, answers: usize) -> Settled {
        let Some(open) = self.open.get_mut(&number) else { return Settled::Refused };
        let failed = open.failed;
        open.owed -= answers;
        if open.owed == 0 {
            self.open.remove(&number);
            // After an error the id is free, and may be that of another query by now.
            if !failed {
                self.names.remove(id);
            }
        }
        if failed { Settled::Refused } else { Settled::Owed }
    }

    /// Tells running searches to stop; how many of them had not been told before.
    fn stop(&mut self, which: impl Fn(&Running) -> bool) -> usize {
        let mut told = 0;
        for running in self.running.iter_mut().flatten().filter(|running| which(running)) {
            told += usize::from(!std::mem::replace(&mut running.terminated, true));
            if let Some(stop) = &running.stop {
                stop.stop();
            }
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::super::request::{Request, parse};
    use super::*;

    fn query(id: &str, rest: &str) -> Box<Query> {
        match parse(&format!("{{\"id\":\"{id}\",\"depth\":1{rest}}}")) {
            Ok((Request::Query(query), _)) => query,
            other => panic!("{other:?}"),
        }
    }

    fn queue(queries: &[(&str, &str)]) -> QueryQueue {
        let queue = QueryQueue::new(2).0;
        for (id, rest) in queries {
            assert!(queue.admit(query(id, rest)).is_ok());
        }
        queue
    }

    fn name(assignment: &Assignment) -> (Id, usize) {
        (assignment.query.id.clone(), assignment.index)
    }

    fn text(id: &str) -> Id {
        Id::Text(id.to_string())
    }

    #[test]
    fn higher_priorities_come_first_and_equals_in_their_order() {
        let queue = queue(&[("a", ""), ("b", ",\"priority\":1,\"moves\":[4],\"turns\":\"all\""), ("c", "")]);
        queue.close();
        let order: Vec<(Id, usize)> = std::iter::from_fn(|| {
            let taken = queue.take(0)?;
            queue.end(0, &taken);
            Some(name(&taken))
        })
        .collect();
        assert_eq!(order, [(text("b"), 0), (text("b"), 1), (text("a"), 0), (text("c"), 0)]);
    }

    #[test]
    fn an_id_is_taken_until_the_last_answer() {
        let queue = queue(&[("a", ",\"moves\":[4],\"turns\":\"all\"")]);
        let (first, second) = (queue.take(0).unwrap(), queue.take(1).unwrap());
        assert_eq!(queue.end(0, &first), Ending::Complete);
        assert!(queue.admit(query("a", "")).is_err());
        assert_eq!(queue.end(1, &second), Ending::Complete);
        assert!(queue.admit(query("a", "")).is_ok());
    }

    #[test]
    fn a_query_fails_once_and_answers_nothing_more() {
        let queue = queue(&[("a", ",\"moves\":[4,4],\"turns\":\"all\"")]);
        let (first, second) = (queue.take(0).unwrap(), queue.take(1).unwrap());
        assert!(queue.fail(0, &first));
        assert!(queue.admit(query("a", "")).is_ok(), "its id is free");
        assert!(!queue.fail(1, &second));
        assert!(queue.admit(query("a", "")).is_err(), "the new query has kept it");
        let new = queue.take(0).unwrap();
        assert_eq!(queue.end(0, &new), Ending::Complete);
        assert!(queue.state.lock().open.is_empty());
    }

    #[test]
    fn work_that_ends_after_a_failure_is_not_told() {
        let queue = queue(&[("a", ",\"moves\":[4],\"turns\":\"all\"")]);
        let (first, second) = (queue.take(0).unwrap(), queue.take(1).unwrap());
        assert!(queue.fail(0, &first));
        assert_eq!(queue.end(1, &second), Ending::Refused);
    }

    #[test]
    fn a_termination_stops_what_runs_and_gives_back_what_waits() {
        let queue = queue(&[("a", ",\"moves\":[4,4],\"turns\":\"all\""), ("b", "")]);
        let running = queue.take(0).unwrap();
        let stop = StopHandle::default();
        assert!(queue.begin(0, &stop));
        let ended = queue.terminate(&text("a"));
        assert!(stop.is_stopped());
        assert_eq!((ended.stopped, ended.dropped[0].from, ended.answers()), (1, 1, 3));
        assert_eq!(queue.terminate(&text("a")).answers(), 0, "once is enough");
        assert_eq!(queue.end(0, &running), Ending::Terminated);
        assert_eq!(queue.terminate(&text("a")).answers(), 0, "there is no such query any more");
        assert_eq!(queue.terminate_all().answers(), 1);
        let state = queue.state.lock();
        assert!(state.open.is_empty() && state.names.is_empty() && state.bytes_waiting == 0);
    }

    #[test]
    fn a_search_terminated_before_it_begins_does_not_begin() {
        let queue = queue(&[("a", "")]);
        let taken = queue.take(0).unwrap();
        assert_eq!(queue.terminate(&text("a")).answers(), 1);
        assert!(!queue.begin(0, &StopHandle::default()));
        assert_eq!(queue.end(0, &taken), Ending::Terminated);
    }

    #[test]
    fn the_queue_has_a_bound() {
        let (queue, shorter) = QueryQueue::new(1);
        for number in 0..MAX_WAITING {
            assert!(queue.has_room());
            assert!(queue.admit(query(&number.to_string(), "")).is_ok());
        }
        assert!(!queue.has_room());
        assert!(shorter.try_recv().is_err());
        queue.take(0).unwrap();
        assert!(shorter.try_recv().is_ok() && queue.has_room());
    }
}

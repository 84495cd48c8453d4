//! The bookkeeping of the queue, without locks: the waiting, running and due answers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

use super::{Assignment, Dropped, Ending, MAX_WAITING, MAX_WAITING_BYTES, Terminated};
use crate::analysis::fields::Id;
use crate::analysis::request::Query;
use crate::contract::StopHandle;

/// The rank of a query in the queue: priority, then number in order of arrival.
type Rank = (Reverse<i64>, u64);

/// Waiting queries and running searches. Queries are numbered in order of arrival.
#[derive(Default)]
pub(super) struct State {
    waiting: BTreeMap<Rank, Waiting>,
    pub bytes_waiting: usize,
    /// Queries with due answers, by number.
    pub open: HashMap<u64, Open>,
    /// Their numbers by id.
    pub numbers: HashMap<Id, u64>,
    /// The search of each thread.
    running: Vec<Option<Running>>,
    arrivals: u64,
    /// Number of requests to clear the tables.
    pub clearings: u64,
    /// No more queries will come.
    pub closed: bool,
    /// A thread has panicked.
    pub broken: bool,
}

struct Waiting {
    query: Arc<Query>,
    /// Indices of its answers to compute, in this order; never empty.
    left: VecDeque<usize>,
}

pub(super) struct Open {
    /// Number of answers that are due.
    due: usize,
    /// An error was written.
    failed: bool,
    priority: i64,
    /// Only a termination ends it.
    is_endless: bool,
}

struct Running {
    number: u64,
    /// The turn that is searched.
    turn: usize,
    stop: Option<StopHandle>,
    terminated: bool,
}

impl State {
    pub fn new(threads: usize) -> State {
        State { running: std::iter::repeat_with(|| None).take(threads).collect(), ..State::default() }
    }

    pub fn has_room(&self) -> bool {
        self.waiting.len() < MAX_WAITING && self.bytes_waiting < MAX_WAITING_BYTES
    }

    pub fn admit(&mut self, query: Box<Query>) -> Result<(), Box<Query>> {
        if self.numbers.contains_key(&query.id) {
            return Err(query);
        }
        let number = self.arrivals;
        self.arrivals += 1;
        self.numbers.insert(query.id.clone(), number);
        let (due, priority, is_endless) = (query.answers(), query.priority, query.is_endless());
        self.open.insert(number, Open { due, failed: false, priority, is_endless });
        self.bytes_waiting += query.bytes;
        let rank = (Reverse(query.priority), number);
        let left = (0..due).collect();
        self.waiting.insert(rank, Waiting { query: Arc::from(query), left });
        Ok(())
    }

    /// Gives a thread the next answer to compute.
    pub fn next(&mut self, thread: usize) -> Option<Assignment> {
        let mut entry = self.waiting.first_entry()?;
        let (_, number) = *entry.key();
        let waiting = entry.get_mut();
        let (query, index) = (Arc::clone(&waiting.query), waiting.left.pop_front()?);
        if waiting.left.is_empty() {
            entry.remove();
            self.bytes_waiting -= query.bytes;
        }
        let turn = query.turn(index);
        self.running[thread] = Some(Running { number, turn, stop: None, terminated: false });
        Some(Assignment { query, index, clearings: self.clearings, number })
    }

    pub fn begin(&mut self, thread: usize, stop: &StopHandle) -> bool {
        stop.reset();
        let Some(running) = &mut self.running[thread] else { return false };
        running.stop = Some(stop.clone());
        !running.terminated
    }

    pub fn end(&mut self, thread: usize, assignment: &Assignment) -> Ending {
        let terminated = self.running[thread].take().is_some_and(|running| running.terminated);
        if !self.settle(assignment.number, &assignment.query.id, 1) {
            return Ending::Refused;
        }
        if terminated { Ending::Terminated } else { Ending::Complete }
    }

    pub fn fail(&mut self, thread: usize, assignment: &Assignment) -> bool {
        self.running[thread] = None;
        let number = assignment.number;
        let rank = (Reverse(assignment.query.priority), number);
        let dropped = self.remove(rank).map_or(0, |dropped| dropped.indices.len());
        let first = self.open.get_mut(&number).is_some_and(|open| !std::mem::replace(&mut open.failed, true));
        if first {
            self.numbers.remove(&assignment.query.id);
            self.stop(|running| running.number == number);
        }
        self.settle(number, &assignment.query.id, 1 + dropped);
        first
    }

    /// `turns`: only these; `None` for all.
    pub fn terminate(&mut self, id: &Id, turns: Option<&[usize]>) -> Terminated {
        let Some(number) = self.numbers.get(id).copied() else { return Terminated::default() };
        match turns {
            None => self.terminate_number(number),
            Some(turns) => self.terminate_turns(number, turns),
        }
    }

    pub fn terminate_endless(&mut self) -> Terminated {
        let endless = self.open.iter().filter(|(_, open)| open.is_endless).map(|(&number, _)| number);
        let mut numbers: Vec<u64> = endless.collect();
        numbers.sort_unstable();
        let mut all = Terminated::default();
        for number in numbers {
            let ended = self.terminate_number(number);
            all.dropped.extend(ended.dropped);
            all.stopped += ended.stopped;
        }
        all
    }

    fn terminate_number(&mut self, number: u64) -> Terminated {
        let rank = self.open.get(&number).map(|open| (Reverse(open.priority), number));
        let dropped = rank.and_then(|rank| self.drop_waiting(rank)).into_iter().collect();
        Terminated { dropped, stopped: self.stop(|running| running.number == number) }
    }

    fn terminate_turns(&mut self, number: u64, turns: &[usize]) -> Terminated {
        let rank = self.open.get(&number).map(|open| (Reverse(open.priority), number));
        let dropped = rank.and_then(|rank| self.drop_turns(rank, turns)).into_iter().collect();
        let stopped = self.stop(|running| running.number == number && turns.contains(&running.turn));
        Terminated { dropped, stopped }
    }

    pub fn terminate_all(&mut self) -> Terminated {
        let ranks: Vec<Rank> = self.waiting.keys().copied().collect();
        let dropped = ranks.into_iter().filter_map(|rank| self.drop_waiting(rank)).collect();
        Terminated { dropped, stopped: self.stop(|_| true) }
    }

    /// Removes a query from the queue.
    fn remove(&mut self, rank: Rank) -> Option<Dropped> {
        let Waiting { query, left } = self.waiting.remove(&rank)?;
        self.bytes_waiting -= query.bytes;
        Some(Dropped { query, indices: left.into() })
    }

    /// Removes a query from the queue; its waiting answers are no longer due.
    fn drop_waiting(&mut self, rank: Rank) -> Option<Dropped> {
        let dropped = self.remove(rank)?;
        self.settle(rank.1, &dropped.query.id, dropped.indices.len());
        Some(dropped)
    }

    /// Removes turns of a query from the queue; their answers are no longer due.
    fn drop_turns(&mut self, rank: Rank, turns: &[usize]) -> Option<Dropped> {
        let waiting = self.waiting.get_mut(&rank)?;
        let query = Arc::clone(&waiting.query);
        let is_meant = |index: &usize| turns.contains(&query.turn(*index));
        let indices: Vec<usize> = waiting.left.iter().copied().filter(is_meant).collect();
        if indices.len() == waiting.left.len() {
            return self.drop_waiting(rank);
        }
        waiting.left.retain(|index| !is_meant(index));
        self.settle(rank.1, &query.id, indices.len());
        Some(Dropped { query, indices })
    }

    /// Subtracts `answers` from the due answers of a query; with the last one the query is removed. `false`: the query
    /// has failed.
    fn settle(&mut self, number: u64, id: &Id, answers: usize) -> bool {
        let Some(open) = self.open.get_mut(&number) else { return false };
        let failed = open.failed;
        open.due -= answers;
        if open.due == 0 {
            self.open.remove(&number);
            // After an error the id is free, and another query may already use it.
            if !failed {
                self.numbers.remove(id);
            }
        }
        !failed
    }

    /// Stops running searches; returns the number of those not stopped before.
    fn stop(&mut self, which: impl Fn(&Running) -> bool) -> usize {
        let mut stopped = 0;
        for running in self.running.iter_mut().flatten().filter(|running| which(running)) {
            stopped += usize::from(!std::mem::replace(&mut running.terminated, true));
            if let Some(stop) = &running.stop {
                stop.stop();
            }
        }
        stopped
    }
}

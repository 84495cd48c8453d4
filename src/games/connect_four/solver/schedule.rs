//! Which null windows are searched, and with how many threads.
//!
//! A quick win is tried first and alpha then lowered (Pons): a high alpha makes a shallow search, because most of the
//! tree cannot win that fast any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::layout::Layout;
use super::node::{Field, Node, Settled};
use super::rank::Lines;
use super::search::{BUSY_BITS, SolverThread};
use super::table::Table;
use super::{Findings, Known};
use crate::contract::solver::Effort;
use crate::games::connect_four::word::BoardWord;
use crate::search::busy::Busy;
use crate::threads;

/// Nodes that one thread searches before others are started: they take less time than to start a thread.
const SINGLE_THREAD_NODES: u64 = 20_000;
/// With this many empty cells or fewer the moves of a position are not shared. Measured: 12 to 24 are as good as each
/// other.
const MAX_UNSHARED_CELLS: i32 = 20;

/// A solver whose height is not part of its type.
pub trait Prove<B>: Send {
    /// See [`super::Solver::set_known`].
    fn set_known(&mut self, known: Option<Arc<dyn Known<B>>>);
    /// See [`super::Solver::clear`].
    fn clear(&mut self);
    /// See [`super::Solver::solve`].
    fn solve(&mut self, mover: B, occupied: B, window: (i32, i32), effort: Effort<'_>) -> Findings;
}

/// The solver of one board in one layout.
pub struct Exact<L: Layout> {
    field: Field<L>,
    table: Table,
    threads: usize,
    busy: Busy,
    lines: Lines<L>,
    known: Option<Arc<dyn Known<L::Word>>>,
}

impl<L: Layout> Exact<L> {
    /// See [`super::Solver::new`].
    pub fn new(width: u32, hash_mib: usize, threads: usize) -> Exact<L> {
        let field = Field::<L>::new(width);
        let lines = Lines::new(&field);
        let key_bits = field.key_bits();
        let (table, busy) = (Table::new(hash_mib, key_bits), Busy::new(BUSY_BITS));
        Exact { field, table, threads: threads.max(1), busy, lines, known: None }
    }

    /// Narrows the bounds of a quiet node.
    fn narrow(&mut self, node: &Node<L::Word>, (low, high): (i32, i32), effort: Effort<'_>) -> Findings {
        // Nobody wins before the seventh stone.
        let mut min = self.field.lower_bound(node, 0).max(-self.field.win_now(7));
        let mut max = self.field.upper_bound(node, 0).min(self.field.win_now(6));
        let mut nodes = 0;
        while min < max && min < high && max > low && nodes < effort.nodes && !(effort.stop)() {
            let alpha = next_alpha(min, max).clamp(low, high - 1);
            let room = self.table.room();
            let threads = if nodes < SINGLE_THREAD_NODES { 1 } else { self.threads };
            let first = if threads < self.threads { SINGLE_THREAD_NODES } else { u64::MAX };
            let max_nodes = room.min(first).min(effort.nodes - nodes);
            let (value, spent) = self.search(node, alpha, threads, Effort { nodes: max_nodes, ..effort });
            nodes += spent;
            match value {
                Some(value) if value <= alpha => max = max.min(value),
                Some(value) => min = min.max(value),
                None if max_nodes == room && !(effort.stop)() => self.table.grow(),
                None => {}
            }
        }
        Findings { low: min, high: max, nodes }
    }

    /// Is the score above alpha? All threads search for the same answer (Lazy SMP) and help each other through the table
    /// and the marks of what is being searched; the first that has it ends the search. Also the number of nodes.
    fn search(
        &self,
        node: &Node<L::Word>,
        alpha: i32,
        threads: usize,
        effort: Effort<'_>,
    ) -> (Option<i32>, u64) {
        let answered = AtomicBool::new(false);
        let stop = || answered.load(Relaxed) || (effort.stop)();
        let known = self.known.as_deref();
        let search = || {
            let mut thread = SolverThread {
                field: &self.field,
                table: &self.table,
                lines: &self.lines,
                known,
                known_stones: known.map_or(-1, |known| known.max_stones() as i32),
                busy: &self.busy,
                shared_stones: if threads == 1 { 0 } else { self.field.cells - MAX_UNSHARED_CELLS },
                nodes: 0,
                max_nodes: effort.nodes.div_ceil(threads as u64),
                stop: &stop,
            };
            let value = thread.search(node, self.field.key(node), alpha);
            answered.store(true, Relaxed);
            (value, thread.nodes)
        };
        if threads == 1 {
            return search();
        }
        std::thread::scope(|scope| {
            let (search, _answered) = (&search, Answered(&answered));
            let (helpers, _) = threads::start_all(scope, (1..threads).map(|_| search));
            let own = search();
            helpers
                .into_iter()
                .map(threads::joined)
                .fold(own, |(value, nodes), (other, others)| (value.or(other), nodes + others))
        })
    }
}

/// Ends the search of the helpers when it is dropped, by a panic as well.
struct Answered<'a>(&'a AtomicBool);

impl Drop for Answered<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The next alpha: the middle of the bounds, or half of one bound where that is farther from a draw: quick results are
/// tried first.
fn next_alpha(min: i32, max: i32) -> i32 {
    let middle = min + (max - min) / 2;
    if middle <= 0 && min / 2 < middle {
        min / 2
    } else if middle >= 0 && max / 2 > middle {
        max / 2
    } else {
        middle
    }
}

impl<L: Layout> Prove<L::Word> for Exact<L> {
    fn set_known(&mut self, known: Option<Arc<dyn Known<L::Word>>>) {
        self.known = known;
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn solve(
        &mut self,
        mover: L::Word,
        occupied: L::Word,
        window: (i32, i32),
        effort: Effort<'_>,
    ) -> Findings {
        let start = self.field.node(mover, occupied);
        let known = self.known.as_ref().filter(|known| occupied.count() <= known.max_stones());
        let (node, sign) = match self.field.settle(start) {
            Settled::Score(score) => return Findings::exact(score),
            Settled::Quiet { node, sign } => (node, sign),
        };
        if let Some(score) = known.and_then(|known| known.score(node.mover, node.occupied)) {
            return Findings::exact(sign * score);
        }
        if sign == 1 {
            return self.narrow(&node, window, effort);
        }
        let found = self.narrow(&node, (-window.1, -window.0), effort);
        Findings { low: -found.high, high: -found.low, nodes: found.nodes }
    }
}

//! Which null windows are searched, and with how many threads.
//!
//! A quick win is tried first and alpha then lowered (Pons): a high alpha means a shallow search, because most of the
//! tree cannot win that fast any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use once_cell::sync::OnceCell;

use super::layout::Layout;
use super::node::{Field, Node, Settled};
use super::partition::{KnownUpTo, Partition};
use super::rank::Lines;
use super::search::{BUSY_BITS, SolverThread};
use super::table::Table;
use super::{Findings, Known};
use crate::contract::solver::Effort;
use crate::games::connect_four::word::BoardWord;
use crate::search::abdada::CurrentlySearching;
use crate::threads;

/// Nodes that one thread searches before others are started: they take less time than to start a thread.
const SINGLE_THREAD_NODES: u64 = 20_000;
/// The moves of a position with at most this number of empty cells are not shared. By measurement, 12 to 24 are equally
/// good.
const MAX_UNSHARED_CELLS: i32 = 20;

/// Nodes of one question after which a partition search takes it over: it needs far fewer, but has to begin again.
const PARTITION_AFTER: u64 = 1 << 18;

/// Positions with at most this number of stones more than the root are looked up in the book: looking up all positions
/// would cost more than it saves.
const KNOWN_PLIES: i32 = 10;

/// A solver whose height is not part of its type.
pub trait Prove<B>: Send + Sync {
    /// See [`super::Solver::set_known`].
    fn set_known(&mut self, known: Option<Arc<dyn Known<B>>>);
    /// See [`super::Solver::clear`].
    fn clear(&mut self);
    /// See [`super::Solver::wins`].
    fn wins(&self, mover: B, occupied: B, first: bool, effort: Effort<'_>) -> (Option<bool>, u64);
    /// See [`super::Solver::solve`].
    fn solve(&mut self, mover: B, occupied: B, window: (i32, i32), effort: Effort<'_>) -> Findings;
}

/// The solver of one board in one layout.
pub struct Exact<L: Layout> {
    field: Field<L>,
    table: Table,
    threads: usize,
    searching: CurrentlySearching,
    lines: Lines<L>,
    known: Option<Arc<dyn Known<L::Word>>>,
    /// Does the second player win, and does the first? Created when needed.
    partitions: [OnceCell<Partition<L>>; 2],
    hash_mib: usize,
}

impl<L: Layout> Exact<L> {
    /// See [`super::Solver::new`].
    pub fn new(width: u32, hash_mib: usize, threads: usize) -> Exact<L> {
        let field = Field::<L>::new(width);
        let lines = Lines::new(&field);
        let key_bits = field.key_bits();
        let (table, searching) = (Table::new(hash_mib, key_bits), CurrentlySearching::new(BUSY_BITS));
        let partitions = [OnceCell::new(), OnceCell::new()];
        Exact { field, table, threads: threads.max(1), searching, lines, known: None, partitions, hash_mib }
    }

    /// Narrows the bounds of a quiet node.
    fn narrow(&mut self, node: &Node<L::Word>, (low, high): (i32, i32), effort: Effort<'_>) -> Findings {
        // Nobody wins before the seventh stone.
        let mut min = self.field.lower_bound(node, 0).max(-self.field.win_now(7));
        let mut max = self.field.upper_bound(node, 0).min(self.field.win_now(6));
        if let Some((low, high)) =
            self.known(node.stones()).and_then(|(known, _)| known.bounds(node.mover, node.occupied))
        {
            (min, max) = (min.max(low), max.min(high));
        }
        let mut nodes = 0;
        // Of searches for the sign.
        let mut signs = 0;
        while min < max && min < high && max > low && nodes < effort.nodes && !(effort.stop)() {
            let alpha = next_alpha(min, max).clamp(low, high - 1);
            let left = Effort { nodes: effort.nodes - nodes, ..effort };
            let of_sign = matches!(alpha, -1 | 0);
            let (value, spent) = if of_sign && signs >= PARTITION_AFTER {
                self.ask_sign(node, alpha, left)
            } else {
                let most = if of_sign { PARTITION_AFTER - signs } else { u64::MAX };
                let threads = if nodes < SINGLE_THREAD_NODES { 1 } else { self.threads };
                let first = if threads < self.threads { SINGLE_THREAD_NODES } else { u64::MAX };
                let found = self.search_in_room(node, alpha, threads, first.min(most), left);
                signs += if of_sign { found.1 } else { 0 };
                found
            };
            nodes += spent;
            match value {
                Some(value) if value <= alpha => max = max.min(value),
                Some(value) => min = min.max(value),
                None => {}
            }
        }
        Findings { low: min, high: max, nodes }
    }

    /// A search of at most `most` nodes, after which the table grows if it has become too small.
    fn search_in_room(
        &mut self,
        node: &Node<L::Word>,
        alpha: i32,
        threads: usize,
        most: u64,
        effort: Effort<'_>,
    ) -> (Option<i32>, u64) {
        let room = self.table.room();
        let nodes = room.min(most).min(effort.nodes);
        let (value, spent) = self.search(node, alpha, threads, Effort { nodes, ..effort });
        if value.is_none() && nodes == room && !(effort.stop)() {
            self.table.grow();
        }
        (value, spent)
    }

    /// The known scores, and the largest number of stones for look-ups by a search from `stones` stones.
    fn known(&self, stones: i32) -> Option<KnownUpTo<'_, L::Word>> {
        let known = self.known.as_deref()?;
        let most = known.max_stones() as i32;
        (stones <= most).then(|| (known, most.min(stones + KNOWN_PLIES)))
    }

    /// Is the score above alpha, which is 0 (does the mover win?) or -1 (does the opponent not win?)? A value above
    /// alpha is a lower bound, any other an upper bound, `None` when the effort is spent; also the number of nodes.
    fn ask_sign(&self, node: &Node<L::Word>, alpha: i32, effort: Effort<'_>) -> (Option<i32>, u64) {
        let first = (node.stones() % 2 == 0) == (alpha == 0);
        let (answer, nodes) = self.ask((node.mover, node.occupied), first, self.threads, effort);
        let value = answer.map(|wins| match (alpha, wins) {
            (0, true) => 1,
            (_, false) => 0,
            (_, true) => -1,
        });
        (value, nodes)
    }

    /// Is the score above alpha? Also the number of nodes.
    fn search(
        &self,
        node: &Node<L::Word>,
        alpha: i32,
        threads: usize,
        effort: Effort<'_>,
    ) -> (Option<i32>, u64) {
        let known = self.known(node.stones());
        race(threads, effort, &|effort| {
            let mut thread = SolverThread {
                field: &self.field,
                table: &self.table,
                lines: &self.lines,
                known: known.map(|(known, _)| known),
                known_stones: known.map_or(-1, |(_, stones)| stones),
                searching: &self.searching,
                shared_stones: self.shared_stones(threads),
                nodes: 0,
                max_nodes: effort.nodes,
                stop: effort.stop,
            };
            let value = thread.search(node, self.field.key(node), alpha);
            (value, thread.nodes)
        })
    }

    /// `threads` threads share the moves of positions with fewer stones than this.
    fn shared_stones(&self, threads: usize) -> i32 {
        if threads == 1 { 0 } else { self.field.cells - MAX_UNSHARED_CELLS }
    }

    /// The partition search for a question, by this many threads; also the number of nodes.
    fn ask(
        &self,
        (mover, occupied): (L::Word, L::Word),
        first: bool,
        threads: usize,
        effort: Effort<'_>,
    ) -> (Option<bool>, u64) {
        let partition = self.partitions[usize::from(first)]
            .get_or_init(|| Partition::new((self.hash_mib / 2).max(1), first));
        let known = self.known(occupied.count() as i32);
        let shared = (&self.searching, self.shared_stones(threads));
        race(threads, effort, &|effort| {
            partition.prove((&self.field, &self.lines), known, shared, (mover, occupied), effort)
        })
    }
}

/// All threads search for the same answer (Lazy SMP) and help each other through the table and the marks of what is being
/// searched; the first that has it ends the search. Also the nodes of all.
fn race<T: Send>(
    threads: usize,
    effort: Effort<'_>,
    search: &(dyn Fn(Effort<'_>) -> (Option<T>, u64) + Sync),
) -> (Option<T>, u64) {
    if threads == 1 {
        return search(effort);
    }
    let answered = AtomicBool::new(false);
    let stop = || answered.load(Relaxed) || (effort.stop)();
    let each = Effort { nodes: effort.nodes.div_ceil(threads as u64), stop: &stop };
    let run = || {
        let found = search(each);
        answered.store(true, Relaxed);
        found
    };
    std::thread::scope(|scope| {
        let (run, _answered) = (&run, Answered(&answered));
        let (helpers, _) = threads::start_all(scope, (1..threads).map(|_| run));
        let own = run();
        helpers
            .into_iter()
            .map(threads::joined)
            .fold(own, |(value, nodes), (other, others)| (value.or(other), nodes + others))
    })
}

/// Ends the search of the helpers when it is dropped, also by a panic.
struct Answered<'a>(&'a AtomicBool);

impl Drop for Answered<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The next alpha: the middle of the bounds, or half of one bound if that is farther from a draw: quick results are
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
        for partition in &mut self.partitions {
            if let Some(partition) = partition.get_mut() {
                partition.clear();
            }
        }
    }

    fn wins(
        &self,
        mover: L::Word,
        occupied: L::Word,
        first: bool,
        effort: Effort<'_>,
    ) -> (Option<bool>, u64) {
        self.ask((mover, occupied), first, 1, effort)
    }

    fn solve(
        &mut self,
        mover: L::Word,
        occupied: L::Word,
        window: (i32, i32),
        effort: Effort<'_>,
    ) -> Findings {
        let start = self.field.node(mover, occupied);
        let (node, sign) = match self.field.settle(start) {
            Settled::Score(score) => return Findings::exact(score),
            Settled::Quiet { node, sign } => (node, sign),
        };
        if sign == 1 {
            return self.narrow(&node, window, effort);
        }
        let found = self.narrow(&node, (-window.1, -window.0), effort);
        Findings { low: -found.high, high: -found.low, nodes: found.nodes }
    }
}

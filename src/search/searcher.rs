//! A search from the outside: one job, several threads, one result (Lazy SMP).
//!
//! Every thread runs the same iterative deepening from the same root, and they help each other only through the shared
//! table. If several reach the same node at once, they first search different moves of it (see [`super::abdada`]). The
//! first thread keeps the clock and reports; when it is done all are. The result is that of the thread that completed
//! the deepest iteration, and of the first among equals.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::abdada::CurrentlySearching;
use super::deepening::{Goal, MAX_DEPTH, Unsupervised};
use super::main_thread::MainThread;
use super::planning::PlanSearch;
use super::pruning::LmrTable;
use super::report::{Reporter, Totals, line_info};
use super::root::{RootLine, insertion_sort_by_key};
use super::table_memory::TableMemory;
use super::time::TimePlan;
use super::tt::TtEntry;
use super::worker::{Shared, ThreadState, Worker};
#[cfg(test)]
use crate::contract::fault::Stage;
use crate::contract::{
    Budget, Deadline, Evaluator, Position, RootHelper, RootRequest, SearchInfo, SearchLimits, SearchObserver,
    SearchParams, SearchResult, StopHandle,
};
use crate::threads;

/// Base-2 logarithm of the number of marks of moves: enough that threads rarely write to the same cache line.
const BUSY_BITS: u32 = 15;

/// One search to run.
pub struct Job<'a, P: Position> {
    /// Where to start.
    pub root: &'a P,
    /// Repetition keys of the positions before the root, oldest first, as far back as they can recur.
    pub history_keys: &'a [u64],
    /// The moves of the game before the root with the positions they were played in, oldest first, if known.
    pub played: &'a [(&'a P, P::Move)],
    /// The root moves to search; empty: the evaluator's candidates.
    pub root_moves: &'a [P::Move],
    /// The limits.
    pub limits: &'a SearchLimits,
    /// Tunables.
    pub params: &'a SearchParams,
    /// Lines wanted, at least 1.
    pub multi_pv: usize,
    /// Threads to use, at least 1.
    pub threads: usize,
    /// Time reserved for each move, in milliseconds.
    pub overhead_ms: i64,
    /// Does the game continue in the opponent's time, so that time spent is partly won back?
    pub ponders: bool,
    /// Ends the search from outside.
    pub stop: StopHandle,
}

/// The searcher of one game: table and threads, kept from search to search.
pub struct Searcher<P: Position, E> {
    table: TableMemory,
    threads: Vec<ThreadState<P, E>>,
    /// Values from a database, by table key.
    known: HashMap<u64, TtEntry>,
    /// Did the last search get fewer threads than requested? This is reported once.
    was_refused: bool,
}

/// Ends a search when it is dropped, also by a panic: the other threads search until they are stopped.
struct EndOfSearch<'a>(&'a Budget);

impl Drop for EndOfSearch<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// The result of one thread.
struct ThreadResult<M> {
    /// The best moves with their lines; none from a helper that had no time for one.
    lines: Vec<RootLine<M>>,
    depth: i32,
    seldepth: i32,
    nodes: u64,
    tb_hits: u64,
}

impl<P: Position, E: Evaluator<P>> Searcher<P, E> {
    /// A searcher whose table takes `hash_mib` MiB once it is needed.
    pub fn new(hash_mib: usize) -> Searcher<P, E> {
        Searcher {
            table: TableMemory::new(hash_mib),
            threads: Vec::new(),
            known: HashMap::new(),
            was_refused: false,
        }
    }

    /// Changes the size of the table; what it held is lost.
    pub fn set_hash(&mut self, hash_mib: usize) {
        self.table.resize(hash_mib);
    }

    /// Is a table allocated?
    pub fn has_table(&self) -> bool {
        self.table.is_taken()
    }

    /// Forgets table, histories and evaluators.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threads.clear();
    }

    /// Allocates the memory for searches with this number of threads; returns before all pages of a large table exist.
    pub fn prepare(&mut self, threads: usize, new_evaluator: &dyn Fn() -> E) {
        self.resize_threads(threads, new_evaluator);
        self.table.prepare();
    }

    /// Gives the next searches the values of positions of a game of two players, in place of those given before.
    pub fn set_known<'a>(
        &mut self,
        values: impl Iterator<Item = (&'a P, TtEntry)>,
        new_evaluator: &dyn Fn() -> E,
    ) where
        P: 'a,
    {
        self.known.clear();
        for (pos, entry) in values {
            self.resize_threads(self.threads.len(), new_evaluator);
            let key = pos.key() ^ self.threads[0].evaluator.table_salt();
            self.known.insert(key, entry);
            self.table.for_search().store(key, entry);
        }
    }

    fn resize_threads(&mut self, threads: usize, new_evaluator: &dyn Fn() -> E) {
        let threads = threads.max(1);
        while self.threads.len() < threads {
            self.threads.push(ThreadState::new(new_evaluator()));
        }
        self.threads.truncate(threads);
    }

    /// Runs a search and waits for it. `new_evaluator` makes evaluators for new threads.
    pub fn run(
        &mut self,
        job: &Job<'_, P>,
        new_evaluator: &dyn Fn() -> E,
        observer: &mut dyn SearchObserver<P::Move>,
    ) -> SearchResult<P::Move> {
        self.run_with_helper(job, new_evaluator, None, observer)
    }

    /// Runs a search with a helper, which ends as soon as the helper has decided it.
    pub fn run_with_helper(
        &mut self,
        job: &Job<'_, P>,
        new_evaluator: &dyn Fn() -> E,
        mut helper: Option<&mut dyn RootHelper<P>>,
        observer: &mut dyn SearchObserver<P::Move>,
    ) -> SearchResult<P::Move> {
        let start = job.limits.asked.unwrap_or_else(Instant::now);
        self.resize_threads(job.threads, new_evaluator);
        #[cfg(test)]
        job.stop.fault().reach(Stage::RootMoves, true);
        let root_moves = root_moves(job, &mut self.threads[0].evaluator);
        if root_moves.is_empty() {
            return SearchResult::none();
        }
        let request = RootRequest {
            root: job.root,
            moves: job.root_moves,
            lines: job.multi_pv,
            threads: job.threads,
            limits: job.limits,
        };
        let helper_time = helper.as_mut().and_then(|helper| helper.begin(&request));
        let moves_left = self.threads[0].evaluator.moves_left(job.root);
        let plan = time_plan(job, moves_left, helper_time);
        let goal = goal(job, plan, helper_time.is_some());
        let deadline = Deadline::new(start, goal.plan.hard, job.limits.ponder);
        let budget = Budget::new(job.stop.clone(), job.limits.nodes, deadline);
        if E::PLANS
            && let Some(horizon) =
                self.threads[0].evaluator.planner().and_then(|planner| planner.horizon(job.root))
        {
            let search = PlanSearch::new(job, horizon, &mut self.threads, &root_moves, &budget, &goal);
            return search.run(&goal, observer, &mut self.was_refused);
        }
        let tt = self.table.for_search();
        tt.next_generation();
        let shared = Shared {
            tt,
            known: &self.known,
            params: job.params,
            lmr: LmrTable::new(job.params),
            searching: (job.threads > 1 && job.params.share_depth > 0)
                .then(|| CurrentlySearching::new(BUSY_BITS)),
            budget,
            root_player: job.root.player_to_move(),
        };
        let helper = helper.map(|helper| helper as &mut dyn RootHelper<P>);
        let mut main = MainThread::new(Reporter::new(observer), &shared, &goal, helper);
        let threads = Threads { states: &mut self.threads, was_refused: &mut self.was_refused };
        let results = threads.run(&shared, job, &root_moves, &goal, &mut main);
        #[cfg(test)]
        job.stop.fault().reach(Stage::Conclusion, true);
        let result = conclude(results, &main, &shared);
        main.conclude(result)
    }
}

/// The time for this move. `moves_left` is the evaluator's estimate, `helper_time` the time in which a helper is likely
/// to decide the search.
fn time_plan<P: Position>(
    job: &Job<'_, P>,
    moves_left: Option<i64>,
    helper_time: Option<Duration>,
) -> TimePlan {
    let player = job.root.player_to_move().index();
    let horizon = moves_left.unwrap_or(i64::from(job.params.horizon)).max(1);
    let mut plan = TimePlan::new(job.limits, player, job.overhead_ms, horizon);
    if job.ponders {
        plan = plan.for_pondering();
    }
    match helper_time {
        Some(needed) => plan.for_proof(job.limits, player, job.overhead_ms, needed),
        None => plan,
    }
}

/// When the first thread is done. `is_proving`: a helper may still decide the search.
fn goal<P: Position>(job: &Job<'_, P>, plan: TimePlan, is_proving: bool) -> Goal {
    Goal {
        max_depth: job.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
        multi_pv: job.multi_pv,
        plan,
        mate_plies: job.limits.mate.map(|moves| mate_plies(moves, job.root.player_count())),
        stop_when_clear: (plan.soft.is_some() || job.limits.end_when_clear) && !job.limits.waits_for_stop(),
        stop_when_settled: !is_proving,
    }
}

/// The requested moves; else the candidates, or all moves if more lines are wanted than there are candidates; in the
/// order that the evaluator expects.
fn root_moves<P: Position, E: Evaluator<P>>(job: &Job<'_, P>, evaluator: &mut E) -> Vec<P::Move> {
    if !job.root_moves.is_empty() {
        return job.root_moves.to_vec();
    }
    let mut moves = Vec::new();
    evaluator.begin(job.root);
    evaluator.candidates(job.root, &mut moves);
    if moves.len() < job.multi_pv {
        moves.clear();
        job.root.generate(&mut moves);
    }
    let mut ranked: Vec<(i32, P::Move)> =
        moves.into_iter().map(|mv| (evaluator.order_hint(job.root, mv), mv)).collect();
    insertion_sort_by_key(&mut ranked, |&(hint, _)| Reverse(hint));
    ranked.into_iter().map(|(_, mv)| mv).collect()
}

/// Plies in which the root player makes `moves` moves, the last one included.
fn mate_plies(moves: i32, players: usize) -> i32 {
    (moves.max(1) - 1).saturating_mul(players as i32).saturating_add(1)
}

/// The threads of a search.
struct Threads<'s, P: Position, E> {
    states: &'s mut [ThreadState<P, E>],
    was_refused: &'s mut bool,
}

impl<P: Position, E: Evaluator<P>> Threads<'_, P, E> {
    /// Searches with the threads that the system grants.
    fn run(
        self,
        shared: &Shared<'_>,
        job: &Job<'_, P>,
        root_moves: &[P::Move],
        goal: &Goal,
        main: &mut MainThread<'_, P>,
    ) -> Vec<ThreadResult<P::Move>> {
        let (first, others) = self.states.split_first_mut().expect("at least one thread");
        // Helpers go on until the first thread ends the search.
        let endless =
            &Goal { stop_when_clear: false, mate_plies: None, plan: TimePlan::NONE, ..goal.clone() };
        let mut found: Vec<Option<ThreadResult<P::Move>>> = others.iter().map(|_| None).collect();
        let helpers = others.iter_mut().zip(&mut found).map(|(state, found)| -> threads::Work<'_> {
            Box::new(move || {
                #[cfg(test)]
                job.stop.fault().reach(Stage::HelperThread, true);
                let mut worker = Worker::new(shared, state, job.root, job.history_keys, root_moves);
                let depth = worker.deepen(endless, &mut Unsupervised);
                *found = Some(thread_result(&worker, depth, job.multi_pv));
            })
        });
        let mut own = None;
        threads::alongside(helpers.collect(), &mut |refusal| {
            let end = EndOfSearch(&shared.budget);
            if let (Some(refusal), false) = (&refusal, *self.was_refused) {
                main.note(&refusal.to_string());
            }
            *self.was_refused = refusal.is_some();
            let mut worker = Worker::new(shared, first, job.root, job.history_keys, root_moves);
            let depth = worker.deepen(goal, main);
            drop(end);
            main.look_for_defence(&mut worker.root);
            own = Some(thread_result(&worker, depth, job.multi_pv));
        });
        own.into_iter().chain(found.into_iter().flatten()).collect()
    }
}

fn thread_result<P: Position, E: Evaluator<P>>(
    worker: &Worker<'_, P, E>,
    depth: i32,
    multi_pv: usize,
) -> ThreadResult<P::Move> {
    ThreadResult {
        lines: worker.root.list.iter().take(multi_pv).filter_map(|r| r.line().cloned()).collect(),
        depth,
        seldepth: worker.seldepth,
        nodes: worker.nodes.nodes(),
        tb_hits: worker.tb_hits,
    }
}

/// The result of the thread that got deepest, without moves that the helper has refuted meanwhile.
fn conclude<P: Position>(
    mut results: Vec<ThreadResult<P::Move>>,
    main: &MainThread<'_, P>,
    shared: &Shared<'_>,
) -> SearchResult<P::Move> {
    let nodes = results.iter().map(|r| r.nodes).sum::<u64>() + shared.budget.spent_elsewhere();
    let tb_hits = results.iter().map(|r| r.tb_hits).sum();
    let keeps_a_move = |r: &ThreadResult<P::Move>| {
        r.lines.first().is_some_and(|line| !main.is_refuted(line.pv[0]) || main.is_known_loss(line))
    };
    if results.iter().any(keeps_a_move) {
        results.retain(keeps_a_move);
    }
    // The first of equals: its line was reported, and the highest of several scores is likely to have the largest
    // error.
    let best = results.iter().reduce(|a, b| if b.depth > a.depth { b } else { a }).expect("at least one");
    let totals = Totals { depth: best.depth, seldepth: best.seldepth, nodes, tb_hits };
    let reports = best.lines.iter().enumerate();
    let lines: Vec<SearchInfo<P::Move>> =
        reports.map(|(rank, line)| line_info(line, rank, &totals, shared)).collect();
    let pv = lines.first().map(|line| line.pv.clone()).unwrap_or_default();
    SearchResult {
        best_move: pv.first().copied(),
        ponder_move: pv.get(1).copied(),
        lines,
        nodes,
        time: shared.budget.elapsed(),
    }
}

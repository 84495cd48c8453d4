//! Lazy SMP: every thread runs the same iterative deepening from the same root, and they help each other
//! only through the shared table.
//!
//! Where several come to the same node at once they take different moves of it first (see [`super::busy`]). The first
//! thread keeps the clock and reports; when it is done all are. The result is that of the thread that completed the deepest
//! iteration, and of the first among equals.

use std::time::Instant;

use super::busy::Busy;
use super::deepening::{Goal, MAX_DEPTH, Unsupervised};
use super::lead::{Lead, Solving};
use super::proving::Proving;
use super::pruning::LmrTable;
use super::report::{Spent, Told, line_info};
use super::root::RootLine;
use super::share::{Share, time_for};
use super::table_memory::TableMemory;
use super::time::TimePlan;
use super::worker::{Shared, ThreadState, Worker};
use crate::contract::Deadline;
use crate::contract::prover::Prover;
use crate::contract::{Budget, SearchLimits, StopHandle};
use crate::contract::{Evaluator, Position, SearchInfo, SearchObserver, SearchParams, SearchResult};

/// Two to this many marks of moves: enough that threads rarely write to the same cache line.
const BUSY_BITS: u32 = 15;

/// One search to run.
pub struct Job<'a, P: Position> {
    /// Where to start.
    pub root: &'a P,
    /// Repetition keys of the positions before the root, oldest first, as far back as they can recur.
    pub history_keys: &'a [u64],
    /// The root moves to look at; empty: those the evaluator thinks worth searching.
    pub root_moves: &'a [P::Move],
    /// What was asked for.
    pub limits: &'a SearchLimits,
    /// Tunables.
    pub params: &'a SearchParams,
    /// Lines wanted, at least 1.
    pub multi_pv: usize,
    /// Threads to use, at least 1.
    pub threads: usize,
    /// Time kept back for each move, in milliseconds.
    pub overhead_ms: i64,
    /// Does the game go on in the opponent's time, so that time spent is partly won back?
    pub ponders: bool,
    /// Ends the search from outside.
    pub stop: StopHandle,
}

/// The searcher of one game: table and threads, kept from search to search.
pub struct Searcher<P: Position, E> {
    table: TableMemory,
    threads: Vec<ThreadState<P, E>>,
}

/// What one thread brings back.
struct Harvest<M> {
    /// The best moves with their lines; none from a helper that had no time for one.
    lines: Vec<RootLine<M>>,
    depth: i32,
    seldepth: i32,
    nodes: u64,
    tb_hits: u64,
}

impl<P: Position, E: Evaluator<P>> Searcher<P, E> {
    /// A searcher whose table, once needed, takes `hash_mib` mebibytes.
    pub fn new(hash_mib: usize) -> Searcher<P, E> {
        Searcher { table: TableMemory::new(hash_mib), threads: Vec::new() }
    }

    /// Changes the size of the table; what it held is lost.
    pub fn set_hash(&mut self, hash_mib: usize) {
        self.table.resize(hash_mib);
    }

    /// Is memory taken for a table?
    pub fn has_table(&self) -> bool {
        self.table.is_taken()
    }

    /// Forgets table, histories and evaluators.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threads.clear();
    }

    /// Takes the memory for searches with so many threads; returns before all of a large table is there.
    pub fn prepare(&mut self, threads: usize, new_evaluator: impl Fn() -> E) {
        self.resize_threads(threads, new_evaluator);
        self.table.prepare();
    }

    fn resize_threads(&mut self, threads: usize, new_evaluator: impl Fn() -> E) {
        let threads = threads.max(1);
        while self.threads.len() < threads {
            self.threads.push(ThreadState::new(new_evaluator()));
        }
        self.threads.truncate(threads);
    }

    /// Runs a search and waits for it. `new_evaluator` makes what threads are missing.
    pub fn run(
        &mut self,
        job: &Job<'_, P>,
        new_evaluator: impl Fn() -> E,
        observer: &mut dyn SearchObserver<P::Move>,
    ) -> SearchResult<P::Move> {
        self.run_with_prover(job, new_evaluator, None, observer)
    }

    /// Runs a search in which a prover has its share: it ends as soon as the value and the moves that reach it are proved.
    pub fn run_with_prover(
        &mut self,
        job: &Job<'_, P>,
        new_evaluator: impl Fn() -> E,
        prover: Option<&mut dyn Prover<P>>,
        observer: &mut dyn SearchObserver<P::Move>,
    ) -> SearchResult<P::Move> {
        let start = Instant::now();
        self.resize_threads(job.threads, new_evaluator);
        let root_moves = root_moves(job, &mut self.threads[0].evaluator);
        if root_moves.is_empty() {
            return SearchResult::none();
        }
        let tt = self.table.for_search();
        tt.next_generation();
        let player = job.root.player_to_move();
        let horizon = i64::from(job.params.horizon);
        let mut plan = TimePlan::new(job.limits, player.index(), job.overhead_ms, horizon);
        if job.ponders {
            plan = plan.for_pondering();
        }
        let proving = prover.map(|prover| Proving::new(prover, job.root, job.root_moves, job.multi_pv));
        if let Some(proving) = &proving {
            let needed = time_for(proving.work(), job.threads);
            plan = plan.for_proof(job.limits, player.index(), job.overhead_ms, needed);
        }
        let deadline = Deadline::new(start, plan.hard, job.limits.ponder);
        let shared = Shared {
            tt,
            params: job.params,
            lmr: LmrTable::new(job.params),
            busy: (job.threads > 1 && job.params.share_depth > 0).then(|| Busy::new(BUSY_BITS)),
            budget: Budget::new(job.stop.clone(), job.limits.nodes, deadline),
            root_player: player,
        };
        let goal = Goal {
            max_depth: job.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH),
            multi_pv: job.multi_pv,
            plan,
            mate_plies: job.limits.mate.map(|moves| mate_plies(moves, job.root.player_count())),
            stop_when_clear: (plan.soft.is_some() || job.limits.end_when_clear)
                && !job.limits.waits_for_stop(),
        };
        let solving = proving.map(|proving| {
            let share = Share::new(job.limits, &plan, job.threads, proving.work());
            Solving { proving, share }
        });
        let mut lead = Lead::new(Told::new(observer), &shared, &goal, solving);
        let harvests = run_threads(&mut self.threads, &shared, job, &root_moves, &goal, &mut lead);
        let result = conclude(harvests, &lead, &shared);
        lead.conclude(result)
    }
}

/// The moves asked for; or those worth searching, or all where more lines are wanted than those give, in the order that
/// the evaluator expects.
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
    moves.sort_by_cached_key(|&mv| -evaluator.order_hint(job.root, mv));
    moves
}

/// Plies in which the root player makes so many moves, the last one included.
fn mate_plies(moves: i32, players: usize) -> i32 {
    (moves.max(1) - 1).saturating_mul(players as i32).saturating_add(1)
}

fn run_threads<P: Position, E: Evaluator<P>>(
    states: &mut [ThreadState<P, E>],
    shared: &Shared<'_>,
    job: &Job<'_, P>,
    root_moves: &[P::Move],
    goal: &Goal,
    lead: &mut Lead<'_, P>,
) -> Vec<Harvest<P::Move>> {
    let (first, others) = states.split_first_mut().expect("at least one thread");
    std::thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter_mut()
            .map(|state| {
                scope.spawn(move || {
                    let mut worker = Worker::new(shared, state, job.root, job.history_keys, root_moves);
                    // Helpers go on until the first thread ends the search.
                    let endless = Goal {
                        stop_when_clear: false,
                        mate_plies: None,
                        plan: TimePlan::NONE,
                        ..goal.clone()
                    };
                    let depth = worker.deepen(&endless, &mut Unsupervised);
                    harvest(&worker, depth, job.multi_pv)
                })
            })
            .collect();
        let mut worker = Worker::new(shared, first, job.root, job.history_keys, root_moves);
        let depth = worker.deepen(goal, lead);
        shared.budget.finish();
        let mut harvests = vec![harvest(&worker, depth, job.multi_pv)];
        harvests.extend(helpers.into_iter().map(|h| h.join().expect("search thread panicked")));
        harvests
    })
}

fn harvest<P: Position, E: Evaluator<P>>(
    worker: &Worker<'_, P, E>,
    depth: i32,
    multi_pv: usize,
) -> Harvest<P::Move> {
    Harvest {
        lines: worker.root.list.iter().take(multi_pv).filter_map(|r| r.line().cloned()).collect(),
        depth,
        seldepth: worker.seldepth,
        nodes: worker.nodes.nodes(),
        tb_hits: worker.tb_hits,
    }
}

/// The result of the thread that got deepest, without what the prover has refuted meanwhile.
fn conclude<P: Position>(
    mut harvests: Vec<Harvest<P::Move>>,
    lead: &Lead<'_, P>,
    shared: &Shared<'_>,
) -> SearchResult<P::Move> {
    let nodes = harvests.iter().map(|h| h.nodes).sum::<u64>() + lead.nodes();
    let tb_hits = harvests.iter().map(|h| h.tb_hits).sum();
    let keeps_a_move =
        |h: &Harvest<P::Move>| h.lines.first().is_some_and(|line| !lead.is_refuted(line.pv[0]));
    if harvests.iter().any(keeps_a_move) {
        harvests.retain(keeps_a_move);
    }
    // The first of equals: its line was reported, and to take the highest of several scores is to take the one that errs most.
    let best = harvests.iter().reduce(|a, b| if b.depth > a.depth { b } else { a }).expect("at least one");
    let spent = Spent { depth: best.depth, seldepth: best.seldepth, nodes, tb_hits };
    let reports = best.lines.iter().enumerate();
    let lines: Vec<SearchInfo<P::Move>> =
        reports.map(|(rank, line)| line_info(line, rank, &spent, shared)).collect();
    let pv = lines.first().map(|line| line.pv.clone()).unwrap_or_default();
    SearchResult {
        best_move: pv.first().copied(),
        ponder_move: pv.get(1).copied(),
        lines,
        nodes,
        time: shared.budget.elapsed(),
    }
}

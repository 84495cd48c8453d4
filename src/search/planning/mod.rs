//! The search for more than two players: plans for the root player alone, against what the others are likely to do.
//!
//! A tree of everybody's moves is hardly deeper than one move of each, and a coalition of all against one (the paranoid tree)
//! prepares for dangers that nobody intends. Here only own moves are searched. After each of them the others play what the
//! evaluator thinks likely, with chance deciding between moves that look alike ([`Evaluator::likely_move`]). A plan is a few own
//! moves, found by a beam ([`beam`]); its value is what the player gains on the others, where later gains count less, because
//! so many strangers move in between. A root move is judged by the mean over many samples of what the others do, all moves by
//! the same samples, and it is dropped once it has fallen too far behind the best (racing: Maron and Moore, 1994).
//!
//! An iteration has longer plans than the one before, wider beams or more samples. With one thread or many the same samples
//! are drawn and summed up in the same order, so that a depth gives the same result on any number of threads.

mod beam;
mod race;

use super::deepening::Goal;
use super::report::Reporter;
use super::searcher::Job;
use super::worker::ThreadState;
use crate::contract::{
    Bound, Budget, Evaluator, NodeCounter, Position, Score, SearchInfo, SearchObserver, SearchResult,
};
use crate::random::mix;
use beam::{Plan, Planner, Sample, Shape, lead};
use parking_lot::Mutex;
use race::{Estimate, Race};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A search by plans, on all its threads.
struct PlanSearch<'a, P: Position, E> {
    job: &'a Job<'a, P>,
    states: &'a mut [ThreadState<P, E>],
    counters: Vec<NodeCounter>,
    budget: &'a Budget,
    race: Race<P::Move>,
    /// How far the root player is ahead at the root, see [`lead`].
    lead: f32,
    /// Plies of the longest plan so far.
    seldepth: i32,
}

/// Searches by plans until the goal is met; `moves` are the root moves, the most promising first.
pub fn search<P: Position, E: Evaluator<P>>(
    job: &Job<'_, P>,
    states: &mut [ThreadState<P, E>],
    moves: &[P::Move],
    budget: &Budget,
    goal: &Goal,
    observer: &mut dyn SearchObserver<P::Move>,
) -> SearchResult<P::Move> {
    for state in &mut *states {
        state.evaluator.begin(job.root);
    }
    let counters = vec![NodeCounter::default(); states.len()];
    let race = Race::new(moves, goal.multi_pv);
    let lead = lead(&states[0].evaluator, job.root, job.root.player_to_move());
    let mut search = PlanSearch { job, states, counters, budget, race, lead, seldepth: 0 };
    let mut reporter = Reporter::new(observer);
    let mut completed = 0;
    for depth in 1..=goal.max_depth {
        let is_over = search.iterate(depth, goal);
        if depth == 1 || !is_over {
            completed = depth;
            for line in search.lines(depth) {
                reporter.on_info(&line);
            }
        }
        budget.may_end();
        if is_over || search.is_clear(goal) || budget.check(&mut search.counters[0]) {
            break;
        }
    }
    budget.finish();
    let result = search.result(completed);
    reporter.report_rest(&result);
    result
}

impl<P: Position, E: Evaluator<P>> PlanSearch<'_, P, E> {
    /// One iteration; true where the search is over.
    fn iterate(&mut self, depth: i32, goal: &Goal) -> bool {
        let shape = Shape::of(depth);
        if depth == 1 || shape != Shape::of(depth - 1) {
            self.race.begin(depth <= 2);
        }
        for _ in 0..Shape::rounds(depth) {
            let sample = Sample {
                root: self.job.root,
                lead: self.lead,
                shape,
                chance: mix(self.job.root.key() ^ mix(u64::from(self.race.rounds))),
                // Three of four at this distance, as in `wdl`.
                steepness: 3f32.ln() / self.job.params.wdl_scale as f32,
            };
            let Some(plans) = self.plans(&sample) else { return true };
            let longest = plans.iter().map(|plan| plan.line.len()).max().unwrap_or(0);
            self.seldepth = self.seldepth.max(longest as i32);
            self.race.add_round(plans);
            let is_late = |used| goal.plan.soft.is_some_and(|soft| used >= soft);
            if depth > 1 && self.budget.thinking_time().is_some_and(is_late) {
                return true;
            }
        }
        self.race.trust();
        false
    }

    /// A plan for each move that runs, all of them in the same sample; `None` where the search is over.
    fn plans(&mut self, sample: &Sample<'_, P>) -> Option<Vec<Plan<P::Move>>> {
        let budget = self.budget;
        let moves: Vec<P::Move> =
            self.race.list[..self.race.running].iter().map(|candidate| candidate.mv).collect();
        let next = AtomicUsize::new(0);
        let plans = Mutex::new(vec![None; moves.len()]);
        let work = |state: &mut ThreadState<P, E>, counter: &mut NodeCounter| {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(&mv) = moves.get(index) else { return };
                let plan = Planner::new(sample, &state.evaluator, budget, counter).plan(mv);
                if plan.is_none() {
                    return;
                }
                plans.lock()[index] = plan;
            }
        };
        let mut threads = self.states.iter_mut().zip(&mut self.counters);
        let (first, counter) = threads.next().expect("at least one thread");
        std::thread::scope(|scope| {
            for (state, counter) in threads.take(moves.len().saturating_sub(1)) {
                scope.spawn(|| work(state, counter));
            }
            work(first, counter);
        });
        plans.into_inner().into_iter().collect()
    }

    /// Is there nothing to decide, so that time can be saved?
    fn is_clear(&self, goal: &Goal) -> bool {
        goal.stop_when_clear && (self.race.list.len() == 1 || self.race.list[0].known.wins)
    }

    /// The reports of the best candidates.
    fn lines(&self, depth: i32) -> Vec<SearchInfo<P::Move>> {
        let nodes = self.nodes();
        let best = self.race.list.iter().take(self.job.multi_pv).enumerate();
        best.map(|(rank, candidate)| self.line(&candidate.known, rank, depth, nodes)).collect()
    }

    fn line(&self, known: &Estimate<P::Move>, rank: usize, depth: i32, nodes: u64) -> SearchInfo<P::Move> {
        let win = if known.wins { 1000 } else { (known.chance * 1000.0).round() as u32 };
        SearchInfo {
            depth,
            seldepth: self.seldepth,
            multi_pv: rank + 1,
            score: if known.wins { Score::win_in(1) } else { Score::eval((self.lead + known.value) as i32) },
            bound: Bound::Exact,
            proved: false,
            nodes,
            time: self.budget.elapsed(),
            hashfull: 0,
            tb_hits: 0,
            wdl: [win, 0, 1000 - win],
            pv: known.line.clone(),
        }
    }

    fn nodes(&self) -> u64 {
        self.counters.iter().map(NodeCounter::nodes).sum()
    }

    fn result(&self, depth: i32) -> SearchResult<P::Move> {
        let lines = self.lines(depth);
        let mut result = SearchResult {
            best_move: None,
            ponder_move: None,
            lines,
            nodes: self.nodes(),
            time: self.budget.elapsed(),
        };
        result.choose_line(0);
        result
    }
}

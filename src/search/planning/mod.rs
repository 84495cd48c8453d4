//! The search for more than two players: plans for the root player alone, against predicted moves of the others.
//!
//! A tree of all players' moves is hardly deeper than one move of each, and a coalition of all against one (the
//! paranoid tree) prepares for dangers that nobody intends. Here only own moves are searched. After each of them the
//! others play the moves that the evaluator predicts for their player model ([`player_models`]), at random between
//! similar moves ([`Planner::likely_move`]). A plan is a play-out of some rounds ([`playout`]) whose first own moves
//! are chosen by a tree that grows below each root move ([`tree`]); its value is what the player gains on the others. A
//! root move is evaluated by the mean over many samples of the others' moves, the same samples for all root moves. It
//! is dropped once it has fallen too far behind the best (racing: Maron and Moore, 1994).
//!
//! An iteration has longer plans than the one before, or more samples. Samples and the order of their sums do not
//! depend on the number of threads, and each tree is grown by one thread at a time. So a depth gives the same result on
//! any number of threads.

mod player_models;
mod playout;
mod race;
mod tree;

use super::deepening::Goal;
use super::report::Reporter;
use super::searcher::Job;
use super::worker::ThreadState;
#[cfg(test)]
use crate::contract::fault::Stage;
use crate::contract::{
    Bound, Budget, Evaluator, Horizon, NodeCounter, Planner, Player, Position, Score, SearchInfo,
    SearchObserver, SearchResult,
};
use crate::random::mix;
use crate::threads::{self, Mutex, Refusal};
use player_models::PlayerModels;
use playout::{FULL_DEPTH, Plan, Playout, Sample, Terms, lead};
use race::{Estimate, Race};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A search by plans, on all its threads.
pub struct PlanSearch<'a, P: Position, E> {
    job: &'a Job<'a, P>,
    horizon: Horizon,
    states: &'a mut [ThreadState<P, E>],
    counters: Vec<NodeCounter>,
    budget: &'a Budget,
    race: Race<P::Move>,
    models: PlayerModels,
    /// How far the root player is ahead at the root, see [`lead`].
    lead: f32,
    /// Plies of the longest plan so far.
    seldepth: i32,
    /// The first refusal of threads.
    refusal: Option<Refusal>,
}

/// What the evaluator of a thread knows of players.
fn planner<P: Position, E: Evaluator<P>>(state: &ThreadState<P, E>) -> &dyn Planner<P> {
    state.evaluator.planner().expect("an evaluator with a horizon")
}

/// Samples that the iteration of this depth adds.
fn samples(depth: i32) -> u32 {
    match depth {
        1..=2 => 1,
        3 => 2,
        _ => 1 << depth.min(20),
    }
}

impl<'a, P: Position, E: Evaluator<P>> PlanSearch<'a, P, E> {
    /// A search until the goal is met; `moves` are the root moves, the most promising first.
    pub fn new(
        job: &'a Job<'a, P>,
        horizon: Horizon,
        states: &'a mut [ThreadState<P, E>],
        moves: &[P::Move],
        budget: &'a Budget,
        goal: &Goal,
    ) -> PlanSearch<'a, P, E> {
        for state in &mut *states {
            state.evaluator.begin(job.root);
        }
        let counters = vec![NodeCounter::default(); states.len()];
        let race = Race::new(moves, goal.multi_pv, Terms::of(horizon, 1).margin);
        let planner = planner(&states[0]);
        let lead = lead(planner, job.root, job.root.player_to_move());
        let models = PlayerModels::of(planner, job.played);
        let (seldepth, refusal) = (0, None);
        PlanSearch { job, horizon, states, counters, budget, race, models, lead, seldepth, refusal }
    }

    /// Searches until the goal is met. `was_refused`: did the last search get fewer threads than it requested?
    pub fn run(
        mut self,
        goal: &Goal,
        observer: &mut dyn SearchObserver<P::Move>,
        was_refused: &mut bool,
    ) -> SearchResult<P::Move> {
        let mut reporter = Reporter::new(observer);
        let mut completed = 0;
        for depth in 1..=goal.max_depth {
            let is_over = self.iterate(depth, goal);
            if let (Some(refusal), false) = (&self.refusal, *was_refused) {
                reporter.on_note(&refusal.to_string());
                *was_refused = true;
            }
            if depth == 1 || !is_over {
                completed = depth;
                for line in self.lines(depth) {
                    reporter.on_info(&line);
                }
            }
            self.budget.may_end();
            if is_over || self.is_clear(goal) || self.budget.check(&mut self.counters[0]) {
                break;
            }
        }
        self.budget.finish();
        *was_refused = self.refusal.is_some();
        let result = self.result(completed);
        reporter.report_rest(&result);
        result
    }

    /// One iteration; true if the search is over.
    fn iterate(&mut self, depth: i32, goal: &Goal) -> bool {
        let terms = Terms::of(self.horizon, depth);
        if depth <= FULL_DEPTH {
            self.race.begin(depth <= 2);
        }
        for _ in 0..samples(depth) {
            let chance = mix(self.job.root.key() ^ mix(u64::from(self.race.rounds)));
            let sample = Sample {
                root: self.job.root,
                lead: self.lead,
                terms,
                chance,
                models: std::array::from_fn(|player| self.models.draw(Player::new(player), chance)),
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

    /// A plan for each move that runs, all of them in the same sample; `None` if the search is over.
    fn plans(&mut self, sample: &Sample<'_, P>) -> Option<Vec<Plan<P::Move>>> {
        let budget = self.budget;
        let candidates = &self.race.list[..self.race.running];
        let next = AtomicUsize::new(0);
        let plans = Mutex::new(vec![None; candidates.len()]);
        #[cfg(test)]
        let rounds = self.race.rounds;
        let work = |state: &mut ThreadState<P, E>, counter: &mut NodeCounter| {
            loop {
                #[cfg(test)]
                budget.fault().reach(Stage::Plan, rounds >= 3);
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(candidate) = candidates.get(index) else { return };
                let playout = Playout::new(sample, planner(state), budget, counter);
                let plan = playout.run(candidate.mv, &mut candidate.tree.lock());
                if plan.is_none() {
                    return;
                }
                plans.lock()[index] = plan;
            }
        };
        let mut threads = self.states.iter_mut().zip(&mut self.counters);
        let (first, counter) = threads.next().expect("at least one thread");
        let work = &work;
        let others = threads
            .take(candidates.len().saturating_sub(1))
            .map(|(state, counter)| -> threads::Work<'_> { Box::new(move || work(state, counter)) });
        let refused = &mut self.refusal;
        threads::alongside(others.collect(), &mut |refusal| {
            *refused = refused.take().or(refusal);
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

    /// The score is the expected lead. For a line after the first it is lower by the difference between the values of
    /// their plans.
    fn line(&self, known: &Estimate<P::Move>, rank: usize, depth: i32, nodes: u64) -> SearchInfo<P::Move> {
        let best = &self.race.list[0].known;
        let lead = self.lead + best.gain + (known.value - best.value);
        let win = if known.wins { 1000 } else { (known.chance * 1000.0).round() as u32 };
        SearchInfo {
            depth,
            seldepth: self.seldepth,
            multi_pv: rank + 1,
            score: if known.wins { Score::win_in(1) } else { Score::eval(lead as i32) },
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

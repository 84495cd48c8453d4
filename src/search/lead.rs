//! What the first thread does beside searching: it reports, and between iterations lets the prover have its share.
//!
//! As long as the value is not proved, the prover may spend what [`Share`] allows and three quarters of the time before the
//! search goes on. Once it is, the rest of the search would tell nothing new, so the moves that reach the value are found with
//! all that is left. Which of those to play, and the line to report, may cost as much again as the proof.

use std::time::Duration;

use super::deepening::{Goal, Supervisor};
use super::proving::{Proving, Purse};
use super::report::{Spent, Told, line_info, proved_info};
use super::share::Share;
use super::worker::{Shared, Worker};
use crate::contract::SearchObserver;
use crate::contract::{Bound, Evaluator, Position, Score, SearchInfo, SearchResult};

/// Iterations before the prover's first turn: enough for a sensible move and an order of moves, at no cost.
const DEPTH_BEFORE: i32 = 3;
/// What choosing among equals and the line may cost, where the proof itself cost less.
const LEAST_AFTERWARDS: u64 = 1 << 14;
/// A proof that took more than this is told at once, before the choice among equals.
const WORTH_TELLING: u64 = 1 << 18;

/// A prover at work for a search.
pub struct Solving<'a, P: Position> {
    pub proving: Proving<'a, P>,
    pub share: Share,
}

/// The first thread's business.
pub struct Lead<'a, P: Position> {
    told: Told<'a, P::Move>,
    shared: &'a Shared<'a>,
    goal: &'a Goal,
    solving: Option<Solving<'a, P>>,
    /// The proved lines, once there are all.
    proved: Vec<SearchInfo<P::Move>>,
    turns: u32,
}

impl<'a, P: Position> Lead<'a, P> {
    /// Nothing done yet.
    pub fn new(
        told: Told<'a, P::Move>,
        shared: &'a Shared<'a>,
        goal: &'a Goal,
        solving: Option<Solving<'a, P>>,
    ) -> Lead<'a, P> {
        Lead { told, shared, goal, solving, proved: Vec::new(), turns: 0 }
    }

    /// Nodes that the prover has spent.
    pub fn nodes(&self) -> u64 {
        self.solving.as_ref().map_or(0, |solving| solving.proving.nodes())
    }

    /// Is this move proved to be worse than another?
    pub fn is_refuted(&self, mv: P::Move) -> bool {
        self.solving.as_ref().is_some_and(|solving| solving.proving.is_refuted(mv))
    }

    /// The search is over: what is proved goes before what was searched, and what was not told yet is told.
    pub fn conclude(mut self, mut result: SearchResult<P::Move>) -> SearchResult<P::Move> {
        if !self.proved.is_empty() {
            result.lines = std::mem::take(&mut self.proved);
            result.choose_line(0);
        } else if let Some(solving) = &self.solving
            && let Some((mv, least)) = solving.proving.sure()
        {
            self.put_first(mv, least, &mut result);
        }
        self.told.catch_up(&result);
        result
    }

    /// A move is sure to bring at least this, though not everything about the others is known.
    fn put_first(&self, mv: P::Move, least: Score, result: &mut SearchResult<P::Move>) {
        let value = self.solving.as_ref().and_then(|solving| solving.proving.value());
        let bound = if value == Some(least) { Bound::Exact } else { Bound::Lower };
        let is_its = |line: &SearchInfo<P::Move>| line.pv.first() == Some(&mv);
        let own = result.lines.iter().position(is_its).unwrap_or(result.lines.len().saturating_sub(1));
        let Some(line) = result.lines.get_mut(own) else { return };
        let pv = if is_its(line) { line.pv.clone() } else { vec![mv] };
        let spent =
            Spent { depth: line.depth, seldepth: line.seldepth, nodes: result.nodes, tb_hits: line.tb_hits };
        *line = proved_info(pv, (least, bound), 0, &spent, self.shared);
        result.lines[..=own].rotate_right(1);
        for (rank, line) in result.lines.iter_mut().enumerate() {
            line.multi_pv = rank + 1;
        }
        result.choose_line(0);
    }
}

impl<P: Position, E: Evaluator<P>> Supervisor<P, E> for Lead<'_, P> {
    fn report(&mut self, worker: &Worker<'_, P, E>, depth: i32, line: usize) {
        let spent = spent(worker, self.shared, depth);
        if let Some(found) = worker.root.list[line].line() {
            self.told.on_info(&line_info(found, line, &spent, self.shared));
        }
    }

    fn iteration_done(&mut self, worker: &mut Worker<'_, P, E>, depth: i32) -> bool {
        self.shared.budget.may_end();
        if depth < DEPTH_BEFORE && depth < self.goal.max_depth {
            return false;
        }
        let Some(mut solving) = self.solving.take() else { return false };
        let order: Vec<P::Move> = worker.root.list.iter().map(|root_move| root_move.mv).collect();
        solving.proving.prefer(&order);
        self.turns += 1;
        let decided = self.prove(&mut solving, worker, depth);
        let proving = &solving.proving;
        let open = worker.root.list.iter().filter(|r| !proving.is_refuted(r.mv)).count();
        if !decided && open >= self.goal.multi_pv.min(worker.root.list.len()) {
            worker.root.retain(|mv| !proving.is_refuted(mv));
        }
        self.solving = Some(solving);
        decided
    }
}

impl<P: Position> Lead<'_, P> {
    /// The prover's turn; true if there is nothing left to search for.
    fn prove<E: Evaluator<P>>(
        &mut self,
        solving: &mut Solving<'_, P>,
        worker: &Worker<'_, P, E>,
        depth: i32,
    ) -> bool {
        let Solving { proving, share } = solving;
        let budget = &self.shared.budget;
        let searched = budget.total_nodes(&worker.nodes) - proving.nodes();
        let room = || spare(budget.room(&worker.nodes));
        let allowed = share.allowance(searched).saturating_sub(proving.nodes()).min(room());
        let (soft, hard) = (self.goal.plan.soft, self.goal.plan.hard);
        let time = soft.or(hard).map(|time| if self.turns == 1 { time * 3 / 4 } else { time });
        let over = |limit: Option<Duration>| {
            let late = limit.is_some_and(|limit| budget.thinking_time().is_some_and(|used| used >= limit));
            late || budget.is_called_off()
        };
        let before = proving.nodes();
        let stop = || over(time);
        let purse = &mut Purse::new(allowed - allowed / 4, &stop);
        if let Some(plies) = self.goal.mate_plies
            && proving.reaches(Score::win_in(plies), purse) == Some(false)
        {
            budget.spend_elsewhere(proving.nodes() - before);
            self.deny_mate(proving.at_most(), worker, depth);
            return true;
        }
        proving.advance(purse);
        budget.spend_elsewhere(proving.nodes() - before);
        share.cut_first(proving.nodes());
        if proving.value().is_none() {
            let before = proving.nodes();
            let best = worker.root.list[0].mv;
            proving.doubt(best, &mut Purse::new(allowed / 4, &stop));
            budget.spend_elsewhere(proving.nodes() - before);
            return false;
        }
        let before = proving.nodes();
        let stop = || over(None);
        proving.advance(&mut Purse::new(room(), &stop));
        budget.spend_elsewhere(proving.nodes() - before);
        if !proving.is_settled() {
            return false;
        }
        let effort = proving.nodes();
        if effort > WORTH_TELLING {
            self.tell(proving, 0, worker, depth);
        }
        let stop = || over(soft);
        let afterwards = effort.max(LEAST_AFTERWARDS).min(room());
        proving.break_ties(&mut Purse::new(afterwards, &stop));
        let spent = proving.nodes() - effort;
        budget.spend_elsewhere(spent);
        let most = (afterwards - spent.min(afterwards)).max(1);
        self.tell(proving, most.min(room()), worker, depth);
        true
    }

    /// Reports the proved lines, each followed as far as `nodes` go; they are the result unless others follow.
    fn tell<E: Evaluator<P>>(
        &mut self,
        proving: &mut Proving<'_, P>,
        nodes: u64,
        worker: &Worker<'_, P, E>,
        depth: i32,
    ) {
        let budget = &self.shared.budget;
        let (before, best) = (proving.nodes(), proving.best());
        let stop = || budget.is_called_off();
        let each = nodes / best.len() as u64;
        let lines: Vec<_> =
            best.iter().map(|&(mv, value)| proving.line(mv, value, &mut Purse::new(each, &stop))).collect();
        budget.spend_elsewhere(proving.nodes() - before);
        let spent = spent(worker, self.shared, depth);
        let told = lines.into_iter().zip(best).enumerate();
        self.proved = told
            .map(|(rank, (pv, (_, value)))| proved_info(pv, (value, Bound::Exact), rank, &spent, self.shared))
            .collect();
        for line in &self.proved {
            self.told.on_info(line);
        }
    }

    /// The win that was asked for does not exist: the best move so far, with what is known.
    fn deny_mate<E: Evaluator<P>>(&mut self, most: Score, worker: &Worker<'_, P, E>, depth: i32) {
        let spent = spent(worker, self.shared, depth);
        let best = &worker.root.list[0];
        let pv = best.line().map_or_else(|| vec![best.mv], |line| line.pv.clone());
        self.proved = vec![proved_info(pv, (most, Bound::Upper), 0, &spent, self.shared)];
        self.told.on_info(&self.proved[0]);
    }
}

/// A prover may exceed its limit by a few nodes.
fn spare(room: u64) -> u64 {
    room.saturating_sub(1)
}

fn spent<P: Position, E: Evaluator<P>>(worker: &Worker<'_, P, E>, shared: &Shared<'_>, depth: i32) -> Spent {
    Spent {
        depth,
        seldepth: worker.seldepth,
        nodes: shared.budget.total_nodes(&worker.nodes),
        tb_hits: worker.tb_hits,
    }
}

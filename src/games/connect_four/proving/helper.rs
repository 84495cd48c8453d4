//! The solver at the root of a search.
//!
//! Until the value is proved, the solver may spend the nodes of [`NodeBudget`] and three quarters of the time before
//! the search continues. After that the search would find nothing new, so the moves that reach the value are found with
//! all remaining effort. The choice among these, and the line to report, may cost as much again as the proof.

use std::time::Duration;

use super::node_budget::{NodeBudget, time_for};
use super::prover::Prover;
use super::root_proof::{ProofBudget, RootProof};
use crate::contract::book::BookMove;
use crate::contract::{
    AfterTurn, Bound, Budget, ProvedLine, RootHelper, RootRequest, RootTurn, Score, SearchLimits,
};
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::word::BoardWord;

/// Iterations before the solver's first turn: enough for a sensible move and move order, at almost no cost.
const DEPTH_BEFORE: i32 = 3;
/// Minimum nodes for the choice among equals and the line, even if the proof cost less.
const MIN_NODES_AFTERWARDS: u64 = 1 << 14;
/// A choice among equals that takes more nodes than this is preceded by a report of the value.
const MIN_NODES_TO_REPORT: u64 = 1 << 18;

/// The turn of a search of Connect Four.
type Turn<'a, B> = RootTurn<'a, Position<B>>;

/// The solver as a helper of searches.
pub struct SolverHelper<B: BoardWord> {
    proof: RootProof<B>,
    limits: SearchLimits,
    threads: usize,
    /// What the solver may spend in this search; computed in its first turn.
    node_budget: Option<NodeBudget>,
}

impl<B: BoardWord> SolverHelper<B> {
    /// A helper that uses this prover; `root` is any position of its board.
    pub fn new(prover: Prover<B>, root: &Position<B>) -> SolverHelper<B> {
        let proof = RootProof::new(prover, root, &[], 1);
        SolverHelper { proof, limits: SearchLimits::default(), threads: 1, node_budget: None }
    }

    /// The solver's turn after `DEPTH_BEFORE` iterations or more.
    fn prove(&mut self, turn: &mut Turn<'_, B>) -> AfterTurn {
        let is_first = self.node_budget.is_none();
        let (limits, threads, work) = (&self.limits, self.threads, self.proof.work());
        let (soft, hard) = (turn.soft, turn.hard);
        let node_budget =
            *self.node_budget.get_or_insert_with(|| NodeBudget::new(limits, (soft, hard), threads, work));
        let (proof, budget) = (&mut self.proof, turn.budget);
        let searched = budget.searched_nodes(turn.counter);
        let allowed = node_budget.nodes(searched).saturating_sub(proof.nodes()).min(room(turn));
        let time = soft.or(hard).map(|time| if is_first { time * 3 / 4 } else { time });
        let stop = || is_over(budget, time);
        let first = &mut ProofBudget::new(allowed - allowed / 4, &stop);
        if let Some(plies) = turn.mate_plies
            && counted(budget, proof, |proof| proof.is_at_least(Score::win_in(plies), first)) == Some(false)
        {
            // The requested win does not exist: the best move so far, with its known bounds.
            let (pv, score) = (turn.best_line.to_vec(), proof.at_most());
            (turn.report)(vec![ProvedLine { pv, score, bound: Bound::Upper }]);
            return AfterTurn::Decided;
        }
        counted(budget, proof, |proof| proof.prove_value(first));
        self.node_budget = Some(node_budget.after_first_turn(proof.nodes()));
        if proof.value().is_none() {
            let rest = &mut ProofBudget::new(allowed / 4, &stop);
            counted(budget, proof, |proof| proof.refute(turn.moves[0], rest));
            return AfterTurn::SearchOn;
        }
        let stop = || is_over(budget, None);
        let all = &mut ProofBudget::new(room(turn), &stop);
        counted(budget, proof, |proof| proof.prove_value(all));
        if !proof.is_settled() {
            return AfterTurn::SearchOn;
        }
        self.choose(turn);
        AfterTurn::Decided
    }

    /// The value and the moves that reach it are known: chooses among these and reports the lines, once unless the choice
    /// is long.
    fn choose(&mut self, turn: &mut Turn<'_, B>) {
        let budget = turn.budget;
        let before = self.proof.nodes();
        let afterwards = before.max(MIN_NODES_AFTERWARDS).min(room(turn));
        let soft = turn.soft;
        let stop = || is_over(budget, soft);
        let short = afterwards.min(MIN_NODES_TO_REPORT);
        let ties = &mut ProofBudget::new(short, &stop);
        counted(budget, &mut self.proof, |proof| proof.break_ties(ties));
        if ties.is_empty() && !stop() && short < afterwards {
            self.report(0, turn);
            let ties = &mut ProofBudget::new(afterwards - short, &stop);
            counted(budget, &mut self.proof, |proof| proof.break_ties(ties));
        }
        let spent = self.proof.nodes() - before;
        let left = (afterwards - spent.min(afterwards)).max(1);
        self.report(left.min(room(turn)), turn);
    }

    /// Reports the proved lines, each extended within its part of `nodes`.
    fn report(&mut self, nodes: u64, turn: &mut Turn<'_, B>) {
        let budget = turn.budget;
        let best = self.proof.best();
        let stop = || budget.is_called_off();
        let each = nodes / best.len() as u64;
        let follow = |proof: &mut RootProof<B>| {
            let line = |&(mv, score): &(Move, Score)| {
                let pv = proof.line(mv, score, &mut ProofBudget::new(each, &stop));
                ProvedLine { pv, score, bound: Bound::Exact }
            };
            best.iter().map(line).collect()
        };
        let lines = counted(budget, &mut self.proof, follow);
        (turn.report)(lines);
    }
}

impl<B: BoardWord> RootHelper<Position<B>> for SolverHelper<B> {
    fn begin(&mut self, request: &RootRequest<'_, Position<B>>) -> Option<Duration> {
        self.proof.begin(request.root, request.moves, request.lines);
        (self.limits, self.threads, self.node_budget) = (request.limits.clone(), request.threads, None);
        Some(time_for(self.proof.work(), self.threads))
    }

    fn take_turn(&mut self, turn: &mut Turn<'_, B>) -> AfterTurn {
        if turn.depth < DEPTH_BEFORE && !turn.is_last {
            return AfterTurn::SearchOn;
        }
        self.proof.set_order(turn.moves);
        self.prove(turn)
    }

    fn is_refuted(&self, mv: Move) -> bool {
        self.proof.is_refuted(mv)
    }

    fn proved_best(&self) -> Option<(Move, Score, Bound)> {
        let (mv, least) = self.proof.proved_best()?;
        let bound = if self.proof.value() == Some(least) { Bound::Exact } else { Bound::Lower };
        Some((mv, least, bound))
    }

    fn clear(&mut self) {
        self.proof.prover_mut().clear();
    }

    fn use_book(&mut self, on: bool) {
        self.proof.prover_mut().use_book(on);
    }

    fn book_move(&self, pos: &Position<B>) -> Option<BookMove<Move>> {
        self.proof.prover().book_move(pos)
    }
}

/// Runs a query and counts its nodes as those of the search.
fn counted<B: BoardWord, T>(
    budget: &Budget,
    proof: &mut RootProof<B>,
    ask: impl FnOnce(&mut RootProof<B>) -> T,
) -> T {
    let before = proof.nodes();
    let answer = ask(proof);
    budget.spend_elsewhere(proof.nodes() - before);
    answer
}

/// Nodes that may still be spent. The solver may exceed its limit by a few.
fn room<B: BoardWord>(turn: &Turn<'_, B>) -> u64 {
    turn.budget.room(turn.counter).saturating_sub(1)
}

/// Is the search stopped, or is this time for the move used up?
fn is_over(budget: &Budget, limit: Option<Duration>) -> bool {
    let late = limit.is_some_and(|limit| budget.thinking_time().is_some_and(|used| used >= limit));
    late || budget.is_called_off()
}

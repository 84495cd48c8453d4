//! The additional duties of the first thread: it reports, and gives the root helper its turns.

use super::deepening::{Goal, Supervisor};
use super::report::{Reporter, Totals, line_info, proved_info};
use super::root::{RootLine, RootMoves};
use super::worker::{Shared, Worker};
#[cfg(test)]
use crate::contract::fault::Stage;
use crate::contract::{
    AfterTurn, Evaluator, Position, ProvedLine, RootHelper, RootTurn, SearchInfo, SearchObserver,
    SearchResult,
};

/// The supervisor of the first thread.
pub struct MainThread<'a, P: Position> {
    reporter: Reporter<'a, P::Move>,
    shared: &'a Shared<'a>,
    goal: &'a Goal,
    helper: Option<&'a mut dyn RootHelper<P>>,
    /// The lines that the helper reported last; they replace those of the search.
    proved: Vec<SearchInfo<P::Move>>,
}

impl<'a, P: Position> MainThread<'a, P> {
    /// Nothing done yet. `helper` has begun this search already.
    pub fn new(
        reporter: Reporter<'a, P::Move>,
        shared: &'a Shared<'a>,
        goal: &'a Goal,
        helper: Option<&'a mut dyn RootHelper<P>>,
    ) -> MainThread<'a, P> {
        MainThread { reporter, shared, goal, helper, proved: Vec::new() }
    }

    /// Passes a note on to the client.
    pub fn note(&mut self, note: &str) {
        self.reporter.on_note(note);
    }

    /// Is this move proved to be worse than another?
    pub fn is_refuted(&self, mv: P::Move) -> bool {
        self.helper.as_ref().is_some_and(|helper| helper.is_refuted(mv))
    }

    /// If all moves lose, refuted ones are searched again.
    pub fn look_for_defence(&self, root: &mut RootMoves<P::Move>) {
        let Some(helper) = &self.helper else { return };
        let is_lost = root.list[0].score().is_loss() || root.list.iter().all(|r| helper.is_refuted(r.mv));
        if is_lost {
            root.bring_back(|mv| helper.refuted_score(mv));
        }
    }

    /// Does this line end with a loss that is known to be one, in a move that is proved to lose?
    pub fn is_known_loss(&self, line: &RootLine<P::Move>) -> bool {
        let helper = self.helper.as_ref();
        line.score.is_loss() && helper.is_some_and(|helper| helper.refuted_score(line.pv[0]).is_some())
    }

    /// The search is over: proved results take precedence over searched ones, and unreported lines are reported.
    pub fn conclude(mut self, mut result: SearchResult<P::Move>) -> SearchResult<P::Move> {
        if !self.proved.is_empty() {
            result.lines = std::mem::take(&mut self.proved);
            result.choose_line(0);
        } else {
            self.put_proved_move_first(&mut result);
        }
        self.reporter.report_rest(&result);
        result
    }

    /// Plays a move that is proved to be good enough, although the others are not fully proved.
    fn put_proved_move_first(&self, result: &mut SearchResult<P::Move>) {
        let Some((mv, score, bound)) = self.helper.as_ref().and_then(|helper| helper.proved_best()) else {
            return;
        };
        let begins_with_it = |line: &SearchInfo<P::Move>| line.pv.first() == Some(&mv);
        let own =
            result.lines.iter().position(begins_with_it).unwrap_or(result.lines.len().saturating_sub(1));
        let Some(line) = result.lines.get_mut(own) else { return };
        let pv = if begins_with_it(line) { line.pv.clone() } else { vec![mv] };
        let totals =
            Totals { depth: line.depth, seldepth: line.seldepth, nodes: result.nodes, tb_hits: line.tb_hits };
        *line = proved_info(ProvedLine { pv, score, bound }, 0, &totals, self.shared);
        result.lines[..=own].rotate_right(1);
        for (rank, line) in result.lines.iter_mut().enumerate() {
            line.multi_pv = rank + 1;
        }
        result.choose_line(0);
    }

    /// Gives the helper its turn.
    fn give_turn<E: Evaluator<P>>(
        &mut self,
        helper: &mut dyn RootHelper<P>,
        worker: &Worker<'_, P, E>,
        depth: i32,
        is_last: bool,
    ) -> AfterTurn {
        let (reporter, proved, shared, goal) = (&mut self.reporter, &mut self.proved, self.shared, self.goal);
        let moves: Vec<P::Move> = worker.root.list.iter().map(|root_move| root_move.mv).collect();
        let best = &worker.root.list[0];
        let best_line = best.line().map_or_else(|| vec![best.mv], |line| line.pv.clone());
        let mut report = |lines: Vec<ProvedLine<P::Move>>| {
            let totals = totals(worker, shared, depth);
            let infos = lines.into_iter().enumerate();
            *proved = infos.map(|(rank, line)| proved_info(line, rank, &totals, shared)).collect();
            for line in proved.iter() {
                reporter.on_info(line);
            }
        };
        helper.take_turn(&mut RootTurn {
            depth,
            is_last,
            moves: &moves,
            best_line: &best_line,
            soft: goal.plan.soft,
            hard: goal.plan.hard,
            mate_plies: goal.mate_plies,
            budget: &shared.budget,
            counter: &worker.nodes,
            report: &mut report,
        })
    }
}

impl<P: Position, E: Evaluator<P>> Supervisor<P, E> for MainThread<'_, P> {
    fn report(&mut self, worker: &Worker<'_, P, E>, depth: i32, line: usize) {
        #[cfg(test)]
        self.shared.budget.fault().reach(Stage::Report, depth >= 3);
        let totals = totals(worker, self.shared, depth);
        if let Some(found) = worker.root.list[line].line() {
            self.reporter.on_info(&line_info(found, line, &totals, self.shared));
        }
    }

    fn iteration_done(&mut self, worker: &mut Worker<'_, P, E>, depth: i32, is_last: bool) -> bool {
        self.shared.budget.may_end();
        let Some(helper) = self.helper.take() else { return false };
        #[cfg(test)]
        self.shared.budget.fault().reach(Stage::HelperTurn, true);
        let is_decided = self.give_turn(helper, worker, depth, is_last) == AfterTurn::Decided;
        let root = &mut worker.root;
        let open = root.list.iter().filter(|r| !helper.is_refuted(r.mv)).count();
        let is_lost = open == 0 || root.list[0].score().is_loss();
        if !is_decided && !is_lost && open >= self.goal.multi_pv.min(root.list.len()) {
            root.retain(|mv| !helper.is_refuted(mv));
        }
        self.helper = Some(helper);
        self.look_for_defence(root);
        is_decided
    }
}

fn totals<P: Position, E: Evaluator<P>>(
    worker: &Worker<'_, P, E>,
    shared: &Shared<'_>,
    depth: i32,
) -> Totals {
    Totals {
        depth,
        seldepth: worker.seldepth,
        nodes: shared.budget.total_nodes(&worker.nodes),
        tb_hits: worker.tb_hits,
    }
}

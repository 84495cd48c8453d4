//! Iterative deepening on one thread: aspiration windows, MultiPV, and when to stop.

use std::time::Duration;

use super::alpha_beta::Root;
use super::root::{RootMove, score_of};
use super::settled::Settled;
use super::time::TimePlan;
use super::worker::Worker;
use crate::contract::{Evaluator, MAX_PLY, Position, Score, Window};

/// When a thread is done.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Deepest iteration.
    pub max_depth: i32,
    /// Number of lines wanted, at least 1.
    pub multi_pv: usize,
    /// Clock.
    pub plan: TimePlan,
    /// A win in at most this many plies ends the search.
    pub mate_plies: Option<i32>,
    /// Play the only legal move, or a proved win, at once.
    pub stop_when_clear: bool,
    /// End when deeper iterations cannot change the lines; not if a helper is about to prove them.
    pub stop_when_settled: bool,
}

/// Receives the results of a thread while it deepens, and decides when it ends.
pub trait Supervisor<P: Position, E> {
    /// A line was finished, failed high or failed low.
    fn report(&mut self, worker: &Worker<'_, P, E>, depth: i32, line: usize);

    /// An iteration is complete, and likely to be the last one if `is_last`; true ends the search.
    fn iteration_done(&mut self, worker: &mut Worker<'_, P, E>, depth: i32, is_last: bool) -> bool;
}

/// The supervisor of helper threads: it ignores everything.
pub struct Unsupervised;

impl<P: Position, E> Supervisor<P, E> for Unsupervised {
    fn report(&mut self, _worker: &Worker<'_, P, E>, _depth: i32, _line: usize) {}

    fn iteration_done(&mut self, _worker: &mut Worker<'_, P, E>, _depth: i32, _is_last: bool) -> bool {
        false
    }
}

/// Longest iteration number; extensions and quiescence have the rest of [`MAX_PLY`].
pub const MAX_DEPTH: i32 = MAX_PLY / 2;

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// Searches deeper and deeper until the goal is met; returns the depth last completed.
    pub fn deepen(&mut self, goal: &Goal, supervisor: &mut dyn Supervisor<P, E>) -> i32 {
        let mut completed = 0;
        let mut stability = Stability::new();
        let mut settled = Settled::new();
        for depth in 1..=goal.max_depth {
            self.seldepth = 0;
            self.root.begin_iteration(depth);
            for line in 0..goal.multi_pv.min(self.root.list.len()) {
                self.aspire(depth, line, supervisor);
                if self.stopped {
                    self.root.sort_undecided();
                    break;
                }
                self.root.decided += 1;
                // A line that proves better shifts the lines behind it, whose ranks have now changed.
                for moved in self.root.sort_decided()..=line {
                    supervisor.report(self, depth, moved);
                }
            }
            if self.stopped {
                break;
            }
            completed = depth;
            stability.update(&self.root.list[0], self.shared.params.wdl_scale);
            let lines = goal.multi_pv.min(self.root.list.len());
            let is_settled =
                settled.update(&self.root.list[..lines], depth, self.nodes.nodes()) && goal.stop_when_settled;
            let moves = self.root.list.len();
            if supervisor.iteration_done(self, depth, is_settled || depth >= goal.max_depth)
                || self.is_done(goal, depth, &stability)
            {
                break;
            }
            // Moves that have come back may be better.
            if is_settled && self.root.list.len() <= moves {
                break;
            }
            if self.shared.budget.check(&mut self.nodes) {
                break;
            }
        }
        completed
    }

    /// Searches the best undecided root move in a window around its last value, widened until it holds.
    fn aspire(&mut self, depth: i32, line: usize, supervisor: &mut dyn Supervisor<P, E>) {
        let params = self.shared.params;
        let guess = score_of(self.root.list[line].previous.as_ref());
        let mut window = Window::FULL;
        let mut margin = params.aspiration_window;
        if margin > 0 && depth >= params.aspiration_depth && guess > -Score::INFINITE && !guess.is_known() {
            window = Window::new(guess - margin, guess + margin);
        }
        loop {
            let score = self.search::<Root>(window, depth, 0);
            if self.stopped {
                return;
            }
            self.root.sort_undecided();
            let open_below = window.alpha > -Score::INFINITE;
            let open_above = window.beta < Score::INFINITE;
            margin = margin.saturating_mul(3);
            if window.fails_low(score) && open_below {
                window.alpha = widened(score, -margin);
            } else if window.fails_high(score) && open_above {
                window.beta = widened(score, margin);
            } else {
                return;
            }
            supervisor.report(self, depth, line);
        }
    }

    fn is_done(&self, goal: &Goal, depth: i32, stability: &Stability<P::Move>) -> bool {
        let best = self.root.list[0].score();
        if let Some(plies) = goal.mate_plies
            && best >= Score::win_in(plies)
        {
            return true;
        }
        if goal.stop_when_clear {
            let proved = best.plies_to_end().is_some_and(|plies| (0..=depth).contains(&plies));
            if proved || self.root.list.len() == 1 {
                return true;
            }
        }
        let used = self.shared.budget.thinking_time();
        match (goal.plan.soft, used) {
            (Some(soft), Some(used)) => used >= stability.scale(soft),
            _ => false,
        }
    }
}

/// A bound moved by `margin`; to infinity if it leaves the range of evaluations.
fn widened(score: Score, margin: i32) -> Score {
    let moved = score + margin;
    if moved > Score::MAX_EVAL {
        Score::INFINITE
    } else if moved < -Score::MAX_EVAL {
        -Score::INFINITE
    } else {
        moved
    }
}

/// How settled the best move is: it scales the soft limit.
struct Stability<M> {
    best: Option<(M, Score)>,
    /// Iterations for which the best move has stayed the same.
    same: usize,
    /// Percent of the soft limit added because the score fell.
    alarm: u32,
}

impl<M: Copy + Eq> Stability<M> {
    fn new() -> Stability<M> {
        Stability { best: None, same: 0, alarm: 0 }
    }

    /// An iteration ended. `unit` is the score difference that counts as a serious drop.
    fn update(&mut self, best: &RootMove<M>, unit: i32) {
        self.same = match self.best {
            Some((mv, _)) if mv == best.mv => self.same + 1,
            _ => 0,
        };
        let score = best.score();
        let drop = self.best.map_or(0, |(_, last)| (last.0 - score.0).clamp(0, unit));
        self.alarm = (drop * 100 / unit) as u32;
        self.best = Some((best.mv, score));
    }

    /// Less time while the same move stays best, more when it changed or its score fell.
    fn scale(&self, soft: Duration) -> Duration {
        const PERCENT: [u32; 5] = [140, 110, 90, 75, 60];
        let percent = PERCENT[self.same.min(PERCENT.len() - 1)];
        soft * (percent + self.alarm) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Bound;
    use crate::search::root::{RootLine, RootMoves};

    #[test]
    fn a_steady_move_saves_time_and_a_falling_score_takes_more() {
        let mut moves = RootMoves::new(&['a', 'b']);
        let line =
            |score| Some(RootLine { score: Score(score), bound: Bound::Exact, depth: 1, pv: Vec::new() });
        let mut stability = Stability::new();
        let second = Duration::from_secs(1);
        moves.list[0].current = line(50);
        for _ in 0..6 {
            stability.update(&moves.list[0], 100);
        }
        let steady = stability.scale(second);
        assert!(steady < second);
        moves.list[0].current = line(-50);
        stability.update(&moves.list[0], 100);
        assert!(stability.scale(second) > steady);
        stability.update(&moves.list[1], 100);
        assert!(stability.scale(second) > second, "another move than before");
    }

    #[test]
    fn a_window_never_ends_inside_the_range_of_proved_results() {
        assert_eq!(widened(Score(29_990), 60), Score::INFINITE);
        assert_eq!(widened(Score(-29_990), -60), -Score::INFINITE);
        assert_eq!(widened(Score(10), -60), Score(-50));
    }
}

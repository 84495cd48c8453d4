//! The root moves, sampled in rounds; a move that falls too far behind is sampled no more.

use super::playout::Plan;
use super::tree::Tree;
use crate::search::root::insertion_sort_by_key;
use crate::threads::Mutex;
use std::cmp::Reverse;

/// Moves that get plans of more than two own moves.
const MOST: usize = 24;
/// Rounds after which means replace those of shorter plans.
const TRUSTED: u32 = 4;

/// The estimate of a move from samples.
#[derive(Clone, Debug)]
pub struct Estimate<M> {
    /// What the player gains on the others, in hundredths; the mean of the samples.
    pub gain: f32,
    /// The value for comparing moves, see [`Plan::value`]; the mean of the samples.
    pub value: f32,
    /// Probability of the first place, `0.0..=1.0`; the mean of the samples.
    pub chance: f32,
    /// The last plan, with the others' moves.
    pub line: Vec<M>,
    /// The move wins at once.
    pub wins: bool,
}

/// The estimate of a move without samples.
fn nothing<M: Copy>(mv: M) -> Estimate<M> {
    Estimate { gain: 0.0, value: 0.0, chance: 0.0, line: vec![mv], wins: false }
}

/// A root move.
#[derive(Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// From the rounds that are trusted.
    pub known: Estimate<M>,
    /// Sums over all rounds with plans of this length.
    sums: Estimate<M>,
    /// The own moves that may follow.
    pub tree: Mutex<Tree<M>>,
}

/// All root moves.
pub struct Race<M> {
    /// First the moves that are still sampled, then the dropped ones, each best first.
    pub list: Vec<Candidate<M>>,
    /// Number of moves that are still sampled.
    pub running: usize,
    /// Number of moves that are always sampled.
    least: usize,
    /// Rounds with plans of this length.
    pub rounds: u32,
    /// A move is dropped if it is behind the best by this, in hundredths, divided by the square root of the number of
    /// rounds, like the error of a mean.
    margin: f32,
}

impl<M: Copy + Eq> Race<M> {
    /// A race without samples; the best `least` moves are always sampled. `margin`: see [`Race`].
    pub fn new(moves: &[M], least: usize, margin: f32) -> Race<M> {
        let candidate = |&mv: &M| {
            let tree = Mutex::new(Tree::new(mv));
            Candidate { mv, known: nothing(mv), sums: nothing(mv), tree }
        };
        let list = moves.iter().map(candidate).collect();
        Race { list, running: moves.len(), least, rounds: 0, margin }
    }

    /// Plans have another length from now on. All moves run again, or the best ones, even if they were dropped.
    pub fn begin(&mut self, of_all: bool) {
        let most = if of_all { self.list.len() } else { MOST.max(self.least) };
        self.running = most.min(self.list.len());
        self.rounds = 0;
        for candidate in &mut self.list {
            candidate.sums = nothing(candidate.mv);
            candidate.tree = Mutex::new(Tree::new(candidate.mv));
        }
    }

    /// A round is complete: a plan for each move that runs.
    pub fn add_round(&mut self, plans: Vec<Plan<M>>) {
        self.rounds += 1;
        for (candidate, plan) in self.list.iter_mut().zip(plans) {
            candidate.sums.gain += plan.gain;
            candidate.sums.value += plan.value;
            candidate.sums.chance += plan.chance;
            candidate.sums.line = plan.line;
            candidate.sums.wins = plan.wins_at_once;
        }
        if self.rounds >= TRUSTED {
            self.trust();
        }
    }

    /// The rounds with plans of this length replace what was known: sorts the moves that run, and drops those too far behind.
    pub fn trust(&mut self) {
        let rounds = self.rounds as f32;
        let running = &mut self.list[..self.running];
        for candidate in &mut *running {
            let sums = &candidate.sums;
            candidate.known = Estimate {
                gain: sums.gain / rounds,
                value: sums.value / rounds,
                chance: sums.chance / rounds,
                line: sums.line.clone(),
                wins: sums.wins,
            };
        }
        insertion_sort_by_key(running, |candidate| Reverse((candidate.known.value * 16.0) as i64));
        let least_value = running[0].known.value - self.margin / rounds.sqrt();
        let close = running.iter().take_while(|candidate| candidate.known.value >= least_value).count();
        self.running = close.max(self.least.min(running.len()));
    }
}

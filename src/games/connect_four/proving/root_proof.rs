//! Proofs about a root position: its value, the moves that reach it, and which of them is the hardest to answer.
//!
//! Queries use the narrowest sufficient window: first for the position itself (its value), then for its moves (which of
//! them reach that value?), then for the replies (how many of them hold it?). Bounds of the position and of its moves
//! limit each other, so that nothing known is searched again. All queries draw on a [`ProofBudget`]; their results are
//! kept, and later queries continue there.
//!
//! Values of a move are seen from the player who makes it and count plies from the position it is made in. A value
//! has neighbours two plies away, and windows are that wide.

use super::after::{After, after, after_move, before_move, window_after_move};
use super::prover::Prover;
use crate::contract::solver::Effort;
use crate::contract::{Position as _, Score, Window};
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::word::BoardWord;
use crate::search::insertion_sort_by_key;

/// What queries may still cost, in nodes, until `stop`.
pub struct ProofBudget<'e> {
    left: u64,
    stop: &'e (dyn Fn() -> bool + Sync),
}

impl<'e> ProofBudget<'e> {
    /// A budget of `nodes` nodes, ended early by `stop`.
    pub fn new(nodes: u64, stop: &'e (dyn Fn() -> bool + Sync)) -> ProofBudget<'e> {
        ProofBudget { left: nodes, stop }
    }

    /// Is nothing left, or is the stop due?
    pub fn is_empty(&self) -> bool {
        self.left == 0 || (self.stop)()
    }
}

/// A root move and the bounds of its value.
#[derive(Clone, Debug)]
struct Candidate {
    mv: Move,
    low: Score,
    high: Score,
    /// Replies that hold the result, once they are counted.
    replies: usize,
}

impl Candidate {
    fn is_exact(&self) -> bool {
        self.low == self.high
    }
}

/// Nodes for the first attempt to find the move of a win that was just proved (its result is in the table), and the
/// factor from one attempt to the next.
const FIRST_NODES: u64 = 16;
const NODES_FACTOR: u64 = 8;

/// The distance between neighbouring values.
const STEP: i32 = 2;

/// A prover, and its results for one root position.
pub struct RootProof<B: BoardWord> {
    prover: Prover<B>,
    root: Position<B>,
    /// The candidate moves, in the search's order of preference.
    moves: Vec<Candidate>,
    /// Are these all legal moves?
    whole: bool,
    /// Bounds of the best of them.
    low: Score,
    high: Score,
    /// Number of best moves whose values are wanted.
    lines: usize,
    nodes: u64,
}

impl<B: BoardWord> RootProof<B> {
    /// No results for `root` yet; the `lines` best moves among `wanted` are to be found (empty: all moves).
    pub fn new(prover: Prover<B>, root: &Position<B>, wanted: &[Move], lines: usize) -> RootProof<B> {
        let (low, high) = (-Score::INFINITE, Score::INFINITE);
        let moves = Vec::new();
        let mut proof = RootProof { prover, root: *root, moves, whole: true, low, high, lines, nodes: 0 };
        proof.begin(root, wanted, lines);
        proof
    }

    /// Changes to another root; the prover keeps its results.
    pub fn begin(&mut self, root: &Position<B>, wanted: &[Move], lines: usize) {
        let mut all = Vec::new();
        root.generate(&mut all);
        self.whole = wanted.is_empty() || all.iter().all(|mv| wanted.contains(mv));
        let chosen = if self.whole { all } else { wanted.to_vec() };
        let candidate = |mv| {
            let (low, high) = match after(root, mv) {
                After::Over(value) => (value, value),
                After::On(_) => (-Score::INFINITE, Score::INFINITE),
            };
            Candidate { mv, low, high, replies: 0 }
        };
        self.moves = chosen.into_iter().map(candidate).collect();
        self.lines = lines.clamp(1, self.moves.len().max(1));
        (self.low, self.high) = (-Score::INFINITE, Score::INFINITE);
        self.nodes = 0;
        self.root = *root;
        self.tighten();
    }

    /// The prover, for searches of other positions.
    pub fn prover(&self) -> &Prover<B> {
        &self.prover
    }

    /// The same, to change its settings.
    pub fn prover_mut(&mut self) -> &mut Prover<B> {
        &mut self.prover
    }

    /// Nodes of all queries so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// An estimate of the nodes to prove the root's value.
    pub fn work(&self) -> u64 {
        self.prover.work(&self.root)
    }

    /// Equal moves are tried and chosen in this order from now on; those not listed come last.
    pub fn set_order(&mut self, order: &[Move]) {
        let place = |mv: &Move| order.iter().position(|other| other == mv).unwrap_or(order.len());
        insertion_sort_by_key(&mut self.moves, |candidate| place(&candidate.mv));
    }

    /// The best value among the moves, once it is proved.
    pub fn value(&self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }

    /// Upper bound of that value.
    pub fn at_most(&self) -> Score {
        self.high
    }

    /// Are the wanted moves and their values proved?
    pub fn is_settled(&self) -> bool {
        let open = self.moves.iter().filter(|c| !c.is_exact()).map(|c| c.high);
        let rival = open.max().unwrap_or(-Score::INFINITE);
        self.moves.iter().filter(|c| c.is_exact() && c.low >= rival).count() >= self.lines
    }

    /// The wanted moves with their values, best first, once they are settled.
    pub fn best(&self) -> Vec<(Move, Score)> {
        let mut known = self.known();
        known.truncate(self.lines);
        known
    }

    /// The moves whose values are proved, with their values, best first.
    pub fn known(&self) -> Vec<(Move, Score)> {
        let mut exact: Vec<_> = self.moves.iter().filter(|c| c.is_exact()).collect();
        insertion_sort_by_key(&mut exact, |c| (-c.low, c.replies));
        exact.into_iter().map(|c| (c.mv, c.low)).collect()
    }

    /// A move that is proved to be best, or at least to win, with a lower bound of its value.
    pub fn proved_best(&self) -> Option<(Move, Score)> {
        let first = |least: Score| self.moves.iter().find(|c| c.low >= least).map(|c| (c.mv, c.low));
        let wins = self.moves.iter().map(|c| c.low).filter(|low| low.is_win()).max();
        self.value().and_then(first).or_else(|| wins.and_then(first))
    }

    /// Is this move proved to be worse than another, so that it need not be searched?
    pub fn is_refuted(&self, mv: Move) -> bool {
        let loses = |c: &Candidate| c.high < Score::DRAW;
        let all_lose = self.moves.iter().all(loses);
        self.moves.iter().any(|c| c.mv == mv && (c.high < self.low || (!all_lose && loses(c))))
    }

    /// Is the value of the best move at least this? `None` if the budget was not enough.
    pub fn is_at_least(&mut self, value: Score, budget: &mut ProofBudget<'_>) -> Option<bool> {
        if self.whole && self.low < value && self.high >= value {
            self.bound_root(Window::new(value - STEP, value), budget);
        }
        (self.low >= value || self.high < value).then_some(self.low >= value)
    }

    /// Continues with the root's value and, once that is known, with the moves that reach it.
    pub fn prove_value(&mut self, budget: &mut ProofBudget<'_>) {
        if self.whole && self.low < self.high {
            if !self.low.is_win() && self.prover.has_strategy(&self.root) {
                self.find_win_of_strategy(budget);
            }
            self.bound_root(Window::new(self.low, self.high), budget);
            if self.low < self.high {
                if self.low.is_win() {
                    self.find_win(budget);
                }
                return;
            }
        }
        while !self.is_settled() && !budget.is_empty() && self.bound_next(budget) {}
    }

    /// Tests whether this move, about which little is known, loses.
    pub fn refute(&mut self, mv: Move, budget: &mut ProofBudget<'_>) {
        let place = self.moves.iter().position(|c| c.mv == mv);
        if let Some(index) =
            place.filter(|&i| self.moves[i].low < Score::DRAW && self.moves[i].high >= Score::DRAW)
        {
            self.bound_move(index, Window::new(Score::DRAW - STEP, Score::DRAW), budget);
        }
    }

    /// Of the moves that are equally good, prefers those with the fewest replies that hold the result.
    pub fn break_ties(&mut self, budget: &mut ProofBudget<'_>) {
        while !budget.is_empty() && self.bound_next(budget) {}
        let Some(value) = self.value() else { return };
        let equal: Vec<usize> = (0..self.moves.len()).filter(|&i| self.moves[i].low >= value).collect();
        if equal.len() < 2 {
            return;
        }
        let counts: Option<Vec<usize>> =
            equal.iter().map(|&i| self.count_replies(self.moves[i].mv, value, budget)).collect();
        // A comparison of some moves only would be invalid.
        for (index, count) in equal.into_iter().zip(counts.into_iter().flatten()) {
            self.moves[index].replies = count;
        }
    }

    /// The line that begins with this move, both sides holding its value, within the budget.
    pub fn line(&mut self, mv: Move, value: Score, budget: &mut ProofBudget<'_>) -> Vec<Move> {
        let mut line = vec![mv];
        let mut value = after_move(value);
        let mut next = after(&self.root, mv);
        while let After::On(pos) = next {
            let replies = from_the_middle(&pos);
            let holds = |mv: &Move| self.at_least(&pos, *mv, value, budget) == Some(true);
            let Some(reply) = replies.into_iter().find(holds) else { break };
            line.push(reply);
            value = after_move(value);
            next = after(&pos, reply);
        }
        line
    }

    /// Narrows the bounds of the most relevant move. False: there is none, or the budget was not enough.
    fn bound_next(&mut self, budget: &mut ProofBudget<'_>) -> bool {
        let threshold = self.threshold();
        let open =
            (0..self.moves.len()).filter(|&i| !self.moves[i].is_exact() && self.moves[i].high >= threshold);
        let Some(index) = open.reduce(|a, b| if self.moves[b].high > self.moves[a].high { b } else { a })
        else {
            return false;
        };
        let Candidate { low, high, .. } = self.moves[index];
        self.bound_move(index, Window::new(low.max(threshold - STEP), high), budget);
        (self.moves[index].low, self.moves[index].high) != (low, high)
    }

    /// The value that a move must reach to be among the best.
    fn threshold(&self) -> Score {
        if self.lines == 1 {
            return self.low;
        }
        let mut lows: Vec<Score> = self.moves.iter().map(|c| c.low).collect();
        insertion_sort_by_key(&mut lows, |&low| -low);
        lows[self.lines - 1]
    }

    /// Finds a winning move for a proved win of unknown length.
    fn find_win(&mut self, budget: &mut ProofBudget<'_>) {
        for index in 0..self.moves.len() {
            if self.moves.iter().any(|c| c.low >= self.low) || budget.is_empty() {
                return;
            }
            if self.moves[index].high >= self.low {
                self.bound_move(index, Window::new(self.low - STEP, self.low), budget);
            }
        }
    }

    /// If the player to move has a strategy in the book: tests whether it wins from here, before the length of the win,
    /// and finds a winning move.
    fn find_win_of_strategy(&mut self, budget: &mut ProofBudget<'_>) {
        let before = budget.left;
        if !self.prover.wins_by_book(&self.root) {
            budget.left /= 2;
        }
        let kept = before - budget.left;
        if self.wins(&self.root.clone(), budget) == Some(true) {
            self.low = self.low.max(self.prover.least_win(&self.root));
            let mut most = FIRST_NODES;
            while self.proved_best().is_none() && !budget.is_empty() {
                self.find_winning_move(most, budget);
                most *= NODES_FACTOR;
            }
        }
        budget.left += kept;
    }

    /// Tests every move for a win, with at most `most` nodes each, until one wins.
    fn find_winning_move(&mut self, most: u64, budget: &mut ProofBudget<'_>) {
        for index in 0..self.moves.len() {
            let After::On(next) = after(&self.root, self.moves[index].mv) else { continue };
            let mut part = ProofBudget::new(most.min(budget.left), budget.stop);
            let before = part.left;
            let answer = self.wins(&next, &mut part);
            budget.left -= before - part.left;
            if answer == Some(true) {
                self.moves[index].low = self.moves[index].low.max(self.low);
                self.tighten();
                return;
            }
        }
    }

    /// Does the player to move at the root win this position? `None` if the budget was not enough.
    fn wins(&mut self, pos: &Position<B>, budget: &mut ProofBudget<'_>) -> Option<bool> {
        let effort = Effort { nodes: budget.left, stop: budget.stop };
        let (answer, nodes) = self.prover.wins(pos, self.root.player_to_move(), effort);
        self.nodes += nodes;
        budget.left = budget.left.saturating_sub(nodes);
        answer
    }

    /// Replies to a move of this value that keep the result (of a win or a draw also its value). `None` if the budget
    /// was not enough.
    fn count_replies(&mut self, mv: Move, value: Score, budget: &mut ProofBudget<'_>) -> Option<usize> {
        let After::On(pos) = after(&self.root, mv) else { return Some(0) };
        // After a losing move every winning reply counts.
        let held = if value.is_loss() { Score(1) } else { after_move(value) };
        let mut count = 0;
        for reply in from_the_middle(&pos) {
            count += usize::from(self.at_least(&pos, reply, held, budget)?);
        }
        Some(count)
    }

    /// Is this move worth at least `value`? `None` if the budget was not enough.
    fn at_least(
        &mut self,
        pos: &Position<B>,
        mv: Move,
        value: Score,
        budget: &mut ProofBudget<'_>,
    ) -> Option<bool> {
        match after(pos, mv) {
            After::Over(end) => Some(end >= value),
            After::On(next) => {
                let most = after_move(value);
                let (low, high) = self.ask(&next, Window::new(most, most + STEP), budget);
                (high <= most || low > most).then_some(high <= most)
            }
        }
    }

    fn bound_root(&mut self, window: Window, budget: &mut ProofBudget<'_>) {
        let (low, high) = self.ask(&self.root.clone(), window, budget);
        self.low = self.low.max(low);
        self.high = self.high.min(high);
        self.tighten();
    }

    fn bound_move(&mut self, index: usize, window: Window, budget: &mut ProofBudget<'_>) {
        let After::On(next) = after(&self.root, self.moves[index].mv) else { return };
        let (low, high) = self.ask(&next, window_after_move(window), budget);
        let candidate = &mut self.moves[index];
        candidate.low = candidate.low.max(before_move(high));
        candidate.high = candidate.high.min(before_move(low));
        self.tighten();
    }

    fn ask(&mut self, pos: &Position<B>, window: Window, budget: &mut ProofBudget<'_>) -> (Score, Score) {
        let found = self.prover.prove(pos, window, Effort { nodes: budget.left, stop: budget.stop });
        self.nodes += found.nodes;
        budget.left = budget.left.saturating_sub(found.nodes);
        (found.low, found.high)
    }

    /// Sets the root's bounds to those of its best move.
    fn tighten(&mut self) {
        let highest = |bound: fn(&Candidate) -> Score| self.moves.iter().map(bound).max();
        self.low = self.low.max(highest(|c| c.low).unwrap_or(self.low));
        self.high = self.high.min(highest(|c| c.high).unwrap_or(self.high));
        let (low, high) = (self.low, self.high);
        let mut able: Vec<_> = self.moves.iter_mut().filter(|c| c.high >= low).collect();
        if let [only] = &mut able[..] {
            only.low = only.low.max(low);
        }
        for candidate in able {
            candidate.high = candidate.high.min(high);
        }
    }
}

/// The legal moves, those in the middle of the list first, since most refutations are in the middle.
fn from_the_middle<B: BoardWord>(pos: &Position<B>) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    let last = moves.len().saturating_sub(1);
    let mut ranked: Vec<(usize, Move)> =
        moves.into_iter().enumerate().map(|(i, mv)| ((2 * i).abs_diff(last), mv)).collect();
    insertion_sort_by_key(&mut ranked, |&(rank, _)| rank);
    ranked.into_iter().map(|(_, mv)| mv).collect()
}

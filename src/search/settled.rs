//! Can deeper iterations still change the result?
//!
//! Iterative deepening continues to the depth it was asked for, also in a position that is won or lost: there every
//! iteration would find the same line again. Nothing will change when every line is a win or a loss within the depth of
//! the iteration, and was found again: several times, since a reduced move may hide a shorter win, or once by a tree of the
//! same size, which has reached the end of every line.
//!
//! A draw is never settled: trees of the same size also come from a transposition table that was filled by a deeper
//! search, and a line that ends by repetition may be improved.

use super::root::RootMove;
use crate::contract::{Bound, Score};

/// Repetitions of decided lines after which the search ends, whatever their trees.
const MIN_SAME_LINES: u32 = 3;

/// The results of the iterations so far.
pub struct Settled<M> {
    /// Moves and values of the last iteration, best first.
    lines: Vec<(M, Score)>,
    /// Nodes of the thread at its end, and of the iteration alone.
    nodes: u64,
    tree: u64,
    /// Iterations in a row that repeated these lines.
    same_lines: u32,
}

impl<M: Copy + Eq> Settled<M> {
    /// No iteration yet.
    pub fn new() -> Settled<M> {
        Settled { lines: Vec::new(), nodes: 0, tree: 0, same_lines: 0 }
    }

    /// An iteration of this depth ended with these lines; the thread has searched `nodes` by now. True if deeper
    /// iterations cannot change them.
    pub fn update(&mut self, lines: &[RootMove<M>], depth: i32, nodes: u64) -> bool {
        let tree = nodes - self.nodes;
        let found: Vec<(M, Score)> = lines.iter().map(|line| (line.mv, line.score())).collect();
        let is_same = found == self.lines;
        let is_same_tree = is_same && tree == self.tree;
        self.same_lines = if is_same { self.same_lines + 1 } else { 0 };
        (self.lines, self.nodes, self.tree) = (found, nodes, tree);
        (is_same_tree || self.same_lines >= MIN_SAME_LINES)
            && lines.iter().all(|line| is_decided(line, depth))
    }
}

/// Is this an exact win or loss in at most `depth` plies?
fn is_decided<M>(root_move: &RootMove<M>, depth: i32) -> bool {
    root_move.line().is_some_and(|line| {
        line.bound == Bound::Exact && line.score.plies_to_end().is_some_and(|plies| plies <= depth)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::root::{RootLine, RootMoves};

    /// The iteration after which a search ends, if its iterations find these values with these numbers of nodes.
    fn end(iterations: &[(Score, u64)]) -> Option<usize> {
        let mut settled = Settled::new();
        let mut nodes = 0;
        (1..).zip(iterations).find_map(|(depth, &(score, tree))| {
            let mut moves = RootMoves::new(&['a']);
            let line = RootLine { score, bound: Bound::Exact, depth, pv: vec!['a'] };
            moves.record('a', Some(line));
            nodes += tree;
            settled.update(&moves.list, depth, nodes).then_some(depth as usize)
        })
    }

    #[test]
    fn a_loss_found_again_by_the_same_tree_is_final() {
        assert_eq!(end(&[(Score::loss_in(2), 2); 5]), Some(2));
        assert_eq!(end(&[(Score::loss_in(4), 9); 9]), Some(4), "not before the depth of the loss");
    }

    #[test]
    fn a_result_found_several_times_within_the_depth_is_final() {
        let growing: Vec<(Score, u64)> = (1..10).map(|n| (Score::win_in(3), 10 * n)).collect();
        assert_eq!(end(&growing), Some(4));
        let mut better = growing[..3].to_vec();
        better.extend((11..20).map(|n| (Score::win_in(1), 10 * n)));
        assert_eq!(end(&better), Some(7), "a shorter win starts the count again");
    }

    #[test]
    fn what_is_not_decided_goes_on() {
        let open: Vec<(Score, u64)> = (1..30).map(|n| (Score(20), 10 * n)).collect();
        assert_eq!(end(&open), None);
        assert_eq!(end(&[(Score::DRAW, 7); 20]), None, "the table may have known deeper values");
    }
}

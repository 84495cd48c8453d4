//! The moves of the root: order, values and lines, kept from one iteration to the next.

use super::{Bound, Score};

/// A root move with what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Value in the current iteration; `-INFINITE` where it was only shown to be worse than another.
    pub score: Score,
    /// Value in the iteration before.
    pub previous: Score,
    /// What `score` says.
    pub bound: Bound,
    /// The line, starting with the move itself.
    pub pv: Vec<M>,
    /// Nodes spent below the move in this search.
    pub nodes: u64,
}

/// All root moves; the first `decided` are the lines already found in this iteration (MultiPV).
#[derive(Clone, Debug)]
pub struct RootMoves<M> {
    /// Best first.
    pub list: Vec<RootMove<M>>,
    /// Lines already decided in this iteration.
    pub decided: usize,
}

impl<M: Copy + Eq> RootMoves<M> {
    /// Nothing known yet of these moves.
    pub fn new(moves: &[M]) -> RootMoves<M> {
        let list = moves
            .iter()
            .map(|&mv| RootMove {
                mv,
                score: -Score::INFINITE,
                previous: -Score::INFINITE,
                bound: Bound::Exact,
                pv: vec![mv],
                nodes: 0,
            })
            .collect();
        RootMoves { list, decided: 0 }
    }

    /// Values become those of the iteration before; moves that have none keep what they had.
    pub fn begin_iteration(&mut self) {
        self.decided = 0;
        for root_move in &mut self.list {
            if root_move.score > -Score::INFINITE {
                root_move.previous = root_move.score;
            }
            root_move.score = -Score::INFINITE;
        }
    }

    /// A root move was searched. `raised` says that it is the best so far, with `line` after it; other moves
    /// lose their value, so that sorting keeps their order.
    pub fn record(&mut self, mv: M, score: Score, bound: Bound, raised: bool, nodes: u64, line: &[M]) {
        let Some(root_move) = self.list.iter_mut().find(|r| r.mv == mv) else { return };
        root_move.nodes += nodes;
        if raised {
            root_move.score = score;
            root_move.bound = bound;
            root_move.pv.clear();
            root_move.pv.push(mv);
            root_move.pv.extend_from_slice(line);
        } else {
            root_move.score = -Score::INFINITE;
        }
    }

    /// Brings the best of the undecided moves to the front of them; the rest keep their order.
    pub fn sort_undecided(&mut self) {
        let undecided = &mut self.list[self.decided..];
        undecided.sort_by_key(|r| (-r.score, -r.previous));
    }

    /// Puts the line found last in its place by value among those found before; returns that place.
    pub fn sort_decided(&mut self) -> usize {
        let Some((last, before)) = self.list[..self.decided].split_last() else { return 0 };
        let place = before.partition_point(|r| r.score >= last.score);
        self.list[place..self.decided].rotate_right(1);
        place
    }
}

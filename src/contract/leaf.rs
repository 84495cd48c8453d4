//! The search as a game's own quiescence search sees it.

use super::budget::{Budget, NodeCounter};
use super::{MAX_PLY, Score};

/// Handed to [`crate::contract::Evaluator::quiesce`]: the ply it starts at, node counting, and the stop flag.
pub struct Leaf<'a> {
    ply: i32,
    nodes: &'a mut NodeCounter,
    /// Nodes counted before this leaf.
    nodes_before: u64,
    seldepth: &'a mut i32,
    budget: &'a Budget,
}

impl<'a> Leaf<'a> {
    /// A leaf at `ply` whose nodes are added to `nodes`.
    pub fn new(ply: i32, nodes: &'a mut NodeCounter, seldepth: &'a mut i32, budget: &'a Budget) -> Leaf<'a> {
        Leaf { ply, nodes_before: nodes.nodes(), nodes, seldepth, budget }
    }

    /// Distance of the leaf from the root, in plies; wins found below it are scored from here.
    pub fn ply(&self) -> i32 {
        self.ply
    }

    /// Counts a position visited `depth_below` plies under the leaf, unless the search is over. False: it is, or the
    /// line has become too long; return any score.
    pub fn visit(&mut self, depth_below: i32) -> bool {
        if self.budget.is_finished() {
            return false;
        }
        self.nodes.add();
        *self.seldepth = (*self.seldepth).max(self.ply + depth_below);
        self.ply + depth_below < MAX_PLY && !self.budget.must_stop(self.nodes)
    }

    /// Positions visited so far by the thread, in the whole search.
    pub fn nodes(&self) -> u64 {
        self.nodes.nodes()
    }

    /// Positions visited so far under this leaf.
    pub fn visited(&self) -> u64 {
        self.nodes.nodes() - self.nodes_before
    }

    /// Score of a win `depth_below` plies under the leaf, for the player who wins.
    pub fn win_in(&self, depth_below: i32) -> Score {
        Score::win_in(self.ply + depth_below)
    }
}

//! The moves of a table as a tree. Node 0 is the start; the others are numbered in the order in which they were first made.

use crate::table::event::Turn;

/// A position of the game, by the move that leads to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The node before it; of the start: itself.
    pub parent: usize,
    /// In native style; empty at the start.
    pub mv: String,
    /// The player who moved, from 1; 0 at the start.
    pub player: usize,
    /// The time that the move took.
    pub ms: u64,
    /// Whose turn it is.
    pub turn: Turn,
    /// Time left on each clock when the position arose.
    pub left: Vec<u64>,
    /// The node after it that was visited last.
    pub next: Option<usize>,
}

/// The tree. There is always a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree(Vec<Node>);

impl Tree {
    /// A tree with only the start.
    pub fn new(turn: Turn, left: Vec<u64>) -> Tree {
        Tree(vec![Node { parent: 0, mv: String::new(), player: 0, ms: 0, turn, left, next: None }])
    }

    /// Number of nodes with the start.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// A node, if there is one of this number.
    pub fn get(&self, id: usize) -> Option<&Node> {
        self.0.get(id)
    }

    /// All moves in the order of their numbers, from 1.
    pub fn moves(&self) -> impl Iterator<Item = (usize, &Node)> {
        self.0.iter().enumerate().skip(1)
    }

    /// The nodes from the first move to this node.
    pub fn path(&self, id: usize) -> Vec<usize> {
        let mut path = Vec::new();
        let mut at = id;
        while at != 0 {
            path.push(at);
            at = self.0[at].parent;
        }
        path.reverse();
        path
    }

    /// The moves from the start to this node.
    pub fn line(&self, id: usize) -> Vec<&str> {
        self.path(id).into_iter().map(|id| self.0[id].mv.as_str()).collect()
    }

    /// The node after `parent` by this move.
    pub fn child(&self, parent: usize, mv: &str) -> Option<usize> {
        self.moves().find(|(_, node)| node.parent == parent && node.mv == mv).map(|(id, _)| id)
    }

    /// Adds or replaces a node, which is then the one visited last after its parent. The parent has a smaller number.
    pub fn set(&mut self, id: usize, node: Node) {
        let parent = node.parent;
        if id < self.0.len() {
            self.0[id] = Node { next: self.0[id].next, ..node };
        } else {
            self.0.push(node);
        }
        self.0[parent].next = Some(id);
    }

    /// Records the visit of this node for `redo`.
    pub fn visit(&mut self, id: usize) {
        for id in self.path(id) {
            let parent = self.0[id].parent;
            self.0[parent].next = Some(id);
        }
    }
}

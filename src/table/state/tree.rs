//! The moves of a table as a tree. Node 0 is the start; the others are numbered in the order in which they were first made.
//!
//! The first child of each node continues the line of its parent; other children begin variations. A removed node keeps
//! its number and everything behind it, so that it can be restored, but nothing refers to it.
//!
//! Invariant: the parent of a node has a smaller number.

use super::opening::Steps;
use crate::table::event::Turn;
use crate::table::notes::Notes;

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
    /// The steps of the opening by which it arose.
    pub steps: Steps,
    /// The node after it that was visited last.
    pub next: Option<usize>,
    /// The nodes after it: the line first, then variations.
    pub children: Vec<usize>,
    /// What is written here.
    pub notes: Notes,
    /// Was it only added as a variation, and never played?
    pub added: bool,
    /// Was it removed?
    pub removed: bool,
}

impl Node {
    /// A node without clocks and notes.
    pub fn new(parent: usize, mv: &str, player: usize, turn: Turn) -> Node {
        Node {
            parent,
            mv: mv.to_string(),
            player,
            ms: 0,
            turn,
            left: Vec::new(),
            steps: None,
            next: None,
            children: Vec::new(),
            notes: Notes::default(),
            added: false,
            removed: false,
        }
    }
}

/// The tree. There is always a start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree(Vec<Node>);

impl Tree {
    /// A tree with only the start.
    pub fn new(turn: Turn, left: Vec<u64>, steps: Steps) -> Tree {
        Tree(vec![Node { left, steps, ..Node::new(0, "", 0, turn) }])
    }

    /// Number of nodes with the start and removed ones; also the number of the next node.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Number of nodes that were played, with the start.
    pub fn played(&self) -> usize {
        self.0.iter().filter(|node| !node.added).count()
    }

    /// A node, if there is one of this number and it is not removed.
    pub fn get(&self, id: usize) -> Option<&Node> {
        let node = self.0.get(id)?;
        let is_here = !node.removed && self.ancestors(id).all(|id| !self.0[id].removed);
        is_here.then_some(node)
    }

    /// The nodes before a node up to the start, the nearest first.
    fn ancestors(&self, id: usize) -> impl Iterator<Item = usize> {
        let before = |id: usize| (id > 0).then(|| self.0[id].parent);
        std::iter::successors(before(id), move |&id| before(id))
    }

    /// All moves that are not removed, in the order of their numbers, from 1.
    pub fn moves(&self) -> impl Iterator<Item = (usize, &Node)> {
        let mut here = vec![true; self.0.len()];
        for (id, node) in self.0.iter().enumerate().skip(1) {
            here[id] = !node.removed && here[node.parent];
        }
        self.0.iter().enumerate().skip(1).filter(move |(id, _)| here[*id])
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

    /// The last node of the main line.
    pub fn main_end(&self) -> usize {
        let mut at = 0;
        while let Some(&next) = self.0[at].children.first() {
            at = next;
        }
        at
    }

    /// The node after `parent` by this move.
    pub fn child(&self, parent: usize, mv: &str) -> Option<usize> {
        self.0[parent].children.iter().copied().find(|&id| self.0[id].mv == mv)
    }

    /// The place of a node among those of its parent; 0: it continues the line.
    pub fn rank(&self, id: usize) -> usize {
        self.0[self.0[id].parent].children.iter().position(|&child| child == id).unwrap_or(0)
    }

    /// The places of all nodes, by number.
    pub fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.0.len()];
        for node in &self.0 {
            node.children.iter().enumerate().for_each(|(rank, &child)| ranks[child] = rank);
        }
        ranks
    }

    /// Number of variations inside each other that this node stands in.
    pub fn depth(&self, id: usize) -> usize {
        self.path(id).into_iter().filter(|&id| self.rank(id) > 0).count()
    }

    /// The largest depth of the nodes behind this one and of itself.
    pub fn deepest(&self, id: usize) -> usize {
        let mut deepest = 0;
        let mut open = vec![(id, self.depth(id))];
        while let Some((id, depth)) = open.pop() {
            deepest = deepest.max(depth);
            let children = self.0[id].children.iter().enumerate();
            open.extend(children.map(|(rank, &child)| (child, depth + usize::from(rank > 0))));
        }
        deepest
    }

    /// Adds or replaces a node that was played: it is the one visited last after its parent, and the line continues with
    /// it.
    pub fn set(&mut self, id: usize, node: Node) {
        if let Some(old) = self.0.get_mut(id) {
            let children = std::mem::take(&mut old.children);
            let notes = std::mem::take(&mut old.notes);
            *old = Node { next: old.next, children, notes, ..node };
        } else {
            self.add(node);
        }
        self.visit(id);
    }

    /// Adds a node as the last one of its parent.
    pub fn add(&mut self, node: Node) {
        let id = self.0.len();
        self.0[node.parent].children.push(id);
        self.0.push(node);
    }

    /// Records the visit of this node for `redo`, and makes its line the main line.
    pub fn visit(&mut self, id: usize) {
        for id in self.path(id) {
            let parent = self.0[id].parent;
            self.0[parent].next = Some(id);
            self.place(id, 0);
        }
    }

    /// Moves a node to another place among those of its parent.
    pub fn place(&mut self, id: usize, rank: usize) {
        let parent = self.0[id].parent;
        let children = &mut self.0[parent].children;
        if children.get(rank) == Some(&id) {
            return;
        }
        children.retain(|&child| child != id);
        children.insert(rank.min(children.len()), id);
    }

    /// Takes a node away, with everything behind it.
    pub fn remove(&mut self, id: usize) {
        let parent = self.0[id].parent;
        self.0[parent].children.retain(|&child| child != id);
        self.0[parent].next.take_if(|next| *next == id);
        self.0[id].removed = true;
    }

    /// The same reversed.
    pub fn restore(&mut self, id: usize, rank: usize) {
        self.0[id].removed = false;
        self.place(id, rank);
    }

    /// Writes the notes of a node; returns the former ones.
    pub fn write(&mut self, id: usize, notes: Notes) -> Notes {
        std::mem::replace(&mut self.0[id].notes, notes)
    }
}

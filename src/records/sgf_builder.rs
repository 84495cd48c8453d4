//! The tree of an SGF game while it is read.

use super::changes::Changes;
use super::line::MAX_DEPTH;
use super::sgf_tree::{Node, RawTree};

/// A tree while it is read.
pub(super) struct Builder {
    /// Line where it begins.
    pub line: usize,
    pub nodes: Vec<Node>,
    pub changes: Changes,
    /// The open parentheses: the node before each of them.
    pub forks: Vec<Option<usize>>,
    /// The node that the next one follows.
    last: Option<usize>,
    /// Is the tree closed?
    pub is_closed: bool,
    /// Is the present branch nested too deep to be kept?
    is_skipped: bool,
}

impl Builder {
    pub fn new(line: usize) -> Builder {
        Builder {
            line,
            nodes: Vec::new(),
            changes: Changes::default(),
            forks: Vec::new(),
            last: None,
            is_closed: false,
            is_skipped: false,
        }
    }

    pub fn open(&mut self) {
        self.forks.push(self.last);
    }

    pub fn close(&mut self) {
        self.last = self.forks.pop().flatten();
        self.is_skipped = false;
        self.is_closed = self.forks.is_empty();
    }

    pub fn node(&mut self, line: usize) {
        let number = self.nodes.len();
        let parent = self.last.map(|last| &mut self.nodes[last]);
        let depth = parent.as_ref().map_or(0, |parent| parent.depth + usize::from(!parent.next.is_empty()));
        // A node next to the root belongs to no game.
        self.is_skipped = self.is_skipped || depth > MAX_DEPTH || parent.is_none() && number > 0;
        if self.is_skipped {
            self.changes.add("nodes left out, outside the root or nested too deep", 1, line);
            return;
        }
        if let Some(parent) = parent {
            parent.next.push(number);
        }
        self.nodes.push(Node { line, depth, ..Node::default() });
        self.last = Some(number);
    }

    pub fn property(&mut self, property: (String, Vec<String>)) {
        if let Some(last) = self.last.filter(|_| !self.is_skipped) {
            self.nodes[last].properties.push(property);
        }
    }

    /// Leaves out the node that is being read, unless it is the root.
    pub fn drop_last(&mut self) {
        let number = self.nodes.len() - 1;
        if number > 0 && !self.is_skipped && self.last == Some(number) {
            self.nodes.pop();
            self.nodes.iter_mut().for_each(|node| node.next.retain(|&next| next != number));
        }
    }

    pub fn finish(mut self) -> Result<RawTree, String> {
        if self.nodes.is_empty() {
            return Err("the game is empty".to_string());
        }
        self.put_moves_first();
        Ok(RawTree { line: self.line, nodes: self.nodes, changes: self.changes })
    }

    /// A branch without moves, such as one of comments, is not the main line.
    fn put_moves_first(&mut self) {
        let mut has_moves: Vec<bool> = self.nodes.iter().map(|node| node.moves().next().is_some()).collect();
        for number in (0..self.nodes.len()).rev() {
            let next = &mut self.nodes[number].next;
            if let Some(first) = next.iter().position(|&next| has_moves[next]) {
                next[..=first].rotate_right(1);
                has_moves[number] = true;
            }
        }
    }
}

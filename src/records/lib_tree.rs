//! The tree of a RenLib library: nodes in one list, each with the numbers of the first node below it and of the next
//! one at its place, 16 bytes a node.

/// Nodes of a library; a larger one would take gigabytes of memory.
const MAX_NODES: usize = 8_000_000;

/// A node. Zero stands for no node, since the root is nowhere below.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Node {
    /// The point as in the file.
    pub point: u8,
    /// Is it a move, not just a text on a point?
    pub is_move: bool,
    pub is_marked: bool,
    /// Is the library shown from here?
    pub is_start: bool,
    /// Number of its notes plus 1.
    notes: u32,
    first: u32,
    next: u32,
}

/// What is written at a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Notes<T> {
    pub comment: T,
    /// The text on its point, while the position before it is shown.
    pub text: T,
}

/// A library; the first node is the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tree<T> {
    nodes: Vec<Node>,
    pub notes: Vec<Notes<T>>,
}

/// The number of the root.
pub(super) const ROOT: usize = 0;

impl<T: Default> Tree<T> {
    pub fn new() -> Tree<T> {
        Tree { nodes: vec![Node::default()], notes: Vec::new() }
    }

    pub fn node(&mut self, number: usize) -> &mut Node {
        &mut self.nodes[number]
    }

    /// The notes of a node, which are added if there are none.
    pub fn notes_of(&mut self, number: usize) -> &mut Notes<T> {
        let node = &mut self.nodes[number];
        if node.notes == 0 {
            self.notes.push(Notes::default());
            node.notes = self.notes.len() as u32;
        }
        &mut self.notes[node.notes as usize - 1]
    }

    /// The node with this point below another one, which is added if there is none.
    ///
    /// # Errors
    /// There are too many nodes.
    pub fn child(&mut self, parent: usize, point: u8) -> Result<usize, String> {
        let mut last = 0;
        let mut next = self.nodes[parent].first as usize;
        while next != 0 {
            if self.nodes[next].point == point {
                return Ok(next);
            }
            (last, next) = (next, self.nodes[next].next as usize);
        }
        let number = self.nodes.len();
        if number > MAX_NODES {
            return Err(format!("more than {MAX_NODES} nodes"));
        }
        self.nodes.push(Node { point, ..Node::default() });
        match last {
            0 => self.nodes[parent].first = number as u32,
            last => self.nodes[last].next = number as u32,
        }
        Ok(number)
    }
}

impl<T> Tree<T> {
    /// The nodes below one, in order.
    pub fn children(&self, parent: usize) -> impl Iterator<Item = (usize, &Node)> {
        let mut at = self.nodes[parent].first as usize;
        std::iter::from_fn(move || {
            let (number, node) = (at, self.nodes.get(at).filter(|_| at != 0)?);
            at = node.next as usize;
            Some((number, node))
        })
    }

    /// The first node below one.
    pub fn below(&self, number: usize) -> Option<usize> {
        Some(self.nodes[number].first as usize).filter(|&first| first != ROOT)
    }

    /// The next node at the place of one.
    pub fn beside(&self, number: usize) -> Option<usize> {
        Some(self.nodes[number].next as usize).filter(|&next| next != ROOT)
    }

    /// A node and its notes.
    pub fn get(&self, number: usize) -> (&Node, Option<&Notes<T>>) {
        let node = &self.nodes[number];
        (node, self.notes.get((node.notes as usize).wrapping_sub(1)))
    }

    /// The same tree with other notes.
    pub fn with_notes<U>(self, notes: Vec<Notes<U>>) -> Tree<U> {
        Tree { nodes: self.nodes, notes }
    }
}

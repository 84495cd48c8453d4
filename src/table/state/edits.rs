//! Changes of the tree that leave the game as it is: variations added, reordered and removed, and notes.
//!
//! Each one is remembered by what takes it back, until the next move of the game. What a file brought is part of the
//! table from its beginning, and is not taken back.

use super::apply::check_player;
use super::tree::Node;
use super::{State, Tree};
use crate::table::event::{Added, Noted};
use crate::table::notes::Notes;
use crate::table::view::Phase;

/// Maximum number of changes that can be taken back.
const MAX_EDITS: usize = 1000;

/// What takes a change of the tree back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Inverse {
    /// Removes the node.
    Remove(usize),
    /// Restores the node at this place among those of its parent.
    Restore(usize, usize),
    /// Moves the node to this place.
    Place(usize, usize),
    /// Writes these notes at the node.
    Write(usize, Notes),
}

impl State {
    /// Number of changes that can be taken back.
    pub fn edits(&self) -> usize {
        self.edits.len()
    }

    /// Everything that a file has in addition to its main line: all of it, or nothing.
    pub(super) fn import(&mut self, nodes: &[Added], notes: &[Noted]) -> Result<(), String> {
        let mut tree = self.tree.clone();
        for added in nodes {
            self.add_to(&mut tree, added)?;
        }
        for noted in notes {
            known(&tree, noted.node)?;
            tree.write(noted.node, noted.notes.clone());
        }
        self.tree = tree;
        Ok(())
    }

    /// Adds a variation. During a game it is another line that was looked at.
    pub(super) fn add_node(&mut self, added: &Added) -> Result<(), String> {
        let mut tree =
            std::mem::replace(&mut self.tree, Tree::new(self.created.turn.clone(), Vec::new(), None));
        let done = self.add_to(&mut tree, added);
        self.tree = tree;
        done?;
        self.assisted |= self.phase != Phase::Over;
        self.remember(Inverse::Remove(added.node));
        Ok(())
    }

    fn add_to(&self, tree: &mut Tree, added: &Added) -> Result<(), String> {
        let Added { node, parent, mv, player, turn } = added;
        check_player(turn.next, self.seats.len())?;
        let next = tree.get(*parent).map(|parent| parent.turn.next);
        if next != Some(*player) || *node != tree.count() {
            return Err(format!("move {mv} of player {player} as node {node} after {parent} does not fit"));
        }
        let left = tree.get(*parent).map(|parent| parent.left.clone()).unwrap_or_default();
        let steps = tree.get(*parent).and_then(|parent| self.steps_of_variation(parent));
        tree.add(Node { left, steps, added: true, ..Node::new(*parent, mv, *player, turn.clone()) });
        Ok(())
    }

    pub(super) fn write_notes(&mut self, noted: &Noted) -> Result<(), String> {
        known(&self.tree, noted.node)?;
        let before = self.tree.write(noted.node, noted.notes.clone());
        self.remember(Inverse::Write(noted.node, before));
        Ok(())
    }

    pub(super) fn place_node(&mut self, id: usize, rank: usize) -> Result<(), String> {
        let before = self.rank_of(id)?;
        self.tree.place(id, rank);
        self.remember(Inverse::Place(id, before));
        Ok(())
    }

    pub(super) fn remove_node(&mut self, id: usize) -> Result<(), String> {
        let rank = self.rank_of(id)?;
        if self.tree.path(self.current).contains(&id) {
            return Err(format!("the game goes through node {id}"));
        }
        self.tree.remove(id);
        self.remember(Inverse::Restore(id, rank));
        Ok(())
    }

    /// The place of a move among those of its parent.
    fn rank_of(&self, id: usize) -> Result<usize, String> {
        known(&self.tree, id)?;
        if id == 0 {
            return Err("node 0 is the start".to_string());
        }
        Ok(self.tree.rank(id))
    }

    pub(super) fn take_back_edit(&mut self) -> Result<(), String> {
        match self.edits.pop().ok_or("no change of the tree can be taken back")? {
            Inverse::Remove(id) => self.tree.remove(id),
            Inverse::Restore(id, rank) => self.tree.restore(id, rank),
            Inverse::Place(id, rank) => self.tree.place(id, rank),
            Inverse::Write(id, notes) => drop(self.tree.write(id, notes)),
        }
        Ok(())
    }

    fn remember(&mut self, inverse: Inverse) {
        if self.edits.len() == MAX_EDITS {
            self.edits.remove(0);
        }
        self.edits.push(inverse);
    }
}

fn known(tree: &Tree, id: usize) -> Result<&Node, String> {
    tree.get(id).ok_or_else(|| format!("there is no node {id}"))
}

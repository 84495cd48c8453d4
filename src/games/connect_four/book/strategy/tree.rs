//! Positions with proof and disproof numbers: the minimum number of positions that must still be won, or not won.
//!
//! Transpositions and mirror images have one place. The usual plan of the winner is to answer in the column just
//! played; a reply in a column with an even number of empty cells deviates from it, and its proof number counts
//! [`DEVIATION`] times.

use std::collections::HashMap;

use crate::games::connect_four::book::line::Line;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::word::BoardWord;

/// A number that stands for "never".
pub const NEVER: u32 = 1 << 30;
/// See above. Measured on two positions of 8x8 with 12 and 16 stones: 2 and 3 take about the same nodes, 8 a fifth more.
pub const DEVIATION: u32 = 3;
/// The root, which stands for all positions to be won.
pub const ROOT: u32 = 0;

/// A position.
pub struct Place<B> {
    /// `None` for the root.
    pub line: Option<Line<B>>,
    pub winner_moves: bool,
    /// Places after one more move, and what their proof numbers count here.
    children: Vec<(u32, u32)>,
    parents: Vec<u32>,
    pub proof: u32,
    pub disproof: u32,
    expanded: bool,
    /// Is a job under way?
    pub busy: bool,
    /// Nodes of all jobs for this place and those below.
    pub work: u64,
    key: u128,
}

impl<B> Place<B> {
    /// Does the winner win, if that is known?
    pub fn decided(&self) -> Option<bool> {
        (self.proof == 0 || self.disproof == 0).then_some(self.proof == 0)
    }
}

/// The tree.
pub struct Tree<B> {
    pub places: Vec<Place<B>>,
    index: HashMap<u128, u32>,
    /// The part (from 0) and the number of parts to choose from first.
    share: (u128, u128),
}

impl<B: BoardWord> Tree<B> {
    /// The root alone.
    pub fn new((part, parts): (usize, usize)) -> Tree<B> {
        let root = Place {
            line: None,
            winner_moves: false,
            children: Vec::new(),
            parents: Vec::new(),
            proof: 1,
            disproof: 1,
            expanded: false,
            busy: false,
            work: 0,
            key: 0,
        };
        Tree { places: vec![root], index: HashMap::new(), share: (part as u128 - 1, parts as u128) }
    }

    fn place(&self, index: u32) -> &Place<B> {
        &self.places[index as usize]
    }

    /// The place of a line of play, below this parent; also whether it is new.
    pub fn add(&mut self, line: Line<B>, winner_moves: bool, moves: u32, parent: u32) -> (u32, bool) {
        let (key, _) = line.key();
        if let Some(&index) = self.index.get(&key) {
            let parents = &mut self.places[index as usize].parents;
            if !parents.contains(&parent) {
                parents.push(parent);
            }
            return (index, false);
        }
        let index = self.places.len() as u32;
        let (proof, disproof) = if winner_moves { (1, moves) } else { (moves, 1) };
        self.places.push(Place {
            line: Some(line),
            winner_moves,
            children: Vec::new(),
            parents: vec![parent],
            proof,
            disproof,
            expanded: false,
            busy: false,
            work: 0,
            key,
        });
        self.index.insert(key, index);
        (index, true)
    }

    /// Adds the children of a place, each with the weight of its proof number. Returns the places that are decided by
    /// this.
    pub fn expand(&mut self, index: u32, children: Vec<(u32, u32)>) -> Vec<u32> {
        let place = &mut self.places[index as usize];
        place.children = children;
        place.children.sort_unstable();
        place.children.dedup_by_key(|&mut (child, _)| child);
        place.expanded = true;
        let (proof, disproof) = self.numbers(index);
        let mut decided = self.set(index, proof, disproof);
        decided.extend(self.place(index).decided().map(|_| index));
        decided
    }

    /// The winner wins this place, or not. Returns the places above that are decided by it.
    pub fn decide(&mut self, index: u32, wins: bool) -> Vec<u32> {
        if wins { self.set(index, 0, NEVER) } else { self.set(index, NEVER, 0) }
    }

    fn set(&mut self, index: u32, proof: u32, disproof: u32) -> Vec<u32> {
        let place = &mut self.places[index as usize];
        (place.proof, place.disproof) = (proof, disproof);
        let mut decided = Vec::new();
        let mut changed = place.parents.clone();
        while let Some(above) = changed.pop() {
            let place = self.place(above);
            if place.decided().is_some() || !place.expanded {
                continue;
            }
            let numbers = self.numbers(above);
            let place = &mut self.places[above as usize];
            if (place.proof, place.disproof) == numbers {
                continue;
            }
            (place.proof, place.disproof) = numbers;
            if place.decided().is_some() {
                decided.push(above);
            }
            changed.extend(&place.parents);
        }
        decided
    }

    /// Proof and disproof number by those of the children.
    fn numbers(&self, index: u32) -> (u32, u32) {
        let place = self.place(index);
        let proofs = place.children.iter().map(|&(child, counts)| match self.place(child).proof {
            NEVER => NEVER,
            proof => proof.saturating_mul(counts).min(NEVER - 1),
        });
        let disproofs = place.children.iter().map(|&(child, _)| self.place(child).disproof);
        let sum = |total: u32, number: u32| (total + number).min(NEVER);
        match place.winner_moves {
            true => (proofs.min().unwrap_or(NEVER), disproofs.fold(0, sum)),
            false => (proofs.fold(0, sum), disproofs.min().unwrap_or(NEVER)),
        }
    }

    /// The places from the root to the one to work on next; empty if all those are busy.
    pub fn select(&self) -> Vec<u32> {
        let mut trail = vec![ROOT];
        loop {
            let index = trail[trail.len() - 1];
            let place = self.place(index);
            if !place.expanded {
                return trail;
            }
            let free = |&&(child, _): &&(u32, u32)| {
                let place = self.place(child);
                place.decided().is_none() && !place.busy
            };
            let children = || place.children.iter().filter(free);
            let best = if place.winner_moves {
                children().min_by_key(|&&(child, counts)| {
                    let place = self.place(child);
                    (u64::from(place.proof) * u64::from(counts), place.disproof)
                })
            } else {
                children().min_by_key(|&&(child, _)| {
                    let place = self.place(child);
                    (place.key % self.share.1 != self.share.0, place.disproof, place.proof)
                })
            };
            match best {
                Some(&(child, _)) => trail.push(child),
                None => return Vec::new(),
            }
        }
    }
}

/// The weight of the proof number of a move of the winner.
pub fn counts<B: BoardWord>(pos: &Position<B>, column_cells: B, winner_moves: bool) -> u32 {
    let even = pos.empty() & column_cells;
    if winner_moves && even.count().is_multiple_of(2) { DEVIATION } else { 1 }
}

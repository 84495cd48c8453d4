//! Ballots as openings of a match: all of a kind, or those that are balanced.

use std::vec::IntoIter;

use super::balance::{self, Balance};
use super::{Opening, opening_of};
use crate::contract::ballot::Ballot;
use crate::engine::AnyEngine;
use crate::openings::BallotKind;

/// All ballots of a kind; each is named by kind and number.
pub(super) fn all(kind: BallotKind, board: &dyn AnyEngine) -> Vec<Opening> {
    let opening = |(number, Ballot { fen, moves }): (usize, Ballot)| {
        let name = format!("{}:{number}", kind.name());
        Opening { name, fen, moves }
    };
    (1..).zip(board.tools().ballots(kind.name())).map(opening).collect()
}

/// The balanced ones of a list, found as they are needed.
pub(super) struct Balanced {
    board: Box<dyn AnyEngine>,
    balance: Balance,
    rest: IntoIter<Opening>,
    found: Vec<Opening>,
}

impl Balanced {
    pub fn new(list: Vec<Opening>, balance: Balance, mut board: Box<dyn AnyEngine>) -> Balanced {
        balance::prepare(board.as_mut(), Some(balance));
        Balanced { board, balance, rest: list.into_iter(), found: Vec::new() }
    }

    /// Number of those found.
    pub fn found(&self) -> usize {
        self.found.len()
    }

    /// The opening with this index; the list is used again from its beginning.
    pub fn get(&mut self, index: u64) -> Result<Opening, String> {
        while self.found.len() as u64 <= index {
            let Some(opening) = self.rest.next() else { break };
            let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
            let set = self.board.set_position(opening.fen.as_deref(), &moves);
            set.map_err(|error| error.to_string())?;
            if self.balance.holds(self.board.as_mut())? {
                self.found.push(opening_of(self.board.as_ref(), opening.name)?);
            }
        }
        if self.found.is_empty() {
            return Err(format!("no ballot fits --balance {}", self.balance.range_text()));
        }
        Ok(self.found[(index % self.found.len() as u64) as usize].clone())
    }
}

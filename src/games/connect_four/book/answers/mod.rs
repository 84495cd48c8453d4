//! A winning strategy in a book: the winner's answer in every position that the loser can reach.
//!
//! | file | content |
//! |---|---|
//! | `walk.rs` | from the start of the game to all answers, in an order that needs no keys |
//! | `table.rs` | the answers by their positions |
//! | `work.rs` | answers from the lines of a work file |
//!
//! Invariant: a winner who plays by the answers from the start of the game does not lose before reaching a *leaf*, a
//! position with the winner to move that a search of few nodes proves to be won. `scripts/check_strategy` proves that
//! leaves are won.

mod table;
mod walk;
mod work;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub use tests::second_player_wins;

use super::key::Shape;
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::word::BoardWord;
use table::Table;
use walk::walk;
pub use work::{Answers, is_strategy_line, read, strategy_of};

/// The winner's answer in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A search of few nodes shows the win.
    Leaf,
    /// This column, from 0, wins.
    Plays(u8),
}

impl Answer {
    /// Its code in a book: 0, or the column from 1.
    fn code(self) -> u8 {
        match self {
            Answer::Leaf => 0,
            Answer::Plays(column) => column + 1,
        }
    }

    fn of_code(code: u8) -> Answer {
        code.checked_sub(1).map_or(Answer::Leaf, Answer::Plays)
    }

    /// The answer in the mirror image of its position, if `is_image`.
    pub fn mirrored(self, is_image: bool, width: u32) -> Answer {
        match self {
            Answer::Plays(column) if is_image => Answer::Plays(width as u8 - 1 - column),
            answer => answer,
        }
    }
}

/// A strategy of one board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy {
    shape: Shape,
    /// Does the first player win?
    first: bool,
    /// The answers in the order of the walk.
    codes: Vec<u8>,
    /// The same by the keys of their positions.
    table: Table,
    /// Largest number of stones of an answered position.
    max_stones: u32,
}

impl Strategy {
    /// Reads the answers in the order of the walk; `None` if they are not a strategy.
    pub fn decode(shape: Shape, first: bool, codes: &[u8]) -> Option<Strategy> {
        let geometry = Geometry::<u128>::new(shape.width, shape.height)?;
        let mut rest = codes.iter();
        let next = &mut |_, _| rest.next().map(|&code| Answer::of_code(code)).ok_or_else(String::new);
        let strategy = walk(&geometry, first, codes.len(), next).ok()?;
        rest.next().is_none().then_some(strategy)
    }

    /// Does the first player win?
    pub fn first_wins(&self) -> bool {
        self.first
    }

    /// The answers in the order of the walk: 0 for a leaf, or a column from 1.
    pub fn codes(&self) -> &[u8] {
        &self.codes
    }

    /// No position with more stones has an answer.
    pub fn max_stones(&self) -> u32 {
        self.max_stones
    }

    /// Every answered position's stones and answer.
    pub fn answers(&self) -> impl Iterator<Item = (u32, Answer)> {
        self.table.entries().map(|(key, answer)| (self.shape.stones(key), answer))
    }

    /// Is it the winner's turn?
    pub fn winner_moves<B: BoardWord>(&self, pos: &Position<B>) -> bool {
        pos.ply().is_multiple_of(2) == self.first
    }

    /// Is this a position of the strategy, won by the player to move?
    pub fn wins<B: BoardWord>(&self, mover: B, occupied: B) -> bool {
        self.find(mover, occupied).is_some()
    }

    /// The winning move of a position of the strategy that is not a leaf.
    pub fn winning_move<B: BoardWord>(&self, pos: &Position<B>) -> Option<Move> {
        match self.find(pos.mover(), pos.occupied())? {
            Answer::Leaf => None,
            Answer::Plays(column) => pos.drop_into(column.into()),
        }
    }

    fn find<B: BoardWord>(&self, mover: B, occupied: B) -> Option<Answer> {
        let stones = occupied.count();
        if stones > self.max_stones || stones.is_multiple_of(2) != self.first {
            return None;
        }
        let (key, is_image) = self.shape.canonical(self.shape.key(mover, occupied));
        Some(self.table.find(key)?.mirrored(is_image, self.shape.width))
    }
}

//! How a beginner sees a game: a simple idea of who is ahead, and what is overlooked.
//!
//! Weak play consists of mistakes that people make and understand: a threat on a diagonal that nobody saw, a capture
//! backwards, a long chain of hops. What is overlooked is drawn once a search, so the same threat stays unseen in every
//! variation.

use super::{Habits, Player, Position};
use crate::random::mix;

/// Something that a person may overlook: what a move does, or a line on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sight {
    /// The same number for the same thing.
    pub what: u32,
    /// How easily it is overlooked, in percent.
    pub hidden: i32,
}

/// What one player notices in one search.
#[derive(Clone, Copy, Debug)]
pub struct Attention {
    draw: u64,
    /// See [`Habits::overlooks`].
    overlooks: i32,
}

impl Attention {
    /// `draw` is the random number that decides what is overlooked.
    pub const fn new(draw: u64, habits: Habits) -> Attention {
        Attention { draw, overlooks: habits.overlooks }
    }

    /// Is it noticed? The same threat counts as another one if it is the opponent's.
    pub fn sees(&self, whose: Player, sight: Sight) -> bool {
        let draw = mix(self.draw ^ mix(u64::from(sight.what) << 3 | whose.index() as u64)) % 100_000;
        draw as i64 >= i64::from(sight.hidden) * i64::from(self.overlooks)
    }
}

/// How a beginner sees one game.
pub trait Beginner<P: Position>: Send + Sync {
    /// Appends the moves that come to mind; never empty if a legal move exists; legal moves only.
    fn moves(&self, pos: &P, moves: &mut Vec<P::Move>) {
        pos.generate(moves);
    }

    /// What the move does that may be overlooked; `None` if there is no such thing.
    fn sight(&self, _pos: &P, _mv: P::Move) -> Option<Sight> {
        None
    }

    /// How far `player` is ahead, by what is noticed.
    fn value(&self, _pos: &P, _player: Player, _attention: &Attention) -> i32 {
        0
    }

    /// Is the position in the middle of an exchange, which is then followed to its end?
    fn is_unsettled(&self, _pos: &P) -> bool {
        false
    }
}

/// A beginner who knows only the rules.
pub struct AnyMove;

impl<P: Position> Beginner<P> for AnyMove {}

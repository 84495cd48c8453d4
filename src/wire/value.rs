//! A score in the format of UCI, which other protocols use too.

use std::fmt;

use crate::contract::{Outcome, Score};
use crate::engine::Status;

/// A score as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    /// Hundredths of the game's unit, for the player to move.
    Cp(i32),
    /// Moves of the player to move until it wins, or loses if this is negative; 0: it has lost.
    Mate(i32),
}

impl Value {
    /// For a position in which the player to move has won; `mate 0` would mean that it has lost.
    const HAS_WON: Value = Value::Cp(Score::KNOWN_WIN.0);

    /// The score of a search, in a game of this many players.
    pub fn of(score: Score, players: usize) -> Value {
        match score.plies_to_end() {
            Some(plies) => {
                let moves = (plies + players as i32 - 1) / players as i32;
                Value::Mate(if score.is_win() { moves } else { -moves })
            }
            None => Value::Cp(score.0),
        }
    }

    /// The value of a game that is over, for the player who would be to move.
    pub fn of_end(status: &Status) -> Value {
        match status.outcome {
            Some(Outcome::Win(winner)) if winner == status.to_move => Value::HAS_WON,
            Some(Outcome::Win(_)) => Value::Mate(0),
            Some(Outcome::Draw) | None => Value::Cp(0),
        }
    }
}

/// `cp C` or `mate N`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Cp(value) => write!(f, "cp {value}"),
            Value::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

//! Programs as players: one driver for each protocol.
//!
//! The referee shows a [`Driver`] the game as it stands on its own board and asks for a move. What has to be sent
//! for that, a whole position or only the moves since the last time, is the driver's affair. A driver judges nothing:
//! the move that comes back is text that the referee has yet to read. Every wait ends: with an answer, with the end of
//! the program, or when its time is over.

use std::time::Duration;

use super::spec::Limits;
use crate::engine::AnyEngine;
use crate::game::{MAX_PLAYERS, Player};
use crate::records::GameResult;
use crate::search::Score;

/// A question to an engine: what do you play here?
pub struct Turn<'a> {
    /// The game on the referee's board; the engine is to move.
    pub game: &'a dyn AnyEngine,
    /// The limits of this engine.
    pub limits: Limits,
    /// Time left on every player's clock; `None` where a player has none.
    pub clocks: [Option<Duration>; MAX_PLAYERS],
    /// Increments of every player.
    pub increments: [Duration; MAX_PLAYERS],
    /// Moves to the next time control of the engine to move.
    pub moves_to_go: Option<u32>,
    /// When nothing has come after so long, the program is taken for dead.
    pub patience: Duration,
}

/// What an engine answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move, in any style the game reads.
    Move(String),
    /// It gives up.
    Resign,
}

/// An answer, and what was said on the way to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The answer.
    pub answer: Answer,
    /// From the question sent to the answer read.
    pub elapsed: Duration,
    /// Value for the player to move, of the last report; `None` where the engine tells none.
    pub score: Option<Score>,
    /// Depth of the last report, in plies.
    pub depth: Option<i32>,
    /// Nodes of the last report.
    pub nodes: Option<u64>,
}

/// Why an engine does not play on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The program could not be started, does not play this game, or refuses the position: in its words.
    Refused(String),
    /// The program has ended.
    Crashed(String),
    /// Nothing came in time.
    Hung,
    /// What came cannot be understood: the line.
    Garbled(String),
}

/// A running engine. Dropping it ends the program.
pub trait Driver: Send {
    /// What the program calls itself; empty where it does not tell.
    fn title(&self) -> String;

    /// A new game begins, from the position on the board; the engine plays for `seat`. `number` is that of the game in the
    /// schedule, from 1, for options with `{game}`.
    ///
    /// # Errors
    /// A [`Fault`]; the driver is of no use any more.
    fn begin(&mut self, game: &dyn AnyEngine, seat: Player, limits: Limits, number: u64)
    -> Result<(), Fault>;

    /// Asks for a move.
    ///
    /// # Errors
    /// A [`Fault`]; the driver is of no use any more.
    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault>;

    /// The game is over; the board shows its last position.
    ///
    /// # Errors
    /// A [`Fault`]; the driver is of no use any more.
    fn finish(&mut self, game: &dyn AnyEngine, result: GameResult) -> Result<(), Fault>;
}

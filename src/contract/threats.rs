//! Wins by threats, as text: for `quadriga solve` in games in which threats can be proved but not every value.

use super::solver::Effort;
use super::{EngineError, Status};

/// The result for a position and its player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ThreatVerdict {
    /// A win by threats in at most as many plies as the line has, which is the longest defence that was found.
    Win {
        /// From the player's first move to the end of the game, in the game's own notation.
        line: Vec<String>,
    },
    /// No win by threats alone: all of them were searched. Other wins are possible.
    NoThreatWins,
    /// The effort was spent first.
    Unknown,
}

/// A search for wins by threats, with a position.
///
/// ```
/// use quadriga::contract::solver::Effort;
/// use quadriga::contract::threats::ThreatVerdict;
///
/// let engine = quadriga::games::open("renju").expect("a game");
/// let mut solver = engine.tools().threat_solver(1).expect("threats of renju can be proved");
/// solver.set_position(None, "h8 a1 i8 a3 j8 a5")?;
/// let (verdict, _) = solver.find(Effort::ENDLESS);
/// assert!(matches!(verdict, ThreatVerdict::Win { line } if line.len() == 3));
/// # Ok::<(), quadriga::contract::EngineError>(())
/// ```
pub trait ThreatSolver: Send {
    /// Sets the position: the start position or a position string, then moves in any of the game's styles, with blanks
    /// or commas between them or written together.
    ///
    /// # Errors
    /// Names the offending word; the position stays as it was.
    fn set_position(&mut self, fen: Option<&str>, moves: &str) -> Result<(), EngineError>;

    /// Result and turn.
    fn status(&self) -> Status;

    /// Forgets everything found so far.
    fn clear(&mut self);

    /// Does the player to move win by threats? Also returns the number of visited positions. An abandoned search
    ///   continues where it ended. In a game that is over nobody wins any more.
    fn find(&mut self, effort: Effort<'_>) -> (ThreatVerdict, u64);

    /// Moves made from the start of the game to this position.
    fn plies_played(&self) -> u32;
}

//! A position for the engine.

use crate::contract::{EngineError, MoveStyle};
use crate::engine::AnyEngine;

/// A position string, or the start position, and moves from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The position string; `None`: the start position.
    pub fen: Option<String>,
    /// Moves played from there.
    pub moves: Vec<String>,
}

impl Placement {
    /// The empty board.
    pub const EMPTY: Placement = Placement { fen: None, moves: Vec::new() };

    /// The position of an engine.
    pub fn of(engine: &dyn AnyEngine) -> Placement {
        Placement { fen: engine.base_fen(), moves: engine.moves(MoveStyle::Numeric) }
    }

    /// Sets the engine to this position and `more` moves.
    ///
    /// # Errors
    /// A move is illegal; the engine's position stays.
    pub fn set(&self, engine: &mut dyn AnyEngine, more: &[String]) -> Result<(), EngineError> {
        let moves: Vec<&str> = self.moves.iter().chain(more).map(String::as_str).collect();
        engine.set_position(self.fen.as_deref(), &moves)
    }
}

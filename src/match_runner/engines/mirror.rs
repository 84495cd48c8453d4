//! The board of an engine that keeps one for itself.
//!
//! GTP and Gomocup send a game move by move, so the engine's board must be tracked here by a second game. It also has
//! what the referee's board lacks: earlier turns, and the base position.

use super::{Fault, refused};
use crate::contract::MoveStyle;
use crate::engine::AnyEngine;
use crate::games;

/// A second game that follows the first.
pub(super) struct Mirror(pub Box<dyn AnyEngine>);

impl Mirror {
    /// The beginning of this game: its rules, its first position, no moves.
    ///
    /// # Errors
    /// The game cannot be opened a second time, which would be an internal error.
    pub fn of(game: &dyn AnyEngine) -> Result<Mirror, Fault> {
        let variant = game.identity().variant;
        let mut engine = games::open(&variant).ok_or_else(|| refused(format!("unknown game '{variant}'")))?;
        for (name, value) in game.rule_options() {
            engine.set_option(&name, &value).map_err(|error| refused(error.to_string()))?;
        }
        engine.set_position(game.base_fen().as_deref(), &[]).map_err(|error| refused(error.to_string()))?;
        Ok(Mirror(engine))
    }

    /// The moves of `game` that have not been played here, in native style; `None`: it is another game or line.
    pub fn unseen(&self, game: &dyn AnyEngine) -> Option<Vec<String>> {
        if self.0.base_fen() != game.base_fen() {
            return None;
        }
        let mut moves = game.moves(MoveStyle::Native);
        let known = self.0.moves(MoveStyle::Native);
        moves.starts_with(&known).then(|| moves.split_off(known.len()))
    }

    /// Catches up with `game`.
    ///
    /// # Errors
    /// A legal move there is illegal here, which would be an internal error.
    pub fn follow(&mut self, game: &dyn AnyEngine) -> Result<(), Fault> {
        let moves = game.moves(MoveStyle::Native);
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.0.set_position(game.base_fen().as_deref(), &moves).map_err(|error| refused(error.to_string()))
    }

    /// Plays a move of the engine, which the referee may still refuse: then the games differ, and [`Mirror::unseen`] is
    /// `None`.
    pub fn try_play(&mut self, mv: &str) {
        let _ = self.0.play(mv);
    }
}

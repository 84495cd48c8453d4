//! A position on the command line: game, rules, position string, moves.

use clap::Args;

use super::Failure;
use super::rules::RuleFlags;
use crate::engine::AnyEngine;

/// Flags for a position.
#[derive(Args, Debug)]
pub(super) struct PositionFlags {
    /// Game, one of those that 'quadriga games' lists
    #[arg(long, value_name = "G", default_value = super::protocol::DEFAULT_GAME)]
    game: String,
    /// Position string [default: the start position]
    #[arg(long, value_name = "F")]
    fen: Option<String>,
    /// Moves to play from there, separated by blanks
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    #[command(flatten)]
    rules: RuleFlags,
}

impl PositionFlags {
    /// The engine at the position asked for.
    pub fn open(&self) -> Result<Box<dyn AnyEngine>, Failure> {
        let mut engine = self.rules.open(&self.game)?;
        let moves: Vec<&str> = self.moves.as_deref().unwrap_or_default().split_ascii_whitespace().collect();
        engine
            .set_position(self.fen.as_deref(), &moves)
            .map_err(|error| Failure::Failed(error.to_string()))?;
        Ok(engine)
    }
}

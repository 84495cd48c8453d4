//! Finds out which engine made a move. A log has the moves of a game, but not the first player of a position that was
//! set up.

use super::game_line::{GameLine, MatchLine};
use crate::engine::AnyEngine;
use crate::games;

/// Finds the first player of games.
pub struct TurnOrder {
    /// `None` for a game that this program does not know.
    engine: Option<Box<dyn AnyEngine>>,
}

impl TurnOrder {
    /// For the games of a match.
    pub fn new(line: &MatchLine) -> TurnOrder {
        let mut engine = games::open(&line.variant);
        for (name, value) in &line.options {
            if let Some(open) = &mut engine
                && open.set_option(name, value).is_err()
            {
                engine = None;
            }
        }
        TurnOrder { engine }
    }

    /// The seat that makes the first move of the game; the first one if the position cannot be read.
    pub fn first(&mut self, game: &GameLine) -> usize {
        let (Some(fen), Some(engine)) = (&game.fen, &mut self.engine) else { return 0 };
        match engine.set_position(Some(fen), &[]) {
            Ok(()) => engine.status().to_move.index(),
            Err(_) => 0,
        }
    }

    /// The moves after the opening: seat, and index in the lists of the log.
    pub fn after_opening(&mut self, game: &GameLine) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (seats, opening) = (game.players.len().max(1), game.opening_moves);
        let first = self.first(game);
        (0..game.ms.len()).map(move |index| ((first + opening + index) % seats, index))
    }
}

//! Pictures of games, each drawn once for each position, however many look at it.

use std::collections::BTreeMap;

use super::GameId;
use crate::engine::AnyEngine;
use crate::pictures::board::Picture;

/// Width of a picture in pixels.
const WIDTH: u32 = 360;
/// Pictures that are kept.
const MAX_PICTURES: usize = 64;

/// A board to set positions up on, and the pictures drawn last.
pub(super) struct Drawing {
    board: Box<dyn AnyEngine>,
    /// By game: number of moves, and the picture.
    pictures: BTreeMap<GameId, (usize, String)>,
}

impl Drawing {
    pub fn new(board: Box<dyn AnyEngine>) -> Drawing {
        Drawing { board, pictures: BTreeMap::new() }
    }

    /// The position after these moves; `None` if it cannot be set up, which would be an internal error.
    pub fn picture(&mut self, id: GameId, fen: Option<&str>, moves: &[String]) -> Option<String> {
        if let Some((plies, picture)) = self.pictures.get(&id)
            && *plies == moves.len()
        {
            return Some(picture.clone());
        }
        let words: Vec<&str> = moves.iter().map(String::as_str).collect();
        self.board.set_position(fen, &words).ok()?;
        let picture = Picture::of(self.board.as_mut()).svg(WIDTH);
        while self.pictures.len() >= MAX_PICTURES {
            // The games with the smallest numbers ended first.
            self.pictures.pop_first();
        }
        self.pictures.insert(id, (moves.len(), picture.clone()));
        Some(picture)
    }
}

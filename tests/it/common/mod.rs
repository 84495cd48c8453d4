//! What several subjects share.

pub mod client;
pub mod driven;
pub mod folder;
pub mod gtp;
pub mod line_referee;
pub mod pattern;
pub mod star;
pub mod window;

use std::io::Write;
use std::sync::{Arc, Mutex};

use quadriga::contract::{Game, Position};
pub use quadriga::random::Random;

/// Output of a conversation held in this process. Clones are the same output.
#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    /// Everything written so far.
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).expect("text")
    }

    /// Everything written since this was called last.
    pub fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).expect("text")
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A position reached by up to `plies` random moves, before the game is over.
pub fn random_position<G: Game>(game: &G, random: &mut Random, plies: usize) -> G::Position {
    let mut pos = game.start_position();
    for _ in 0..plies {
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        let before = pos.clone();
        if moves.is_empty() {
            break;
        }
        pos.make(moves[random.below(moves.len())]);
        if pos.outcome().is_some() || pos.count_moves() == 0 {
            return before;
        }
    }
    pos
}

//! The option `EvalFile`: a network from a file instead of the embedded one.

use std::fs;
use std::path::Path;

use super::generic::Engine;
use crate::contract::{EngineError, Game, load_network};

/// Maximum size of a file, in bytes: several times that of the largest network.
const MAX_FILE: u64 = 1 << 25;

impl<G: Game> Engine<G> {
    /// Sets the network from a file; with an empty path, the embedded one.
    pub(super) fn load_network(&mut self, path: &str) -> Result<(), EngineError> {
        let Some(slot) = self.game.network_slot() else { return Ok(()) };
        let file = (!path.is_empty()).then(|| read(Path::new(path))).transpose();
        let loaded = file.and_then(|file| load_network(slot, file.as_deref()));
        loaded.map_err(|why| EngineError(format!("{path}: {why}")))
    }
}

/// The bytes of a regular file; a pipe would keep the engine waiting.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let found = fs::metadata(path).map_err(|error| error.to_string())?;
    if !found.is_file() || found.len() > MAX_FILE {
        return Err("not a network file".to_string());
    }
    fs::read(path).map_err(|error| error.to_string())
}

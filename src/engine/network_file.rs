//! The option `EvalFile`: a network from a file instead of the embedded one.

use std::fs;
use std::path::Path;

use super::generic::Engine;
use crate::contract::{EngineError, Game, NetworkSlot, load_network, network_checksum};

/// Maximum size of a file, in bytes: several times that of the largest network.
const MAX_FILE: u64 = 1 << 25;

impl<G: Game> Engine<G> {
    /// Sets the network from a file; with an empty path, the embedded one.
    pub(super) fn load_network(&mut self, path: &str) -> Result<(), EngineError> {
        let Some(slot) = self.game.network_slot() else { return Ok(()) };
        self.network_checksum = load(slot, path).map_err(|why| EngineError(format!("{path}: {why}")))?;
        Ok(())
    }
}

/// Sets a network; returns the checksum of the weights of the file, if it is from one.
fn load(slot: &mut dyn NetworkSlot, path: &str) -> Result<Option<String>, String> {
    let file = (!path.is_empty()).then(|| read(Path::new(path))).transpose()?;
    load_network(slot, file.as_deref())?;
    Ok(file.as_deref().map(network_checksum))
}

/// The bytes of a regular file; a pipe would keep the engine waiting.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let found = fs::metadata(path).map_err(|error| error.to_string())?;
    if !found.is_file() || found.len() > MAX_FILE {
        return Err("not a network file".to_string());
    }
    fs::read(path).map_err(|error| error.to_string())
}

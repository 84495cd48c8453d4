//! Lists of positions: one position string a line, `#` before a comment.
//!
//! Writing saves the position at the end of each game; reading returns games without moves.

use super::{Defaults, Found, GameRecord, ReadError, Reading, open};

/// Reads all positions. A list does not name its game.
pub(super) fn read(text: &str, defaults: &Defaults) -> Reading {
    let mut reading = Reading::default();
    let opened = match &defaults.variant {
        Some(variant) => open(variant, &defaults.options),
        None => Err("a list of positions does not name its game; give the game".to_string()),
    };
    let mut engine = match opened {
        Ok(engine) => engine,
        Err(reason) => {
            reading.errors.push(ReadError { line: 1, reason });
            return reading;
        }
    };
    for (line, text) in (1..).zip(text.lines()) {
        let fen = text.split('#').next().unwrap_or_default().trim();
        if fen.is_empty() {
            continue;
        }
        let set = engine.set_position(Some(fen), &[]);
        let record = match set {
            Ok(()) => Ok(Found { records: vec![GameRecord::of(engine.as_ref())], ..Found::default() }),
            Err(error) => Err(ReadError { line, reason: error.to_string() }),
        };
        reading.add(line, record);
    }
    reading
}

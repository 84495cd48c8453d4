//! Lists of positions: one position string a line, `#` before a comment.
//!
//! Writing saves the position at the end of each game; reading returns games without moves.

use super::parts::ReadPart;
use super::{Defaults, Found, GameRecord, ReadError, Reading, open};
use crate::engine::AnyEngine;

/// Reads parts. A list does not name its game.
pub(super) fn reader(defaults: &Defaults) -> ReadPart<'_> {
    let mut opened = match &defaults.variant {
        Some(variant) => open(variant, &defaults.options),
        None => Err("a list of positions does not name its game; give the game".to_string()),
    };
    let mut is_refused = false;
    Box::new(move |part, reading| {
        let whole_lines = || part.text.rfind('\n').map_or(0, |at| at + 1);
        let length = if part.is_last { part.text.len() } else { whole_lines() };
        match &mut opened {
            Ok(engine) => read(&part.text[..length], part.line, engine.as_mut(), reading),
            Err(_) if is_refused => {}
            Err(reason) => {
                is_refused = true;
                reading.errors.push(ReadError { line: 1, reason: reason.clone() });
            }
        }
        length
    })
}

fn read(text: &str, first_line: usize, engine: &mut dyn AnyEngine, reading: &mut Reading) {
    for (line, text) in (first_line..).zip(text.lines()) {
        let fen = text.split('#').next().unwrap_or_default().trim();
        if fen.is_empty() {
            continue;
        }
        let record = match engine.set_position(Some(fen), &[]) {
            Ok(()) => Ok(Found { records: vec![GameRecord::of(engine)], ..Found::default() }),
            Err(error) => Err(ReadError { line, reason: error.to_string() }),
        };
        reading.add(line, record);
    }
}

//! Reads and writes games of the gomoku family as SGF, which has none of the other games.

use std::fs::File;
use std::path::Path;

use super::error::GtpError;
use super::play::number;
use super::{Call, Entry, Gtp, Reply, print_error};
use crate::engine::AnyEngine;
use crate::records::{Defaults, Format, GameRecord, gzip};
use crate::storage::files;

pub(super) const COMMANDS: &[Entry] = &[("loadsgf", load), ("printsgf", print)];

/// Longest file that is read, in bytes.
const MAX_FILE: u64 = 16 << 20;

/// Sets up the first game of a file, or its position before a move with this number.
fn load(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    let (file, before) = match call.text.rsplit_once(char::is_whitespace) {
        Some((file, count)) if count.bytes().all(|byte| byte.is_ascii_digit()) => {
            (file, Some(number(count)?))
        }
        _ => (call.text, None),
    };
    if file.is_empty() {
        return Err(GtpError::Syntax("expected a file, and optionally the number of a move".to_string()));
    }
    let refused = |reason: &dyn std::fmt::Display| GtpError::CannotLoad(reason.to_string());
    let opened = File::open(file).and_then(|opened| gzip::read_from(opened, MAX_FILE));
    let gzip::Unpacked { bytes, note } = opened.map_err(|error| refused(&error))?;
    note.iter().for_each(|line| print_error(&format!("{file}: {line}")));
    let engine = call.engine.as_ref();
    let defaults = Defaults {
        variant: Some(engine.identity().variant),
        options: engine.rule_options(),
        is_chosen: false,
    };
    let defaults = if Format::Sgf.has(&engine.identity().variant) { defaults } else { Defaults::default() };
    let mut reading = Format::Sgf.read(&bytes, &defaults);
    if reading.games.is_empty() {
        let error = reading.errors.first().map(|error| format!("line {}: {}", error.line, error.reason));
        return Err(refused(&error.unwrap_or_else(|| "there is no game in it".to_string())));
    }
    reading.remarks().iter().for_each(|line| print_error(&format!("{file}: {line}")));
    let game = reading.games.swap_remove(0).record;
    gtp.set_up(call.engine, &game, before).map_err(|error| refused(&error))?;
    Ok("".into())
}

impl Gtp {
    /// Sets up the game of a record, or its position before a move with this number.
    fn set_up(
        &mut self,
        engine: &mut Box<dyn AnyEngine>,
        game: &GameRecord,
        before: Option<usize>,
    ) -> Result<(), GtpError> {
        self.open(engine, &game.variant)?;
        let defaults = self.settings.list(engine.as_ref());
        let changed = engine.rule_options().into_iter().map(|(name, _)| {
            let spec = defaults.iter().find(|spec| spec.name == name);
            (name, spec.map(|spec| spec.default_text()).unwrap_or_default())
        });
        for (name, value) in changed.chain(game.options.iter().cloned()) {
            self.settings.set(engine.as_mut(), &name, &value)?;
        }
        let count = before.map_or(game.moves.len(), |before| game.moves.len().min(before - 1));
        let moves: Vec<&str> = game.moves[..count].iter().map(String::as_str).collect();
        engine.set_position(game.base.as_deref(), &[])?;
        self.begin(engine.as_ref());
        for mv in moves {
            self.play_text(engine.as_mut(), mv)?;
        }
        Ok(())
    }
}

/// Returns the game as SGF, or writes it to a file.
fn print(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    let text = Format::Sgf.write(&GameRecord::of(call.engine.as_ref()));
    let text = text.map_err(GtpError::CannotSave)?;
    match call.text {
        "" | "-" => Ok(text.into()),
        file => match files::replace(Path::new(file), text.as_bytes()) {
            Ok(()) => Ok("".into()),
            Err(reason) => Err(GtpError::CannotSave(reason)),
        },
    }
}

//! The command `database`: what is known of the position, and changes to it.

use super::request::DatabaseRequest;
use crate::contract::EngineError;
use crate::database::{Entry, MARK_WORDS, MAX_NOTE_BYTES, is_mark};
use crate::engine::AnyEngine;
use crate::wire::known::known_text;

/// The lines of the answer.
///
/// # Errors
/// There is no database, it cannot be written, or a mark or note is too long.
pub(super) fn answer(engine: &dyn AnyEngine, request: &DatabaseRequest) -> Result<String, EngineError> {
    match request {
        DatabaseRequest::Show => {}
        DatabaseRequest::Note(note) if note.len() > MAX_NOTE_BYTES => {
            return Err(EngineError(format!(
                "a note of {} bytes: expected up to {MAX_NOTE_BYTES}",
                note.len()
            )));
        }
        DatabaseRequest::Note(note) => engine.change_known(&mut |entry| entry.note.clone_from(note))?,
        DatabaseRequest::Mark(mark) if !is_mark(mark) => {
            return Err(EngineError(format!("mark '{mark}': expected {MARK_WORDS}")));
        }
        DatabaseRequest::Mark(mark) => engine.change_known(&mut |entry| entry.mark.clone_from(mark))?,
        DatabaseRequest::Delete => engine.change_known(&mut |entry| *entry = Entry::default())?,
        DatabaseRequest::DeleteAfter => {
            engine.delete_known_after(&|_| true)?;
        }
    }
    let known = engine.known().ok_or_else(EngineError::no_database)?;
    Ok(known_text(&known))
}

//! The command `database`: what is known of the position, and changes to it.

use super::request::DatabaseRequest;
use crate::contract::EngineError;
use crate::database::{Entry, MAX_MARK_CHARS};
use crate::engine::AnyEngine;
use crate::wire::known::known_text;

/// The lines of the answer.
///
/// # Errors
/// There is no database, it cannot be written, or a mark is too long.
pub(super) fn answer(engine: &mut dyn AnyEngine, request: DatabaseRequest) -> Result<String, EngineError> {
    match request {
        DatabaseRequest::Show => {}
        DatabaseRequest::Note(note) => engine.change_known(&mut |entry| entry.note.clone_from(&note))?,
        DatabaseRequest::Mark(mark) if mark.chars().count() > MAX_MARK_CHARS => {
            return Err(EngineError(format!("mark '{mark}': expected up to {MAX_MARK_CHARS} characters")));
        }
        DatabaseRequest::Mark(mark) => engine.change_known(&mut |entry| entry.mark.clone_from(&mark))?,
        DatabaseRequest::Delete => engine.change_known(&mut |entry| *entry = Entry::default())?,
        DatabaseRequest::DeleteAfter => {
            engine.delete_known_after(&|_| true)?;
        }
    }
    let known = engine.known().ok_or_else(EngineError::no_database)?;
    Ok(known_text(&known))
}

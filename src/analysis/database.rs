//! The action `database`: what is known of a position, after a change.

use super::engines::QueryError;
use super::request::DatabaseChange;
use crate::database::Entry;
use crate::engine::{AnyEngine, KnownPosition};

/// Changes the entry of the position, and returns what is known of it.
///
/// # Errors
/// There is no database, or it cannot be written.
pub(super) fn known(change: &DatabaseChange, engine: &dyn AnyEngine) -> Result<KnownPosition, QueryError> {
    if engine.database().is_none() {
        return Err(no_database());
    }
    let DatabaseChange { mark, note, delete } = change;
    if mark.is_some() || note.is_some() || *delete {
        let set = |entry: &mut Entry| {
            if *delete {
                *entry = Entry::default();
            }
            mark.iter().for_each(|mark| entry.mark.clone_from(mark));
            note.iter().for_each(|note| entry.note.clone_from(note));
        };
        engine.change_known(&mut { set }).map_err(QueryError::about("action"))?;
    }
    engine.known().ok_or_else(no_database)
}

fn no_database() -> QueryError {
    QueryError::new("action", "there is no database; start the program with --database FILE")
}

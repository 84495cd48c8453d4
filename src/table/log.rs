//! The record of a table: its events, in a file (`record`), in memory, or in another storage.

use std::path::Path;

use crossbeam_channel::Sender;
use serde::Serialize;

use super::event::{Event, Stamped};
use super::fold::{Folded, fold};
use super::ratings::RatedGame;
use super::record::{Found, RecordFile};
use super::state::State;

/// A change of a record that is stored outside of the program.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A table has these events in addition to its earlier ones.
    Added(String, Vec<Stamped>),
    /// A table was deleted.
    Removed(String),
    /// A game counts for the rating of the host.
    Rated(RatedGame),
    /// Restored lines that are not results of games: they are set aside.
    SetAside(Vec<String>),
}

/// The storage of a table's events.
pub(super) enum Log {
    /// In a file.
    File(RecordFile),
    /// Only in memory.
    Memory(Vec<Stamped>),
    /// In memory, and outside of the program.
    Elsewhere(Elsewhere),
}

/// Events that are stored by the receiver of the changes of this table.
pub(super) struct Elsewhere {
    events: Vec<Stamped>,
    table: String,
    changes: Sender<Change>,
    /// Why only a part could be read. Nothing can be added then.
    damage: Option<String>,
}

impl Log {
    /// The record of a new table; `None`: it is kept in memory.
    ///
    /// # Errors
    /// One line: the file exists already, or cannot be written.
    pub fn create(path: Option<&Path>) -> Result<Log, String> {
        match path {
            Some(path) => Ok(Log::File(RecordFile::create(path)?)),
            None => Ok(Log::Memory(Vec::new())),
        }
    }

    /// The record of a new table that is kept elsewhere.
    pub fn elsewhere(table: &str, changes: Sender<Change>) -> Log {
        Log::Elsewhere(Elsewhere { events: Vec::new(), table: table.to_string(), changes, damage: None })
    }

    /// A record that is kept elsewhere, and the table of its events: a JSON object a line.
    ///
    /// # Errors
    /// One line: it is not the record of a table.
    pub fn restore(table: &str, lines: &str, changes: Sender<Change>) -> Result<(Log, State), String> {
        let lines = format!("{lines}\n");
        let Folded { state, good, damage } = fold(lines.as_bytes())?;
        let events = lines[..good].lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok((Log::Elsewhere(Elsewhere { events, table: table.to_string(), changes, damage }), state))
    }

    /// Reads a record and folds its events.
    ///
    /// # Errors
    /// One line: it cannot be read, is in use, or is not the record of a table.
    pub fn open(path: &Path) -> Result<(Log, State), String> {
        let (file, state) = RecordFile::open(path)?;
        Ok((Log::File(file), state))
    }

    /// The table again, as it is recorded.
    ///
    /// # Errors
    /// One line: it is not the record of a table.
    pub fn reread(&self) -> Result<State, String> {
        match self {
            Log::Memory(events) | Log::Elsewhere(Elsewhere { events, .. }) => fold_events(events),
            Log::File(file) => file.reread(),
        }
    }

    /// Why not all of the record could be read.
    pub fn damage(&self) -> Option<&str> {
        match self {
            Log::File(file) => file.damage(),
            Log::Elsewhere(elsewhere) => elsewhere.damage.as_deref(),
            Log::Memory(_) => None,
        }
    }

    /// Checks what other programs have done to the record.
    ///
    /// # Errors
    /// One line: it cannot be read.
    pub fn look(&mut self) -> Result<Found, String> {
        match self {
            Log::File(file) => file.look(),
            Log::Memory(_) | Log::Elsewhere(_) => Ok(Found::Same),
        }
    }

    /// To be called before events are added. Returns a notice about the record for all clients of the table.
    ///
    /// # Errors
    /// One line: nothing can be added.
    pub fn prepare(&mut self) -> Result<Option<String>, String> {
        match self {
            Log::File(file) => file.prepare(),
            Log::Elsewhere(Elsewhere { damage: Some(why), .. }) => {
                Err(format!("the record is damaged: {why}"))
            }
            Log::Memory(_) | Log::Elsewhere(_) => Ok(None),
        }
    }

    /// Adds events. After an error none of them exists.
    ///
    /// # Errors
    /// One line: they cannot be written.
    pub fn add(&mut self, events: &[Stamped]) -> Result<(), String> {
        match self {
            Log::Memory(known) => known.extend_from_slice(events),
            Log::Elsewhere(Elsewhere { events: known, table, changes, .. }) => {
                known.extend_from_slice(events);
                // If the receiver is gone, nobody plays any more.
                let _ = changes.send(Change::Added(table.clone(), events.to_vec()));
            }
            Log::File(file) => file.add(events)?,
        }
        Ok(())
    }

    /// Lets other programs play the table.
    pub fn let_go(&mut self) {
        if let Log::File(file) = self {
            file.let_go();
        }
    }

    /// Removes the record.
    ///
    /// # Errors
    /// One line: the file is in use or cannot be removed.
    pub fn remove(&self) -> Result<(), String> {
        match self {
            Log::File(file) => file.remove(),
            Log::Memory(_) | Log::Elsewhere(_) => Ok(()),
        }
    }
}

fn fold_events(events: &[Stamped]) -> Result<State, String> {
    let (first, others) = events.split_first().ok_or("it is empty")?;
    let mut state = State::new(first)?;
    for event in others {
        state.apply(event).map_err(|why| format!("event {}: {why}", event.n))?;
    }
    Ok(state)
}

/// Events with numbers after that of the last one, at this time.
pub(super) fn stamp(events: Vec<Event>, last: u64, at: u64) -> Vec<Stamped> {
    (last + 1..).zip(events).map(|(n, event)| Stamped { n, at, event }).collect()
}

//! The record of a table: its events, in a file (`record`), in memory, or wherever somebody else keeps it.

use std::path::Path;

use crossbeam_channel::Sender;
use serde::Serialize;

use super::event::{Event, Stamped};
use super::record::RecordFile;
use super::state::State;

/// What is to be done with a record that is kept outside of the program.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A table has these events beside those it had.
    Added(String, Vec<Stamped>),
    /// A table was deleted.
    Removed(String),
}

/// Where the events of a table are kept.
pub(super) enum Log {
    /// In a file.
    File(RecordFile),
    /// Only here.
    Memory(Vec<Stamped>),
    /// Here, and by whoever hears of the changes of this table.
    Elsewhere(Vec<Stamped>, String, Sender<Change>),
}

impl Log {
    /// The record of a new table; `None`: it is kept in memory.
    ///
    /// # Errors
    /// One line: the file is there already, or cannot be written.
    pub fn create(path: Option<&Path>) -> Result<Log, String> {
        match path {
            Some(path) => Ok(Log::File(RecordFile::create(path)?)),
            None => Ok(Log::Memory(Vec::new())),
        }
    }

    /// A record that is kept elsewhere, and the table of its events: a JSON object a line.
    ///
    /// # Errors
    /// One line: it is not the record of a table.
    pub fn restore(table: &str, lines: &str, changes: Sender<Change>) -> Result<(Log, State), String> {
        let events = lines.lines().map(|line| serde_json::from_str(line).map_err(|error| error.to_string()));
        let events = events.collect::<Result<Vec<Stamped>, String>>()?;
        let state = fold_events(events.iter().cloned().map(Ok))?;
        Ok((Log::Elsewhere(events, table.to_string(), changes), state))
    }

    /// Opens a record and folds its events. Half a line at the end is cut off.
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
            Log::Memory(events) | Log::Elsewhere(events, ..) => fold_events(events.iter().cloned().map(Ok)),
            Log::File(file) => file.reread(),
        }
    }

    /// Writes the record anew where another program has taken it away; was that so?
    ///
    /// # Errors
    /// One line: it cannot be written.
    pub fn renew(&mut self) -> Result<bool, String> {
        match self {
            Log::File(file) => file.renew(),
            Log::Memory(_) | Log::Elsewhere(..) => Ok(false),
        }
    }

    /// Removes the record. The table that has it plays no more.
    ///
    /// # Errors
    /// One line: the file cannot be removed.
    pub fn remove(&mut self) -> Result<(), String> {
        if let Log::File(file) = self {
            file.remove()?;
        }
        self.let_go();
        Ok(())
    }

    /// Lets others have the record. The table that has it plays no more.
    pub fn let_go(&mut self) {
        *self = Log::Memory(Vec::new());
    }

    /// Adds events. After an error none of them is there.
    ///
    /// # Errors
    /// One line: they cannot be written.
    pub fn add(&mut self, events: &[Stamped]) -> Result<(), String> {
        match self {
            Log::Memory(known) => known.extend_from_slice(events),
            Log::Elsewhere(known, table, changes) => {
                known.extend_from_slice(events);
                // Where nobody listens any more, nobody plays either.
                let _ = changes.send(Change::Added(table.clone(), events.to_vec()));
            }
            Log::File(file) => file.add(events)?,
        }
        Ok(())
    }
}

/// The table of these events.
///
/// # Errors
/// One line: they are none of a table.
pub(super) fn fold_events(
    mut events: impl Iterator<Item = Result<Stamped, String>>,
) -> Result<State, String> {
    let first = events.next().ok_or("it is empty")??;
    let mut state = State::new(&first)?;
    for event in events {
        let event = event?;
        state.apply(&event).map_err(|why| format!("event {}: {why}", event.n))?;
    }
    Ok(state)
}

/// Events with numbers after that of the last one, at this time.
pub(super) fn stamp(events: Vec<Event>, last: u64, at: u64) -> Vec<Stamped> {
    (last + 1..).zip(events).map(|(n, event)| Stamped { n, at, event }).collect()
}

//! The record of a table: its events, one JSON object a line, in a file or wherever somebody else keeps it.
//!
//! What must always hold: the events of one command are added in one write, before anybody hears of them; a line that was cut
//! off by the end of the program is cut off when the file is read again; nobody but the owner can read it, for it has tokens.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crossbeam_channel::Sender;
use serde::Serialize;

use super::event::{Event, Stamped};
use super::state::State;
use crate::records::files::failure;

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
    /// In a file that nobody else writes to, of so many bytes.
    File(File, PathBuf, u64),
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
        let Some(path) = path else { return Ok(Log::Memory(Vec::new())) };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        only_for_the_owner(&mut options);
        let file = options.open(path).map_err(|error| failure("make", path, &error))?;
        lock(&file, path)?;
        Ok(Log::File(file, path.to_path_buf(), 0))
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
        let opened = OpenOptions::new().read(true).write(true).open(path);
        let mut file = opened.map_err(|error| failure("open", path, &error))?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| failure("read", path, &error))?;
        let (state, whole) = fold(&bytes).map_err(|why| format!("{} is no record: {why}", path.display()))?;
        let cut = file.set_len(whole).and_then(|()| file.seek(SeekFrom::Start(whole)));
        cut.map_err(|error| failure("write", path, &error))?;
        Ok((Log::File(file, path.to_path_buf(), whole), state))
    }

    /// The table again, as it is recorded.
    ///
    /// # Errors
    /// One line: as of [`Log::open`].
    pub fn reread(&mut self) -> Result<State, String> {
        match self {
            Log::Memory(events) | Log::Elsewhere(events, ..) => fold_events(events.iter().cloned().map(Ok)),
            Log::File(file, path, length) => {
                let mut bytes = Vec::new();
                let read = file.rewind().and_then(|()| file.read_to_end(&mut bytes));
                read.map_err(|error| failure("read", path, &error))?;
                bytes.truncate(usize::try_from(*length).unwrap_or(usize::MAX));
                Ok(fold(&bytes)?.0)
            }
        }
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
            Log::File(file, path, length) => {
                let mut text = String::new();
                for event in events {
                    text += &serde_json::to_string(event).map_err(|error| error.to_string())?;
                    text.push('\n');
                }
                if let Err(error) = file.write_all(text.as_bytes()) {
                    // What was written of it is cut off; where that fails too, reading does it.
                    let _ = file.set_len(*length).and_then(|()| file.seek(SeekFrom::Start(*length)));
                    return Err(failure("write", path, &error));
                }
                *length += text.len() as u64;
            }
        }
        Ok(())
    }
}

/// Reads a record without opening it for writing.
///
/// # Errors
/// One line: it cannot be read or is no record.
pub(super) fn read(path: &Path) -> Result<State, String> {
    let bytes = fs::read(path).map_err(|error| failure("read", path, &error))?;
    fold(&bytes).map(|(state, _)| state)
}

#[cfg(unix)]
fn only_for_the_owner(options: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

#[cfg(not(unix))]
fn only_for_the_owner(_: &mut OpenOptions) {}

fn lock(file: &File, path: &Path) -> Result<(), String> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(format!("{} is in use by another program", path.display())),
        Err(TryLockError::Error(error)) => Err(failure("lock", path, &error)),
    }
}

/// The table of these lines, and the bytes of the whole ones.
fn fold(bytes: &[u8]) -> Result<(State, u64), String> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let lines = bytes[..whole].split(|&byte| byte == b'\n').take_while(|line| !line.is_empty());
    let events = (1..).zip(lines).map(|(number, line): (usize, &[u8])| {
        serde_json::from_slice(line).map_err(|error| format!("line {number}: {error}"))
    });
    Ok((fold_events(events)?, whole as u64))
}

fn fold_events(mut events: impl Iterator<Item = Result<Stamped, String>>) -> Result<State, String> {
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

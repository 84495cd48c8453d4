//! The record of a table in a file: its events, one JSON object a line.
//!
//! While a table is only viewed its record is only read. The first added event locks the file for the program that
//! plays the table, so that another one can neither write nor delete it. A program that ignores locks can still remove
//! the file; the table has its lines and writes it again.
//!
//! Lines are read up to the first invalid one (`fold`). The rest is damage: the file is copied before anything is
//! added.
//!
//! Invariants: the events of one command are added in one write, before they are sent to anyone; an incomplete line
//! from a killed program is cut off when the file continues; nothing else in the file is lost; only the owner can read
//! it, because it has tokens.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::event::Stamped;
use super::fold::{Folded, fold};
use super::locked::{check_kind, claim, cut, is_same, keep_copy, lock, make, remove_copies};
use super::state::State;
use crate::storage::files::failure;

/// Length and time of a file.
pub(super) type Stamp = (u64, Option<SystemTime>);

/// The record of a table in memory.
pub(super) struct RecordFile {
    path: PathBuf,
    /// The locked file; `None`: the table is only viewed.
    held: Option<File>,
    /// Its valid content.
    lines: Vec<u8>,
    /// The rest: an incomplete line, or damage.
    rest: Vec<u8>,
    /// Why that is damage.
    damage: Option<String>,
    /// The file when it was last read or released.
    seen: Option<Stamp>,
}

/// What another program has done to a record.
pub(super) enum Found {
    /// Nothing.
    Same,
    /// It has added events; the table as it is now.
    Changed(Box<State>),
    /// It has removed the file.
    Gone,
}

impl RecordFile {
    /// The record of a new table.
    ///
    /// # Errors
    /// One line: the file exists already, or cannot be created.
    pub fn create(path: &Path) -> Result<RecordFile, String> {
        let file = RecordFile {
            path: path.to_path_buf(),
            held: Some(make(path)?),
            lines: Vec::new(),
            rest: Vec::new(),
            damage: None,
            seen: None,
        };
        Ok(file)
    }

    /// Reads a record and folds its events.
    ///
    /// # Errors
    /// One line: it cannot be read, another program plays it, or it is not the record of a table.
    pub fn open(path: &Path) -> Result<(RecordFile, State), String> {
        check_kind(path)?;
        let mut file = File::open(path).map_err(|error| failure("open", path, &error))?;
        lock(path, || file.try_lock_shared())?;
        let seen = file.metadata().ok().map(|file| stamp(&file));
        let mut lines = Vec::new();
        file.read_to_end(&mut lines).map_err(|error| failure("read", path, &error))?;
        let folded = fold(&lines).map_err(|why| format!("{} is not a record: {why}", path.display()))?;
        let rest = lines.split_off(folded.good);
        let Folded { state, damage, .. } = folded;
        Ok((RecordFile { path: path.to_path_buf(), held: None, lines, rest, damage, seen }, state))
    }

    /// The table again, as it is recorded.
    ///
    /// # Errors
    /// One line: it is not the record of a table.
    pub fn reread(&self) -> Result<State, String> {
        Ok(fold(&self.lines)?.state)
    }

    /// Why not all of the record could be read.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Checks what others have done to the file.
    ///
    /// # Errors
    /// One line: it cannot be read.
    pub fn look(&mut self) -> Result<Found, String> {
        let found = match fs::metadata(&self.path) {
            Ok(found) => stamp(&found),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Gone),
            Err(error) => return Err(failure("read", &self.path, &error)),
        };
        if self.held.is_some() || self.seen == Some(found) {
            return Ok(Found::Same);
        }
        let (file, state) = RecordFile::open(&self.path)?;
        *self = file;
        Ok(Found::Changed(Box::new(state)))
    }

    /// Locks and repairs the file. Returns a notice about that for all clients of the table.
    ///
    /// # Errors
    /// One line: another program plays it or has changed it, or it cannot be written.
    pub fn prepare(&mut self) -> Result<Option<String>, String> {
        if !self.is_there()? {
            self.write_anew()?;
            let notice = "another program has removed the record of the game; it was written again";
            return Ok(Some(notice.to_string()));
        }
        self.hold()?;
        if self.rest.is_empty() {
            return Ok(None);
        }
        let kept = match &self.damage {
            Some(_) => Some(keep_copy(&self.path, &[&self.lines[..], &self.rest].concat())?),
            None => None,
        };
        if let Some(file) = &mut self.held {
            cut(file, self.lines.len()).map_err(|error| failure("write", &self.path, &error))?;
        }
        (self.rest, self.damage) = (Vec::new(), None);
        Ok(kept.map(|name| format!("the record was damaged; the original is kept as {name}")))
    }

    /// Adds events to a record that is prepared. After an error none of them exists.
    ///
    /// # Errors
    /// One line: they cannot be written.
    pub fn add(&mut self, events: &[Stamped]) -> Result<(), String> {
        let mut text = Vec::new();
        for event in events {
            serde_json::to_writer(&mut text, event).map_err(|error| error.to_string())?;
            text.push(b'\n');
        }
        let Some(file) = &mut self.held else {
            return Err(format!("{} is not open for writing", self.path.display()));
        };
        if let Err(error) = file.write_all(&text) {
            // The written part is cut off; if that fails, too, the reader does it.
            let _ = cut(file, self.lines.len());
            return Err(failure("write", &self.path, &error));
        }
        self.lines.extend_from_slice(&text);
        Ok(())
    }

    /// Lets others play the table.
    pub fn let_go(&mut self) {
        if self.held.take().is_some() {
            self.seen = fs::metadata(&self.path).ok().map(|file| stamp(&file));
        }
    }

    /// Removes the file and its copies. A missing file is no error.
    ///
    /// # Errors
    /// One line: another program plays it, or it cannot be removed.
    pub fn remove(&self) -> Result<(), String> {
        match &self.held {
            Some(_) => take_away(&self.path),
            None => remove(&self.path),
        }
    }

    /// Is there a file of this name, and is it ours?
    fn is_there(&self) -> Result<bool, String> {
        match (fs::metadata(&self.path), &self.held) {
            (Ok(named), Some(held)) if !is_same(&named, held) => {
                Err(format!("{} was replaced by another program", self.path.display()))
            }
            (Ok(_), _) => Ok(true),
            (Err(error), _) if error.kind() == ErrorKind::NotFound => Ok(false),
            (Err(error), _) => Err(failure("read", &self.path, &error)),
        }
    }

    fn hold(&mut self) -> Result<(), String> {
        if self.held.is_some() {
            return Ok(());
        }
        let mut file = claim(&self.path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| failure("read", &self.path, &error))?;
        if bytes != [&self.lines[..], &self.rest].concat() {
            return Err(format!("{} was changed by another program", self.path.display()));
        }
        self.held = Some(file);
        Ok(())
    }

    fn write_anew(&mut self) -> Result<(), String> {
        let mut file = make(&self.path)?;
        if let Err(error) = file.write_all(&self.lines) {
            // An incomplete record does not count.
            let _ = fs::remove_file(&self.path);
            return Err(failure("write", &self.path, &error));
        }
        (self.held, self.rest, self.damage) = (Some(file), Vec::new(), None);
        Ok(())
    }
}

/// Reads a record without claiming it.
///
/// # Errors
/// One line: it cannot be read or is not a record.
pub(super) fn read(path: &Path) -> Result<Folded, String> {
    fold(&fs::read(path).map_err(|error| failure("read", path, &error))?)
}

/// Removes a record that this program does not play. A missing one is no error.
///
/// # Errors
/// One line: another program plays it, or it cannot be removed.
pub(super) fn remove(path: &Path) -> Result<(), String> {
    match claim(path) {
        Ok(_claimed) => take_away(path),
        Err(_) if fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound) => {
            Ok(())
        }
        Err(why) => Err(why),
    }
}

fn take_away(path: &Path) -> Result<(), String> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        removed => removed.map_err(|error| failure("remove", path, &error))?,
    }
    // The game is deleted; a copy that cannot be removed does not count.
    remove_copies(path);
    Ok(())
}

/// Length and time of a file.
pub(super) fn stamp(file: &fs::Metadata) -> Stamp {
    (file.len(), file.modified().ok())
}

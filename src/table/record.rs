//! The record of a table in a file: its events, one JSON object a line.
//!
//! A program that plays the table holds the lock on the file: another one can neither write nor delete it. A program that does
//! not know of locks can take the file away all the same; the table has its lines and writes it anew.
//!
//! What must always hold: the events of one command are added in one write, before anybody hears of them; a line that was cut
//! off by the end of the program is cut off when the file is read again; nobody but the owner can read it, for it has tokens.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::event::Stamped;
use super::log::fold_events;
use super::state::State;
use crate::records::files::failure;

/// A record that this program plays.
pub(super) struct RecordFile {
    path: PathBuf,
    /// Locked.
    file: File,
    /// What is in it.
    lines: Vec<u8>,
}

impl RecordFile {
    /// The record of a new table.
    ///
    /// # Errors
    /// One line: the file is there already, or cannot be made.
    pub fn create(path: &Path) -> Result<RecordFile, String> {
        Ok(RecordFile { path: path.to_path_buf(), file: make(path)?, lines: Vec::new() })
    }

    /// Opens a record and folds its events. Half a line at the end is cut off.
    ///
    /// # Errors
    /// One line: it cannot be read, is in use, or is not the record of a table.
    pub fn open(path: &Path) -> Result<(RecordFile, State), String> {
        let mut file = claim(path)?;
        let mut lines = Vec::new();
        file.read_to_end(&mut lines).map_err(|error| failure("read", path, &error))?;
        let (state, whole) = fold(&lines).map_err(|why| format!("{} is no record: {why}", path.display()))?;
        lines.truncate(whole);
        cut(&mut file, whole).map_err(|error| failure("write", path, &error))?;
        Ok((RecordFile { path: path.to_path_buf(), file, lines }, state))
    }

    /// The table again, as it is recorded.
    ///
    /// # Errors
    /// One line: as of [`RecordFile::open`].
    pub fn reread(&self) -> Result<State, String> {
        Ok(fold(&self.lines)?.0)
    }

    /// Adds events. After an error none of them is there.
    ///
    /// # Errors
    /// One line: they cannot be written.
    pub fn add(&mut self, events: &[Stamped]) -> Result<(), String> {
        let mut text = Vec::new();
        for event in events {
            serde_json::to_writer(&mut text, event).map_err(|error| error.to_string())?;
            text.push(b'\n');
        }
        if let Err(error) = self.file.write_all(&text) {
            // What was written of it is cut off; where that fails too, reading does it.
            let _ = cut(&mut self.file, self.lines.len());
            return Err(failure("write", &self.path, &error));
        }
        self.lines.extend_from_slice(&text);
        Ok(())
    }

    /// Writes the record anew where somebody has taken it away; was that so?
    ///
    /// # Errors
    /// One line: another file has taken its place, or it cannot be written.
    pub fn renew(&mut self) -> Result<bool, String> {
        match is_at(&self.file, &self.path) {
            Ok(true) => return Ok(false),
            Ok(false) => return Err(format!("{} was replaced by another program", self.path.display())),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(failure("read", &self.path, &error)),
        }
        let mut file = make(&self.path)?;
        if let Err(error) = file.write_all(&self.lines) {
            // Half a record is none.
            let _ = fs::remove_file(&self.path);
            return Err(failure("write", &self.path, &error));
        }
        self.file = file;
        Ok(true)
    }

    /// Removes the file. That it is gone already is no error.
    ///
    /// # Errors
    /// One line: it cannot be removed.
    pub fn remove(&self) -> Result<(), String> {
        take_away(&self.path)
    }
}

/// Reads a record without claiming it.
///
/// # Errors
/// One line: it cannot be read or is no record.
pub(super) fn read(path: &Path) -> Result<State, String> {
    let bytes = fs::read(path).map_err(|error| failure("read", path, &error))?;
    fold(&bytes).map(|(state, _)| state)
}

/// Takes a record away that this program does not play. One that is gone already is no error.
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
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(|error| failure("remove", path, &error)),
    }
}

/// A new file that nobody else can read, locked.
fn make(path: &Path) -> Result<File, String> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(|error| failure("make", path, &error))?;
    lock(&file, path)?;
    Ok(file)
}

/// A file that is there, locked.
fn claim(path: &Path) -> Result<File, String> {
    let opened = OpenOptions::new().read(true).write(true).open(path);
    let file = opened.map_err(|error| failure("open", path, &error))?;
    lock(&file, path)?;
    Ok(file)
}

fn lock(file: &File, path: &Path) -> Result<(), String> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(format!("{} is in use by another program", path.display())),
        Err(TryLockError::Error(error)) => Err(failure("lock", path, &error)),
    }
}

/// Is this open file the one of this name?
fn is_at(file: &File, path: &Path) -> std::io::Result<bool> {
    let named = fs::metadata(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let open = file.metadata()?;
        Ok((open.dev(), open.ino()) == (named.dev(), named.ino()))
    }
    // Elsewhere nothing takes the name of a file that is open.
    #[cfg(not(unix))]
    {
        let _ = (file, named);
        Ok(true)
    }
}

fn cut(file: &mut File, length: usize) -> std::io::Result<()> {
    file.set_len(length as u64).and_then(|()| file.seek(SeekFrom::Start(length as u64)).map(drop))
}

/// The table of these lines, and the bytes of the whole ones.
fn fold(bytes: &[u8]) -> Result<(State, usize), String> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let lines = bytes[..whole].split(|&byte| byte == b'\n').take_while(|line| !line.is_empty());
    let events = (1..).zip(lines).map(|(number, line): (usize, &[u8])| {
        serde_json::from_slice(line).map_err(|error| format!("line {number}: {error}"))
    });
    Ok((fold_events(events)?, whole))
}

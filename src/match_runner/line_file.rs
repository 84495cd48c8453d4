//! A file to which lines of JSON are added: each in one write, and on the disk before the call returns.
//!
//! A program that is killed in the middle of a write leaves half a line. It is ignored when the file is read again, and
//! cut off before more is added. The file is locked while it is open. What is no regular file, such as a pipe, is only
//! written to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::records::files::{failure, is_stream, open_stream, sync};

/// A file of lines to which no other process writes.
pub struct LineFile {
    file: File,
    /// Is it no regular file, so that it cannot be read, locked or cut off?
    is_stream: bool,
    /// For messages.
    path: PathBuf,
}

/// What a file held when it was opened.
pub struct Found {
    /// Its whole lines.
    pub text: String,
    /// Was the file not empty? Half a line counts.
    pub is_begun: bool,
}

impl LineFile {
    /// Opens a file, or makes an empty one, and reads it. `kind` is what messages call it: `the log of a match`.
    ///
    /// # Errors
    /// One line: it cannot be opened, is in use, or is not text.
    pub fn open(path: &Path, kind: &str) -> Result<(LineFile, Found), String> {
        if is_stream(path) {
            let file = open_stream(path).map_err(|error| failure("open", path, &error))?;
            let found = Found { text: String::new(), is_begun: false };
            return Ok((LineFile { file, is_stream: true, path: path.to_path_buf() }, found));
        }
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(|error| failure("open", path, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(format!("{} is in use: another process writes to it", path.display()));
            }
            Err(TryLockError::Error(error)) => return Err(failure("lock", path, &error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| failure("read", path, &error))?;
        let is_begun = !bytes.is_empty();
        // Half a line may end in the middle of a character, so it is cut off before the text is checked.
        bytes.truncate(bytes.iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1));
        let text = String::from_utf8(bytes)
            .map_err(|_| format!("{} is not {kind}: it is not text", path.display()))?;
        Ok((LineFile { file, is_stream: false, path: path.to_path_buf() }, Found { text, is_begun }))
    }

    /// Cuts the file off after `lines`, with which it begins. New lines follow them.
    ///
    /// # Errors
    /// One line: it cannot be written.
    pub fn continue_after(&mut self, lines: &str) -> Result<(), String> {
        if self.is_stream {
            return Ok(());
        }
        let cut = self.file.set_len(lines.len() as u64).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(|_| ()).map_err(|error| failure("write", &self.path, &error))
    }

    /// Adds a line and waits until it is on the disk.
    ///
    /// # Errors
    /// One line: it cannot be written.
    pub fn add(&mut self, line: &impl Serialize) -> Result<(), String> {
        let text = text_of(line)?;
        let written = self.file.write_all(text.as_bytes()).and_then(|()| sync(&self.file));
        written.map_err(|error| failure("write", &self.path, &error))
    }
}

/// A line with its end.
///
/// # Errors
/// One line: it cannot be written as JSON.
pub(super) fn text_of(line: &impl Serialize) -> Result<String, String> {
    let mut text = serde_json::to_string(line).map_err(|error| format!("a line of the file: {error}"))?;
    text.push('\n');
    Ok(text)
}

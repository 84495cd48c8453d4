//! A file that one program extends for hours, piece by piece, each on disk before the call returns.
//!
//! A program that is killed during a write leaves an incomplete piece, which the next one cuts off before it adds more.
//! The file is locked while it is open; the system releases the lock when the program ends, however it ends. A stream,
//! such as a pipe, is only written to.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::files::{failure, is_stream, open_stream, sync};

/// A file to which no other program writes.
#[derive(Debug)]
pub struct WorkFile {
    file: File,
    /// Is it a stream, which cannot be read, locked or cut off?
    is_stream: bool,
    /// For messages.
    path: PathBuf,
}

impl WorkFile {
    /// Opens a file, or creates an empty one, and reads it.
    ///
    /// # Errors
    /// One line: it cannot be opened or read, or another program has it open.
    pub fn open(path: &Path) -> Result<(WorkFile, Vec<u8>), String> {
        let work = |file, is_stream| WorkFile { file, is_stream, path: path.to_path_buf() };
        if is_stream(path) {
            let file = open_stream(path).map_err(|error| failure("open", path, &error))?;
            return Ok((work(file, true), Vec::new()));
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
        Ok((work(file, false), bytes))
    }

    /// Cuts the file off after `length` bytes, where new pieces follow.
    ///
    /// # Errors
    /// One line: it cannot be written.
    pub fn cut(&mut self, length: usize) -> Result<(), String> {
        if self.is_stream {
            return Ok(());
        }
        let cut = self.file.set_len(length as u64).and_then(|()| self.file.seek(SeekFrom::End(0)));
        self.checked(cut.map(drop))
    }

    /// Appends a piece and waits until it is on disk.
    ///
    /// # Errors
    /// One line: it cannot be written.
    pub fn add(&mut self, piece: &[u8]) -> Result<(), String> {
        let written = self.file.write_all(piece).and_then(|()| sync(&self.file));
        self.checked(written)
    }

    /// Appends a piece without waiting for the disk: killing the program loses nothing, a power cut may.
    ///
    /// # Errors
    /// One line: it cannot be written.
    pub fn add_without_waiting(&mut self, piece: &[u8]) -> Result<(), String> {
        let written = self.file.write_all(piece);
        self.checked(written)
    }

    /// Is the file still the one of its name, and as long as this?
    ///
    /// # Errors
    /// One line: another program has changed, replaced or deleted it.
    pub fn check(&self, length: usize) -> Result<(), String> {
        let is_same = || -> io::Result<bool> {
            let (open, named) = (self.file.metadata()?, fs::metadata(&self.path)?);
            #[cfg(unix)]
            {
                use std::os::unix::fs::MetadataExt;
                if (open.dev(), open.ino()) != (named.dev(), named.ino()) {
                    return Ok(false);
                }
            }
            Ok((open.len(), named.len()) == (length as u64, length as u64))
        };
        match is_same() {
            Ok(true) => Ok(()),
            _ => Err(format!("{} was changed by another program; open it again", self.path.display())),
        }
    }

    /// Waits until everything is on disk.
    ///
    /// # Errors
    /// One line: it cannot be written.
    pub fn sync(&mut self) -> Result<(), String> {
        let synced = sync(&self.file);
        self.checked(synced)
    }

    fn checked(&self, done: io::Result<()>) -> Result<(), String> {
        done.map_err(|error| failure("write", &self.path, &error))
    }
}

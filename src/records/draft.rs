//! An output that is written piece by piece and takes the place of a file only at its end, so that a long run that fails
//! leaves the old file. A stream has no old text: it gets every piece at once, unless it may turn out to get none.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::source::{MAX_WHOLE, too_long};
use crate::storage::destination::Destination;
use crate::storage::files::{Beside, existing, failure, is_about_the_folder, open_stream, overwrite};

/// A new text while it is written.
pub struct Draft {
    path: PathBuf,
    kind: Kind,
}

enum Kind {
    /// In a file next to the one that it replaces.
    Beside(BufWriter<Beside>, PathBuf),
    /// In memory: the folder cannot be written, or the text may be given up.
    Held(Vec<u8>),
    Stream(BufWriter<File>),
}

impl Draft {
    /// An empty draft. `may_be_dropped`: a stream gets nothing before the end.
    ///
    /// # Errors
    /// One line that names the file: it cannot be written.
    pub fn new(path: &Path, may_be_dropped: bool) -> Result<Draft, String> {
        let kind = Kind::new(path, may_be_dropped).map_err(|error| failure("write", path, &error))?;
        Ok(Draft { path: path.to_path_buf(), kind })
    }

    /// Adds a piece.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn add(&mut self, bytes: &[u8]) -> Result<(), String> {
        let added = match &mut self.kind {
            Kind::Beside(file, _) => file.write_all(bytes),
            Kind::Held(text) if (text.len() + bytes.len()) as u64 > MAX_WHOLE => Err(too_long(MAX_WHOLE)),
            Kind::Held(text) => text.write_all(bytes),
            Kind::Stream(file) => file.write_all(bytes),
        };
        added.map_err(|error| failure("write", &self.path, &error))
    }

    /// Replaces the file. Without this call it is as it was.
    ///
    /// # Errors
    /// One line that names the file.
    pub fn finish(self) -> Result<(), String> {
        let Draft { path, kind } = self;
        kind.finish(&path).map_err(|error| failure("write", &path, &error))
    }
}

impl Kind {
    fn new(path: &Path, may_be_dropped: bool) -> io::Result<Kind> {
        let path = match Destination::of(path)? {
            Destination::File(path) => path,
            Destination::Stream(_) | Destination::StandardOutput(_) if may_be_dropped => {
                return Ok(Kind::Held(Vec::new()));
            }
            Destination::Stream(path) | Destination::StandardOutput(path) => {
                return Ok(Kind::Stream(BufWriter::new(open_stream(&path)?)));
            }
        };
        let old = existing(&path)?;
        match Beside::new(&path, old.as_ref()) {
            Ok(beside) => Ok(Kind::Beside(BufWriter::new(beside), path)),
            Err(error) if old.is_some() && is_about_the_folder(&error) => Ok(Kind::Held(Vec::new())),
            Err(error) => Err(error),
        }
    }

    fn finish(self, path: &Path) -> io::Result<()> {
        match self {
            Kind::Stream(mut file) => file.flush(),
            Kind::Beside(file, path) => {
                file.into_inner().map_err(io::IntoInnerError::into_error)?.replace(&path)
            }
            Kind::Held(text) => match Destination::of(path)? {
                Destination::File(path) => overwrite(&path, &text),
                Destination::Stream(path) | Destination::StandardOutput(path) => {
                    open_stream(&path)?.write_all(&text)
                }
            },
        }
    }
}

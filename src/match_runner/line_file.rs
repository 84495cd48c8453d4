//! A file to which lines of JSON are added: each in one write, and on disk before the call returns.
//!
//! A program that is killed during a write leaves an incomplete line. It is ignored when the file is read again, and
//! cut off before more lines are added. No other program writes to the file meanwhile, see [`WorkFile`].

use std::path::Path;

use serde::Serialize;

use crate::storage::work_file::WorkFile;

/// A file of lines to which no other process writes.
pub struct LineFile(WorkFile);

/// The content of a file when it was opened.
pub struct Found {
    /// Its complete lines.
    pub text: String,
    /// Was the file not empty? An incomplete line counts.
    pub is_begun: bool,
}

impl LineFile {
    /// Opens a file, or creates an empty one, and reads it. `kind` is its name in messages: `the log of a match`.
    ///
    /// # Errors
    /// One line: it cannot be opened, is in use, or is not text.
    pub fn open(path: &Path, kind: &str) -> Result<(LineFile, Found), String> {
        let (file, mut bytes) = WorkFile::open(path)?;
        let is_begun = !bytes.is_empty();
        // A truncated line may end within a character, so it is cut off before the text is checked.
        bytes.truncate(bytes.iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1));
        let text = String::from_utf8(bytes)
            .map_err(|_| format!("{} is not {kind}: it is not text", path.display()))?;
        Ok((LineFile(file), Found { text, is_begun }))
    }

    /// Cuts the file off after `lines`, with which it begins. New lines follow them.
    ///
    /// # Errors
    /// One line: it cannot be written.
    pub fn continue_after(&mut self, lines: &str) -> Result<(), String> {
        self.0.cut(lines.len())
    }

    /// Appends a line and waits until it is on disk.
    ///
    /// # Errors
    /// One line: it cannot be written.
    pub fn add(&mut self, line: &impl Serialize) -> Result<(), String> {
        self.0.add(text_of(line)?.as_bytes())
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

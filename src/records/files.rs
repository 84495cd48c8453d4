//! Files changed in one step: a reader sees the old or the new text, never half of one.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;

/// Puts a new text in place of a file's old one, by way of a file beside it.
///
/// # Errors
/// One line that names the file.
pub fn replace(path: &Path, text: &[u8]) -> Result<(), String> {
    let beside = beside(path);
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(text)?;
        drop(file);
        fs::rename(&beside, path)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&beside);
        failure("write", path, &error)
    })
}

/// Adds text at the end of a file in one write and waits until it is on the disk. Several programs may do so at once.
///
/// # Errors
/// One line that names the file.
pub fn append(path: &Path, text: &str) -> Result<(), String> {
    let write = || {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_data()
    };
    write().map_err(|error| failure("write", path, &error))
}

/// `cannot <do> <file>: <why>`.
pub(crate) fn failure(action: &str, path: &Path, error: &std::io::Error) -> String {
    format!("cannot {action} {}: {error}", path.display())
}

/// A name in the same folder that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}", process::id()))
}

/// The name of the file that a file written beside it was to replace.
pub(super) fn meant_for(name: &str) -> Option<&str> {
    name.strip_prefix('.')?.rsplit_once('.').map(|(name, _)| name)
}

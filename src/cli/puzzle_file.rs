//! Files of puzzles, a line for each, as `quadriga puzzles` writes them.

use std::path::Path;

use super::Failure;
use super::convert::name_of;
use super::convert_files::read;
use super::output::note;
use crate::records::Format;

/// What some editors write before a text in UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The lines of a file that are not empty, with their numbers from 1. A file that is cut off is
/// reported on standard error.
///
/// # Errors
/// The file cannot be read, or has no puzzles.
pub(super) fn lines(path: &Path) -> Result<Vec<(usize, String)>, Failure> {
    let (unpacked, _) = read(path, Some(Format::Text))?;
    if let Some(why) = &unpacked.note {
        note(&format!("{}: {why}", name_of(path)));
    }
    let text = String::from_utf8_lossy(&unpacked.bytes);
    let lines = (1..).zip(text.trim_start_matches(BYTE_ORDER_MARK).lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let lines: Vec<(usize, String)> = lines.map(|(number, line)| (number, line.to_string())).collect();
    match lines.is_empty() {
        true => Err(Failure::Failed(format!("{}: there are no puzzles", name_of(path)))),
        false => Ok(lines),
    }
}

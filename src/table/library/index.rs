//! What the library knows of the games in a folder, in a file, so that a folder of thousands of records is not read again
//! at every start.
//!
//! The file is only a cache: it can be deleted at any time. It is replaced in one step. Each line has a checksum; lines
//! that are damaged, or about a record that has changed since, do not count.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::entry::Entry;
use crate::random::mix;
use crate::table::locked::{check_kind, make};
use crate::table::record::Stamp;

/// Name of the file in the folder of the records.
const FILE: &str = "index.cache";
/// Version of the format and of the keys of positions; a change of either needs a new one.
const VERSION: u32 = 1;
/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// A game in the file: behind the checksum, before the keys of its positions.
#[derive(Serialize, Deserialize)]
struct Line<T> {
    /// Length of the record in bytes.
    length: u64,
    /// When it was written: nanoseconds since 1970.
    written: u64,
    entry: T,
    /// 16 hexadecimal digits for each position.
    keys: String,
}

/// The first line.
fn header() -> String {
    format!("quadriga index {VERSION} {}", env!("CARGO_PKG_VERSION"))
}

/// The games in the file of a folder; none if it cannot be read.
pub(super) fn read(folder: &Path) -> HashMap<String, (Entry, Stamp)> {
    let path = folder.join(FILE);
    let mut text = Vec::new();
    let read = check_kind(&path).ok().and_then(|()| File::open(&path).ok());
    let read = read.and_then(|file| file.take(MAX_BYTES).read_to_end(&mut text).ok());
    let mut lines = text.split(|&byte| byte == b'\n');
    if read.is_none() || lines.next() != Some(header().as_bytes()) {
        return HashMap::new();
    }
    lines.filter_map(game).map(|(entry, stamp)| (entry.table.id.clone(), (entry, stamp))).collect()
}

/// Replaces the file. A failure has no effect: the folder may be read-only.
pub(super) fn write<'a>(folder: &Path, games: impl Iterator<Item = &'a (Entry, Stamp)>) {
    let mut text = header() + "\n";
    for (entry, stamp) in games {
        let Some(line) = line(entry, *stamp) else { continue };
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{:016x} {line}", checksum(line.as_bytes()));
    }
    let path = folder.join(FILE);
    let draft = path.with_extension(format!("{}.draft", std::process::id()));
    // A killed program with this number may have left it.
    let _ = fs::remove_file(&draft);
    let written = make(&draft).is_ok_and(|mut file| file.write_all(text.as_bytes()).is_ok());
    if !written || fs::rename(&draft, &path).is_err() {
        let _ = fs::remove_file(&draft);
    }
}

fn line(entry: &Entry, (length, modified): Stamp) -> Option<String> {
    let written = modified?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
    let mut keys = String::with_capacity(16 * entry.keys.len());
    for key in &entry.keys {
        let _ = write!(keys, "{key:016x}");
    }
    serde_json::to_string(&Line { length, written: u64::try_from(written).ok()?, entry, keys }).ok()
}

fn game(line: &[u8]) -> Option<(Entry, Stamp)> {
    let (sum, line) = line.split_at_checked(16)?;
    let line = line.strip_prefix(b" ")?;
    if sum != format!("{:016x}", checksum(line)).as_bytes() {
        return None;
    }
    let Line { length, written, entry, keys } = serde_json::from_slice::<Line<Entry>>(line).ok()?;
    let keys = keys.as_bytes().chunks(16).map(|digits| {
        let digits = std::str::from_utf8(digits).ok()?;
        u64::from_str_radix(digits, 16).ok()
    });
    let keys = keys.collect::<Option<Vec<u64>>>()?;
    Some((Entry { keys, ..entry }, (length, Some(UNIX_EPOCH + Duration::from_nanos(written)))))
}

/// Finds damage, not intent: a program that can write the file can write the records.
fn checksum(bytes: &[u8]) -> u64 {
    let word = |part: &[u8]| part.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    bytes.chunks(8).fold(bytes.len() as u64, |sum, part| mix(sum ^ word(part)))
}

//! The list of saved games: the records in the folder, and the tables in memory.
//!
//! Other programs may share the folder, so it is read at every request; a file is read again if its length or time has
//! changed.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use parking_lot::Mutex;

use super::answer::SavedTable;
use super::record::{self, Stamp, stamp};
use super::token::is_id;
use crate::records::files::failure;

/// The extension of records.
const EXTENSION: &str = "jsonl";

/// The list.
pub(super) struct SavedTables {
    /// `None`: only tables in memory.
    folder: Option<PathBuf>,
    list: Mutex<HashMap<String, Entry>>,
}

struct Entry {
    table: SavedTable,
    /// The file as it was read; `None`: the table itself has reported it.
    read: Option<Stamp>,
}

impl SavedTables {
    /// The list of this folder.
    pub fn new(folder: Option<PathBuf>) -> SavedTables {
        SavedTables { folder, list: Mutex::new(HashMap::new()) }
    }

    /// The record of a table, if records are kept in a folder.
    pub fn path(&self, id: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{id}.{EXTENSION}")))
    }

    /// A table has changed.
    pub fn put(&self, table: SavedTable) {
        self.list.lock().insert(table.id.clone(), Entry { table, read: None });
    }

    /// A table is gone.
    pub fn remove(&self, id: &str) {
        self.list.lock().remove(id);
    }

    /// The saved games, latest first. `running`: the tables in memory.
    ///
    /// # Errors
    /// One line: the folder cannot be read.
    pub fn all(&self, running: &HashSet<String>, engines: &[String]) -> Result<Vec<SavedTable>, String> {
        let mut list = self.list.lock();
        if let Some(folder) = &self.folder {
            let found = records(folder)?;
            list.retain(|id, _| running.contains(id) || found.contains_key(id));
            for (id, (path, stamp)) in found {
                let is_known = |entry: &Entry| running.contains(&id) || entry.read == Some(stamp);
                if list.get(&id).is_some_and(is_known) {
                    continue;
                }
                let table = match record::read(&path) {
                    Ok(folded) => SavedTable { damaged: folded.damage, ..folded.state.summary(&id, engines) },
                    Err(why) => unreadable(&id, stamp, why),
                };
                list.insert(id, Entry { table, read: Some(stamp) });
            }
        }
        let mut tables: Vec<SavedTable> = list.values().map(|entry| entry.table.clone()).collect();
        drop(list);
        tables.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.id.cmp(&b.id)));
        Ok(tables)
    }
}

/// The records in a folder by the ids of their tables.
fn records(folder: &Path) -> Result<HashMap<String, (PathBuf, Stamp)>, String> {
    let entries = fs::read_dir(folder).map_err(|error| failure("read", folder, &error))?;
    let record = |path: PathBuf| {
        let id = path.file_stem()?.to_str().filter(|id| is_id(id))?.to_string();
        // Pipes and devices are skipped.
        let stamp = stamp(&fs::metadata(&path).ok().filter(fs::Metadata::is_file)?);
        (path.extension()? == EXTENSION).then_some((id, (path, stamp)))
    };
    Ok(entries.filter_map(|entry| record(entry.ok()?.path())).collect())
}

/// An unreadable record.
fn unreadable(id: &str, (_, modified): Stamp, why: String) -> SavedTable {
    let changed = modified.and_then(|then| then.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    SavedTable {
        id: id.to_string(),
        game: String::new(),
        title: String::new(),
        names: Vec::new(),
        moves: 0,
        began: 0,
        changed: u64::try_from(changed.as_millis()).unwrap_or(0),
        result: None,
        damaged: Some(why),
    }
}

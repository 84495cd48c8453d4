//! The library: the saved games, with what is known of each without opening its table.
//!
//! | file | question |
//! |---|---|
//! | `entry` | what is known of a game? |
//! | `query` | which games are asked for, and in which order? |
//! | `places` | which keys does a position have, with its mirror images? |
//! | `statistics` | how has the host played? |
//! | `index` | what is known, in a file |
//!
//! Other programs may share the folder, so it is listed at every request; a record is read again if its length or time
//! has changed. Tables in memory report their changes themselves.
//!
//! Invariant: a table in play never waits while records are read or the index is written.

mod entry;
mod index;
mod places;
mod query;
mod statistics;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::UNIX_EPOCH;

use parking_lot::Mutex;

use super::answer::{Kind, Refusal, SavedTable, TableList};
use super::ratings::RuleSet;
use super::record::{self, Stamp, stamp};
use super::rules::Rules;
use super::token::is_id;
use crate::storage::files::failure;
use crate::wire::catalogue::Catalogue;
pub(super) use entry::Entry;
pub use entry::Opponent;
use query::Filter;
pub use query::{Order, TablesQuery};
pub use statistics::{Against, Best, Month, RuleSetStatistics, Score, Statistics};
pub(super) use statistics::{Tally, statistics};

/// The extension of records.
const EXTENSION: &str = "jsonl";
/// Number of records that are read before the index is written again.
const MANY: usize = 100;
/// Most threads that read records.
const MAX_READERS: usize = 4;

/// The library.
pub(super) struct Library {
    /// `None`: only tables in memory.
    folder: Option<PathBuf>,
    catalogue: Catalogue,
    engines: Vec<String>,
    list: Mutex<HashMap<String, Listed>>,
    /// Held by the one who reads records. Has the index been read?
    reading: Mutex<bool>,
    /// Games that the index lacks.
    unwritten: AtomicUsize,
    /// How many changes tables have reported.
    reports: AtomicU64,
}

struct Listed {
    entry: Entry,
    /// The file as it was read; `None`: the table itself has reported it.
    read: Option<Stamp>,
    /// Which report it was.
    report: u64,
}

/// A record to be read.
type Unread = (String, PathBuf, Stamp);

impl Library {
    /// The library of this folder.
    pub fn new(folder: Option<PathBuf>, catalogue: Catalogue, engines: Vec<String>) -> Library {
        Library {
            folder,
            catalogue,
            engines,
            list: Mutex::default(),
            reading: Mutex::new(false),
            unwritten: AtomicUsize::new(0),
            reports: AtomicU64::new(0),
        }
    }

    /// The record of a table, if records are kept in a folder.
    pub fn path(&self, id: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{id}.{EXTENSION}")))
    }

    /// A table has changed.
    pub fn put(&self, entry: Entry) {
        let mut list = self.list.lock();
        let report = 1 + self.reports.fetch_add(1, Ordering::Relaxed);
        list.insert(entry.table.id.clone(), Listed { entry, read: None, report });
    }

    /// The record of a table that is not in memory was written.
    pub fn put_written(&self, entry: Entry) {
        let path = self.path(&entry.table.id);
        let read = path.and_then(|path| fs::metadata(path).ok()).map(|file| stamp(&file));
        self.unwritten.fetch_add(1, Ordering::Relaxed);
        self.list.lock().insert(entry.table.id.clone(), Listed { entry, read, report: 0 });
    }

    /// A table is gone.
    pub fn remove(&self, id: &str) {
        self.list.lock().remove(id);
    }

    /// The saved games that are asked for. `running`: the tables in memory.
    ///
    /// # Errors
    /// `storage`: the folder cannot be read; and those of [`Filter::new`].
    pub fn find(&self, query: TablesQuery, running: &HashSet<String>) -> Result<TableList, Refusal> {
        let filter = Filter::new(query, self.catalogue)?;
        self.refresh(running)?;
        Ok(filter.page(self.list.lock().values().map(|listed| &listed.entry)))
    }

    /// The results of the host's games in each rule set.
    ///
    /// # Errors
    /// `storage`: the folder cannot be read.
    pub fn tallies(&self, running: &HashSet<String>) -> Result<Vec<Tally>, Refusal> {
        self.refresh(running)?;
        Ok(statistics::tallies(self.list.lock().values().map(|listed| &listed.entry)))
    }

    /// Reads the records that are new or have changed.
    fn refresh(&self, running: &HashSet<String>) -> Result<(), Refusal> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let mut has_index = self.reading.lock();
        if !std::mem::replace(&mut *has_index, true) {
            let indexed = index::read(folder).into_iter();
            let mut list = self.list.lock();
            for (id, (entry, stamp)) in indexed {
                list.entry(id).or_insert(Listed { entry, read: Some(stamp), report: 0 });
            }
        }
        let found = records(folder).map_err(|why| Refusal::new(super::answer::Code::Storage, why))?;
        let (unread, reports): (Vec<Unread>, u64) = {
            let mut list = self.list.lock();
            list.retain(|id, _| running.contains(id) || found.contains_key(id));
            let is_known = |id: &String, stamp| {
                list.get(id).is_some_and(|known| running.contains(id) || known.read == Some(stamp))
            };
            let unread = found.into_iter().filter(|(id, (_, stamp))| !is_known(id, *stamp));
            let unread = unread.map(|(id, (path, stamp))| (id, path, stamp)).collect();
            (unread, self.reports.load(Ordering::Relaxed))
        };
        self.read(&unread, reports);
        if self.unwritten.load(Ordering::Relaxed) >= MANY {
            self.unwritten.store(0, Ordering::Relaxed);
            let known = |listed: &Listed| Some((listed.entry.clone(), listed.read?));
            let games: Vec<(Entry, Stamp)> = self.list.lock().values().filter_map(known).collect();
            index::write(folder, games.iter().filter(|(entry, _)| !entry.names_engine));
        }
        Ok(())
    }

    /// Reads records, in several threads if there are many. `reports`: the number of reports before.
    fn read(&self, unread: &[Unread], reports: u64) {
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(MAX_READERS);
        if threads == 1 || unread.len() < MANY {
            return self.read_some(unread, reports);
        }
        std::thread::scope(|scope| {
            for some in unread.chunks(unread.len().div_ceil(threads)) {
                scope.spawn(move || self.read_some(some, reports));
            }
        });
    }

    fn read_some(&self, unread: &[Unread], reports: u64) {
        let mut opened = Opened::default();
        for (id, path, stamp) in unread {
            let entry = self.entry(id, path, *stamp, &mut opened);
            let mut list = self.list.lock();
            // The table may have come into memory and changed since.
            if list.get(id).is_none_or(|known| known.report <= reports) {
                list.insert(id.clone(), Listed { entry, read: Some(*stamp), report: 0 });
            }
        }
        self.unwritten.fetch_add(unread.len(), Ordering::Relaxed);
    }

    fn entry(&self, id: &str, path: &Path, stamp: Stamp, opened: &mut Opened) -> Entry {
        match record::read(path) {
            Ok(folded) => {
                let rules = opened.rules(self.catalogue, &folded.state.created);
                let mut entry = Entry::of(&folded.state, id, &self.engines, rules);
                entry.table.damaged = folded.damage;
                entry
            }
            Err(why) => unreadable(id, stamp, why),
        }
    }
}

/// The rules that were opened last: records with the same ones often follow each other.
#[derive(Default)]
struct Opened(Option<(RuleSet, Option<String>, Rules)>);

impl Opened {
    fn rules(&mut self, catalogue: Catalogue, created: &super::event::Created) -> Option<&mut Rules> {
        let wanted = RuleSet::new(&created.game, &created.options);
        if !self.0.as_ref().is_some_and(|(rules, base, _)| *rules == wanted && *base == created.base) {
            self.0 = Rules::of(catalogue, created).ok().map(|rules| (wanted, created.base.clone(), rules));
        }
        self.0.as_mut().map(|(_, _, rules)| rules)
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
fn unreadable(id: &str, (_, modified): Stamp, why: String) -> Entry {
    let changed = modified.and_then(|then| then.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
    let table = SavedTable {
        id: id.to_string(),
        kind: Kind::Played,
        changed: u64::try_from(changed.as_millis()).unwrap_or(0),
        damaged: Some(why),
        ..SavedTable::default()
    };
    Entry {
        table,
        rules: RuleSet::new("", &[]),
        opponents: Vec::new(),
        keys: Vec::new(),
        names_engine: false,
    }
}

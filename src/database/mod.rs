//! Databases of positions: values, marks and notes that are kept from session to session, in one file for all games.
//!
//! | file | what |
//! |---|---|
//! | `entry` | what is known of a position; which of two values counts |
//! | `line` | a position and its entry as a line of the file |
//!
//! The file is text. Its first line is [`HEADER`]; each further line is all that is known of one position, and replaces
//! the earlier lines of that position. A change is a line at the end of the file: killing the program loses nothing, and
//! [`Database::sync`] waits for the disk.
//! Positions are texts that the caller chooses; nothing here knows a game.
//!
//! A file has one writer: all engines of this process share one [`Database`], and another process is refused.
//!
//! Invariant: a file with a line that cannot be read is left as it is, and not used. An incomplete last line, left by a
//! program that was killed, is cut off.

mod entry;
pub mod line;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

pub use entry::{Entry, MAX_MARK_CHARS, MAX_NOTE_BYTES, PASSED, Value};

use crate::storage::files::{failure, is_stream};
use crate::storage::work_file::WorkFile;

/// The first line of a file.
pub const HEADER: &str = "quadriga database 1";

/// A position: the rules it is played by, and the position itself, both without tabs and line ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Game and options, such as `gomoku Size=19`.
    pub rules: String,
    /// Its position string, the same for all positions that are one by symmetry.
    pub position: String,
}

/// The positions of a file, without those that were deleted.
pub type Entries = HashMap<Place, Entry>;

/// An open database.
#[derive(Debug)]
pub struct Database {
    inner: Mutex<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// `None`: the file is only looked at.
    file: Option<WorkFile>,
    /// Bytes of the file that are whole lines.
    length: usize,
    entries: Entries,
}

/// The databases that are open in this process, by the full names of their files.
static OPEN: Mutex<Vec<(PathBuf, Weak<Database>)>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a panic interrupts is a change of one entry, which is made whole or not at all.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Database {
    /// Opens a database, or creates an empty one. All who open the same file share one database.
    ///
    /// # Errors
    /// One line: the file cannot be opened, is not a database, or is open in another process.
    pub fn open(path: &Path) -> Result<Arc<Database>, String> {
        if is_stream(path) {
            return Err(format!("{} is not a regular file", path.display()));
        }
        let mut open = locked(&OPEN);
        open.retain(|(_, database)| database.strong_count() > 0);
        if let Ok(name) = path.canonicalize()
            && let Some(database) = open.iter().find(|(known, _)| *known == name)
            && let Some(database) = database.1.upgrade()
        {
            return Ok(database);
        }
        let (mut file, bytes) = WorkFile::open(path)?;
        let (entries, mut length) = read(&bytes).map_err(|why| format!("{}, {why}", path.display()))?;
        file.cut(length)?;
        if length == 0 {
            let header = format!("{HEADER}\n");
            file.add(header.as_bytes())?;
            length = header.len();
        }
        let database = Arc::new(Database { inner: Mutex::new(Inner { file: Some(file), length, entries }) });
        if let Ok(name) = path.canonicalize() {
            open.push((name, Arc::downgrade(&database)));
        }
        Ok(database)
    }

    /// Reads a database that will not be changed; another process may have it open.
    ///
    /// # Errors
    /// One line: the file cannot be read or is not a database.
    pub fn view(path: &Path) -> Result<Arc<Database>, String> {
        if is_stream(path) {
            return Err(format!("{} is not a regular file", path.display()));
        }
        let bytes = std::fs::read(path).map_err(|error| failure("read", path, &error))?;
        let (entries, length) = read(&bytes).map_err(|why| format!("{}, {why}", path.display()))?;
        Ok(Arc::new(Database { inner: Mutex::new(Inner { file: None, length, entries }) }))
    }

    /// What is known of a position.
    pub fn get(&self, place: &Place) -> Option<Entry> {
        locked(&self.inner).entries.get(place).cloned()
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        locked(&self.inner).entries.len()
    }

    /// All positions, in order.
    pub fn entries(&self) -> Vec<(Place, Entry)> {
        let mut entries: Vec<(Place, Entry)> =
            locked(&self.inner).entries.iter().map(|(place, entry)| (place.clone(), entry.clone())).collect();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries
    }

    /// Has it no position?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Changes entries: `change` gets each position's entry, an empty one if there is none. An entry that is empty
    /// afterwards is deleted. All changes are written at once, without waiting for the disk; returns how many there were.
    ///
    /// # Errors
    /// One line: the file cannot be written. The changes are then in memory alone.
    pub fn change(
        &self,
        places: &[Place],
        mut change: impl FnMut(usize, &mut Entry),
    ) -> Result<usize, String> {
        let mut inner = locked(&self.inner);
        let (mut text, mut changes) = (String::new(), 0);
        for (index, place) in places.iter().enumerate() {
            let old = inner.entries.get(place);
            let mut new = old.cloned().unwrap_or_default();
            change(index, &mut new);
            new.tidy();
            if old.cloned().unwrap_or_default() == new {
                continue;
            }
            changes += 1;
            let _ = writeln!(text, "{}", line::write(place, &new));
            if new.is_empty() {
                inner.entries.remove(place);
            } else {
                inner.entries.insert(place.clone(), new);
            }
        }
        if changes > 0 {
            inner.write(&text)?;
        }
        Ok(changes)
    }

    /// Waits until all changes are on disk.
    ///
    /// # Errors
    /// One line: the file cannot be written.
    pub fn sync(&self) -> Result<(), String> {
        locked(&self.inner).file.as_mut().map_or(Ok(()), WorkFile::sync)
    }

    /// Adds what other entries know; returns how many positions have changed.
    ///
    /// # Errors
    /// One line: the file cannot be written.
    pub fn merge(&self, entries: Vec<(Place, Entry)>) -> Result<usize, String> {
        let (places, entries): (Vec<Place>, Vec<Entry>) = entries.into_iter().unzip();
        let changes = self.change(&places, |index, known| known.merge(&entries[index]))?;
        self.sync()?;
        Ok(changes)
    }
}

impl Inner {
    /// Adds lines to the file. A part of them that an error leaves behind is cut off.
    fn write(&mut self, text: &str) -> Result<(), String> {
        let file = self.file.as_mut().ok_or("the database is open for reading only")?;
        if let Err(why) = file.add_without_waiting(text.as_bytes()) {
            // If this fails too, the next program that opens the file finds the incomplete line.
            let _ = file.cut(self.length);
            return Err(why);
        }
        self.length += text.len();
        Ok(())
    }
}

/// Reads the bytes of a file; returns the entries, and the number of bytes of whole lines.
///
/// # Errors
/// `line N: why`.
pub fn read(bytes: &[u8]) -> Result<(Entries, usize), String> {
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut entries = Entries::new();
    for (index, bytes) in bytes[..length].split_inclusive(|&byte| byte == b'\n').enumerate() {
        let at = |why: &str| format!("line {}: {why}", index + 1);
        let text = str::from_utf8(bytes).map_err(|_| at("not UTF-8"))?.trim_end_matches(['\r', '\n']);
        if index == 0 {
            if text != HEADER {
                return Err(at(&format!("not a database: expected '{HEADER}'")));
            }
            continue;
        }
        let (place, entry) = line::read(text).map_err(|why| at(&why))?;
        if entry.is_empty() {
            entries.remove(&place);
        } else {
            entries.insert(place, entry);
        }
    }
    if length == 0 && !HEADER.as_bytes().starts_with(bytes) {
        return Err(format!("line 1: not a database: expected '{HEADER}'"));
    }
    Ok((entries, length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Bound, Score};

    fn place(position: &str) -> Place {
        Place { rules: "renju".to_string(), position: position.to_string() }
    }

    fn value(score: i32, depth: i32) -> Value {
        Value { score: Score(score), bound: Bound::Exact, depth }
    }

    #[test]
    fn what_is_written_is_there_when_the_file_is_opened_again_and_a_deletion_too() {
        let folder = tempdir();
        let path = folder.join("a.db");
        let database = Database::open(&path).expect("a new file");
        let places = [place("one"), place("two")];
        let set = |index: usize, entry: &mut Entry| {
            entry.take(value(10 + index as i32, 5));
            entry.note = "a\tb\\n\nc".to_string();
        };
        assert_eq!(database.change(&places, set), Ok(2));
        assert_eq!(database.change(&places, set), Ok(0), "nothing new");
        assert_eq!(database.change(&places[..1], |_, entry| *entry = Entry::default()), Ok(1));
        drop(database);
        let again = Database::open(&path).expect("the file");
        assert_eq!((again.len(), again.get(&places[0])), (1, None));
        let entry = again.get(&places[1]).expect("an entry");
        assert_eq!((entry.value, entry.note.as_str()), (Some(value(11, 5)), "a\tb\\n\nc"));
    }

    #[test]
    fn one_process_has_one_database_of_a_file() {
        let path = tempdir().join("shared.db");
        let (a, b) = (Database::open(&path).expect("a file"), Database::open(&path).expect("the same"));
        assert_eq!(a.change(&[place("one")], |_, entry| entry.mark = "w".to_string()), Ok(1));
        assert_eq!(b.len(), 1);
    }

    #[test]
    fn an_incomplete_last_line_is_cut_off_and_any_other_bad_line_is_named() {
        let good = "renju\tone\t5\t3\texact\t\t\n";
        let whole = format!("{HEADER}\n{good}");
        assert_eq!(read(whole.as_bytes()).map(|(entries, _)| entries.len()), Ok(1));
        let cut = format!("{whole}renju\ttwo\t5");
        assert_eq!(
            read(cut.as_bytes()).map(|(entries, length)| (entries.len(), length)),
            Ok((1, whole.len()))
        );
        assert_eq!(read(b"quadriga data").map(|(_, length)| length), Ok(0));
        let why = |bytes: &[u8]| read(bytes).expect_err("not a database");
        assert_eq!(why(b"[Event \"x\"]\n"), "line 1: not a database: expected 'quadriga database 1'");
        assert_eq!(why(b"something"), "line 1: not a database: expected 'quadriga database 1'");
        let bad = format!("{whole}renju\ttwo\tx\t3\texact\t\t\n");
        assert_eq!(why(bad.as_bytes()), "line 3: value 'x': expected hundredths such as -35, or +M7 or -M7");
        let latin = [whole.as_bytes(), b"renju\t\xe9\n"].concat();
        assert_eq!(why(&latin), "line 3: not UTF-8");
    }

    /// A new folder for a test.
    fn tempdir() -> PathBuf {
        use std::sync::atomic::{AtomicU32, Ordering};
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("quadriga-database-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }
}

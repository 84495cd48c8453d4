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
//! program that was killed, is cut off, with a note; so is what an error has left of a change.

mod entry;
pub mod line;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

pub use entry::{Entry, MARK_WORDS, MAX_DEPTH, MAX_NOTE_BYTES, PASSED, Value, is_mark};

use crate::storage::files::{failure, is_same_file, is_stream};
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
    path: PathBuf,
    damage: Option<String>,
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

/// The databases that are open in this process.
static OPEN: Mutex<Vec<Weak<Database>>> = Mutex::new(Vec::new());

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
        open.retain(|database| database.strong_count() > 0);
        let is_this = |database: &Arc<Database>| is_same_file(&database.path, path) && database.is_intact();
        let known = open.iter().filter_map(Weak::upgrade).find(is_this);
        if let Some(database) = known {
            return Ok(database);
        }
        let (mut file, bytes) = WorkFile::open(path)?;
        let Content { entries, length, damage } = read_file(path, &bytes)?;
        file.cut(length)?;
        let mut inner = Inner { file: Some(file), length, entries };
        if length == 0 {
            inner.write(&format!("{HEADER}\n"))?;
        } else if bytes[length - 1] != b'\n' {
            inner.write("\n")?;
        }
        let database = Arc::new(Database { path: path.to_path_buf(), damage, inner: Mutex::new(inner) });
        open.push(Arc::downgrade(&database));
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
        let Content { entries, length, damage } = read_file(path, &bytes)?;
        let inner = Mutex::new(Inner { file: None, length, entries });
        Ok(Arc::new(Database { path: path.to_path_buf(), damage, inner }))
    }

    /// The name by which it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Has no other program changed the file?
    fn is_intact(&self) -> bool {
        let inner = locked(&self.inner);
        inner.file.as_ref().is_some_and(|file| file.check(inner.length).is_ok())
    }

    /// What was wrong with the file when it was opened, in one line.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
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
        let entries = &locked(&self.inner).entries;
        let mut entries: Vec<(Place, Entry)> =
            entries.iter().map(|(place, entry)| (place.clone(), entry.clone())).collect();
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
    /// One line: the file cannot be written, or another program has changed it. Nothing has changed then.
    pub fn change(
        &self,
        places: &[Place],
        mut change: impl FnMut(usize, &mut Entry),
    ) -> Result<usize, String> {
        let mut inner = locked(&self.inner);
        let mut changed: HashMap<&Place, Entry> = HashMap::new();
        let (mut text, mut changes) = (String::new(), 0);
        for (index, place) in places.iter().enumerate() {
            let old = changed.get(place).or_else(|| inner.entries.get(place)).cloned().unwrap_or_default();
            let mut new = old.clone();
            change(index, &mut new);
            new.tidy();
            if new != old {
                changes += 1;
                let _ = writeln!(text, "{}", line::write(place, &new));
                changed.insert(place, new);
            }
        }
        if changes > 0 {
            inner.write(&text)?;
        }
        for (place, entry) in changed {
            if entry.is_empty() {
                inner.entries.remove(place);
            } else {
                inner.entries.insert(place.clone(), entry);
            }
        }
        Ok(changes)
    }

    /// Adds what other entries know; returns how many positions have changed.
    ///
    /// # Errors
    /// As for [`Database::change`].
    pub fn merge(&self, entries: Vec<(Place, Entry)>) -> Result<usize, String> {
        let (places, entries): (Vec<Place>, Vec<Entry>) = entries.into_iter().unzip();
        let changes = self.change(&places, |index, known| known.merge(&entries[index]))?;
        self.sync()?;
        Ok(changes)
    }

    /// Waits until all changes are on disk.
    ///
    /// # Errors
    /// One line: the file cannot be written.
    pub fn sync(&self) -> Result<(), String> {
        locked(&self.inner).file.as_mut().map_or(Ok(()), WorkFile::sync)
    }
}

impl Inner {
    /// Adds text to the file. A part of it that an error leaves behind is cut off.
    fn write(&mut self, text: &str) -> Result<(), String> {
        let file = self.file.as_mut().ok_or("the database is open for reading only")?;
        file.check(self.length)?;
        if let Err(why) = file.add_without_waiting(text.as_bytes()) {
            // If this fails too, the next program that opens the file cuts the incomplete line off.
            let _ = file.cut(self.length);
            return Err(why);
        }
        self.length += text.len();
        Ok(())
    }
}

/// The content of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    /// The positions.
    pub entries: Entries,
    /// Number of bytes that are whole lines.
    pub length: usize,
    /// The incomplete last line, if there is one, in a sentence.
    pub damage: Option<String>,
}

fn read_file(path: &Path, bytes: &[u8]) -> Result<Content, String> {
    read(bytes).map_err(|why| format!("{}, {why}", path.display()))
}

/// Reads the bytes of a file. The last line counts if it is whole, even without its end.
///
/// # Errors
/// `line N: why`.
pub fn read(bytes: &[u8]) -> Result<Content, String> {
    let mut content = Content { entries: Entries::new(), length: 0, damage: None };
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let is_whole = line.ends_with(b"\n");
        match content.add(index, line) {
            Ok(()) => content.length += line.len(),
            Err(_) if !is_whole && (index > 0 || HEADER.as_bytes().starts_with(line)) => {
                let start = String::from_utf8_lossy(line).chars().take(20).collect::<String>();
                content.damage =
                    Some(format!("an incomplete last line was skipped: '{}'", start.escape_debug()));
            }
            Err(why) => return Err(format!("line {}: {why}", index + 1)),
        }
    }
    Ok(content)
}

impl Content {
    /// Takes a line.
    fn add(&mut self, index: usize, line: &[u8]) -> Result<(), String> {
        let text = str::from_utf8(line).map_err(|_| "not UTF-8")?.trim_end_matches(['\r', '\n']);
        if index == 0 {
            return match text == HEADER {
                true => Ok(()),
                false => Err(format!("not a database: expected '{HEADER}'")),
            };
        }
        let (place, entry) = line::read(text)?;
        if entry.is_empty() {
            self.entries.remove(&place);
        } else {
            self.entries.insert(place, entry);
        }
        Ok(())
    }
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
        let count = |text: &str| read(text.as_bytes()).map(|content| (content.entries.len(), content.length));
        assert_eq!(count(&whole), Ok((1, whole.len())));
        let without_end = whole.trim_end_matches('\n');
        assert_eq!(count(without_end), Ok((1, whole.len() - 1)), "an editor may leave out the last end");
        let cut = read(format!("{whole}renju\ttwo\t5").as_bytes()).expect("a database");
        assert_eq!((cut.entries.len(), cut.length), (1, whole.len()));
        assert_eq!(cut.damage.as_deref(), Some("an incomplete last line was skipped: 'renju\\ttwo\\t5'"));
        assert_eq!(count("quadriga data"), Ok((0, 0)));
        let why = |bytes: &[u8]| read(bytes).expect_err("not a database");
        assert_eq!(why(b"[Event \"x\"]\n"), "line 1: not a database: expected 'quadriga database 1'");
        assert_eq!(why(b"something"), "line 1: not a database: expected 'quadriga database 1'");
        let bad = format!("{whole}renju\ttwo\tx\t3\texact\t\t\n");
        assert_eq!(why(bad.as_bytes()), "line 3: value 'x': expected hundredths such as -35, or +M7 or -M7");
        let latin = [whole.as_bytes(), b"renju\t\xe9\n"].concat();
        assert_eq!(why(&latin), "line 3: not UTF-8");
    }

    #[test]
    fn a_file_that_another_program_has_changed_is_not_written() {
        let folder = tempdir();
        let path = folder.join("a.db");
        let database = Database::open(&path).expect("a file");
        let note = |text: &'static str| move |_: usize, entry: &mut Entry| entry.note = text.to_string();
        assert_eq!(database.change(&[place("one")], note("first")), Ok(1));
        let text = std::fs::read_to_string(&path).expect("the file");
        std::fs::write(folder.join("b.db"), &text).expect("a copy");
        std::fs::rename(folder.join("b.db"), &path).expect("it takes the place");
        let refused = database.change(&[place("one")], note("second")).expect_err("another file");
        assert!(refused.ends_with(" was changed by another program; open it again"), "{refused}");
        assert_eq!(database.get(&place("one")).map(|entry| entry.note), Some("first".to_string()));
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), text);
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

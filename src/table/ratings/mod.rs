//! The rating of the host: one for each rule set, from the results of games against this program.
//!
//! | file | question |
//! |---|---|
//! | `result` | what is stored of a game? |
//! | `glicko` | which rating follows from results? |
//! | `scale` | how strong is a level? |
//! | `notices` | notices to the host |
//!
//! Results are stored, not ratings: a line is added for each game, so that boards that share a folder lose none of
//! them. In a data folder they are in the file `ratings.jsonl`; if records are stored elsewhere, so are they.
//!
//! Invariant: lines that are not results of this version are set aside before anything is written, and the host is
//! notified; no line is ever lost.

mod glicko;
mod notices;
mod result;
mod scale;

use std::collections::HashSet;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use crossbeam_channel::Sender;
use parking_lot::Mutex;

use super::answer::Code;
use super::locked::{check_kind, claim, claim_or_make, cut, keep_copy, lock};
use super::log::Change;
use crate::storage::files::failure;
use glicko::Course;
pub use glicko::Rating;
use result::{BadLine, Kept, lines};
pub use result::{RatedGame, RatedResult, RuleSet};
pub use scale::FIRST_LEVEL;
pub(super) use scale::Scale;

/// Name of the file in the folder of the data.
const FILE: &str = "ratings.jsonl";
/// Attempts for a file to which others write.
const TRIES: usize = 10;

/// The results, in any storage.
pub(super) struct Ratings {
    keeper: Mutex<Keeper>,
    /// Notices for the host.
    notices: Mutex<Vec<Trouble>>,
}

/// A failure of the storage of the results, or its repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Trouble {
    /// Its kind.
    pub code: Code,
    /// One line for users.
    pub text: String,
    /// Name of the copy that was kept; empty without one.
    pub file: String,
}

impl Trouble {
    fn unread(text: String) -> Trouble {
        Trouble { code: Code::RatingsUnread, text, file: String::new() }
    }

    fn unwritten(text: String) -> Trouble {
        Trouble { code: Code::RatingsUnwritten, text, file: String::new() }
    }

    fn set_aside(why: &BadLine, file: String) -> Trouble {
        let code = if why.is_newer { Code::RatingsNewer } else { Code::RatingsSetAside };
        let text = match file.as_str() {
            "" => format!("results of games were set aside by the browser: {}", why.text),
            file => format!("the file of ratings was set aside as {file}: {}", why.text),
        };
        Trouble { code, text, file }
    }
}

enum Keeper {
    File(PathBuf),
    Memory(Vec<RatedGame>),
    Elsewhere(Vec<RatedGame>, Sender<Change>),
}

impl Ratings {
    /// Results in the folder of the data, or in memory.
    pub fn new(data: Option<&Path>) -> Ratings {
        Ratings::kept_by(match data {
            Some(data) => Keeper::File(data.join(FILE)),
            None => Keeper::Memory(Vec::new()),
        })
    }

    /// Results that are stored by the receiver of the changes.
    pub fn elsewhere(changes: Sender<Change>) -> Ratings {
        Ratings::kept_by(Keeper::Elsewhere(Vec::new(), changes))
    }

    fn kept_by(keeper: Keeper) -> Ratings {
        Ratings { keeper: Mutex::new(keeper), notices: Mutex::new(Vec::new()) }
    }

    /// Adds a game that counts.
    ///
    /// # Errors
    /// Its result cannot be kept.
    pub fn add(&self, game: RatedGame) -> Result<(), Trouble> {
        match &mut *self.keeper.lock() {
            Keeper::File(path) => {
                let notice = add_to_file(path, game).map_err(Trouble::unwritten)?;
                self.notices.lock().extend(notice);
            }
            Keeper::Memory(games) => games.push(game),
            Keeper::Elsewhere(games, changes) => {
                // If the receiver is gone, nobody plays any more.
                let _ = changes.send(Change::Rated(game.clone()));
                games.push(game);
            }
        }
        Ok(())
    }

    /// All results, in the order in which they were added.
    ///
    /// # Errors
    /// The results cannot be read, or repaired.
    pub fn games(&self) -> Result<Vec<RatedGame>, Trouble> {
        match &*self.keeper.lock() {
            Keeper::File(path) => {
                let (games, notice) = read_file(path)?;
                self.notices.lock().extend(notice);
                Ok(games)
            }
            Keeper::Memory(games) | Keeper::Elsewhere(games, _) => Ok(games.clone()),
        }
    }

    /// Restores results that were stored elsewhere, a JSON object a line.
    pub fn restore(&self, text: &str) {
        let Keeper::Elsewhere(games, changes) = &mut *self.keeper.lock() else { return };
        let mut kept = Kept::read(format!("{text}\n").as_bytes());
        games.append(&mut kept.games);
        games.sort_by_key(|game| game.at);
        if let Some(why) = kept.why {
            let _ = changes.send(Change::SetAside(kept.bad));
            self.notices.lock().push(Trouble::set_aside(&why, String::new()));
        }
    }

    /// The notices for the host, once.
    pub fn take_notices(&self) -> Vec<Trouble> {
        std::mem::take(&mut *self.notices.lock())
    }
}

/// The games that count in a rule set, each with the rating after it.
pub(super) fn course<'a>(
    games: &'a [RatedGame],
    rules: &RuleSet,
    scale: Scale,
) -> impl Iterator<Item = (&'a RatedGame, Rating)> {
    let (mut course, mut seen) = (Course::new(scale.start()), HashSet::new());
    let counted = games.iter().filter(move |game| game.rules == *rules && seen.insert(&game.table));
    counted.map(move |game| {
        course.add(game);
        (game, course.rating())
    })
}

/// The rating in a rule set, and before it those before and after the game of this table, if that counts.
pub(super) fn standing(
    games: &[RatedGame],
    rules: &RuleSet,
    scale: Scale,
    table: &str,
) -> (Option<(Rating, Rating)>, Rating) {
    let (mut now, mut around) = (Course::new(scale.start()).rating(), None);
    for (game, after) in course(games, rules, scale) {
        if game.table == table {
            around = Some((now, after));
        }
        now = after;
    }
    (around, now)
}

/// The results in a file, and a notice about repairs.
fn read_file(path: &Path) -> Result<(Vec<RatedGame>, Option<Trouble>), Trouble> {
    let kept = kept_in(path).map_err(Trouble::unread)?;
    if kept.why.is_none() {
        return Ok((kept.games, None));
    }
    let mended = patient(|| claim(path)).and_then(|mut file| mend(path, &mut file));
    mended.map(|(kept, notice)| (kept.games, notice)).map_err(Trouble::unwritten)
}

/// The lines of a file; a missing one has none.
fn kept_in(path: &Path) -> Result<Kept, String> {
    check_kind(path)?;
    let mut file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Kept::default()),
        opened => opened.map_err(|error| failure("open", path, &error))?,
    };
    patient(|| lock(path, || file.try_lock_shared()))?;
    Ok(Kept::read(&whole(path, &mut file)?))
}

/// Adds a result to a file; returns a notice about repairs.
fn add_to_file(path: &Path, game: RatedGame) -> Result<Option<Trouble>, String> {
    let mut file = patient(|| claim_or_make(path))?;
    let (_, notice) = mend(path, &mut file)?;
    let length = file.metadata().map_err(|error| failure("read", path, &error))?.len();
    if let Err(error) = file.write_all(&lines(&[game])).and_then(|()| file.sync_all()) {
        // An incomplete line does not count.
        let _ = file.set_len(length);
        return Err(failure("write", path, &error));
    }
    Ok(notice)
}

/// Reads a claimed file up to its end. If it has lines that are not results, the original is kept as a copy, and the
/// file continues with the results.
fn mend(path: &Path, file: &mut File) -> Result<(Kept, Option<Trouble>), String> {
    let bytes = whole(path, file)?;
    let kept = Kept::read(&bytes);
    let Some(why) = &kept.why else { return Ok((kept, None)) };
    let copy = keep_copy(path, &bytes)?;
    let written =
        cut(file, 0).and_then(|()| file.write_all(&lines(&kept.games))).and_then(|()| file.sync_all());
    written.map_err(|error| format!("{}; it is kept as it was in {copy}", failure("write", path, &error)))?;
    let notice = Trouble::set_aside(why, copy);
    Ok((kept, Some(notice)))
}

fn whole(path: &Path, file: &mut File) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| failure("read", path, &error))?;
    Ok(bytes)
}

/// Retries while others write to the file for a moment.
fn patient<T>(attempt: impl Fn() -> Result<T, String>) -> Result<T, String> {
    let mut tried = attempt();
    for _ in 1..TRIES {
        if tried.is_ok() {
            break;
        }
        tried = attempt();
    }
    tried
}

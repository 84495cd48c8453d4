//! `--record`: the games of a session, kept in a folder while they are played.
//!
//! A session calls [`Keeper::update`] whenever the game may have changed, and the keeper detects what happened: the
//! game continues, moves were taken back, or this is another game. A game is added to the files when it is over or when
//! another one begins:
//!
//! - `games.txt`: every game, with tags as in PGN;
//! - `games.pdn`, `games.sgf`, and a `game-<date>-<time>-<pid>-<n>.psq` each: the games that these formats have.
//!
//! Until then it is in `unfinished-<pid>-<n>.txt`, which is replaced at every change, so that a killed program loses
//! nothing: the next keeper that opens the folder adds the games of dead programs, which it recognizes by a lock
//! (`claim`).
//!
//! Invariant: a game is added once, and a game without moves never.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use std::{fs, process};

use super::claim::{Claim, is_claimed, remove_claim};
use super::date::Moment;
use super::{Defaults, Format, GameRecord, GameResult};
use crate::engine::AnyEngine;
use crate::storage::files::{append, failure, meant_for, replace, replace_without_waiting};

/// Maximum number of moves taken back within a game; with more it counts as another game.
const MAX_TAKEN_BACK: usize = 4;

/// Keeps the games of one session in a folder.
#[derive(Debug)]
pub struct Keeper {
    folder: PathBuf,
    /// The current game, while it is not in the files.
    current: Option<Game>,
    /// The game that was added last: it is not added again.
    added: Option<GameRecord>,
    /// Names of the players, the one who moves first from the start position first; empty if they are not known.
    players: Vec<String>,
}

/// The current game.
#[derive(Debug)]
struct Game {
    record: GameRecord,
    began: Moment,
    number: u64,
    /// Taken with the first move.
    claim: Option<Claim>,
}

impl Game {
    fn new() -> Game {
        Game { record: GameRecord::default(), began: Moment::now(), number: next_number(), claim: None }
    }
}

impl Keeper {
    /// Begins to keep games in this folder, which is created if missing. Games of dead programs are added to the files.
    ///
    /// # Errors
    /// One line: the folder cannot be created, read or written.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Keeper, String> {
        let folder = folder.into();
        fs::create_dir_all(&folder).map_err(|error| failure("create", &folder, &error))?;
        let keeper = Keeper { folder, current: None, added: None, players: Vec::new() };
        keeper.sweep()?;
        Ok(keeper)
    }

    /// Updates the game from the board: after a move of either side, an undo, a new position, or a new game.
    ///
    /// # Errors
    /// One line: a file cannot be written. The keeper continues and tries again at the next change.
    pub fn update(&mut self, engine: &dyn AnyEngine) -> Result<(), String> {
        let record = GameRecord::of(engine);
        let mut kept = Ok(());
        if self.current.as_ref().is_some_and(|game| !goes_on(&game.record, &record)) {
            kept = self.close();
        }
        self.added.take_if(|added| !goes_on(added, &record));
        if self.added.as_ref().is_some_and(|added| added.moves.starts_with(&record.moves)) {
            // A finished game in which moves are taken back or shown again is still the same game.
            return kept.and(self.forget());
        }
        let over = record.result != GameResult::Unknown;
        if record.moves.is_empty() && self.current.is_none() {
            return kept;
        }
        let reason = if over { engine.status().reason } else { "unterminated" };
        let game = self.current.get_or_insert_with(Game::new);
        let record = GameRecord { tags: tags(game.began, reason), players: self.players.clone(), ..record };
        if game.record == record {
            return kept;
        }
        game.record = record;
        let saved = self.save();
        let added = if over { self.close() } else { Ok(()) };
        kept.and(saved).and(added)
    }

    /// Names the players of the games from now on, the one who moves first from the start position first.
    pub fn set_players(&mut self, names: [&str; 2]) {
        self.players = names.map(str::to_string).to_vec();
    }

    /// Ends the current game, if it is not over by the rules, with the result that the players agreed on.
    ///
    /// # Errors
    /// As for [`Keeper::close`].
    pub fn conclude(&mut self, result: GameResult) -> Result<(), String> {
        if let Some(game) = &mut self.current {
            game.record.result = result;
            game.record.set_tag("Termination", "agreed");
        }
        self.close()
    }

    /// Ends the session or the current game, which is added as it is.
    ///
    /// # Errors
    /// One line: a file cannot be written. The game is left for the next keeper to add.
    pub fn close(&mut self) -> Result<(), String> {
        let Some(game) = self.current.take() else { return Ok(()) };
        if !game.record.moves.is_empty() {
            add(&self.folder, &game.record, game.began, game.number)?;
        }
        self.added = Some(game.record.clone());
        self.current = Some(game);
        self.forget()
    }

    /// Writes the current game next to the files.
    fn save(&mut self) -> Result<(), String> {
        let Some(game) = &mut self.current else { return Ok(()) };
        let text = Format::Text.write(&game.record)?;
        let path = unfinished(&self.folder, game.number);
        if game.claim.is_none() {
            game.claim = Some(Claim::take(&path)?);
        }
        replace_without_waiting(&path, text.as_bytes())
    }

    /// Drops the current game.
    fn forget(&mut self) -> Result<(), String> {
        let Some(game) = self.current.take() else { return Ok(()) };
        let path = unfinished(&self.folder, game.number);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(failure("remove", &path, &error))
            }
            _ => Ok(()),
        }
    }

    /// Adds the games that dead programs left.
    fn sweep(&self) -> Result<(), String> {
        let entries = fs::read_dir(&self.folder).map_err(|error| failure("read", &self.folder, &error))?;
        // Reading a pipe would wait for its writer.
        let is_file = |path: &PathBuf| fs::metadata(path).is_ok_and(|found| found.is_file());
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_file) {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if is_abandoned(&self.folder, name) {
                self.adopt(&path)?;
            } else if meant_for(name).is_some_and(|name| is_abandoned(&self.folder, name)) {
                // An incomplete file of a program that was killed while it wrote. Another program may remove it first.
                let _ = fs::remove_file(&path);
            }
        }
        Ok(())
    }

    fn adopt(&self, path: &Path) -> Result<(), String> {
        // Under a new name the file is ours: another program that cleans up at the same time does not find it.
        let number = next_number();
        let ours = unfinished(&self.folder, number);
        let _claim = Claim::take(&ours)?;
        if fs::rename(path, &ours).is_err() {
            return Ok(());
        }
        remove_claim(path);
        let bytes = fs::read(&ours).map_err(|error| failure("read", &ours, &error))?;
        let reading = Format::Text.read(&bytes, &Defaults::default());
        if !reading.errors.is_empty() {
            // Not ours, or from another version: moved aside for the user.
            let aside = self.folder.join(format!("unreadable-{}-{number}.txt", process::id()));
            return fs::rename(&ours, &aside).map_err(|error| failure("rename", &ours, &error));
        }
        let games = reading.games.into_iter().map(|game| game.record);
        for mut game in games.filter(|game| !game.moves.is_empty()) {
            if game.result == GameResult::Unknown {
                game.set_tag("Termination", "abandoned");
            }
            add(&self.folder, &game, Moment::now(), number)?;
        }
        fs::remove_file(&ours).map_err(|error| failure("remove", &ours, &error))
    }
}

impl Drop for Keeper {
    /// A session that ends without [`Keeper::close`] also keeps its game; errors can no longer be reported.
    fn drop(&mut self) {
        let _ = self.close();
    }
}

fn tags(began: Moment, termination: &str) -> Vec<(String, String)> {
    let tag = |name: &str, value: &str| (name.to_string(), value.to_string());
    vec![
        tag("Date", &began.date()),
        tag("UTCDate", &began.date()),
        tag("UTCTime", &began.time()),
        tag("Termination", termination),
    ]
}

/// Adds a game to every file whose format has it.
fn add(folder: &Path, game: &GameRecord, began: Moment, number: u64) -> Result<(), String> {
    append(&folder.join("games.txt"), &Format::Text.write(game)?)?;
    for (format, name) in [(Format::Pdn, "games.pdn"), (Format::Sgf, "games.sgf")] {
        if let Ok(text) = format.write(game) {
            append(&folder.join(name), &text)?;
        }
    }
    if let Ok(text) = Format::Psq.write(game) {
        let (date, time) = (began.date().replace('.', ""), began.time().replace(':', ""));
        let name = format!("game-{date}-{time}-{}-{number}.psq", process::id());
        replace(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}

/// Is `new` the same game as `old`, some moves later or a few moves back?
fn goes_on(old: &GameRecord, new: &GameRecord) -> bool {
    let common = old.moves.iter().zip(&new.moves).take_while(|(a, b)| a == b).count();
    let taken_back = old.moves.len() - common;
    let all_taken_back = common == 0 && taken_back > 0;
    let to_the_start = new.moves.is_empty() && taken_back <= 2;
    let same_beginning = (&old.variant, &old.options, &old.base) == (&new.variant, &new.options, &new.base);
    same_beginning && taken_back <= MAX_TAKEN_BACK && (!all_taken_back || to_the_start)
}

/// Numbers for files, unique in this process, and greater than those of an earlier process with the same id.
fn next_number() -> u64 {
    static NEXT: OnceLock<AtomicU64> = OnceLock::new();
    let milliseconds = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_millis();
    NEXT.get_or_init(|| AtomicU64::new(milliseconds() as u64)).fetch_add(1, Ordering::Relaxed)
}

/// The file of the current game.
fn unfinished(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("unfinished-{}-{number}.txt", process::id()))
}

/// Is this the unfinished game of a dead program?
fn is_abandoned(folder: &Path, name: &str) -> bool {
    let numbers = name.strip_prefix("unfinished-").and_then(|rest| rest.strip_suffix(".txt"));
    let Some((pid, number)) = numbers.and_then(|numbers| numbers.split_once('-')) else { return false };
    pid.parse::<u32>().is_ok() && number.parse::<u64>().is_ok() && !is_claimed(&folder.join(name))
}

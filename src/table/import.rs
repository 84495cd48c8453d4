//! Reading files of games: a table is stored for each game, and none is kept in memory.
//!
//! A file that is longer than a message comes in parts. Reading reports its progress to the window and can be ended from
//! there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::answer::{Code, Loaded, Push, Refusal};
use super::client::ClientSender;
use super::command::Load;
use super::files::{self, GameFile, MAX_FILE};
use super::lobby::{DEFAULT_THINK_MS, answer_aside};
use super::shared::Shared;
use crate::records::{Changes, GameResult, ReadError, ReadGame};

/// Maximum number of games in a file.
const MAX_GAMES: usize = 20_000;
/// Maximum number of reported errors.
const MAX_ERRORS: usize = 100;
/// Shortest time between reports of progress.
const PACE: Duration = Duration::from_millis(200);

/// The files that a window sends.
#[derive(Default)]
pub(super) struct Imports {
    /// Parts of a file that is not complete.
    begun: Option<Box<Load>>,
    /// How often reading was to end.
    stops: Arc<AtomicU64>,
}

/// What has been sent of a file.
pub(super) enum Taken {
    /// All of it.
    Whole(Load),
    /// This many bytes of its text; more follows.
    Part(usize),
}

impl Imports {
    /// Takes a part of a file.
    ///
    /// # Errors
    /// `bad_option`: the part does not follow the last one; `bad_record`: the file is too long. What was sent is forgotten.
    pub fn take(&mut self, mut load: Load) -> Result<Taken, Refusal> {
        let (text, bytes, part, more) = (load.text.take(), load.bytes.take(), load.part, load.more);
        let mut whole = match self.begun.take().filter(|_| part > 0) {
            Some(begun) if begun.part + 1 == part => *begun,
            None if part == 0 => load,
            begun => {
                let before = begun.map_or("no part".to_string(), |begun| format!("part {}", begun.part));
                let text = format!("part {part} of a file cannot follow {before}");
                return Err(Refusal::new(Code::BadOption, text));
            }
        };
        for (known, added) in [(&mut whole.text, text), (&mut whole.bytes, bytes)] {
            match (known, added) {
                (Some(known), Some(added)) => known.push_str(&added),
                (known, Some(added)) => *known = Some(added),
                (_, None) => {}
            }
        }
        whole.part = part;
        let length = whole.text.as_ref().map_or(0, String::len) + whole.bytes.as_ref().map_or(0, String::len);
        // A byte above 127 takes two.
        if length as u64 > 2 * MAX_FILE {
            return Err(files::too_large());
        }
        if more {
            self.begun = Some(Box::new(whole));
            return Ok(Taken::Part(length));
        }
        Ok(Taken::Whole(whole))
    }

    /// Ends the reading of all files of this window, and forgets incomplete ones.
    pub fn stop(&mut self) {
        self.begun = None;
        self.stops.fetch_add(1, Ordering::Relaxed);
    }

    /// Reads a file, aside.
    ///
    /// # Errors
    /// `busy`: there is no thread for it.
    pub fn read(
        &self,
        shared: &Arc<Shared>,
        number: u64,
        to_client: &Arc<ClientSender>,
        load: Load,
    ) -> Result<(), Refusal> {
        let import = Import {
            shared: Arc::clone(shared),
            window: Arc::clone(to_client),
            number,
            stops: Arc::clone(&self.stops),
            stops_before: self.stops.load(Ordering::Relaxed),
            loaded: Loaded::default(),
            more_errors: 0,
            changes: Changes::default(),
            lines: 1,
            reported: Instant::now(),
            ended: false,
            refused: None,
        };
        answer_aside(shared, number, to_client, move || import.read(load))
    }
}

/// A file that is being read.
struct Import {
    shared: Arc<Shared>,
    window: Arc<ClientSender>,
    /// Of the command.
    number: u64,
    stops: Arc<AtomicU64>,
    stops_before: u64,
    loaded: Loaded,
    /// Number of errors that are not listed.
    more_errors: usize,
    changes: Changes,
    /// Lines of the file.
    lines: usize,
    /// When progress was reported last.
    reported: Instant,
    /// Was reading ended before the end of the file?
    ended: bool,
    /// Why no game could be stored.
    refused: Option<Refusal>,
}

impl Import {
    fn read(mut self, load: Load) -> Result<Loaded, Refusal> {
        let file = GameFile::open(load)?;
        self.lines = file.lines().max(1);
        let read = file.read(&mut |found| self.take(found));
        // Whatever follows, windows learn of the games that were stored.
        if !self.loaded.tables.is_empty() {
            self.shared.list_changed();
        }
        if let Some(refusal) = self.refused {
            return Err(refusal);
        }
        let mut loaded = self.loaded;
        match read {
            Ok(summary) => {
                loaded.notes.extend(summary.notes);
                self.changes.extend(&summary.changes);
            }
            Err(_) if self.ended => {}
            Err(why) => loaded.errors.push(why),
        }
        let more =
            (self.more_errors > 0).then(|| format!("{} more games could not be read", self.more_errors));
        loaded.errors.extend(more);
        loaded.notes.extend((!self.changes.is_empty()).then(|| format!("changed: {}", self.changes)));
        if loaded.tables.is_empty() && !loaded.errors.is_empty() && !loaded.stopped {
            return Err(Refusal::new(Code::BadRecord, loaded.errors.join("; ")));
        }
        Ok(loaded)
    }

    /// Takes a game or an error as it is found; an error ends the reading.
    fn take(&mut self, found: Result<ReadGame, ReadError>) -> Result<(), String> {
        if self.window.is_closed() || self.stops.load(Ordering::Relaxed) != self.stops_before {
            self.loaded.stopped = true;
            return self.end();
        }
        match found {
            Err(error) => self.fail(error.line, &error.reason),
            Ok(game) if self.loaded.tables.len() == MAX_GAMES => {
                self.fail(game.line, &format!("a file may have at most {MAX_GAMES} games"));
                return self.end();
            }
            Ok(game) => self.store(&game)?,
        }
        Ok(())
    }

    fn store(&mut self, game: &ReadGame) -> Result<(), String> {
        let both_lost = usize::from(game.record.result == GameResult::BothLost);
        self.changes.add(
            "results by which both players lose, which the board cannot hold",
            both_lost,
            game.line,
        );
        let events = files::events_of(self.shared.setup.catalogue, &game.record, DEFAULT_THINK_MS);
        match events.map(|events| self.shared.store(events)) {
            Ok(Ok(table)) => self.loaded.tables.push(table),
            Err(refusal) => self.fail(game.line, &refusal.text),
            // The file is not at fault, and the games after this one cannot be stored either.
            Ok(Err(refusal)) => {
                match self.loaded.tables.is_empty() {
                    true => self.refused = Some(refusal),
                    false => self.fail(game.line, &refusal.text),
                }
                return self.end();
            }
        }
        self.report(game.line);
        Ok(())
    }

    fn fail(&mut self, line: usize, why: &str) {
        match self.loaded.errors.len() {
            MAX_ERRORS => self.more_errors += 1,
            _ => self.loaded.errors.push(format!("line {line}: {why}")),
        }
    }

    fn end(&mut self) -> Result<(), String> {
        self.ended = true;
        Err(String::new())
    }

    fn report(&mut self, line: usize) {
        if self.reported.elapsed() < PACE {
            return;
        }
        self.reported = Instant::now();
        let share = (line as f64 / self.lines as f64).min(1.0);
        self.window.push(Push::Loading { load: self.number, games: self.loaded.tables.len(), share });
    }
}

//! The games of a training run: files of self-play, logs of matches, and game files of any format.
//!
//! A file is recognised by its beginning, a game file by its extension. What cannot be used is skipped and
//! reported with its line: games of other rules, without a result, or with an illegal move.

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;

use super::convert::{report_assumptions, report_problems};
use super::{Failure, note, training_log};
use crate::engine::{AnyEngine, Label, PlayedGame};
use crate::fit::{GameRecord, Series, read_games};
use crate::records::{self, Defaults, Format, GameRecord as FileRecord, PositionLabel, gzip};

/// Game files whose games have results.
const GAME_FILES: &str = ".pdn, .sgf, .psq, .pgn, .txt, .lib, .rif, .pos, .sav";
/// Longest file, in bytes: games of self-play are many.
const MAX_TRAINING: u64 = 8 << 30;
/// How a file of self-play begins.
const SERIES: &[u8] = b"{\"selfplay\"";
/// How the log of a match begins.
const LOG: &[u8] = b"{\"match\"";

/// The game and the rules that all games must have.
pub(super) struct Wanted<'a> {
    pub engine: &'a dyn AnyEngine,
    pub options: Vec<(String, String)>,
}

/// The log of a match.
pub(super) struct LogGames {
    pub variant: String,
    pub options: Vec<(String, String)>,
    /// Each game with its name in messages, or why it cannot be used. They have no numbers yet.
    pub games: Vec<(String, Result<PlayedGame, String>)>,
}

/// The games of all files.
#[derive(Default)]
pub(super) struct TrainingGames {
    pub games: Vec<GameRecord>,
    /// Number of the next game that has none of its own.
    next: u64,
}

impl TrainingGames {
    /// Adds the games of a file.
    pub fn read(&mut self, path: &Path, wanted: &Wanted<'_>) -> Result<(), Failure> {
        let failed = |why: &dyn std::fmt::Display| Failure::Failed(format!("{}: {why}", path.display()));
        let read = File::open(path).and_then(|file| gzip::read_from(file, MAX_TRAINING));
        let found = read.map_err(|error| failed(&error))?;
        if let Some(why) = &found.note {
            note(&format!("{}: {why}", path.display()));
        }
        if found.bytes.starts_with(SERIES) {
            self.games.extend(wanted.series(&found.bytes).map_err(|why| failed(&why))?);
            return Ok(());
        }
        if found.bytes.starts_with(LOG) {
            return self.add_log(path, &found.bytes, wanted).map_err(|why| failed(&why));
        }
        let format = Format::from_bytes(&found.bytes).or_else(|| Format::from_path(path));
        let format = format.ok_or_else(|| {
            failed(&format!(
                "not a file of self-play, a log of 'quadriga match', or a game file ({GAME_FILES})"
            ))
        })?;
        let defaults = Defaults {
            variant: Some(wanted.engine.identity().variant),
            options: wanted.options.clone(),
            is_chosen: false,
        };
        let reading = format.read(&found.bytes, &defaults);
        report_assumptions(path, &reading.notes, &reading.changes);
        let mut problems: Vec<(usize, String)> =
            reading.errors.into_iter().map(|error| (error.line, error.reason)).collect();
        for game in &reading.games {
            if let Err(reason) = self.add(&game.record, wanted) {
                problems.push((game.line, reason));
            }
        }
        problems.sort();
        report_problems(path, &problems);
        Ok(())
    }

    /// Adds a game of a file.
    fn add(&mut self, record: &FileRecord, wanted: &Wanted<'_>) -> Result<(), String> {
        wanted.check(&record.variant, &record.options)?;
        check_end(record.tag("Termination").unwrap_or_default())?;
        let label = |label| match label {
            PositionLabel::Book => Label::Book,
            PositionLabel::Unknown => Label::Result,
            PositionLabel::Searched(score) => Label::Score(score),
        };
        let game = PlayedGame {
            number: self.next,
            base: record.base.clone(),
            moves: record.moves.clone(),
            labels: record.position_labels()?.into_iter().map(label).collect(),
            half_points: record.half_points().ok_or("the game has no result")?,
        };
        self.games.push(wanted.engine.tools().training_record(&game)?);
        self.next += 1;
        Ok(())
    }

    /// Adds the games of the log of a match.
    fn add_log(&mut self, path: &Path, bytes: &[u8], wanted: &Wanted<'_>) -> Result<(), String> {
        let log = training_log::read(path, bytes)?;
        wanted.check(&log.variant, &log.options)?;
        let mut problems = Vec::new();
        for (name, played) in log.games {
            let numbered = played.map(|game| PlayedGame { number: self.next, ..game });
            match numbered.and_then(|game| wanted.engine.tools().training_record(&game)) {
                Ok(game) => self.games.push(game),
                Err(reason) => problems.push(format!("{name}: {reason}")),
            }
            self.next += 1;
        }
        problems.iter().for_each(|problem| note(&format!("{}: {problem}", path.display())));
        Ok(())
    }

    /// Removes games with the same moves as an earlier one: a random opening that recurs is continued in the same way.
    pub fn without_repeats(mut self) -> Vec<GameRecord> {
        let mut seen = HashSet::new();
        self.games.retain(|game| {
            let places: Vec<usize> = game.plies.iter().map(|ply| ply.place).collect();
            seen.insert((game.base.clone(), places))
        });
        self.games
    }
}

impl Wanted<'_> {
    fn check(&self, variant: &str, options: &[(String, String)]) -> Result<(), String> {
        let game = self.engine.identity().variant;
        if variant != game {
            return Err(format!("games of {variant}, not of {game}"));
        }
        let sorted = |mut options: Vec<(String, String)>| {
            options.sort();
            options
        };
        let (own, other) = (self.engine.rule_options(), records::open(variant, options)?.rule_options());
        if sorted(own) != sorted(other) {
            return Err(format!("games by other rules of {game}: {}", rules_text(options)));
        }
        Ok(())
    }

    /// The games of a file of self-play, by number.
    fn series(&self, bytes: &[u8]) -> Result<Vec<GameRecord>, String> {
        let mut rest = bytes;
        let series = Series::read(&mut rest)?;
        let game = self.engine.identity().variant;
        if series.game != game {
            return Err(format!("games of {}, not of {game}", series.game));
        }
        if series.options != self.options {
            return Err(format!("games by other rules: {}", series.line().trim_end()));
        }
        let (mut games, _) = read_games(rest)?;
        // Threads finish in any order.
        games.sort_by_key(|game| game.number);
        Ok(games)
    }
}

/// Refuses a game whose result says nothing of its positions, by the terms of the PGN standard.
pub(super) fn check_end(termination: &str) -> Result<(), String> {
    match termination.to_ascii_lowercase().as_str() {
        "time forfeit" | "abandoned" | "rules infraction" | "emergency" | "death" => {
            Err(format!("the end of the game says nothing of its positions: {termination}"))
        }
        _ => Ok(()),
    }
}

/// `Players=3, Hops=adjacent`.
fn rules_text(options: &[(String, String)]) -> String {
    let words: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if words.is_empty() { "the default ones".to_string() } else { words.join(", ") }
}

//! The files of a match and its table.
//!
//! However a match ends, its table is printed and its files are written, as long as a game was played: nothing that was
//! played is lost to an interruption or to a file that cannot be written. Before the first game the files are only
//! checked, so that an old one outlives a match that plays nothing.
//!
//! The file of games grows by each game as it ends, and is written as a whole at the end.

use std::path::{Path, PathBuf};

use super::{Args, GamesOut};
use crate::cli::Failure;
use crate::cli::output::{self, is_output, note, print};
use crate::match_runner::match_results::MatchResults;
use crate::match_runner::{records, report};
use crate::records::files::{OutputFile, is_stream};

/// Checks all files before the first game, and changes none of them.
pub(super) fn check(args: &Args) -> Result<(), Failure> {
    let log = args.log.iter().map(|path| ("--log", path.as_path()));
    let report = args.report.iter().map(|path| ("--report", path.as_path()));
    let games = args.games_out.iter().map(|GamesOut(path, _)| ("--games-out", path.as_path()));
    let debug = args.debug.iter().map(|path| ("--debug", path.as_path()));
    let outputs: Vec<output::Named<'_>> = log.chain(report).chain(games).chain(debug).collect();
    let inputs: Vec<&Path> =
        args.from.iter().chain(&args.openings).chain(&args.engines).map(PathBuf::as_path).collect();
    output::check(&outputs, &inputs)
}

/// The file of games during a match.
pub(super) struct GamesFile<'a> {
    /// `None` without a file: the games are written at the end, as for a stream, or one could not be written.
    file: Option<(OutputFile, &'a GamesOut)>,
    is_begun: bool,
}

impl<'a> GamesFile<'a> {
    pub fn new(args: &'a Args) -> GamesFile<'a> {
        let named = args.games_out.as_ref().filter(|GamesOut(path, _)| !is_output(path) && !is_stream(path));
        GamesFile { file: named.map(|out| (OutputFile::replacing(&out.0), out)), is_begun: false }
    }

    /// Adds the last game, at first also those before it. What fails here fails again at the end, and is reported then.
    pub fn add(&mut self, results: &MatchResults) {
        let Some((file, GamesOut(_, format))) = &mut self.file else { return };
        let games = results.games();
        let new = if self.is_begun { &games[games.len().saturating_sub(1)..] } else { games };
        let added = records::write(results.line(), new, *format).and_then(|text| file.add(&text));
        self.is_begun = true;
        if added.is_err() {
            self.file = None;
        }
    }
}

/// Prints the table and writes the files at the end, also of a match that ended `early`. Each is written, even if
/// another fails. Without any game an early end has nothing to show.
pub(super) fn conclude(args: &Args, results: &MatchResults, early: Option<Failure>) -> Result<(), Failure> {
    let (line, games) = (results.line(), results.games());
    let mut table = results.summary();
    let mut failures = Vec::new();
    if let Some(failure) = early {
        if games.is_empty() {
            return Err(failure);
        }
        table += &format!("Interrupted after {} games\n", games.len());
        failures.push(failure);
    }
    failures.extend(print_table(args, &table).err());
    let mut write = |path: &Path, text: Result<String, String>| {
        let text = text.map_err(Failure::Failed);
        failures.extend(text.and_then(|text| output::write(path, text.as_bytes())).err());
    };
    if let Some(path) = &args.report {
        write(path, report::write(line, games, args.sprt.as_ref()));
    }
    if let Some(GamesOut(path, format)) = &args.games_out {
        write(path, records::write(line, games, *format));
    }
    all_of(failures)
}

/// The table goes to standard error if something else goes to standard output.
fn print_table(args: &Args, table: &str) -> Result<(), Failure> {
    let games = args.games_out.as_ref().map(|GamesOut(path, _)| path);
    let others = args.log.iter().chain(&args.report).chain(games).chain(&args.debug);
    if others.into_iter().any(|path| is_output(path)) {
        note(table.trim_end());
        return Ok(());
    }
    print(table)
}

/// Several failures as one: failures are printed; a closed output counts only if nothing failed.
fn all_of(failures: Vec<Failure>) -> Result<(), Failure> {
    let mut reasons: Vec<String> = Vec::new();
    let mut is_closed = false;
    for failure in failures {
        match failure {
            Failure::Usage(why) | Failure::Failed(why) => reasons.push(why),
            Failure::Hangup => is_closed = true,
        }
    }
    match (reasons.is_empty(), is_closed) {
        (false, _) => Err(Failure::Failed(reasons.join("; "))),
        (true, true) => Err(Failure::Hangup),
        (true, false) => Ok(()),
    }
}

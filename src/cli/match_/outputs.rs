//! The files of a match and its table.
//!
//! However a match ends, its table is printed and its files are written, as long as a game was played: nothing that was
//! played is lost to an interruption or to a file that cannot be written. Before the first game the files are only
//! checked, so that an old one outlives a match that plays nothing.
//!
//! The file of games grows by each game as it ends.

use std::path::{Path, PathBuf};

use super::{Args, GamesOut};
use crate::cli::Failure;
use crate::cli::output::{self, is_output, note, print};
use crate::match_runner::game_line::MatchLine;
use crate::match_runner::match_results::MatchResults;
use crate::match_runner::{records, report};
use crate::records::GameRecord;
use crate::records::gzip::pack_for;
use crate::storage::files::{OutputFile, is_stream};

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

/// Checks that the file of games can have games of this match.
pub(super) fn check_format(args: &Args, line: &MatchLine) -> Result<(), Failure> {
    let Some(GamesOut(_, format)) = &args.games_out else { return Ok(()) };
    let (variant, options) = (line.variant.clone(), line.options.clone());
    let empty = GameRecord { variant, options, ..GameRecord::default() };
    let written = format.write(&empty);
    written.map(|_| ()).map_err(|why| Failure::Usage(format!("--games-out: {why}")))
}

/// The file of games: the first write replaces it by all games of the log, later ones append one game each.
pub(super) struct GamesFile<'a> {
    args: &'a Args,
    /// `None` without a file, or for a stream, which gets all games at the end.
    file: Option<OutputFile>,
    /// Games in the file.
    written: usize,
    failure: Option<String>,
}

impl<'a> GamesFile<'a> {
    pub fn new(args: &'a Args) -> GamesFile<'a> {
        let named = args.games_out.as_ref().filter(|GamesOut(path, _)| !is_output(path) && !is_stream(path));
        let file = named.map(|GamesOut(path, _)| OutputFile::replacing(path));
        GamesFile { args, file, written: 0, failure: None }
    }

    /// Adds the games that are not in the file yet. After a failure nothing is added: a game would be missing.
    pub fn add(&mut self, results: &MatchResults) {
        let (Some(file), Some(GamesOut(path, format)), None) =
            (&mut self.file, &self.args.games_out, &self.failure)
        else {
            return;
        };
        let new = &results.games()[self.written..];
        let text = records::write(results.line(), new, *format, self.args.games_comments);
        let added = text.and_then(|text| file.add_bytes(&pack_for(path, text.as_bytes())));
        self.written = results.games().len();
        self.failure = added.err();
    }

    /// Writes what is still missing at the end of the match: all games of a stream, of a match that played none, or of
    /// a file to which a game could not be appended.
    fn finish(&mut self, results: &MatchResults) -> Result<(), Failure> {
        let Some(GamesOut(path, format)) = &self.args.games_out else { return Ok(()) };
        if self.file.is_some() && self.failure.is_none() && self.written > 0 {
            return Ok(());
        }
        let text = records::write(results.line(), results.games(), *format, self.args.games_comments);
        let text = text.map_err(Failure::Failed)?;
        output::write(path, &pack_for(path, text.as_bytes()))
    }
}

/// Prints the table and writes the files at the end, also of a match that ended `early`. Each is written, even if
/// another fails. Without any game an early end has nothing to show.
pub(super) fn conclude(
    args: &Args,
    results: &MatchResults,
    games_file: &mut GamesFile<'_>,
    early: Option<Failure>,
) -> Result<(), Failure> {
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
    if let Some(path) = &args.report {
        let text = report::write(line, games, args.sprt.as_ref()).map_err(Failure::Failed);
        failures.extend(text.and_then(|text| output::write(path, text.as_bytes())).err());
    }
    failures.extend(games_file.finish(results).err());
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

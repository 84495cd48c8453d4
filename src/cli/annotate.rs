//! `quadriga analyze FILE`: recorded games with the value of every move, the better moves, and marks on mistakes; as a
//! record and as a page.
//!
//! A game is written as soon as it is done, so that a long run that is stopped keeps the games that it finished.

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};

use super::convert::{
    check_strictly, defaults, format_of, parse_format, parse_of, report_assumptions, report_problems,
};
use super::convert_files::read;
use super::engine_flags::EngineFlags;
use super::output::{self, is_output};
use super::{DASH, Failure, is_dash, note, print};
use crate::annotate::page::{self, Page};
use crate::annotate::{Annotated, Effort, annotate, annotated_record};
use crate::contract::SearchLimits;
use crate::records::gzip::pack_for;
use crate::records::{Format, GameRecord};
use crate::storage::files::OutputFile;

/// Nodes per search if no limit is given.
const DEFAULT_NODES: u64 = 200_000;
/// Default size of the transposition table in MiB.
const DEFAULT_HASH_MIB: u32 = 64;

/// Flags of `analyze` that are for files of games.
#[derive(clap::Args, Debug)]
#[group(id = "annotation", requires = "input", multiple = true)]
pub(super) struct Flags {
    /// Format of the file [default: from its extension]
    #[arg(long, value_name = "F", value_parser = parse_format)]
    from: Option<Format>,
    /// Format of the annotated record: pdn, sgf or text [default: from its extension]
    #[arg(long, value_name = "F", value_parser = parse_annotated)]
    to: Option<Format>,
    /// File for the annotated record, - for standard output [default: standard output, or none with --html]
    #[arg(short, long, value_name = "OUTPUT")]
    output: Option<PathBuf>,
    /// File for a page with plots, boards and lists of moves
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Search nothing if something had to be assumed, repaired or left out of the record
    #[arg(long)]
    strict: bool,
    /// Nodes to search at each position [default: 200000, if there is no other limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search depth at each position, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=200))]
    depth: Option<i32>,
    /// Search time at each position, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(i64).range(1..=86_400_000))]
    movetime: Option<i64>,
}

/// Annotates the games of a file, - for standard input.
pub(super) fn run(input: &Path, flags: &Flags, engines: &EngineFlags) -> Result<(), Failure> {
    let defaults = defaults(engines.game.as_deref(), &engines.rules)?;
    let (unpacked, from) = read(input, flags.from)?;
    let mut outputs = Outputs::new(input, flags, from)?;
    let mut reading = from.read(&unpacked.bytes, &defaults);
    reading.notes.splice(0..0, unpacked.note);
    let mut changes = reading.changes;
    if let Some((_, format)) = &outputs.record {
        reading.games.iter().for_each(|game| changes.extend(&format.losses_of(game, from)));
    }
    match flags.strict {
        true => check_strictly(input, &reading.notes, &changes)?,
        false => report_assumptions(input, &reading.notes, &changes),
    }
    let mut problems: Vec<(usize, String)> =
        reading.errors.into_iter().map(|error| (error.line, error.reason)).collect();
    let (games, effort) = (reading.games.len(), effort(flags, engines));
    for (number, game) in (1..).zip(&reading.games) {
        let bar = progress_bar(number, games, &game.record);
        let annotated = annotate(&game.record, &effort, &mut |done| bar.set_position(done as u64));
        bar.finish_and_clear();
        match annotated {
            Ok(annotated) => {
                note(&format!("game {number} of {games}: {}", page::index_line(&annotated)));
                match outputs.add(&annotated) {
                    Ok(()) => {}
                    Err(AddError::Game(reason)) => problems.push((game.line, reason)),
                    Err(AddError::Output(failure)) => return Err(failure),
                }
            }
            Err(reason) => problems.push((game.line, reason)),
        }
    }
    problems.sort();
    report_problems(input, &problems);
    match problems.len() {
        0 => Ok(()),
        skipped => Err(Failure::Failed(format!("games annotated: {}, skipped: {skipped}", outputs.written))),
    }
}

fn effort(flags: &Flags, engines: &EngineFlags) -> Effort {
    let Flags { nodes, depth, movetime, .. } = *flags;
    let unlimited = depth.is_none() && movetime.is_none();
    let limits = SearchLimits {
        nodes: nodes.or(unlimited.then_some(DEFAULT_NODES)),
        depth,
        move_time_ms: movetime,
        ..SearchLimits::default()
    };
    let option = |name: &str, value: u32| (name.to_string(), value.to_string());
    Effort {
        limits,
        options: vec![
            option("Threads", engines.threads),
            option("Hash", engines.hash.unwrap_or(DEFAULT_HASH_MIB)),
        ],
    }
}

/// A bar on standard error; hidden if that is not a terminal.
fn progress_bar(number: usize, games: usize, game: &GameRecord) -> ProgressBar {
    let bar = ProgressBar::new(game.moves.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} moves, {eta} left") {
        bar.set_style(style);
    }
    bar.set_message(format!("game {number} of {games}"));
    bar
}

/// Why a game is not written.
enum AddError {
    /// The format or the page cannot show this game; others may follow.
    Game(String),
    /// A file cannot be written.
    Output(Failure),
}

impl From<Failure> for AddError {
    fn from(failure: Failure) -> AddError {
        AddError::Output(failure)
    }
}

/// The destination of annotated games.
struct Outputs {
    /// The record and its format.
    record: Option<(Written, Format)>,
    /// The page: title, content so far, and destination.
    page: Option<(String, Page, Written)>,
    /// Games that were written.
    written: usize,
}

impl Outputs {
    fn new(input: &Path, flags: &Flags, from: Format) -> Result<Outputs, Failure> {
        let output = match (&flags.output, &flags.html) {
            (None, Some(_)) => None,
            (None, None) => Some(PathBuf::from(DASH)),
            (Some(path), _) => Some(path.clone()),
        };
        if output.is_none() && flags.to.is_some() {
            return Err(Failure::Usage("--to is the format of a record; give -o as well".to_string()));
        }
        let named = output.iter().map(|path| ("-o", path.as_path()));
        let named: Vec<output::Named<'_>> =
            named.chain(flags.html.iter().map(|path| ("--html", path.as_path()))).collect();
        output::check(&named, &[input])?;
        let record = match &output {
            Some(path) => Some((Written::new(path), record_format(flags.to, path, from)?)),
            None => None,
        };
        let name = input.file_name().unwrap_or_default().to_string_lossy();
        let title = if is_dash(input) { "Games".to_string() } else { name.to_string() };
        Ok(Outputs {
            record,
            page: flags.html.as_deref().map(|path| (title, Page::new(), Written::new(path))),
            written: 0,
        })
    }

    /// Writes a game.
    fn add(&mut self, game: &Annotated) -> Result<(), AddError> {
        if let Some((record, format)) = &mut self.record {
            let text = format.write(&annotated_record(game)).map_err(AddError::Game)?;
            record.add(&text)?;
        }
        self.written += 1;
        if let Some((title, page, written)) = &mut self.page {
            let first = page.is_empty();
            let text = page.game(game).map_err(AddError::Game)?;
            written.add(&if first { Page::beginning(title) + &text } else { text })?;
        }
        Ok(())
    }
}

/// The formats that hold comments on moves.
const ANNOTATED: [&str; 3] = ["pdn", "sgf", "text"];

fn parse_annotated(name: &str) -> Result<Format, String> {
    parse_of(name, &ANNOTATED)
}

/// The format of the record: the requested one, else that of the file name; for standard output, that of the input if
/// it has comments.
fn record_format(to: Option<Format>, path: &Path, from: Format) -> Result<Format, Failure> {
    let by_input = match from {
        Format::Psq | Format::Lib | Format::Rif | Format::Pos | Format::Sav | Format::Csv => Format::Sgf,
        Format::Fen => Format::Text,
        other => other,
    };
    format_of(to.or(is_output(path).then_some(by_input)), path, ("--to", &ANNOTATED))
}

/// What is written game by game: the first takes the place of what was in the file, the others are added.
enum Written {
    Output,
    File(OutputFile, PathBuf),
}

impl Written {
    fn new(path: &Path) -> Written {
        if is_output(path) {
            Written::Output
        } else {
            Written::File(OutputFile::replacing(path), path.to_path_buf())
        }
    }

    fn add(&mut self, text: &str) -> Result<(), Failure> {
        match self {
            Written::Output => print(text),
            Written::File(file, path) => {
                file.add_bytes(&pack_for(path, text.as_bytes())).map_err(Failure::Failed)
            }
        }
    }
}

//! `quadriga puzzles FILE`: positions of recorded games that have one right move.

use std::path::PathBuf;

use super::convert::{defaults, parse_format, report_assumptions, report_problems};
use super::convert_files::read;
use super::output;
use super::puzzle_file::lines;
use super::rules::RuleFlags;
use super::{DASH, Failure, is_dash, print};
use crate::puzzles::{Effort, Found, Puzzle, Wanted, check, find};
use crate::records::Format;
use crate::storage::files::OutputFile;

/// Flags of `puzzles`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Game of files that do not name it
    #[arg(long, value_name = "G")]
    game: Option<String>,
    #[command(flatten)]
    rules: RuleFlags,
    /// Format of the file [default: from its extension]
    #[arg(long, value_name = "F", value_parser = parse_format)]
    from: Option<Format>,
    /// The file has puzzles, as this command writes them: write those that stand a search of --nodes, and report the others
    #[arg(long, conflicts_with_all = ["game", "from", "missed", "at_most"])]
    check: bool,
    /// Only positions in which the right move was not played
    #[arg(long)]
    missed: bool,
    /// Maximum number of puzzles of a game, those with the longest lines
    #[arg(long, value_name = "N")]
    at_most: Option<usize>,
    /// Nodes to search where one move stands out
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1024))]
    hash: u32,
    /// File of games, - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// File to which the puzzles are appended, - for standard output
    #[arg(short, long, value_name = "OUTPUT", default_value = DASH)]
    output: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    output::check(&[("--output", &args.output)], &[&args.file])?;
    let mut output = Output::new(args);
    let effort = Effort { nodes: args.nodes, hash_mib: args.hash };
    if args.check {
        return check_all(args, effort, &mut output);
    }
    let defaults = defaults(args.game.as_deref(), &args.rules)?;
    let (unpacked, format) = read(&args.file, args.from)?;
    let mut reading = format.read(&unpacked.bytes, &defaults);
    reading.notes.splice(0..0, unpacked.note);
    report_assumptions(&args.file, &reading.notes, &reading.changes);
    let mut problems: Vec<(usize, String)> =
        reading.errors.into_iter().map(|error| (error.line, error.reason)).collect();
    let wanted = Wanted { missed: args.missed, player: None };
    for game in &reading.games {
        match find(&game.record, effort, wanted, &mut |_| {}) {
            Ok(found) => {
                chosen(found, args).iter().try_for_each(|found| output.add(&found.puzzle))?;
            }
            Err(reason) => problems.push((game.line, reason)),
        }
    }
    problems.sort();
    report_problems(&args.file, &problems);
    match problems.len() {
        0 => Ok(()),
        skipped => Err(Failure::Failed(format!("games skipped: {skipped}"))),
    }
}

/// The output for puzzles, one a line.
struct Output(Option<OutputFile>);

impl Output {
    fn new(args: &Args) -> Output {
        Output((!is_dash(&args.output)).then(|| OutputFile::appending(&args.output)))
    }

    fn add(&mut self, puzzle: &Puzzle) -> Result<(), Failure> {
        match &mut self.0 {
            Some(file) => file.add(&format!("{puzzle}\n")).map_err(Failure::Failed),
            None => print(&puzzle.to_string()),
        }
    }
}

/// Checks the puzzles of a file.
fn check_all(args: &Args, effort: Effort, output: &mut Output) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for (number, line) in lines(&args.file)? {
        let legal = |puzzle: &Puzzle| puzzle.check_legal().and_then(|()| check(puzzle, effort));
        let checked = Puzzle::parse(&line).and_then(|puzzle| legal(&puzzle).map(|()| puzzle));
        match checked {
            Ok(puzzle) => output.add(&puzzle)?,
            Err(why) => problems.push((number, why)),
        }
    }
    report_problems(&args.file, &problems);
    match problems.len() {
        0 => Ok(()),
        wrong => Err(Failure::Failed(format!("puzzles that fail: {wrong}"))),
    }
}

/// The puzzles of a game that are wanted.
fn chosen(mut found: Vec<Found>, args: &Args) -> Vec<Found> {
    if let Some(at_most) = args.at_most {
        found.sort_by_key(|found| std::cmp::Reverse(found.puzzle.line.len()));
        found.truncate(at_most);
    }
    found
}

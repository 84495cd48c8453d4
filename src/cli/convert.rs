//! `quadriga convert`: game records from one format to another.
//!
//! Games are read and written one by one, so that a file may be larger than memory. Those that cannot be converted are
//! reported as `file:line: reason` and left out; the output file is replaced in one step, and only if there is something
//! to write. A file replaces itself only if nothing of it is left out. What is assumed or changed is reported in lines of the
//! file; with `--strict` it is an error.

use std::path::{Path, PathBuf};

use super::convert_files::{Input, Target};
use super::rules::RuleFlags;
use super::{DASH, Failure, is_dash, note, output};
use crate::records::{Changes, Defaults, Format, Output, ReadGame, Summary};

/// Most games that are left out with a line for each.
const MAX_PROBLEMS: usize = 10_000;

/// The flag for the format of an input.
pub(super) const FROM: (&str, &[&str]) = ("--from", &Format::NAMES);

/// Flags of `convert`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Game of files that do not name it [default: inferred from the games for pdn and psq, gomoku for sgf, renju for lib]
    #[arg(long, value_name = "G")]
    game: Option<String>,
    #[command(flatten)]
    rules: RuleFlags,
    /// Format of the input [default: from its first bytes or its extension]
    #[arg(long, value_name = "F", value_parser = parse_format)]
    from: Option<Format>,
    /// Format of the output: pdn, sgf, psq, text, fen or lib [default: from its extension]
    #[arg(long, value_name = "F", value_parser = parse_written)]
    to: Option<Format>,
    /// Write nothing if something had to be assumed, repaired or left out
    #[arg(long)]
    strict: bool,
    /// File to read, - for standard input
    #[arg(value_name = "INPUT", default_value = DASH)]
    input: PathBuf,
    /// File to write, - for standard output
    #[arg(short, long, value_name = "OUTPUT", default_value = DASH)]
    output: PathBuf,
}

pub(super) fn parse_format(name: &str) -> Result<Format, String> {
    parse_of(name, &Format::NAMES)
}

fn parse_written(name: &str) -> Result<Format, String> {
    parse_of(name, &Format::WRITTEN)
}

/// The format with this name, of those that a flag takes.
pub(super) fn parse_of(name: &str, expected: &[&str]) -> Result<Format, String> {
    let found = Format::from_name(name).filter(|format| expected.contains(&format.name()));
    found.ok_or_else(|| format!("expected one of {}", expected.join(", ")))
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let to = format_of(args.to, &args.output, ("--to", &Format::WRITTEN))?;
    let defaults = defaults(args.game.as_deref(), &args.rules)?;
    if output::is_output(&args.output) && output::replaces(&args.output, &args.input) {
        // The shell has opened it: a text behind its own beginning would never end.
        let name = name_of(&args.input);
        return Err(Failure::Failed(format!(
            "standard output is the input itself, {name}; set -o to another file"
        )));
    }
    let input = Input::new(&args.input, args.from)?;
    let mut writer = Writer::new(args, input.format, to)?;
    let summary = input.format.read_each(&input.source(), &defaults, &mut |found| match found {
        Ok(game) => writer.add(&game),
        Err(error) => {
            writer.skip(error.line, error.reason);
            Ok(())
        }
    });
    let summary = match (summary, writer.failure.take()) {
        (Ok(summary), _) => summary,
        (Err(_), Some(failure)) => return Err(failure),
        (Err(reason), None) => {
            return Err(Failure::Failed(format!("cannot read {}: {reason}", name_of(&args.input))));
        }
    };
    writer.finish(args, summary, input.note())
}

/// The games of an output while they are written.
struct Writer {
    from: Format,
    format: Format,
    output: Output,
    target: Target,
    changes: Changes,
    /// The first games that are left out, by line.
    problems: Vec<(usize, String)>,
    /// How many are.
    skipped: usize,
    /// Is there anything to write?
    has_text: bool,
    written: usize,
    /// Why the output cannot be written.
    failure: Option<Failure>,
}

impl Writer {
    fn new(args: &Args, from: Format, format: Format) -> Result<Writer, Failure> {
        Ok(Writer {
            from,
            format,
            output: Output::new(format),
            target: Target::new(&args.output, args.strict)?,
            changes: Changes::default(),
            problems: Vec::new(),
            skipped: 0,
            has_text: false,
            written: 0,
            failure: None,
        })
    }

    /// Writes a game; a reason ends the reading.
    fn add(&mut self, game: &ReadGame) -> Result<(), String> {
        match self.output.add(&game.record) {
            Ok(text) => {
                self.written += 1;
                self.changes.extend(&self.format.losses_of(game, self.from));
                self.put(text.as_bytes())
            }
            Err(reason) => {
                self.skip(game.line, reason);
                Ok(())
            }
        }
    }

    fn skip(&mut self, line: usize, reason: String) {
        self.skipped += 1;
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push((line, reason));
        }
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.has_text |= !bytes.is_empty();
        self.target.add(bytes).map_err(|failure| {
            self.failure = Some(failure);
            String::new()
        })
    }

    /// Reports everything and lets the output replace the old text.
    fn finish(mut self, args: &Args, summary: Summary, damage: Option<String>) -> Result<(), Failure> {
        self.problems.sort();
        let mut changes = summary.changes;
        changes.extend(&self.changes);
        let notes: Vec<String> = damage.iter().cloned().chain(summary.notes).collect();
        if args.strict {
            check_strictly(&args.input, &notes, &changes)?;
        }
        let rest = std::mem::replace(&mut self.output, Output::new(self.format)).finish();
        let put = match self.put(&rest) {
            Ok(()) => self.conclude(args, &losses(self.skipped, damage, &changes)),
            Err(_) => Err(self.failure.take().unwrap_or(Failure::Hangup)),
        };
        report_problems(&args.input, &self.problems);
        if self.skipped > self.problems.len() {
            let more = self.skipped - self.problems.len();
            note(&format!("{}: games that were skipped as well: {more}", name_of(&args.input)));
        }
        report_assumptions(&args.input, &notes, &changes);
        put?;
        let (written, skipped) = (self.written, self.skipped);
        if skipped > 0 {
            return Err(Failure::Failed(format!("games written: {written}, skipped: {skipped}")));
        }
        note(&format!("games written: {written}"));
        Ok(())
    }

    /// `losses`: what of the input is left out.
    fn conclude(&mut self, args: &Args, losses: &[String]) -> Result<(), Failure> {
        let target = std::mem::replace(&mut self.target, Target::Dropped);
        if !losses.is_empty() && output::replaces(&args.output, &args.input) {
            return Err(Failure::Failed(format!(
                "{} is the same file as the input and stays as it is, because something would be lost: {}; set -o to another file",
                args.output.display(),
                losses.join("; ")
            )));
        }
        if self.has_text || self.skipped == 0 { target.finish() } else { Ok(()) }
    }
}

/// What of an input is left out, each in a few words.
fn losses(skipped: usize, damage: Option<String>, changes: &Changes) -> Vec<String> {
    let skipped = (skipped > 0).then(|| format!("games skipped: {skipped}"));
    let changes = changes.losses();
    let changed = (!changes.is_empty()).then(|| changes.to_string());
    skipped.into_iter().chain(damage).chain(changed).collect()
}

/// The format of a file: the one set, that of its first bytes, or that of its extension.
pub(super) fn format_by(bytes: &[u8], path: &Path, given: Option<Format>) -> Result<Format, Failure> {
    format_of(given.or_else(|| Format::from_bytes(bytes)), path, FROM)
}

/// The format set by a flag, else that of the extension; the flag takes one of these.
pub(super) fn format_of(
    given: Option<Format>,
    path: &Path,
    (flag, expected): (&str, &[&str]),
) -> Result<Format, Failure> {
    let set = format!("set {flag} to one of {}", expected.join(", "));
    match given.or_else(|| Format::from_path(path)) {
        Some(format) if expected.contains(&format.name()) => Ok(format),
        Some(format) => Err(Failure::Usage(format!("{} files cannot be written here; {set}", format.name()))),
        None => {
            let name = path.display();
            Err(Failure::Usage(format!("cannot infer the format from the name '{name}'; {set}")))
        }
    }
}

/// Game and rules from the flags, for files that do not name them.
pub(super) fn defaults(game: Option<&str>, rules: &RuleFlags) -> Result<Defaults, Failure> {
    let options = rules.options();
    match game {
        Some(game) => {
            rules.open(game)?;
        }
        None if options.is_empty() => {}
        None => return Err(Failure::Usage("rule options need --game".to_string())),
    }
    Ok(Defaults { variant: game.map(str::to_string), options, is_chosen: game.is_some() })
}

/// Name of a file of games in messages.
pub(super) fn name_of(input: &Path) -> String {
    if is_dash(input) { "standard input".to_string() } else { input.display().to_string() }
}

/// Writes each problem on a line.
pub(super) fn report_problems(input: &Path, problems: &[(usize, String)]) {
    let name = name_of(input);
    problems.iter().for_each(|(line, reason)| note(&format!("{name}:{line}: {reason}")));
}

/// Writes each assumption about a file on a line, and the changes on another.
pub(super) fn report_assumptions(input: &Path, notes: &[String], changes: &Changes) {
    let name = name_of(input);
    notes.iter().for_each(|assumed| note(&format!("{name}: {assumed}")));
    if !changes.is_empty() {
        note(&format!("{name}: changed: {changes}"));
    }
}

/// Reports assumptions and changes, which `--strict` does not allow.
///
/// # Errors
/// There are any.
pub(super) fn check_strictly(input: &Path, notes: &[String], changes: &Changes) -> Result<(), Failure> {
    if notes.is_empty() && changes.is_empty() {
        return Ok(());
    }
    report_assumptions(input, notes, changes);
    Err(Failure::Failed("--strict: the file cannot be read and written without these changes".to_string()))
}

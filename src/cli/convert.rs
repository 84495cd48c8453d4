//! `quadriga convert`: game records from one format to another.
//!
//! Games are read and written one by one, so that a file may be larger than memory. Those that cannot be converted are
//! reported as `file:line: reason` and left out; the output file is replaced in one step, and only if there is something
//! to write. A file replaces itself only if no game is left out. What is assumed or changed is reported in lines of the
//! file; with `--strict` it is an error.

use std::fs;
use std::io::{BufWriter, IsTerminal, Read, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use super::rules::RuleFlags;
use super::{DASH, Failure, is_dash, note, output};
use crate::records::gzip::{self, Unpacked};
use crate::records::{Changes, Defaults, Draft, Format, Output, ReadGame, Source, Summary};

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
    #[arg(long, value_name = "F", value_parser = parse_format)]
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
    Format::from_name(name).ok_or_else(|| format!("expected one of {}", Format::NAMES.join(", ")))
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let to = format_of(args.to, &args.output, "--to")?;
    if !to.is_written() {
        return Err(Failure::Usage(format!("{} files are only read; set --to to another format", to.name())));
    }
    let defaults = defaults(args.game.as_deref(), &args.rules)?;
    let input = Input::new(&args.input, args.from)?;
    let mut writer = Writer::new(args, to)?;
    let summary = input.format.read_each(&input.source(), &defaults, &mut |found| match found {
        Ok(game) => writer.add(&game),
        Err(error) => {
            writer.problems.push((error.line, error.reason));
            Ok(())
        }
    });
    let mut summary = match (summary, writer.failure.take()) {
        (Ok(summary), _) => summary,
        (Err(_), Some(failure)) => return Err(failure),
        (Err(reason), None) => {
            return Err(Failure::Failed(format!("cannot read {}: {reason}", name_of(&args.input))));
        }
    };
    summary.notes.splice(0..0, input.note());
    writer.finish(args, summary)
}

/// The games of an output while they are written.
struct Writer {
    format: Format,
    output: Output,
    target: Target,
    changes: Changes,
    /// Games that are left out, by line.
    problems: Vec<(usize, String)>,
    /// Is there anything to write?
    has_text: bool,
    written: usize,
    /// Why the output cannot be written.
    failure: Option<Failure>,
}

impl Writer {
    fn new(args: &Args, format: Format) -> Result<Writer, Failure> {
        Ok(Writer {
            format,
            output: Output::new(format),
            target: Target::new(&args.output, args.strict)?,
            changes: Changes::default(),
            problems: Vec::new(),
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
                self.changes.extend(&self.format.losses(game));
                self.put(text.as_bytes())
            }
            Err(reason) => {
                self.problems.push((game.line, reason));
                Ok(())
            }
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
    fn finish(mut self, args: &Args, summary: Summary) -> Result<(), Failure> {
        self.problems.sort();
        let mut changes = summary.changes;
        changes.extend(&self.changes);
        if args.strict {
            check_strictly(&args.input, &summary.notes, &changes)?;
        }
        let rest = std::mem::replace(&mut self.output, Output::new(self.format)).finish();
        let put = match self.put(&rest) {
            Ok(()) => self.conclude(args),
            Err(_) => Err(self.failure.take().unwrap_or(Failure::Hangup)),
        };
        report_problems(&args.input, &self.problems);
        report_assumptions(&args.input, &summary.notes, &changes);
        put?;
        let (written, skipped) = (self.written, self.problems.len());
        if skipped > 0 {
            return Err(Failure::Failed(format!("games written: {written}, skipped: {skipped}")));
        }
        note(&format!("games written: {written}"));
        Ok(())
    }

    fn conclude(&mut self, args: &Args) -> Result<(), Failure> {
        let is_whole = self.problems.is_empty();
        let target = std::mem::replace(&mut self.target, Target::Dropped);
        if !is_whole && output::replaces(&args.output, &args.input) {
            let name = args.output.display();
            return Err(Failure::Failed(format!(
                "{name} is the same file as the input; it is not replaced, because games were skipped"
            )));
        }
        if self.has_text || is_whole { target.finish() } else { Ok(()) }
    }
}

/// The destination of an output.
enum Target {
    /// Standard output, a game at a time.
    Output(BufWriter<Stdout>),
    /// Everything at the end or nothing: a file to compress, or standard output that may get nothing.
    Held(PathBuf, Vec<u8>),
    File(Draft),
    Dropped,
}

impl Target {
    fn new(path: &Path, is_strict: bool) -> Result<Target, Failure> {
        Ok(match output::is_output(path) {
            true if !is_strict => Target::Output(BufWriter::new(stdout())),
            false if !gzip::is_packed_name(path) => {
                Target::File(Draft::new(path, is_strict).map_err(Failure::Failed)?)
            }
            _ => Target::Held(path.to_path_buf(), Vec::new()),
        })
    }

    fn add(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Target::Output(output) => Ok(output.write_all(bytes)?),
            Target::Held(_, text) => Ok(text.write_all(bytes)?),
            Target::File(draft) => draft.add(bytes).map_err(Failure::Failed),
            Target::Dropped => Ok(()),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        match self {
            Target::Output(mut output) => Ok(output.flush()?),
            Target::Held(path, text) => output::write(&path, &gzip::pack_for(&path, &text)),
            Target::File(draft) => draft.finish().map_err(Failure::Failed),
            Target::Dropped => Ok(()),
        }
    }
}

/// A file of games: its text if it cannot be read twice or is compressed, and its format.
struct Input {
    path: PathBuf,
    unpacked: Option<Unpacked>,
    format: Format,
}

impl Input {
    fn new(path: &Path, given: Option<Format>) -> Result<Input, Failure> {
        let mut beginning = Vec::new();
        let is_regular = !is_dash(path) && fs::metadata(path).is_ok_and(|found| found.is_file());
        if is_regular {
            let read = fs::File::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
            read.map_err(|error| Failure::Failed(format!("cannot read {}: {error}", path.display())))?;
        }
        if !is_regular || gzip::is_packed(&beginning) {
            let (unpacked, format) = read(path, given)?;
            return Ok(Input { path: path.to_path_buf(), unpacked: Some(unpacked), format });
        }
        let format = format_by(&beginning, path, given)?;
        Ok(Input { path: path.to_path_buf(), unpacked: None, format })
    }

    fn source(&self) -> Source<'_> {
        let file = || Source::File(self.path.clone());
        self.unpacked.as_ref().map_or_else(file, |unpacked| Source::Bytes(&unpacked.bytes))
    }

    fn note(&self) -> Option<String> {
        self.unpacked.as_ref().and_then(|unpacked| unpacked.note.clone())
    }
}

/// Bytes that show the format of a file.
const BEGINNING: u64 = 64;

/// The format of a file: the one set, that of its first bytes, or that of its extension.
fn format_by(bytes: &[u8], path: &Path, given: Option<Format>) -> Result<Format, Failure> {
    format_of(given.or_else(|| Format::from_bytes(bytes)), path, "--from")
}

pub(super) fn format_of(given: Option<Format>, path: &Path, flag: &str) -> Result<Format, Failure> {
    let format = given.or_else(|| Format::from_path(path));
    format.ok_or_else(|| {
        let known = Format::NAMES.join(", ");
        Failure::Usage(format!(
            "cannot infer the format from the name '{}'; set {flag} to one of {known}",
            path.display()
        ))
    })
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

/// The text of a file of games, which may be compressed, and its format.
///
/// # Errors
/// It cannot be read, or its format is unknown.
pub(super) fn read(path: &Path, given: Option<Format>) -> Result<(Unpacked, Format), Failure> {
    let known = given.or_else(|| Format::from_path(path));
    let is_useless = if is_dash(path) { std::io::stdin().is_terminal() } else { fs::metadata(path).is_err() };
    if known.is_none() && is_useless {
        format_of(known, path, "--from")?;
    }
    let result = if is_dash(path) {
        if std::io::stdin().is_terminal() {
            note("waiting for games on standard input");
        }
        gzip::read_from(std::io::stdin().lock(), gzip::MAX_UNPACKED)
    } else {
        gzip::read(path)
    };
    let unpacked =
        result.map_err(|error| Failure::Failed(format!("cannot read {}: {error}", name_of(path))))?;
    let format = format_by(&unpacked.bytes, path, given)?;
    Ok((unpacked, format))
}

/// Name of a file of games in messages.
fn name_of(input: &Path) -> String {
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

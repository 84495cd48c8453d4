//! `quadriga convert`: game records from one format to another.
//!
//! Games that cannot be converted are reported as `file:line: reason` and left out; the output file is replaced in one
//! step, and only if there is something to write. A file replaces itself only if no game is left out. What is assumed
//! or changed is reported in lines of the file; with `--strict` it is an error.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use super::rules::RuleFlags;
use super::{DASH, Failure, is_dash, note, output};
use crate::records::gzip::{self, Unpacked};
use crate::records::{Changes, Defaults, Format, Reading};

/// Flags of `convert`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Game of files that do not name it [default: inferred from the games for pdn and psq, gomoku for sgf]
    #[arg(long, value_name = "G")]
    game: Option<String>,
    #[command(flatten)]
    rules: RuleFlags,
    /// Format of the input [default: from its extension]
    #[arg(long, value_name = "F", value_parser = parse_format)]
    from: Option<Format>,
    /// Format of the output: pdn, sgf, psq, text or fen [default: from its extension]
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
    let from = format_of(args.from, &args.input, "--from")?;
    let to = format_of(args.to, &args.output, "--to")?;
    let defaults = defaults(args.game.as_deref(), &args.rules)?;
    let reading = read(&args.input, from, &defaults)?;
    let mut problems: Vec<(usize, String)> =
        reading.errors.into_iter().map(|error| (error.line, error.reason)).collect();
    let mut changes = reading.changes;
    let (mut text, mut written) = (String::new(), 0);
    for game in &reading.games {
        match to.write(&game.record) {
            Ok(record) => {
                text += &record;
                written += 1;
                changes.extend(&to.losses(game));
            }
            Err(reason) => problems.push((game.line, reason)),
        }
    }
    problems.sort();
    if args.strict {
        check_strictly(&args.input, &reading.notes, &changes)?;
    }
    let is_whole = problems.is_empty();
    let put = if !is_whole && output::replaces(&args.output, &args.input) {
        let name = args.output.display();
        Err(Failure::Failed(format!(
            "{name} is the same file as the input; it is not replaced, because games were skipped"
        )))
    } else if !text.is_empty() || (is_whole && !output::is_output(&args.output)) {
        output::write(&args.output, &gzip::pack_for(&args.output, text.as_bytes()))
    } else {
        Ok(())
    };
    report_problems(&args.input, &problems);
    report_assumptions(&args.input, &reading.notes, &changes);
    put?;
    if !is_whole {
        return Err(Failure::Failed(format!("games written: {written}, skipped: {}", problems.len())));
    }
    note(&format!("games written: {written}"));
    Ok(())
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

/// Reads the games of a file, which may be compressed.
pub(super) fn read(path: &Path, format: Format, defaults: &Defaults) -> Result<Reading, Failure> {
    let result = if is_dash(path) {
        if std::io::stdin().is_terminal() {
            note("waiting for games on standard input");
        }
        gzip::read_from(std::io::stdin().lock(), gzip::MAX_UNPACKED)
    } else {
        gzip::read(path)
    };
    let Unpacked { bytes, note } =
        result.map_err(|error| Failure::Failed(format!("cannot read {}: {error}", name_of(path))))?;
    let mut reading = format.read(&bytes, defaults);
    reading.notes.splice(0..0, note);
    Ok(reading)
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

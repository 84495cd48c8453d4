//! `quadriga database`: what the files of the option `Database` know, and games to and from them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::convert::{
    defaults, format_of, name_of, parse_format, parse_of, report_assumptions, report_problems,
};
use super::convert_files::{Input, Target};
use super::position::PositionFlags;
use super::rules::RuleFlags;
use super::{DASH, Failure, note, output, print};
use crate::database::Database;
use crate::records::database::{add_games, known_game};
use crate::records::{Format, Output, ReadGame};
use crate::wire::known::known_text;

/// The flag for the format of an output.
const TO: (&str, &[&str]) = ("--to", &["pdn", "sgf", "text", "lib"]);

/// Flags of `database`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Show what is known of a position and its moves
    Show(ShowArgs),
    /// Show how many positions of each game a database has
    List(ListArgs),
    /// Add the positions of recorded games, with the values and comments of their moves
    Import(ImportArgs),
    /// Write the known positions that follow one as a game with variations
    Export(ExportArgs),
    /// Add the positions of other databases
    Merge(MergeArgs),
}

#[derive(clap::Args, Debug)]
struct ShowArgs {
    #[command(flatten)]
    position: PositionFlags,
    /// Database
    file: PathBuf,
}

#[derive(clap::Args, Debug)]
struct ListArgs {
    /// Database
    file: PathBuf,
}

#[derive(clap::Args, Debug)]
struct ImportArgs {
    /// Game of files that do not name it
    #[arg(long, value_name = "G")]
    game: Option<String>,
    #[command(flatten)]
    rules: RuleFlags,
    /// Format of the files [default: from their first bytes or extensions]
    #[arg(long, value_name = "F", value_parser = parse_format)]
    from: Option<Format>,
    /// Database; it is created if it does not exist
    file: PathBuf,
    /// Files of games
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

#[derive(clap::Args, Debug)]
struct ExportArgs {
    #[command(flatten)]
    position: PositionFlags,
    /// Format of the output: pdn, sgf, text or lib [default: from its extension]
    #[arg(long, value_name = "F", value_parser = |name: &str| parse_of(name, TO.1))]
    to: Option<Format>,
    /// Database
    file: PathBuf,
    /// File to write, - for standard output
    #[arg(short, long, value_name = "OUTPUT", default_value = DASH)]
    output: PathBuf,
}

#[derive(clap::Args, Debug)]
struct MergeArgs {
    /// Database to add to; it is created if it does not exist
    file: PathBuf,
    /// Databases to add
    #[arg(required = true, value_name = "FROM")]
    from: Vec<PathBuf>,
}

/// The flag of commands that search.
#[derive(clap::Args, Debug)]
pub(super) struct DatabaseFlag {
    /// Database of positions: it keeps the results of searches, which later ones begin with
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
}

impl DatabaseFlag {
    /// The database, if one is named.
    pub fn open(&self) -> Result<Option<Arc<Database>>, Failure> {
        self.database.as_deref().map(open).transpose()
    }
}

/// Opens a database, and notes what is wrong with its file.
pub(super) fn open(path: &Path) -> Result<Arc<Database>, Failure> {
    let database = Database::open(path).map_err(Failure::Failed)?;
    note_damage(&database);
    Ok(database)
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Show(args) => show(args),
        Command::List(args) => print(&list(&*view(&args.file)?)),
        Command::Import(args) => import(args),
        Command::Export(args) => export(args),
        Command::Merge(args) => merge(args),
    }
}

/// A database that is only looked at.
fn view(path: &Path) -> Result<Arc<Database>, Failure> {
    let database = Database::view(path).map_err(Failure::Failed)?;
    note_damage(&database);
    Ok(database)
}

fn show(args: &ShowArgs) -> Result<(), Failure> {
    let mut engine = args.position.open()?;
    let database = view(&args.file)?;
    engine.set_database(Some(Arc::clone(&database)));
    let Some(known) = engine.known() else { return Ok(()) };
    print(&known_text(&known))?;
    let rules = engine.place().rules;
    if !database.entries().iter().any(|(place, _)| place.rules == rules) {
        note(&format!("{} has no positions of {rules}; it has:\n{}", args.file.display(), list(&database)));
    }
    Ok(())
}

/// The number of positions of each game, with values, marks and notes.
fn list(database: &Database) -> String {
    let mut counts = BTreeMap::<String, [usize; 4]>::new();
    for (place, entry) in database.entries() {
        let count = counts.entry(place.rules).or_default();
        let parts = [true, entry.value.is_some(), !entry.mark.is_empty(), !entry.note.is_empty()];
        count.iter_mut().zip(parts).for_each(|(count, is_there)| *count += usize::from(is_there));
    }
    if counts.is_empty() {
        return "no positions".to_string();
    }
    let row = |(rules, [positions, values, marks, notes]): (String, [usize; 4])| {
        let positions = positions_text(positions);
        format!("{rules}: {positions}, {values} with a value, {marks} with a mark, {notes} with a note")
    };
    counts.into_iter().map(row).collect::<Vec<_>>().join("\n")
}

fn import(args: &ImportArgs) -> Result<(), Failure> {
    let defaults = defaults(args.game.as_deref(), &args.rules)?;
    // A file that cannot be read leaves no new database behind.
    let inputs = args.games.iter().map(|path| Ok((path, Input::new(path, args.from)?)));
    let inputs = inputs.collect::<Result<Vec<_>, Failure>>()?;
    let database = open(&args.file)?;
    let (mut games, mut positions, mut skipped) = (0, 0, 0);
    for (path, input) in &inputs {
        let added = add_games(&database, input.format, &input.source(), &defaults);
        let added = added.map_err(|why| Failure::Failed(format!("{}: {why}", name_of(path))))?;
        games += added.games;
        positions += added.positions;
        skipped += added.problems.len();
        let problems: Vec<(usize, String)> =
            added.problems.into_iter().map(|error| (error.line, error.reason)).collect();
        report_problems(path, &problems);
        let notes: Vec<String> = input.note().into_iter().chain(added.summary.notes).collect();
        report_assumptions(path, &notes, &added.summary.changes);
    }
    let now = positions_text(database.len());
    note(&format!("games: {games}, positions: {positions}; the database has {now}"));
    if skipped > 0 { Err(Failure::Failed(format!("games skipped: {skipped}"))) } else { Ok(()) }
}

fn export(args: &ExportArgs) -> Result<(), Failure> {
    let format = format_of(args.to, &args.output, TO)?;
    if output::replaces(&args.output, &args.file) {
        let name = args.file.display();
        return Err(Failure::Failed(format!("{name} is the database itself; set -o to another file")));
    }
    let mut engine = args.position.open()?;
    engine.set_database(Some(view(&args.file)?));
    let (record, transfer) = known_game(engine.as_mut()).map_err(Failure::Failed)?;
    let mut writer = Output::new(format);
    let text = writer.add(&record).map_err(Failure::Failed)?;
    let mut target = Target::new(&args.output, false)?;
    target.add(text.as_bytes())?;
    target.add(&writer.finish())?;
    target.finish()?;
    let losses = format.losses_of(&ReadGame { line: 1, record }, format);
    if !losses.is_empty() {
        note(&format!("changed: {losses}"));
    }
    if transfer.unreached > 0 {
        let left_out = positions_text(transfer.unreached);
        note(&format!("left out, because no known moves lead to them from this position: {left_out}"));
    }
    if transfer.too_deep > 0 {
        note(&format!("moves left out, because variations would be nested too deep: {}", transfer.too_deep));
    }
    let bounds = match transfer.bounds {
        0 => String::new(),
        many => format!("; {many} of their values are bounds and left out"),
    };
    note(&format!("positions written: {}{bounds}", transfer.positions));
    Ok(())
}

fn merge(args: &MergeArgs) -> Result<(), Failure> {
    let views = args.from.iter().map(|path| view(path)).collect::<Result<Vec<_>, Failure>>()?;
    let database = open(&args.file)?;
    for from in views {
        let changes = database.merge(from.entries()).map_err(Failure::Failed)?;
        note(&format!("{}: new or changed: {}", from.path().display(), positions_text(changes)));
    }
    note(&format!("the database has {}", positions_text(database.len())));
    Ok(())
}

fn note_damage(database: &Database) {
    database.damage().iter().for_each(|damage| note(&format!("{}: {damage}", database.path().display())));
}

/// `1 position`, `2 positions`.
fn positions_text(count: usize) -> String {
    format!("{count} position{}", if count == 1 { "" } else { "s" })
}

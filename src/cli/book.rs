//! `quadriga book`: opening books, computed in hours and packed into small files.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::book_strategy::{self, StrategyArgs};
use super::progress::progress;
use super::{Failure, note, output, print};
use crate::contract::book::{BookMaker, NO_MOVES};
use crate::contract::{SearchLimits, Silent};
use crate::engine::AnyEngine;
use crate::records::Source;
use crate::storage::files::is_stream;
use crate::storage::work_file::WorkFile;

/// Flags of `book`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Prove the values of all positions after a number of moves
    Prove(ProveArgs),
    /// Search the positions that an engine reaches when it follows the book, and back up their values
    Search(SearchArgs),
    /// Search for a winning strategy of one player: a move in every position, against all replies
    Strategy(StrategyFlags),
    /// Pack work files into a book; an entry that contradicts those after its moves is an error
    Pack(PackArgs),
    /// Show the contents of a book
    Show(ShowArgs),
}

#[derive(clap::Args, Debug)]
struct GameFlag {
    /// Game, one of those that 'quadriga games' lists
    #[arg(long, value_name = "G", default_value = super::protocol::DEFAULT_GAME)]
    game: String,
}

impl GameFlag {
    fn engine(&self) -> Result<Box<dyn AnyEngine>, Failure> {
        super::rules::open_game(&self.game)
    }

    fn maker(&self, hash_mib: u32) -> Result<Box<dyn BookMaker>, Failure> {
        let maker = self.engine()?.tools().book_maker(hash_mib as usize);
        maker.ok_or_else(|| Failure::Usage(format!("{} has no opening books", self.game)))
    }
}

/// Flags of the commands that write a work file.
#[derive(clap::Args, Debug)]
struct WorkFlags {
    #[command(flatten)]
    game: GameFlag,
    /// Memory of the search in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// File to append a line to for each position; positions already in it are skipped
    work: PathBuf,
}

#[derive(clap::Args, Debug)]
struct ProveArgs {
    #[command(flatten)]
    flags: WorkFlags,
    /// Moves played, before forced moves are added
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=12))]
    plies: u32,
    /// Also prove the positions after each one whose proof took more nodes than this, from scratch, until no proof is
    /// that slow
    #[arg(long, value_name = "NODES")]
    slow: Option<u64>,
    /// Do one share of the work, such as 2/3; several processes can share it, each with its own file
    #[arg(long, value_name = "I/N", value_parser = parse_share, default_value = "1/1")]
    share: (usize, usize),
}

#[derive(clap::Args, Debug)]
struct SearchArgs {
    #[command(flatten)]
    flags: WorkFlags,
    /// Search positions with fewer moves than this
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=12))]
    plies: u32,
    /// Search positions with fewer moves than this even if an engine that follows the book does not reach them
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=12))]
    all: u32,
    /// Nodes per position
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    nodes: u64,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
}

#[derive(clap::Args, Debug)]
struct StrategyFlags {
    #[command(flatten)]
    flags: WorkFlags,
    #[command(flatten)]
    strategy: StrategyArgs,
}

#[derive(clap::Args, Debug)]
struct PackArgs {
    #[command(flatten)]
    game: GameFlag,
    /// Book file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Work files
    #[arg(required = true)]
    work: Vec<PathBuf>,
}

#[derive(clap::Args, Debug)]
struct ShowArgs {
    #[command(flatten)]
    game: GameFlag,
    /// Book file [default: the built-in book]
    file: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Prove(args) => prove(args),
        Command::Search(args) => search(args),
        Command::Strategy(StrategyFlags { flags, strategy }) => {
            book_strategy::run(strategy, &mut *flags.game.maker(flags.hash)?, &flags.work)
        }
        Command::Pack(args) => pack(args),
        Command::Show(args) => show(args),
    }
}

pub(super) fn parse_share(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    parts.filter(|(i, n)| (1..=*n).contains(i)).ok_or_else(|| "expected I/N, such as 1/2 and 2/2".to_string())
}

/// Number of consecutive positions in one share: neighbours have much of their search in common.
const SHARE_RUN: usize = 64;

fn prove(args: &ProveArgs) -> Result<(), Failure> {
    let mut maker = args.flags.game.maker(args.flags.hash)?;
    if args.slow.is_some() {
        check_readable(&args.flags.work)?;
    }
    let mut work = Work::open(&args.flags.work)?;
    let done: HashSet<&str> = work.text.lines().filter_map(|line| line.split(' ').next()).collect();
    let (share, shares) = args.share;
    let plan = maker.plan(args.plies);
    let mine = plan.iter().enumerate().filter(|(place, _)| place / SHARE_RUN % shares == share - 1);
    let (ready, open): (Vec<&String>, Vec<&String>) =
        mine.map(|(_, moves)| moves).partition(|moves| done.contains(moves.as_str()));
    let ready = ready.len();
    work.through(ready, &open, |moves| maker.prove(moves).map_err(Failure::Failed))?;
    let Some(slow) = args.slow else { return Ok(()) };
    loop {
        let open = maker.beyond(&work.text, slow).map_err(Failure::Failed)?;
        if open.is_empty() {
            return Ok(());
        }
        work.through(0, &open, |moves| {
            maker.forget();
            maker.prove(moves).map_err(Failure::Failed)
        })?;
    }
}

/// A work file that is to be continued.
pub(super) struct Work {
    file: WorkFile,
    /// Its lines, including added ones; if it is not a regular file, only those added.
    pub(super) text: String,
}

impl Work {
    /// Opens the file, and cuts off an incomplete last line left by a killed process.
    pub(super) fn open(path: &Path) -> Result<Work, Failure> {
        let (mut file, bytes) = WorkFile::open(path).map_err(Failure::Failed)?;
        let no_text = |_| Failure::Failed(format!("cannot read {}: it is not text", path.display()));
        let mut text = String::from_utf8(bytes).map_err(no_text)?;
        text.truncate(whole_lines(&text));
        file.cut(text.len()).map_err(Failure::Failed)?;
        Ok(Work { file, text })
    }

    /// Adds a line, or several with line ends between them.
    pub(super) fn add(&mut self, line: &str) -> Result<(), Failure> {
        let begin = self.text.len();
        self.text.extend([line, "\n"]);
        self.file.add(&self.text.as_bytes()[begin..]).map_err(Failure::Failed)
    }

    /// Computes the positions one by one; the line of each is written at once.
    fn through(
        &mut self,
        ready: usize,
        open: &[impl AsRef<str>],
        mut one: impl FnMut(&str) -> Result<String, Failure>,
    ) -> Result<(), Failure> {
        let bar = progress("positions", open.len(), ready);
        for moves in open {
            let line = one(moves.as_ref())?;
            self.add(&line)?;
            bar.inc(1);
        }
        bar.abandon();
        Ok(())
    }
}

fn search(args: &SearchArgs) -> Result<(), Failure> {
    let WorkFlags { game, hash, work } = &args.flags;
    let (mut engine, maker) = (game.engine()?, game.maker(*hash)?);
    check_readable(work)?;
    let options =
        [("Hash", hash.to_string()), ("Threads", args.threads.to_string()), ("Book", "false".into())];
    for (name, value) in options {
        engine.set_option(name, &value).map_err(|error| Failure::Failed(error.to_string()))?;
    }
    let mut work = Work::open(work)?;
    loop {
        let open = maker.unexplored(&work.text, args.plies, args.all).map_err(Failure::Failed)?;
        work.through(0, &open, |moves| search_line(&mut *engine, moves, args.nodes))?;
        if open.is_empty() {
            let lines = maker.back_up(&work.text).map_err(Failure::Failed)?;
            if lines.is_empty() {
                return Ok(());
            }
            work.add(&lines.join("\n"))?;
        }
    }
}

/// A line of the work file: what a search found for a position.
fn search_line(engine: &mut dyn AnyEngine, moves: &str, nodes: u64) -> Result<String, Failure> {
    let words: Vec<String> =
        if moves == NO_MOVES { Vec::new() } else { moves.chars().map(String::from).collect() };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let failed = |error: crate::contract::EngineError| Failure::Failed(error.to_string());
    engine.set_position(None, &words).map_err(failed)?;
    engine.stop_handle().reset();
    let result = engine.go(&SearchLimits::nodes(nodes), &mut Silent).map_err(failed)?;
    let (Some(best), Some(line)) = (&result.best_move, result.lines.first()) else {
        return Err(Failure::Failed(format!("'{moves}': the search found no move")));
    };
    Ok(format!("{moves} {} {best} {} searched {}", line.score.0, result.nodes, line.depth.clamp(0, 255)))
}

fn pack(args: &PackArgs) -> Result<(), Failure> {
    let maker = args.game.maker(1)?;
    let inputs: Vec<&Path> = args.work.iter().map(PathBuf::as_path).collect();
    output::check(&[("--out", &args.out)], &inputs)?;
    let mut work = String::new();
    for path in &args.work {
        work.push_str(&read_work(path)?);
    }
    let book = maker.pack(&work).map_err(Failure::Failed)?;
    output::write(&args.out, &book)?;
    let description = maker.describe(Some(&book)).map_err(Failure::Failed)?;
    if output::is_output(&args.out) {
        note(description.trim_end());
        return Ok(());
    }
    print(&description)
}

fn show(args: &ShowArgs) -> Result<(), Failure> {
    let maker = args.game.maker(1)?;
    let read = |path: &PathBuf| Source::File(path.clone()).bytes().map_err(|error| cannot_read(path, &error));
    let book = args.file.as_ref().map(read).transpose()?;
    print(&maker.describe(book.as_deref()).map_err(Failure::Failed)?)
}

/// The complete lines of a work file, without a last line that was not finished.
fn read_work(path: &Path) -> Result<String, Failure> {
    let mut text = fs::read_to_string(path).map_err(|error| cannot_read(path, &error))?;
    text.truncate(whole_lines(&text));
    Ok(text)
}

/// Length of the text to the end of its last complete line.
fn whole_lines(text: &str) -> usize {
    text.rfind('\n').map_or(0, |end| end + 1)
}

/// Checks that what is added to a work file can be read again.
pub(super) fn check_readable(path: &Path) -> Result<(), Failure> {
    if !is_stream(path) {
        return Ok(());
    }
    let name = path.display();
    Err(Failure::Failed(format!("{name} is not a regular file, so its lines cannot be read again")))
}

fn cannot_read(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!("cannot read {}: {error}", path.display()))
}

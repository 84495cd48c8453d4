//! The command line. Each subcommand has a file that turns its flags into a call of the library.
//!
//! Without a subcommand the program speaks a protocol. Errors are one line on standard error that says what to do. The
//! exit status is 0 for success, also when the output is closed early; 2 for a command line that cannot be executed; 1
//! for anything that fails later.

mod analyze;
mod annotate;
mod bench;
mod bitbase;
#[cfg(feature = "board")]
mod board;
#[cfg(not(feature = "board"))]
#[path = "no_board.rs"]
mod board;
mod book;
mod book_strategy;
mod completions;
#[cfg(feature = "match")]
mod compliance;
mod convert;
mod convert_files;
mod data_folder;
mod database;
mod dxp;
mod engine_flags;
mod eval;
mod fit;
mod fit_validation;
mod games;
mod input;
#[cfg(not(all(feature = "board", feature = "match")))]
mod left_out;
#[cfg(feature = "board")]
mod listen;
mod man;
#[cfg(feature = "match")]
mod match_;
#[cfg(not(feature = "match"))]
mod no_match;
mod output;
mod perft;
mod position;
mod progress;
mod protocol;
mod puzzle_file;
mod puzzles;
mod rules;
mod seats;
mod selfplay;
mod show;
mod signals;
mod solve;
mod terminal;
mod training_games;
#[cfg(feature = "match")]
mod training_log;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser, Subcommand};

use crate::protocol::Protocol;
use crate::wire::output::{failure, is_closed_pipe};
#[cfg(not(feature = "match"))]
use no_match as match_;
#[cfg(not(feature = "match"))]
use no_match as compliance;
#[cfg(not(feature = "match"))]
use no_match::training_log;
use output::{note, print};

/// A board game engine for front-ends and scripts: Connect Four, gomoku and renju, draughts, Chinese checkers.
#[derive(Parser, Debug)]
#[command(name = "quadriga", version, args_conflicts_with_subcommands = true)]
#[command(
    after_help = "Without a command, speaks a protocol on standard input and output: UCI or UGI, Gomocup, Hub, GTP, JSON. \
                  The first line selects it; see protocol.md."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    protocol: protocol::Args,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play at a board in the browser
    Board(Box<board::Args>),
    /// Play at a board in the terminal
    Play(Box<terminal::Args>),
    /// Count the leaves of the move tree
    Perft(perft::Args),
    /// Search a fixed set of positions, and print node signature and speed
    Bench(bench::Args),
    /// Prove the exact values of positions
    Solve(solve::Args),
    /// Print the evaluation of a position, term by term
    Eval(eval::Args),
    /// Show a position as text, or draw it as SVG or PNG
    Show(show::Args),
    /// Speak UCI or UGI on standard input and output
    #[command(visible_alias = "uci")]
    Ugi(protocol::Args),
    /// Speak Gomocup's protocol, with Yixin's extensions
    Gomocup(protocol::Args),
    /// Speak the Hub protocol of draughts programs
    Hub(protocol::Args),
    /// Speak GTP, with GoGui's rules
    Gtp(protocol::Args),
    /// Play draughts against other programs over TCP (DamExchange)
    Dxp(dxp::Args),
    /// Answer queries about positions, one JSON object a line, or annotate a file of games
    Analyze(analyze::Args),
    /// List the games and their options
    Games(games::Args),
    /// Play matches between engines, and report the results
    Match(Box<match_::Args>),
    /// Check whether an engine speaks its protocol
    Compliance(Box<compliance::Args>),
    /// Convert game records: PDN, SGF, psq, text with PGN tags, lists of positions
    Convert(convert::Args),
    /// Find positions of recorded games that have one right move
    Puzzles(puzzles::Args),
    /// Show databases of positions, and add games and databases to them
    Database(database::Args),
    /// Make opening books, and show their contents
    Book(book::Args),
    /// Compute bitbases of draughts: the values of all positions with few pieces
    Bitbase(bitbase::Args),
    /// Write self-play games to a file, for training an evaluation
    Selfplay(selfplay::Args),
    /// Train the weights of an evaluation on games, of self-play or of files
    Fit(fit::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Print the manual page
    Man,
}

/// Why the program does not succeed.
#[derive(Debug)]
enum Failure {
    /// The command line asks for something that does not exist.
    Usage(String),
    /// Something failed while the command ran.
    Failed(String),
    /// The output is closed: not a failure.
    Hangup,
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        if is_closed_pipe(&error) { Failure::Hangup } else { Failure::Failed(failure(&error)) }
    }
}

/// Runs the program with these arguments, the first of them its name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let program = arguments.first().map(Path::new).and_then(Path::file_stem);
    let program = program.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    // A link of this name is the command: it listens without arguments, and takes the same flags.
    if program.ends_with("-dxp") && arguments.get(1).is_none_or(|first| first != "dxp") {
        arguments.insert(1, "dxp".into());
    }
    let hint = match_::hints::hint(&arguments);
    let command = arguments.get(1).cloned();
    let outcome = match Cli::try_parse_from(arguments) {
        Ok(cli) => run(cli, &program),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => print(&error.render().to_string()),
            _ => Err(Failure::Usage(hint.unwrap_or_else(|| misunderstood(&error)))),
        },
    };
    let (status, message) = match outcome {
        Ok(()) | Err(Failure::Hangup) => return ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => (2, format!("{message}; see '{}'", help_of(command))),
        Err(Failure::Failed(message)) => (1, message),
    };
    note(&format!("error: {message}"));
    ExitCode::from(status)
}

fn run(cli: Cli, program: &str) -> Result<(), Failure> {
    crate::threads::on_first_refusal(|refusal| note(&format!("{refusal}; continuing with the others")));
    if let Some(folder) = data_folder::data_folder() {
        crate::games::set_bitbase_folder(folder.join(crate::games::BITBASE_FOLDER));
    }
    match cli.command {
        None => protocol::run(&cli.protocol, Protocol::of_program(program)),
        Some(Command::Ugi(args)) => protocol::run(&args, Some(Protocol::Ugi)),
        Some(Command::Gomocup(args)) => protocol::run(&args, Some(Protocol::Gomocup)),
        Some(Command::Hub(args)) => protocol::run(&args, Some(Protocol::Hub)),
        Some(Command::Gtp(args)) => protocol::run(&args, Some(Protocol::Gtp)),
        Some(Command::Board(args)) => board::run(&args),
        Some(Command::Play(args)) => terminal::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Eval(args)) => eval::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Dxp(args)) => dxp::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Match(args)) => match_::run(&args),
        Some(Command::Compliance(args)) => compliance::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Puzzles(args)) => puzzles::run(&args),
        Some(Command::Database(args)) => database::run(&args),
        Some(Command::Book(args)) => book::run(&args),
        Some(Command::Bitbase(args)) => bitbase::run(&args),
        Some(Command::Selfplay(args)) => selfplay::run(&args),
        Some(Command::Fit(args)) => fit::run(&args),
        Some(Command::Completions(args)) => completions::run(&args),
        Some(Command::Man) => man::run(),
    }
}

/// Standard input or output in place of a file.
const DASH: &str = "-";

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == DASH
}

/// The command line that prints the flags, those of a command if the first argument is one.
fn help_of(first: Option<OsString>) -> String {
    let known = first.filter(|name| Cli::command().find_subcommand(name).is_some());
    known.map_or("quadriga --help".to_string(), |name| format!("quadriga {} --help", name.display()))
}

/// What is wrong with a command line, and the flag or command that was probably meant.
fn misunderstood(error: &clap::Error) -> String {
    let text = first_paragraph(&error.render().to_string());
    let kinds = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand];
    let similar = kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(name) => Some(name),
        ContextValue::Strings(names) => names.first(),
        _ => None,
    });
    match similar {
        Some(name) => format!("{text}, perhaps '{name}' is meant"),
        None => text,
    }
}

/// The first paragraph of a message on one line: what is wrong, without the explanation of usage.
fn first_paragraph(message: &str) -> String {
    let lines = message.lines().take_while(|line| !line.is_empty());
    let text = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    text.trim_start_matches("error: ").to_string()
}

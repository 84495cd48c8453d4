//! `quadriga board`: a board in the browser.

use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::thread::available_parallelism;

use super::data_folder::data_folder;
use super::database::DatabaseFlag;
use super::listen::{bind_loopback, bind_named};
use super::output::{note, print};
use super::protocol::DEFAULT_GAME;
use super::rules::{RuleFlags, ballot, opening_rule};
use super::{Failure, seats, signals};
use crate::match_runner::engines;
use crate::table::{Setup, Tables, new_token};
use crate::web::{Level, Limits, Stopper, report_to_stderr};

/// The default port.
const PORT: u16 = 7711;
/// What others can do at an address that is not only this machine's.
const WARNING: &str =
    "the connection is not encrypted; anyone on its path can read and change the games, see docs/board.md";
/// Exit status after a second Ctrl-C, as in shells.
const INTERRUPTED: i32 = 130;
/// Minimum number of searches at once: a program that plays and an analysis.
const MIN_SEARCHES: usize = 2;

/// Flags of `board`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Game of a new table, one of those that 'quadriga games' lists
    #[arg(long, value_name = "G", default_value = DEFAULT_GAME)]
    game: String,
    /// Opening rule of a new table of gomoku or renju: swap, swap2, rif, soosyrv8 or taraguchi10
    #[arg(long, value_name = "RULE")]
    opening: Option<String>,
    /// Ballot of draughts of a new table: two-move, three-move or eleven-man for one that is drawn, or with its number, two-move:17
    #[arg(long, alias = "ballots", value_name = "KIND[:N]", conflicts_with = "opening")]
    ballot: Option<String>,
    /// Player of a seat of a new table: person, level:0 to level:20, level:mine (as strong as you), or an engine as for
    /// 'quadriga match'; may be repeated
    #[arg(long = "seat", value_name = "N=SPEC")]
    seats: Vec<String>,
    /// Port on this machine; 0 for any [default: 7711, or the next free one]
    #[arg(long, value_name = "N", conflicts_with = "listen")]
    port: Option<u16>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Let others connect: local address to listen on, 0.0.0.0 for all; not encrypted
    #[arg(long, value_name = "HOST:PORT")]
    listen: Option<String>,
    /// Never let guests in from the local network: the page cannot open the board to it
    #[arg(long)]
    no_guests: bool,
    /// Additional Host name to accept, such as a reverse proxy's; may be repeated
    #[arg(long = "host", value_name = "NAME", value_parser = parse_name)]
    names: Vec<String>,
    /// Folder in which games are kept [default: the platform's application data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Threads for each search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
    /// Total size of all transposition tables in MiB [default: 32 for each concurrent search]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
    #[command(flatten)]
    database: DatabaseFlag,
    /// Log level on standard error: error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: Level,
    #[command(flatten)]
    rules: RuleFlags,
}

/// A name with or without a port, as in the address of a page.
fn parse_name(name: &str) -> Result<String, String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    let is_name = !name.is_empty() && name.chars().all(is_part);
    if is_name { Ok(name.to_string()) } else { Err("expected a name such as board.example".to_string()) }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    report_to_stderr(args.log);
    let token = new_token().map_err(Failure::Failed)?;
    let mut setup = setup(args, &token)?;
    allow_open_files();
    let server = match &args.listen {
        Some(address) => bind_named("--listen", address, PORT, &args.names, Limits::default(), WARNING)?,
        None => bind_loopback(args.port, PORT, &args.names, Limits::default(), "the board")?,
    };
    setup.door = (!args.no_guests).then(|| server.door());
    let tables = Tables::open(setup).map_err(Failure::Failed)?;
    end_on_signals(server.stopper())?;
    let url = server.url(&token);
    print(&url)?;
    if stdout().is_terminal() {
        note("Ctrl-C ends the board; what was played is kept");
    }
    if !args.no_open && has_desktop() && open::that_detached(&url).is_err() {
        note("no browser could be opened: open the address yourself");
    }
    server.run(&tables);
    engines::end_for_good();
    Ok(())
}

fn setup(args: &Args, token: &str) -> Result<Setup, Failure> {
    let game = args.rules.open(&args.game)?;
    let seats = seats::parse(&args.seats, game.status().players).map_err(Failure::Usage)?;
    let nowhere =
        || Failure::Usage("the system has no application data folder; set one with --data DIR".to_string());
    let data = args.data.clone().or_else(data_folder).ok_or_else(nowhere)?;
    Ok(Setup {
        data: Some(data),
        engines: seats.engines,
        host_token: token.to_string(),
        searches: available_parallelism().map_or(MIN_SEARCHES, usize::from).max(MIN_SEARCHES),
        threads: args.threads as usize,
        hash_mib: args.hash.map(|mib| mib as usize),
        database: args.database.open()?,
        opening: args.opening.as_deref().map(|name| opening_rule(name, game.as_ref())).transpose()?,
        ballot: args.ballot.as_deref().map(|text| ballot(text, game.as_ref())).transpose()?,
        game: (args.game.clone(), args.rules.options()),
        seats: seats.seats,
        ..Setup::default()
    })
}

/// The first Ctrl-C, or request to end, ends the server; a second one the program.
fn end_on_signals(stopper: Stopper) -> Result<(), Failure> {
    let mut is_ending = false;
    signals::listen(move |_| {
        if is_ending {
            engines::end_at_once();
            std::process::exit(INTERRUPTED);
        }
        is_ending = true;
        stopper.stop();
    })
}

/// Is there a desktop that can show a browser? Without one, a browser might start in this terminal.
fn has_desktop() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// Raises the soft limit of open files: each connection and each table in play needs one.
#[cfg(unix)]
fn allow_open_files() {
    use crate::table::MAX_TABLES;
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    /// Other open files.
    const OTHERS: usize = 256;
    let wanted = (Limits::default().connections + MAX_TABLES + OTHERS) as u64;
    // If this fails, fewer connections are accepted and fewer tables played.
    if let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE)
        && soft < wanted
    {
        let _ = setrlimit(Resource::RLIMIT_NOFILE, wanted.min(hard), hard);
    }
}

#[cfg(not(unix))]
fn allow_open_files() {}

//! No subcommand, or that of a protocol: the protocol loop on standard input and output.

use std::io::IsTerminal;
use std::path::PathBuf;

use super::input::Input;
use super::rules::RuleFlags;
use super::{Failure, print};
use crate::front_door::ServeError;
use crate::front_door::serve;
use crate::protocol::Protocol;
use crate::protocol::Setup;
use crate::wire::catalogue::Catalogue;

/// The default game.
pub(super) const DEFAULT_GAME: &str = "connect4";

/// Hints for a user who starts the program at a terminal.
const WAYS_TO_PLAY: &str = if cfg!(feature = "board") {
    "to play: 'quadriga board' in the browser, 'quadriga play' in this terminal"
} else {
    "to play: 'quadriga play' in this terminal"
};

/// Flags of the protocol loop.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Game to begin with, one of those that 'quadriga games' lists
    #[arg(long, value_name = "G")]
    game: Option<String>,
    /// Protocol to speak: ugi, uci, gomocup, hub, gtp, json [default: from the program's name or the first line]
    #[arg(long, value_name = "P", value_parser = parse_protocol)]
    protocol: Option<Protocol>,
    /// Finish pending work at the end of input instead of stopping
    #[arg(long)]
    finish: bool,
    /// Search threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: Option<u32>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
    /// List the search parameters as options, for tuners
    #[arg(long)]
    tune: bool,
    /// Keep the games in this folder, as text, and as PDN or SGF if these have the game
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    #[command(flatten)]
    rules: RuleFlags,
}

/// Reads the name of a protocol.
fn parse_protocol(name: &str) -> Result<Protocol, String> {
    let names: Vec<&str> = Protocol::ALL.iter().map(|&(name, ..)| name).collect();
    Protocol::parse(name).ok_or_else(|| format!("expected one of {}", names.join(", ")))
}

/// `implied` is the protocol of the subcommand, or of the name of the program.
pub(super) fn run(args: &Args, implied: Option<Protocol>) -> Result<(), Failure> {
    let protocol = args.protocol.or(implied);
    let default_game = protocol.map_or(DEFAULT_GAME, Protocol::default_game);
    args.rules.open(args.game.as_deref().unwrap_or(default_game))?;
    let mut options = args.rules.options();
    options.extend(args.threads.map(|n| ("Threads".to_string(), n.to_string())));
    options.extend(args.hash.map(|n| ("Hash".to_string(), n.to_string())));
    let typed = std::io::stdin().is_terminal();
    if typed {
        print(concat!(
            "Quadriga ",
            env!("CARGO_PKG_VERSION"),
            "; type 'help' for the commands, 'quit' to leave"
        ))?;
        print(WAYS_TO_PLAY)?;
    }
    let setup = Setup {
        catalogue: Catalogue::GAMES,
        protocol,
        typed,
        variant: args.game.clone(),
        options,
        finish: args.finish,
        tune: args.tune,
        record: args.record.clone(),
    };
    let (input, read_failure) = Input::new();
    serve(setup, input, std::io::stdout()).map_err(|error| match error {
        ServeError::Setup(why) => Failure::Usage(why),
        ServeError::Broken(why) | ServeError::Output(why) => Failure::Failed(why),
    })?;
    read_failure.result()
}

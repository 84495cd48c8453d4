//! No subcommand: the protocol loop on standard input and output.

use std::io::IsTerminal;

use super::rules::RuleFlags;
use super::{Failure, print};
use crate::protocol::catalogue::Catalogue;
use crate::protocol::{ServeError, Setup, serve};

/// The game that is opened where none is named.
pub(super) const DEFAULT_GAME: &str = "connect4";

/// Flags of the protocol loop.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Game to begin with, one of those that 'quadriga games' lists
    #[arg(long, value_name = "G", default_value = DEFAULT_GAME)]
    game: String,
    /// At the end of input, finish what was asked for instead of stopping
    #[arg(long)]
    finish: bool,
    /// Threads that search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: Option<u32>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
    /// List the numbers of the search among the options, for tuners
    #[arg(long)]
    tune: bool,
    #[command(flatten)]
    rules: RuleFlags,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    args.rules.open(&args.game)?;
    let mut options = args.rules.options();
    options.extend(args.threads.map(|n| ("Threads".to_string(), n.to_string())));
    options.extend(args.hash.map(|n| ("Hash".to_string(), n.to_string())));
    if std::io::stdin().is_terminal() {
        print(concat!(
            "Quadriga ",
            env!("CARGO_PKG_VERSION"),
            "; type 'help' for the commands, 'quit' to leave"
        ))?;
    }
    let setup = Setup {
        catalogue: Catalogue::GAMES,
        variant: args.game.clone(),
        options,
        finish: args.finish,
        tune: args.tune,
    };
    serve(setup, std::io::stdin(), std::io::stdout()).map_err(|error| match error {
        ServeError::Setup(why) => Failure::Usage(why),
        ServeError::Broken(why) => Failure::Failed(why),
    })
}

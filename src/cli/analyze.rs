//! `quadriga analyze`: queries about positions on standard input, answers on standard output, one JSON object a line.

use super::Failure;
use crate::analysis::{Setup, serve};
use crate::protocol::catalogue::Catalogue;
use crate::protocol::input;
use crate::protocol::output::Output;

/// Flags of `analyze`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    pipe: PipeFlags,
}

/// How the pipe works.
#[derive(clap::Args, Debug)]
struct PipeFlags {
    /// Positions to search at once; as many as there are processors if left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    positions: Option<u32>,
    /// Threads of each search, unless the query says how many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
    /// Size of all transposition tables together in MiB; 32 for each position at once if left out
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
    /// At the end of input, stop instead of finishing what was asked for
    #[arg(long)]
    quit_at_end: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let PipeFlags { positions, threads, hash, quit_at_end } = args.pipe;
    let setup = Setup {
        catalogue: Catalogue::GAMES,
        game: None,
        positions: positions.map(|n| n as usize),
        threads: threads as usize,
        hash_mib: hash.map(|n| n as usize),
        quit_at_end,
    };
    let (output, hangup) = Output::new(std::io::stdout());
    let lines = input::lines(std::io::stdin());
    serve(&setup, Vec::new(), &lines, output, &hangup).map_err(Failure::Failed)
}

//! `quadriga bench`: a node count for each game, as a signature of search and evaluation.

use std::time::{Duration, Instant};

use super::{Failure, print};
use crate::contract::nodes_per_second;
use crate::games::listed_names;

/// Flags of `bench`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Game to search [default: all games]
    #[arg(long, value_name = "G")]
    game: Option<String>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let names = match &args.game {
        Some(game) => vec![game.as_str()],
        None => listed_names().filter(|listed| !listed.is_alias()).map(|listed| listed.name).collect(),
    };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for name in names {
        let mut engine = super::rules::open_game(name)?;
        let start = Instant::now();
        let signature = engine.bench();
        let used = start.elapsed();
        print(&format!("{name:<16} {signature:>12} nodes {:>12} nps", nodes_per_second(signature, used)))?;
        nodes += signature;
        time += used;
    }
    print(&format!(
        "\nTotal time (ms) : {}\nNodes searched  : {nodes}\nNodes/second    : {nps}\n{nodes} nodes {nps} nps",
        time.as_millis(),
        nps = nodes_per_second(nodes, time)
    ))
}

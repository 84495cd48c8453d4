//! `quadriga perft`: counts leaves, to test the rules and measure their speed.

use std::time::Instant;

use super::position::PositionFlags;
use super::{Failure, print};
use crate::contract::nodes_per_second;

/// Largest depth: deeper than any position can be counted.
const MAX_DEPTH: i64 = 200;

/// Flags of `perft`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionFlags,
    /// Depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=MAX_DEPTH))]
    depth: u32,
    /// Print the count below each move
    #[arg(long)]
    divide: bool,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let engine = args.position.open()?;
    let start = Instant::now();
    let result = engine.perft(args.depth, args.threads as usize);
    let time = start.elapsed();
    let mut text = String::new();
    if args.divide {
        text.extend(result.divide.iter().map(|(mv, count)| format!("{mv}: {count}\n")));
    }
    let nps = nodes_per_second(result.nodes, time);
    text.push_str(&format!("nodes: {}\ntime: {:.3} s\nnps: {nps}", result.nodes, time.as_secs_f64()));
    print(&text)
}

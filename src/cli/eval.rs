//! `quadriga eval`: the evaluation of a position, one line a term.

use super::position::PositionFlags;
use super::{Failure, print};

/// Flags of `eval`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionFlags,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    print(&args.position.open()?.explain())
}

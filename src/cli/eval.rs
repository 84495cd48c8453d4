//! `quadriga eval`: the evaluation of a position, one line a term.

use super::position::PositionFlags;
use super::rules::EvalFile;
use super::{Failure, print};

/// Flags of `eval`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionFlags,
    #[command(flatten)]
    network: EvalFile,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut engine = args.position.open()?;
    args.network.load(engine.as_mut())?;
    print(&engine.explain())
}

//! `quadriga show`: a position as people want to see it.

use super::position::PositionFlags;
use super::{Failure, print};
use crate::protocol::describe;

/// Flags of `show`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionFlags,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    print(&describe(args.position.open()?.as_ref()))
}

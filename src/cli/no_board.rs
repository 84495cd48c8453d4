//! `quadriga board` in a build without its server.

use super::Failure;
pub(super) use super::left_out::Args;
use super::left_out::refusal;

pub(super) fn run(_: &Args) -> Result<(), Failure> {
    Err(Failure::Usage(refusal("has no board", "board")))
}

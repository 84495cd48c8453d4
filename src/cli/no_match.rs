//! `quadriga match` and `quadriga compliance` in a build that plays no matches.

use super::Failure;
pub(super) use super::left_out::Args;
use super::left_out::refusal;

pub(super) fn run(_: &Args) -> Result<(), Failure> {
    Err(Failure::Usage(refusal("plays no matches", "match")))
}

/// Flags that other programs call something else.
pub(super) mod hints {
    use std::ffi::OsString;

    /// None, for no flag is known.
    pub(in crate::cli) fn hint(_: &[OsString]) -> Option<String> {
        None
    }
}

/// The games of the log of a match, for training.
pub(super) mod training_log {
    use std::path::Path;

    use crate::cli::left_out::refusal;
    use crate::cli::training_games::LogGames;

    /// Refuses the log.
    pub(in crate::cli) fn read(_: &Path, _: &[u8]) -> Result<LogGames, String> {
        Err(refusal("reads no logs of matches", "match"))
    }
}

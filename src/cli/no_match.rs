//! `quadriga match` and `quadriga compliance` in a build that plays no matches.

use super::Failure;

/// Accepts any arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _any: Vec<String>,
}

pub(super) fn run(_: &Args) -> Result<(), Failure> {
    Err(Failure::Usage(
        "this build plays no matches: it was made without the feature 'match' of Cargo.toml".to_string(),
    ))
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

    use crate::cli::training_games::LogGames;

    /// Refuses the log.
    pub(in crate::cli) fn read(_: &Path, _: &[u8]) -> Result<LogGames, String> {
        Err("this build reads no logs of matches: it was made without the feature 'match' of Cargo.toml"
            .to_string())
    }
}

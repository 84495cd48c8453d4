//! `quadriga board` in a build without its server.

use super::Failure;

/// Accepts any arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _any: Vec<String>,
}

pub(super) fn run(_: &Args) -> Result<(), Failure> {
    Err(Failure::Usage(
        "this build has no board: it was made without the feature 'board' of Cargo.toml".to_string(),
    ))
}

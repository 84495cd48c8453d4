//! `quadriga completions SHELL`: a script that completes commands and flags.

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, Failure, print};

/// Arguments of `completions`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Shell
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    // Written to memory first: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "quadriga", &mut script);
    print(&String::from_utf8_lossy(&script))
}

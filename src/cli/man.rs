//! `quadriga man`: the manual page, in roff.

use clap::CommandFactory;

use super::{Cli, Failure, print};

pub(super) fn run() -> Result<(), Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    print(&String::from_utf8_lossy(&page))
}

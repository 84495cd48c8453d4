//! What `quadriga analyze` needs to know of its engines, whether it answers queries or annotates games.

use super::rules::RuleFlags;

/// The game, and what a search may use.
#[derive(clap::Args, Debug)]
pub(super) struct EngineFlags {
    /// Game of queries and files that do not say which it is
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub rules: RuleFlags,
    /// Threads of each search, unless the query says how many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    pub threads: u32,
    /// Size of all transposition tables together in MiB [default: 32 for each position at once, 64 for a file]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: Option<u32>,
}

//! Flags of `quadriga analyze` for its engines, both for queries and for annotation.

use super::rules::RuleFlags;

/// The game, and what a search may use.
#[derive(clap::Args, Debug)]
pub(super) struct EngineFlags {
    /// Game of queries and files that do not name it
    #[arg(long, value_name = "G")]
    pub game: Option<String>,
    #[command(flatten)]
    pub rules: RuleFlags,
    /// Threads for each search, which a query may override
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    pub threads: u32,
    /// Total size of all transposition tables in MiB [default: 32 for each concurrent position, 64 for a file]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: Option<u32>,
}

//! `quadriga analyze`: queries about positions on standard input, answers on standard output, one JSON object a line.
//! With a file of games, it annotates these instead.

use std::io::IsTerminal;
use std::path::PathBuf;

use super::engine_flags::EngineFlags;
use super::input::Input;
use super::{Failure, annotate, database, note};
use crate::analysis::{Setup, serve};
use crate::wire::catalogue::Catalogue;
use crate::wire::input;
use crate::wire::output::Output;

/// Flags of `analyze`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// File of games to annotate, - for standard input; without it, answer queries, one JSON object a line
    #[arg(value_name = "FILE")]
    input: Option<PathBuf>,
    #[command(flatten)]
    engines: EngineFlags,
    #[command(flatten, next_help_heading = "Queries")]
    pipe: PipeFlags,
    #[command(flatten, next_help_heading = "Files of games")]
    annotation: annotate::Flags,
}

/// Flags of `analyze` that are for queries.
#[derive(clap::Args, Debug)]
#[group(id = "queries", conflicts_with = "input", multiple = true)]
struct PipeFlags {
    /// Positions to search at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    positions: Option<u32>,
    /// Database of positions: it keeps the results of searches, which later ones begin with
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Stop at the end of input instead of finishing pending queries
    #[arg(long)]
    quit_at_end: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    match &args.input {
        Some(input) => annotate::run(input, &args.annotation, &args.engines),
        None => answer(args),
    }
}

/// Answers queries until there are no more.
fn answer(args: &Args) -> Result<(), Failure> {
    let EngineFlags { game, rules, threads, hash } = &args.engines;
    let defaults = super::convert::defaults(game.as_deref(), rules)?;
    let setup = Setup {
        catalogue: Catalogue::GAMES,
        game: defaults.variant.map(|variant| (variant, defaults.options)),
        positions: args.pipe.positions.map(|n| n as usize),
        threads: *threads as usize,
        hash_mib: hash.map(|n| n as usize),
        database: args.pipe.database.as_deref().map(database::open).transpose()?,
        quit_at_end: args.pipe.quit_at_end,
    };
    if let Some(words) = awaited(std::io::stdin().is_terminal()) {
        note(words);
    }
    let (output, hangup) = Output::new(std::io::stdout());
    let (input, read_failure) = Input::new();
    let lines = input::lines(input).map_err(Failure::Failed)?;
    let answered = serve(&setup, Vec::new(), &lines, output.clone(), &hangup);
    answered.and_then(|()| output.result()).map_err(Failure::Failed)?;
    read_failure.result()
}

/// The hint for a user who typed only the command.
fn awaited(is_terminal: bool) -> Option<&'static str> {
    let words = "waiting for queries, one JSON object a line, such as {\"id\":1,\"game\":\"connect4\",\"moves\":[4,4]}; \
                 give a file to annotate its games";
    is_terminal.then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_terminal_gets_the_hint() {
        assert!(awaited(true).is_some_and(|words| words.contains("JSON") && !words.contains('\n')));
        assert_eq!(awaited(false), None);
    }
}

//! `quadriga compliance`: does an engine speak its protocol?

use std::path::PathBuf;
use std::sync::Arc;

use super::match_::debug_file;
use super::rules::RuleFlags;
use super::{Failure, print};
use crate::match_runner::compliance::{CheckResult, check};
use crate::match_runner::engines::Pipes;
use crate::match_runner::spec::{self, EngineProtocol};

/// Flags of `compliance`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The engine, as for --engine of 'quadriga match': 'cmd=./a proto=hub'
    #[arg(value_name = "SPEC")]
    engine: String,
    /// Game, one of those that 'quadriga games' lists [default: gomoku for Gomocup, draughts for Hub and DamExchange,
    /// otherwise connect4]
    #[arg(long, value_name = "G")]
    game: Option<String>,
    #[command(flatten)]
    rules: RuleFlags,
    /// Append the dialogues with the engine, with times, to this file
    #[arg(long, value_name = "FILE")]
    debug: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let engine =
        spec::parse(std::slice::from_ref(&args.engine), "patience=5").map_err(Failure::Usage)?.remove(0);
    let game = args.game.as_deref().unwrap_or(match engine.protocol {
        EngineProtocol::Gomocup => "gomoku",
        EngineProtocol::Hub | EngineProtocol::Dxp => "draughts",
        EngineProtocol::Ugi | EngineProtocol::Uci | EngineProtocol::Gtp => super::protocol::DEFAULT_GAME,
    });
    args.rules.open(game)?;
    let pipes = Pipes { debug: debug_file(args.debug.as_deref())?.map(Arc::new) };
    let (mut checks, mut failed, mut printed) = (0, 0, Ok(()));
    check(&engine, game, &args.rules.options(), &pipes, |check| {
        let (word, why) = match check.result {
            CheckResult::Passed => ("ok", String::new()),
            CheckResult::Failed(why) => ("FAILED", format!(": {why}")),
            CheckResult::Skipped(why) => ("skipped", format!(": {why}")),
        };
        checks += 1;
        failed += u32::from(word == "FAILED");
        if printed.is_ok() {
            printed = print(&format!("{word:<8} {}{why}", check.name));
        }
    })
    .map_err(Failure::Failed)?;
    printed?;
    if failed > 0 { Err(Failure::Failed(format!("{failed} of {checks} checks failed"))) } else { Ok(()) }
}

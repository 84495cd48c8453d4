//! Does an engine speak its protocol? Short talks line by line, then games against itself under each kind of limit.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::Duration;

use crossbeam_channel::never;

use super::adjudication::Adjudication;
use super::engines::{Pipes, talks};
use super::openings::Source;
use super::plan::Plan;
use super::runner::{RunOptions, run};
use super::schedule::Format;
use super::spec::{ClockRule, EngineProtocol, EngineSpec, Limits};

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// The engine does what it should.
    Passed,
    /// It does not: why.
    Failed(String),
    /// The protocol has no such limit: why.
    Skipped(String),
}

/// A check and its result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Check {
    /// What the program should do, as the end of "the program ...".
    pub name: String,
    /// Does it?
    pub result: CheckResult,
}

/// Moves of the random openings of games.
const OPENING_PLIES: usize = 4;
/// Longest game: the protocol is checked, not the play.
const MAX_PLIES: usize = 20;

/// Makes all checks of an engine in this game; each goes to `listener` as soon as it is done.
///
/// # Errors
/// One line: the game or an option is unknown.
pub fn check(
    spec: &EngineSpec,
    variant: &str,
    options: &[(String, String)],
    pipes: &Pipes,
    mut listener: impl FnMut(Check),
) -> Result<(), String> {
    let game = crate::records::open(variant, options)?;
    for talk in talks(spec.protocol, game.as_ref()) {
        let result = match pipes.hold(spec, &talk) {
            Ok(()) => CheckResult::Passed,
            Err(fault) => CheckResult::Failed(fault.to_string()),
        };
        listener(Check { name: talk.name.to_string(), result });
    }
    for (name, limits) in kinds_of_limits() {
        let result = games(spec, variant, options, pipes, limits);
        listener(Check { name: name.to_string(), result });
    }
    Ok(())
}

fn kinds_of_limits() -> [(&'static str, Limits); 4] {
    let move_time = Some(Duration::from_millis(100));
    let clock =
        Some(ClockRule { moves: None, base: Duration::from_secs(3), increment: Duration::from_millis(30) });
    [
        ("plays two games with 0.1 s a move", Limits { move_time, ..Limits::default() }),
        ("plays two games on a clock of 3+0.03", Limits { clock, ..Limits::default() }),
        ("plays two games with a depth of 2", Limits { depth: Some(2), ..Limits::default() }),
        ("plays two games with 500 nodes a move", Limits { nodes: Some(500), ..Limits::default() }),
    ]
}

/// Two games of the engine against itself in the same processes.
fn games(
    spec: &EngineSpec,
    variant: &str,
    options: &[(String, String)],
    pipes: &Pipes,
    limits: Limits,
) -> CheckResult {
    if spec.protocol == EngineProtocol::Dxp && limits.move_time.is_none() {
        return CheckResult::Skipped(
            "DamExchange has clocks of whole minutes, and no depth or nodes".to_string(),
        );
    }
    let copy = |name: &str| EngineSpec { name: name.to_string(), limits, restart: false, ..spec.clone() };
    let plan = Plan {
        variant: variant.to_string(),
        options: options.to_vec(),
        engines: vec![copy(&spec.name), copy(&format!("{} again", spec.name))],
        format: Format::RoundRobin,
        rounds: 1,
        source: Source::Random { plies: OPENING_PLIES, balance: None },
        seed: 1,
        adjudication: Adjudication { max_plies: Some(MAX_PLIES), ..Adjudication::default() },
    };
    let played = plan.schedule().and_then(|schedule| {
        let agenda = schedule.agenda(0..schedule.pairs(), HashSet::new());
        let options = RunOptions { cores: vec![None], interrupt: never(), live: None };
        let mut fault = None;
        run(&plan, agenda, &mut plan.book()?, options, pipes, |game| {
            if game.end.is_fault() {
                fault = Some(format!("move {}: {}", game.moves.len() + 1, game.reason));
            }
            Ok(if fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        Ok(fault)
    });
    match played {
        Ok(None) => CheckResult::Passed,
        Ok(Some(fault)) | Err(fault) => CheckResult::Failed(fault),
    }
}

//! The answer to `solve`: the exact value of a position, or in games of threats a win by threats.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::engines::{CachedEngine, QueryError};
use super::queue::QueryQueue;
use super::request::Solve;
use crate::contract::MoveStyle;
use crate::contract::solver::{AnySolver, Effort, Proof, SIGN};
use crate::contract::threats::{ThreatSolver, ThreatVerdict};
use crate::contract::{StopHandle, Window};
use crate::games;

/// What was proved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Solution {
    #[serde(flatten)]
    value: Solved,
    /// Each move, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<SolvedMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pv: Option<Vec<String>>,
    nodes: u64,
    time_ms: u128,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct SolvedMove {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    value: Solved,
}

/// A value for the player to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Solved {
    /// `win`, `draw`, `loss`; `none`: no win by threats alone; `unknown`.
    result: &'static str,
    /// In the usual number of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    /// To the end of the game by best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// The lowest and the highest value that are possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<[i32; 2]>,
}

impl Solved {
    const fn only(result: &'static str) -> Solved {
        Solved { result, value: None, plies: None, bounds: None }
    }

    fn of(solver: &dyn AnySolver, proof: &Proof, weak: bool) -> Solved {
        let solved = Solved::only(match proof.sign() {
            Some(1) => "win",
            Some(0) => "draw",
            Some(_) => "loss",
            None => "unknown",
        });
        match proof.value() {
            _ if weak => solved,
            None => Solved { bounds: Some([solver.number(proof.low), solver.number(proof.high)]), ..solved },
            Some(value) => Solved {
                value: Some(solver.number(value)),
                plies: Some(solver.plies_to_end(value)),
                ..solved
            },
        }
    }
}

/// What is left of the limits of a query.
struct Limits<'a> {
    nodes: u64,
    end: Option<Instant>,
    stop: &'a StopHandle,
}

impl Limits<'_> {
    /// Runs a part of the work with what is left, and subtracts its nodes.
    fn spend<T>(&mut self, work: impl FnOnce(Effort<'_>) -> (T, u64)) -> T {
        let (end, stop) = (self.end, self.stop);
        let is_over = || stop.is_stopped() || end.is_some_and(|end| Instant::now() >= end);
        let (result, nodes) = work(Effort { nodes: self.nodes, stop: &is_over });
        self.nodes = self.nodes.saturating_sub(nodes);
        result
    }
}

/// Solves the position of an engine; `None` if the query was terminated before it began.
pub(super) fn solve(
    task: &Solve,
    thread: usize,
    queue: &QueryQueue,
    cached: &mut CachedEngine,
    threads: usize,
) -> Result<Option<Solution>, QueryError> {
    let stop = cached.engine.stop_handle();
    let (fen, moves) = (cached.engine.base_fen(), cached.engine.moves(MoveStyle::Native).join(" "));
    let name = cached.engine.identity().variant;
    let start = Instant::now();
    let end = task.move_time_ms.map(|ms| start + Duration::from_millis(ms as u64));
    let mut limits = Limits { nodes: task.nodes.unwrap_or(u64::MAX), end, stop: &stop };
    let solution = if let Some(solver) = cached.solver(threads) {
        solver.set_position(fen.as_deref(), &moves).map_err(QueryError::internal)?;
        queue.begin(thread, &stop).then(|| exact(task, solver, &mut limits))
    } else if let Some(solver) = cached.threat_solver() {
        refuse_unused(task)?;
        solver.set_position(fen.as_deref(), &moves).map_err(QueryError::internal)?;
        queue.begin(thread, &stop).then(|| by_threats(solver, &mut limits))
    } else {
        let names = games::solvable().join(", ");
        return Err(QueryError::new("game", format!("{name} cannot be solved; expected one of {names}")));
    };
    Ok(solution.map(|solution| Solution { time_ms: start.elapsed().as_millis(), ..solution }))
}

/// Refuses fields that have no meaning for wins by threats.
fn refuse_unused(task: &Solve) -> Result<(), QueryError> {
    for (name, is_given) in [("weak", task.weak), ("all", task.all), ("line", task.line)] {
        if is_given {
            let message =
                format!("field '{name}' is for games with exact values; this one has wins by threats");
            return Err(QueryError::new(name, message));
        }
    }
    Ok(())
}

fn exact(task: &Solve, solver: &mut dyn AnySolver, limits: &mut Limits<'_>) -> Solution {
    let window = if task.weak { SIGN } else { Window::FULL };
    let mut moves: Vec<(String, Proof)> = Vec::new();
    for name in if task.all { solver.moves().to_vec() } else { Vec::new() } {
        let proof = limits.spend(|effort| {
            let proof = solver.prove_move(&name, window, effort);
            (proof, proof.map_or(0, |proof| proof.nodes))
        });
        moves.extend(proof.map(|proof| (name, proof)));
    }
    let proof = Proof::best(moves.iter().map(|(_, proof)| proof)).unwrap_or_else(|| {
        limits.spend(|effort| {
            let proof = solver.prove(window, effort);
            (proof, proof.nodes)
        })
    });
    let value = proof.value().filter(|_| task.line);
    let pv = value.map(|value| limits.spend(|effort| (solver.best_line(value, effort), 0)));
    let solver = &*solver;
    let solved =
        |(text, proof): (String, Proof)| SolvedMove { text, value: Solved::of(solver, &proof, task.weak) };
    let moves = task.all.then(|| moves.into_iter().map(solved).collect());
    Solution { value: Solved::of(solver, &proof, task.weak), moves, pv, nodes: proof.nodes, time_ms: 0 }
}

fn by_threats(solver: &mut dyn ThreatSolver, limits: &mut Limits<'_>) -> Solution {
    let (verdict, nodes) = limits.spend(|effort| {
        let (verdict, nodes) = solver.find(effort);
        ((verdict, nodes), nodes)
    });
    let (value, pv) = match verdict {
        ThreatVerdict::Win { line } => {
            (Solved { plies: Some(line.len() as u32), ..Solved::only("win") }, Some(line))
        }
        ThreatVerdict::NoThreatWins => (Solved::only("none"), None),
        ThreatVerdict::Unknown => (Solved::only("unknown"), None),
    };
    Solution { value, moves: None, pv, nodes, time_ms: 0 }
}

//! A game in progress.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::contract::MoveStyle;
use crate::engine::AnyEngine;

/// The report of an engine about its last move.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct SearchReport {
    /// Value for the engine, as in the log.
    pub score: Option<i32>,
    /// Depth in plies.
    pub depth: Option<i32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub ms: f64,
    /// The line it expects.
    pub pv: String,
}

/// A game in progress.
#[derive(Clone)]
pub(super) struct RunningGame {
    pub players: Vec<String>,
    fen: Option<String>,
    /// All moves, in native style.
    pub moves: Vec<String>,
    /// The seat to move.
    pub to_move: usize,
    /// When its time began.
    pub since: Instant,
    /// Time left by seat; `None`: no clock.
    pub clocks: Vec<Option<Duration>>,
    /// By seat.
    pub reports: Vec<Option<SearchReport>>,
}

impl RunningGame {
    pub fn new(players: Vec<String>, board: &dyn AnyEngine, clocks: Vec<Option<Duration>>) -> RunningGame {
        RunningGame {
            reports: vec![None; players.len()],
            players,
            fen: board.base_fen(),
            moves: board.moves(MoveStyle::Native),
            to_move: board.status().to_move.index(),
            since: Instant::now(),
            clocks,
        }
    }

    pub fn moved(
        &mut self,
        board: &dyn AnyEngine,
        seat: usize,
        report: SearchReport,
        clock: Option<Duration>,
    ) {
        self.moves = board.moves(MoveStyle::Native);
        self.to_move = board.status().to_move.index();
        self.since = Instant::now();
        self.clocks[seat] = clock;
        self.reports[seat] = Some(report);
    }

    /// The position at the beginning and all moves.
    pub fn position(&self) -> (Option<String>, Vec<String>) {
        (self.fen.clone(), self.moves.clone())
    }
}

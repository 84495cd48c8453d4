//! The table as a client sees it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::command::{OfferKind, Options};
use super::notes::Notes;
use crate::openings::OpeningView;

/// A table, whole. `docs/protocol/board.md` has the meaning of the fields.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableView {
    /// Its id.
    pub id: String,
    /// Number of the last event that is kept.
    pub n: u64,
    /// The variant.
    pub game: String,
    /// Rule options with other than their default values.
    pub options: Options,
    /// Name of the game for users.
    pub title: String,
    /// The position string of the base; `None`: the start position.
    pub base: Option<String>,
    /// Name of the opening rule; `None`: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_rule: Option<String>,
    /// The opening, while it is in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningView>,
    /// The ballot with which it began: `two-move:17`; `None`: without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<String>,
    /// All moves, in the order of their numbers.
    pub nodes: Vec<NodeView>,
    /// What is written at the start.
    #[serde(default, skip_serializing_if = "Notes::is_empty")]
    pub start: Notes,
    /// Number of changes that `undo_edit` can take back.
    pub edits: usize,
    /// Is there a move for `redo`?
    pub redo: bool,
    /// The node on the board.
    pub current: usize,
    /// In the format of the action `board` of the JSON analysis.
    pub position: Value,
    /// By player.
    pub seats: Vec<SeatView>,
    /// `None`: without a clock.
    pub clock: Option<ClockView>,
    /// Longest search of a program without a clock, in milliseconds.
    pub think_ms: u64,
    /// Is the game under way?
    pub phase: Phase,
    /// If it is over: `p1win` to `p6win`, `draw`, or `p1loss` to `p6loss`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// If it is over: the rule, or `resigned`, `time`, `agreed`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The player whose program is thinking, from 1; 0: none.
    pub thinking: usize,
    /// The player who has offered a draw, from 1; 0: none.
    pub draw_offer: usize,
    /// The open offer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<OfferView>,
    /// Has a seat been given away?
    pub shared: bool,
    /// Number of links for spectators.
    pub spectators: usize,
    /// Does the game count for the rating of the host?
    pub rated: bool,
}

/// An open offer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfferView {
    /// The player who offers, from 1.
    pub player: usize,
    /// What.
    pub kind: OfferKind,
    /// Of `undo` and `goto`: the node that would become the current one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// The players who have not answered, from 1.
    pub waits_for: Vec<usize>,
}

/// Is the game under way?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Yes.
    Playing,
    /// Not now.
    Paused,
    /// No.
    Over,
}

/// A move in the tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NodeView {
    /// Its number, from 1.
    pub id: usize,
    /// The node before it; 0: the start.
    pub parent: usize,
    /// In native style.
    #[serde(rename = "move")]
    pub mv: String,
    /// The player who moved, from 1.
    pub player: usize,
    /// The time it took, in milliseconds.
    pub ms: u64,
    /// Its place among the moves after `parent`; 0: it continues the line.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rank: usize,
    /// What is written here.
    #[serde(flatten)]
    pub notes: Notes,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatView {
    /// A person, the program or an engine.
    pub kind: SeatKind,
    /// The player's name; empty if unknown.
    pub name: String,
    /// Of the program, 0 to 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Rating of a program that is as strong as the host, for the host only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo: Option<i32>,
    /// Index of the engine, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<usize>,
    /// Was it given away?
    pub remote: bool,
    /// Is someone there who makes its moves?
    pub online: bool,
    /// If nobody plays it now: for how long, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away_ms: Option<u64>,
    /// Do you make its moves?
    pub yours: bool,
}

/// Kinds of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Someone.
    Person,
    /// This program.
    Program,
    /// An engine of the command line.
    Engine,
}

/// The clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockView {
    /// At the beginning, in milliseconds.
    pub base_ms: u64,
    /// Added after each move, in milliseconds.
    pub increment_ms: u64,
    /// By player, now, in milliseconds.
    pub left_ms: Vec<u64>,
    /// Whose clock runs; 0: none.
    pub running: usize,
}

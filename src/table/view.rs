//! The table as a client sees it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::command::Options;

/// A table, whole. `docs/protocol/board.md` has the meaning of the fields.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct TableView {
    pub id: String,
    pub n: u64,
    pub game: String,
    pub options: Options,
    pub title: String,
    pub base: Option<String>,
    pub nodes: Vec<NodeView>,
    pub current: usize,
    /// As the action `board` of the JSON analysis writes it.
    pub position: Value,
    pub seats: Vec<SeatView>,
    pub clock: Option<ClockView>,
    pub think_ms: u64,
    pub phase: Phase,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub thinking: usize,
    pub draw_offer: usize,
    pub shared: bool,
}

/// Is the game going on?
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
#[allow(missing_docs)]
pub struct NodeView {
    pub id: usize,
    pub parent: usize,
    #[serde(rename = "move")]
    pub mv: String,
    pub player: usize,
    pub ms: u64,
}

/// Who plays for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct SeatView {
    pub kind: SeatKind,
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<usize>,
    pub remote: bool,
    pub online: bool,
    pub yours: bool,
}

/// Kinds of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Somebody.
    Person,
    /// This program.
    Program,
    /// An engine of the command line.
    Engine,
}

/// The clocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ClockView {
    pub base_ms: u64,
    pub increment_ms: u64,
    /// By player, now.
    pub left_ms: Vec<u64>,
    /// Whose clock runs; 0: none.
    pub running: usize,
}

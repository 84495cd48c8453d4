//! Answers: the order of the fields here is that in the line. Boards and paths of moves are in `board`, evaluations
//! in `values`, databases in `known`.

mod board;
mod known;
mod values;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value as JsonValue;

pub(super) use self::board::{BoardAnswer, BoardView, PathAnswer, SeenPosition};
pub use self::board::{BoardExtras, board_json};
pub(super) use self::known::KnownAnswer;
pub(super) use self::values::{EvalAnswer, FactsAnswer};
use super::fields::Id;
use super::request::{Query, Task};
use crate::contract::{Bound, SearchInfo, SearchResult, nodes_per_second};
use crate::engine::{AnyEngine, Status};
use crate::wire::output::Output;
use crate::wire::result_word;
use crate::wire::value::Value;

/// Writes an answer as one line.
pub(super) fn write_answer(output: &Output, answer: &impl Serialize) {
    // This cannot fail: all keys are text.
    if let Ok(line) = serde_json::to_string(answer) {
        output.line(&line);
    }
}

/// The position that an answer is about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct PositionInfo {
    pub game: String,
    /// The player to move, from 1.
    pub player: usize,
    /// Key of the position.
    #[serde(rename = "hash", serialize_with = "as_hex")]
    pub key: u64,
    /// If the game is over: its result, and the rule that ended it.
    #[serde(flatten)]
    pub end: Option<End>,
}

impl PositionInfo {
    /// The position of an engine, which plays the game by this name.
    pub fn of(game: String, engine: &dyn AnyEngine, status: &Status) -> PositionInfo {
        PositionInfo { game, player: status.to_move.index() + 1, key: engine.key(), end: End::of(status) }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct End {
    outcome: String,
    reason: &'static str,
}

impl End {
    /// The end of the game, if it is over.
    pub fn of(status: &Status) -> Option<End> {
        status.outcome.map(|_| End { outcome: result_word(status), reason: status.reason })
    }
}

/// An answer about one turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct TurnAnswer<'a> {
    pub id: &'a Id,
    pub turn: usize,
    #[serde(rename = "final")]
    pub last: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub terminated: bool,
    /// Absent if the query was terminated before it was searched.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub info: Option<&'a PositionInfo>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub report: Option<SearchReport>,
    /// What the database knew before the search, if it knew anything.
    #[serde(rename = "database", skip_serializing_if = "Option::is_none")]
    pub known: Option<&'a KnownAnswer>,
}

impl<'a> TurnAnswer<'a> {
    /// The final answer for a turn that was not searched.
    pub fn not_searched(id: &'a Id, turn: usize) -> TurnAnswer<'a> {
        TurnAnswer { id, turn, last: true, terminated: true, info: None, report: None, known: None }
    }
}

/// The results of a search so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct SearchReport {
    /// Only if there are more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<usize>,
    depth: i32,
    seldepth: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    bestmove: Option<String>,
    score: ReportedScore,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<[u32; 3]>,
    pv: Vec<String>,
    nodes: u64,
    nps: u64,
    time_ms: u128,
    hashfull: u32,
    tbhits: u64,
    #[serde(rename = "multipv", skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<Line>>,
}

/// One of several lines.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Line {
    #[serde(rename = "move")]
    first: Option<String>,
    depth: i32,
    score: ReportedScore,
    wdl: [u32; 3],
    pv: Vec<String>,
}

impl SearchReport {
    /// The results after these lines, best first; `None` without lines. `several`: list them all.
    pub fn so_far(lines: &[SearchInfo<String>], several: bool, players: usize) -> Option<SearchReport> {
        let best = lines.first()?;
        // The other lines may have been reported earlier or later than the best one.
        let latest = lines.iter().max_by_key(|line| line.nodes).unwrap_or(best);
        Some(SearchReport {
            players: many(players),
            depth: best.depth,
            seldepth: best.seldepth,
            bestmove: best.pv.first().cloned(),
            score: ReportedScore::of(best, players),
            wdl: Some(best.wdl),
            pv: best.pv.clone(),
            nodes: latest.nodes,
            nps: latest.nps(),
            time_ms: latest.time.as_millis(),
            hashfull: latest.hashfull,
            tbhits: latest.tb_hits,
            lines: several.then(|| lines.iter().map(|line| Line::of(line, players)).collect()),
        })
    }

    /// The results at the end of a search.
    pub fn at_end(result: &SearchResult<String>, several: bool, players: usize) -> Option<SearchReport> {
        let report = SearchReport::so_far(&result.lines, several, players)?;
        let nps = nodes_per_second(result.nodes, result.time);
        Some(SearchReport {
            bestmove: result.best_move.clone(),
            nodes: result.nodes,
            nps,
            time_ms: result.time.as_millis(),
            ..report
        })
    }

    /// The value of a game that is over.
    pub fn of_end(status: &Status) -> SearchReport {
        SearchReport {
            players: many(status.players),
            depth: 0,
            seldepth: 0,
            bestmove: None,
            score: ReportedScore { value: Value::of_end(status), bound: Bound::Exact, proved: false },
            wdl: None,
            pv: Vec::new(),
            nodes: 0,
            nps: 0,
            time_ms: 0,
            hashfull: 0,
            tbhits: 0,
            lines: None,
        }
    }
}

impl Line {
    fn of(line: &SearchInfo<String>, players: usize) -> Line {
        Line {
            first: line.pv.first().cloned(),
            depth: line.depth,
            score: ReportedScore::of(line, players),
            wdl: line.wdl,
            pv: line.pv.clone(),
        }
    }
}

/// `{"cp":14}` or `{"mate":2}`, with `"bound"` if it is a bound, and `"proved":true` if a solver found it.
#[derive(Clone, PartialEq, Debug)]
struct ReportedScore {
    value: Value,
    bound: Bound,
    proved: bool,
}

impl ReportedScore {
    fn of(line: &SearchInfo<String>, players: usize) -> ReportedScore {
        ReportedScore { value: Value::of(line.score, players), bound: line.bound, proved: line.proved }
    }
}

impl Serialize for ReportedScore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.value {
            Value::Cp(value) => map.serialize_entry("cp", &value)?,
            Value::Mate(moves) => map.serialize_entry("mate", &moves)?,
        }
        match self.bound {
            Bound::Exact => {}
            Bound::Lower => map.serialize_entry("bound", "lower")?,
            Bound::Upper => map.serialize_entry("bound", "upper")?,
        }
        if self.proved {
            map.serialize_entry("proved", &true)?;
        }
        map.end()
    }
}

/// The answer to `legal_moves`.
#[derive(Serialize)]
pub(super) struct LegalMoves<'a> {
    pub id: &'a Id,
    pub action: &'static str,
    #[serde(flatten)]
    pub info: &'a PositionInfo,
    pub fen: String,
    /// The last of the moves played, in the game's own notation.
    #[serde(rename = "last_move", skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
    pub moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paths: Option<Vec<PathAnswer>>,
}

/// The answer to `play`.
#[derive(Serialize)]
pub(super) struct PlayAnswer<'a> {
    pub id: &'a Id,
    pub action: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub terminated: bool,
    #[serde(flatten)]
    pub info: &'a PositionInfo,
    #[serde(flatten)]
    pub chosen: Option<ChosenMove>,
}

/// The chosen move, and the cost of its search.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct ChosenMove {
    /// Only if there are more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<usize>,
    #[serde(rename = "move")]
    text: String,
    /// Absent if weaker play chose another move than the best one found.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ReportedScore>,
    depth: i32,
    nodes: u64,
    time_ms: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathAnswer>,
}

impl ChosenMove {
    /// The move at the end of a search; `None` if there is none.
    pub fn of(result: &SearchResult<String>, players: usize) -> Option<ChosenMove> {
        let text = result.best_move.clone()?;
        let best = result.lines.first();
        let score = best.filter(|line| line.pv.first() == Some(&text));
        Some(ChosenMove {
            players: many(players),
            score: score.map(|line| ReportedScore::of(line, players)),
            depth: best.map_or(0, |line| line.depth),
            nodes: result.nodes,
            time_ms: result.time.as_millis(),
            path: None,
            text,
        })
    }

    /// The move, in the game's own notation.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The answer to `perft`.
#[derive(Serialize)]
pub(super) struct Perft<'a> {
    pub id: &'a Id,
    pub action: &'static str,
    #[serde(flatten)]
    pub info: &'a PositionInfo,
    pub depth: u32,
    pub nodes: u64,
    pub nps: u64,
    pub time_ms: u128,
    pub divide: Vec<Divided>,
}

/// The number of leaves below a move.
#[derive(Serialize)]
pub(super) struct Divided {
    #[serde(rename = "move")]
    pub mv: String,
    pub nodes: u64,
}

/// The answer to any other action.
#[derive(Serialize)]
pub(super) struct ActionAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a Id>,
    pub action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminate: Option<&'a Id>,
    /// Number of answers that the action ended early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminated: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<JsonValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<JsonValue>,
}

impl<'a> ActionAnswer<'a> {
    /// An answer without further fields: the action is done.
    pub fn new(id: Option<&'a Id>, action: &'static str) -> ActionAnswer<'a> {
        ActionAnswer {
            id,
            action,
            terminate: None,
            terminated: None,
            name: None,
            version: None,
            games: None,
            puzzles: None,
        }
    }
}

/// A query that was terminated before it was done.
#[derive(Serialize)]
pub(super) struct TerminatedAnswer<'a> {
    id: &'a Id,
    action: &'static str,
    /// Present only if a query may have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    terminated: bool,
}

impl<'a> TerminatedAnswer<'a> {
    /// The answer for a turn of a query that is not a search.
    pub fn of(query: &'a Query, turn: usize) -> TerminatedAnswer<'a> {
        let turn = matches!(query.task, Task::Board(_)).then_some(turn);
        let action = query.task.action().unwrap_or_default();
        TerminatedAnswer { id: &query.id, action, turn, terminated: true }
    }
}

/// The number of players, if scores of theirs are not opposite.
fn many(players: usize) -> Option<usize> {
    (players > 2).then_some(players)
}

/// Writes a key as 16 hexadecimal digits.
fn as_hex<S: Serializer>(key: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{key:016x}"))
}

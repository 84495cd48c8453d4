//! The board in answers: all that a front-end needs to draw any game and to play it by clicks, without code for that
//! game.
//!
//! Invariant: cells are `[column, row]`, both from 0 and the row from the top; players are counted from 1.

use serde::Serialize;

use super::PositionInfo;
use crate::analysis::fields::Id;
use crate::analysis::rows::rows;
use crate::contract::{Face, GridCell, Labels, Mark, MovePath, Player};
use crate::engine::AnyEngine;
use crate::pictures::board::last_move;
use crate::pictures::places;
use crate::pictures::style::Style;

/// `[x, y]`
type CellAnswer = [u8; 2];

fn cells(cells: &[GridCell]) -> Vec<CellAnswer> {
    cells.iter().map(|cell| [cell.x, cell.y]).collect()
}

/// A move and its path over the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(in crate::analysis) struct PathAnswer {
    #[serde(rename = "move")]
    text: String,
    /// Every cell visited.
    cells: Vec<CellAnswer>,
    /// The cells that identify the move, if they differ from `cells`.
    #[serde(skip_serializing_if = "Option::is_none")]
    clicks: Option<Vec<CellAnswer>>,
    captured: Vec<CellAnswer>,
}

impl PathAnswer {
    pub fn of(path: &MovePath) -> PathAnswer {
        PathAnswer {
            text: path.text.clone(),
            cells: cells(&path.route),
            clicks: (path.cells != path.route).then(|| cells(&path.cells)),
            captured: cells(&path.captured),
        }
    }

    /// The legal moves; none once the game is over.
    pub fn all(engine: &dyn AnyEngine) -> Vec<PathAnswer> {
        match engine.status().outcome {
            Some(_) => Vec::new(),
            None => engine.move_paths().iter().map(PathAnswer::of).collect(),
        }
    }
}

/// The answer to `board`.
#[derive(Serialize)]
pub(in crate::analysis) struct BoardAnswer<'a> {
    pub id: &'a Id,
    pub action: &'static str,
    pub turn: usize,
    #[serde(flatten)]
    pub position: &'a SeenPosition,
}

/// A position with its board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(in crate::analysis) struct SeenPosition {
    #[serde(flatten)]
    pub info: PositionInfo,
    #[serde(flatten)]
    pub view: BoardView,
}

/// The position of an engine as the action `board` writes it, without `id`, `action` and `turn`.
pub fn board_json(engine: &mut dyn AnyEngine, extras: BoardExtras) -> serde_json::Value {
    let info = PositionInfo::of(engine.identity().variant, engine, &engine.status());
    let position = SeenPosition { info, view: BoardView::of(engine, extras) };
    // This cannot fail: all keys are text.
    serde_json::to_value(position).unwrap_or_default()
}

/// The visible state of a board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(in crate::analysis) struct BoardView {
    fen: String,
    title: &'static str,
    players: usize,
    width: usize,
    height: usize,
    hexagonal: bool,
    rows: Vec<String>,
    face: FaceAnswer,
    /// Absent before the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<PathAnswer>,
    winning_lines: Vec<Vec<CellAnswer>>,
    /// The name of each cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    threats: Option<Vec<MarkAnswer>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    paths: Option<Vec<PathAnswer>>,
}

/// What a board shows in addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BoardExtras {
    /// The threats.
    pub threats: bool,
    /// The legal moves and their paths.
    pub paths: bool,
    /// The names of the cells.
    pub names: bool,
}

/// The appearance of the board and the pieces.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct FaceAnswer {
    surface: &'static str,
    pieces: &'static str,
    falls: bool,
    seats: Vec<u16>,
    colours: Vec<ColourAnswer>,
    labels: LabelsAnswer,
}

/// The pieces of one player.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct ColourAnswer {
    name: &'static str,
    fill: &'static str,
    rim: &'static str,
    detail: &'static str,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
enum LabelsAnswer {
    Edges { columns: Vec<String>, rows: Vec<String> },
    Cells { cells: Vec<String> },
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct MarkAnswer {
    cell: CellAnswer,
    player: usize,
    label: &'static str,
}

impl BoardView {
    /// The position of an engine. The last move is taken back and played again, to find its path.
    pub fn of(engine: &mut dyn AnyEngine, extras: BoardExtras) -> BoardView {
        let last = last_move(engine).as_ref().map(PathAnswer::of);
        let (board, face, identity) = (engine.board(), engine.face(), engine.identity());
        let players = engine.status().players;
        let style = Style::of(&identity);
        BoardView {
            fen: engine.fen(),
            title: identity.rules.title,
            players,
            width: board.width,
            height: board.height,
            hexagonal: board.hexagonal,
            rows: rows(&board),
            names: extras.names.then(|| places::names(&board, &face)),
            face: FaceAnswer::of(face, &style, players),
            last,
            winning_lines: engine.winning_lines().iter().map(|line| cells(line)).collect(),
            threats: extras.threats.then(|| engine.threats().iter().map(MarkAnswer::of).collect()),
            paths: extras.paths.then(|| PathAnswer::all(engine)),
        }
    }
}

impl FaceAnswer {
    fn of(face: Face, style: &Style, players: usize) -> FaceAnswer {
        let colour = |player| {
            let paint = style.paint(Player::new(player));
            ColourAnswer { name: paint.name, fill: paint.fill, rim: paint.rim, detail: paint.detail }
        };
        FaceAnswer {
            surface: face.surface.name(),
            pieces: style.pieces(),
            falls: face.falls,
            seats: face.seats,
            colours: (0..players).map(colour).collect(),
            labels: match face.labels {
                Labels::Edges { columns, rows } => LabelsAnswer::Edges { columns, rows },
                Labels::Cells(cells) => LabelsAnswer::Cells { cells },
            },
        }
    }
}

impl MarkAnswer {
    fn of(mark: &Mark) -> MarkAnswer {
        let cell = [mark.cell.x, mark.cell.y];
        MarkAnswer { cell, player: mark.player.index() + 1, label: mark.label }
    }
}

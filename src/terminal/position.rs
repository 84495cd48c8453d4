//! The position of a table, read from its pushes.
//!
//! It has only what is drawn, and what typed moves are compared with. Cells are `[x, y]` from the upper left; players
//! here are counted from 0.

use serde::Deserialize;
use serde_json::Value;

/// Column and row, from 0, the row from the top.
pub(super) type Cell = [u8; 2];

/// A position in the format of the action `board` of the JSON analysis.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Position {
    /// The player to move, from 1.
    pub player: usize,
    pub width: usize,
    pub height: usize,
    pub hexagonal: bool,
    rows: Vec<String>,
    pub face: Face,
    #[serde(default)]
    pub last: Option<Way>,
    #[serde(default)]
    pub winning_lines: Vec<Vec<Cell>>,
    /// The legal moves.
    #[serde(default)]
    pub paths: Vec<Way>,
}

/// A move and its way over the board.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Way {
    #[serde(rename = "move")]
    pub text: String,
    pub cells: Vec<Cell>,
    #[serde(default)]
    pub captured: Vec<Cell>,
}

/// How the board looks.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Face {
    pub surface: Surface,
    /// Stones fall: the board stands upright.
    #[serde(default)]
    pub falls: bool,
    /// By player: degrees clockwise from the bottom; empty if sides belong to no player.
    pub seats: Vec<u16>,
    pub colours: Vec<Colour>,
    pub labels: Labels,
}

/// What the places of a board are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Surface {
    Squares,
    Crossings,
    Holes,
}

/// The pieces of one player.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct Colour {
    pub name: String,
    /// `#rrggbb`, as the next.
    pub fill: String,
    pub detail: String,
}

/// Names of places.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Labels {
    /// A name for each cell, row by row.
    Cells { cells: Vec<String> },
    /// Names along the bottom and the left edge.
    Edges { columns: Vec<String>, rows: Vec<String> },
}

/// What a cell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Point {
    Outside,
    Empty,
    /// The player to move may not put a stone there.
    Forbidden,
    /// A piece: of which player, from 0, and whether it is a king.
    Piece(usize, bool),
}

impl Position {
    /// Reads a position.
    ///
    /// # Errors
    /// One line: a field is missing or of the wrong kind.
    pub fn read(position: &Value) -> Result<Position, String> {
        Position::deserialize(position).map_err(|error| format!("a position that cannot be read: {error}"))
    }

    /// The content of a cell.
    pub fn at(&self, [x, y]: Cell) -> Point {
        let row = self.rows.get(usize::from(y)).map_or(&[][..], |row| row.as_bytes());
        match row.get(usize::from(x)).copied() {
            Some(b'.') => Point::Empty,
            Some(b'x') => Point::Forbidden,
            Some(digit @ b'1'..=b'6') => Point::Piece(usize::from(digit - b'1'), false),
            Some(letter @ b'A'..=b'F') => Point::Piece(usize::from(letter - b'A'), true),
            _ => Point::Outside,
        }
    }

    /// All places of the board, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let cell = |index: usize| [(index % self.width) as u8, (index / self.width) as u8];
        (0..self.width * self.height).map(cell).filter(|&cell| self.at(cell) != Point::Outside)
    }

    /// Distance from the left edge: in columns, on a star in half columns.
    pub fn across(&self, [x, y]: Cell) -> usize {
        if !self.hexagonal {
            return usize::from(x);
        }
        let slanted = |[x, y]: Cell| 2 * usize::from(x) + usize::from(y);
        let least = self.cells().map(slanted).min().unwrap_or(0);
        slanted([x, y]).saturating_sub(least)
    }

    /// The name of a place; empty if it has none.
    pub fn name(&self, cell: Cell) -> String {
        match &self.face.labels {
            Labels::Cells { cells } => {
                let index = usize::from(cell[1]) * self.width + usize::from(cell[0]);
                cells.get(index).cloned().unwrap_or_default()
            }
            Labels::Edges { columns, rows } => {
                let column = columns.get(self.across(cell)).map_or("", String::as_str);
                let row = rows.get(usize::from(cell[1])).map_or("", String::as_str);
                // The letter comes first.
                let (first, second) =
                    if row.starts_with(char::is_alphabetic) { (row, column) } else { (column, row) };
                format!("{first}{second}")
            }
        }
    }

    /// Does a player, from 0, sit at the top of the board?
    pub fn sits_above(&self, player: usize) -> bool {
        self.face.seats.get(player).is_some_and(|angle| (91..270).contains(angle))
    }

    /// The name of a player's colour, from 0.
    pub fn colour_name(&self, player: usize) -> &str {
        self.face.colours.get(player).map_or("", |colour| &colour.name)
    }
}

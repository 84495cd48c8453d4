//! The board as lines.
//!
//! | file | boards |
//! |---|---|
//! | `crossings` | gomoku: two columns a crossing |
//! | `squares` | draughts: four columns and two lines a square |
//! | `discs` | Connect Four: the same with colours, one line a row without |
//! | `star` | Chinese checkers: two columns for half a hole |
//!
//! Invariants: the widest board leaves room for the panel within [`COLUMNS`], and the highest has 23 lines; players
//! differ without colours; the last move and a winning line are shown by signs, not only by colour.
//!
//! [`COLUMNS`]: super::style::COLUMNS

mod crossings;
mod discs;
mod squares;
mod star;

use super::position::{Cell, Labels, Point, Position, Surface};
use super::style::{Line, Look, Palette, TextStyle, Tint};

/// The last move on a board with a background of its own.
const MARK: Tint = Tint(11, 143);
/// The colour of marks.
const MARK_TEXT: Tint = Tint(1, 160);

/// The board to draw, and its settings.
pub(super) struct Scene<'a> {
    pub position: &'a Position,
    pub look: Look,
    /// Rotated by half a turn.
    pub flipped: bool,
}

/// The board from top to bottom. All lines have the same width or less.
pub(super) fn draw(scene: &Scene) -> Vec<Line> {
    let position = scene.position;
    match position.face.surface {
        Surface::Crossings => crossings::draw(scene),
        Surface::Squares => squares::draw(scene),
        Surface::Holes if position.hexagonal => star::draw(scene),
        Surface::Holes => discs::draw(scene),
    }
}

impl Scene<'_> {
    /// The cell at a place of the picture.
    fn cell(&self, x: usize, y: usize) -> Cell {
        let Position { width, height, .. } = *self.position;
        let (x, y) = if self.flipped { (width - 1 - x, height - 1 - y) } else { (x, y) };
        [x as u8, y as u8]
    }

    /// The name of a row of the picture at its edge; empty if rows have none.
    fn row_name(&self, y: usize) -> &str {
        let number = usize::from(self.cell(0, y)[1]);
        match &self.position.face.labels {
            Labels::Edges { rows, .. } => rows.get(number).map_or("", String::as_str),
            Labels::Cells { .. } => "",
        }
    }

    fn at(&self, x: usize, y: usize) -> Point {
        self.position.at(self.cell(x, y))
    }

    /// Does the last move go through here?
    fn is_last(&self, cell: Cell) -> bool {
        self.position.last.as_ref().is_some_and(|way| way.cells.contains(&cell))
    }

    fn is_winning(&self, cell: Cell) -> bool {
        self.position.winning_lines.iter().flatten().any(|&winning| winning == cell)
    }

    /// The signs on both sides of a cell without colours.
    fn brackets(&self, cell: Cell) -> [&'static str; 2] {
        match (self.is_winning(cell), self.is_last(cell)) {
            (true, _) => ["[", "]"],
            (_, true) => ["(", ")"],
            _ => [" ", " "],
        }
    }

    /// The colours of a player's pieces and of the signs on them.
    fn tints(&self, player: usize) -> (Tint, Tint) {
        let colour = self.position.face.colours.get(player);
        colour.map_or((Tint(7, 250), Tint(0, 16)), |colour| (Tint::of(colour), Tint::detail_of(colour)))
    }

    /// The piece for the list of players.
    pub fn badge(&self, player: usize) -> Line {
        let (fill, detail) = self.tints(player);
        let sign = self.sign(player, false);
        let mut line = Line::default();
        match (self.position.face.surface, self.look.palette) {
            (_, Palette::Plain) => line.push(&sign, TextStyle::default()),
            (Surface::Crossings, Palette::Sixteen) => {
                line.push(&format!(" {sign} "), crossings::text_style(None))
            }
            (Surface::Crossings, Palette::Full) => {
                let sign = if self.look.unicode { "●" } else { &sign };
                line.push(&format!(" {sign} "), crossings::text_style(Some(player)));
            }
            (Surface::Holes, _) if self.position.hexagonal => {
                line.push(&format!(" {sign} "), TextStyle::on(detail, fill).bold());
            }
            (Surface::Holes, _) if player == 1 && self.look.unicode => {
                line.push(" ○ ", TextStyle::on(discs::RING, fill));
            }
            (Surface::Holes, _) => line.push("   ", TextStyle::on(detail, fill)),
            // On the background of its square a white piece is visible on a white terminal, too.
            (Surface::Squares, _) => {
                let edge = TextStyle::on(squares::DARK, squares::DARK);
                line.push(" ", edge);
                line.push(" ", TextStyle::on(detail, fill));
                line.push(" ", edge);
            }
        }
        line
    }

    /// The piece as one sign, for boards without colours and for the list of players.
    pub fn sign(&self, player: usize, king: bool) -> String {
        let signs = match (self.position.face.surface, self.look.unicode) {
            (Surface::Holes, _) if self.position.hexagonal => return (player + 1).to_string(),
            (Surface::Squares, true) if king => ["♔", "♚"],
            (Surface::Squares, true) => ["○", "●"],
            (Surface::Squares, false) if king => ["W", "B"],
            (Surface::Squares, false) => ["w", "b"],
            (_, true) => ["●", "○"],
            (_, false) => ["X", "O"],
        };
        // On squares the first sign is that of white pieces, whoever begins.
        let is_second = match self.position.face.surface {
            Surface::Squares => self.position.colour_name(player) != "white",
            _ => player % 2 == 1,
        };
        signs[usize::from(is_second)].to_string()
    }
}

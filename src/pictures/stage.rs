//! An empty board, and its pieces one by one, for a page whose script sets them up.
//!
//! A page with many positions would repeat the same squares and stones in each picture. Instead it has this template
//! once, and for each position only the occupied cells, as numbers: see [`Stage::code`].

use std::fmt::Write;

use serde::Serialize;

use super::layout::{CELL, Layout};
use super::number::number;
use super::page::escape;
use super::style::Style;
use super::surface;
use crate::contract::{Board, GridCell, Player, Point, Surface};
use crate::engine::AnyEngine;

/// The facts of a board that a script needs.
#[derive(Serialize)]
struct Facts {
    /// `squares`, `crossings` or `holes`.
    surface: &'static str,
    /// Columns: the cell in column x and row y has the number y * width + x.
    width: usize,
    /// Side of a cell, in units of the picture.
    cell: f64,
    /// Middle of the cell in column and row 0.
    origin: (f64, f64),
    /// Middle of a cell less that of the cell on its left.
    column: (f64, f64),
    /// Middle of a cell less that of the cell above.
    row: (f64, f64),
    /// Names of the players, by their pieces.
    colours: Vec<&'static str>,
}

/// The board of a game, for scripts.
pub struct Stage {
    players: usize,
    width: usize,
    /// The template; see [`Stage::html`].
    html: String,
}

impl Stage {
    /// The board of this engine.
    pub fn of(engine: &dyn AnyEngine) -> Stage {
        let (face, mut board, players) = (engine.face(), engine.board(), engine.status().players);
        let style = Style::of(&engine.identity());
        for point in board.points.iter_mut().filter(|point| **point != Point::Outside) {
            *point = Point::Empty;
        }
        let layout = Layout::new(&board, &face);
        let colours = (0..players).map(|player| style.name(Player::new(player))).collect();
        let mut html = format!(
            "<template class=\"stage\" data-facts=\"{}\">",
            escape(&facts(&board, face.surface, &layout, colours))
        );
        let _ = write!(
            html,
            "<svg class=\"board\" role=\"img\" viewBox=\"0 0 {} {}\">",
            number(layout.width),
            number(layout.height)
        );
        surface::draw(&mut html, &board, face.surface, &layout);
        surface::labels(&mut html, &board, &face, &layout, surface::label_size(layout.width));
        html.push_str("</svg><svg>");
        for (king, player) in
            [false, true].into_iter().flat_map(|king| (0..players).map(move |player| (king, player)))
        {
            style.piece(&mut html, Player::new(player), king, (0.0, 0.0), CELL);
        }
        surface::cross(&mut html, (0.0, 0.0), CELL * 0.16, "forbidden");
        html.push_str("</svg></template>\n");
        Stage { players, width: board.width, html }
    }

    /// A `template` element of class `stage`. It has an SVG element with the empty board, and one with all pieces at
    /// (0, 0): a man of each player, a king of each, the mark of a forbidden place. Its attribute `data-facts` is JSON.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// The number of a cell.
    pub fn cell(&self, cell: GridCell) -> usize {
        usize::from(cell.y) * self.width + usize::from(cell.x)
    }

    /// The contents of a place: 0 if empty, else the index in the list of all pieces, from 1.
    pub fn code(&self, point: Point) -> usize {
        match point {
            Point::Outside | Point::Empty => 0,
            Point::Taken { owner, king } => 1 + owner.index() + if king { self.players } else { 0 },
            Point::Forbidden => 1 + 2 * self.players,
        }
    }

    /// The places that differ between two positions on this board: cells, each followed by its new contents.
    pub fn difference(&self, before: &Board, after: &Board) -> Vec<usize> {
        let changed = before
            .points
            .iter()
            .zip(&after.points)
            .enumerate()
            .filter(|(_, (before, after))| before != after);
        changed.flat_map(|(cell, (_, &after))| [cell, self.code(after)]).collect()
    }

    /// The occupied places of the board: cells, each followed by its contents.
    pub fn content(&self, board: &Board) -> Vec<usize> {
        let places =
            board.points.iter().map(|&point| self.code(point)).enumerate().filter(|&(_, code)| code > 0);
        places.flat_map(|(cell, code)| [cell, code]).collect()
    }
}

fn facts(board: &Board, surface: Surface, layout: &Layout, colours: Vec<&'static str>) -> String {
    let origin = layout.centre(GridCell::new(0, 0));
    let step = |x, y| {
        let (right, down) = layout.centre(GridCell::new(x, y));
        (right - origin.0, down - origin.1)
    };
    let surface = surface.name();
    let (column, row) = (step(1, 0), step(0, 1));
    let facts = Facts { surface, width: board.width, cell: CELL, origin, column, row, colours };
    // Numbers and names of colours: this cannot fail.
    serde_json::to_string(&facts).unwrap_or_default()
}

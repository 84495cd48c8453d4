//! Coordinates of the places of a board in its picture.

use crate::contract::{Board, Face, GridCell, Labels, Point, Surface};

/// Side of a cell, in units of the picture.
pub(super) const CELL: f64 = 40.0;
/// Margin around the board.
const MARGIN: f64 = 16.0;
/// Margin with labels.
const LABELLED: f64 = 32.0;
/// Distance of the rows of a star, whose places are the corners of equilateral triangles.
const ROW: f64 = CELL * 0.866_025_4;

/// Sizes and distances of one board.
pub(super) struct Layout {
    /// Left end of the leftmost cell.
    pub left: f64,
    /// Top of the topmost cell.
    pub top: f64,
    /// Width of the cells.
    pub inner_width: f64,
    /// Height of the cells.
    pub inner_height: f64,
    /// Width of the board with its margins.
    pub width: f64,
    /// Height of the board with its margins.
    pub height: f64,
    /// Subtracted from the horizontal position of every cell, in cells.
    shift: f64,
    hexagonal: bool,
}

impl Layout {
    pub fn new(board: &Board, face: &Face) -> Layout {
        let (columns, rows) = match &face.labels {
            Labels::Edges { columns, rows } => (!columns.is_empty(), !rows.is_empty()),
            Labels::Cells(_) => (false, false),
        };
        let margin = |labelled| if labelled { LABELLED } else { MARGIN };
        // Only a frame of holes has a rim.
        let rim = match face.surface {
            Surface::Holes if !board.hexagonal => 8.0,
            _ => 0.0,
        };
        let (left, right, top, bottom) =
            (margin(rows) + rim, MARGIN + rim, MARGIN + rim, margin(columns) + rim);
        let places = board.cells().filter(|&(_, point)| point != Point::Outside);
        let (shift, inner_width, inner_height) = if board.hexagonal {
            let across: Vec<f64> = places.map(|(cell, _)| slanted(cell)).collect();
            let low = across.iter().copied().fold(f64::MAX, f64::min);
            let high = across.iter().copied().fold(f64::MIN, f64::max);
            (low.min(high), (high - low).max(0.0) * CELL + CELL, (board.height as f64 - 1.0) * ROW + CELL)
        } else {
            (0.0, board.width as f64 * CELL, board.height as f64 * CELL)
        };
        Layout {
            left,
            top,
            inner_width,
            inner_height,
            width: left + inner_width + right,
            height: top + inner_height + bottom,
            shift,
            hexagonal: board.hexagonal,
        }
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: GridCell) -> (f64, f64) {
        let half = CELL / 2.0;
        let (x, y) = (f64::from(cell.x), f64::from(cell.y));
        if self.hexagonal {
            (self.left + half + (slanted(cell) - self.shift) * CELL, self.top + half + y * ROW)
        } else {
            (self.left + half + x * CELL, self.top + half + y * CELL)
        }
    }
}

/// Horizontal position of a cell whose column slants, in cells.
fn slanted(cell: GridCell) -> f64 {
    f64::from(cell.x) + f64::from(cell.y) / 2.0
}

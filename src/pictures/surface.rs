//! Empty boards: squares, crossings, a frame or a star of holes, and the names of the places.

use std::fmt::Write;

use super::glyphs::{Anchor, Label};
use super::layout::{CELL, Layout};
use super::number::number;
use super::style::{ACCENT, MUTED, PAPER};
use crate::contract::{Board, Face, GridCell, Labels, Point, Surface};

const LIGHT_SQUARE: &str = "#f1e7d3";
const DARK_SQUARE: &str = "#bd9468";
const SQUARE_NUMBER: &str = "#fff3df";
const WOOD: &str = "#e6c58f";
const GRAIN: &str = "#6d4c28";
const FRAME: &str = "#2d5f95";
const FRAME_RIM: &str = "#1c416a";
const STAR: &str = "#eadcc0";
const HOLE: &str = "#cdb68c";
const HOLE_RIM: &str = "#a2885a";

/// Height of the digits at the edges and in the caption.
const LABEL: f64 = 11.0;
/// Width above which the labels grow with the board.
const LABEL_WIDTH: f64 = 560.0;
/// Maximum factor by which labels grow, limited by the margins.
const MAX_LABEL_SCALE: f64 = 1.3;

/// Side of the smallest board with four star points in addition to the middle.
const FOUR_STARS: usize = 13;
/// Side of the smallest board with eight.
const EIGHT_STARS: usize = 19;

/// Height of the digits at the edges of a picture of this width, and in its caption.
pub(super) fn label_size(width: f64) -> f64 {
    LABEL * (width / LABEL_WIDTH).clamp(1.0, MAX_LABEL_SCALE)
}

/// Draws the board. Parts whose colour a page may change have a class.
pub(super) fn draw(svg: &mut String, board: &Board, surface: Surface, layout: &Layout) {
    match surface {
        Surface::Squares => squares(svg, board, layout),
        Surface::Crossings => crossings(svg, board, layout),
        Surface::Holes if board.hexagonal => star(svg, board, layout),
        Surface::Holes => frame(svg, board, layout),
    }
}

fn rect(svg: &mut String, (x, y): (f64, f64), (width, height): (f64, f64), attributes: &str) {
    let _ = write!(
        svg,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {attributes}/>",
        number(x),
        number(y),
        number(width),
        number(height)
    );
}

fn circle(svg: &mut String, (x, y): (f64, f64), radius: f64, attributes: &str) {
    let _ = write!(
        svg,
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {attributes}/>",
        number(x),
        number(y),
        number(radius)
    );
}

/// Draws a cross; `class` is the kind of mark.
pub(super) fn cross(svg: &mut String, (x, y): (f64, f64), arm: f64, class: &str) {
    let (left, right, top, bottom) = (number(x - arm), number(x + arm), number(y - arm), number(y + arm));
    let _ = write!(
        svg,
        "<path class=\"{class}\" d=\"M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}\" \
         stroke=\"{ACCENT}\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
    );
}

fn squares(svg: &mut String, board: &Board, layout: &Layout) {
    let (at, size) = ((layout.left, layout.top), (layout.inner_width, layout.inner_height));
    rect(svg, at, size, &format!("class=\"light\" fill=\"{LIGHT_SQUARE}\""));
    let mut dark = String::new();
    for (cell, _) in board.cells().filter(|&(_, point)| point != Point::Outside) {
        let (x, y) = layout.centre(cell);
        let _ = write!(dark, "M{} {}h{CELL}v{CELL}h-{CELL}z", number(x - CELL / 2.0), number(y - CELL / 2.0));
    }
    let _ = write!(svg, "<path class=\"dark\" d=\"{dark}\" fill=\"{DARK_SQUARE}\"/>");
    rect(svg, at, size, "fill=\"none\" stroke=\"#6b5136\" stroke-width=\"1.5\"");
}

fn crossings(svg: &mut String, board: &Board, layout: &Layout) {
    let (at, size) = ((layout.left, layout.top), (layout.inner_width, layout.inner_height));
    rect(
        svg,
        at,
        size,
        &format!("class=\"wood\" rx=\"3\" fill=\"{WOOD}\" stroke=\"{GRAIN}\" stroke-width=\"1\""),
    );
    let corner = |x: usize, y: usize| layout.centre(GridCell::new(x, y));
    let ((left, top), (right, bottom)) = (corner(0, 0), corner(board.width - 1, board.height - 1));
    let mut lines = String::new();
    for x in 0..board.width {
        let _ = write!(lines, "M{} {}V{}", number(corner(x, 0).0), number(top), number(bottom));
    }
    for y in 0..board.height {
        let _ = write!(lines, "M{} {}H{}", number(left), number(corner(0, y).1), number(right));
    }
    let _ = write!(
        svg,
        "<path class=\"grain\" d=\"{lines}\" fill=\"none\" stroke=\"{GRAIN}\" stroke-width=\"1.1\" stroke-linecap=\"square\"/>"
    );
    for cell in star_points(board.width, board.height) {
        circle(svg, layout.centre(cell), 3.6, &format!("class=\"star\" fill=\"{GRAIN}\""));
    }
}

/// The star points, which help players to orient themselves: on the fourth lines, and in the middle.
fn star_points(width: usize, height: usize) -> Vec<GridCell> {
    let side = width.min(height);
    let along = |length: usize| {
        let (low, middle) = (3, length / 2);
        let ends = if side >= FOUR_STARS { vec![low, length - 1 - low] } else { Vec::new() };
        (ends, (length % 2 == 1).then_some(middle))
    };
    let ((columns, middle_x), (rows, middle_y)) = (along(width), along(height));
    let mut found: Vec<GridCell> =
        columns.iter().flat_map(|&x| rows.iter().map(move |&y| GridCell::new(x, y))).collect();
    if let (Some(x), Some(y)) = (middle_x, middle_y) {
        found.push(GridCell::new(x, y));
        if side >= EIGHT_STARS {
            found.extend(columns.iter().map(|&column| GridCell::new(column, y)));
            found.extend(rows.iter().map(|&row| GridCell::new(x, row)));
        }
    }
    found
}

fn frame(svg: &mut String, board: &Board, layout: &Layout) {
    let rim = 8.0;
    let at = (layout.left - rim, layout.top - rim);
    let size = (layout.inner_width + 2.0 * rim, layout.inner_height + 2.0 * rim);
    let attributes =
        format!("class=\"frame\" rx=\"12\" fill=\"{FRAME}\" stroke=\"{FRAME_RIM}\" stroke-width=\"2\"");
    rect(svg, at, size, &attributes);
    for (cell, _) in board.cells().filter(|&(_, point)| point != Point::Outside) {
        let attributes =
            format!("class=\"window\" fill=\"{PAPER}\" stroke=\"{FRAME_RIM}\" stroke-width=\"1.5\"");
        circle(svg, layout.centre(cell), CELL * 0.41, &attributes);
    }
}

/// Draws wide discs around all holes, which overlap to form the board, and lines between neighbours.
fn star(svg: &mut String, board: &Board, layout: &Layout) {
    let is_place = |cell: GridCell| board.at(cell) != Point::Outside;
    let places: Vec<GridCell> = board.cells().map(|(cell, _)| cell).filter(|&cell| is_place(cell)).collect();
    let _ = write!(svg, "<g class=\"ground\" fill=\"{STAR}\">");
    for &cell in &places {
        circle(svg, layout.centre(cell), CELL * 0.66, "");
    }
    svg.push_str("</g>");
    let mut lines = String::new();
    for &cell in &places {
        let (x, y) = (usize::from(cell.x), usize::from(cell.y));
        let next = [Some((x + 1, y)), Some((x, y + 1)), x.checked_sub(1).map(|x| (x, y + 1))];
        for (x, y) in next.into_iter().flatten() {
            let neighbour = GridCell::new(x, y);
            if is_place(neighbour) {
                let (from, to) = (layout.centre(cell), layout.centre(neighbour));
                let _ =
                    write!(lines, "M{} {}L{} {}", number(from.0), number(from.1), number(to.0), number(to.1));
            }
        }
    }
    let _ = write!(svg, "<path class=\"ways\" d=\"{lines}\" stroke=\"{HOLE}\" stroke-width=\"1.2\"/>");
    let attributes = format!("class=\"hole\" fill=\"{HOLE}\" stroke=\"{HOLE_RIM}\" stroke-width=\"1\"");
    for &cell in &places {
        circle(svg, layout.centre(cell), CELL * 0.2, &attributes);
    }
}

/// Names at the edges or in the corners of the cells.
pub(super) fn labels(svg: &mut String, board: &Board, face: &Face, layout: &Layout, size: f64) {
    match &face.labels {
        Labels::Edges { columns, rows } => edges(svg, columns, rows, layout, size),
        Labels::Cells(names) => {
            for ((cell, _), name) in board.cells().zip(names).filter(|(_, name)| !name.is_empty()) {
                let (x, y) = layout.centre(cell);
                // In the corner, where it is visible next to a piece.
                let (x, y) = (x - CELL / 2.0 + 2.2, y - CELL / 2.0 + 4.4);
                Label { text: name, x, y, size: 6.0, anchor: Anchor::Left, colour: SQUARE_NUMBER }.draw(svg);
            }
        }
    }
}

fn edges(svg: &mut String, columns: &[String], rows: &[String], layout: &Layout, size: f64) {
    svg.push_str("<g class=\"edges\">");
    let half = CELL / 2.0;
    let spread = |count: usize, from: f64, length: f64| {
        let step = if count > 1 { length / (count as f64 - 1.0) } else { 0.0 };
        (0..count).map(move |index| from + index as f64 * step)
    };
    // Names that are close together are smaller.
    let crowded = columns.len() as f64 * CELL > layout.inner_width * 1.5;
    let across = spread(columns.len(), layout.left + half, layout.inner_width - CELL);
    let below = layout.height - 13.0;
    for (name, x) in columns.iter().zip(across) {
        let size = if crowded { size * 0.75 } else { size };
        Label { text: name, x, y: below, size, anchor: Anchor::Middle, colour: MUTED }.draw(svg);
    }
    let down = spread(rows.len(), layout.top + half, layout.inner_height - CELL);
    for (name, y) in rows.iter().zip(down) {
        let x = layout.left - 10.0;
        Label { text: name, x, y, size, anchor: Anchor::Right, colour: MUTED }.draw(svg);
    }
    svg.push_str("</g>");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stars(side: usize) -> Vec<(u8, u8)> {
        star_points(side, side).into_iter().map(|cell| (cell.x, cell.y)).collect()
    }

    #[test]
    fn star_points_are_where_players_expect_them() {
        assert_eq!(stars(15), [(3, 3), (3, 11), (11, 3), (11, 11), (7, 7)]);
        assert_eq!(stars(9), [(4, 4)]);
        assert_eq!(stars(19).len(), 9);
        assert_eq!(stars(20).len(), 4, "an even board has no middle");
        assert!(stars(8).is_empty());
    }
}

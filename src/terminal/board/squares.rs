//! Men and kings on squares. If squares have numbers, each shows its own, also under a piece.

use super::{MARK, Scene};
use crate::terminal::position::{Cell, Labels, Point};
use crate::terminal::style::{Line, Look, TextStyle, Tint};

const LIGHT: Tint = Tint(7, 223);
pub(super) const DARK: Tint = Tint(2, 137);
/// Numbers of empty squares.
const NUMBER: Tint = Tint(0, 58);
/// Columns of a square; it has two lines.
const WIDTH: usize = 4;

pub(super) fn draw(scene: &Scene) -> Vec<Line> {
    let position = scene.position;
    let label = |y: usize, part: usize| match &position.face.labels {
        Labels::Edges { rows, .. } if part == 1 => {
            let row = usize::from(scene.cell(0, y)[1]);
            format!("{:>2} ", rows.get(row).map_or("", String::as_str))
        }
        Labels::Edges { .. } => "   ".to_string(),
        Labels::Cells { .. } => String::new(),
    };
    let mut lines = Vec::new();
    for y in 0..position.height {
        for part in 0..2 {
            let mut line = Line::of(label(y, part));
            (0..position.width).for_each(|x| square(scene, scene.cell(x, y), part, &mut line));
            lines.push(line);
        }
    }
    if let Labels::Edges { columns, .. } = &position.face.labels {
        let name = |x| columns.get(usize::from(scene.cell(x, 0)[0])).map_or("", String::as_str);
        let names: String = (0..position.width).map(|x| format!(" {:<3}", name(x))).collect();
        lines.push(Line::of(format!("   {names}")));
    }
    lines
}

/// One of the two parts of a square, from the top.
fn square(scene: &Scene, cell: Cell, part: usize, line: &mut Line) {
    let point = scene.position.at(cell);
    if point == Point::Outside {
        return line.push(&" ".repeat(WIDTH), TextStyle::on(NUMBER, LIGHT));
    }
    let number = match &scene.position.face.labels {
        Labels::Cells { .. } => scene.position.name(cell),
        Labels::Edges { .. } => String::new(),
    };
    if !scene.look.is_coloured() {
        return line.push(&plain(scene, cell, part, &number), TextStyle::default());
    }
    let ground = if scene.is_last(cell) { MARK } else { DARK };
    match point {
        Point::Piece(player, king) => {
            let (fill, detail) = scene.tints(player);
            let text = match (part, king) {
                (0, _) => format!("{number:>2}"),
                (_, true) => crown(scene.look).to_string(),
                _ => "  ".to_string(),
            };
            let [left, right] = corners(scene.look, part);
            // Cut corners make the square a disc.
            line.push(left, TextStyle::on(ground, fill));
            line.push(&text, TextStyle::on(if king { contrast(player) } else { detail }, fill).bold());
            line.push(right, TextStyle::on(ground, fill));
        }
        _ if part == 0 => line.push(&format!(" {number:>2} "), TextStyle::on(NUMBER, ground)),
        _ => {
            let text = if scene.is_last(cell) { " () " } else { "    " };
            line.push(text, TextStyle::on(NUMBER, ground));
        }
    }
}

/// A crown must be seen at once.
fn contrast(player: usize) -> Tint {
    if player == 0 { Tint(1, 124) } else { Tint(11, 220) }
}

fn crown(look: Look) -> &'static str {
    if look.unicode { "♛♛" } else { "KK" }
}

/// The cut corners of the upper or the lower part of a disc.
pub(super) fn corners(look: Look, part: usize) -> [&'static str; 2] {
    match (look.unicode, part) {
        (false, _) => [" ", " "],
        (true, 0) => ["▘", "▝"],
        (true, _) => ["▖", "▗"],
    }
}

fn plain(scene: &Scene, cell: Cell, part: usize, number: &str) -> String {
    if part == 0 {
        return format!("{number:>2}  ");
    }
    let [left, right] = scene.brackets(cell);
    let sign = match scene.position.at(cell) {
        Point::Piece(player, king) => scene.sign(player, king),
        _ if scene.look.unicode => "·".to_string(),
        _ => ".".to_string(),
    };
    format!("{left}{sign}{right} ")
}

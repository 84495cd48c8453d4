//! Marbles in the holes of a star. Each shows the number of its player.

use super::{MARK, Scene};
use crate::terminal::position::{Labels, Point};
use crate::terminal::style::{Line, TextStyle, Tint};

/// Holes without a marble, and names of columns: readable on light and dark.
const SOFT: TextStyle = TextStyle::text(Tint(8, 245));
/// Columns of the terminal for half a hole.
const HALF: usize = 2;

pub(super) fn draw(scene: &Scene) -> Vec<Line> {
    let position = scene.position;
    let mut lines: Vec<Line> = (0..position.height).map(|y| row(scene, y)).collect();
    if let Labels::Edges { columns, .. } = &position.face.labels {
        lines.extend([0, 1].map(|odd| columns_line(scene, columns, odd)));
    }
    lines
}

fn row(scene: &Scene, y: usize) -> Line {
    let position = scene.position;
    let label = scene.row_name(y);
    let mut line = Line::of(format!(" {label:>1} "));
    let margin = line.width();
    let widest = position.cells().map(|cell| position.across(cell)).max().unwrap_or(0);
    let mut holes: Vec<(usize, [u8; 2])> = (0..position.width)
        .map(|x| scene.cell(x, y))
        .filter(|&cell| position.at(cell) != Point::Outside)
        .map(|cell| (position.across(cell), cell))
        .map(|(across, cell)| (if scene.flipped { widest - across } else { across }, cell))
        .collect();
    holes.sort_unstable();
    for (across, cell) in holes {
        line.pad(margin + across * HALF);
        hole(scene, cell, &mut line);
    }
    line
}

/// Three columns.
fn hole(scene: &Scene, cell: [u8; 2], line: &mut Line) {
    let is_last = scene.is_last(cell);
    match scene.position.at(cell) {
        Point::Piece(player, _) if scene.look.is_coloured() => {
            let (fill, detail) = scene.tints(player);
            let [left, right] = match (scene.look.unicode, is_last) {
                (true, false) => ["▐", "▌"],
                (_, true) => ["(", ")"],
                (false, false) => [" ", " "],
            };
            let side = if is_last { TextStyle::on(Tint(0, 16), MARK).bold() } else { TextStyle::text(fill) };
            line.push(left, side);
            line.push(&scene.sign(player, false), TextStyle::on(detail, fill).bold());
            line.push(right, side);
        }
        point => {
            let [left, right] = scene.brackets(cell);
            let sign = match point {
                Point::Piece(player, _) => scene.sign(player, false),
                _ if scene.look.unicode => "·".to_string(),
                _ => ".".to_string(),
            };
            line.push(&format!("{left}{sign}{right}"), SOFT);
        }
    }
}

/// Every second name of a column: all of them would run into each other.
fn columns_line(scene: &Scene, columns: &[String], odd: usize) -> Line {
    let mut line = Line::of("   ");
    let margin = line.width();
    for at in (odd..columns.len()).step_by(2) {
        let name = if scene.flipped { &columns[columns.len() - 1 - at] } else { &columns[at] };
        line.pad(margin + at * HALF);
        line.push(&format!("{name:^3}"), SOFT);
    }
    line
}

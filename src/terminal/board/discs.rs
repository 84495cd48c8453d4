//! Discs in an upright frame. With colours a disc is four columns with cut corners, and those of the second player have
//! a ring.

use super::squares::corners;
use super::{MARK, Scene};
use crate::terminal::position::{Labels, Point};
use crate::terminal::style::{Line, TextStyle, Tint};

const FRAME: Tint = Tint(4, 25);
/// A hole without a disc: the same on light and dark terminals.
const HOLE: Tint = Tint(0, 17);
/// The mark of the second player.
pub(super) const RING: Tint = Tint(0, 94);
/// Columns of a disc and of the frame next to it.
const WIDTH: usize = 5;

pub(super) fn draw(scene: &Scene) -> Vec<Line> {
    if scene.look.is_coloured() { coloured(scene) } else { plain(scene) }
}

fn coloured(scene: &Scene) -> Vec<Line> {
    let position = scene.position;
    let frame = TextStyle::on(FRAME, FRAME);
    let mut lines = Vec::new();
    for y in 0..position.height {
        for part in 0..2 {
            let mut line = Line::of(" ");
            for x in 0..position.width {
                line.push(" ", frame);
                disc(scene, (x, y), part, &mut line);
            }
            line.push(" ", frame);
            lines.push(line);
        }
    }
    lines.push(Line::of(format!("  {}", labels(scene, WIDTH))));
    lines
}

/// One of the two lines of a disc. Its lower line is half as high, so that the frame shows between the rows.
fn disc(scene: &Scene, (x, y): (usize, usize), part: usize, line: &mut Line) {
    let cell = scene.cell(x, y);
    let (fill, text, text_style) = match scene.at(x, y) {
        Point::Piece(player, _) => {
            let fill = scene.tints(player).0;
            let text_style = TextStyle::on(if player == 0 { Tint(15, 231) } else { RING }, fill).bold();
            let text = match (scene.is_winning(cell), scene.is_last(cell)) {
                (true, _) => "##",
                (_, true) => {
                    if scene.look.unicode {
                        "▗▖"
                    } else {
                        "<>"
                    }
                }
                _ if player == 1 => "()",
                _ => "  ",
            };
            (fill, text, text_style)
        }
        _ => (HOLE, "  ", TextStyle::on(HOLE, HOLE)),
    };
    let around = if scene.is_last(cell) || scene.is_winning(cell) { MARK } else { FRAME };
    match (scene.look.unicode, part) {
        (true, 0) => {
            let [left, right] = corners(scene.look, 0);
            line.push(left, TextStyle::on(around, fill));
            line.push(text, text_style);
            line.push(right, TextStyle::on(around, fill));
        }
        (true, _) => {
            line.push("▝▀▀▘", TextStyle::on(fill, FRAME));
        }
        (false, 0) => line.push(&format!(" {text} "), text_style),
        (false, _) => line.push("    ", TextStyle::on(FRAME, FRAME)),
    }
}

/// The names of the columns, each centred in `width` characters.
fn labels(scene: &Scene, width: usize) -> String {
    let Labels::Edges { columns, .. } = &scene.position.face.labels else { return String::new() };
    columns.iter().map(|name| format!("{name:^width$}")).collect()
}

fn plain(scene: &Scene) -> Vec<Line> {
    let position = scene.position;
    let [bar, left, middle, right, floor] = if scene.look.unicode {
        ["│", "└", "┴", "┘", "───"]
    } else {
        ["|", "+", "+", "+", "---"]
    };
    let mut lines = Vec::new();
    for y in 0..position.height {
        let mut text = " ".to_string();
        for x in 0..position.width {
            let [before, after] = scene.brackets(scene.cell(x, y));
            let sign = match scene.at(x, y) {
                Point::Piece(player, _) => scene.sign(player, false),
                _ => " ".to_string(),
            };
            text.push_str(&format!("{bar}{before}{sign}{after}"));
        }
        lines.push(Line::of(text + bar));
    }
    let floors = vec![floor; position.width].join(middle);
    lines.push(Line::of(format!(" {left}{floors}{right}")));
    lines.push(Line::of(format!("  {}", labels(scene, 4))));
    lines
}

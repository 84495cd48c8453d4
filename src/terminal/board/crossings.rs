//! Stones on crossings.

use super::{MARK_TEXT, Scene};
use crate::terminal::position::{Cell, Labels, Point};
use crate::terminal::style::{Line, Palette, TextStyle, Tint};

const WOOD: Tint = Tint(3, 179);
const GRID: Tint = Tint(0, 136);
const BLACK: Tint = Tint(0, 16);
const WHITE: Tint = Tint(15, 231);

pub(super) fn draw(scene: &Scene) -> Vec<Line> {
    let position = scene.position;
    let mut lines: Vec<Line> = (0..position.height).map(|y| row(scene, y)).collect();
    if let Labels::Edges { columns, .. } = &position.face.labels {
        let mut text = "    ".to_string();
        for x in 0..position.width {
            let column = usize::from(scene.cell(x, 0)[0]);
            text.push_str(&format!(" {}", columns.get(column).map_or("", String::as_str)));
        }
        lines.push(Line::of(text));
    }
    lines
}

fn row(scene: &Scene, y: usize) -> Line {
    let position = scene.position;
    let label = scene.row_name(y);
    let mut line = Line::of(format!("{label:>3} "));
    for x in 0..=position.width {
        let (sign, text_style) = between(scene, x, y);
        line.push(sign, text_style);
        if x < position.width {
            let (sign, text_style) = crossing(scene, x, y);
            line.push(&sign, text_style);
        }
    }
    line
}

/// The character left of a crossing: a part of a line, or the mark of a stone next to it.
fn between(scene: &Scene, x: usize, y: usize) -> (&'static str, TextStyle) {
    let width = scene.position.width;
    let marks = |x: usize| scene.brackets(scene.cell(x, y));
    let is_winning = |x: usize| scene.is_winning(scene.cell(x, y));
    let after = (x > 0).then(|| marks(x - 1)[1]).filter(|sign| *sign != " ");
    let before = (x < width).then(|| marks(x)[0]).filter(|sign| *sign != " ");
    let inner = x > 0 && x < width;
    let plain = TextStyle::on(GRID, WOOD);
    let marked = TextStyle::on(MARK_TEXT, WOOD).bold();
    match after.or(before) {
        // A line joins two stones of a winning row.
        Some(_) if inner && is_winning(x - 1) && is_winning(x) => ("=", marked),
        Some(sign) => (sign, marked),
        None if inner && scene.look.unicode => ("─", plain),
        None => (" ", plain),
    }
}

fn crossing(scene: &Scene, x: usize, y: usize) -> (String, TextStyle) {
    let cell = scene.cell(x, y);
    match scene.position.at(cell) {
        Point::Piece(player, _) => stone(scene, player),
        Point::Forbidden => {
            let sign = if scene.look.unicode { "×" } else { "!" };
            (sign.to_string(), TextStyle::on(MARK_TEXT, WOOD).bold())
        }
        Point::Empty | Point::Outside => {
            (grid(scene, [x as u8, y as u8]).to_string(), TextStyle::on(GRID, WOOD))
        }
    }
}

/// The style of a player's stones if they differ by colour, else of all stones.
pub(super) fn text_style(player: Option<usize>) -> TextStyle {
    match player {
        Some(player) => TextStyle::on(if player == 0 { BLACK } else { WHITE }, WOOD),
        None => TextStyle::on(BLACK, WOOD).bold(),
    }
}

/// With 256 colours both are filled and differ by colour, as on a real board; with 16 one is a ring.
fn stone(scene: &Scene, player: usize) -> (String, TextStyle) {
    match scene.look.palette {
        Palette::Full => {
            let sign = if scene.look.unicode { "●".to_string() } else { scene.sign(player, false) };
            (sign, text_style(Some(player)))
        }
        _ => (scene.sign(player, false), text_style(None)),
    }
}

/// The lines that meet at a place of the picture.
fn grid(scene: &Scene, [x, y]: Cell) -> char {
    if !scene.look.unicode {
        return '.';
    }
    let end = |at: u8, size: usize| match usize::from(at) {
        0 => 0,
        at if at + 1 == size => 2,
        _ => 1,
    };
    const SIGNS: [[char; 3]; 3] = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
    SIGNS[end(y, scene.position.height)][end(x, scene.position.width)]
}

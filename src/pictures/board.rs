//! A position as a picture: the board, its pieces, the last move, threats, arrows, and the player to move.
//!
//! The picture depends only on the facade: [`Board`] has the pieces and their places, [`Face`] the surface and the
//! labels. A picture is one self-contained SVG element: no font, no style sheet, no ids that could clash with another
//! picture on the page. It has its own light background, so it looks the same on light and dark pages and on paper. Its
//! `title` and `desc` describe it.
//!
//! Invariant: every piece is drawn once, in a group of class `piece`, at the centre of its place.

use std::fmt::Write;

use super::glyphs::{Anchor, Label, text_width};
use super::layout::{CELL, Layout};
use super::number::number;
use super::page::escape;
use super::style::{ACCENT, BEST, INK, MUTED, PAPER, Style};
use super::surface;
use crate::contract::{Board, Face, GridCell, Labels, Mark, MovePath, Outcome, Point, Surface};
use crate::engine::{AnyEngine, Status};

/// Height of the caption below the board.
const CAPTION: f64 = 44.0;

/// The kind of move that an arrow shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// A move that was played.
    Played,
    /// The best move.
    Best,
}

impl Tone {
    const fn colour(self) -> &'static str {
        match self {
            Tone::Played => ACCENT,
            Tone::Best => BEST,
        }
    }
}

/// A position to draw.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The places and the pieces.
    pub board: Board,
    /// The last move; `None` if it is not shown.
    pub last: Option<MovePath>,
    /// Moves to show as arrows, or as rings where a stone is placed.
    pub arrows: Vec<(Tone, MovePath)>,
    /// Labels on the board.
    pub marks: Vec<Mark>,
    /// Marked places, each with a short text or none.
    pub notes: Vec<(GridCell, String)>,
    /// Name of the game, for users.
    pub title: String,
    /// The position string.
    pub fen: String,
    face: Face,
    status: Status,
    style: Style,
}

impl Picture {
    /// The position of an engine. The last move is taken back and played again, to find its path.
    pub fn of(engine: &mut dyn AnyEngine) -> Picture {
        let last = last_move(engine);
        let (identity, face, board) = (engine.identity(), engine.face(), engine.board());
        let style = Style::of(&identity);
        Picture {
            board,
            last,
            arrows: Vec::new(),
            marks: Vec::new(),
            notes: Vec::new(),
            title: identity.rules.title.to_string(),
            fen: engine.fen(),
            face,
            status: engine.status(),
            style,
        }
    }

    /// The same board seen from the other side.
    #[must_use]
    pub fn turned(mut self) -> Picture {
        let (width, height) = (self.board.width, self.board.height);
        let turn = |cell: &mut GridCell| {
            *cell = GridCell::new(width - 1 - usize::from(cell.x), height - 1 - usize::from(cell.y));
        };
        self.board.points.reverse();
        match &mut self.face.labels {
            Labels::Cells(names) => names.reverse(),
            Labels::Edges { columns, rows } => {
                columns.reverse();
                rows.reverse();
            }
        }
        let arrows = self.arrows.iter_mut().map(|(_, path)| path);
        for path in self.last.iter_mut().chain(arrows) {
            path.cells.iter_mut().chain(&mut path.route).chain(&mut path.captured).for_each(turn);
        }
        self.marks.iter_mut().for_each(|mark| turn(&mut mark.cell));
        self.notes.iter_mut().for_each(|(cell, _)| turn(cell));
        self
    }

    /// The player to move, or how the game ended: `white to move`, `black wins, five in a line`.
    pub fn caption(&self) -> String {
        let reason = self.status.reason;
        let ended = |how: String| if reason.is_empty() { how } else { format!("{how}, {reason}") };
        match self.status.outcome {
            None => format!("{} to move", self.style.name(self.status.to_move)),
            Some(Outcome::Win(player)) => ended(format!("{} wins", self.style.name(player))),
            Some(Outcome::Draw) => ended("draw".to_string()),
        }
    }

    /// The picture as an SVG element of this width in pixels, 1 or more; its height follows.
    pub fn svg(&self, width: u32) -> String {
        let layout = Layout::new(&self.board, &self.face);
        let (wide, high) = (layout.width, layout.height + CAPTION);
        let height = (f64::from(width) * high / wide).round().max(1.0);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {} {}\"><title>{}: {}</title><desc>{}</desc>\
             <rect width=\"{0}\" height=\"{1}\" fill=\"{PAPER}\"/>",
            number(wide),
            number(high),
            escape(&self.title),
            escape(&self.caption()),
            escape(&self.fen)
        );
        surface::draw(&mut svg, &self.board, self.face.surface, &layout);
        let label = surface::label_size(wide);
        if self.face.surface == Surface::Squares {
            self.tint_last(&mut svg, &layout);
        }
        surface::labels(&mut svg, &self.board, &self.face, &layout, label);
        for (cell, point) in self.board.cells() {
            let (x, y) = layout.centre(cell);
            match point {
                Point::Taken { owner, king } => self.style.piece(&mut svg, owner, king, (x, y), CELL),
                Point::Forbidden => surface::cross(&mut svg, (x, y), CELL * 0.16, "forbidden"),
                Point::Empty | Point::Outside => {}
            }
        }
        if self.face.surface != Surface::Squares {
            self.ring_last(&mut svg, &layout);
        }
        self.draw_marks(&mut svg, &layout);
        for (tone, path) in &self.arrows {
            arrow(&mut svg, &layout, path, tone.colour());
        }
        self.draw_caption(&mut svg, &layout, label);
        svg + "</svg>"
    }

    /// Tints the squares of the last move and marks captured pieces with a cross.
    fn tint_last(&self, svg: &mut String, layout: &Layout) {
        let Some(path) = &self.last else { return };
        for &cell in &path.cells {
            let (x, y) = layout.centre(cell);
            let _ = write!(
                svg,
                "<rect class=\"last\" x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#f2c53d\" \
                 fill-opacity=\"0.6\"/>",
                number(x - CELL / 2.0),
                number(y - CELL / 2.0)
            );
        }
        for &cell in &path.captured {
            surface::cross(svg, layout.centre(cell), CELL * 0.14, "captured");
        }
    }

    /// Marks the last stone with a dot; for a moved piece, its first and last place with rings.
    fn ring_last(&self, svg: &mut String, layout: &Layout) {
        let Some(path) = &self.last else { return };
        if let [cell] = path.cells[..] {
            let (x, y) = layout.centre(cell);
            let _ = write!(
                svg,
                "<circle class=\"last\" cx=\"{}\" cy=\"{}\" r=\"5.5\" fill=\"{ACCENT}\" stroke=\"#fff\" \
                 stroke-width=\"1.4\"/>",
                number(x),
                number(y)
            );
            return;
        }
        let ends = path.cells.first().into_iter().chain(path.cells.last());
        for (&cell, radius) in ends.zip([9.0, CELL * 0.46]) {
            let (x, y) = layout.centre(cell);
            let _ = write!(
                svg,
                "<circle class=\"last\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{ACCENT}\" \
                 stroke-width=\"3\"/>",
                number(x),
                number(y),
                number(radius)
            );
        }
    }

    /// Draws the marks: labels on small plates, framed in the colour of their player. A note without a text is a ring.
    fn draw_marks(&self, svg: &mut String, layout: &Layout) {
        for mark in &self.marks {
            plate(svg, layout.centre(mark.cell), mark.label, self.style.mark_colour(mark.player));
        }
        for (cell, text) in &self.notes {
            let (x, y) = layout.centre(*cell);
            if !text.is_empty() {
                plate(svg, (x, y), text, ACCENT);
                continue;
            }
            let _ = write!(
                svg,
                "<circle class=\"mark\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{ACCENT}\" \
                 stroke-width=\"3\"/>",
                number(x),
                number(y),
                number(CELL * 0.4)
            );
        }
    }

    fn draw_caption(&self, svg: &mut String, layout: &Layout, size: f64) {
        let text = self.caption();
        let shown = match self.status.outcome {
            None => Some(self.status.to_move),
            Some(Outcome::Win(player)) => Some(player),
            Some(Outcome::Draw) => None,
        };
        let y = layout.height + CAPTION / 2.0 - 5.0;
        let room = layout.width - 2.0 * layout.left.min(CELL) - if shown.is_some() { 30.0 } else { 0.0 };
        let size = (size * (room / text_width(&text, size)).min(1.0)).max(4.0);
        let mut x = layout.left.min(CELL);
        if let Some(player) = shown {
            svg.push_str("<g class=\"turn\">");
            self.style.sample(svg, player, (x + 10.0, y), 22.0);
            svg.push_str("</g>");
            x += 30.0;
        }
        Label { text: &text, x, y, size, anchor: Anchor::Left, colour: MUTED }.draw(svg);
    }
}

/// Draws a text on a small plate.
fn plate(svg: &mut String, (x, y): (f64, f64), text: &str, colour: &str) {
    let half = text_width(text, 10.0) / 2.0 + 5.0;
    let _ = write!(
        svg,
        "<rect class=\"mark\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"18\" rx=\"5\" fill=\"{PAPER}\" \
         stroke=\"{colour}\" stroke-width=\"2.4\"/>",
        number(x - half),
        number(y - 9.0),
        number(2.0 * half),
    );
    Label { text, x, y, size: 10.0, anchor: Anchor::Middle, colour: INK }.draw(svg);
}

/// The path of the last move of the game; `None` at its beginning. The move is taken back and played again.
pub fn last_move(engine: &mut dyn AnyEngine) -> Option<MovePath> {
    let text = engine.moves(crate::contract::MoveStyle::Native).pop()?;
    engine.undo().ok()?;
    let path = path_of(engine, &text);
    engine.play(&text).ok()?;
    path
}

/// The path of a legal move in native style, in the position of the engine.
pub fn path_of(engine: &dyn AnyEngine, text: &str) -> Option<MovePath> {
    engine.move_paths().into_iter().find(|path| path.text == text)
}

/// Draws a path with an arrow head, or a ring for a path of one cell.
fn arrow(svg: &mut String, layout: &Layout, path: &MovePath, colour: &str) {
    let points: Vec<(f64, f64)> = path.cells.iter().map(|&cell: &GridCell| layout.centre(cell)).collect();
    match points[..] {
        [] => {}
        [(x, y)] => {
            let _ = write!(
                svg,
                "<circle class=\"arrow\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{colour}\" fill-opacity=\"0.25\" \
                 stroke=\"{colour}\" stroke-width=\"4\"/>",
                number(x),
                number(y),
                number(CELL * 0.36)
            );
        }
        [.., (from_x, from_y), (x, y)] => {
            let length = (x - from_x).hypot(y - from_y).max(1.0);
            let (dx, dy) = ((x - from_x) / length, (y - from_y) / length);
            // The line ends where the head begins.
            let neck = (x - dx * 13.0, y - dy * 13.0);
            let way = points[..points.len() - 1].iter().chain([&neck]);
            let way: Vec<String> = way.map(|&(x, y)| format!("{} {}", number(x), number(y))).collect();
            let (wing_x, wing_y) = (-dy * 9.0, dx * 9.0);
            let _ = write!(
                svg,
                "<g class=\"arrow\" opacity=\"0.85\"><path d=\"M{}\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\"6\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\
                 <path d=\"M{} {}L{} {}L{} {}Z\" fill=\"{colour}\"/></g>",
                way.join("L"),
                number(x + dx * 5.0),
                number(y + dy * 5.0),
                number(neck.0 + wing_x),
                number(neck.1 + wing_y),
                number(neck.0 - wing_x),
                number(neck.1 - wing_y)
            );
        }
    }
}

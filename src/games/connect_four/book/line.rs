//! Moves in the format of work files, and the positions after forced moves.

use super::key::Shape;
use crate::contract::Position as _;
use crate::contract::book::NO_MOVES;
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::tactics::{Tactics, Threats};
use crate::games::connect_four::word::BoardWord;

/// A column as work files write it: a digit from 1, or a letter if there are more columns than digits.
pub fn column_char(width: u32, column: u32) -> char {
    let base = if width < 10 { b'1' } else { b'a' };
    char::from(base + column as u8)
}

/// The inverse of [`column_char`].
pub fn parse_column(width: u32, c: char) -> Option<u32> {
    (0..width).find(|&column| column_char(width, column) == c)
}

/// A position and the moves to it.
#[derive(Clone)]
pub struct Line<B> {
    pub pos: Position<B>,
    moves: String,
}

impl<B: BoardWord> Line<B> {
    /// The empty board.
    pub fn start(geometry: Geometry<B>) -> Line<B> {
        Line::at(Position::new(geometry))
    }

    /// A position, as if no moves had led to it.
    pub fn at(pos: Position<B>) -> Line<B> {
        Line { pos, moves: String::new() }
    }

    /// Reads moves to a position where the game continues.
    ///
    /// # Errors
    /// One line that names the move that cannot be played.
    pub fn read(geometry: Geometry<B>, moves: &str) -> Result<Line<B>, String> {
        let mut line = Line::start(geometry);
        for c in if moves == NO_MOVES { "" } else { moves }.chars() {
            let column = parse_column(geometry.width(), c);
            let mv = column.and_then(|column| line.pos.drop_into(column));
            line = line.after(mv.ok_or_else(|| format!("'{moves}': '{c}' is not a column with room"))?);
            if line.pos.outcome().is_some() {
                return Err(format!("'{moves}': the game ends at '{c}'"));
            }
        }
        Ok(line)
    }

    /// The moves, as they are written.
    pub fn text(&self) -> &str {
        if self.moves.is_empty() { NO_MOVES } else { &self.moves }
    }

    /// Its key, and whether that is of its mirror image.
    pub fn key(&self) -> (u128, bool) {
        let shape = Shape::of(self.pos.geometry());
        shape.canonical(shape.key(self.pos.mover(), self.pos.occupied()))
    }

    /// After one more move.
    pub fn after(&self, mv: Move) -> Line<B> {
        let mut line = self.clone();
        line.pos.make(mv);
        let geometry = self.pos.geometry();
        line.moves.push(column_char(geometry.width(), geometry.column(mv.cell())));
        line
    }

    /// Every line one move longer at whose end the game continues.
    pub fn next(&self) -> impl Iterator<Item = Line<B>> {
        let cells = self.pos.landing_cells().cells();
        cells.map(|cell| self.after(Move::onto(cell))).filter(|line| line.pos.outcome().is_none())
    }

    /// The line after all forced moves, with a choice at its end; `None` if the game is decided before.
    pub fn settled(mut self) -> Option<Line<B>> {
        while self.pos.outcome().is_none() {
            match Tactics::new(self.pos.geometry(), self.pos.occupied(), Threats::of(&self.pos)) {
                Tactics::Wins(_) | Tactics::Loses(_) => return None,
                Tactics::Forced(cell) => self = self.after(Move::onto(cell.lowest())),
                Tactics::Open(_) => return Some(self),
            }
        }
        None
    }

    /// Number of lines of four through the stones, counted for each stone: high if both sides play sensibly.
    pub fn weight(&self) -> u32 {
        self.pos.occupied().cells().map(|cell| self.pos.geometry().lines_through(cell)).sum()
    }
}

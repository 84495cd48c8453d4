//! Moves in succession, with everything that is written at them, and the lines that depart from them: a game is a tree.
//!
//! Places are counted in moves of the line: a comment at 0 stands before its first move, and a variation at 3 replaces
//! its fourth.
//!
//! Invariant: a line is at most [`MAX_DEPTH`] variations deep, so that walking it recursively is safe.

use std::fmt;

use super::MoveMark;
use crate::contract::Player;
use crate::engine::AnyEngine;
#[cfg(feature = "tables")]
use crate::wire::message::quoted;

/// Most variations inside each other.
pub const MAX_DEPTH: usize = 256;

/// A line of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The moves in native style.
    pub moves: Vec<String>,
    /// Comments, each with the number of moves played before it, in order.
    pub comments: Vec<(usize, String)>,
    /// Marks of moves, each with the number of its move from 1, in order.
    pub marks: Vec<(usize, MoveMark)>,
    /// Numeric annotation glyphs other than marks (`$10` and so on), each with the number of its move from 1.
    pub glyphs: Vec<(usize, u16)>,
    /// Properties that only SGF has (labels, arrows, clocks, ...), each with the number of moves played before it.
    pub markup: Vec<(usize, Markup)>,
    /// Other lines, each with the number of moves of this line that are played before it; in order.
    pub variations: Vec<(usize, Line)>,
}

/// An SGF property, as in the file.
///
/// Invariant: it has a name of capital letters and digits, and a value; without a name its values would be read as more
/// values of the property before it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "tables", derive(serde::Serialize, serde::Deserialize), serde(try_from = "MarkupParts"))]
pub struct Markup {
    name: String,
    values: Vec<String>,
}

/// A property as another program sends it.
#[cfg(feature = "tables")]
#[derive(serde::Deserialize)]
struct MarkupParts {
    name: String,
    values: Vec<String>,
}

#[cfg(feature = "tables")]
impl TryFrom<MarkupParts> for Markup {
    type Error = String;

    fn try_from(MarkupParts { name, values }: MarkupParts) -> Result<Markup, String> {
        let wrong = format!("{} is no SGF property: expected capital letters and a value", quoted(&name));
        Markup::new(&name, values).ok_or(wrong)
    }
}

impl Markup {
    /// A property; `None` if SGF has none of this name, or if it has no value.
    pub fn new(name: &str, values: Vec<String>) -> Option<Markup> {
        let is_name = !name.is_empty() && name.bytes().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
        (is_name && !values.is_empty()).then(|| Markup { name: name.to_string(), values })
    }

    /// Its name: `LB`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its values, with the escapes of SGF.
    pub fn values(&self) -> &[String] {
        &self.values
    }
}

/// `LB[aa:1][bb:2]`.
impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.values.iter().try_for_each(|value| write!(f, "[{value}]"))
    }
}

impl Line {
    /// The mark of a move by its number from 1.
    pub fn mark(&self, number: usize) -> Option<MoveMark> {
        self.marks.iter().find(|(of, _)| *of == number).map(|&(_, mark)| mark)
    }

    /// The comments at a place.
    pub(super) fn comments_at(&self, place: usize) -> impl Iterator<Item = &str> {
        self.comments.iter().filter(move |(at, _)| *at == place).map(|(_, text)| text.as_str())
    }

    /// The properties at a place.
    pub(super) fn markup_at(&self, place: usize) -> impl Iterator<Item = &Markup> {
        self.markup.iter().filter(move |(at, _)| *at == place).map(|(_, markup)| markup)
    }

    /// The variations at a place.
    pub(super) fn variations_at(&self, place: usize) -> impl Iterator<Item = (usize, &Line)> {
        let numbered = self.variations.iter().enumerate();
        numbered.filter(move |(_, (at, _))| *at == place).map(|(index, (_, line))| (index, line))
    }

    /// This line and all lines inside it.
    pub(super) fn all(&self) -> Vec<&Line> {
        let mut found = vec![self];
        let mut next = 0;
        while let Some(&line) = found.get(next) {
            found.extend(line.variations.iter().map(|(_, line)| line));
            next += 1;
        }
        found
    }
}

/// The players to move along a line and along its variations.
pub(super) struct Turns {
    /// Before each move and at the end.
    pub turns: Vec<Player>,
    /// Of the variations, in order.
    pub variations: Vec<Turns>,
}

impl Turns {
    /// Plays a line from the position on the board, then its variations; the whole line is then on the board.
    ///
    /// # Errors
    /// A move is illegal, or a variation begins behind the end of its line.
    pub fn play(engine: &mut dyn AnyEngine, line: &Line) -> Result<Turns, String> {
        let mut turns = vec![engine.status().to_move];
        for (index, mv) in line.moves.iter().enumerate() {
            engine.play(mv).map_err(|error| format!("move {}: {error}", index + 1))?;
            turns.push(engine.status().to_move);
        }
        let mut variations = Vec::new();
        if line.variations.is_empty() {
            return Ok(Turns { turns, variations });
        }
        let mut on_board = line.moves.len();
        for (at, variation) in line.variations.iter().rev() {
            if *at >= line.moves.len() {
                return Err(format!("a variation replaces move {}, which does not exist", at + 1));
            }
            step(engine, line, &mut on_board, *at)?;
            let found = Turns::play(engine, variation);
            variations.push(found.map_err(|error| format!("variation of move {}: {error}", at + 1))?);
            undo(engine, variation.moves.len())?;
        }
        variations.reverse();
        step(engine, line, &mut on_board, line.moves.len())?;
        Ok(Turns { turns, variations })
    }
}

/// Goes to another place of a line.
fn step(engine: &mut dyn AnyEngine, line: &Line, on_board: &mut usize, to: usize) -> Result<(), String> {
    undo(engine, on_board.saturating_sub(to))?;
    for mv in line.moves.get(*on_board..to).unwrap_or_default() {
        engine.play(mv).map_err(|error| error.to_string())?;
    }
    *on_board = to;
    Ok(())
}

/// Takes back moves.
pub(super) fn undo(engine: &mut dyn AnyEngine, count: usize) -> Result<(), String> {
    (0..count).try_for_each(|_| engine.undo()).map_err(|error| error.to_string())
}

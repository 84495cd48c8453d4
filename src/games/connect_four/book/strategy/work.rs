//! What the lines of a work file say of a strategy.

use std::collections::HashMap;

use crate::games::connect_four::book::line::{Line, parse_column};
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::word::BoardWord;

/// What is known of a position, by its key in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// A job was not enough.
    Open,
    /// Does the winner win?
    Decided(bool),
}

/// The winner's answer in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// This column, of the position as it has its key.
    Plays(u32),
    /// A search shows the win.
    Leaf,
}

/// A work file.
#[derive(Default)]
pub struct Work {
    pub known: HashMap<u128, Known>,
    pub answers: HashMap<u128, Answer>,
    /// Nodes of all jobs.
    pub nodes: u64,
}

impl Work {
    /// Reads the lines of a strategy; those of other kinds are passed over.
    ///
    /// # Errors
    /// One line that quotes a line that makes no sense, or contradicts another.
    pub fn read<B: BoardWord>(geometry: Geometry<B>, text: &str) -> Result<Work, String> {
        let mut work = Work::default();
        for line in text.lines() {
            work.take(geometry, line).map_err(|error| format!("'{line}': {error}"))?;
        }
        Ok(work)
    }

    fn take<B: BoardWord>(&mut self, geometry: Geometry<B>, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split(' ').collect();
        let (moves, kind) = match words[..] {
            [moves, kind @ ("open" | "win" | "hold" | "leaf"), _] | [moves, kind @ "plays", _, _] => {
                (moves, kind)
            }
            _ => return Ok(()),
        };
        let line = Line::read(geometry, moves)?;
        let (key, mirrored) = line.key();
        let nodes: u64 = words[words.len() - 1].parse().map_err(|_| "a number of nodes is expected")?;
        match kind {
            "leaf" => drop(self.answers.insert(key, Answer::Leaf)),
            "plays" => {
                let column = words[2].chars().next().filter(|_| words[2].len() == 1);
                let column = column
                    .and_then(|c| parse_column(geometry.width(), c))
                    .filter(|&column| line.pos.drop_into(column).is_some())
                    .ok_or_else(|| format!("'{}' is not a column with room", words[2]))?;
                let column = if mirrored { geometry.width() - 1 - column } else { column };
                self.answers.insert(key, Answer::Plays(column));
            }
            "open" => {
                self.nodes += nodes;
                self.known.entry(key).or_insert(Known::Open);
            }
            decided => {
                // The nodes of a position count all jobs below it, which have lines of their own where they were not enough.
                let known = Known::Decided(decided == "win");
                let before = self.known.insert(key, known);
                if before.is_some_and(|before| before != known && before != Known::Open) {
                    return Err("another line says the opposite".to_string());
                }
            }
        }
        Ok(())
    }
}

//! The strategy lines of a work file.

use std::collections::HashMap;

use crate::games::connect_four::book::answers::{self, Answers};
use crate::games::connect_four::book::line::Line;
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::word::BoardWord;

/// The result of a position, by its key in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// A job did not decide it.
    Open,
    /// Does the winner win?
    Decided(bool),
}

/// A work file.
#[derive(Default)]
pub struct Work {
    pub known: HashMap<u128, Known>,
    pub answers: Answers,
    /// Nodes of all jobs.
    pub nodes: u64,
}

impl Work {
    /// Reads the lines of a search for a strategy; others are skipped.
    ///
    /// # Errors
    /// One line that quotes an invalid line, or one that contradicts another.
    pub fn read<B: BoardWord>(geometry: Geometry<B>, text: &str) -> Result<Work, String> {
        let answers = answers::read(&geometry, text)?.map(|(_, answers)| answers);
        let mut work = Work { answers: answers.unwrap_or_default(), ..Work::default() };
        for line in text.lines() {
            work.take(geometry, line).map_err(|error| format!("'{line}': {error}"))?;
        }
        Ok(work)
    }

    fn take<B: BoardWord>(&mut self, geometry: Geometry<B>, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split(' ').collect();
        let [moves, kind @ ("open" | "win" | "hold"), nodes] = words[..] else { return Ok(()) };
        let (key, _) = Line::read(geometry, moves)?.key();
        let nodes: u64 = nodes.parse().map_err(|_| "expected a number of nodes")?;
        match kind {
            "open" => {
                self.nodes += nodes;
                self.known.entry(key).or_insert(Known::Open);
            }
            decided => {
                // The nodes of a position include all jobs below it, which have their own lines if they did not
                // suffice.
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

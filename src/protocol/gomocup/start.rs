//! `START`, `RECTSTART`, `RESTART`: a new game.
//!
//! A manager that sends a size wants a game on that board. If it cannot be played there is no game at all, rather than
//! the one before: a move on a board of another size would be wrong or even lie off the real one.

use super::Gomocup;
use super::command::number;
use super::verbs::Verb;
use crate::engine::AnyEngine;
use crate::openings::Placement;
use crate::wire::message::quoted;

/// Smallest number of rows.
const MIN_SIZE: i64 = 5;

impl Gomocup {
    /// `START`, `RECTSTART`: an empty board of this size.
    ///
    /// # Errors
    /// It is no size, or none that can be played. Then there is no game.
    pub(super) fn start(
        &mut self,
        verb: Verb,
        word: &str,
        rest: &str,
        engine: &mut dyn AnyEngine,
    ) -> Result<(), String> {
        let line = format!("{word} {rest}").trim_end().to_string();
        let size = self.size(verb, rest, engine).map_err(|why| format!("{line}: {why}"));
        self.refused_size = size.is_err().then_some(line);
        let size = size?;
        if size as usize != engine.board().width {
            self.blocked.clear();
            self.set(engine, "BoardSize", size);
        }
        self.begin_game(engine)
    }

    /// `RESTART`: an empty board of the same size, and a search that remembers nothing.
    ///
    /// # Errors
    /// See [`Placement::set`].
    pub(super) fn restart(&mut self, engine: &mut dyn AnyEngine) -> Result<(), String> {
        engine.new_game();
        self.begin_game(engine)
    }

    fn begin_game(&mut self, engine: &mut dyn AnyEngine) -> Result<(), String> {
        Placement::EMPTY.set(engine, &[]).map_err(|error| error.to_string())?;
        self.limits.begin_game();
        self.resize_table(engine);
        // No manager counts this time.
        engine.prepare();
        self.output.line("OK");
        Ok(())
    }

    /// Refuses a command that needs a board after a size that could not be played.
    ///
    /// # Errors
    /// Names the command and that size.
    pub(super) fn require_game(&self, command: &str, engine: &dyn AnyEngine) -> Result<(), String> {
        match &self.refused_size {
            None => Ok(()),
            Some(refused) => Err(format!(
                "{command} needs a game, but {refused} was refused; {}",
                self.expected_size(Verb::Start, engine)
            )),
        }
    }

    /// Reads a number of rows. Two equal numbers are a width and a height; Yixin-Board sends both after `START`.
    fn size(&self, verb: Verb, rest: &str, engine: &dyn AnyEngine) -> Result<i64, String> {
        let words: Vec<&str> =
            rest.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
        let numbers = words.iter().map(|word| number(word)).collect::<Result<Vec<i64>, String>>()?;
        let expected = self.expected_size(verb, engine);
        let size = match numbers[..] {
            [size] if verb == Verb::Start => size,
            [width, height] if width == height => width,
            [_, _] => return Err(format!("the board must be square; {expected}")),
            _ => return Err(format!("{} is not a size; {expected}", quoted(rest))),
        };
        match (MIN_SIZE..=self.max_size(engine)).contains(&size) {
            true => Ok(size),
            false => Err(format!("{} is not a size; {expected}", quoted(rest))),
        }
    }

    fn expected_size(&self, verb: Verb, engine: &dyn AnyEngine) -> String {
        let form = if verb == Verb::RectStart { "RECTSTART n,n" } else { "START n" };
        format!("expected {form}, with n from {MIN_SIZE} to {}", self.max_size(engine))
    }

    /// Largest number of rows.
    fn max_size(&self, engine: &dyn AnyEngine) -> i64 {
        self.range(engine, "BoardSize").1
    }
}

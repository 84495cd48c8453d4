//! The rules of one table's game: queries of the engine's facade about lines of moves.
//!
//! It has no state of the game. Every query contains its line; the engine keeps the common part with the line before.

use serde_json::Value;

use super::answer::{Code, Refusal};
use super::command::Options;
use super::event::{Created, End, Turn};
use super::ratings::{RuleSet, Scale};
use crate::analysis::{BoardExtras, board_json};
use crate::contract::EngineError;
use crate::contract::facts::Fact;
use crate::engine::AnyEngine;
use crate::records::{GameRecord, range_left};
use crate::wire::catalogue::Catalogue;
use crate::wire::message::quoted;
use crate::wire::result_word;

/// Maximum number of moves of a line.
pub(super) const MAX_MOVES: usize = 10_000;

/// A game with its rules and the position that it begins with.
pub struct Rules {
    engine: Box<dyn AnyEngine>,
    base: Option<String>,
}

/// An option of a client, as text.
fn option_text((name, value): (&String, &Value)) -> Result<(String, String), Refusal> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        _ => {
            let text = format!("option {} takes a text, a number, true or false", quoted(name));
            return Err(Refusal::new(Code::BadOption, text));
        }
    };
    Ok((name.clone(), text))
}

/// Options for the facade.
pub(super) fn option_texts(options: &Options) -> Result<Vec<(String, String)>, Refusal> {
    options.iter().map(option_text).collect()
}

/// Options for clients: numbers and Booleans as such.
pub(super) fn option_values(options: &[(String, String)]) -> Options {
    let value = |text: &str| match text.parse::<i64>() {
        Ok(number) => Value::from(number),
        Err(_) => text.parse::<bool>().map_or_else(|_| Value::from(text), Value::from),
    };
    options.iter().map(|(name, text)| (name.clone(), value(text))).collect()
}

impl Rules {
    /// Opens a game. `base`: the position string that it begins with; `None`: the start position.
    ///
    /// # Errors
    /// `unknown_game`, `bad_option` or `bad_position`.
    pub fn open(
        catalogue: Catalogue,
        game: &str,
        options: &[(String, String)],
        base: Option<&str>,
    ) -> Result<Rules, Refusal> {
        let Some(mut engine) = (catalogue.open)(game) else {
            let text = format!("unknown game {}; {}", quoted(game), catalogue.alternatives(game));
            return Err(Refusal::new(Code::UnknownGame, text));
        };
        let card = engine.identity().card;
        for (name, value) in options {
            let bad = |text: String| Refusal::new(Code::BadOption, text);
            let Some(option) = card.option(name) else {
                return Err(bad(format!("{} is not a rule option of {game}", quoted(name))));
            };
            let note = engine.set_option(name, value).map_err(|error| bad(error.to_string()))?;
            if let Some((min, max)) = range_left(&note, &option.spec()) {
                return Err(bad(format!(
                    "option '{name}' takes a number {min}..{max}, not {}",
                    quoted(value)
                )));
            }
        }
        let set = engine.set_position(base, &[]);
        set.map_err(|error| Refusal::new(Code::BadPosition, error.to_string()))?;
        Ok(Rules { engine, base: base.map(str::to_string) })
    }

    /// Opens the game of a table.
    ///
    /// # Errors
    /// As for [`Rules::open`].
    pub fn of(catalogue: Catalogue, created: &Created) -> Result<Rules, Refusal> {
        Rules::open(catalogue, &created.game, &created.options, created.base.as_deref())
    }

    fn set(&mut self, line: &[&str]) -> Result<(), EngineError> {
        self.engine.set_position(self.base.as_deref(), line)
    }

    /// The engine with a line on its board.
    ///
    /// # Errors
    /// `illegal`: the line cannot be played.
    pub fn after(&mut self, line: &[&str]) -> Result<&mut dyn AnyEngine, Refusal> {
        self.set(line).map_err(|error| Refusal::new(Code::Illegal, error.to_string()))?;
        Ok(self.engine.as_mut())
    }

    /// The parts of the position after a line that the table needs.
    ///
    /// # Errors
    /// `illegal`: the line cannot be played.
    pub fn turn(&mut self, line: &[&str]) -> Result<Turn, Refusal> {
        self.after(line)?;
        Ok(self.turn_here())
    }

    fn turn_here(&self) -> Turn {
        let status = self.engine.status();
        let end =
            status.outcome.map(|_| End { outcome: result_word(&status), reason: status.reason.to_string() });
        Turn { next: status.to_move.index() + 1, end }
    }

    /// The rules with a rating of their own: this game with its options, whatever its base position.
    ///
    /// # Errors
    /// `illegal`: the start cannot be read.
    pub(super) fn rule_set(&mut self) -> Result<RuleSet, Refusal> {
        let start = self.record(&[])?;
        Ok(RuleSet::new(&start.variant, &start.options))
    }

    /// The strength of levels in this game.
    pub(super) fn scale(&self) -> Scale {
        Scale::of(self.engine.as_ref())
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.engine.status().players
    }

    /// A move after a line in native style, and the position after it.
    ///
    /// # Errors
    /// `illegal`: it cannot be read or is not legal.
    pub fn play(&mut self, line: &[&str], mv: &str) -> Result<(String, Turn), Refusal> {
        let played = self.after(line)?.play(mv);
        let mv = played.map_err(|error| Refusal::new(Code::Illegal, error.to_string()))?;
        Ok((mv, self.turn_here()))
    }

    /// The position after a line, as the action `board` of the JSON analysis writes it.
    ///
    /// # Errors
    /// `illegal`: the line cannot be played.
    pub fn board(&mut self, line: &[&str], threats: bool, paths: bool) -> Result<Value, Refusal> {
        Ok(board_json(self.after(line)?, BoardExtras { threats, paths, names: false }))
    }

    /// Is the distance to the end of a proved result exact in this game?
    pub fn has_exact_ends(&self) -> bool {
        self.engine.identity().card.exact_ends
    }

    /// What the move at the end of a line allowed or missed, given the better line and the line after it.
    ///
    /// # Errors
    /// `illegal`: the line cannot be played.
    pub fn facts(
        &mut self,
        line: &[&str],
        better: &[String],
        answer: &[String],
    ) -> Result<Vec<Fact>, Refusal> {
        let Some((mv, before)) = line.split_last() else { return Ok(Vec::new()) };
        let facts = self.after(before)?.facts(mv, better, answer);
        facts.map_err(|error| Refusal::new(Code::Illegal, error.to_string()))
    }

    /// The keys of all positions of a line, and the name of its opening.
    ///
    /// # Errors
    /// `illegal`: the line cannot be played.
    pub(super) fn course(&mut self, line: &[&str]) -> Result<(Vec<u64>, Option<String>), Refusal> {
        let engine = self.after(line)?;
        Ok((engine.position_keys(), engine.tools().opening_name()))
    }

    /// The line as a record, with its result by the rules.
    ///
    /// # Errors
    /// `illegal`: the line cannot be played.
    pub fn record(&mut self, line: &[&str]) -> Result<GameRecord, Refusal> {
        Ok(GameRecord::of(self.after(line)?))
    }
}

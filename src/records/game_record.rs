//! A recorded game.

use std::ops::{Deref, DerefMut};

use super::line::{Line, Turns};
use super::shorten;
use crate::contract::{MoveStyle, OptionKind, OptionSpec, Outcome, Player};
use crate::engine::AnyEngine;
use crate::games;

/// How a recorded game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// Not finished, or unknown: `*`.
    #[default]
    Unknown,
    /// Won by someone or drawn.
    Ended(Outcome),
    /// Declared lost for both players: `0-0`.
    BothLost,
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        outcome.map_or(GameResult::Unknown, GameResult::Ended)
    }
}

/// A game, in strings. It is read as its main line: `record.moves`, `record.comments`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameRecord {
    /// The game's name, as `quadriga games` lists it.
    pub variant: String,
    /// Rule options with other than their default values: names and values.
    pub options: Vec<(String, String)>,
    /// The position string that the game began with; `None` for the start position.
    pub base: Option<String>,
    /// The main line, with its variations.
    pub line: Line,
    /// Names by player, the one who moves first from the start position first; empty if unknown.
    pub players: Vec<String>,
    /// All other information (`Event`, `Date`, ...), by PGN's tag names, in order.
    pub tags: Vec<(String, String)>,
    /// The result.
    pub result: GameResult,
}

impl Deref for GameRecord {
    type Target = Line;

    fn deref(&self) -> &Line {
        &self.line
    }
}

impl DerefMut for GameRecord {
    fn deref_mut(&mut self) -> &mut Line {
        &mut self.line
    }
}

impl GameRecord {
    /// The game on an engine's board, with its result by the rules.
    pub fn of(engine: &dyn AnyEngine) -> GameRecord {
        GameRecord {
            variant: engine.identity().variant,
            options: engine.rule_options(),
            base: engine.base_fen(),
            line: Line { moves: engine.moves(MoveStyle::Native), ..Line::default() },
            result: engine.status().outcome.into(),
            ..GameRecord::default()
        }
    }

    /// Opens the game by its rules and sets the position that it began with.
    ///
    /// # Errors
    /// One line: the game, an option or the position is unknown or invalid.
    pub fn open(&self) -> Result<Box<dyn AnyEngine>, String> {
        let mut engine = open(&self.variant, &self.options)?;
        engine.set_position(self.base.as_deref(), &[]).map_err(|error| error.to_string())?;
        Ok(engine)
    }

    /// Replays the game.
    pub(super) fn replay(&self) -> Result<Replay, String> {
        let mut engine = self.open()?;
        let turns = Turns::play(engine.as_mut(), &self.line)?;
        Ok(Replay { engine, turns })
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in place if it exists already.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.to_string(),
            None => self.tags.push((name.to_string(), value.to_string())),
        }
    }

    /// Sets the names of the players, unless all are unknown.
    pub(super) fn set_players(&mut self, names: &[String]) {
        let known = names.iter().map(|name| if name == "?" { String::new() } else { name.clone() });
        self.players = known.collect();
        if self.players.iter().all(String::is_empty) {
            self.players.clear();
        }
    }

    /// The name of a player, if known.
    pub fn player(&self, player: Player) -> Option<&str> {
        self.players.get(player.index()).map(String::as_str).filter(|name| !name.is_empty())
    }
}

/// A replayed record.
pub(super) struct Replay {
    /// With the main line on its board.
    pub engine: Box<dyn AnyEngine>,
    /// Of the main line and the variations.
    pub turns: Turns,
}

impl Replay {
    pub(super) fn players(&self) -> usize {
        self.engine.status().players
    }
}

/// Opens a game by name with these rule options. A file cannot set other options of the engine, some of which name files.
pub(crate) fn open(variant: &str, options: &[(String, String)]) -> Result<Box<dyn AnyEngine>, String> {
    let mut engine = games::open(variant).ok_or_else(|| format!("unknown game '{variant}'"))?;
    let card = engine.identity().card;
    for (name, value) in options {
        let Some(option) = card.option(name) else {
            return Err(format!("unknown option '{name}' of {variant}"));
        };
        let note = engine.set_option(name, value).map_err(|error| error.to_string())?;
        if let Some((min, max)) = range_left(&note, &option.spec()) {
            let value = shorten(value);
            return Err(format!("option '{name}' of {variant} takes a number {min}..{max}, not '{value}'"));
        }
    }
    Ok(engine)
}

/// The range that the value of a rule option was out of, by the engine's note on it. With the nearest value in range the
/// game would have other rules.
pub(crate) fn range_left<N>(note: &Option<N>, option: &OptionSpec) -> Option<(i64, i64)> {
    match option.kind {
        OptionKind::Spin { min, max, .. } if note.is_some() => Some((min, max)),
        _ => None,
    }
}

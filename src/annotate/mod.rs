//! Annotation of recorded games: the value of each move, the better move, and marks on mistakes.
//!
//! Every position of a game is searched with the same limits, which gives the best move. The value of the played move
//! is the opposite of the value after it; if that makes it a mistake, the best move is evaluated in the same way. With
//! more than two players there is no opposite value: the played move alone is searched from the same position.
//!
//! A loss is given in two ways: in the game's unit (a man, a stone), if neither value is a proved result, and in
//! expected points of the game (win 1, draw 1/2), which decide the marks. The thresholds are those of chess.com's
//! expected-points model (2023): a tenth of a point lost is a mistake, a fifth a blunder.
//!
//! | file | content |
//! |---|---|
//! | `judged` | values, and evaluated moves with their marks |
//! | `annotated` | annotated games |
//! | `distance` | how much a proved result counts, by its distance |
//! | `sentences` | what a move allowed or missed, in words |
//! | `comments` | the annotation as comments and marks of the record |
//! | `page` | the annotation as a page |
//!
//! Invariant: the moves and comments of the record are kept.

mod annotated;
mod comments;
mod distance;
mod judged;
pub mod page;
pub mod sentences;

use crate::contract::{EngineError, Player, SearchLimits, Silent};
use crate::engine::{AnyEngine, Status};
use crate::pictures::style::Style;
use crate::records::GameRecord;

pub use annotated::{Annotated, PlayerSummary};
pub use comments::annotated_record;
pub use judged::{Advice, BLUNDER, DUBIOUS, JudgedMove, MISTAKE, Value};

/// The limits and options of the searches.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Limits of each search.
    pub limits: SearchLimits,
    /// Options of the engine: names and values.
    pub options: Vec<(String, String)>,
}

impl Effort {
    /// The limits of each search by their names.
    fn parts(&self) -> Vec<(&'static str, i64)> {
        let limits = &self.limits;
        let parts = [
            ("depth", limits.depth.map(i64::from)),
            ("nodes", limits.nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX))),
            ("ms", limits.move_time_ms),
        ];
        parts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// Searches every position of a game. `progress` is called with the number of completed moves.
///
/// # Errors
/// One line: the record is not a legal game, or an option is invalid.
pub fn annotate(
    record: &GameRecord,
    effort: &Effort,
    progress: &mut dyn FnMut(usize),
) -> Result<Annotated, String> {
    let mut engine = record.open()?;
    for (name, value) in &effort.options {
        engine.set_option(name, value).map_err(|error| error.to_string())?;
    }
    let mut moves = Vec::with_capacity(record.moves.len());
    let mut here = advice(engine.as_mut(), &effort.limits).map_err(|error| error.to_string())?;
    for text in &record.moves {
        progress(moves.len());
        let Some(best) = here.take() else { break };
        let judged = judge(engine.as_mut(), text, best, &effort.limits);
        let (judged, next) = judged.map_err(|error| format!("move {}: {error}", moves.len() + 1))?;
        moves.push(judged);
        here = next;
    }
    progress(record.moves.len());
    let Status { to_move, players, outcome, .. } = engine.status();
    Ok(Annotated {
        record: record.clone(),
        opening: engine.tools().opening_name(),
        moves,
        last: here,
        turn: to_move,
        outcome,
        players,
        colours: colours(engine.as_ref(), players),
        effort: effort.parts(),
    })
}

/// The names of the players by their pieces, capitalized.
fn colours(engine: &dyn AnyEngine, players: usize) -> Vec<String> {
    let style = Style::of(&engine.identity());
    let name = |player| {
        let mut name = style.name(Player::new(player)).to_string();
        name[..1].make_ascii_uppercase();
        name
    };
    (0..players).map(name).collect()
}

/// Plays a move; returns its value, and the result of the search after it.
fn judge(
    engine: &mut dyn AnyEngine,
    text: &str,
    best: Advice,
    limits: &SearchLimits,
) -> Result<(JudgedMove, Option<Advice>), EngineError> {
    let Status { to_move: player, players, .. } = engine.status();
    let alone = if players > 2 {
        let limits = SearchLimits { search_moves: vec![text.to_string()], ..limits.clone() };
        advice(engine, &limits)?
    } else {
        None
    };
    engine.play(text)?;
    let next = advice(engine, limits)?;
    let value = match alone {
        Some(alone) if next.is_some() => alone.value,
        _ => value_after(engine, player, next.as_ref()).unwrap_or(best.value),
    };
    let exact_ends = engine.identity().card.exact_ends;
    let mut judged =
        JudgedMove { player, text: text.to_string(), value, best, mark: None, facts: Vec::new(), exact_ends };
    if judged.deserved_mark().is_some() && players == 2 {
        // The played move has been searched one ply deeper than the better one. Before it is called a mistake, the
        // better one is searched in the same way.
        engine.undo()?;
        engine.play(&judged.best.line[0])?;
        let after = advice(engine, limits)?;
        if let Some(value) = value_after(engine, player, after.as_ref()) {
            judged.lower_best(value);
        }
        engine.undo()?;
        engine.play(text)?;
    }
    judged.mark = judged.deserved_mark();
    if judged.mark.is_some() {
        let answer = next.as_ref().map_or(&[][..], |next| &next.line);
        engine.undo()?;
        judged.facts = engine.facts(text, &judged.best.line, answer)?;
        engine.play(text)?;
    }
    Ok((judged, next))
}

/// In a game of two players, the value of the position on the board for the player who has just moved.
fn value_after(engine: &dyn AnyEngine, player: Player, next: Option<&Advice>) -> Option<Value> {
    match engine.status().outcome {
        Some(outcome) => Some(Value::ended(outcome, player)),
        None => next.map(|next| next.value.before_move()),
    }
}

/// Searches the position on the board; `None` if the game is over.
fn advice(engine: &mut dyn AnyEngine, limits: &SearchLimits) -> Result<Option<Advice>, EngineError> {
    if engine.status().outcome.is_some() {
        return Ok(None);
    }
    engine.stop_handle().reset();
    let result = engine.go(limits, &mut Silent)?;
    let line = result.lines.into_iter().next().filter(|line| !line.pv.is_empty());
    Ok(line.map(|line| Advice { value: Value::of(&line), depth: line.depth, line: line.pv }))
}

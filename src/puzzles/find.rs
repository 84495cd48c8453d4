//! Puzzles of a recorded game.
//!
//! Every position is searched for a short time; where one move stands out, it is searched for longer, and the line is
//! followed as long as the solver has one right move at each turn.

use super::choice::{Choice, right_move};
use super::rate::rate;
use super::{Puzzle, Theme};
use crate::contract::facts::FactKind;
use crate::contract::{EngineError, MoveStyle, Outcome, Player, SearchLimits, Silent};
use crate::engine::AnyEngine;
use crate::records::{self, GameRecord};

/// The first search of a position has this part of the nodes.
const FIRST_LOOK: u64 = 40;
/// The most moves that a solver has to find.
const MAX_MOVES: usize = 8;
/// The fewest legal moves of a first position, so that there is something to choose from.
const MIN_LEGAL: usize = 3;

/// The searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Nodes for a position in which one move stands out.
    pub nodes: u64,
    /// Size of the transposition table in MiB.
    pub hash_mib: u32,
}

/// Which positions are of interest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// Only those in which another move than the right one was played.
    pub missed: bool,
    /// Only those with this player to move.
    pub player: Option<Player>,
}

/// A puzzle of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The number of moves played before its position.
    pub ply: usize,
}

impl Found {
    /// Does the game follow the line of the puzzle up to this ply, which is within it?
    fn is_followed_to(&self, ply: usize, moves: &[String]) -> bool {
        ply - self.ply < self.puzzle.line.len()
            && moves[self.ply..ply].iter().eq(&self.puzzle.line[..ply - self.ply])
    }
}

/// The puzzles of a game of two. What follows on the line of a puzzle is no puzzle of its own. `progress` is called with the number of moves that are done.
///
/// # Errors
/// One line: the record is not a legal game.
pub fn find(
    record: &GameRecord,
    effort: Effort,
    wanted: Wanted,
    progress: &mut dyn FnMut(usize),
) -> Result<Vec<Found>, String> {
    let mut engine = record.open()?;
    engine.set_option("Hash", &effort.hash_mib.to_string()).map_err(|error| error.to_string())?;
    let mut found: Vec<Found> = Vec::new();
    for ply in 0..=record.moves.len() {
        progress(ply);
        let played = record.moves.get(ply).map(String::as_str);
        let named = |error: EngineError| format!("move {}: {error}", ply + 1);
        let is_new = !found.last().is_some_and(|last| last.is_followed_to(ply, &record.moves));
        if is_new && wanted.player.is_none_or(|player| engine.status().to_move == player) {
            let passed_over = played.filter(|_| wanted.missed);
            let puzzle = puzzle(engine.as_mut(), effort.nodes, passed_over).map_err(named)?;
            found.extend(puzzle.map(|puzzle| Found { puzzle, ply }));
        }
        if let Some(played) = played {
            engine.play(played).map_err(named)?;
        }
    }
    Ok(found)
}

/// The puzzle of the position on the board, if it is one and the right move is not `passed_over`.
fn puzzle(
    engine: &mut dyn AnyEngine,
    nodes: u64,
    passed_over: Option<&str>,
) -> Result<Option<Puzzle>, EngineError> {
    if engine.legal_moves(MoveStyle::Native).len() < MIN_LEGAL
        || right_move(engine, (nodes / FIRST_LOOK).max(1))?.is_none()
    {
        return Ok(None);
    }
    let Some(choice) = right_move(engine, nodes)? else { return Ok(None) };
    if passed_over == choice.best.first().map(String::as_str) {
        return Ok(None);
    }
    let Some(theme) = named_theme(engine, &choice)? else { return Ok(None) };
    let (game, options, fen) = (engine.identity().variant, engine.rule_options(), short_fen(engine));
    let line = follow(engine, &choice.best[0], nodes)?;
    if line.len() == 1 && !matches!(theme, Theme::Save | Theme::Home) {
        return Ok(None);
    }
    let mut puzzle = Puzzle { game, options, rating: 0, theme, fen, line };
    match rate(&puzzle) {
        Ok(rating) => puzzle.rating = rating,
        // A position string that lacks something of the game, such as a count of moves.
        Err(_) => return Ok(None),
    }
    Ok(Some(puzzle))
}

/// The position string without the pieces in hand, if it says the same.
fn short_fen(engine: &dyn AnyEngine) -> String {
    let fen = engine.fen();
    let Some((rows, (_, rest))) =
        fen.split_once('[').and_then(|(rows, more)| Some((rows, more.split_once(']')?)))
    else {
        return fen;
    };
    let short = format!("{rows}{rest}");
    let other = records::open(&engine.identity().variant, &engine.rule_options());
    let is_same =
        other.is_ok_and(|mut other| other.set_position(Some(&short), &[]).is_ok() && other.fen() == fen);
    if is_same { short } else { fen }
}

/// The theme in the words of the game. `None` if the right move is worth more for reasons that a person cannot see on the
/// board.
fn named_theme(engine: &dyn AnyEngine, choice: &Choice) -> Result<Option<Theme>, EngineError> {
    let facts = engine.facts(&choice.second[0], &choice.best, &choice.second[1..])?;
    let missed = facts.iter().find_map(|fact| match fact.kind {
        FactKind::MissesFours => Some(Theme::Fours),
        FactKind::MissesThreats => Some(Theme::Threats),
        FactKind::MissesMen | FactKind::MissesKings | FactKind::MissesBoth | FactKind::MissesKing => {
            Some(Theme::Shot)
        }
        FactKind::MissesWonEndgame => Some(Theme::Endgame),
        _ => None,
    });
    Ok(match (choice.theme, missed) {
        (Theme::Win, Some(named)) => Some(named),
        (Theme::Shot, named) => named,
        (theme, _) => Some(theme),
    })
}

/// The line from this move on; the engine's position stays as it was.
fn follow(engine: &mut dyn AnyEngine, first: &str, nodes: u64) -> Result<Vec<String>, EngineError> {
    let mut line = vec![engine.play(first)?];
    while line.len() < 2 * MAX_MOVES - 1 {
        let Some([reply, next]) = two_more(engine, nodes)? else { break };
        line.extend([reply, next]);
    }
    for _ in 0..line.len() {
        engine.undo()?;
    }
    Ok(line)
}

/// The best reply and the one right move after it, both played; `None`, and nothing is played, if there is none.
fn two_more(engine: &mut dyn AnyEngine, nodes: u64) -> Result<Option<[String; 2]>, EngineError> {
    if engine.status().outcome.is_some() {
        return Ok(None);
    }
    engine.set_option("MultiPV", "1")?;
    engine.stop_handle().reset();
    let Some(reply) = engine.go(&SearchLimits::nodes(nodes), &mut Silent)?.best_move else { return Ok(None) };
    let reply = engine.play(&reply)?;
    match next_move(engine, nodes)? {
        Some(next) => Ok(Some([reply, engine.play(&next)?])),
        None => {
            engine.undo()?;
            Ok(None)
        }
    }
}

/// The one right move after a reply, also if it is the only legal one or ends the game.
fn next_move(engine: &mut dyn AnyEngine, nodes: u64) -> Result<Option<String>, EngineError> {
    if engine.status().outcome.is_some() {
        return Ok(None);
    }
    let mut legal = engine.legal_moves(MoveStyle::Native);
    if legal.len() == 1 {
        return Ok(legal.pop());
    }
    match winning_move(engine)? {
        Some(mv) => Ok(Some(mv)),
        None => Ok(right_move(engine, nodes)?.map(|choice| choice.best[0].clone())),
    }
}

/// Checks a puzzle with searches of its own: at each turn of the solver the move of the line is the one right one.
///
/// # Errors
/// One line: which move is not, or what is illegal.
pub fn check(puzzle: &Puzzle, effort: Effort) -> Result<(), String> {
    let text = |error: EngineError| error.to_string();
    let mut engine = puzzle.open()?;
    engine.set_option("Hash", &effort.hash_mib.to_string()).map_err(text)?;
    for (ply, mv) in puzzle.line.iter().enumerate() {
        if ply % 2 == 0 {
            let right = match ply {
                0 => right_move(engine.as_mut(), effort.nodes)
                    .map_err(text)?
                    .map(|choice| choice.best[0].clone()),
                _ => next_move(engine.as_mut(), effort.nodes).map_err(text)?,
            };
            match right {
                Some(right) if right == *mv => {}
                Some(right) => return Err(format!("move {}: {right} is right, not {mv}", ply + 1)),
                None => return Err(format!("move {}: {mv} is not the only good one", ply + 1)),
            }
        }
        engine.play(mv).map_err(text)?;
    }
    Ok(())
}

/// The only move that ends the game with a win.
fn winning_move(engine: &mut dyn AnyEngine) -> Result<Option<String>, EngineError> {
    let player = engine.status().to_move;
    let mut found = None;
    for mv in engine.legal_moves(MoveStyle::Native) {
        let mv = engine.play(&mv)?;
        let wins = engine.status().outcome == Some(Outcome::Win(player));
        engine.undo()?;
        if wins && found.replace(mv).is_some() {
            return Ok(None);
        }
    }
    Ok(found)
}

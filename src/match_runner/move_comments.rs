//! The comments of the moves in the game files of a match: what the engine reported, the time, the clock.
//!
//! The clock is not in the log. It follows from the limits and the times of the moves, so files can be made from any
//! log.

use std::time::Duration;

use super::clock::Clock;
use super::game_line::{GameLine, MatchLine, score_of_log};
use super::spec;
use super::turn_order::TurnOrder;
use crate::records::Markup;
use crate::records::search_comment::SearchComment;

/// Parts of comments in addition to value, depth and time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommentParts {
    /// Time left on the clock.
    pub left: bool,
    /// Nodes.
    pub nodes: bool,
    /// Nodes per second.
    pub nps: bool,
    /// The expected line.
    pub pv: bool,
}

impl CommentParts {
    /// Everything.
    pub const ALL: CommentParts = CommentParts { left: true, nodes: true, nps: true, pv: true };
    /// Nothing: the comments of cutechess.
    pub const NONE: CommentParts = CommentParts { left: false, nodes: false, nps: false, pv: false };

    /// Reads a list such as `nodes,pv`, or `all` or `none`.
    ///
    /// # Errors
    /// One line: the word that is none of these.
    pub fn parse(text: &str) -> Result<CommentParts, String> {
        let mut parts = CommentParts::NONE;
        for word in text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
            match word {
                "all" => parts = CommentParts::ALL,
                "none" => parts = CommentParts::NONE,
                "left" => parts.left = true,
                "nodes" => parts.nodes = true,
                "nps" => parts.nps = true,
                "pv" => parts.pv = true,
                _ => {
                    return Err(format!(
                        "unknown part '{word}'; expected all, none, or some of left, nodes, nps, pv"
                    ));
                }
            }
        }
        Ok(parts)
    }
}

/// The clock after a move of an engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ClockReading {
    /// The seat that moved.
    seat: usize,
    /// Seconds left; `None` without a clock.
    left: Option<f64>,
}

/// The clocks after each move of the engines; empty if no engine has a clock.
pub(super) fn clocks(line: &MatchLine, game: &GameLine) -> Vec<ClockReading> {
    let clock_of = |name: &String| {
        let index = line.engines.iter().position(|known| known == name)?;
        let spec = spec::parse(line.specs.get(index..=index)?, "").ok()?.pop()?;
        spec.limits.clock.map(|_| Clock::new(&spec))
    };
    let mut clocks: Vec<Option<Clock>> = game.players.iter().map(clock_of).collect();
    if clocks.iter().all(Option::is_none) {
        return Vec::new();
    }
    let mut left_after = |seat: usize, ms: f64| {
        let clock = clocks.get_mut(seat)?.as_mut()?;
        clock.spend(Duration::try_from_secs_f64(ms / 1000.0).ok()?).ok()?;
        Some(clock.left()?.as_secs_f64())
    };
    let moves = TurnOrder::new(line).after_opening(game);
    moves.map(|(seat, index)| ClockReading { seat, left: left_after(seat, game.ms[index]) }).collect()
}

/// A comment for each move, and the reason of the end in the last one.
pub(super) fn comments(
    game: &GameLine,
    clocks: &[ClockReading],
    parts: CommentParts,
) -> Vec<(usize, String)> {
    let mut comments: Vec<(usize, String)> = (0..game.moves.len())
        .map(|ply| match ply.checked_sub(game.opening_moves) {
            None => (ply + 1, "book".to_string()),
            Some(index) => (ply + 1, search_comment(game, index, clocks, parts).to_string()),
        })
        .filter(|(_, comment)| !comment.is_empty())
        .collect();
    match comments.last_mut().filter(|(after, _)| *after == game.moves.len()) {
        _ if game.reason.is_empty() => {}
        Some((_, last)) => *last = format!("{last}, {}", game.reason),
        None => comments.push((game.moves.len(), game.reason.clone())),
    }
    comments
}

fn search_comment(
    game: &GameLine,
    index: usize,
    clocks: &[ClockReading],
    parts: CommentParts,
) -> SearchComment {
    let value = |list: &[Option<i32>]| list.get(index).copied().flatten();
    let score = value(&game.scores).map(score_of_log);
    let seconds = game.ms.get(index).map(|ms| ms / 1000.0);
    let nodes = game.nodes.get(index).copied().flatten();
    let nps = nodes.zip(seconds).filter(|&(_, seconds)| seconds > 0.0);
    SearchComment {
        depth: value(&game.depths).filter(|_| score.is_some()),
        score,
        seconds,
        left: clocks.get(index).and_then(|clock| clock.left).filter(|_| parts.left),
        nodes: nodes.filter(|_| parts.nodes),
        nps: nps.map(|(nodes, seconds)| (nodes as f64 / seconds) as u64).filter(|_| parts.nps),
        pv: game.pvs.get(index).filter(|_| parts.pv).cloned().unwrap_or_default(),
    }
}

/// The clocks as properties of SGF, `BL` and `WL`.
pub(super) fn sgf_clocks(game: &GameLine, clocks: &[ClockReading]) -> Vec<(usize, Markup)> {
    let first = game.opening_moves + 1;
    let properties = (first..).zip(clocks).filter_map(|(number, clock)| {
        let name = if clock.seat == 0 { "BL" } else { "WL" };
        let values = vec![format!("{:.3}", clock.left?)];
        Some((number, Markup::new(name, values)?))
    });
    properties.collect()
}

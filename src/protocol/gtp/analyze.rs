//! Searches whose reports the client reads while they run: `lz-analyze`, `kata-analyze` and what belongs to them.
//!
//! Their arguments, and the moves that they allow; the reports are in `stream`.

use std::time::Duration;

use super::error::GtpError;
use super::genmove::{Listener, Search, Task};
use super::play::{check_turn, colour_argument, number};
use super::stream::{Flavour, StreamSettings};
use super::{Answer, Call, Entry, Gtp, Reply};
use crate::contract::{MovePath, SearchLimits, StoneColour};
use crate::engine::AnyEngine;
use crate::wire::message::quoted;
use crate::wire::vertex::{self, Vertex, colour_of, parse_colour};

pub(super) const COMMANDS: &[Entry] = &[
    ("lz-analyze", |gtp, call| analyze(gtp, call, Flavour::Leela)),
    ("kata-analyze", |gtp, call| analyze(gtp, call, Flavour::Kata)),
    ("lz-genmove_analyze", |gtp, call| generate(gtp, call, Flavour::Leela, true)),
    ("kata-genmove_analyze", |gtp, call| generate(gtp, call, Flavour::Kata, true)),
    ("kata-search_analyze", |gtp, call| generate(gtp, call, Flavour::Kata, false)),
];

/// Default number of moves that are reported.
const DEFAULT_MOVES: usize = 5;
/// Largest number of moves that are reported.
const MAX_MOVES: usize = 256;
/// Default time between reports, in hundredths of a second.
const DEFAULT_INTERVAL: u64 = 100;

/// The arguments of an analysis.
struct Arguments {
    colour: StoneColour,
    settings: StreamSettings,
    /// Only these moves; empty: all.
    moves: Vec<String>,
}

/// Reads `[colour] [interval] [interval N] [minmoves N] [maxmoves N] [avoid|allow COLOUR V,V DEPTH] [NAME BOOLEAN]`.
fn arguments(gtp: &Gtp, engine: &dyn AnyEngine, text: &str, flavour: Flavour) -> Result<Arguments, GtpError> {
    let mut words = text.split_ascii_whitespace().peekable();
    let to_move = colour_of(engine, engine.status().to_move);
    let colour = words.next_if(|word| parse_colour(word).is_ok());
    let colour = colour.map_or(Ok(to_move), parse_colour).map_err(GtpError::Syntax)?;
    let mut interval = DEFAULT_INTERVAL;
    if let Some(word) = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit())) {
        interval = hundredths(word)?;
    }
    let mut settings = StreamSettings { flavour, interval: Duration::ZERO, moves: None, root_info: false };
    let mut choice = Choice::default();
    while let Some(key) = words.next() {
        let missing = || GtpError::Syntax(format!("{} needs a value", quoted(key)));
        let mut value = || words.next().ok_or_else(missing);
        match key {
            "interval" => interval = hundredths(value()?)?,
            "minmoves" => settings.moves = settings.moves.max(Some(number(value()?)?)),
            "maxmoves" => settings.moves = Some(number(value()?)?),
            "avoid" | "allow" => {
                let (whose, moves, depth) = (colour_argument(value()?)?, value()?, value()?);
                number(depth)?;
                // Replies are not restricted.
                if whose == to_move {
                    choice.add(key == "allow", engine, moves)?;
                }
            }
            "rootInfo" => settings.root_info = boolean(value()?)?,
            "ownership"
            | "ownershipStdev"
            | "movesOwnership"
            | "movesOwnershipStdev"
            | "pvVisits"
            | "pvEdgeVisits"
            | "noResultValue" => {
                boolean(value()?)?;
            }
            _ => {
                let why = format!("{} is not an argument of an analysis", quoted(key));
                return Err(GtpError::Syntax(why));
            }
        }
    }
    settings.interval = Duration::from_millis(interval.saturating_mul(10));
    settings.moves = settings.moves.map(|moves| moves.min(MAX_MOVES));
    let moves = choice.of(gtp.selected_moves(engine), engine)?;
    Ok(Arguments { colour, settings, moves })
}

fn hundredths(word: &str) -> Result<u64, GtpError> {
    let wrong = || {
        let why = format!("{} is not a number of hundredths of a second", quoted(word));
        GtpError::Syntax(why)
    };
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    // No interval is longer than a day.
    if digits { Ok(word.parse().unwrap_or(u64::MAX).min(8_640_000)) } else { Err(wrong()) }
}

fn boolean(word: &str) -> Result<bool, GtpError> {
    word.parse().map_err(|_| GtpError::Syntax(format!("{} is neither true nor false", quoted(word))))
}

/// Moves to allow or to avoid.
#[derive(Default)]
struct Choice {
    allowed: Vec<String>,
    avoided: Vec<String>,
}

impl Choice {
    /// Adds moves separated by commas: vertices, or in the game's notation.
    fn add(&mut self, allow: bool, engine: &dyn AnyEngine, words: &str) -> Result<(), GtpError> {
        let (board, paths) = (engine.board(), engine.move_paths());
        for word in words.split(',') {
            let is_meant = |path: &MovePath| match vertex::parse_vertex(&board, word) {
                Some(Ok(Vertex::Cell(cell))) => path.cells == [cell],
                Some(Ok(Vertex::Pass)) => path.cells.is_empty(),
                _ => path.text == word,
            };
            let found = paths.iter().filter(|path| is_meant(path)).map(|path| path.text.clone());
            if allow { self.allowed.extend(found) } else { self.avoided.extend(found) }
        }
        if allow && self.allowed.is_empty() {
            return Err(GtpError::IllegalMove(format!("none of {} can be played", quoted(words))));
        }
        Ok(())
    }

    /// The remaining moves (none: all legal moves).
    fn of(&self, moves: Vec<String>, engine: &dyn AnyEngine) -> Result<Vec<String>, GtpError> {
        if self.allowed.is_empty() && self.avoided.is_empty() {
            return Ok(moves);
        }
        let all = engine.move_paths().into_iter().map(|path| path.text);
        let left: Vec<String> = all
            .filter(|text| moves.is_empty() || moves.contains(text))
            .filter(|text| self.allowed.is_empty() || self.allowed.contains(text))
            .filter(|text| !self.avoided.contains(text))
            .collect();
        if left.is_empty() {
            return Err(GtpError::IllegalMove("every move is to be avoided".to_string()));
        }
        Ok(left)
    }
}

/// An analysis that continues until the next line.
fn analyze(gtp: &mut Gtp, call: &mut Call<'_>, flavour: Flavour) -> Reply {
    let engine = call.engine.as_ref();
    let Arguments { colour, settings, moves } = arguments(gtp, engine, call.text, flavour)?;
    let status = engine.status();
    if status.outcome.is_some() {
        // There is nothing to report, and nothing to wait for.
        return Ok("".into());
    }
    check_turn(engine, &status, colour)?;
    let limits = SearchLimits { infinite: true, search_moves: moves, ..SearchLimits::default() };
    let lines = Some(settings.moves.unwrap_or(DEFAULT_MOVES));
    let listener = Listener::Client(gtp.stream(call, settings, &limits, lines));
    Ok(Answer::Search(gtp.search(Search { id: call.id, task: Task::Analysis, limits, lines, listener })))
}

/// A move, with reports during the search.
fn generate(gtp: &mut Gtp, call: &mut Call<'_>, flavour: Flavour, plays: bool) -> Reply {
    let engine = call.engine.as_ref();
    let Arguments { colour, settings, moves } = arguments(gtp, engine, call.text, flavour)?;
    gtp.generate(call, colour, plays, Some(settings), moves)
}

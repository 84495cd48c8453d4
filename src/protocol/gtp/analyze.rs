//! Searches whose reports the client reads while they run: `lz-analyze`, `kata-analyze` and what belongs to them.
//!
//! One line for each interval holds all moves, best first. Moves are vertices; moves of pieces, which have several
//! clicks, are in the game's notation. An alpha-beta search has neither visits nor a prior: visits are the nodes of
//! the whole search when the move was reported, all moves have the same prior, and `lcb` is the winrate.

use std::time::{Duration, Instant};

use super::error::GtpError;
use super::genmove::{Listener, Search, Task};
use super::play::{check_turn, colour_argument, number};
use super::{Answer, Call, Entry, Gtp, Reply};
use crate::contract::{Bound, MovePath, SearchInfo, SearchLimits, SearchObserver, SearchResult, StoneColour};
use crate::engine::AnyEngine;
use crate::wire::output::{Output, quoted};
use crate::wire::vertex::{self, Vertex, colour_of, parse_colour};

pub(super) const COMMANDS: &[Entry] = &[
    ("lz-analyze", |gtp, call| analyze(gtp, call, Flavour::Leela)),
    ("kata-analyze", |gtp, call| analyze(gtp, call, Flavour::Kata)),
    ("lz-genmove_analyze", |gtp, call| generate(gtp, call, Flavour::Leela, true)),
    ("kata-genmove_analyze", |gtp, call| generate(gtp, call, Flavour::Kata, true)),
    ("kata-search_analyze", |gtp, call| generate(gtp, call, Flavour::Kata, false)),
];

/// Moves that are reported unless the client says how many.
const DEFAULT_MOVES: usize = 5;
/// Largest number of moves that are reported.
const MAX_MOVES: usize = 256;
/// Hundredths of a second between reports unless the client says otherwise.
const DEFAULT_INTERVAL: u64 = 100;

/// Which program's format the reports have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flavour {
    /// Leela Zero: chances in ten-thousandths.
    Leela,
    /// KataGo: chances from 0 to 1, and a score.
    Kata,
}

/// How reports are written, and how often.
#[derive(Clone, Debug)]
pub(super) struct StreamSettings {
    flavour: Flavour,
    interval: Duration,
    /// Number of moves, where it was said.
    pub moves: Option<usize>,
    root_info: bool,
}

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
                let why = format!("{} is not a word of an analysis", quoted(key));
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

/// Moves that are allowed or to be avoided.
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

    /// What is left of the moves (none: all that are legal).
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

/// An analysis that goes on until the next line.
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

/// A move, with reports on the way.
fn generate(gtp: &mut Gtp, call: &mut Call<'_>, flavour: Flavour, plays: bool) -> Reply {
    let engine = call.engine.as_ref();
    let Arguments { colour, settings, moves } = arguments(gtp, engine, call.text, flavour)?;
    gtp.generate(call, colour, plays, Some(settings), moves)
}

impl Gtp {
    /// Begins a response that consists of reports on the `lines` best moves of those that the search is limited to.
    pub(super) fn stream(
        &self,
        call: &Call<'_>,
        settings: StreamSettings,
        limits: &SearchLimits,
        lines: Option<usize>,
    ) -> Stream {
        let id = call.id.map(|id| id.to_string()).unwrap_or_default();
        self.output.line(&format!("={id}"));
        let moves = match limits.search_moves.len() {
            0 => call.engine.move_paths().len(),
            chosen => chosen,
        };
        let usual = || self.settings.value("MultiPV").and_then(|value| value.parse().ok()).unwrap_or(1);
        Stream {
            output: self.output.clone(),
            settings,
            expected: lines.unwrap_or_else(usual).min(moves),
            iteration: Vec::new(),
            reported: None,
            last: String::new(),
        }
    }
}

/// Reports to the client. Values of different depths cannot be compared, so that only whole iterations are
/// reported, and at the end what there is.
pub(super) struct Stream {
    output: Output,
    settings: StreamSettings,
    /// Lines of a whole iteration.
    expected: usize,
    /// Those of the iteration under way, best first.
    iteration: Vec<SearchInfo<String>>,
    /// When the last report went out.
    reported: Option<Instant>,
    /// What it was.
    last: String,
}

impl SearchObserver<String> for Stream {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        if info.bound != Bound::Exact || info.pv.is_empty() {
            return;
        }
        if self.iteration.first().is_some_and(|first| first.depth != info.depth) {
            // A game may search fewer moves than are legal.
            if self.iteration.len() < self.expected {
                self.report_if_due();
            }
            self.iteration.clear();
        }
        // A line that turns out better takes the rank of another, which is reported next.
        self.iteration.truncate(info.multi_pv - 1);
        self.iteration.push(info.clone());
        if self.iteration.len() == self.expected {
            self.report_if_due();
        }
    }
}

impl Stream {
    /// The search is over: the last report. One that was stopped before its first iteration has seen nothing yet.
    pub fn end(&mut self, result: &SearchResult<String>) {
        let seen = |line: &&SearchInfo<String>| line.depth > 0 && !line.pv.is_empty();
        let lines: Vec<SearchInfo<String>> = result.lines.iter().filter(seen).cloned().collect();
        let text = report_line(&lines, &self.settings);
        if !lines.is_empty() && text != self.last {
            self.report(&text);
        }
    }

    fn report_if_due(&mut self) {
        let is_due = self.reported.is_none_or(|reported| reported.elapsed() >= self.settings.interval);
        if is_due && !self.iteration.is_empty() {
            self.report(&report_line(&self.iteration, &self.settings));
        }
    }

    fn report(&mut self, text: &str) {
        self.output.line(text);
        self.reported = Some(Instant::now());
        self.last = text.to_string();
    }
}

/// All moves on one line.
fn report_line(lines: &[SearchInfo<String>], settings: &StreamSettings) -> String {
    let reports = lines.iter().enumerate();
    let reports = reports.map(|(order, info)| move_report(info, order, lines.len(), settings.flavour));
    let mut parts: Vec<String> = reports.collect();
    if let (true, Some(best)) = (settings.root_info, lines.first()) {
        let visits = lines.iter().map(|info| info.nodes).max().unwrap_or(0);
        let (winrate, score) = (winrate(best), score(best));
        parts.push(format!("rootInfo visits {visits} winrate {winrate:.6} scoreLead {score:.2}"));
    }
    parts.join(" ")
}

fn move_report(info: &SearchInfo<String>, order: usize, moves: usize, flavour: Flavour) -> String {
    let line: Vec<String> = info.pv.iter().map(|word| vertex::for_client(word)).collect();
    let (nodes, winrate, prior) = (info.nodes, winrate(info), 1.0 / moves as f64);
    let values = match flavour {
        Flavour::Leela => {
            let [winrate, prior] = [winrate, prior].map(|chance| (chance * 10_000.0).round() as u32);
            format!("visits {nodes} winrate {winrate} prior {prior} lcb {winrate}")
        }
        Flavour::Kata => {
            let score = score(info);
            format!(
                "visits {nodes} edgeVisits {nodes} winrate {winrate:.6} scoreMean {score:.2} scoreStdev 0 \
                 scoreLead {score:.2} prior {prior:.6} lcb {winrate:.6}"
            )
        }
    };
    format!("info move {} {values} order {order} pv {}", line[0], line.join(" "))
}

/// The chance to win of the player to move, where a draw is half a win.
pub(super) fn winrate(info: &SearchInfo<String>) -> f64 {
    let [win, draw, _] = info.wdl;
    (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
}

/// The value in units of the game.
fn score(info: &SearchInfo<String>) -> f64 {
    f64::from(info.score.0) / 100.0
}

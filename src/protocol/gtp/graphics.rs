//! Results of searches as GoGui draws them: values of moves, the best line and a win by threats; the best line also while
//! a search runs, by lines on standard error.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::clicks::{clicks_of, path_of};
use super::rules;
use super::stream::winrate;
use crate::contract::solver::plies_in_words;
use crate::contract::threats::ThreatVerdict;
use crate::contract::{Bound, GridCell, SearchInfo, SearchObserver, SearchResult, StoneColour};
use crate::engine::AnyEngine;
use crate::wire::vertex::{self, colour_of};

/// Colour of the best move.
const BEST: &str = "#80d080";
/// Shortest time between two pictures of a running search.
const LIVE_INTERVAL: Duration = Duration::from_millis(200);

/// A picture that takes a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Picture {
    /// A label at each move: winning probability in percent.
    Values,
    /// The best line, as numbered stones.
    Line,
}

impl Picture {
    /// The picture of a result, by GoGui's commands.
    pub fn draw(
        self,
        engine: &dyn AnyEngine,
        selected: &[GridCell],
        result: &SearchResult<String>,
    ) -> String {
        match self {
            Picture::Values => values(engine, selected, result),
            Picture::Line => {
                result.lines.first().map(|line| LinePainter::new(engine).line(line)).unwrap_or_default()
            }
        }
    }
}

/// Winning probabilities as labels, at the cell that is clicked next; the best move of each is shown.
fn values(engine: &dyn AnyEngine, selected: &[GridCell], result: &SearchResult<String>) -> String {
    let (board, paths) = (engine.board(), engine.move_paths());
    let mut labels: Vec<(GridCell, String)> = Vec::new();
    for info in &result.lines {
        let path = info.pv.first().and_then(|word| path_of(engine, &paths, word));
        let cell = path.and_then(|path| clicks_of(&paths, path).get(selected.len()).copied());
        if let Some(cell) = cell
            && labels.iter().all(|(other, _)| *other != cell)
        {
            labels.push((cell, format!("{:.0}", winrate(info) * 100.0)));
        }
    }
    let Some((best, _)) = labels.first() else { return String::new() };
    let mut text = format!("{}COLOR {BEST} {}\nLABEL", rules::squares(&board), vertex::vertex(&board, *best));
    for (cell, label) in &labels {
        let _ = write!(text, " {} {label}", vertex::vertex(&board, *cell));
    }
    text
}

/// Draws a line of moves without the engine.
struct LinePainter {
    /// Colours of squares that GoGui erases before it draws.
    squares: String,
    to_move: StoneColour,
    /// The first moves with several clicks: text, and the squares on which they begin and end.
    ends: Vec<(String, [String; 2])>,
}

impl LinePainter {
    fn new(engine: &dyn AnyEngine) -> LinePainter {
        let board = engine.board();
        let ends = engine.move_paths().into_iter().filter_map(|path| match path.cells[..] {
            [first, .., last] => Some((path.text, [first, last].map(|cell| vertex::vertex(&board, cell)))),
            _ => None,
        });
        let to_move = colour_of(engine, engine.status().to_move);
        LinePainter { squares: rules::squares(&board), to_move, ends: ends.collect() }
    }

    /// Stones as a variation, a piece as a square and a circle; the line as text below the board.
    fn line(&self, info: &SearchInfo<String>) -> String {
        let words: Vec<String> = info.pv.iter().map(|word| vertex::for_client(word)).collect();
        let first = words.first().map_or("", String::as_str);
        let drawing = match self.ends.iter().find(|(text, _)| text == first) {
            Some((_, [from, to])) => format!("SQUARE {from}\nCIRCLE {to}"),
            None if self.ends.is_empty() && !words.is_empty() => variation(self.to_move, &words),
            None => String::new(),
        };
        let (depth, nodes, chance) = (info.depth, info.nodes, winrate(info) * 100.0);
        let text = format!("TEXT {chance:.0}%, depth {depth}, {nodes} nodes: {}", words.join(" "));
        let squares = &self.squares;
        if drawing.is_empty() { text } else { format!("{squares}{drawing}\n{text}") }
    }
}

/// Moves by turns as numbered stones.
fn variation(to_move: StoneColour, vertices: &[String]) -> String {
    let colours = ["b", "w"].into_iter().cycle().skip(usize::from(to_move == StoneColour::White));
    let stones = vertices.iter().zip(colours).map(|(vertex, colour)| format!(" {colour} {vertex}"));
    format!("VAR{}", stones.collect::<String>())
}

/// Proved wins by threats of the player to move, as numbered stones, and as text below the board.
pub(super) fn threat_win(engine: &dyn AnyEngine, verdict: &ThreatVerdict, nodes: u64) -> String {
    match verdict {
        ThreatVerdict::Win { line } => {
            let vertices: Vec<String> =
                line.iter().filter_map(|cell| vertex::cell_for_client(cell)).collect();
            let to_move = colour_of(engine, engine.status().to_move);
            let (plies, stones) = (plies_in_words(line.len()), variation(to_move, &vertices));
            format!("{stones}\nTEXT wins by threats within {plies}: {}", vertices.join(" "))
        }
        ThreatVerdict::NoThreatWins => "TEXT no win by threats alone".to_string(),
        ThreatVerdict::Unknown => format!("TEXT no win by threats found within {nodes} nodes"),
    }
}

/// Shows the best line of a running search.
pub(super) struct LiveGraphics {
    painter: LinePainter,
    shown: Option<Instant>,
}

impl LiveGraphics {
    /// For a search of the position that the engine has.
    pub fn new(engine: &dyn AnyEngine) -> LiveGraphics {
        LiveGraphics { painter: LinePainter::new(engine), shown: None }
    }
}

impl SearchObserver<String> for LiveGraphics {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        use std::io::Write as _;
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= LIVE_INTERVAL);
        if is_due && info.multi_pv == 1 && info.bound == Bound::Exact {
            self.shown = Some(Instant::now());
            // Standard error may be closed.
            let _ = write!(std::io::stderr(), "gogui-gfx:\n{}\n\n", self.painter.line(info));
        }
    }
}

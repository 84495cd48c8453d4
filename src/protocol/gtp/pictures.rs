//! What GoGui draws on its board: threats, forbidden points, values of moves, the best line; the latter also while a
//! search runs, by lines on standard error.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::analyze::winrate;
use super::clicks::clicks_of;
use super::genmove::{Listener, Search, Task, path_of};
use super::rules;
use super::{Answer, Call, Entry, Gtp, Reply};
use crate::contract::{
    Bound, GridCell, Player, Point, SearchInfo, SearchObserver, SearchResult, StoneColour,
};
use crate::engine::AnyEngine;
use crate::wire::vertex::{self, colour_of};

pub(super) const COMMANDS: &[Entry] = &[
    ("gogui-analyze_commands", |_, call| {
        call.exactly::<0>("")?;
        Ok(MENU.join("\n").into())
    }),
    ("quadriga-threats", threats),
    ("quadriga-forbidden", forbidden),
    ("quadriga-eval", |_, call| {
        call.exactly::<0>("")?;
        Ok(call.engine.explain().into())
    }),
    ("quadriga-move_values", |gtp, call| picture(gtp, call, Picture::Values)),
    ("quadriga-best_line", |gtp, call| picture(gtp, call, Picture::Line)),
];

/// Type, label and command, as GoGui lists them.
const MENU: [&str; 9] = [
    "gfx/Threats/quadriga-threats",
    "gfx/Move Values/quadriga-move_values",
    "gfx/Best Line/quadriga-best_line",
    "plist/Forbidden Points/quadriga-forbidden",
    "plist/Legal Moves/gogui-rules_legal_moves",
    "hstring/Evaluation/quadriga-eval",
    "string/Position String/quadriga-fen",
    "param/Options/quadriga-setoption",
    "none/Forget Searches/clear_cache",
];

/// Colours of what helps the first player, and of what helps the others.
const FIRST_SERVED: &str = "#ff9090";
const OTHERS_SERVED: &str = "#90a0ff";
/// Colour of the best move.
const BEST: &str = "#80d080";
/// Shortest time between two pictures of a running search.
const LIVE_INTERVAL: Duration = Duration::from_millis(200);

/// A picture that takes a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Picture {
    /// A label at each move: chance to win in hundredths.
    Values,
    /// The best line, as numbered stones.
    Line,
}

/// The searches behind pictures take as long as a move without a clock.
fn picture(gtp: &mut Gtp, call: &mut Call<'_>, picture: Picture) -> Reply {
    call.exactly::<0>("")?;
    let engine = call.engine.as_ref();
    if engine.status().outcome.is_some() {
        return Ok("".into());
    }
    let mut limits = crate::contract::SearchLimits::default();
    gtp.own.limit(&mut limits);
    limits.search_moves = gtp.selected_moves(engine);
    let moves =
        if limits.search_moves.is_empty() { engine.move_paths().len() } else { limits.search_moves.len() };
    let lines = match picture {
        Picture::Values => Some(moves.clamp(1, 256)),
        Picture::Line => Some(1),
    };
    let task = Task::Picture(picture);
    let listener = Listener::Nobody;
    Ok(Answer::Search(gtp.search(Search { id: call.id, task, limits, lines, listener })))
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

/// Chances as labels, at the cell that is clicked next; the best move of each is shown.
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
    /// The first moves, where they have several clicks: text, and where they begin and end.
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

    /// Stones as a variation, a piece as a square and a circle; the line in words below the board.
    fn line(&self, info: &SearchInfo<String>) -> String {
        let words: Vec<String> = info.pv.iter().map(|word| vertex::for_client(word)).collect();
        let first = words.first().map_or("", String::as_str);
        let drawing = match self.ends.iter().find(|(text, _)| text == first) {
            Some((_, [from, to])) => format!("SQUARE {from}\nCIRCLE {to}"),
            None if self.ends.is_empty() && !words.is_empty() => {
                let colours =
                    ["b", "w"].into_iter().cycle().skip(usize::from(self.to_move == StoneColour::White));
                let stones = words.iter().zip(colours).map(|(word, colour)| format!(" {colour} {word}"));
                format!("VAR{}", stones.collect::<String>())
            }
            None => String::new(),
        };
        let (depth, nodes, chance) = (info.depth, info.nodes, winrate(info) * 100.0);
        let text = format!("TEXT {chance:.0}%, depth {depth}, {nodes} nodes: {}", words.join(" "));
        let squares = &self.squares;
        if drawing.is_empty() { text } else { format!("{squares}{drawing}\n{text}") }
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

/// Labels where a line would be completed or a piece taken, coloured by the player that it helps.
fn threats(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    let board = call.engine.board();
    let marks = call.engine.threats();
    let mut lines = vec![rules::squares(&board)];
    for (colour, is_first) in [(OTHERS_SERVED, false), (FIRST_SERVED, true)] {
        let served = marks.iter().filter(|mark| (mark.player == Player::FIRST) == is_first);
        let cells: String = served.map(|mark| format!(" {}", vertex::vertex(&board, mark.cell))).collect();
        if !cells.is_empty() {
            lines.push(format!("COLOR {colour}{cells}"));
        }
    }
    if !marks.is_empty() {
        let label =
            |mark: &crate::contract::Mark| format!(" {} {}", vertex::vertex(&board, mark.cell), mark.label);
        lines.push(format!("LABEL{}", marks.iter().map(label).collect::<String>()));
    }
    Ok(lines.join("\n").into())
}

/// The points where the player to move may not play.
fn forbidden(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    let board = call.engine.board();
    let points = board.cells().filter(|&(_, point)| point == Point::Forbidden);
    Ok(points.map(|(cell, _)| vertex::vertex(&board, cell)).collect::<Vec<_>>().join(" ").into())
}

//! Searches: their start, and the response to their result.

use std::time::Duration;

use super::clicks::{candidates, clicks_of, path_of};
use super::error::GtpError;
use super::graphics::{LiveGraphics, Picture};
use super::play::{check_turn, colour_argument};
use super::stream::{Stream, StreamSettings};
use super::{Answer, Call, Entry, Gtp, Reply, print_error};
use crate::contract::{
    EngineError, Outcome, SearchInfo, SearchLimits, SearchObserver, SearchResult, StoneColour,
};
use crate::engine::{AnyEngine, Status};
use crate::protocol::dialect::Work;
use crate::wire::vertex::{self, colour_of};

pub(super) const COMMANDS: &[Entry] = &[
    ("genmove", |gtp, call| generate(gtp, call, true)),
    ("reg_genmove", |gtp, call| generate(gtp, call, false)),
    ("kata-search", |gtp, call| generate(gtp, call, false)),
];

/// A search has ended.
pub struct Report {
    id: Option<u32>,
    task: Task,
    result: Result<SearchResult<String>, EngineError>,
}

impl Report {
    /// The time it took.
    pub fn elapsed(&self) -> Duration {
        self.result.as_ref().map_or(Duration::ZERO, |result| result.time)
    }
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// A move for this colour.
    Move {
        colour: StoneColour,
        /// It is played, too.
        plays: bool,
        /// Reports were sent during the search.
        streamed: bool,
    },
    /// Reports only.
    Analysis,
    /// A picture.
    Picture(Picture),
}

/// The receiver of the reports of a search.
pub(super) enum Listener {
    /// Nobody.
    Nobody,
    /// GoGui, on standard error.
    Live(LiveGraphics),
    /// The client.
    Client(Stream),
}

impl SearchObserver<String> for Listener {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        match self {
            Listener::Nobody => {}
            Listener::Live(live) => live.on_info(info),
            Listener::Client(stream) => stream.on_info(info),
        }
    }
}

/// A search to be made.
pub(super) struct Search {
    pub id: Option<u32>,
    pub task: Task,
    pub limits: SearchLimits,
    /// Number of best moves to find, if not set by the options.
    pub lines: Option<usize>,
    pub listener: Listener,
}

fn generate(gtp: &mut Gtp, call: &mut Call<'_>, plays: bool) -> Reply {
    let [colour] = call.exactly("a colour")?;
    let colour = colour_argument(colour)?;
    gtp.generate(call, colour, plays, None, Vec::new())
}

impl Gtp {
    /// A move for this colour: found at once, or by a search among `moves` (none: all legal moves).
    ///
    /// # Errors
    /// It is not the turn of this colour.
    pub(super) fn generate(
        &mut self,
        call: &mut Call<'_>,
        colour: StoneColour,
        plays: bool,
        stream: Option<StreamSettings>,
        moves: Vec<String>,
    ) -> Reply {
        let engine = call.engine.as_mut();
        let status = engine.status();
        let streamed = stream.is_some();
        if let Some(answer) = answer_after_end(engine, &status, colour) {
            if plays && answer == "pass" {
                self.pass_after_end();
            }
            return Ok(found(answer, streamed).into());
        }
        check_turn(engine, &status, colour)?;
        if let Some(answer) = self.go_on(engine, plays)? {
            return Ok(found(&answer, streamed).into());
        }
        let mut limits = self.limits(engine, colour);
        if !moves.is_empty() {
            limits.search_moves = moves;
        }
        let lines = stream.as_ref().and_then(|stream| stream.moves);
        let listener = match stream {
            Some(settings) => Listener::Client(self.stream(call, settings, &limits, lines)),
            None if self.own.live_graphics => Listener::Live(LiveGraphics::new(call.engine.as_ref())),
            None => Listener::Nobody,
        };
        let task = Task::Move { colour, plays, streamed };
        Ok(Answer::Search(self.search(Search { id: call.id, task, limits, lines, listener })))
    }

    /// The next click of a move whose first click answered an earlier search.
    fn go_on(&mut self, engine: &mut dyn AnyEngine, plays: bool) -> Result<Option<String>, GtpError> {
        let selected = &self.game.selected;
        if self.own.native_moves || selected.is_empty() || !self.game.planned.starts_with(selected) {
            return Ok(None);
        }
        let Some(&next) = self.game.planned.get(selected.len()) else { return Ok(None) };
        let text = vertex::vertex(&engine.board(), next);
        if plays {
            self.click(engine, next)?;
        }
        Ok(Some(text))
    }

    /// The limits of a search for a move, by the clock and by the clicks already made.
    pub(super) fn limits(&self, engine: &dyn AnyEngine, colour: StoneColour) -> SearchLimits {
        let mut limits = SearchLimits::default();
        self.clocks.limit(&mut limits, colour, engine.status().to_move.index());
        self.own.limit(&mut limits);
        limits.search_moves = self.selected_moves(engine);
        limits
    }

    /// The moves that are possible after the clicks so far; none if nothing is selected.
    pub(super) fn selected_moves(&self, engine: &dyn AnyEngine) -> Vec<String> {
        if self.game.selected.is_empty() {
            return Vec::new();
        }
        let paths = engine.move_paths();
        candidates(&paths, &self.game.selected).map(|path| path.text.clone()).collect()
    }

    /// A search as work for the session.
    pub(super) fn search(&self, search: Search) -> Work<Report> {
        let Search { id, task, mut limits, lines, mut listener } = search;
        let usual_lines = self.settings.value("MultiPV").unwrap_or("1").to_string();
        let endless = limits.infinite;
        let run = move |engine: &mut dyn AnyEngine, asked| {
            limits.asked = Some(asked);
            let set_lines = |engine: &mut dyn AnyEngine, lines: &str| {
                // Every game has the option, which accepts any number.
                let _ = engine.set_option("MultiPV", lines);
            };
            if let Some(lines) = lines {
                set_lines(engine, &lines.to_string());
            }
            let result = engine.go(&limits, &mut listener);
            if lines.is_some() {
                set_lines(engine, &usual_lines);
            }
            if let (Listener::Client(stream), Ok(result)) = (&mut listener, &result) {
                stream.end(result);
            }
            Report { id, task, result }
        };
        let failed = move |error| Report { id, task, result: Err(error) };
        Work { endless, ..Work::new(run, failed) }
    }

    /// Answers with the result of a search.
    pub(super) fn finish(&mut self, engine: &mut dyn AnyEngine, report: Report) {
        let Report { id, task, result } = report;
        match task {
            Task::Move { colour, plays, streamed } => {
                if let (true, Ok(result)) = (plays, &result) {
                    self.clocks.spend(colour, result.time);
                }
                let answer = result.map_err(GtpError::from);
                let answer = answer.and_then(|result| self.chosen(engine, &result, plays));
                match (answer, streamed) {
                    (Ok(answer), false) => self.succeed(id, &answer),
                    (Ok(answer), true) => self.output.line(&format!("play {answer}\n")),
                    (Err(error), false) => self.fail(id, &error),
                    (Err(error), true) => self.end_reports(Some(&error)),
                }
            }
            Task::Analysis => self.end_reports(result.map_err(GtpError::from).err().as_ref()),
            Task::Picture(picture) => match result {
                Ok(result) => self.succeed(id, &picture.draw(engine, &self.game.selected, &result)),
                Err(error) => self.fail(id, &error.into()),
            },
        }
    }

    /// Ends a response of reports. It began as a success, so an error goes to standard error.
    fn end_reports(&self, error: Option<&GtpError>) {
        if let Some(error) = error {
            print_error(&error.to_string());
        }
        self.output.line("");
    }

    /// The answer for the move of a search, which is played, or begun, if requested.
    fn chosen(
        &mut self,
        engine: &mut dyn AnyEngine,
        result: &SearchResult<String>,
        plays: bool,
    ) -> Result<String, GtpError> {
        let paths = engine.move_paths();
        let best = result.best_move.as_deref().and_then(|best| path_of(engine, &paths, best));
        let path = best.ok_or_else(|| GtpError::Other("the search found no move".to_string()))?;
        if path.cells.is_empty() || path.cells.len() > 1 && self.own.native_moves {
            if plays {
                self.play_text(engine, &path.text)?;
            }
            return Ok(path.text.clone());
        }
        let clicks = clicks_of(&paths, path);
        let next = clicks[self.game.selected.len()];
        let text = vertex::vertex(&engine.board(), next);
        self.game.planned = clicks;
        if plays {
            self.click(engine, next)?;
        }
        Ok(text)
    }
}

/// The answer in place of a move once the game is over: match runners expect that the loser resigns, and that
/// both pass in a drawn game.
fn answer_after_end(engine: &dyn AnyEngine, status: &Status, colour: StoneColour) -> Option<&'static str> {
    Some(match status.outcome? {
        Outcome::Win(winner) if colour_of(engine, winner) != colour => "resign",
        Outcome::Win(_) | Outcome::Draw => "pass",
    })
}

/// A move as a response, in the format of its command.
fn found(answer: &str, streamed: bool) -> String {
    if streamed { format!("\nplay {answer}") } else { answer.to_string() }
}

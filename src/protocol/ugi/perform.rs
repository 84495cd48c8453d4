//! How a line is obeyed, and how the result of a search is told.

use std::time::{Duration, Instant};

use super::command::{self, Command, Control, Parsed, Request, Work};
use super::print::{self, InfoPrinter};
use super::{Handshake, Ugi, options, query};
use crate::contract::{EngineError, SearchLimits, SearchResult};
use crate::engine::{AnyEngine, PerftResult};
use crate::protocol::dialect::{self, Dialect, Next, Urgent};
use crate::wire::describe;
use crate::wire::output::{one_line, quoted};

/// What came of a piece of work.
pub enum Report {
    /// The result.
    Search(Result<SearchResult<String>, EngineError>),
    /// Leaves counted.
    Perft(PerftResult),
    /// Nodes of the fixed searches, and the time they took.
    Bench(u64, Duration),
}

impl Dialect for Ugi {
    type Report = Report;

    fn at_once(&mut self, line: &str) -> Option<Urgent> {
        let control = match command::parse(line) {
            Ok(Some(Parsed { command: Command::Control(control), notes })) => {
                self.notes(&notes);
                control
            }
            Ok(Some(_)) => return None,
            Ok(None) => return Some(Urgent::Done),
            Err(error) => {
                self.error(&error);
                return Some(Urgent::Done);
            }
        };
        Some(match control {
            Control::Quit => Urgent::Quit,
            Control::Stop => Urgent::Stop,
            Control::PonderHit => Urgent::PonderHit,
            Control::IsReady => Urgent::Ready,
            Control::Help => self.say(print::HELP),
            Control::Debug(on) => {
                self.debug = on;
                Urgent::Done
            }
            // Nothing here needs registering.
            Control::Register => Urgent::Done,
        })
    }

    fn in_turn(&mut self, line: &str, engine: &mut Box<dyn AnyEngine>) -> Next<Report> {
        if let Ok(Some(Parsed { command, notes })) = command::parse(line) {
            self.notes(&notes);
            match command {
                Command::Request(request) => self.request(request, engine),
                Command::Work(work) => return Next::Work(self.start(work, engine.as_ref())),
                // Obeyed before.
                Command::Control(_) => {}
            }
        }
        Next::Line
    }

    fn report(&mut self, engine: &mut Box<dyn AnyEngine>, report: Report) {
        let stopped = engine.stop_handle().is_stopped();
        match report {
            Report::Search(Ok(result)) => self.report_search(engine.as_ref(), &result),
            Report::Search(Err(error)) => self.error(&error.to_string()),
            Report::Perft(_) | Report::Bench(..) if stopped => {
                self.note("stopped before the count was complete");
            }
            Report::Perft(result) => self.report_perft(&result),
            Report::Bench(nodes, time) => self.output.line(&print::bench(nodes, time)),
        }
    }

    fn ready(&mut self) {
        self.output.line("readyok");
    }

    fn ends_endless_search(&mut self, line: &str) -> bool {
        let word = quoted(line.split_ascii_whitespace().next().unwrap_or_default());
        self.error(&format!("{word} cannot be obeyed during this search; send stop first"));
        false
    }

    fn postponed(&mut self, line: &str) {
        let word = quoted(line.split_ascii_whitespace().next().unwrap_or_default());
        self.remark(&format!("{word} waits for the search to end"));
    }

    fn complain(&mut self, message: &str) {
        self.error(message);
    }
}

impl Ugi {
    fn say(&self, text: &str) -> Urgent {
        self.output.line(text);
        Urgent::Done
    }

    /// A refusal: what was wrong and what was expected.
    fn error(&self, message: &str) {
        self.output.line(&format!("info string error: {}", one_line(message)));
    }

    /// A remark on a line that was obeyed.
    pub(super) fn note(&self, message: &str) {
        self.output.line(&format!("info string note: {}", one_line(message)));
    }

    fn notes(&self, notes: &[String]) {
        for note in notes {
            self.note(note);
        }
    }

    /// A remark for `debug on`.
    fn remark(&self, text: &str) {
        if self.debug {
            self.output.line(&format!("info string debug: {}", one_line(text)));
        }
    }

    /// The style in which to write moves to a client that has sent these moves.
    fn choose_style(&self, engine: &mut dyn AnyEngine, moves: &[&str]) {
        engine.set_move_style(options::move_style(self.settings.variant(), self.handshake, moves));
    }

    /// Does what is done before the next line is read.
    fn request(&mut self, request: Request<'_>, engine: &mut Box<dyn AnyEngine>) {
        match request {
            Request::Handshake(handshake) => self.shake_hands(handshake, engine.as_ref()),
            Request::NewGame => {
                engine.new_game();
                engine.prepare();
            }
            Request::SetOption { name, value } => match self.set_option(engine, &name, value.as_deref()) {
                Ok(note) => {
                    self.choose_style(engine.as_mut(), &[]);
                    self.notes(note.as_slice());
                }
                Err(error) => self.error(&error.to_string()),
            },
            Request::Position { fen, moves } => match engine.set_position(fen.as_deref(), &moves) {
                Ok(()) => {
                    self.choose_style(engine.as_mut(), &moves);
                    engine.prepare();
                }
                Err(error) => self.error(&error.to_string()),
            },
            Request::Query(question) => self.output.line(&query::answer(engine.as_mut(), question)),
            Request::Diagram => self.output.line(&describe(engine.as_ref())),
            Request::Eval => self.output.line(&engine.explain()),
        }
    }

    fn shake_hands(&mut self, handshake: Handshake, engine: &dyn AnyEngine) {
        self.handshake = Some(handshake);
        self.output.line(&print::handshake(handshake, &self.options(engine)));
    }

    /// What is done in the thread of the search.
    fn start(&self, work: Work, engine: &dyn AnyEngine) -> dialect::Work<Report> {
        match work {
            Work::Search(limits) => self.search(limits, engine),
            Work::Perft(depth) => {
                let threads = self.settings.threads();
                dialect::Work::new(move |engine| Report::Perft(engine.perft(depth, threads)))
            }
            Work::Bench => dialect::Work::new(|engine| {
                let start = Instant::now();
                let nodes = engine.bench();
                Report::Bench(nodes, start.elapsed())
            }),
        }
    }

    fn search(&self, limits: Box<SearchLimits>, engine: &dyn AnyEngine) -> dialect::Work<Report> {
        self.remark(&format!("search with {limits:?}"));
        let mut printer = InfoPrinter {
            output: self.output.clone(),
            show_wdl: self.show_wdl,
            players: engine.status().players,
        };
        let (endless, pondering) = (limits.infinite, limits.ponder);
        let run = move |engine: &mut dyn AnyEngine| Report::Search(engine.go(&limits, &mut printer));
        dialect::Work { run: Box::new(run), endless, pondering }
    }

    fn report_search(&self, engine: &dyn AnyEngine, result: &SearchResult<String>) {
        self.remark(&format!("searched {} nodes in {} ms", result.nodes, result.time.as_millis()));
        self.output.line(&print::best_move(result, self.handshake, &engine.status()));
    }

    fn report_perft(&self, result: &PerftResult) {
        let mut text: String = result.divide.iter().map(|(mv, count)| format!("{mv}: {count}\n")).collect();
        text.push_str(&format!("\nNodes searched: {}", result.nodes));
        self.output.line(&text);
    }
}

//! Execution of requests, and reports of search results.

use std::time::{Duration, Instant};

use super::command::{self, Parsed};
use super::print::{self, InfoPrinter};
use super::request::{Command, Control, DatabaseRequest, Request, Work};
use super::{Handshake, Ugi, database, options, query};
use crate::contract::{EngineError, SearchLimits, SearchResult};
use crate::engine::{AnyEngine, PerftResult};
use crate::protocol::dialect::{self, Dialect, Next, Received, Urgent};
use crate::wire::describe;
use crate::wire::message::{one_line, quoted};

/// The outcome of a piece of work.
pub enum Report {
    /// The result.
    Search(Result<SearchResult<String>, EngineError>),
    /// What the database knows.
    Database(Result<String, EngineError>),
    /// Leaves counted.
    Perft(PerftResult),
    /// Nodes of the fixed searches, and the time they took.
    Bench(u64, Duration),
}

/// A request on its way to the engine.
pub struct Pending {
    /// The first word of its line.
    word: String,
    request: Request,
    /// Notes on changes to make it fit.
    notes: Vec<String>,
}

impl Dialect for Ugi {
    type Request = Pending;
    type Report = Report;

    fn receive(&mut self, line: &str) -> Received<Pending> {
        match command::parse(line) {
            Ok(Some(Parsed { command: Command::Control(control), notes })) => {
                self.notes(&notes);
                Received::Urgent(self.control(control))
            }
            Ok(Some(Parsed { command: Command::Request(request), notes })) => {
                let word = line.split_ascii_whitespace().next().unwrap_or_default().to_string();
                Received::InTurn(Pending { word, request, notes })
            }
            Ok(None) => Received::Urgent(Urgent::Done),
            Err(error) => {
                self.error(&error);
                Received::Urgent(Urgent::Done)
            }
        }
    }

    fn execute(&mut self, pending: Pending, engine: &mut Box<dyn AnyEngine>) -> Next<Report> {
        self.notes(&pending.notes);
        self.request(pending.request, engine)
    }

    fn report(&mut self, engine: &mut Box<dyn AnyEngine>, report: Report) {
        let stopped = engine.stop_handle().is_stopped();
        match report {
            Report::Search(Ok(result)) => self.report_search(engine.as_ref(), &result),
            Report::Search(Err(error)) => self.error(&error.to_string()),
            Report::Database(known) => self.report_known(known),
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

    fn ends_endless_search(&mut self, pending: &Pending) -> bool {
        let word = quoted(&pending.word);
        self.error(&format!("{word} cannot be executed during this search; send stop first"));
        false
    }

    fn postponed(&mut self, pending: &Pending) {
        self.debug_note(&format!("{} waits for the search to end", quoted(&pending.word)));
    }

    fn report_error(&mut self, message: &str) {
        self.error(message);
    }
}

/// The report of failed work.
fn failed(error: EngineError) -> Report {
    Report::Search(Err(error))
}

impl Ugi {
    /// Executes what needs no engine.
    fn control(&mut self, control: Control) -> Urgent {
        match control {
            Control::Quit => return Urgent::Quit,
            Control::Stop => return Urgent::Stop,
            Control::PonderHit => return Urgent::PonderHit,
            Control::IsReady => return Urgent::Ready,
            Control::Help => self.output.line(print::HELP),
            Control::Debug(on) => self.debug = on,
            // Nothing here needs registering.
            Control::Register => {}
        }
        Urgent::Done
    }

    /// An error: what is wrong and what was expected.
    fn error(&self, message: &str) {
        self.output.line(&format!("info string error: {}", one_line(message)));
    }

    /// A note on a line that was executed.
    pub(super) fn note(&self, message: &str) {
        self.output.line(&print::note_line(message));
    }

    fn notes(&self, notes: &[String]) {
        for note in notes {
            self.note(note);
        }
    }

    /// A note for `debug on`.
    fn debug_note(&self, text: &str) {
        if self.debug {
            self.output.line(&format!("info string debug: {}", one_line(text)));
        }
    }

    /// The style in which to write moves to a client that has sent these moves.
    fn choose_style(&self, engine: &mut dyn AnyEngine, moves: &[&str]) {
        engine.set_move_style(options::move_style(self.settings.variant(), self.handshake, moves));
    }

    fn report_known(&self, known: Result<String, EngineError>) {
        match known {
            Ok(text) => self.output.line(&text),
            Err(error) => self.error(&error.to_string()),
        }
    }

    /// Executes what needs the engine.
    fn request(&mut self, request: Request, engine: &mut Box<dyn AnyEngine>) -> Next<Report> {
        match request {
            Request::Handshake(handshake) => self.answer_handshake(handshake, engine.as_ref()),
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
            Request::Position { fen, moves } => {
                let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
                match engine.set_position(fen.as_deref(), &moves) {
                    Ok(()) => {
                        self.choose_style(engine.as_mut(), &moves);
                        engine.prepare();
                    }
                    Err(error) => self.error(&error.to_string()),
                }
            }
            Request::Query(question) => self.output.line(&query::answer(engine.as_mut(), question)),
            Request::Diagram => self.output.line(&describe(engine.as_ref())),
            Request::Eval => self.output.line(&engine.explain()),
            Request::Database(DatabaseRequest::DeleteAfter) => {
                // In the search thread: the positions after one may be many.
                let run = |engine: &mut dyn AnyEngine, _| {
                    Report::Database(database::answer(engine, &DatabaseRequest::DeleteAfter))
                };
                return Next::Work(dialect::Work::new(run, |error| Report::Database(Err(error))));
            }
            Request::Database(request) => self.report_known(database::answer(engine.as_ref(), &request)),
            Request::Work(work) => return Next::Work(self.start(work, engine.as_ref())),
        }
        Next::Line
    }

    fn answer_handshake(&mut self, handshake: Handshake, engine: &dyn AnyEngine) {
        self.handshake = Some(handshake);
        self.output.line(&print::handshake(handshake, &self.options(engine)));
    }

    /// The work for the search thread.
    fn start(&self, work: Work, engine: &dyn AnyEngine) -> dialect::Work<Report> {
        match work {
            Work::Search(limits) => self.search(limits, engine),
            Work::Perft(depth) => {
                let threads = self.settings.threads();
                dialect::Work::new(move |engine, _| Report::Perft(engine.perft(depth, threads)), failed)
            }
            Work::Bench => {
                let bench = |engine: &mut dyn AnyEngine, _| {
                    let start = Instant::now();
                    let nodes = engine.bench();
                    Report::Bench(nodes, start.elapsed())
                };
                dialect::Work::new(bench, failed)
            }
        }
    }

    fn search(&self, mut limits: Box<SearchLimits>, engine: &dyn AnyEngine) -> dialect::Work<Report> {
        self.debug_note(&format!("search with {limits:?}"));
        let mut printer = InfoPrinter {
            output: self.output.clone(),
            show_wdl: self.show_wdl,
            players: engine.status().players,
            printed: Vec::new(),
        };
        let (endless, pondering) = (limits.infinite, limits.ponder);
        let run = move |engine: &mut dyn AnyEngine, asked| {
            limits.asked = Some(asked);
            Report::Search(engine.go(&limits, &mut printer))
        };
        dialect::Work { endless, pondering, ..dialect::Work::new(run, failed) }
    }

    fn report_search(&self, engine: &dyn AnyEngine, result: &SearchResult<String>) {
        self.debug_note(&format!("searched {} nodes in {} ms", result.nodes, result.time.as_millis()));
        self.output.line(&print::best_move(result, self.handshake, &engine.status()));
    }

    fn report_perft(&self, result: &PerftResult) {
        let mut text: String = result.divide.iter().map(|(mv, count)| format!("{mv}: {count}\n")).collect();
        text.push_str(&format!("\nNodes searched: {}", result.nodes));
        self.output.line(&text);
    }
}

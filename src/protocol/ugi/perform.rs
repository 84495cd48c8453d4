//! How a command that needs the engine is done, and how the result of a job is told.

use super::command::{Request, Work};
use super::print::{self, InfoPrinter};
use super::query;
use super::session::Session;
use super::worker::{Finished, Job, Report, Reported};
use crate::engine::PerftResult;
use crate::protocol::describe;
use crate::search::SearchLimits;

impl Session {
    /// Does what is done before the next line is read. The engine is here.
    pub(super) fn request(&mut self, request: Request<'_>) {
        self.with_engine(|session, engine| match request {
            Request::Handshake(dialect) => {
                session.dialect = Some(dialect);
                let options = session.settings.list(engine.as_ref());
                session.output.line(&print::handshake(dialect, &options));
            }
            Request::NewGame => engine.new_game(),
            Request::SetOption { name, value } => match session.settings.set(engine, &name, value.as_deref())
            {
                Ok(note) => {
                    engine.set_move_style(session.settings.move_style(session.dialect, &[]));
                    if let Some(note) = note {
                        session.output.note(&note);
                    }
                }
                Err(error) => session.output.error(&error.to_string()),
            },
            Request::Position { fen, moves } => match engine.set_position(fen.as_deref(), &moves) {
                Ok(()) => engine.set_move_style(session.settings.move_style(session.dialect, &moves)),
                Err(error) => session.output.error(&error.to_string()),
            },
            Request::Query(question) => session.output.line(&query::answer(engine.as_mut(), question)),
            Request::Diagram => session.output.line(&describe(engine.as_ref())),
            Request::Eval => session.output.line(&engine.explain()),
        });
    }

    /// Starts what is done in the thread of the search. The engine is here.
    pub(super) fn start(&mut self, work: Work) {
        match work {
            Work::Search(limits) => self.search(limits),
            Work::Perft(depth) => {
                let threads = self.settings.threads();
                self.lend(false, false, |_, _| Job::Perft { depth, threads });
            }
            Work::Bench => self.lend(false, false, |_, _| Job::Bench),
        }
    }

    fn search(&mut self, limits: Box<SearchLimits>) {
        self.remark(&format!("search with {limits:?}"));
        self.lend(limits.infinite, limits.ponder, |session, engine| Job::Search {
            printer: InfoPrinter {
                output: session.output.clone(),
                show_wdl: session.settings.show_wdl(),
                players: engine.status().players,
                reported: Reported::No,
            },
            limits,
        });
    }

    /// Tells the result of a job.
    pub(super) fn report(&self, done: &Finished) {
        let stopped = done.engine.stop_handle().is_stopped();
        match &done.report {
            Report::Search(Ok(result), reported) => {
                let status = done.engine.status();
                if *reported == Reported::No {
                    for info in &result.lines {
                        self.output.line(&print::info_line(info, self.settings.show_wdl(), status.players));
                    }
                }
                self.remark(&format!("searched {} nodes in {} ms", result.nodes, result.time.as_millis()));
                self.output.line(&print::best_move(result, self.dialect, &status));
            }
            Report::Search(Err(error), _) => self.output.error(&error.to_string()),
            Report::Perft(_) | Report::Bench { .. } if stopped => {
                self.output.note("stopped before the count was complete");
            }
            Report::Perft(result) => self.report_perft(result),
            Report::Bench { nodes, time } => self.output.line(&print::bench(*nodes, *time)),
        }
    }

    fn report_perft(&self, result: &PerftResult) {
        let mut text: String = result.divide.iter().map(|(mv, count)| format!("{mv}: {count}\n")).collect();
        text.push_str(&format!("\nNodes searched: {}", result.nodes));
        self.output.line(&text);
    }
}

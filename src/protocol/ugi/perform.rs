//! How a command that needs the engine is done, and how the result of a job is told.

use super::command::Command;
use super::print::{self, InfoPrinter};
use super::query;
use super::session::Session;
use super::worker::{Finished, Job, Report};
use crate::engine::PerftResult;
use crate::search::SearchLimits;

impl Session {
    /// Does a command for which the engine is here.
    pub(super) fn perform(&mut self, command: Command<'_>) {
        match command {
            Command::Go(limits) => self.search(limits),
            Command::Perft(depth) => {
                self.lend(false, false, |session, _| Job::Perft { depth, threads: session.settings.threads() });
            }
            Command::Bench => self.lend(false, false, |_, _| Job::Bench),
            command => self.with_engine(|session, engine| session.answer(engine, command)),
        }
    }

    /// Does a command that is done before the next line is read.
    fn answer(&mut self, engine: &mut Box<dyn crate::engine::AnyEngine>, command: Command<'_>) {
        match command {
            Command::Handshake(dialect) => {
                self.dialect = dialect;
                let options = self.settings.list(engine.as_ref());
                self.output.line(&print::handshake(dialect, &options));
            }
            Command::NewGame => engine.new_game(),
            Command::SetOption { name, value } => {
                match self.settings.set(engine, &name, value.as_deref()) {
                    Ok(None) => {}
                    Ok(Some(note)) => self.output.note(&note),
                    Err(error) => self.output.error(&error.to_string()),
                }
            }
            Command::Position { fen, moves } => {
                if let Err(error) = engine.set_position(fen.as_deref(), &moves) {
                    self.output.error(&error.to_string());
                }
            }
            Command::Query(question) => self.output.line(&query::answer(engine.as_mut(), question)),
            Command::Diagram => self.output.line(&print::diagram(engine.as_ref())),
            Command::Eval => self.output.line(&engine.explain()),
            // Done by the session, at any time, or lent to the worker.
            Command::Debug(_)
            | Command::IsReady
            | Command::Register
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Help
            | Command::Go(_)
            | Command::Perft(_)
            | Command::Bench => {}
        }
    }

    fn search(&mut self, limits: Box<SearchLimits>) {
        self.remark(&format!("search with {limits:?}"));
        self.lend(limits.infinite, limits.ponder, |session, engine| Job::Search {
            printer: InfoPrinter {
                output: session.output.clone(),
                show_wdl: session.settings.show_wdl(),
                players: engine.status().players,
            },
            limits,
        });
    }

    /// Tells the result of a job.
    pub(super) fn report(&self, done: &Finished) {
        match &done.report {
            Report::Search(Ok(result)) => {
                self.remark(&format!("searched {} nodes in {} ms", result.nodes, result.time.as_millis()));
                let status = done.engine.status();
                self.output.line(&print::best_move(result, self.dialect, &status));
            }
            Report::Search(Err(error)) => self.output.error(&error.to_string()),
            Report::Perft(result) => self.report_perft(result),
            Report::Bench { nodes, time } => self.output.line(&print::bench(*nodes, *time)),
        }
    }

    fn report_perft(&self, result: &PerftResult) {
        if !result.complete {
            self.output.note("perft was stopped before it was done");
            return;
        }
        let mut text: String = result.divide.iter().map(|(mv, count)| format!("{mv}: {count}\n")).collect();
        text.push_str(&format!("\nNodes searched: {}", result.nodes));
        self.output.line(&text);
    }
}

//! The thread that reads lines: actions are executed at once, queries go into the queue.

use std::sync::Arc;

use crossbeam_channel::{Receiver, never, select};
use serde_json::{Value, json};

use super::answer::{ActionAnswer, TerminatedAnswer, TurnAnswer, write_answer};
use super::fields::RequestError;
use super::queue::{QueryQueue, Terminated};
use super::request::{self, Action, ActionKind, Query, Request};
use crate::puzzles::{Puzzle, collection};
use crate::wire::catalogue::list_games;
use crate::wire::input::{Arrival, Input, MAX_LINE};
use crate::wire::message::one_line;
use crate::wire::output::{Hangup, Output};

/// The answer to `help`.
const HELP: &str = "a line is a query as a JSON object, such as {\"id\": 1, \"game\": \"draughts\", \"depth\": 9}, \
    or an action, such as {\"action\": \"games\"}; quit ends; protocol.md has all fields";

/// Reads and executes requests.
pub(super) struct RequestHandler {
    queue: Arc<QueryQueue>,
    output: Output,
    /// A query that waits for room in the queue.
    held: Option<Box<Query>>,
}

impl RequestHandler {
    pub fn new(queue: Arc<QueryQueue>, output: Output) -> RequestHandler {
        RequestHandler { queue, output, held: None }
    }

    /// Executes lines until the input ends, `quit` is read, the output is closed or all threads have ended.
    pub fn run(
        &mut self,
        read_already: Vec<Arrival>,
        lines: &Receiver<Arrival>,
        shorter: &Receiver<()>,
        hangup: &Receiver<Hangup>,
        threads_left: &Receiver<()>,
    ) {
        for line in read_already {
            self.receive(line.input);
        }
        let is_quit = |input: &Input| matches!(input, Input::Line(line) if line.trim() == "quit");
        let paused = never();
        loop {
            let open = if self.held.is_some() { &paused } else { lines };
            select! {
                recv(open) -> line => match line {
                    Ok(line) if is_quit(&line.input) => return self.terminate_all(),
                    Ok(line) => self.receive(line.input),
                    Err(_) => return,
                },
                recv(shorter) -> _ => self.admit_held(),
                recv(hangup) -> _ => return self.queue.cancel(),
                recv(threads_left) -> _ => return,
            }
        }
    }

    /// Executes a line.
    pub fn receive(&mut self, input: Input) {
        let error = match input {
            Input::Line(line) => {
                let line = line.trim_start_matches('\u{feff}');
                if line.trim().is_empty() {
                    return;
                }
                if line.trim() == "help" {
                    return write_answer(&self.output, &RequestError::of_line(HELP.to_string()));
                }
                self.execute(line).err()
            }
            Input::Garbled(_) => Some(RequestError::of_line("the line is not UTF-8".to_string())),
            Input::TooLong => {
                let message = format!("a line of more than {MAX_LINE} bytes was dropped");
                Some(RequestError::of_line(message))
            }
        };
        if let Some(error) = error {
            let message = one_line(&error.message);
            write_answer(&self.output, &RequestError { message, ..error });
        }
    }

    fn execute(&mut self, line: &str) -> Result<(), RequestError> {
        let (request, warnings) = request::parse(line)?;
        for warning in &warnings {
            write_answer(&self.output, warning);
        }
        match request {
            Request::Query(query) => {
                self.held = Some(query);
                self.admit_held();
            }
            Request::Action(action) => self.execute_action(&action),
        }
        Ok(())
    }

    /// Puts the held query into the queue, if there is room.
    fn admit_held(&mut self) {
        if !self.queue.has_room() {
            return;
        }
        let Some(query) = self.held.take() else { return };
        if let Err(query) = self.queue.admit(query) {
            let message = "field 'id' is that of a pending query".to_string();
            write_answer(
                &self.output,
                &RequestError { message, field: Some("id".to_string()), id: Some(query.id) },
            );
        }
    }

    fn execute_action(&self, action: &Action) {
        let id = action.id.as_ref();
        match &action.kind {
            ActionKind::Terminate(query, turns) => {
                let ended = self.queue.terminate(query, turns.as_deref());
                let terminated = Some(ended.answers());
                let answer = ActionAnswer::new(id, "terminate");
                write_answer(&self.output, &ActionAnswer { terminate: Some(query), terminated, ..answer });
                self.report_terminated(&ended);
            }
            ActionKind::TerminateAll => {
                let ended = self.queue.terminate_all();
                let terminated = Some(ended.answers());
                write_answer(
                    &self.output,
                    &ActionAnswer { terminated, ..ActionAnswer::new(id, "terminate_all") },
                );
                self.report_terminated(&ended);
            }
            ActionKind::ClearHash => {
                self.queue.clear_hash();
                write_answer(&self.output, &ActionAnswer::new(id, "clear_hash"));
            }
            ActionKind::Version => {
                let (name, version) = (Some("Quadriga"), Some(env!("CARGO_PKG_VERSION")));
                write_answer(
                    &self.output,
                    &ActionAnswer { name, version, ..ActionAnswer::new(id, "version") },
                );
            }
            ActionKind::Games => {
                let games = Some(list_games());
                write_answer(&self.output, &ActionAnswer { games, ..ActionAnswer::new(id, "games") });
            }
            ActionKind::Puzzles => {
                let puzzles = Some(collection::all().iter().map(puzzle_json).collect());
                write_answer(&self.output, &ActionAnswer { puzzles, ..ActionAnswer::new(id, "puzzles") });
            }
        }
    }

    /// Ends all queries at the end of the input.
    pub fn terminate_all(&self) {
        self.report_terminated(&self.queue.terminate_all());
    }

    /// Ends the queries that only a termination can end.
    pub fn terminate_endless(&self) {
        self.report_terminated(&self.queue.terminate_endless());
    }

    /// Writes the final answers of queries that were terminated while they waited. The thread of a running search
    /// writes its answer.
    fn report_terminated(&self, ended: &Terminated) {
        for dropped in &ended.dropped {
            let query = &*dropped.query;
            let id = &query.id;
            for &index in &dropped.indices {
                let turn = query.turn(index);
                match query.task.action() {
                    None => write_answer(&self.output, &TurnAnswer::not_searched(id, turn)),
                    Some(_) => write_answer(&self.output, &TerminatedAnswer::of(query, turn)),
                }
            }
        }
    }
}

/// A puzzle with its solution.
fn puzzle_json(puzzle: &Puzzle) -> Value {
    let Puzzle { game, options, rating, theme, fen, line } = puzzle;
    let options: serde_json::Map<String, Value> =
        options.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
    json!({
        "puzzle": puzzle.id(), "game": game, "options": options, "rating": rating, "theme": theme.name(), "fen": fen,
        "line": line,
    })
}

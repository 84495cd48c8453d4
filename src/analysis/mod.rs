//! Analysis for scripts: one JSON object a line in, one a line out, joined by `id`.
//!
//! A query carries its position with it, so there is no state to keep, and answers come in the order in which they
//! are ready, so that all cores are busy. The manner is that of KataGo's analysis engine; `protocol.md` describes it.
//!
//! | file | question |
//! |---|---|
//! | `json`, `fields` | is a line an object, and are its fields of the right kind? |
//! | `request` | what does it ask for? |
//! | `queue` | what waits, what runs, what is owed? |
//! | `engines` | which engine answers? |
//! | `worker` | how is it done? |
//! | `answer` | how is it said? |
//!
//! One thread reads lines, obeys actions at once and fills the queue; as many workers as positions at once empty it.
//! The queue is bounded: beyond that no more lines are read until it is shorter.
//!
//! What must always hold: a line that is refused disturbs nothing else; a query has one final answer for each of its
//! turns, or one error; nothing that is read makes the program end.

mod answer;
mod engines;
mod fields;
mod json;
mod query_thread;
mod queue;
mod request;

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded, never, select};

use crate::wire::catalogue::{Catalogue, list_games};
use crate::wire::input::{Input, MAX_LINE};
use crate::wire::output::{Hangup, Output, one_line};
use answer::{ActionAnswer, TerminatedAnswer, TurnAnswer, write_answer};
use engines::{EngineSettings, Engines};
use fields::RequestError;
use query_thread::QueryThread;
use queue::{QueryQueue, Terminated};
use request::{Action, ActionKind, Query, Request, Task};

/// MiB of tables for each position at once, where no size is given.
const MIB_A_POSITION: usize = 32;

/// What the pipe is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The games that can be opened.
    pub catalogue: Catalogue,
    /// The game of queries that name none, with options of its rules; `None`: every query names its game.
    pub game: Option<(String, Vec<(String, String)>)>,
    /// Positions searched at once; `None`: as many as there are processors.
    pub positions: Option<usize>,
    /// Threads of each search, where the query does not say.
    pub threads: usize,
    /// MiB of all tables together; `None`: 32 for each position at once.
    pub hash_mib: Option<usize>,
    /// Stop everything at the end of input instead of finishing it.
    pub quit_at_end: bool,
}

impl Setup {
    /// Positions searched at once.
    fn positions(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.positions.unwrap_or_else(processors).max(1)
    }

    fn settings(&self) -> EngineSettings {
        let positions = self.positions();
        let share_mib = self.hash_mib.map_or(MIB_A_POSITION, |mib| (mib / positions).max(1));
        EngineSettings {
            catalogue: self.catalogue,
            game: self.game.clone(),
            threads: self.threads.max(1),
            share_mib,
        }
    }
}

/// Answers lines until the input ends and all is answered, or nobody reads the answers any more. `read_already` comes
/// before what `lines` brings.
///
/// # Errors
/// The system has no thread to give, or one of them broke down: one line for a person.
pub fn serve(
    setup: &Setup,
    read_already: Vec<Input>,
    lines: &Receiver<Input>,
    output: Output,
    hangup: &Receiver<Hangup>,
) -> Result<(), String> {
    let positions = setup.positions();
    let (queue, shorter) = QueryQueue::new(positions);
    let queue = Arc::new(queue);
    let (alive, threads_left) = bounded(0);
    let settings = setup.settings();
    for number in 0..positions {
        let engines = Engines::new(settings.clone());
        let worker = QueryThread { number, queue: Arc::clone(&queue), output: output.clone(), engines };
        if let Err(why) = start(worker, alive.clone()) {
            queue.cancel();
            return Err(why);
        }
    }
    drop(alive);
    let mut handler = RequestHandler { queue, output, held: None };
    handler.read(read_already, lines, &shorter, hangup, &threads_left);
    if setup.quit_at_end {
        let ended = handler.queue.terminate_all();
        handler.report_terminated(&ended);
    }
    handler.queue.close();
    // Nobody ever sends: the channel is disconnected when the last worker has gone.
    select! {
        recv(threads_left) -> _ => {}
        recv(hangup) -> _ => {
            handler.queue.cancel();
            let _ = threads_left.recv();
        }
    }
    if handler.queue.is_broken() { Err("a search broke down; please report how".to_string()) } else { Ok(()) }
}

/// Starts a worker. `alive` is dropped when it has gone.
fn start(worker: QueryThread, alive: Sender<()>) -> Result<(), String> {
    // Recursion goes hundreds of plies deep; only the pages touched are ever allocated.
    let thread = std::thread::Builder::new().name(format!("position {}", worker.number)).stack_size(64 << 20);
    let run = move || {
        let _alive = alive;
        worker.run();
    };
    thread.spawn(run).map(|_| ()).map_err(|error| format!("cannot start a thread for searches: {error}"))
}

/// Where lines are read.
struct RequestHandler {
    queue: Arc<QueryQueue>,
    output: Output,
    /// A query for which the queue has no room.
    held: Option<Box<Query>>,
}

impl RequestHandler {
    /// Obeys lines until there are no more, or nobody is there to work or to listen.
    fn read(
        &mut self,
        read_already: Vec<Input>,
        lines: &Receiver<Input>,
        shorter: &Receiver<()>,
        hangup: &Receiver<Hangup>,
        threads_left: &Receiver<()>,
    ) {
        for line in read_already {
            self.receive(line);
        }
        let nothing = never();
        loop {
            let open = if self.held.is_some() { &nothing } else { lines };
            select! {
                recv(open) -> line => match line {
                    Ok(line) => self.receive(line),
                    Err(_) => return,
                },
                recv(shorter) -> _ => self.admit_held(),
                recv(hangup) -> _ => return self.queue.cancel(),
                recv(threads_left) -> _ => return,
            }
        }
    }

    fn receive(&mut self, input: Input) {
        let problem = match input {
            Input::Line(line) => {
                let line = line.trim_start_matches('\u{feff}');
                if line.trim().is_empty() {
                    return;
                }
                self.execute(line).err()
            }
            Input::Garbled(_) => Some(RequestError::of_line("the line is not UTF-8".to_string())),
            Input::TooLong => {
                let message = format!("a line of more than {MAX_LINE} bytes was dropped");
                Some(RequestError::of_line(message))
            }
        };
        if let Some(problem) = problem {
            let message = one_line(&problem.message);
            write_answer(&self.output, &RequestError { message, ..problem });
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

    /// Puts the query that is held into the queue, if it has room.
    fn admit_held(&mut self) {
        if !self.queue.has_room() {
            return;
        }
        let Some(query) = self.held.take() else { return };
        if let Err(query) = self.queue.admit(query) {
            let message = "field 'id' is that of a query which is not answered yet".to_string();
            write_answer(
                &self.output,
                &RequestError { message, field: Some("id".to_string()), id: Some(query.id) },
            );
        }
    }

    fn execute_action(&self, action: &Action) {
        let id = action.id.as_ref();
        match &action.kind {
            ActionKind::Terminate(query) => {
                let ended = self.queue.terminate(query);
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
        }
    }

    /// The final answers of what was terminated while it waited; what runs is answered by its worker.
    fn report_terminated(&self, ended: &Terminated) {
        for dropped in &ended.dropped {
            let query = &*dropped.query;
            let id = &query.id;
            for index in dropped.from..query.answers() {
                match &query.task {
                    Task::Search(_) => {
                        write_answer(&self.output, &TurnAnswer::not_searched(id, query.turn(index)))
                    }
                    Task::LegalMoves => {
                        write_answer(
                            &self.output,
                            &TerminatedAnswer { id, action: "legal_moves", terminated: true },
                        );
                    }
                    Task::Perft(_) => write_answer(
                        &self.output,
                        &TerminatedAnswer { id, action: "perft", terminated: true },
                    ),
                }
            }
        }
    }
}

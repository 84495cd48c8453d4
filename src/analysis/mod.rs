//! Analysis for scripts: one JSON object per line in, one per line out, matched by `id`.
//!
//! A query has its position with it, so there is no state to keep. Answers are written as soon as they are ready, so
//! that all cores are busy. The format follows KataGo's analysis engine; `protocol.md` describes it.
//!
//! | file | question |
//! |---|---|
//! | `json`, `fields` | is a line an object, and are its fields of the right type? |
//! | `request` | what does it ask for? |
//! | `rows` | which board do rows of characters show? |
//! | `request_handler` | what happens when a line is read? |
//! | `queue` | what waits, what runs, which answers are due? |
//! | `engines`, `engine_key` | which engine answers? |
//! | `query_thread` | how is an answer computed? |
//! | `job` | how is a search run for it? |
//! | `solve`, `encode` | what is the exact value? which numbers stand for a position and its moves? |
//! | `database` | what does the database know? |
//! | `opening` | what may be done in an opening, and what would the engine do? |
//! | `answer` | how is it written? |
//! | `unthreaded` | the same on the thread of the caller |
//!
//! One thread reads lines, executes actions at once and fills the queue; the other threads, one for each position
//! searched at a time, empty it. When the queue is full, no more lines are read until it is shorter. Without threads,
//! [`Unthreaded`] answers a line before it takes the next one.
//!
//! Invariants: a refused line has no other effect; a query gets one final answer for each of its turns, or one error;
//! no input ends the program.

mod answer;
mod database;
mod encode;
mod engine_key;
mod engines;
mod fields;
mod job;
mod json;
mod opening;
mod query_thread;
mod queue;
mod request;
mod request_handler;
mod rows;
mod solve;
mod unthreaded;

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded, select};

use answer::write_answer;
pub use answer::{BoardExtras, board_json};

use crate::database::Database;
use crate::wire::catalogue::Catalogue;
use crate::wire::input::Arrival;
use crate::wire::output::{Hangup, Output};
use engine_key::EngineSettings;
use engines::Engines;
use fields::Warning;
use query_thread::QueryThread;
use queue::QueryQueue;
use request_handler::RequestHandler;
pub use rows::compose;
pub use unthreaded::Unthreaded;

/// Default size of the tables for each position searched at a time, in MiB.
const MIB_PER_POSITION: usize = 32;

/// Largest table that a query may ask for if no total was set, in MiB; the engine reduces it to the available memory.
const MAX_MIB: usize = 1 << 20;

/// Settings of the analysis.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The games that can be opened.
    pub catalogue: Catalogue,
    /// The default game of queries, with its rule options; `None`: every query names its game.
    pub game: Option<(String, Vec<(String, String)>)>,
    /// Number of positions searched at a time; `None`: the number of processors.
    pub positions: Option<usize>,
    /// Default number of threads of a search.
    pub threads: usize,
    /// Total size of the tables in MiB; `None`: 32 for each position searched at a time, or what its query asks for.
    pub hash_mib: Option<usize>,
    /// The database of positions of all searches.
    pub database: Option<Arc<Database>>,
    /// Stop all searches at the end of the input instead of completing them; endless ones are stopped in any case.
    pub quit_at_end: bool,
}

impl Setup {
    /// Number of positions searched at a time.
    fn positions(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.positions.unwrap_or_else(processors).max(1)
    }

    fn settings(&self) -> EngineSettings {
        let positions = self.positions();
        let share_mib = self.hash_mib.map_or(MIB_PER_POSITION, |mib| (mib / positions).max(1));
        let max_mib = if self.hash_mib.is_some() { share_mib } else { MAX_MIB };
        EngineSettings {
            catalogue: self.catalogue,
            game: self.game.clone(),
            threads: self.threads.max(1),
            share_mib,
            max_mib,
            database: self.database.clone(),
        }
    }
}

/// Answers lines until the input has ended and everything is answered, or until the output is closed. The lines of
/// `read_already` come before those of `lines`.
///
/// # Errors
/// One line: the system cannot start a thread, or one of them panicked.
pub fn serve(
    setup: &Setup,
    read_already: Vec<Arrival>,
    lines: &Receiver<Arrival>,
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
        let thread = QueryThread::new(number, Arc::clone(&queue), output.clone(), engines);
        match start(thread, alive.clone()) {
            Ok(()) => {}
            Err(why) if number == 0 => return Err(why),
            // The threads that did start empty the queue.
            Err(why) => {
                let message = format!("{why}; positions searched at a time: {number} of {positions}");
                write_answer(&output, &Warning { message, field: None, id: None });
                break;
            }
        }
    }
    drop(alive);
    let mut handler = RequestHandler::new(Arc::clone(&queue), output);
    handler.run(read_already, lines, &shorter, hangup, &threads_left);
    if setup.quit_at_end {
        handler.terminate_all();
    } else {
        // No thread is left to do it.
        handler.terminate_endless();
    }
    queue.close();
    // Nothing is ever sent: the channel is disconnected when the last thread has ended.
    select! {
        recv(threads_left) -> _ => {}
        recv(hangup) -> _ => {
            queue.cancel();
            let _ = threads_left.recv();
        }
    }
    if queue.is_broken() {
        Err("internal error: a search failed; please report it".to_string())
    } else {
        Ok(())
    }
}

/// Starts a thread. `alive` is dropped when it has ended.
fn start(thread: QueryThread, alive: Sender<()>) -> Result<(), String> {
    // The recursion goes hundreds of plies deep; only the pages that are touched are ever allocated.
    let builder =
        std::thread::Builder::new().name(format!("position {}", thread.number)).stack_size(64 << 20);
    let run = move || {
        let _alive = alive;
        thread.run();
    };
    builder.spawn(run).map(|_| ()).map_err(|error| format!("cannot start a thread for searches: {error}"))
}

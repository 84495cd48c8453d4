//! The JSON analysis without threads: a line is answered when [`Unthreaded::answer`] returns.
//!
//! Another line cannot end a search, because none is read in the meantime.

use std::sync::Arc;

use super::Setup;
use super::engines::Engines;
use super::query_thread::QueryThread;
use super::queue::QueryQueue;
use super::request_handler::RequestHandler;
use crate::wire::input::Input;
use crate::wire::output::Output;

/// Answers lines on the thread of its caller, and keeps its engines.
pub struct Unthreaded {
    handler: RequestHandler,
    queries: QueryThread,
}

impl Unthreaded {
    /// Answers are written to `output`. `positions` and `quit_at_end` of `setup` are ignored.
    pub fn new(setup: &Setup, output: Output) -> Unthreaded {
        let queue = Arc::new(QueryQueue::new(1).0);
        let engines = Engines::new(Setup { positions: Some(1), ..setup.clone() }.settings());
        Unthreaded {
            queries: QueryThread::new(0, Arc::clone(&queue), output.clone(), engines),
            handler: RequestHandler::new(queue, output),
        }
    }

    /// Answers a line: writes all its records.
    pub fn answer(&mut self, line: String) {
        self.handler.receive(Input::Line(line));
        self.queries.empty_queue();
    }
}

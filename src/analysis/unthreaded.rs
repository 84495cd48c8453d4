//! The JSON analysis without threads of its own: a line is answered when [`Unthreaded::answer`] returns.
//!
//! A search cannot be ended by another line, because none is read meanwhile.

use std::sync::Arc;

use super::Setup;
use super::engines::Engines;
use super::query_thread::QueryThread;
use super::queue::QueryQueue;
use super::request_handler::RequestHandler;
use crate::wire::input::Input;
use crate::wire::output::Output;

/// Answers lines on the thread of its caller, with engines that it keeps.
pub struct Unthreaded {
    handler: RequestHandler,
    queries: QueryThread,
}

impl Unthreaded {
    /// Answers are written to `output`. Of `setup`, `positions` and `quit_at_end` do not matter here.
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

//! The part of a conversation that is specific to a line protocol; the rest is common to all of them (see
//! [`super::session`]).
//!
//! A line is parsed once, when it arrives, also during a search: [`Dialect::receive`]. Lines that need no engine are
//! executed there. Any other line becomes a request for [`Dialect::execute`], which gets it when the engine is
//! available and all earlier requests are done. A search is a [`Work`] that takes the engine along; its result goes to
//! [`Dialect::report`].

use std::time::Instant;

use crate::contract::EngineError;
use crate::engine::AnyEngine;

/// A protocol of lines.
pub trait Dialect {
    /// A request that needs the engine.
    type Request;
    /// The result of a piece of work.
    type Report: Send + 'static;

    /// Parses a line as it arrives, and executes it if it needs no engine and cannot wait behind a search.
    fn receive(&mut self, line: &str) -> Received<Self::Request>;

    /// Executes a request. All earlier requests are done.
    fn execute(&mut self, request: Self::Request, engine: &mut Box<dyn AnyEngine>) -> Next<Self::Report>;

    /// Reports the result of a piece of work. The engine is back.
    fn report(&mut self, engine: &mut Box<dyn AnyEngine>, report: Self::Report);

    /// A request arrived during a search that ends only when it is stopped. `true`: it ends that search and is executed
    /// next; `false`: it is refused, and the client has been notified.
    fn ends_endless_search(&mut self, _request: &Self::Request) -> bool {
        true
    }

    /// What to do while there are no requests: endless work that the next line ends. Not called after the end of input.
    fn idle(&mut self, _engine: &mut dyn AnyEngine) -> Option<Work<Self::Report>> {
        None
    }

    /// The engine is ready to search, or at work; see [`Urgent::Ready`].
    fn ready(&mut self) {}

    /// A request has to wait for the running search.
    fn postponed(&mut self, _request: &Self::Request) {}

    /// A line was too long to be read. Reports an error at once, or returns a request to execute in its place.
    fn dropped_line(&mut self, message: &str) -> Option<Self::Request> {
        self.report_error(message);
        None
    }

    /// Reports an error that is not about the meaning of a line: a line too long to be read, a record that could not
    /// be written.
    fn report_error(&mut self, message: &str);
}

/// The kind of a received line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Received<T> {
    /// It cannot wait: this remains to be done.
    Urgent(Urgent),
    /// It needs the engine, and is executed in turn.
    InTurn(T),
}

/// What remains to be done after a line that could not wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgent {
    /// Nothing.
    Done,
    /// Prepare the engine unless it is at work, then call [`Dialect::ready`].
    Ready,
    /// Stop the search under way, and every one that waits.
    Stop,
    /// The move that was pondered on was played.
    PonderHit,
    /// The conversation is over.
    Quit,
}

/// What remains to be done after a request was executed.
pub enum Next<R> {
    /// Nothing: read the next line.
    Line,
    /// A task that takes time.
    Work(Work<R>),
    /// The conversation is over.
    Quit,
}

/// The function to run in the search thread, with the engine and the moment from which its time counts.
type Run<R> = Box<dyn FnOnce(&mut dyn AnyEngine, Instant) -> R + Send>;

/// The report if that panics.
type Failed<R> = Box<dyn FnOnce(EngineError) -> R + Send>;

/// A task that takes time and the engine.
pub struct Work<R> {
    /// Does it, in the search thread.
    pub run: Run<R>,
    /// Makes the report if it panics.
    pub failed: Failed<R>,
    /// It ends only when it is stopped, even if there is nothing left to find.
    pub endless: bool,
    /// It does not end before `ponderhit` or `stop`.
    pub pondering: bool,
}

impl<R> Work<R> {
    /// Work that ends by itself.
    pub fn new(
        run: impl FnOnce(&mut dyn AnyEngine, Instant) -> R + Send + 'static,
        failed: impl FnOnce(EngineError) -> R + Send + 'static,
    ) -> Work<R> {
        Work { run: Box::new(run), failed: Box::new(failed), endless: false, pondering: false }
    }
}

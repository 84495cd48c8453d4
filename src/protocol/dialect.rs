//! What a protocol of lines has to say about itself; the rest of a conversation is the same for all of them
//! (see [`super::session`]).
//!
//! A line is first shown to [`Dialect::at_once`], at any time, also during a search; what needs the engine
//! comes to [`Dialect::in_turn`] when the engine is there, with everything that came before already done. A
//! search is a [`Work`] that takes the engine along; its result comes to [`Dialect::report`].

use crate::engine::AnyEngine;

/// A protocol of lines.
pub trait Dialect {
    /// What a piece of work brings back.
    type Report: Send + 'static;

    /// Obeys a line that needs no engine and cannot wait behind a search; `None` for any other.
    fn at_once(&mut self, line: &str) -> Option<Urgent>;

    /// Obeys any other line. The engine has done all that was asked before.
    fn in_turn(&mut self, line: &str, engine: &mut Box<dyn AnyEngine>) -> Next<Self::Report>;

    /// Tells what came of a piece of work. The engine is back.
    fn report(&mut self, engine: &mut Box<dyn AnyEngine>, report: Self::Report);

    /// A line that needs the engine has come during a search that ends only when told to. `true`: it ends that
    /// search and is obeyed next; `false`: it is refused, and the client has been told so.
    fn ends_endless_search(&mut self, _line: &str) -> bool {
        true
    }

    /// What to do while nothing is asked for; endless work that the next line ends. Not asked once the input has
    /// ended.
    fn idle(&mut self, _engine: &mut dyn AnyEngine) -> Option<Work<Self::Report>> {
        None
    }

    /// The engine is ready to search, or at work; see [`Urgent::Ready`].
    fn ready(&mut self) {}

    /// A line has to wait for the running search.
    fn postponed(&mut self, _line: &str) {}

    /// A line was too long to be read. Complains at once, or gives a line that is obeyed in its turn in place of it.
    fn dropped_line(&mut self, message: &str) -> Option<&'static str> {
        self.complain(message);
        None
    }

    /// Something went wrong that is not about the meaning of a line: a line too long to be read, a record that
    /// could not be written.
    fn complain(&mut self, message: &str);
}

/// What is left to do after a line that could not wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgent {
    /// Nothing.
    Done,
    /// The client waits to hear that the engine is ready: it is to make itself so, unless it is at work.
    Ready,
    /// The search under way, and every one that waits, is to end.
    Stop,
    /// The move expected while pondering was played.
    PonderHit,
    /// The conversation is over.
    Quit,
}

/// What is left to do after a line that had the engine.
pub enum Next<R> {
    /// Nothing: the next line, please.
    Line,
    /// Something that takes time.
    Work(Work<R>),
    /// The conversation is over.
    Quit,
}

/// What is done in the thread of the search.
type Run<R> = Box<dyn FnOnce(&mut dyn AnyEngine) -> R + Send>;

/// Something that takes time and the engine.
pub struct Work<R> {
    /// Does it, in the thread of the search.
    pub run: Run<R>,
    /// It is not over, even if there is nothing left to find, before it is told to end.
    pub endless: bool,
    /// Nor before `ponderhit`.
    pub pondering: bool,
}

impl<R> Work<R> {
    /// Work that ends by itself.
    pub fn new(run: impl FnOnce(&mut dyn AnyEngine) -> R + Send + 'static) -> Work<R> {
        Work { run: Box::new(run), endless: false, pondering: false }
    }
}

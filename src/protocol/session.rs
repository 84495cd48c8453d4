//! Decides when a line is executed, in every line protocol.
//!
//! The session holds the engine, or lends it to the search. While it is lent:
//!
//! - lines that need no engine and cannot wait are executed at once ([`Dialect::receive`]);
//! - any other request waits for a search that will end by itself or was stopped;
//! - during a search that ends only when it is stopped, a request ends that search or is refused, depending on the
//!   protocol ([`Dialect::ends_endless_search`]). It never waits: a client that waits for the answer before it sends
//!   `stop` would wait for ever.
//!
//! `stop` ends the running search and every waiting one. `ponderhit` applies to the first search that ponders, even if
//! that one still waits.
//!
//! The time of a search counts from the arrival of its line, or from the end of the search before it, whichever is
//! later.
//!
//! When [`MAX_WAITING`] or [`MAX_WAITING_BYTES`] is reached, no more lines are read until less waits. The running
//! search then ends by itself.
//!
//! Invariants: a search is reported once; one that ends only when it is stopped is not reported before, even if there
//! is nothing left to find.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, never, select};

use super::dialect::{Dialect, Next, Received, Urgent, Work};
use super::search_thread::{Finished, SearchThread};
use crate::contract::StopHandle;
use crate::engine::AnyEngine;
use crate::records::keeper::Keeper;
use crate::wire::input::{Arrival, Input, MAX_LINE};
use crate::wire::output::Hangup;

/// Longest wait for the result of the last search after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(80);

/// Maximum number of requests that wait for a search.
const MAX_WAITING: usize = 10_000;
/// Bytes of their lines at which reading pauses.
const MAX_WAITING_BYTES: usize = 32 << 20;

/// A conversation with one client.
pub(crate) struct Session<D: Dialect> {
    dialect: D,
    slot: EngineSlot<D::Report>,
    thread: SearchThread<D::Report>,
    /// What waits for the running search, oldest first.
    waiting: VecDeque<Waiting<D::Request>>,
    /// Bytes of the lines that wait.
    bytes_waiting: usize,
    /// Number of `stop` among them.
    stops_waiting: usize,
    /// When the last piece of work was over.
    free_since: Option<Instant>,
    finish: bool,
    input_ended: bool,
    keeper: Option<Keeper>,
}

/// The place of the engine.
enum EngineSlot<R> {
    Here(Box<dyn AnyEngine>),
    Lent(Running<R>),
    /// Only during a handover.
    Empty,
}

/// A task after the running search.
enum Waiting<T> {
    /// A request, and the bytes of its line.
    Request(T, usize),
    /// Searches before this end at once.
    Stop,
    PonderHit,
}

/// A search under way, or other work that takes the engine along.
struct Running<R> {
    stop: StopHandle,
    /// Ends only when it is stopped.
    endless: bool,
    /// Waits for `ponderhit` as well as for `stop`.
    pondering: bool,
    stopped: bool,
    /// The result of work that ended too early, held back until it may end.
    held: Option<Finished<R>>,
}

impl<R> Running<R> {
    fn may_end(&self) -> bool {
        self.stopped || !(self.endless || self.pondering)
    }
}

impl<D: Dialect> Session<D> {
    /// A conversation in this dialect. `finish`: at the end of input, do all that was asked for before. `keeper`:
    /// keeps the games, if they are to be kept.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn new(
        dialect: D,
        engine: Box<dyn AnyEngine>,
        finish: bool,
        keeper: Option<Keeper>,
    ) -> Result<Session<D>, String> {
        Ok(Session {
            dialect,
            slot: EngineSlot::Here(engine),
            thread: SearchThread::start()?,
            waiting: VecDeque::new(),
            bytes_waiting: 0,
            stops_waiting: 0,
            free_since: None,
            finish,
            input_ended: false,
            keeper,
        })
    }

    /// Executes the lines that have been read already, then those of `input`, until the conversation is over.
    ///
    /// # Errors
    /// The search thread has panicked, and the engine is lost.
    pub fn run(
        mut self,
        read_already: Vec<Arrival>,
        input: &Receiver<Arrival>,
        hangup: &Receiver<Hangup>,
    ) -> Result<(), String> {
        let mut input = input.clone();
        let finished = self.thread.finished.clone();
        let mut flow = read_already.into_iter().try_for_each(|line| self.receive(line));
        while flow.is_continue() {
            let lines = if self.has_room() { &input } else { &never() };
            flow = select! {
                recv(lines) -> line => match line {
                    Ok(line) => self.receive(line),
                    Err(_) => {
                        input = never();
                        self.end_of_input()
                    }
                },
                recv(finished) -> done => {
                    let done = done.map_err(|_| "internal error: the search failed; please report it".to_string())?;
                    self.work_ended(done)
                }
                recv(hangup) -> _ => ControlFlow::Break(()),
            };
        }
        self.shut_down();
        Ok(())
    }

    fn receive(&mut self, Arrival { input, at }: Arrival) -> ControlFlow<()> {
        match input {
            Input::Line(line) | Input::Garbled(line) => self.receive_line(&line, at)?,
            Input::TooLong => {
                let message = format!("a line of more than {MAX_LINE} bytes was dropped");
                if let Some(request) = self.dialect.dropped_line(&message) {
                    self.execute(request, 0, at)?;
                }
            }
        }
        self.idle();
        ControlFlow::Continue(())
    }

    /// Executes a line, keeps its request for later, or refuses it.
    fn receive_line(&mut self, line: &str, at: Instant) -> ControlFlow<()> {
        match self.dialect.receive(line) {
            Received::InTurn(request) => return self.execute(request, line.len(), at),
            Received::Urgent(Urgent::Done) => {}
            Received::Urgent(Urgent::Ready) => self.make_ready(),
            Received::Urgent(Urgent::Stop) => self.stop(),
            Received::Urgent(Urgent::PonderHit) => self.ponder_hit(),
            Received::Urgent(Urgent::Quit) => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    /// Reports that the engine is ready, after preparing it if it is here.
    fn make_ready(&mut self) {
        if let EngineSlot::Here(engine) = &mut self.slot {
            engine.prepare();
        }
        self.dialect.ready();
    }

    /// May another line be read?
    fn has_room(&self) -> bool {
        self.waiting.len() < MAX_WAITING && self.bytes_waiting < MAX_WAITING_BYTES
    }

    /// Executes a request of this many bytes that arrived at this moment, if the engine is here.
    fn execute(&mut self, request: D::Request, bytes: usize, at: Instant) -> ControlFlow<()> {
        if !matches!(self.slot, EngineSlot::Here(_)) {
            return self.keep_or_refuse(request, bytes);
        }
        if let EngineSlot::Here(mut engine) = std::mem::replace(&mut self.slot, EngineSlot::Empty) {
            let next = self.dialect.execute(request, &mut engine);
            self.keep(engine.as_ref());
            match next {
                Next::Line => self.slot = EngineSlot::Here(engine),
                Next::Work(work) => self.lend(engine, work, self.free_since.map_or(at, |free| free.max(at))),
                Next::Quit => {
                    self.slot = EngineSlot::Here(engine);
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Deals with a request while the engine is lent.
    fn keep_or_refuse(&mut self, request: D::Request, bytes: usize) -> ControlFlow<()> {
        if self.must_wait() {
            self.dialect.postponed(&request);
            self.bytes_waiting += bytes;
            self.waiting.push_back(Waiting::Request(request, bytes));
        } else if self.dialect.ends_endless_search(&request) {
            // Lines already waiting came later.
            self.bytes_waiting += bytes;
            self.waiting.push_front(Waiting::Request(request, bytes));
            self.stop_running();
            return self.catch_up();
        }
        ControlFlow::Continue(())
    }

    /// Is the engine lent to work that will end by itself, or was stopped?
    fn must_wait(&self) -> bool {
        matches!(&self.slot, EngineSlot::Lent(running) if running.may_end())
    }

    /// Executes waiting requests while the engine is here.
    fn catch_up(&mut self) -> ControlFlow<()> {
        while !self.must_wait()
            && let Some(waiting) = self.waiting.pop_front()
        {
            match waiting {
                Waiting::Request(request, bytes) => {
                    self.bytes_waiting -= bytes;
                    self.execute(request, bytes, Instant::now())?;
                }
                // The search that this line is meant for was stopped at its start.
                Waiting::Stop => self.stops_waiting -= 1,
                Waiting::PonderHit => {
                    self.ponder_hit_running();
                }
            }
        }
        if self.input_ended && matches!(self.slot, EngineSlot::Here(_)) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Lends the engine to a piece of work, whose time counts from `asked`.
    fn lend(&mut self, engine: Box<dyn AnyEngine>, work: Work<D::Report>, asked: Instant) {
        let stop = engine.stop_handle();
        stop.reset();
        let (endless, pondering) = (work.endless, work.pondering);
        self.thread.start_work(engine, work, asked);
        self.slot = EngineSlot::Lent(Running { stop, endless, pondering, stopped: false, held: None });
        if self.stops_waiting > 0 || self.input_ended && (endless || pondering) {
            self.stop_running();
        }
    }

    /// Work has ended: reports its result, or holds it back until the work may end.
    fn work_ended(&mut self, done: Finished<D::Report>) -> ControlFlow<()> {
        if let EngineSlot::Lent(running) = &mut self.slot
            && !running.may_end()
        {
            running.held = Some(done);
            return ControlFlow::Continue(());
        }
        self.report(done);
        self.catch_up()?;
        self.idle();
        ControlFlow::Continue(())
    }

    /// Lends the engine to the dialect's idle work.
    fn idle(&mut self) {
        if self.input_ended || !self.waiting.is_empty() || !matches!(self.slot, EngineSlot::Here(_)) {
            return;
        }
        if let EngineSlot::Here(mut engine) = std::mem::replace(&mut self.slot, EngineSlot::Empty) {
            match self.dialect.idle(engine.as_mut()) {
                Some(work) => self.lend(engine, work, Instant::now()),
                None => self.slot = EngineSlot::Here(engine),
            }
        }
    }

    /// Reports a result, and takes the engine back.
    fn report(&mut self, done: Finished<D::Report>) {
        let Finished { mut engine, report } = done;
        self.dialect.report(&mut engine, report);
        self.keep(engine.as_ref());
        self.slot = EngineSlot::Here(engine);
        self.free_since = Some(Instant::now());
    }

    /// Keeps the game as it stands. After the first error no more games are kept, so that a full disk does not flood
    /// the conversation with messages.
    fn keep(&mut self, engine: &dyn AnyEngine) {
        if let Some(keeper) = &mut self.keeper
            && let Err(why) = keeper.update(engine)
        {
            self.dialect.report_error(&format!("games are no longer kept: {why}"));
            self.keeper = None;
        }
    }

    fn stop(&mut self) {
        self.stop_running();
        if !self.waiting.is_empty() {
            self.waiting.push_back(Waiting::Stop);
            self.stops_waiting += 1;
        }
    }

    fn stop_running(&mut self) {
        if let EngineSlot::Lent(running) = &mut self.slot {
            running.stopped = true;
            running.stop.stop();
            self.release();
        }
    }

    fn ponder_hit(&mut self) {
        if !self.ponder_hit_running() && !self.waiting.is_empty() {
            self.waiting.push_back(Waiting::PonderHit);
        }
    }

    /// Passes `ponderhit` on to the running search; `false` if that one does not ponder.
    fn ponder_hit_running(&mut self) -> bool {
        let EngineSlot::Lent(running) = &mut self.slot else { return false };
        let pondering = std::mem::take(&mut running.pondering);
        if pondering {
            running.stop.ponder_hit();
            self.release();
        }
        pondering
    }

    /// Reports a result that was held back, if it no longer has to be.
    fn release(&mut self) {
        if let EngineSlot::Lent(running) = &mut self.slot
            && running.may_end()
            && let Some(done) = running.held.take()
        {
            self.report(done);
        }
    }

    /// The end of input: stop, or finish pending work.
    fn end_of_input(&mut self) -> ControlFlow<()> {
        if !self.finish {
            return ControlFlow::Break(());
        }
        self.input_ended = true;
        if let EngineSlot::Lent(running) = &self.slot
            && !running.may_end()
        {
            self.stop_running();
        }
        self.catch_up()
    }

    /// The end: a search still running is stopped, and its result reported if it comes soon. The game is kept.
    fn shut_down(&mut self) {
        self.waiting.clear();
        self.stop_running();
        if matches!(self.slot, EngineSlot::Lent(_))
            && let Ok(done) = self.thread.finished.recv_timeout(QUIT_TIMEOUT)
        {
            self.report(done);
        }
        if let Some(mut keeper) = self.keeper.take()
            && let Err(why) = keeper.close()
        {
            self.dialect.report_error(&format!("the last game could not be kept: {why}"));
        }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;

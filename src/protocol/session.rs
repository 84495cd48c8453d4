//! When a line is obeyed: the same for every protocol of lines.
//!
//! The session holds the engine, or lends it to the search. While it is lent:
//!
//! - what needs no engine and cannot wait ([`Dialect::at_once`]) is done at once;
//! - anything else waits its turn behind a search that will end by itself or was told to stop;
//! - behind a search that ends only when told to, anything else ends that search or is refused, as the protocol
//!   has it ([`Dialect::ends_endless_search`]); it never waits there, because a client that waits for the answer
//!   before it sends `stop` would wait for ever.
//!
//! `stop` ends the search under way and every one that waits already, `ponderhit` finds its own search even
//! if that waits.
//!
//! What must always hold: a search is reported once, and not before it is told to end if it has to be told,
//! even if there is nothing left to find.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Duration;

use crossbeam_channel::{Receiver, never, select};

use super::dialect::{Dialect, Next, Urgent, Work};
use super::search_thread::{Finished, Worker};
use crate::contract::StopHandle;
use crate::engine::AnyEngine;
use crate::records::keeper::Keeper;
use crate::wire::input::{Input, MAX_LINE};
use crate::wire::output::Hangup;

/// How long the last search may take to come to rest after `quit`.
const FAREWELL: Duration = Duration::from_millis(80);

/// A conversation with one client.
pub(crate) struct Session<D: Dialect> {
    dialect: D,
    desk: Desk<D::Report>,
    worker: Worker<D::Report>,
    /// What waits for the running search, oldest first.
    waiting: VecDeque<Waiting>,
    /// How often `stop` is among it.
    stops_waiting: usize,
    finish: bool,
    input_ended: bool,
    keeper: Option<Keeper>,
}

/// Where the engine is.
enum Desk<R> {
    Here(Box<dyn AnyEngine>),
    Lent(Running<R>),
    /// Only while it changes hands.
    Empty,
}

/// Something to be done after the running search.
enum Waiting {
    Line(String),
    /// Searches before this are to end at once.
    Stop,
    PonderHit,
}

/// A search under way, or other work that takes the engine along.
struct Running<R> {
    stop: StopHandle,
    /// Ends only when told to.
    endless: bool,
    /// Waits for `ponderhit` as well as for `stop`.
    pondering: bool,
    told_to_stop: bool,
    /// Came to its end before it was told to.
    held: Option<Finished<R>>,
}

impl<R> Running<R> {
    fn may_end(&self) -> bool {
        self.told_to_stop || !(self.endless || self.pondering)
    }
}

impl<D: Dialect> Session<D> {
    /// A conversation in this dialect. `finish`: at the end of input, do all that was asked for before. `keeper`:
    /// who keeps the games, if they are to be kept.
    ///
    /// # Errors
    /// The system has no thread to give.
    pub fn new(
        dialect: D,
        engine: Box<dyn AnyEngine>,
        finish: bool,
        keeper: Option<Keeper>,
    ) -> Result<Session<D>, String> {
        Ok(Session {
            dialect,
            desk: Desk::Here(engine),
            worker: Worker::start()?,
            waiting: VecDeque::new(),
            stops_waiting: 0,
            finish,
            input_ended: false,
            keeper,
        })
    }

    /// Obeys the lines that have been read already, then those of `input`, until the conversation is over.
    ///
    /// # Errors
    /// The thread of the search broke down, and the engine with it.
    pub fn run(
        mut self,
        read_already: Vec<Input>,
        input: &Receiver<Input>,
        hangup: &Receiver<Hangup>,
    ) -> Result<(), String> {
        let mut input = input.clone();
        let finished = self.worker.finished.clone();
        let mut flow = read_already.into_iter().try_for_each(|line| self.hear(line));
        while flow.is_continue() {
            flow = select! {
                recv(input) -> line => match line {
                    Ok(line) => self.hear(line),
                    Err(_) => {
                        input = never();
                        self.end_of_input()
                    }
                },
                recv(finished) -> done => {
                    let done = done.map_err(|_| "the search broke down; please report how".to_string())?;
                    self.work_ended(done)
                }
                recv(hangup) -> _ => ControlFlow::Break(()),
            };
        }
        self.farewell();
        Ok(())
    }

    fn hear(&mut self, input: Input) -> ControlFlow<()> {
        match input {
            Input::Line(line) | Input::Garbled(line) => self.obey(&line)?,
            Input::TooLong => {
                let message = format!("a line of more than {MAX_LINE} bytes was dropped");
                if let Some(line) = self.dialect.dropped_line(&message) {
                    self.obey(line)?;
                }
            }
        }
        self.idle();
        ControlFlow::Continue(())
    }

    /// Does what a line asks for, or keeps it for later, or lets it be refused.
    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        match self.dialect.at_once(line) {
            Some(Urgent::Done) => {}
            Some(Urgent::Ready) => self.make_ready(),
            Some(Urgent::Stop) => self.stop(),
            Some(Urgent::PonderHit) => self.ponder_hit(),
            Some(Urgent::Quit) => return ControlFlow::Break(()),
            None => return self.with_engine(line),
        }
        ControlFlow::Continue(())
    }

    /// Lets the client know that the engine is ready, and makes it so before, if it is here.
    fn make_ready(&mut self) {
        if let Desk::Here(engine) = &mut self.desk {
            engine.prepare();
        }
        self.dialect.ready();
    }

    /// Obeys a line that needs the engine, if it is here.
    fn with_engine(&mut self, line: &str) -> ControlFlow<()> {
        if !matches!(self.desk, Desk::Here(_)) {
            return self.keep_or_refuse(line);
        }
        if let Desk::Here(mut engine) = std::mem::replace(&mut self.desk, Desk::Empty) {
            let next = self.dialect.in_turn(line, &mut engine);
            self.keep(engine.as_ref());
            match next {
                Next::Line => self.desk = Desk::Here(engine),
                Next::Work(work) => self.lend(engine, work),
                Next::Quit => {
                    self.desk = Desk::Here(engine);
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Deals with a line that needs the engine while the engine is lent.
    fn keep_or_refuse(&mut self, line: &str) -> ControlFlow<()> {
        if self.must_wait() {
            self.dialect.postponed(line);
            self.waiting.push_back(Waiting::Line(line.to_string()));
        } else if self.dialect.ends_endless_search(line) {
            // What waits already came later.
            self.waiting.push_front(Waiting::Line(line.to_string()));
            self.stop_running();
            return self.catch_up();
        }
        ControlFlow::Continue(())
    }

    /// Is the engine lent to work that will end without more ado?
    fn must_wait(&self) -> bool {
        matches!(&self.desk, Desk::Lent(running) if running.may_end())
    }

    /// Obeys what has been waiting, as far as the engine is here for it.
    fn catch_up(&mut self) -> ControlFlow<()> {
        while !self.must_wait()
            && let Some(waiting) = self.waiting.pop_front()
        {
            match waiting {
                Waiting::Line(line) => self.obey(&line)?,
                // Every search that this is meant for was stopped as it started.
                Waiting::Stop => self.stops_waiting -= 1,
                Waiting::PonderHit => {
                    self.ponder_hit_running();
                }
            }
        }
        if self.input_ended && matches!(self.desk, Desk::Here(_)) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Lends the engine to a piece of work.
    fn lend(&mut self, engine: Box<dyn AnyEngine>, work: Work<D::Report>) {
        let stop = engine.stop_handle();
        stop.reset();
        let (endless, pondering) = (work.endless, work.pondering);
        self.worker.give(engine, work);
        self.desk = Desk::Lent(Running { stop, endless, pondering, told_to_stop: false, held: None });
        if self.stops_waiting > 0 || self.input_ended && (endless || pondering) {
            self.stop_running();
        }
    }

    /// Work has ended; its result is out at once unless it has to be waited for.
    fn work_ended(&mut self, done: Finished<D::Report>) -> ControlFlow<()> {
        if let Desk::Lent(running) = &mut self.desk
            && !running.may_end()
        {
            running.held = Some(done);
            return ControlFlow::Continue(());
        }
        self.tell(done);
        self.catch_up()?;
        self.idle();
        ControlFlow::Continue(())
    }

    /// Lends the engine to what the dialect does while nothing is asked for.
    fn idle(&mut self) {
        if self.input_ended || !self.waiting.is_empty() || !matches!(self.desk, Desk::Here(_)) {
            return;
        }
        if let Desk::Here(mut engine) = std::mem::replace(&mut self.desk, Desk::Empty) {
            match self.dialect.idle(engine.as_mut()) {
                Some(work) => self.lend(engine, work),
                None => self.desk = Desk::Here(engine),
            }
        }
    }

    /// Lets the dialect tell a result, and has the engine back.
    fn tell(&mut self, done: Finished<D::Report>) {
        let Finished { mut engine, report } = done;
        self.dialect.report(&mut engine, report);
        self.keep(engine.as_ref());
        self.desk = Desk::Here(engine);
    }

    /// Keeps the game as it stands. Who cannot write once is not asked again: a full disk should not fill the
    /// conversation with complaints.
    fn keep(&mut self, engine: &dyn AnyEngine) {
        if let Some(keeper) = &mut self.keeper
            && let Err(why) = keeper.update(engine)
        {
            self.dialect.complain(&format!("games are no longer kept: {why}"));
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
        if let Desk::Lent(running) = &mut self.desk {
            running.told_to_stop = true;
            running.stop.stop();
            self.release();
        }
    }

    fn ponder_hit(&mut self) {
        if !self.ponder_hit_running() && !self.waiting.is_empty() {
            self.waiting.push_back(Waiting::PonderHit);
        }
    }

    /// Tells the running search that the expected move was played, if it is waiting to hear so.
    fn ponder_hit_running(&mut self) -> bool {
        let Desk::Lent(running) = &mut self.desk else { return false };
        let pondering = std::mem::take(&mut running.pondering);
        if pondering {
            running.stop.ponder_hit();
            self.release();
        }
        pondering
    }

    /// Lets out a result that was held back, if it no longer has to be.
    fn release(&mut self) {
        if let Desk::Lent(running) = &mut self.desk
            && running.may_end()
            && let Some(done) = running.held.take()
        {
            self.tell(done);
        }
    }

    /// No more lines will come: stop, or finish what was asked for.
    fn end_of_input(&mut self) -> ControlFlow<()> {
        if !self.finish {
            return ControlFlow::Break(());
        }
        self.input_ended = true;
        if let Desk::Lent(running) = &self.desk
            && !running.may_end()
        {
            self.stop_running();
        }
        self.catch_up()
    }

    /// The end: a search still running is stopped, and its result told if it comes soon.
    fn farewell(&mut self) {
        self.waiting.clear();
        self.stop_running();
        if matches!(self.desk, Desk::Lent(_))
            && let Ok(done) = self.worker.finished.recv_timeout(FAREWELL)
        {
            self.tell(done);
        }
    }
}

//! When a line is obeyed.
//!
//! The session holds the engine, or lends it to the search. While it is lent:
//!
//! - what needs no engine (`isready`, `stop`, `ponderhit`, `debug`, `help`, `quit`) is done at once;
//! - anything else waits its turn behind a search that will end by itself or was told to stop;
//! - behind a search that ends only when told to (`infinite`, `ponder`) it is refused, because a client
//!   that waits for the answer before it sends `stop` would wait for ever.
//!
//! `stop` ends the search under way and every one that waits already, `ponderhit` finds its own search even
//! if that waits.
//!
//! What must always hold: one `go`, one `bestmove`, and none before a search that has to be told to end
//! is told so, even if there is nothing left to find.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::time::Duration;

use crossbeam_channel::{Receiver, never, select};

use super::Dialect;
use super::command::{self, Command, Control, Parsed};
use super::print;
use super::settings::Settings;
use super::worker::{Finished, Job, Worker};
use crate::engine::AnyEngine;
use crate::protocol::input::{Input, MAX_LINE};
use crate::protocol::output::{Hangup, Output, one_line, quoted};
use crate::protocol::{ServeError, Setup};
use crate::search::StopHandle;

/// How long the last search may take to come to rest after `quit`.
const FAREWELL: Duration = Duration::from_millis(80);

/// A conversation with one client.
pub struct Session {
    pub(super) output: Output,
    pub(super) settings: Settings,
    /// What the client has said hello with, if it has.
    pub(super) dialect: Option<Dialect>,
    pub(super) debug: bool,
    desk: Desk,
    worker: Worker,
    /// What waits for the running job, oldest first.
    waiting: VecDeque<Waiting>,
    /// How often `stop` is among it.
    stops_waiting: usize,
    finish: bool,
    input_ended: bool,
}

/// Where the engine is.
enum Desk {
    Here(Box<dyn AnyEngine>),
    Lent(Running),
    /// Only while it changes hands.
    Empty,
}

/// Something to be done after the running job.
enum Waiting {
    Line(String),
    /// Searches before this are to end at once.
    Stop,
    PonderHit,
}

/// A job under way.
struct Running {
    stop: StopHandle,
    /// Ends only when told to.
    endless: bool,
    /// Waits for `ponderhit` as well as for `stop`.
    pondering: bool,
    told_to_stop: bool,
    /// Came to its end before it was told to.
    held: Option<Finished>,
}

impl Running {
    fn may_end(&self) -> bool {
        self.told_to_stop || !(self.endless || self.pondering)
    }
}

impl Session {
    /// Opens the game that `setup` names and sets its options.
    ///
    /// # Errors
    /// The variant or an option is refused.
    pub fn open(setup: Setup, output: Output) -> Result<Session, ServeError> {
        let opened = Settings::open(&setup);
        let (mut settings, mut engine) = opened.map_err(ServeError::Setup)?;
        for (name, value) in &setup.options {
            let note = settings.set(&mut engine, name, Some(value));
            let note = note.map_err(|error| ServeError::Setup(error.to_string()))?;
            if let Some(note) = note {
                output.note(&note);
            }
        }
        engine.set_move_style(settings.move_style(None, &[]));
        Ok(Session {
            output,
            settings,
            dialect: None,
            debug: false,
            desk: Desk::Here(engine),
            worker: Worker::start().map_err(ServeError::Broken)?,
            waiting: VecDeque::new(),
            stops_waiting: 0,
            finish: setup.finish,
            input_ended: false,
        })
    }

    /// Obeys lines until the conversation is over.
    ///
    /// # Errors
    /// The thread of the search broke down, and the engine with it.
    pub fn run(mut self, input: &Receiver<Input>, hangup: &Receiver<Hangup>) -> Result<(), String> {
        let mut input = input.clone();
        let finished = self.worker.finished.clone();
        loop {
            let flow = select! {
                recv(input) -> line => match line {
                    Ok(line) => self.hear(line),
                    Err(_) => {
                        input = never();
                        self.end_of_input()
                    }
                },
                recv(finished) -> done => {
                    let done = done.map_err(|_| "the search broke down; please report how".to_string())?;
                    self.job_ended(done)
                }
                recv(hangup) -> _ => ControlFlow::Break(()),
            };
            if flow.is_break() {
                self.farewell();
                return Ok(());
            }
        }
    }

    fn hear(&mut self, input: Input) -> ControlFlow<()> {
        match input {
            Input::Line(line) => self.obey(&line),
            Input::TooLong => {
                self.output.error(&format!("a line of more than {MAX_LINE} bytes was dropped"));
                ControlFlow::Continue(())
            }
        }
    }

    /// Does what a line asks for, or keeps it for later, or refuses it.
    fn obey(&mut self, line: &str) -> ControlFlow<()> {
        let Parsed { command, notes } = match command::parse(line) {
            Ok(Some(parsed)) => parsed,
            Ok(None) => return ControlFlow::Continue(()),
            Err(error) => {
                self.output.error(&error);
                return ControlFlow::Continue(());
            }
        };
        if !matches!(command, Command::Control(_)) && self.keep_or_refuse(line) {
            return ControlFlow::Continue(());
        }
        for note in &notes {
            self.output.note(note);
        }
        match command {
            Command::Control(control) => return self.control(control),
            Command::Request(request) => self.request(request),
            Command::Work(work) => self.start(work),
        }
        ControlFlow::Continue(())
    }

    fn control(&mut self, control: Control) -> ControlFlow<()> {
        match control {
            Control::Quit => return ControlFlow::Break(()),
            Control::IsReady => self.output.line("readyok"),
            Control::Help => self.output.line(print::HELP),
            Control::Debug(on) => self.debug = on,
            // Nothing here needs registering.
            Control::Register => {}
            Control::Stop => self.stop(),
            Control::PonderHit => self.ponder_hit(),
        }
        ControlFlow::Continue(())
    }

    /// Is the engine lent to a job that will end without more ado?
    fn must_wait(&self) -> bool {
        matches!(&self.desk, Desk::Lent(running) if running.may_end())
    }

    /// Deals with a line that needs the engine while the engine is lent; false if it is here.
    fn keep_or_refuse(&mut self, line: &str) -> bool {
        if matches!(self.desk, Desk::Here(_)) {
            return false;
        }
        let word = quoted(line.split_ascii_whitespace().next().unwrap_or_default());
        if self.must_wait() {
            self.remark(&format!("{word} waits for the search to end"));
            self.waiting.push_back(Waiting::Line(line.to_string()));
        } else {
            self.output.error(&format!("{word} cannot be obeyed during this search; send stop first"));
        }
        true
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

    /// Runs `use_engine` with the engine, which is here: [`Session::keep_or_refuse`] has seen to it.
    pub(super) fn with_engine(&mut self, use_engine: impl FnOnce(&mut Session, &mut Box<dyn AnyEngine>)) {
        if let Desk::Here(mut engine) = std::mem::replace(&mut self.desk, Desk::Empty) {
            use_engine(self, &mut engine);
            self.desk = Desk::Here(engine);
        }
    }

    /// Lends the engine to a job.
    pub(super) fn lend(
        &mut self,
        endless: bool,
        pondering: bool,
        job: impl FnOnce(&Session, &dyn AnyEngine) -> Job,
    ) {
        if let Desk::Here(engine) = std::mem::replace(&mut self.desk, Desk::Empty) {
            let stop = engine.stop_handle();
            stop.reset();
            let job = job(self, engine.as_ref());
            self.worker.give(engine, job);
            self.desk = Desk::Lent(Running { stop, endless, pondering, told_to_stop: false, held: None });
            if self.stops_waiting > 0 || self.input_ended && (endless || pondering) {
                self.stop_running();
            }
        }
    }

    /// A job has ended; its result is out at once unless it has to be waited for.
    fn job_ended(&mut self, done: Finished) -> ControlFlow<()> {
        if let Desk::Lent(running) = &mut self.desk
            && !running.may_end()
        {
            running.held = Some(done);
            return ControlFlow::Continue(());
        }
        self.report(&done);
        self.desk = Desk::Here(done.engine);
        self.catch_up()
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
            self.report(&done);
            self.desk = Desk::Here(done.engine);
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

    /// The end: a search still running is stopped, and its result printed if it comes soon.
    fn farewell(&mut self) {
        self.waiting.clear();
        self.stop_running();
        if matches!(self.desk, Desk::Lent(_))
            && let Ok(done) = self.worker.finished.recv_timeout(FAREWELL)
        {
            self.report(&done);
        }
    }

    /// A remark for `debug on`.
    pub(super) fn remark(&self, text: &str) {
        if self.debug {
            self.output.line(&format!("info string debug: {}", one_line(text)));
        }
    }
}

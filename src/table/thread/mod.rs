//! The thread of a table: the only one that changes it.
//!
//! | file | question |
//! |---|---|
//! | `input` | what comes into the inbox? |
//! | `commands` | what does a command do? |
//! | `recording` | what is kept, and in which order? |
//! | `push` | what is sent to whom? |
//! | `programs` | what do the program and engines play? |
//! | `pace` | when does the program answer? |
//! | `help` | additional requests to the program: hints, analysis, reports, pages |
//! | `reports` | what is a move worth? |
//! | `weigh` | what would it be worth? |
//!
//! All inputs come through the inbox: commands, records of searches, moves of engines. The wait for input ends when a
//! flag falls or a delayed move is due. A command that changes something is decided by the state, written to the log,
//! applied and sent, in this order.
//!
//! Invariants: no event is sent before it is recorded; a panic only affects the current command and jobs in progress;
//! pending commands are refused when the table ends.

mod commands;
mod help;
mod input;
mod pace;
mod programs;
mod push;
mod recording;
mod reports;
mod weigh;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use serde_json::Value;

use super::answer::{Code, Refusal};
use super::engine_player::EnginePlayer;
use super::event::{Event, Stamped};
use super::log::Log;
use super::rules::Rules;
use super::shared::Shared;
use super::state::{Rights, State};
use super::view::Phase;
use help::Job;
pub(in crate::table) use input::{Credential, Input, ReplyTo, Requester};
use programs::Thinking;

/// A table without clients leaves memory after this time.
const IDLE: Duration = Duration::from_secs(300);
/// The message about a table that failed.
const BROKEN: &str = "internal error: the table was restored from its record";
/// Longest wait if nothing is due.
const LONG: Duration = Duration::from_secs(3600);

/// The time in milliseconds since 1970. It continues from the last event if the system's clock was set back since, and
/// never goes back itself.
struct WallClock {
    began: u64,
    since: Instant,
}

impl WallClock {
    fn after(at: u64) -> WallClock {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        WallClock { began: u64::try_from(now.as_millis()).unwrap_or(u64::MAX).max(at), since: Instant::now() }
    }

    fn now(&self) -> u64 {
        self.began.saturating_add(u64::try_from(self.since.elapsed().as_millis()).unwrap_or(0))
    }
}

/// A table in memory.
pub(in crate::table) struct TableThread {
    shared: Arc<Shared>,
    id: String,
    inbox: Receiver<Input>,
    /// To itself, for searches and engines.
    sender: Sender<Input>,
    log: Log,
    state: State,
    /// Events that are recorded with the next ones.
    owed: Vec<Stamped>,
    rules: Rules,
    clock: WallClock,
    /// The windows that are notified of every event.
    members: Vec<Requester>,
    /// By player: since when nobody has been there; `None`: someone is.
    away_since: Vec<Option<Instant>>,
    /// The program or engine that is thinking.
    thinking: Option<Thinking>,
    /// By player, from 1, and index of the engine.
    engines: HashMap<(usize, usize), EnginePlayer>,
    /// Has anything been recorded since the table came into memory?
    played: bool,
    /// An event without a command could not be recorded: programs and flags wait for the next command.
    halted: bool,
    /// Searches in progress apart from moves of programs.
    jobs: HashMap<u64, Job>,
    next_tag: u64,
    /// The current position as it is sent, with its node.
    position: Option<(usize, Value)>,
    /// The receiver of the current command's answer.
    in_hand: Option<ReplyTo>,
    /// Since when no client has been here.
    empty_since: Instant,
    /// The table leaves memory because it is deleted, broken, closed or not needed; pending commands get this refusal.
    end: Option<Refusal>,
}

impl TableThread {
    /// A table that was read or has just been made.
    ///
    /// # Errors
    /// The game cannot be opened.
    pub fn new(
        shared: Arc<Shared>,
        id: String,
        (sender, inbox): (Sender<Input>, Receiver<Input>),
        (log, state): (Log, State),
    ) -> Result<TableThread, Refusal> {
        let rules = Rules::of(shared.setup.catalogue, &state.created)?;
        let at = state.at;
        Ok(TableThread {
            shared,
            id,
            inbox,
            sender,
            log,
            state,
            owed: Vec::new(),
            played: false,
            halted: false,
            rules,
            clock: WallClock::after(at),
            members: Vec::new(),
            away_since: Vec::new(),
            thinking: None,
            engines: HashMap::new(),
            jobs: HashMap::new(),
            next_tag: 1,
            position: None,
            in_hand: None,
            empty_since: Instant::now(),
            end: None,
        })
    }

    /// Serves until the table is not needed.
    pub fn run(mut self) {
        self.begin();
        while self.end.is_none() {
            match self.inbox.recv_timeout(self.patience()) {
                Ok(input) => self.step(Some(input)),
                Err(RecvTimeoutError::Timeout) => self.step(None),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// The same without waiting: handles all inputs and whatever is due. Returns the time until something is due, or
    /// `None` if the table is not needed any more.
    pub fn serve(&mut self) -> Option<Duration> {
        if self.patience().is_zero() {
            self.step(None);
        }
        while self.end.is_none()
            && let Ok(input) = self.inbox.try_recv()
        {
            self.step(Some(input));
        }
        self.end.is_none().then(|| self.patience())
    }

    /// To be called first.
    pub fn begin(&mut self) {
        self.stop_clock();
        self.guarded(None);
        self.rest_or_leave();
    }

    /// Handles an input, or the end of the wait for one.
    fn step(&mut self, input: Option<Input>) {
        self.guarded(input);
        self.rest_or_leave();
    }

    /// A table without clients releases its file. It leaves memory after a while, or at once if it was only viewed.
    fn rest_or_leave(&mut self) {
        if !self.is_unneeded() {
            return;
        }
        self.log.let_go();
        let is_idle = self.empty_since.elapsed() >= IDLE || (!self.played && self.thinking.is_none());
        if is_idle && self.shared.leave(&self.id, &self.inbox) {
            self.end = Some(Refusal::new(Code::Broken, BROKEN));
        }
    }

    /// How long to wait for input.
    fn patience(&self) -> Duration {
        let flag = self.state.flag_at().filter(|_| !self.halted);
        let flag = flag.map(|at| Duration::from_millis(at.saturating_sub(self.clock.now())));
        let idle = self.is_unneeded().then(|| IDLE.saturating_sub(self.empty_since.elapsed()));
        flag.into_iter().chain(self.hold()).chain(idle).chain([LONG]).min().unwrap_or(LONG)
    }

    /// Does the table have no clients and no jobs, and is it recorded?
    fn is_unneeded(&self) -> bool {
        self.members.is_empty() && self.jobs.is_empty() && self.shared.folder.is_some()
    }

    /// Handles an input. After a panic, an internal error, the table is read again from its record.
    fn guarded(&mut self, input: Option<Input>) {
        let done = catch_unwind(AssertUnwindSafe(|| {
            self.fall_flag();
            self.play_held();
            if let Some(input) = input {
                self.in_hand = input.reply_to();
                self.receive(input);
                self.in_hand = None;
            }
            self.follow_up();
        }));
        if done.is_err() && catch_unwind(AssertUnwindSafe(|| self.recover())).is_err() {
            self.end = Some(Refusal::new(Code::Broken, BROKEN));
        }
    }

    fn receive(&mut self, input: Input) {
        match input {
            Input::Hello(number, requester, welcome) => self.hello(number, &requester, &welcome),
            Input::Command(number, requester, command) => match self.look_after_record() {
                Ok(()) => self.command(number, requester, *command),
                Err(refusal) => ReplyTo::new(number, &requester).refuse(&refusal),
            },
            Input::Delete(number, requester) => self.delete(number, &requester),
            Input::Left(client) => self.leave(client),
            Input::Search(tag, event) => self.search_event(tag, event),
            Input::Engine(tag, answer) => self.engine_answer(tag, answer),
            Input::Made(tag, made) => self.made(tag, made),
            Input::Close => self.end = Some(Refusal::new(Code::Busy, "the program is ending")),
        }
    }

    /// Refuses the current command and jobs in progress.
    fn refuse_all(&mut self, refusal: &Refusal) {
        self.thinking = None;
        let jobs: Vec<Job> = self.jobs.drain().map(|(_, job)| job).collect();
        for reply_to in self.in_hand.take().iter().chain(jobs.iter().filter_map(Job::reply_to)) {
            reply_to.refuse(refusal);
        }
    }

    /// Reads the table again after a panic.
    fn recover(&mut self) {
        self.engines.clear();
        self.position = None;
        self.refuse_all(&Refusal::new(Code::Broken, BROKEN));
        let reread = self.log.reread().map_err(|why| Refusal::new(Code::Storage, why));
        let opened =
            reread.and_then(|state| Ok((Rules::of(self.shared.setup.catalogue, &state.created)?, state)));
        match opened {
            Ok((rules, state)) => {
                (self.rules, self.state) = (rules, state);
                if !std::mem::take(&mut self.owed).is_empty() {
                    self.stop_clock();
                }
                self.notice(Code::Broken, BROKEN);
                // The cause of the panic may occur again.
                if self.state.phase == Phase::Playing {
                    let _ = self.commit(vec![Event::Paused {
                        code: Some(Code::Broken),
                        text: Some(BROKEN.to_string()),
                    }]);
                }
            }
            Err(refusal) => {
                self.notice(refusal.code, &refusal.text);
                self.end = Some(refusal);
            }
        }
    }

    fn now(&self) -> u64 {
        self.clock.now().max(self.state.at)
    }

    fn tag(&mut self) -> u64 {
        self.next_tag += 1;
        self.next_tag
    }

    fn rights(&self, credential: &Credential) -> Option<Rights> {
        match credential {
            Credential::Host => Some(Rights::Host),
            Credential::Token(token) => self.state.rights_of(token),
        }
    }
}

impl Drop for TableThread {
    /// After the table is forgotten no more inputs arrive; pending ones are refused.
    fn drop(&mut self) {
        self.log.let_go();
        self.shared.forget(&self.id, &self.sender);
        let refusal = self.end.take().unwrap_or_else(|| Refusal::new(Code::Broken, BROKEN));
        // The receiver of an answer may panic; that must not end the program.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            self.refuse_all(&refusal);
            self.inbox
                .try_iter()
                .filter_map(|input| input.reply_to())
                .for_each(|reply_to| reply_to.refuse(&refusal));
        }));
    }
}

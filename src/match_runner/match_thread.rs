//! A thread that plays games of a match one after the other, and the shared state of these threads.
//!
//! A thread keeps its programs from game to game, by engine: starting one may take seconds, and its tables stay
//! allocated. A program that was at fault, or is to be restarted for every game, is dropped.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::Sender;
use parking_lot::{Condvar, Mutex};

use super::engines::{Driver, Fault, Programs, Reply, Turn};
use super::game_line::GameLine;
use super::live::Live;
use super::openings::{Book, Opening};
use super::plan::Plan;
use super::referee::{self, Seat};
use super::schedule::{Agenda, Fixture, Next};
use super::spec::Limits;
use crate::contract::Player;
use crate::engine::AnyEngine;
use crate::records::GameResult;

/// An engine that fails to start this many times in a row ends the match.
const MAX_FAILED_STARTS: u32 = 10;

/// A game, or why it cannot be played.
pub(super) type Played = Result<GameLine, String>;

/// The results of an engine's starts, over all threads.
#[derive(Clone, Copy, Default)]
struct StartStatus {
    has_started: bool,
    failures_in_a_row: u32,
}

/// The shared state of the threads of a match.
pub(super) struct SharedState<'a> {
    plan: &'a Plan,
    programs: &'a dyn Programs,
    /// The games still to be played, and their openings.
    queue: Mutex<(Box<dyn Agenda + 'a>, &'a mut Book)>,
    /// A game has ended, or no more are begun.
    news: Condvar,
    /// By engine.
    starts: Mutex<Vec<StartStatus>>,
    closed: AtomicBool,
    live: Option<&'a Live>,
}

impl<'a> SharedState<'a> {
    pub fn new(
        plan: &'a Plan,
        programs: &'a dyn Programs,
        agenda: Box<dyn Agenda + 'a>,
        book: &'a mut Book,
        live: Option<&'a Live>,
    ) -> SharedState<'a> {
        let starts = vec![StartStatus::default(); plan.engines.len()];
        SharedState {
            plan,
            programs,
            queue: Mutex::new((agenda, book)),
            news: Condvar::new(),
            starts: Mutex::new(starts),
            closed: AtomicBool::new(false),
            live,
        }
    }

    /// No thread begins another game.
    pub fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        // A thread that has looked at `closed` already waits, or holds the lock.
        drop(self.queue.lock());
        self.news.notify_all();
    }

    /// A game has been played.
    pub fn add(&self, game: &GameLine) -> Result<(), String> {
        self.queue.lock().0.add(game)?;
        self.news.notify_all();
        Ok(())
    }

    /// The next game and its opening; `None` if all have been begun. Waits for games on which it depends.
    fn next(&self) -> Result<Option<(Fixture, Opening)>, String> {
        let mut queue = self.queue.lock();
        loop {
            if self.closed.load(Ordering::SeqCst) {
                return Ok(None);
            }
            let (agenda, book) = &mut *queue;
            match agenda.next() {
                Next::Over => return Ok(None),
                Next::Later => self.news.wait(&mut queue),
                Next::Game(fixture) => {
                    let opening = book.get(fixture.round)?;
                    return Ok(Some((fixture, opening)));
                }
            }
        }
    }
}

/// Ends the match if its thread ends by a panic, so that no other thread waits for its game.
struct PanicGuard<'t, 'a>(&'t SharedState<'a>);

impl Drop for PanicGuard<'_, '_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}

/// The programs of one thread: by engine, and by copy if an engine has several seats in a game.
type Pool = HashMap<(usize, usize), Box<dyn Driver>>;

/// One of the threads.
pub(super) struct MatchThread<'t, 'a> {
    shared: &'t SharedState<'a>,
    board: Box<dyn AnyEngine>,
    pool: Pool,
    cores: Option<&'t [usize]>,
}

impl<'t, 'a> MatchThread<'t, 'a> {
    /// Plays games until there are no more, or one cannot be played.
    pub fn run(shared: &'t SharedState<'a>, cores: Option<&'t [usize]>, results: &Sender<Played>) {
        let _guard = PanicGuard(shared);
        let mut thread = match shared.plan.board() {
            Ok(board) => MatchThread { shared, board, pool: Pool::new(), cores },
            Err(error) => return send(results, Err(error)),
        };
        loop {
            let played = match shared.next() {
                Ok(None) => return,
                Ok(Some((fixture, opening))) => thread.play(&fixture, &opening),
                Err(error) => Err(error),
            };
            let failed = played.is_err();
            send(results, played);
            if failed {
                return;
            }
        }
    }

    fn play(&mut self, fixture: &Fixture, opening: &Opening) -> Played {
        let plan = self.shared.plan;
        let mut keys = Vec::new();
        let mut seats = Vec::new();
        for &engine in &fixture.seats {
            let copy = keys.iter().filter(|(other, _)| *other == engine).count();
            let driver = match self.pool.remove(&(engine, copy)) {
                Some(driver) => driver,
                None => self.start(engine)?,
            };
            keys.push((engine, copy));
            seats.push(Seat { spec: &plan.engines[engine], driver, usable: true });
        }
        let live = self.shared.live;
        let line = referee::play(self.board.as_mut(), fixture, opening, &mut seats, &plan.adjudication, live);
        live.inspect(|live| live.end(fixture));
        let line = line?;
        for (key, seat) in keys.into_iter().zip(seats) {
            if seat.usable && !seat.spec.restart {
                self.pool.insert(key, seat.driver);
            }
        }
        Ok(line)
    }

    /// Starts an engine. If one that has started before fails to start now, it only loses its game.
    fn start(&self, engine: usize) -> Result<Box<dyn Driver>, String> {
        let spec = &self.shared.plan.engines[engine];
        let started = self.shared.programs.start(spec, self.board.as_ref(), self.cores);
        let status = &mut self.shared.starts.lock()[engine];
        match started {
            Ok(driver) => {
                *status = StartStatus { has_started: true, failures_in_a_row: 0 };
                Ok(driver)
            }
            Err(failure) => {
                status.failures_in_a_row += 1;
                let times = status.failures_in_a_row;
                if status.has_started && times < MAX_FAILED_STARTS {
                    return Ok(Box::new(NotStarted(failure.fault)));
                }
                let times = if times > 1 { format!(", {times} times in a row") } else { String::new() };
                Err(format!("engine {} cannot be started{times}: {failure}", spec.name))
            }
        }
    }
}

/// Sends a result. If the receiver is gone the match is over, and the result is dropped.
fn send(results: &Sender<Played>, played: Played) {
    let _ = results.send(played);
}

/// The stand-in for a program that could not be started.
struct NotStarted(Fault);

impl Driver for NotStarted {
    fn title(&self) -> String {
        String::new()
    }

    fn begin(&mut self, _: &dyn AnyEngine, _: Player, _: Limits, _: u64) -> Result<(), Fault> {
        Err(self.0.clone())
    }

    fn think(&mut self, _: &Turn<'_>) -> Result<Reply, Fault> {
        Err(self.0.clone())
    }

    fn finish(&mut self, _: &dyn AnyEngine, _: GameResult) -> Result<(), Fault> {
        Err(self.0.clone())
    }
}

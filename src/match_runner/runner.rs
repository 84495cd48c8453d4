//! All games of a match, several at a time.
//!
//! Each worker is a thread with a board of its own and programs of its own, which stay alive from game to game. It
//! fetches the next game that is not played yet, plays it, and hands the line to the thread that called; there alone
//! the log is written and decisions are made. A program that was at fault is started anew for its next game.
//!
//! When the match is to end early (decided, interrupted, the log cannot be written), the programs are ended, which
//! ends the games under way; these are never seen again. So the log holds exactly the games on which the decision
//! rests, and a match that is resumed after it decides the same.

use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, never, select, unbounded};
use parking_lot::Mutex;

use super::engines::{Driver, Fault, Reply, Turn};
use super::game_line::GameLine;
use super::openings::{Book, Opening};
use super::plan::Plan;
use super::referee::{self, Seat};
use super::schedule::{Fixture, Schedule};
use super::spec::{EngineSpec, Limits};
use crate::contract::Player;
use crate::engine::AnyEngine;
use crate::records::GameResult;

/// An engine that fails to start so many times in a row ends the match.
const MOST_FAILURES: u32 = 10;

/// How often programs are told to end while games come to their end.
const INSISTENCE: Duration = Duration::from_millis(20);

/// Where programs come from.
pub trait Programs: Sync {
    /// Starts an engine for this game, on these cores if they are given.
    ///
    /// # Errors
    /// A [`Fault`]: it cannot be started or does not play this game.
    fn start(
        &self,
        spec: &EngineSpec,
        game: &dyn AnyEngine,
        cores: Option<&[usize]>,
    ) -> Result<Box<dyn Driver>, Fault>;

    /// Ends all programs at once, whatever they are doing.
    fn end_all(&self);
}

/// How a match is played: nothing here changes a game of fixed nodes.
pub struct Pace {
    /// The cores of each worker, which are as many; `None`: all cores.
    pub workers: Vec<Option<Vec<usize>>>,
    /// Only these pairs.
    pub pairs: Range<u64>,
    /// A message there ends the match.
    pub interrupt: Receiver<()>,
}

/// How a match came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All games have been played.
    Finished,
    /// The listener had seen enough.
    Decided,
    /// By [`Pace::interrupt`].
    Interrupted,
}

/// Plays all games of a match that are not `done` yet; each goes to `listener`, in the order they end.
///
/// # Errors
/// One line: an engine cannot be started, there is no opening, or what the listener says.
pub fn run(
    plan: &Plan,
    schedule: &Schedule,
    book: &mut Book,
    done: &HashSet<(u64, u32)>,
    pace: Pace,
    programs: &dyn Programs,
    mut listener: impl FnMut(GameLine) -> Result<ControlFlow<()>, String>,
) -> Result<Ending, String> {
    let waiting =
        schedule.fixtures(pace.pairs).filter(|fixture| !done.contains(&(fixture.pair, fixture.game)));
    let hall = Hall {
        plan,
        programs,
        feed: Mutex::new((Box::new(waiting), book)),
        health: Mutex::new(vec![Health::default(); plan.engines.len()]),
        closed: AtomicBool::new(false),
    };
    std::thread::scope(|scope| {
        let (sender, results) = unbounded();
        for cores in &pace.workers {
            let (hall, sender) = (&hall, sender.clone());
            scope.spawn(move || hall.work(cores.as_deref(), &sender));
        }
        drop(sender);
        let ending = collect(&results, &pace.interrupt, &mut listener);
        hall.closed.store(true, Ordering::SeqCst);
        // Programs may be starting at this moment: until the last worker has gone.
        loop {
            match results.recv_timeout(INSISTENCE) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => programs.end_all(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        ending
    })
}

/// A game, or why there cannot be one.
type Played = Result<GameLine, String>;

/// Passes games on until there are no more or they are enough.
fn collect(
    results: &Receiver<Played>,
    interrupt: &Receiver<()>,
    listener: &mut impl FnMut(GameLine) -> Result<ControlFlow<()>, String>,
) -> Result<Ending, String> {
    let mut interrupt = interrupt.clone();
    loop {
        select! {
            recv(results) -> result => match result {
                Ok(line) => {
                    if listener(line?)?.is_break() {
                        return Ok(Ending::Decided);
                    }
                }
                Err(_) => return Ok(Ending::Finished),
            },
            recv(interrupt) -> message => match message {
                Ok(()) => return Ok(Ending::Interrupted),
                // Nobody is left who could interrupt.
                Err(_) => interrupt = never(),
            },
        }
    }
}

/// How an engine's starts went, over all workers.
#[derive(Clone, Copy, Default)]
struct Health {
    has_started: bool,
    failures_in_a_row: u32,
}

/// What the workers share.
struct Hall<'a> {
    plan: &'a Plan,
    programs: &'a dyn Programs,
    /// The games still to be played, and where they begin.
    feed: Mutex<(Box<dyn Iterator<Item = Fixture> + Send + 'a>, &'a mut Book)>,
    health: Mutex<Vec<Health>>,
    closed: AtomicBool,
}

/// The programs of one worker: by engine, and by which of several of the same engine in one game.
type Pool = HashMap<(usize, usize), Box<dyn Driver>>;

impl Hall<'_> {
    /// Plays games until there are none.
    fn work(&self, cores: Option<&[usize]>, results: &Sender<Played>) {
        let mut pool = Pool::new();
        let mut board = match self.plan.board() {
            Ok(board) => board,
            Err(error) => return tell(results, Err(error)),
        };
        while !self.closed.load(Ordering::SeqCst) {
            let line = match self.next() {
                Ok(None) => return,
                Ok(Some((fixture, opening))) => {
                    self.game(&fixture, &opening, board.as_mut(), &mut pool, cores)
                }
                Err(error) => Err(error),
            };
            let failed = line.is_err();
            tell(results, line);
            if failed {
                return;
            }
        }
    }

    fn next(&self) -> Result<Option<(Fixture, Opening)>, String> {
        let (waiting, book) = &mut *self.feed.lock();
        let Some(fixture) = waiting.next() else { return Ok(None) };
        let opening = book.get(fixture.round)?;
        Ok(Some((fixture, opening)))
    }

    fn game(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        board: &mut dyn AnyEngine,
        pool: &mut Pool,
        cores: Option<&[usize]>,
    ) -> Played {
        let engines = &self.plan.engines;
        let mut keys = Vec::new();
        let mut seats = Vec::new();
        for &engine in &fixture.seats {
            let copy = keys.iter().filter(|(other, _)| *other == engine).count();
            let driver = match pool.remove(&(engine, copy)) {
                Some(driver) => driver,
                None => self.start(engine, board, cores)?,
            };
            keys.push((engine, copy));
            seats.push(Seat { spec: &engines[engine], driver, usable: true });
        }
        let line = referee::play(board, fixture, opening, &mut seats, &self.plan.adjudication)?;
        for (key, seat) in keys.into_iter().zip(seats) {
            if seat.usable && !seat.spec.restart {
                pool.insert(key, seat.driver);
            }
        }
        Ok(line)
    }

    /// Starts an engine. One that has played already and does not start now loses its game and no more.
    fn start(
        &self,
        engine: usize,
        board: &dyn AnyEngine,
        cores: Option<&[usize]>,
    ) -> Result<Box<dyn Driver>, String> {
        let spec = &self.plan.engines[engine];
        let started = self.programs.start(spec, board, cores);
        let health = &mut self.health.lock()[engine];
        match started {
            Ok(driver) => {
                *health = Health { has_started: true, failures_in_a_row: 0 };
                Ok(driver)
            }
            Err(fault) => {
                health.failures_in_a_row += 1;
                let times = health.failures_in_a_row;
                if health.has_started && times < MOST_FAILURES {
                    return Ok(Box::new(NotStarted(fault)));
                }
                let times = if times > 1 { format!(", {times} times in a row") } else { String::new() };
                Err(format!("engine {} cannot be started{times}: {fault}", spec.name))
            }
        }
    }
}

/// Who does not listen any more has seen enough.
fn tell(results: &Sender<Played>, line: Played) {
    let _ = results.send(line);
}

/// Stands for a program that could not be started.
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

#[cfg(test)]
mod tests {
    use super::super::fakes::{Fakes, plan};
    use super::super::game_line::End;
    use super::*;

    fn pace(workers: usize, pairs: Range<u64>) -> Pace {
        Pace { workers: vec![None; workers], pairs, interrupt: never() }
    }

    /// The games of a match in the order of the schedule, without what depends on the clock.
    fn games(plan: &Plan, workers: usize, programs: &Fakes) -> Result<Vec<GameLine>, String> {
        let mut lines = Vec::new();
        let schedule = plan.schedule().expect("a schedule");
        let pace = pace(workers, 0..schedule.pairs());
        let mut book = plan.book().expect("a book");
        let ending = run(plan, &schedule, &mut book, &HashSet::new(), pace, programs, |line| {
            lines.push(GameLine { began: String::new(), ..line });
            Ok(ControlFlow::Continue(()))
        })?;
        assert_eq!(ending, Ending::Finished);
        lines.sort_by_key(GameLine::id);
        Ok(lines)
    }

    fn started(programs: &Fakes) -> usize {
        programs.started.load(Ordering::SeqCst)
    }

    #[test]
    fn the_games_do_not_depend_on_how_many_are_played_at_a_time() {
        let plan = plan("connect4", &[], &["name=a", "name=b", "name=c"], 4);
        let one = games(&plan, 1, &Fakes::default()).expect("games");
        assert_eq!(one.len(), 24);
        assert_eq!(one, games(&plan, 5, &Fakes::default()).expect("games"));
        let pairs = one.chunks(2);
        assert!(pairs.into_iter().all(|pair| pair[0].moves[..2] == pair[1].moves[..2]));
    }

    #[test]
    fn programs_live_on_and_are_started_anew_after_a_fault_or_on_request() {
        let programs = Fakes::default();
        games(&plan("connect4", &[], &["name=a", "name=b"], 5), 1, &programs).expect("games");
        assert_eq!(started(&programs), 2);
        let programs = Fakes::default();
        let lines = games(&plan("draughts", &[], &["name=a", "name=crash"], 5), 1, &programs).expect("games");
        assert_eq!(started(&programs), 1 + 10);
        assert!(lines.iter().all(|line| line.end == End::Crash));
        let programs = Fakes::default();
        games(&plan("connect4", &[], &["name=a restart=on", "name=b"], 5), 1, &programs).expect("games");
        assert_eq!(started(&programs), 10 + 1);
    }

    #[test]
    fn an_engine_on_several_seats_has_a_program_for_each() {
        let programs = Fakes::default();
        let plan = plan("chinesecheckers", &[("Players", "3")], &["name=a", "name=b"], 1);
        let lines = games(&plan, 1, &programs).expect("games");
        assert_eq!(lines[0].players, ["a", "b", "a"]);
        assert_eq!(lines[1].players, ["b", "a", "b"]);
        assert_eq!(started(&programs), 4);
    }

    #[test]
    fn games_that_are_done_are_not_played_again() {
        let plan = plan("connect4", &[], &["name=a", "name=b"], 4);
        let all = games(&plan, 1, &Fakes::default()).expect("games");
        let done: HashSet<(u64, u32)> = [(0, 0), (1, 1), (3, 0)].into();
        let schedule = plan.schedule().expect("a schedule");
        let mut rest = Vec::new();
        let mut book = plan.book().expect("a book");
        run(&plan, &schedule, &mut book, &done, pace(2, 0..4), &Fakes::default(), |line| {
            rest.push(GameLine { began: String::new(), ..line });
            Ok(ControlFlow::Continue(()))
        })
        .expect("games");
        rest.sort_by_key(GameLine::id);
        let missing: Vec<GameLine> = all.into_iter().filter(|line| !done.contains(&line.id())).collect();
        assert_eq!(rest, missing);
    }

    #[test]
    fn nothing_comes_after_the_listener_has_seen_enough() {
        let plan = plan("connect4", &[], &["name=a", "name=b"], 50);
        let schedule = plan.schedule().expect("a schedule");
        let mut seen = 0;
        let mut book = plan.book().expect("a book");
        let ending =
            run(&plan, &schedule, &mut book, &HashSet::new(), pace(4, 0..50), &Fakes::default(), |_| {
                seen += 1;
                Ok(if seen == 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            });
        assert_eq!((ending, seen), (Ok(Ending::Decided), 7));
    }

    #[test]
    fn an_interrupt_ends_the_match() {
        let plan = plan("connect4", &[], &["name=a", "name=b"], 100_000);
        let schedule = plan.schedule().expect("a schedule");
        let (sender, interrupt) = unbounded();
        let pace = Pace { workers: vec![None; 2], pairs: 0..schedule.pairs(), interrupt };
        let mut book = plan.book().expect("a book");
        let ending = run(&plan, &schedule, &mut book, &HashSet::new(), pace, &Fakes::default(), |_| {
            let _ = sender.send(());
            Ok(ControlFlow::Continue(()))
        });
        assert_eq!(ending, Ok(Ending::Interrupted));
    }

    #[test]
    fn an_engine_that_cannot_be_started_ends_the_match_at_its_beginning_or_after_ten_times() {
        let two = plan("draughts", &[], &["name=a", "name=fail restart=on"], 20);
        let error = games(&two, 1, &Fakes::default()).expect_err("it cannot be started");
        assert!(error.starts_with("engine fail cannot be started: "), "{error}");
        let programs = Fakes { good: 4, ..Fakes::default() };
        let error = games(&two, 1, &programs).expect_err("ten times");
        assert!(error.contains("10 times in a row"), "{error}");
        assert_eq!(started(&programs), 4 + 10);
    }

    #[test]
    fn what_the_listener_cannot_do_ends_the_match() {
        let plan = plan("connect4", &[], &["name=a", "name=b"], 100_000);
        let schedule = plan.schedule().expect("a schedule");
        let mut book = plan.book().expect("a book");
        let full = |_| Err("the disk is full".to_string());
        let pace = pace(2, 0..schedule.pairs());
        let ending = run(&plan, &schedule, &mut book, &HashSet::new(), pace, &Fakes::default(), full);
        assert_eq!(ending, Err("the disk is full".to_string()));
    }
}

//! All games of a match, several at a time.
//!
//! Each `MatchThread` has a board and programs of its own, which stay alive from game to game. It takes the next
//! unplayed game, plays it, and sends the line to the thread that called [`run`]; only that thread writes the log and
//! makes decisions. A program that was at fault is started again for its next game.
//!
//! If the match ends early (decided, interrupted, the log cannot be written), the programs are ended, and with them
//! unfinished games, which are not reported. So the log has exactly the games of the decision, and a resumed match
//! decides the same.

use std::ops::ControlFlow;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, never, select, unbounded};

use super::engines::Programs;
use super::game_line::GameLine;
use super::live::Live;
use super::match_thread::{MatchThread, Played, SharedState};
use super::openings::Book;
use super::plan::Plan;
use super::schedule::Agenda;
use crate::threads::start_all;

/// Time between two calls of [`Programs::end_all`] while threads end.
const END_ALL_INTERVAL: Duration = Duration::from_millis(20);

/// On which cores a match is played, what ends it, and what shows it. Nothing here changes a game of fixed nodes.
pub struct RunOptions<'a> {
    /// For each game played at a time, the cores of its programs; `None`: all cores.
    pub cores: Vec<Option<Vec<usize>>>,
    /// A message here ends the match.
    pub interrupt: Receiver<()>,
    /// Shows the games in progress.
    pub live: Option<&'a Live>,
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All games have been played.
    Finished,
    /// The listener wants no more games.
    Decided,
    /// By [`RunOptions::interrupt`].
    Interrupted,
}

/// Plays all games of an agenda; each goes to `listener`, in the order they end.
///
/// # Errors
/// One line: an engine or a thread cannot be started, there is no opening, or the error of the listener.
pub fn run(
    plan: &Plan,
    agenda: Box<dyn Agenda + '_>,
    book: &mut Book,
    options: RunOptions<'_>,
    programs: &dyn Programs,
    mut listener: impl FnMut(GameLine) -> Result<ControlFlow<()>, String>,
) -> Result<Ending, String> {
    let shared = SharedState::new(plan, programs, agenda, book, options.live);
    std::thread::scope(|scope| {
        let (sender, results) = unbounded();
        let works = options.cores.iter().map(|cores| {
            let (shared, sender) = (&shared, sender.clone());
            move || MatchThread::run(shared, cores.as_deref(), &sender)
        });
        let (started, refusal) = start_all(scope, works);
        drop(sender);
        if let (Some(refusal), true) = (refusal, started.is_empty()) {
            return Err(refusal.to_string());
        }
        let mut listener = |game: GameLine| {
            shared.add(&game)?;
            listener(game)
        };
        let ending = collect(&results, &options.interrupt, &mut listener);
        shared.close();
        // A thread may be starting a program right now, so this is repeated until all threads have ended.
        loop {
            match results.recv_timeout(END_ALL_INTERVAL) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => programs.end_all(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        ending
    })
}

/// Passes games on until there are no more or the listener wants no more.
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
                // The sender was dropped, so no interrupt can come.
                Err(_) => interrupt = never(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fakes::{Fakes, plan};
    use super::super::game_line::End;
    use super::super::schedule::Schedule;
    use super::*;
    use crate::threads::testing::with_threads;
    use std::collections::HashSet;
    use std::sync::atomic::Ordering;

    fn options(games_at_a_time: usize) -> RunOptions<'static> {
        RunOptions { cores: vec![None; games_at_a_time], interrupt: never(), live: None }
    }

    /// All games of a schedule.
    fn all(schedule: &Schedule) -> Box<dyn Agenda + '_> {
        schedule.agenda(0..schedule.pairs(), HashSet::new())
    }

    /// The games of a match in the order of the schedule, without what depends on the clock.
    fn games(plan: &Plan, at_a_time: usize, programs: &Fakes) -> Result<Vec<GameLine>, String> {
        let mut lines = Vec::new();
        let schedule = plan.schedule().expect("a schedule");
        let mut book = plan.book().expect("a book");
        let ending = run(plan, all(&schedule), &mut book, options(at_a_time), programs, |line| {
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
    fn a_match_is_played_with_the_threads_there_are() {
        let plan = plan("connect4", &[], &["name=a", "name=b"], 3);
        let all = games(&plan, 5, &Fakes::default()).expect("games");
        assert_eq!(with_threads(1, || games(&plan, 5, &Fakes::default())), Ok(all));
        let none = with_threads(0, || games(&plan, 5, &Fakes::default())).expect_err("nobody plays");
        assert!(none.starts_with("the system refused 5 of 5 threads: "), "{none}");
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
        let agenda = schedule.agenda(0..4, done.clone());
        run(&plan, agenda, &mut book, options(2), &Fakes::default(), |line| {
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
        let ending = run(&plan, all(&schedule), &mut book, options(4), &Fakes::default(), |_| {
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
        let options = RunOptions { cores: vec![None; 2], interrupt, live: None };
        let mut book = plan.book().expect("a book");
        let ending = run(&plan, all(&schedule), &mut book, options, &Fakes::default(), |_| {
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
        let ending = run(&plan, all(&schedule), &mut book, options(2), &Fakes::default(), full);
        assert_eq!(ending, Err("the disk is full".to_string()));
    }
}

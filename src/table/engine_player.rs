//! An engine of the command line at one seat of one table: a thread of its own, which may wait for the program.
//!
//! Invariants: every request is answered once, with its tag; after a fault the program is started again at the next
//! request.

use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::event::Created;
use super::rules::Rules;
use crate::contract::{MAX_PLAYERS, Player};
use crate::match_runner::engines::{Answer, Driver, Fault, Pipes, Programs as _, Turn};
use crate::match_runner::spec::{ClockRule, EngineSpec, Limits};
use crate::records::GameResult;
use crate::wire::catalogue::Catalogue;

/// A request for a move.
pub(super) struct Ask {
    /// Returned with the answer.
    pub tag: u64,
    /// The moves so far.
    pub line: Vec<String>,
    /// The seat that the engine plays for, from 1.
    pub player: usize,
    /// Longest time for the move without a clock.
    pub think: Duration,
    /// Time left by player; empty without a clock.
    pub left: Vec<Duration>,
}

/// A running engine. Dropping it ends the program once it has answered.
pub(super) struct EnginePlayer(Sender<Ask>);

/// Receives the answer to the request with this tag: a move, or why there is none.
type Deliver = Box<dyn Fn(u64, Result<Answer, String>) + Send>;

impl EnginePlayer {
    /// Starts the thread; the program is started at the first request.
    ///
    /// # Errors
    /// One line: the system cannot start a thread.
    pub fn start(
        spec: EngineSpec,
        catalogue: Catalogue,
        created: Created,
        deliver: Deliver,
    ) -> Result<EnginePlayer, String> {
        let (asks, questions) = unbounded();
        let player = EngineThread { spec, catalogue, created, driver: None, line: Vec::new(), games: 0 };
        let builder = std::thread::Builder::new().name("engine".to_string());
        let spawned = builder.spawn(move || player.run(&questions, &deliver));
        spawned.map_err(|error| format!("cannot start a thread for an engine: {error}"))?;
        Ok(EnginePlayer(asks))
    }

    /// Requests a move; requests are answered in order.
    pub fn ask(&self, ask: Ask) {
        // The thread ends only when this is dropped.
        let _ = self.0.send(ask);
    }
}

struct EngineThread {
    spec: EngineSpec,
    catalogue: Catalogue,
    created: Created,
    driver: Option<Box<dyn Driver>>,
    /// The moves that the program knows.
    line: Vec<String>,
    /// Games that were begun, for options with the number of the game.
    games: u64,
}

impl EngineThread {
    fn run(mut self, questions: &Receiver<Ask>, deliver: &Deliver) {
        for ask in questions {
            // Of the questions that came during a search only the last one matters.
            let ask = questions.try_iter().last().unwrap_or(ask);
            let reply = self.think(&ask);
            if reply.is_err() {
                self.driver = None;
            }
            deliver(ask.tag, reply.map_err(|fault| format!("{}: {fault}", self.spec.name)));
        }
    }

    fn think(&mut self, ask: &Ask) -> Result<Answer, Fault> {
        let refused = |why: String| Fault::Refused(why);
        let mut rules = Rules::of(self.catalogue, &self.created).map_err(|refusal| refused(refusal.text))?;
        let line: Vec<&str> = ask.line.iter().map(String::as_str).collect();
        let game = rules.after(&line).map_err(|refusal| refused(refusal.text))?;
        let limits = self.limits(ask);
        let known = self.driver.is_some() && ask.line.starts_with(&self.line);
        if !known && let Some(mut driver) = self.driver.take().filter(|_| !self.spec.restart) {
            // Moves were taken back: for the program this is another game.
            if driver.finish(game, GameResult::Unknown).is_ok() {
                self.driver = Some(driver);
            }
        }
        if self.driver.is_none() {
            self.driver =
                Some(Pipes::default().start(&self.spec, game, None).map_err(|failure| failure.fault)?);
        }
        let Some(driver) = &mut self.driver else { return Err(refused("no program".to_string())) };
        if !known {
            self.games += 1;
            driver.begin(game, Player::new(ask.player - 1), limits, self.games)?;
        }
        self.line.clone_from(&ask.line);
        let left = ask.left.get(ask.player - 1).copied();
        let turn = Turn {
            game,
            limits,
            clocks: std::array::from_fn(|player| ask.left.get(player).copied()),
            increments: [limits.clock.map_or(Duration::ZERO, |clock| clock.increment); MAX_PLAYERS],
            moves_to_go: None,
            patience: self.spec.patience + limits.move_time.or(left).unwrap_or_default(),
        };
        Ok(driver.think(&turn)?.answer)
    }

    /// The clock of the table, or the time for a move; depth and nodes from the command line.
    fn limits(&self, ask: &Ask) -> Limits {
        let clock = self.created.clock.map(|clock| ClockRule {
            moves: None,
            base: Duration::from_millis(clock.base_ms),
            increment: Duration::from_millis(clock.increment_ms),
        });
        let move_time = self.spec.limits.move_time.unwrap_or(ask.think);
        Limits { clock, move_time: clock.is_none().then_some(move_time), ..self.spec.limits }
    }
}

//! One game: from the opening to its line in the log.
//!
//! The referee has the only board that counts. It passes the board to each engine, reads its answer like a move typed
//! by a user, and ends the game by the rules, by a clock, by the scores of the engines, or by the fault of an engine.
//!
//! Invariant: whatever the engines do, there is a `Verdict`, the points add up to 1, and every move in the line is
//! legal.

use std::time::Duration;

use super::adjudication::{Adjudication, Judge};
use super::clock::Clock;
use super::engines::{Answer, Driver, Fault, Reply, Turn};
use super::game_line::{End, GameLine, log_score};
use super::live::{Live, SearchReport};
use super::openings::Opening;
use super::schedule::Fixture;
use super::spec::EngineSpec;
use super::verdict::Verdict;
use crate::contract::{MAX_PLAYERS, MoveStyle, Outcome, Player};
use crate::engine::AnyEngine;
use crate::records::GameResult;
use crate::records::date::Moment;

/// Moves of all players after which a game is a draw if no other limit is set. Some rules end no game with kings alone:
/// Frisian draughts knows no repetition.
const LONGEST_GAME: usize = 5_000;

/// Without a limit of time, a program may think for this many times its [`EngineSpec::patience`].
const UNTIMED_FACTOR: u32 = 60;

/// An engine at the board.
pub struct Seat<'a> {
    /// Its spec.
    pub spec: &'a EngineSpec,
    /// The program.
    pub driver: Box<dyn Driver>,
    /// May the program play another game? Not after a fault.
    pub usable: bool,
}

/// Plays a game on this board; seats in turn order.
///
/// # Errors
/// One line: the opening does not fit the board.
pub fn play(
    board: &mut dyn AnyEngine,
    fixture: &Fixture,
    opening: &Opening,
    seats: &mut [Seat<'_>],
    rules: &Adjudication,
    live: Option<&Live>,
) -> Result<GameLine, String> {
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    let set = board.set_position(opening.fen.as_deref(), &moves);
    set.map_err(|error| format!("opening {}: {error}", opening.name))?;
    let began = Moment::now().iso();
    let players: Vec<String> = seats.iter().map(|seat| seat.spec.name.clone()).collect();
    let mut game = Game::new(board, opening.moves.len(), seats, rules);
    game.live = live.map(|live| (live, fixture));
    if let Some(live) = live {
        live.begin(fixture, players.clone(), &*game.board, game.clocks.iter().map(Clock::left).collect());
    }
    let verdict = game.play_out(fixture.number);
    let programs = game.seats.iter().map(|seat| seat.driver.title()).collect();
    game.finish(&verdict);
    let MoveReports { ms, scores, depths, nodes, pvs } = game.reports;
    Ok(GameLine {
        pair: fixture.pair,
        game: fixture.game,
        players,
        programs,
        fen: opening.fen.clone(),
        opening: opening.name.clone(),
        opening_moves: opening.moves.len(),
        moves: board.moves(MoveStyle::Native),
        points: verdict.points,
        end: verdict.end,
        reason: verdict.reason,
        at_fault: verdict.at_fault,
        ms,
        scores,
        depths,
        nodes,
        pvs,
        began,
    })
}

/// The engines' reports on each move after the opening.
#[derive(Default)]
struct MoveReports {
    ms: Vec<f64>,
    scores: Vec<Option<i32>>,
    depths: Vec<Option<i32>>,
    nodes: Vec<Option<u64>>,
    pvs: Vec<String>,
}

/// A game in progress.
struct Game<'a, 'b> {
    board: &'a mut dyn AnyEngine,
    opening_moves: usize,
    seats: &'a mut [Seat<'b>],
    clocks: Vec<Clock>,
    rules: &'a Adjudication,
    judge: Option<Judge>,
    reports: MoveReports,
    /// What shows the game, and the name of the game there.
    live: Option<(&'a Live, &'a Fixture)>,
}

impl<'a, 'b> Game<'a, 'b> {
    fn new(
        board: &'a mut dyn AnyEngine,
        opening_moves: usize,
        seats: &'a mut [Seat<'b>],
        rules: &'a Adjudication,
    ) -> Game<'a, 'b> {
        let clocks = seats.iter().map(|seat| Clock::new(seat.spec)).collect();
        // Scores of more than two players are not each other's opposites.
        let judge = (seats.len() == 2).then(|| Judge::new(*rules));
        Game {
            board,
            opening_moves,
            seats,
            clocks,
            rules,
            judge,
            reports: MoveReports::default(),
            live: None,
        }
    }

    /// Plays to the end. `number` is that of the game in the schedule.
    fn play_out(&mut self, number: u64) -> Verdict {
        for seat in 0..self.seats.len() {
            if let Err(fault) = self.begin(seat, number) {
                return self.verdict_of_fault(seat, &fault);
            }
        }
        loop {
            if let Some(verdict) = self.ended() {
                return verdict;
            }
            if let Some(verdict) = self.turn(self.board.status().to_move.index()) {
                return verdict;
            }
        }
    }

    fn begin(&mut self, seat: usize, number: u64) -> Result<(), Fault> {
        let Seat { spec, driver, .. } = &mut self.seats[seat];
        driver.begin(&*self.board, Player::new(seat), spec.limits, number)
    }

    /// Moves so far, those of the opening among them.
    fn plies(&self) -> usize {
        self.opening_moves + self.reports.ms.len()
    }

    /// By the rules, by a bitbase, or by the limit of plies.
    fn ended(&self) -> Option<Verdict> {
        let status = self.board.status();
        if let Some(outcome) = status.outcome {
            return Some(self.verdict(End::Rules, outcome, status.reason));
        }
        if self.rules.bitbase
            && let Some(outcome) = self.board.tools().known_outcome()
        {
            return Some(self.verdict(End::Adjudicated, outcome, "known to the bitbase"));
        }
        let max_plies = self.rules.max_plies.unwrap_or(LONGEST_GAME);
        (self.plies() >= max_plies).then(|| self.verdict(End::MaxPlies, Outcome::Draw, "limit of plies"))
    }

    /// Requests a move from an engine and plays it; a verdict if that ends the game.
    fn turn(&mut self, seat: usize) -> Option<Verdict> {
        let reply = match self.ask(seat) {
            Ok(reply) => reply,
            Err(fault) => return Some(self.verdict_of_fault(seat, &fault)),
        };
        let text = match &reply.answer {
            Answer::Resign => return Some(self.loss(seat, End::Resigned, "resigns")),
            Answer::Move(text) => text,
        };
        if let Err(exceeded) = self.clocks[seat].spend(reply.elapsed) {
            let reason = format!("oversteps its time by {} ms", exceeded.0.as_millis());
            return Some(self.loss_by_fault(seat, End::Time, &reason));
        }
        let pv = legal_line(self.board, &reply.pv);
        if let Err(error) = self.board.play(text) {
            return Some(self.loss_by_fault(seat, End::Illegal, &format!("plays an illegal move: {error}")));
        }
        self.reports.pvs.push(pv);
        self.reports.ms.push(reply.elapsed.as_micros() as f64 / 1000.0);
        self.reports.scores.push(reply.score.map(log_score));
        self.reports.depths.push(reply.depth);
        self.reports.nodes.push(reply.nodes);
        self.show(seat);
        if self.board.status().outcome.is_some() {
            return None;
        }
        let plies = self.plies();
        let (outcome, reason) = self.judge.as_mut()?.judge(Player::new(seat), reply.score, plies)?;
        Some(self.verdict(End::Adjudicated, outcome, reason))
    }

    /// Shows the last move.
    fn show(&self, seat: usize) {
        let Some((live, fixture)) = self.live else { return };
        let MoveReports { ms, scores, depths, nodes, pvs } = &self.reports;
        let report = SearchReport {
            score: scores.last().copied().flatten(),
            depth: depths.last().copied().flatten(),
            nodes: nodes.last().copied().flatten(),
            ms: ms.last().copied().unwrap_or_default(),
            pv: pvs.last().cloned().unwrap_or_default(),
        };
        live.moved(fixture, &*self.board, seat, report, self.clocks[seat].left());
    }

    fn ask(&mut self, seat: usize) -> Result<Reply, Fault> {
        let mut clocks = [None; MAX_PLAYERS];
        let mut increments = [Duration::ZERO; MAX_PLAYERS];
        for (player, clock) in self.clocks.iter().enumerate() {
            clocks[player] = clock.left();
            increments[player] = clock.increment();
        }
        let own = &self.clocks[seat];
        let Seat { spec, driver, .. } = &mut self.seats[seat];
        let timeout = match own.allowed() {
            Some(allowed) => allowed + spec.patience,
            None => spec.patience * UNTIMED_FACTOR,
        };
        let turn = Turn {
            game: &*self.board,
            limits: spec.limits,
            clocks,
            increments,
            moves_to_go: own.moves_to_go(),
            patience: timeout,
        };
        driver.think(&turn)
    }

    /// Reports the end to the engines that are not at fault. One that fails at this is not used again.
    fn finish(&mut self, verdict: &Verdict) {
        let outcome = verdict.outcome();
        for Seat { driver, usable, .. } in self.seats.iter_mut().filter(|seat| seat.usable) {
            *usable = driver.finish(&*self.board, GameResult::Ended(outcome)).is_ok();
        }
    }

    fn verdict(&self, end: End, outcome: Outcome, reason: &str) -> Verdict {
        Verdict::of_outcome(self.seats.len(), end, outcome, reason)
    }

    fn loss(&self, seat: usize, end: End, what: &str) -> Verdict {
        Verdict::of_loss(self.seats.len(), seat, end, format!("{} {what}", self.seats[seat].spec.name))
    }

    /// A loss by a fault of the engine, which plays no other game.
    fn loss_by_fault(&mut self, seat: usize, end: End, what: &str) -> Verdict {
        self.seats[seat].usable = false;
        Verdict { at_fault: Some(seat), ..self.loss(seat, end, what) }
    }

    fn verdict_of_fault(&mut self, seat: usize, fault: &Fault) -> Verdict {
        let (end, what) = match fault {
            Fault::Refused(why) => (End::Crash, format!("refuses to play: {why}")),
            Fault::Crashed(how) => (End::Crash, format!("crashes: {how}")),
            Fault::Hung => (End::Hang, "does not answer".to_string()),
            Fault::Garbled(line) => (End::Illegal, format!("cannot be understood: {line}")),
        };
        self.loss_by_fault(seat, end, &what)
    }
}

/// The moves of an engine's line in native style, up to the first one that is illegal.
fn legal_line(board: &mut dyn AnyEngine, pv: &[String]) -> String {
    let moves: Vec<String> = pv.iter().map_while(|text| board.play(text).ok()).collect();
    // What was just played can be taken back.
    moves.iter().for_each(|_| _ = board.undo());
    moves.join(" ")
}

#[cfg(test)]
mod tests;

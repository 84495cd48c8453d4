//! One game: from the opening to its line in the log.
//!
//! The referee has the only board that counts. It shows each engine the board, reads the move that comes back as a
//! human's would be read, and ends the game by the rules, by a clock, by what the engines' scores say, or by the
//! fault of an engine.
//!
//! What must always hold: whatever the engines do, there is a verdict, the points add up to 1, and every move in the line
//! is legal.

use std::time::Duration;

use super::adjudication::{Adjudication, Judge};
use super::clock::Clock;
use super::engines::{Answer, Driver, Fault, Reply, Turn};
use super::game_line::{End, GameLine, PROVED, WIN};
use super::openings::Opening;
use super::schedule::Fixture;
use super::spec::EngineSpec;
use crate::contract::{MAX_PLAYERS, MoveStyle, Outcome, Player, Score};
use crate::engine::AnyEngine;
use crate::records::GameResult;
use crate::records::date::Moment;

/// A program whose time is not limited may think so many times as long as its [`EngineSpec::patience`].
const UNTIMED_FACTOR: u32 = 60;

/// An engine at the board.
pub struct Seat<'a> {
    /// As it was asked for.
    pub spec: &'a EngineSpec,
    /// The program.
    pub driver: Box<dyn Driver>,
    /// May the program play another game? Not after a fault.
    pub usable: bool,
}

/// A verdict.
struct Verdict {
    end: End,
    /// Points by seat.
    points: Vec<f64>,
    reason: String,
    at_fault: Option<usize>,
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
) -> Result<GameLine, String> {
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    let set = board.set_position(opening.fen.as_deref(), &moves);
    set.map_err(|error| format!("opening {}: {error}", opening.name))?;
    let began = Moment::now().iso();
    let players = seats.iter().map(|seat| seat.spec.name.clone()).collect();
    let mut game = Game::new(board, opening.moves.len(), seats, rules);
    let verdict = game.play_out(fixture.number);
    let programs = game.seats.iter().map(|seat| seat.driver.title()).collect();
    game.finish(&verdict);
    let MoveReports { ms, scores, depths, nodes } = game.reports;
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
        began,
    })
}

/// What the engines told, by moves after the opening.
#[derive(Default)]
struct MoveReports {
    ms: Vec<f64>,
    scores: Vec<Option<i32>>,
    depths: Vec<Option<i32>>,
    nodes: Vec<Option<u64>>,
}

/// A game under way.
struct Game<'a, 'b> {
    board: &'a mut dyn AnyEngine,
    opening_moves: usize,
    seats: &'a mut [Seat<'b>],
    clocks: Vec<Clock>,
    rules: &'a Adjudication,
    judge: Option<Judge>,
    reports: MoveReports,
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
        Game { board, opening_moves, seats, clocks, rules, judge, reports: MoveReports::default() }
    }

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

    /// By the rules, or by the limit of plies.
    fn ended(&self) -> Option<Verdict> {
        let status = self.board.status();
        if let Some(outcome) = status.outcome {
            return Some(self.verdict(End::Rules, outcome, status.reason));
        }
        let longest = self.rules.max_plies?;
        (self.plies() >= longest).then(|| self.verdict(End::MaxPlies, Outcome::Draw, "limit of plies"))
    }

    /// Asks for a move and plays it; a verdict where that ended the game.
    fn turn(&mut self, seat: usize) -> Option<Verdict> {
        let reply = match self.ask(seat) {
            Ok(reply) => reply,
            Err(fault) => return Some(self.verdict_of_fault(seat, &fault)),
        };
        let text = match &reply.answer {
            Answer::Resign => return Some(self.loss(seat, End::Resigned, "resigns")),
            Answer::Move(text) => text,
        };
        if let Err(over) = self.clocks[seat].spend(reply.elapsed) {
            let reason = format!("oversteps its time by {} ms", over.0.as_millis());
            return Some(self.loss_by_fault(seat, End::Time, &reason));
        }
        if let Err(error) = self.board.play(text) {
            return Some(self.loss_by_fault(seat, End::Illegal, &format!("plays an illegal move: {error}")));
        }
        self.reports.ms.push(reply.elapsed.as_micros() as f64 / 1000.0);
        self.reports.scores.push(reply.score.map(log_score));
        self.reports.depths.push(reply.depth);
        self.reports.nodes.push(reply.nodes);
        if self.board.status().outcome.is_some() {
            return None;
        }
        let plies = self.plies();
        let (outcome, reason) = self.judge.as_mut()?.judge(Player::new(seat), reply.score, plies)?;
        Some(self.verdict(End::Adjudicated, outcome, reason))
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

    /// Tells the engines that are left how it ended; who cannot take that is of no use any more.
    fn finish(&mut self, verdict: &Verdict) {
        let winner = verdict.points.iter().position(|&points| points == 1.0);
        let outcome = winner.map_or(Outcome::Draw, |seat| Outcome::Win(Player::new(seat)));
        for Seat { driver, usable, .. } in self.seats.iter_mut().filter(|seat| seat.usable) {
            *usable = driver.finish(&*self.board, GameResult::Ended(outcome)).is_ok();
        }
    }

    fn verdict(&self, end: End, outcome: Outcome, reason: &str) -> Verdict {
        let seats = self.seats.len();
        let points = |seat| match outcome {
            Outcome::Win(winner) => f64::from(u8::from(winner.index() == seat)),
            Outcome::Draw => 1.0 / seats as f64,
        };
        Verdict { end, points: (0..seats).map(points).collect(), reason: reason.to_string(), at_fault: None }
    }

    /// One player has lost; the others share the point.
    fn loss(&self, loser: usize, end: End, what: &str) -> Verdict {
        let seats = self.seats.len();
        let points = |seat| if seat == loser { 0.0 } else { 1.0 / (seats - 1) as f64 };
        let reason = format!("{} {what}", self.seats[loser].spec.name);
        Verdict { end, points: (0..seats).map(points).collect(), reason, at_fault: None }
    }

    /// As [`Game::loss`], by a fault of the engine.
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

/// A score as the log has it: wins as 30000 less plies, everything else at most 28999 from nought.
fn log_score(score: Score) -> i32 {
    const LARGEST: i32 = PROVED - 1;
    match score.plies_to_end() {
        Some(plies) if score.is_win() => WIN - plies,
        Some(plies) => plies - WIN,
        None => score.0.clamp(-LARGEST, LARGEST),
    }
}

#[cfg(test)]
mod tests {
    use super::super::adjudication::{DrawRule, ResignRule};
    use super::super::fakes::{Fake, plan};
    use super::super::plan::Plan;
    use super::*;

    /// Game number 1 of a match, and which seats are usable after it.
    fn game(plan: &Plan) -> (GameLine, Vec<bool>) {
        let fixture = plan.schedule().expect("a schedule").fixture(0, 0);
        let opening = plan.book().and_then(|mut book| book.get(0)).expect("an opening");
        let seat = |&engine: &usize| {
            let spec = &plan.engines[engine];
            Seat { spec, driver: Box::new(Fake::new(spec)) as Box<dyn Driver>, usable: true }
        };
        let mut seats: Vec<Seat<'_>> = fixture.seats.iter().map(seat).collect();
        let mut board = plan.board().expect("a board");
        let line = play(board.as_mut(), &fixture, &opening, &mut seats, &plan.adjudication).expect("a game");
        (line, seats.iter().map(|seat| seat.usable).collect())
    }

    /// The board after the moves of a line.
    fn replayed(plan: &Plan, line: &GameLine) -> Box<dyn AnyEngine> {
        let mut board = plan.board().expect("a board");
        let moves: Vec<&str> = line.moves.iter().map(String::as_str).collect();
        board.set_position(line.fen.as_deref(), &moves).expect("legal moves");
        board
    }

    #[test]
    fn a_game_goes_to_its_end_by_the_rules() {
        let connect4 = plan("connect4", &[], &["name=a", "name=b"], 1);
        let (line, usable) = game(&connect4);
        let status = replayed(&connect4, &line).status();
        assert_eq!((line.end, line.reason.as_str()), (End::Rules, status.reason));
        let Some(Outcome::Win(winner)) = status.outcome else { panic!("a draw: choose another seed") };
        assert_eq!(line.points[winner.index()], 1.0);
        assert_eq!(line.players, ["a", "b"]);
        assert_eq!(line.programs, ["a", "b"]);
        assert_eq!((line.opening_moves, line.at_fault), (2, None));
        let told = line.moves.len() - 2;
        assert_eq!([line.ms.len(), line.scores.len(), line.depths.len(), line.nodes.len()], [told; 4]);
        assert_eq!(usable, [true, true]);
    }

    #[test]
    fn whatever_an_engine_does_the_game_has_a_verdict() {
        for (name, end, reason) in [
            ("crash", End::Crash, "crash crashes: exit status: 3"),
            ("hang", End::Hang, "hang does not answer"),
            ("garbled", End::Illegal, "garbled cannot be understood: bestmove ???"),
            ("illegal", End::Illegal, "illegal plays an illegal move: 'z99'"),
            ("slow", End::Time, "slow oversteps its time by 3599000 ms"),
            ("refuse", End::Crash, "refuse refuses to play: not this game"),
        ] {
            let bad = format!("name={name}");
            let (line, usable) = game(&plan("draughts", &[], &["name=good", &bad], 1));
            assert_eq!((line.end, line.at_fault), (end, Some(1)), "{name}");
            assert!(line.reason.starts_with(reason), "{}", line.reason);
            assert_eq!(line.points, [1.0, 0.0]);
            assert_eq!(usable, [true, false], "{name}");
            // Opening, three moves of the first and two of the second, if it came so far.
            assert_eq!(line.moves.len(), if name == "refuse" { 2 } else { 7 }, "{name}");
        }
    }

    #[test]
    fn who_resigns_has_lost_without_a_fault() {
        let (line, usable) = game(&plan("gomoku", &[], &["name=resign", "name=good"], 1));
        assert_eq!((line.end, line.at_fault, line.points), (End::Resigned, None, vec![0.0, 1.0]));
        assert_eq!(line.reason, "resign resigns");
        assert_eq!(usable, [true, true]);
    }

    #[test]
    fn a_foul_of_renju_is_an_illegal_move_by_name() {
        struct Foul;
        impl Driver for Foul {
            fn title(&self) -> String {
                String::new()
            }
            fn begin(&mut self, _: &dyn AnyEngine, _: Player, _: Limits, _: u64) -> Result<(), Fault> {
                Ok(())
            }
            fn think(&mut self, _: &Turn<'_>) -> Result<Reply, Fault> {
                let answer = Answer::Move("h10".to_string());
                Ok(Reply { answer, elapsed: Duration::ZERO, score: None, depth: None, nodes: None })
            }
            fn finish(&mut self, _: &dyn AnyEngine, _: GameResult) -> Result<(), Fault> {
                Ok(())
            }
        }
        use super::super::spec::Limits;
        let renju = plan("renju", &[], &["name=a", "name=b"], 1);
        // Black has h8 h9 and i10 j10: h10 makes two threes.
        let moves = "h8 a1 h9 c1 i10 e1 j10 g1".split(' ').map(str::to_string).collect();
        let opening = Opening { name: "1".to_string(), fen: None, moves };
        let seat = |spec| Seat { spec, driver: Box::new(Foul) as Box<dyn Driver>, usable: true };
        let mut seats: Vec<Seat<'_>> = renju.engines.iter().map(seat).collect();
        let fixture = renju.schedule().expect("a schedule").fixture(0, 0);
        let mut board = renju.board().expect("a board");
        let line = play(board.as_mut(), &fixture, &opening, &mut seats, &renju.adjudication).expect("a game");
        assert_eq!((line.end, line.at_fault, line.points), (End::Illegal, Some(0), vec![0.0, 1.0]));
        assert!(line.reason.contains("double three") || line.reason.contains("three"), "{}", line.reason);
    }

    #[test]
    fn with_more_than_two_players_the_others_share_what_one_has_lost() {
        let three = plan("chinesecheckers", &[("Players", "3")], &["name=a", "name=crash", "name=c"], 1);
        let (line, usable) = game(&three);
        assert_eq!((line.end, line.at_fault), (End::Crash, Some(1)));
        assert_eq!(line.points, [0.5, 0.0, 0.5]);
        assert_eq!(usable, [true, false, true]);
    }

    #[test]
    fn a_game_that_does_not_end_is_a_draw_by_the_limit_of_plies() {
        let mut short = plan("chinesecheckers", &[("Players", "3")], &["name=a", "name=b", "name=c"], 1);
        short.adjudication.max_plies = Some(20);
        let (line, _) = game(&short);
        assert_eq!((line.end, line.moves.len()), (End::MaxPlies, 20));
        assert_eq!(line.points, [1.0 / 3.0; 3]);
    }

    #[test]
    fn games_are_adjudicated_by_what_both_engines_say() {
        let mut plan = plan("draughts", &[], &["name=score:500", "name=score:-500"], 1);
        plan.adjudication.resign = ResignRule::parse("moves=3 score=400").ok();
        let (line, usable) = game(&plan);
        assert_eq!((line.end, line.points), (End::Adjudicated, vec![1.0, 0.0]));
        assert_eq!((line.moves.len(), line.reason.as_str()), (8, "decided by score"));
        assert_eq!(line.scores[..2], [Some(500), Some(-500)]);
        assert_eq!(usable, [true, true]);
        plan.engines[0].name = "score:3".to_string();
        plan.engines[1].name = "score:-3".to_string();
        plan.adjudication.draw = DrawRule::parse("from=5 moves=2 score=10").ok();
        let (line, _) = game(&plan);
        assert_eq!((line.end, line.points, line.moves.len()), (End::Adjudicated, vec![0.5, 0.5], 10));
    }

    #[test]
    fn proved_wins_are_written_by_their_distance() {
        assert_eq!(log_score(Score::win_in(7)), 29_993);
        assert_eq!(log_score(Score::loss_in(7)), -29_993);
        assert_eq!(log_score(Score(-30_000)), -28_999);
        assert_eq!(log_score(Score(35)), 35);
    }
}

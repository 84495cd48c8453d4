//! Whole games by players that behave as their names say.

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
    let line =
        play(board.as_mut(), &fixture, &opening, &mut seats, &plan.adjudication, None).expect("a game");
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
    let reported = line.moves.len() - 2;
    assert_eq!([line.ms.len(), line.scores.len(), line.depths.len(), line.nodes.len()], [reported; 4]);
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
        // The opening, then three moves of the first and two of the second, if the game lasted that long.
        assert_eq!(line.moves.len(), if name == "refuse" { 2 } else { 7 }, "{name}");
    }
}

#[test]
fn the_line_of_an_engine_is_kept_up_to_its_first_illegal_move() {
    for variant in ["draughts", "gomoku"] {
        let (line, _) = game(&plan(variant, &[], &["name=a", "name=b"], 1));
        assert!(line.pvs.len() > 5, "{variant}");
        assert_eq!(line.pvs, line.moves[line.opening_moves..], "{variant}");
    }
}

#[test]
fn an_engine_that_resigns_has_lost_without_a_fault() {
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
            Ok(Reply::new(answer, Duration::ZERO))
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
    let line =
        play(board.as_mut(), &fixture, &opening, &mut seats, &renju.adjudication, None).expect("a game");
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

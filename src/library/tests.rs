//! The interface as its users meet it: what is refused and by which kind, and that nothing is lost on the way.

use std::time::Duration;

use super::*;

fn position(rules: &str, moves: &[&str]) -> Position {
    let mut position = Position::new(rules).expect(rules);
    for mv in moves {
        position.play(mv).expect(mv);
    }
    position
}

fn engine(position: &Position) -> Engine {
    let mut engine = Engine::new(position).expect("an engine");
    engine.set_option("Hash", "1").expect("an option");
    engine
}

#[test]
fn what_is_refused_has_a_kind_and_names_the_word() {
    let mut draughts = position("draughts", &["32-28"]);
    let option = |options: &[(&str, &str)]| Position::with_options("gomoku", options).expect_err("refused");
    let refused = [
        (Position::new("chess").expect_err("refused"), "'chess'"),
        (option(&[("Hash", "1")]), "'Hash'"),
        (option(&[("BoardSize", "1000")]), "1000"),
        (option(&[("BoardSize", "big")]), "'big'"),
        (draughts.set_text("W:W99:B1").expect_err("refused"), "99"),
        (draughts.play("32-28").expect_err("refused"), "'32-28'"),
        (read_games(b"", "docx", None).expect_err("refused"), "'docx'"),
        (read_games(b"", "pdn", Some("chess")).expect_err("refused"), "'chess'"),
        (read_file("no such file.pdn", None).expect_err("refused"), "no such file.pdn"),
        (read_file("games", None).expect_err("refused"), "'games'"),
        (Solver::new(&draughts, 1, 1).expect_err("refused"), "draughts"),
        (Solver::new(&position("connect4", &[]), 0, 1).expect_err("refused"), "hash_mib"),
        (Game::of(&draughts).write("sgf").expect_err("refused"), "draughts"),
    ];
    for (error, word) in refused {
        let text = error.to_string();
        assert!(text.contains(word) && !text.contains('\n'), "{error:?}: {text}");
        assert!(!matches!(error, Error::Internal(_)), "{error:?}");
    }
    assert_eq!(draughts.moves(), ["32-28"], "nothing has changed");
    draughts.undo().expect("a move");
    assert_eq!(draughts.undo(), Err(Error::NoMoves));
}

#[test]
fn a_position_of_other_rules_is_refused() {
    let small = Position::with_options("gomoku", &[("BoardSize", "9")]).expect("a size");
    let usual = position("gomoku", &[]);
    let error = engine(&small).search(&usual, &Limits::depth(1)).expect_err("other rules");
    assert_eq!(error, Error::OtherRules { expected: "gomoku BoardSize=9".into(), found: "gomoku".into() });
    let mut solver = Solver::new(&position("connect4-4x4", &[]), 1, 1).expect("a solver");
    assert!(matches!(solver.value(&position("connect4", &[])), Err(Error::OtherRules { .. })));
}

#[test]
fn options_of_rules_and_of_calls_are_not_set_on_an_engine() {
    let usual = position("gomoku", &[]);
    let mut engine = engine(&usual);
    for name in ["BoardSize", "multipv", "Nonsense"] {
        assert!(matches!(engine.set_option(name, "9"), Err(Error::Option { .. })), "{name}");
    }
    let names = engine.option_names();
    assert!(names.iter().any(|name| name == "Threads"));
    assert!(!names.iter().any(|name| name == "BoardSize" || name == "MultiPV"));
    assert!(
        engine.set_option("Skill Level", "99").expect("a number").is_some(),
        "the value was changed, with a note"
    );
}

#[test]
fn a_copy_has_rules_start_and_moves() {
    let mut small = Position::with_options("gomoku", &[("BoardSize", "9")]).expect("a size");
    small.play("e5").expect("a move");
    let copy = small.clone();
    assert_eq!(copy, small);
    assert_eq!(copy.options(), [("BoardSize".to_string(), "9".to_string())]);
    let ending = Position::from_text("draughts", "W:WK1:BK50").expect("a position");
    assert_eq!(ending.clone().text(), ending.text());
    assert_eq!(ending.clone().key(), ending.key());
    assert_ne!(ending, position("draughts", &[]));
}

#[test]
fn a_search_reports_as_many_lines_as_wanted() {
    let start = position("connect4", &[]);
    let mut engine = engine(&start);
    let mut heard = 0;
    let limits = Limits::nodes(3000).lines(3);
    let report = engine.search_with(&start, &limits, &mut |_| heard += 1).expect("a search");
    assert_eq!(report.lines.len(), 3);
    assert!(report.lines.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!(report.lines[0].moves.first(), report.best_move.as_ref());
    assert!(heard >= 3);
    for lines in [0, 100_000] {
        let error = engine.search(&start, &Limits::nodes(10).lines(lines)).expect_err("out of range");
        assert!(matches!(error, Error::Option { .. }), "{error:?}");
    }
    let report = engine.search(&start, &Limits::nodes(300)).expect("a search");
    assert_eq!(report.lines.len(), 1, "lines are counted for one search");
}

#[test]
fn a_search_may_be_limited_to_some_moves() {
    let start = position("draughts", &[]);
    let mut engine = engine(&start);
    let report = engine.search(&start, &Limits::depth(3).only(&["34-30"])).expect("a search");
    assert_eq!(report.best_move.as_deref(), Some("34-30"));
    let error = engine.search(&start, &Limits::depth(3).only(&["34-29", "34-20"])).expect_err("illegal");
    assert!(error.to_string().contains("34-20"), "{error}");
}

#[test]
fn a_search_ends_by_clock_by_handle_and_without_moves() {
    let won = position("connect4", &["4", "3", "4", "3", "4", "3", "4"]);
    let mut engine = engine(&won);
    let report = engine.search(&won, &Limits::until_stopped().and_depth(3)).expect("no search");
    assert_eq!((report.best_move, report.lines.len()), (None, 0));
    let start = position("connect4", &[]);
    let clock = Limits::clock(Duration::from_millis(200), Duration::ZERO).and_nodes(50_000);
    assert!(engine.search(&start, &clock).expect("a search").best_move.is_some());
    engine.stop_handle().stop();
    let report = engine.search(&start, &Limits::until_stopped()).expect("a stopped search");
    assert!(report.best_move.is_some(), "even then there is a move");
}

#[test]
fn a_solver_gives_up_at_its_limit_and_continues() {
    let start = position("connect4-5x4", &[]);
    let mut solver = Solver::new(&start, 1, 1).expect("a solver");
    solver.limit(1);
    assert_eq!(solver.value(&start), Ok(None));
    solver.limit(u64::MAX);
    let value = solver.value(&start).expect("the same rules").expect("solved");
    assert_eq!(value, Value::Draw);
    let line = solver.best_line(&start).expect("the same rules").expect("solved");
    assert_eq!(line.len(), 20, "a draw fills the board");
    let mut end = start;
    line.iter().for_each(|mv| drop(end.play(mv).expect("a legal move")));
    assert_eq!(end.status().outcome, Some(Outcome::Draw));
}

#[test]
fn a_game_that_is_written_can_be_read() {
    let played = position("renju", &["h8", "i9", "h6"]);
    let mut game = Game::of(&played);
    game.set_tag("Event", "A test");
    let text = game.write("sgf").expect("a format of renju");
    let file = read_games(text.as_bytes(), "sgf", None).expect("a format");
    assert!(file.errors.is_empty(), "{:?}", file.errors);
    let read = &file.games[0];
    assert_eq!((read.rules(), read.moves(), read.tag("Event")), ("renju", game.moves(), Some("A test")));
    let mut replayed = read.start().expect("the rules of the file");
    read.moves().iter().for_each(|mv| drop(replayed.play(mv).expect("a legal move")));
    assert_eq!(replayed, played);
}

#[test]
fn no_word_makes_it_panic() {
    let words =
        ["", " ", "\0", "é", "99999999999999999999", "-1", "a\nb", "W:", "(;", "[\"", "connect4-9999x9999"];
    for rules in rule_sets() {
        let mut position = Position::new(rules.name).expect(rules.name);
        for word in words {
            let _ = (position.play(word), position.set_text(word), Position::new(word));
            let _ = Position::with_options(rules.name, &[(word, word)]);
        }
        assert_eq!(position.moves().len(), 0, "{}", rules.name);
    }
    for format in crate::records::Format::NAMES {
        for word in words {
            assert!(read_games(word.as_bytes(), format, None).is_ok());
        }
    }
}

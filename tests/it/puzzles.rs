//! Puzzles: the collection of the program, those of a game, the answers of the board, and the terminal.

use std::collections::HashSet;

use quadriga::contract::MoveStyle;
use quadriga::puzzles::collection::all;
use quadriga::puzzles::{Effort, Puzzle, Theme, Wanted, check, find};
use quadriga::records::{Defaults, Format};
use serde_json::{Value, json};

use crate::common::client::program;
use crate::common::folder::Folder;
use crate::common::window::{Window, tables};

/// Nodes for the check of a puzzle, as when the collection was made.
const NODES: u64 = 200_000;
/// One of so many puzzles of the collection is searched.
const SAMPLE: usize = 23;

/// A game in which the first player overlooks the win of [`own_puzzle`].
const MOVES: [&str; 6] = ["3", "3", "5", "5", "1", "4"];
const GAME: &str = "[Variant \"connect4\"]\n\n1. 3 3 2. 5 5 3. 1 4 *\n";

/// A puzzle of Connect Four after these moves.
fn puzzle_after(moves: &[&str], line: &str) -> Puzzle {
    let mut engine = quadriga::games::open("connect4").expect("a game");
    engine.set_position(None, moves).expect("legal moves");
    Puzzle::parse(&format!("connect4\t700\twin\t{}\t{line}", engine.fen())).expect("a puzzle")
}

/// Three discs on the ground, open at both ends, win: only 4 makes them.
fn own_puzzle() -> Puzzle {
    puzzle_after(&MOVES[..4], "4 2 6")
}

/// The same with two such moves, 2 and 5.
fn unclear_puzzle() -> Puzzle {
    puzzle_after(&["3", "3", "4", "4"], "5 2 6")
}

#[test]
fn every_puzzle_of_the_program_is_a_legal_line_in_a_game_of_the_list() {
    assert!(all().len() >= 500, "{} puzzles", all().len());
    for puzzle in all() {
        let mut engine = puzzle.open().unwrap_or_else(|why| panic!("{puzzle}: {why}"));
        assert!(engine.legal_moves(MoveStyle::Native).len() > 2, "{puzzle}");
        for mv in &puzzle.line {
            assert_eq!(engine.play(mv).as_ref(), Ok(mv), "{puzzle}");
        }
        assert!(puzzle.moves() >= 2 || matches!(puzzle.theme, Theme::Save | Theme::Home), "{puzzle}");
        assert_eq!(Puzzle::parse(&puzzle.to_string()).as_ref(), Ok(puzzle));
    }
}

#[test]
fn each_game_has_puzzles_from_easy_to_hard() {
    for games in [
        &["connect4", "connect4-8x8"][..],
        &["gomokufreestyle", "gomoku", "renju"],
        &["draughts", "english", "russian"],
        &["chinesecheckers"],
    ] {
        let ratings: Vec<i32> = all()
            .iter()
            .filter(|puzzle| games.contains(&puzzle.game.as_str()))
            .map(|puzzle| puzzle.rating)
            .collect();
        assert!(ratings.len() >= 40, "{games:?}: {}", ratings.len());
        let classes: HashSet<i32> = ratings.iter().map(|rating| rating / 200).collect();
        assert!(classes.len() >= 5, "{games:?}: {classes:?}");
    }
}

#[test]
fn a_sample_of_the_program_s_puzzles_has_one_right_move_by_a_search() {
    for puzzle in all().iter().step_by(SAMPLE) {
        let effort = Effort { nodes: NODES, hash_mib: 16 };
        assert_eq!(check(puzzle, effort), Ok(()), "{puzzle}");
    }
}

#[test]
fn a_line_that_is_not_the_only_good_one_fails_the_check() {
    let effort = Effort { nodes: 20_000, hash_mib: 1 };
    let unclear = check(&unclear_puzzle(), effort);
    assert!(unclear.as_ref().is_err_and(|why| why.contains("not the only good one")), "{unclear:?}");
    let puzzle = own_puzzle();
    assert_eq!(check(&puzzle, effort), Ok(()));
    let wrong = Puzzle { line: vec!["1".to_string()], ..puzzle.clone() };
    assert!(check(&wrong, effort).is_err_and(|why| why.contains("is right, not 1")));
    let illegal = Puzzle { line: vec!["9".to_string()], ..puzzle };
    assert!(check(&illegal, effort).is_err());
}

#[test]
fn a_game_has_puzzles_where_one_move_was_right_and_those_that_were_missed() {
    let reading = Format::Text.read_text(GAME, &Defaults::default());
    let record = &reading.games[0].record;
    let effort = Effort { nodes: 20_000, hash_mib: 1 };
    let puzzles = |wanted| find(record, effort, wanted, &mut |_| {}).expect("a legal game");
    let found = puzzles(Wanted::default());
    assert!(!found.is_empty(), "{reading:?}");
    for one in &found {
        assert_eq!(check(&one.puzzle, effort), Ok(()), "{}", one.puzzle);
    }
    for missed in puzzles(Wanted { missed: true, player: None }) {
        assert_ne!(record.moves.get(missed.ply), missed.puzzle.line.first(), "{}", missed.puzzle);
        assert!(found.contains(&missed));
    }
}

/// Asks for the next puzzle of a game, and for its line, which no window but a test would look up first.
fn next(window: &mut Window, family: &str) -> (Value, &'static Puzzle) {
    let shown = window.ask(json!({ "do": "puzzle", "family": family }));
    let id = shown["puzzle"].as_str().expect("an id").to_string();
    let puzzle = all().iter().find(|puzzle| puzzle.id() == id).expect("one of the collection");
    (shown, puzzle)
}

fn attempt(window: &mut Window, puzzle: &str, known: usize, mv: &str) -> Value {
    window.ask(json!({ "do": "attempt", "puzzle": puzzle, "known": known, "move": mv }))
}

/// Finds the whole line; the last answer.
fn solve(window: &mut Window, puzzle: &Puzzle) -> Value {
    let mut answer = Value::Null;
    for known in (0..puzzle.line.len()).step_by(2) {
        answer = attempt(window, &puzzle.id(), known, &puzzle.line[known]);
        assert_eq!(answer["right"], json!(true), "{puzzle}: {answer}");
        assert_eq!(
            answer.get("reply").and_then(Value::as_str),
            puzzle.line.get(known + 1).map(String::as_str)
        );
    }
    answer
}

/// A legal move that is not the right one.
fn wrong_move(puzzle: &Puzzle) -> String {
    let engine = puzzle.open().expect("a position");
    let legal = engine.legal_moves(MoveStyle::Native);
    legal.into_iter().find(|mv| *mv != puzzle.line[0]).expect("another move")
}

#[test]
fn a_solved_puzzle_raises_the_rating_once_and_is_not_offered_again() {
    let folder = Folder::new("puzzles-solved");
    let board = tables(Some(folder.as_path().to_path_buf()));
    let mut window = Window::host(&board);
    let (shown, puzzle) = next(&mut window, "draughts");
    assert!(shown.get("solved").is_none() && shown.get("line").is_none(), "{shown}");
    assert_eq!(shown["moves"], json!(puzzle.moves()));
    let answer = solve(&mut window, puzzle);
    assert_eq!(answer["solved"], json!(true));
    let [before, after] = [0, 1].map(|at| answer["rated"][at]["rating"].as_i64().expect("a rating"));
    assert!(after > before, "{answer}");
    // Solving it again is only practice.
    assert!(solve(&mut window, puzzle).get("rated").is_none());
    for _ in 0..20 {
        assert_ne!(next(&mut window, "draughts").1, puzzle);
    }
    drop(window);
    drop(board);
    let board = tables(Some(folder.as_path().to_path_buf()));
    let mut window = Window::host(&board);
    let list = window.ask(json!({ "do": "puzzles" }));
    let draughts = list["games"].as_array().expect("games").iter().find(|game| game["family"] == "draughts");
    let draughts = draughts.expect("draughts");
    assert_eq!([&draughts["tried"], &draughts["solved"], &list["streak"]], [&json!(1), &json!(1), &json!(1)]);
    assert_eq!(draughts["rating"]["rating"], json!(after));
    let again = window.ask(json!({ "do": "puzzle", "puzzle": puzzle.id() }));
    assert_eq!(again["solved"], json!(true));
}

#[test]
fn a_wrong_move_is_refuted_and_counts_and_so_does_a_look_at_the_solution() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let (_, puzzle) = next(&mut window, "connect4");
    let answer = attempt(&mut window, &puzzle.id(), 0, &wrong_move(puzzle));
    assert_eq!([&answer["right"], &answer["solved"]], [&json!(false), &json!(false)], "{answer}");
    assert!(answer["refutation"].as_array().is_some_and(|line| !line.is_empty()), "{answer}");
    assert!(answer["rated"][1]["rating"].as_i64() < answer["rated"][0]["rating"].as_i64(), "{answer}");
    assert!(solve(&mut window, puzzle).get("rated").is_none(), "only the first attempt counts");

    let (_, puzzle) = next(&mut window, "gomoku");
    let line = window.ask(json!({ "do": "solution", "puzzle": puzzle.id() }))["line"].clone();
    assert_eq!(line, json!(puzzle.line));
    assert!(solve(&mut window, puzzle).get("rated").is_none());
    let list = window.ask(json!({ "do": "puzzles" }));
    assert_eq!(list["streak"], json!(0));
}

#[test]
fn results_of_puzzles_change_no_rating_of_a_game() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let rating = |window: &mut Window| window.ask(json!({ "do": "rating", "game": "draughts" }));
    let before = rating(&mut window);
    let (_, puzzle) = next(&mut window, "draughts");
    solve(&mut window, puzzle);
    assert_eq!(rating(&mut window), before);
}

#[test]
fn the_puzzle_of_the_day_is_the_same_for_everybody() {
    let names = [(); 2].map(|()| {
        let board = tables(None);
        let mut window = Window::host(&board);
        window.ask(json!({ "do": "puzzle", "puzzle": "daily" }))["puzzle"].clone()
    });
    assert_eq!(names[0], names[1]);
}

#[test]
fn unknown_and_broken_puzzles_and_moves_are_refused() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let own = own_puzzle().to_string();
    for (command, code) in [
        (json!({ "do": "puzzle", "puzzle": "00000000" }), "bad_option"),
        (json!({ "do": "puzzle", "puzzle": "a\tb" }), "bad_option"),
        (json!({ "do": "puzzle", "family": "chess" }), "unknown_game"),
        (json!({ "do": "puzzle", "puzzle": own.replace("connect4", "chess") }), "unknown_game"),
        (json!({ "do": "attempt", "puzzle": own, "move": "9" }), "illegal"),
        (json!({ "do": "attempt", "puzzle": own, "known": 1, "move": "1" }), "illegal"),
        (json!({ "do": "attempt", "puzzle": own, "known": 99, "move": "1" }), "illegal"),
        (json!({ "do": "attempt", "puzzle": own }), "syntax"),
        (json!({ "do": "solution" }), "syntax"),
        (json!({ "do": "solution", "puzzle": "none" }), "bad_option"),
    ] {
        assert_eq!(window.refused(command.clone()), code, "{command}");
    }
    // A puzzle of the client is played as any other, and does not count.
    let answer = attempt(&mut window, &own, 0, "4");
    assert_eq!([&answer["right"], &answer["reply"]], [&json!(true), &json!("2")]);
    assert!(attempt(&mut window, &own, 2, "6").get("rated").is_none());
}

#[test]
fn only_the_host_is_given_puzzles() {
    let board = tables(None);
    let mut host = Window::host(&board);
    let table = host.create(json!({ "game": "connect4" }));
    let token = host.ask(json!({ "do": "invite", "table": table, "seat": 0 }))["token"].clone();
    let mut spectator = Window::with_token(&board, token.as_str().expect("a token"));
    for command in [
        json!({ "do": "puzzles" }),
        json!({ "do": "puzzle" }),
        json!({ "do": "solution", "puzzle": "daily" }),
        json!({ "do": "attempt", "puzzle": "daily", "move": "4" }),
        json!({ "do": "puzzles_of", "table": table, "nodes": 1000 }),
    ] {
        assert_eq!(spectator.refused(command), "not_allowed");
    }
}

#[test]
fn a_lost_game_at_the_board_becomes_puzzles() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let table = window.create(json!({ "game": "connect4", "moves": MOVES }));
    let found = window.ask(json!({ "do": "puzzles_of", "table": table, "nodes": 20_000, "missed": true }));
    let puzzles = found["puzzles"].as_array().expect("a list");
    assert!(!puzzles.is_empty());
    for one in puzzles {
        let node = one["node"].as_u64().expect("a node") as usize;
        let text = one["puzzle"].as_str().expect("a puzzle");
        let puzzle = Puzzle::parse(text).expect("a puzzle");
        assert_ne!(MOVES.get(node).copied(), Some(puzzle.line[0].as_str()), "{text}");
        let shown = window.ask(json!({ "do": "puzzle", "puzzle": text }));
        assert_eq!(shown["fen"], json!(puzzle.fen));
    }
    for (field, value) in
        [("nodes", json!(1)), ("nodes", json!(2_000_000)), ("player", json!(0)), ("player", json!(3))]
    {
        let mut command = json!({ "do": "puzzles_of", "table": table, "nodes": 1000 });
        command[field] = value;
        assert_eq!(window.refused(command.clone()), "bad_option", "{command}");
    }
}

/// What the terminal says to these lines.
fn terminal(folder: &Folder, flags: &[&str], lines: &str) -> String {
    use std::io::Write;
    let mut command = program();
    command.args(["play", "--plain", "--language", "en", "--data", &folder.path("data")]).args(flags);
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("output");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn puzzles_of_a_file_are_solved_in_the_terminal() {
    let folder = Folder::new("puzzles-terminal");
    let own = own_puzzle();
    folder.file("own.tsv", &format!("{own}\n{own}\n"));
    let file = folder.path("own.tsv");
    let said = terminal(&folder, &["--puzzles", &file], "1\nhint\nd1\n6\nsolution\nquit\n");
    for expected in [
        "Orange wins: find 2 moves (rating 700)",
        "✗ 1 is answered by",
        "\n4\n",
        "✓ 4; the reply is 2",
        "✓ 6: solved",
        "solution: 4 2 6",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let said = terminal(&folder, &["--puzzles", "--game", "renju"], "nonsense\nundo\nboard\n\n");
    assert_eq!(said.matches(" (rating ").count(), 2, "{said}");
    folder.file("broken.tsv", "connect4\n");
    let mut command = program();
    let output = command.args(["play", "--puzzles", &folder.path("broken.tsv")]).output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code() == Some(1) && errors.contains("broken.tsv:1: expected 5 fields"),
        "{errors}"
    );
}

#[test]
fn the_command_line_finds_puzzles_in_files_and_checks_them() {
    let folder = Folder::new("puzzles-cli");
    folder.file("game.txt", GAME);
    let run = |arguments: &[&str]| {
        let output = program().args(arguments).output().expect("it ends");
        (
            output.status.code(),
            String::from_utf8(output.stdout).expect("text"),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let (status, found, errors) = run(&["puzzles", &folder.path("game.txt"), "--nodes", "20000"]);
    assert!(status == Some(0) && errors.is_empty() && found.lines().count() > 0, "{found}{errors}");
    folder.file("found.tsv", &(found.clone() + &unclear_puzzle().to_string() + "\n"));
    let (status, good, errors) = run(&["puzzles", "--check", &folder.path("found.tsv"), "--nodes", "20000"]);
    assert_eq!((status, good), (Some(1), found), "{errors}");
    assert!(
        errors.contains("is not the only good one") && errors.contains("puzzles that fail: 1"),
        "{errors}"
    );
}

#[test]
fn json_lists_the_puzzles_with_their_solutions() {
    use std::io::Write;
    let mut child = program().arg("analyze").spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(b"{\"id\":7,\"action\":\"puzzles\"}\n").expect("written");
    let output = child.wait_with_output().expect("output");
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let puzzles = answer["puzzles"].as_array().expect("a list");
    assert_eq!((puzzles.len(), &answer["id"]), (all().len(), &json!(7)));
    assert_eq!(puzzles[0]["puzzle"], json!(all()[0].id()));
    assert_eq!(puzzles[0]["line"], json!(all()[0].line));
}

//! Ballots of draughts: their lists, and games that begin with them in matches, at tables and in the terminal.

use std::collections::HashSet;
use std::process::Stdio;

use quadriga::contract::MoveStyle;
use quadriga::contract::ballot::Ballot;
use quadriga::engine::AnyEngine;
use quadriga::games;
use serde_json::{Value, json};

use crate::common::client::program;
use crate::common::driven::Board;
use crate::common::folder::Folder;
use crate::common::window::{Window, tables};

const KINDS: [&str; 3] = ["two-move", "three-move", "eleven-man"];

fn open(game: &str) -> Box<dyn AnyEngine> {
    games::open(game).expect(game)
}

fn ballots(game: &str, kind: &str) -> Vec<Ballot> {
    open(game).tools().ballots(kind)
}

fn set(board: &mut dyn AnyEngine, ballot: &Ballot) {
    let moves: Vec<&str> = ballot.moves.iter().map(String::as_str).collect();
    board.set_position(ballot.fen.as_deref(), &moves).unwrap_or_else(|why| panic!("{ballot:?}: {why}"));
}

/// 79 is the number of two-move ballots in matches of 10x10 programs. Of English draughts the encyclopaedia Britannica
/// ("two-move restriction") has 47, and B. Newell 174 of three moves: two of 176 lose a man, but not within the search.
const COUNTS: [(&str, [usize; 3]); 14] = [
    ("draughts", [79, 333, 6522]),
    ("english", [47, 176, 2401]),
    ("russian", [47, 155, 2399]),
    ("brazilian", [47, 155, 2399]),
    ("frisian", [72, 229, 4682]),
    ("frysk", [81, 369, 1024]),
    ("breakthrough", [79, 333, 6522]),
    ("killer", [79, 333, 6522]),
    ("antidraughts", [81, 447, 6724]),
    ("pool", [47, 155, 2399]),
    ("italian", [47, 174, 2403]),
    ("spanish", [47, 174, 2403]),
    ("portuguese", [47, 174, 2403]),
    ("czech", [47, 174, 2403]),
];

#[test]
fn every_rule_set_has_its_ballots_each_position_once_and_reached_by_legal_moves() {
    for (game, counts) in COUNTS {
        let mut board = open(game);
        for (kind, count) in KINDS.into_iter().zip(counts) {
            let list = ballots(game, kind);
            assert_eq!(list.len(), count, "{game} {kind}");
            assert_eq!(list, ballots(game, kind), "{game} {kind}: another order");
            let mut seen = HashSet::new();
            for ballot in &list {
                set(board.as_mut(), ballot);
                assert_eq!(board.status().outcome, None, "{game} {kind} {ballot:?}");
                assert_eq!(board.moves(MoveStyle::Native), ballot.moves, "{game} {kind}");
                assert!(seen.insert(board.key()), "{game} {kind} {ballot:?} comes twice");
                assert_eq!(ballot.fen.is_some(), kind == "eleven-man", "{game}");
            }
        }
    }
}

/// The beginning of a game and its moves, in one line.
fn line(ballot: &Ballot) -> String {
    [&[ballot.fen.clone().unwrap_or_default()], &ballot.moves[..]].concat().join(" ").trim().to_string()
}

#[test]
fn numbers_of_ballots_are_the_same_for_ever() {
    for (game, kind, number, expected) in [
        ("draughts", "two-move", 1, "31-26 16-21"),
        ("draughts", "two-move", 79, "35-30 20-25"),
        ("english", "two-move", 1, "9-13 21-17"),
        ("russian", "two-move", 1, "a3-b4 b6-a5"),
        ("spanish", "two-move", 1, "9-13 21-17"),
    ] {
        assert_eq!(line(&ballots(game, kind)[number - 1]), expected, "{game} {kind}:{number}");
    }
}

#[test]
fn openings_that_lose_a_man_at_once_are_no_ballots() {
    let has = |game: &str, kind: &str, moves: &str| {
        ballots(game, kind).iter().any(|ballot| ballot.moves.join(" ") == moves)
    };
    // Black's second move of these two loses a man: they are the two of 81 that matches of programs leave out.
    for lost in ["31-27 16-21", "32-27 16-21"] {
        assert!(!has("draughts", "two-move", lost), "{lost}");
    }
    // The two that the ACF bars of 49.
    for lost in ["9-14 21-17", "10-14 21-17"] {
        assert!(!has("english", "two-move", lost), "{lost}");
    }
    // An exchange that is not over is level if the man is won back.
    assert!(has("draughts", "three-move", "33-28 17-22 28x17"));
    assert!(has("antidraughts", "two-move", "31-27 16-21"), "men are no loss there");
}

#[test]
fn of_the_eleven_man_ballot_each_side_lacks_a_man_of_its_two_front_rows() {
    let mut board = open("english");
    for ballot in ballots("english", "eleven-man") {
        let fen = ballot.fen.clone().expect("a position");
        board.set_position(Some(&fen), &[]).expect(&fen);
        let rows = board.board();
        let missing: Vec<usize> = (1..=32)
            .filter(|n| {
                let (row, file) = ((n - 1) / 4, 2 * ((n - 1) % 4) + 1 - (n - 1) / 4 % 2);
                !(3..=4).contains(&row) && rows.points[row * 8 + file].piece().is_none()
            })
            .collect();
        assert!(matches!(missing[..], [5..=12, 21..=28]), "{fen}: {missing:?}");
    }
}

fn run(arguments: &[&str]) -> (String, String, bool) {
    let mut command = program();
    let output = command.args(arguments).stdin(Stdio::null()).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.success())
}

const ENGINES: [&str; 4] = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=20"];

/// The games of a match: pair, seats, opening, first moves.
fn games_of(arguments: &[&str]) -> Vec<(u64, Value, String, Value)> {
    let more = ["--max-plies", "6", "--log", "-"];
    let (log, errors, done) = run(&[&["match"], &ENGINES[..], arguments, &more].concat());
    assert!(done, "{errors}");
    let games = log.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    games
        .map(|game| {
            let begun = game["moves"].as_array().expect("moves");
            let number = game["opening_moves"].as_u64().expect("a number") as usize;
            let opening = game["opening"].as_str().expect("a name").to_string();
            (game["pair"].as_u64().expect("a pair"), game["players"].clone(), opening, json!(begun[..number]))
        })
        .collect()
}

#[test]
fn a_match_plays_each_ballot_with_both_colours() {
    let list = ballots("draughts", "two-move");
    let played =
        games_of(&["--game", "draughts", "--ballots", "two-move", "--rounds", "3", "--opening-start", "78"]);
    assert_eq!(played.len(), 6);
    for ((pair, players, name, moves), (number, first)) in
        played.iter().zip([(78, "A"), (78, "B"), (79, "A"), (79, "B"), (1, "A"), (1, "B")])
    {
        assert_eq!((name, &players[0]), (&format!("two-move:{number}"), &json!(first)), "pair {pair}");
        assert_eq!(moves, &json!(list[number - 1].moves));
    }
}

#[test]
fn ballots_of_a_match_are_shuffled_by_the_seed_and_filtered_by_a_search() {
    let names = |more: &[&str]| {
        let common = ["--game", "english", "--ballots", "eleven-man", "--rounds", "4"];
        let played = games_of(&[&common[..], more].concat());
        played.into_iter().step_by(2).map(|(_, _, name, _)| name).collect::<Vec<_>>()
    };
    let first = [1, 2, 3, 4].map(|number| format!("eleven-man:{number}"));
    assert_eq!(names(&[]), first);
    let shuffled = names(&["--order", "random", "--seed", "5"]);
    assert_eq!(shuffled, names(&["--order", "random", "--seed", "5"]));
    assert_ne!(shuffled, names(&["--order", "random", "--seed", "6"]));
    assert_ne!(names(&["--balance", "10"]), first, "nothing was refused");
}

#[test]
fn a_match_says_so_if_its_ballots_are_used_again() {
    let errors = |rounds: &str| {
        let common =
            ["match", "--game", "english", "--ballots", "two-move", "--max-plies", "4", "--rounds", rounds];
        run(&[&common[..], &ENGINES[..]].concat()).1
    };
    assert!(errors("48").contains("there are only 47 openings, so they were used again"));
    assert!(!errors("47").contains("used again"));
}

#[test]
fn what_is_no_ballot_is_refused_in_one_line() {
    for (arguments, expected) in [
        (
            &["match", "--game", "renju", "--ballots", "two-move"][..],
            "--ballots: there are no ballots of renju",
        ),
        (
            &["match", "--game", "draughts", "--ballots", "four-move"],
            "'four-move' is not a kind of ballots; expected two-move, three-move, eleven-man",
        ),
        (&["play", "--game", "connect4", "--ballot", "two-move"], "there are no ballots of connect4"),
        (
            &["play", "--game", "draughts", "--ballot", "two-move:80"],
            "expected a number from 1 to 79, not '80'",
        ),
        (
            &["play", "--game", "draughts", "--ballot", "two-move:x"],
            "expected a number from 1 to 79, not 'x'",
        ),
        (
            &["board", "--game", "draughts", "--ballot", "two-move:0"],
            "expected a number from 1 to 79, not '0'",
        ),
        (
            &["match", "--game", "draughts", "--ballots", "two-move", "--opening-start", "80"],
            "there is no opening 80 to start with; there are 79",
        ),
        (&["play", "--game", "draughts", "--ballot", "two-move", "--opening", "swap"], "--opening"),
        (&["match", "--game", "draughts", "--ballots", "two-move", "--random-plies", "3"], "--random-plies"),
    ] {
        let engines = if arguments[0] == "match" { &ENGINES[..] } else { &[] };
        let (_, errors, done) = run(&[arguments, engines].concat());
        assert!(!done && errors.contains(expected), "{arguments:?}: {errors}");
    }
}

#[test]
fn the_terminal_shows_the_ballot_and_begins_after_it() {
    let folder = Folder::new("ballot");
    let begun = |language: &str| {
        let data = folder.path("data");
        let flags =
            ["--plain", "--language", language, "--data", &data, "--seat", "1=person", "--seat", "2=person"];
        run(&[&["play", "--game", "draughts", "--ballot", "three-move:17"], &flags[..]].concat()).0
    };
    let english = begun("en");
    assert!(english.contains("three-move ballot 17") && english.contains("Black to move"), "{english}");
    assert!(begun("zh").contains("三步抽签开局 17"));
}

#[test]
fn a_table_begins_with_its_ballot_which_is_not_taken_back() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let id = window.create(json!({ "game": "english", "ballot": "eleven-man:3", "seats": [] }));
    let table = window.look(&id);
    let ballot = &ballots("english", "eleven-man")[2];
    let moves = |table: &Value| {
        let nodes = table["nodes"].as_array().expect("nodes");
        nodes.iter().map(|node| node["move"].as_str().expect("a move").to_string()).collect::<Vec<_>>()
    };
    assert_eq!((&table["ballot"], &table["base"]), (&json!("eleven-man:3"), &json!(ballot.fen)));
    assert_eq!((moves(&table), &table["position"]["player"]), (ballot.moves.clone(), &json!(1)));
    assert_eq!(window.refused(json!({ "do": "undo", "table": id })), "nothing_to_undo");
    let mv = table["position"]["paths"][0]["move"].clone();
    window.ask(json!({ "do": "move", "table": id, "move": mv }));
    window.ask(json!({ "do": "undo", "table": id }));
    assert_eq!(window.look(&id)["current"], json!(2));
    // The other way round it is played with the same ballot.
    let again = window.ask(json!({ "do": "rematch", "table": id, "swap": true }))["table"].clone();
    let table = window.look(again.as_str().expect("an id"));
    assert_eq!((&table["ballot"], moves(&table)), (&json!("eleven-man:3"), ballot.moves.clone()));
    for wrong in [json!({ "fen": ballot.fen }), json!({ "moves": ["9-13"] }), json!({ "game": "caro" })] {
        let mut create = json!({ "do": "create", "game": "english", "ballot": "two-move", "seats": [] });
        create.as_object_mut().expect("an object").extend(wrong.as_object().expect("an object").clone());
        assert_eq!(window.refused(create), "bad_option");
    }
}

#[test]
fn a_kind_alone_is_drawn() {
    let mut board = Board::new();
    let mut drawn = HashSet::new();
    for _ in 0..6 {
        let made =
            board.ask(json!({ "do": "create", "game": "draughts", "ballot": "two-move", "seats": [] }));
        board.ask(json!({ "do": "join", "table": made["ok"]["table"] }));
        let name = board.table["ballot"].as_str().expect("a ballot").to_string();
        let number: usize = name.strip_prefix("two-move:").expect("its kind").parse().expect("a number");
        assert!((1..=79).contains(&number));
        assert_eq!(board.table["rated"], json!(false));
        drawn.insert(number);
    }
    assert!(drawn.len() > 2, "{drawn:?}");
}

//! The rating of the host: which games count, where their results are kept, and who may ask.

use quadriga::table::Tables;
use serde_json::{Value, json};

use crate::common::folder::Folder;
use crate::common::window::{Window, tables};

const FILE: &str = "ratings.jsonl";

fn open(folder: &Folder) -> Tables {
    tables(Some(folder.as_path().to_path_buf()))
}

fn person() -> Value {
    json!({ "kind": "person" })
}

fn program(level: u8) -> Value {
    json!({ "kind": "program", "level": level })
}

/// A game of a person who begins against a program.
fn duel(level: u8) -> Value {
    json!({ "game": "connect4-5x4", "seats": [person(), program(level)], "think_ms": 100 })
}

fn rating(window: &mut Window, game: &str) -> Value {
    window.ask(json!({ "do": "rating", "game": game }))
}

fn resign(window: &mut Window, table: &str) {
    window.ask(json!({ "do": "resign", "table": table, "seat": 1 }));
}

/// Plays and gives up a game that counts.
fn lose(window: &mut Window, level: u8) -> String {
    let table = window.create(duel(level));
    resign(window, &table);
    table
}

/// Waits until the person at the first seat is to move.
fn my_turn(window: &mut Window, table: &str) {
    let seen = window.look(table);
    if seen["position"]["player"] != json!(1) {
        window.table(|table| table["position"]["player"] == json!(1));
    }
}

#[test]
fn a_lost_game_lowers_the_rating_and_says_what_it_did() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let start = json!({ "rating": 900, "deviation": 350, "games": 0 });
    assert_eq!(rating(&mut window, "connect4-5x4"), start);
    let table = window.create(duel(4));
    assert_eq!(window.look(&table)["rated"], json!(true));
    assert_eq!(
        window.ask(json!({ "do": "rated", "table": table })),
        json!({ "now": start, "before": null, "after": null })
    );
    resign(&mut window, &table);
    let now = rating(&mut window, "connect4-5x4");
    assert!(now["rating"].as_i64() < Some(800) && now["deviation"].as_i64() < Some(350), "{now}");
    assert_eq!(now["games"], json!(1));
    let rated = json!({ "now": now, "before": start, "after": now });
    assert_eq!(window.ask(json!({ "do": "rated", "table": table })), rated);
    // What is asked of the program afterwards changes nothing.
    window.ask(json!({ "do": "report", "table": table, "nodes": 100 }));
    assert_eq!(
        (window.look(&table)["rated"].clone(), rating(&mut window, "connect4-5x4")),
        (json!(true), now)
    );
}

#[test]
fn an_earlier_game_says_what_it_did_and_not_what_later_games_did() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let first = lose(&mut window, 4);
    let after_first = rating(&mut window, "connect4-5x4");
    let second = lose(&mut window, 4);
    let now = rating(&mut window, "connect4-5x4");
    assert_ne!(after_first, now);
    let mut rated = |table: &str| window.ask(json!({ "do": "rated", "table": table }));
    assert_eq!(
        (rated(&first)["after"].clone(), rated(&first)["now"].clone()),
        (after_first.clone(), now.clone())
    );
    assert_eq!((rated(&second)["before"].clone(), rated(&second)["after"].clone()), (after_first, now));
}

#[test]
fn a_game_that_has_counted_counts_once_and_for_good() {
    let folder = Folder::new("counted");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let table = window.create(duel(1));
    window.ask(json!({ "do": "move", "table": table, "move": "3" }));
    my_turn(&mut window, &table);
    resign(&mut window, &table);
    let rated = window.ask(json!({ "do": "rated", "table": table }));
    window.ask(json!({ "do": "goto", "table": table, "node": 0 }));
    assert_eq!(window.look(&table)["rated"], json!(true));
    window.ask(json!({ "do": "hint", "table": table }));
    resign(&mut window, &table);
    assert_eq!(window.look(&table)["rated"], json!(true));
    assert_eq!(window.ask(json!({ "do": "rated", "table": table })), rated);
    let lines = std::fs::read_to_string(folder.as_path().join(FILE)).expect("the file of ratings");
    assert_eq!(lines.lines().count(), 1);
    board.close();
    assert_eq!(Window::host(&open(&folder)).look(&table)["rated"], json!(true));
}

#[test]
fn a_won_game_raises_the_rating() {
    let (board, advisers) = (tables(None), tables(None));
    let (mut window, mut adviser) = (Window::host(&board), Window::host(&advisers));
    let table = window.create(json!({ "game": "connect4", "seats": [person(), program(0)] }));
    loop {
        let seen = window
            .table(|table| table["phase"] == json!("over") || (table["position"]["player"] == json!(1)));
        if seen["phase"] == json!("over") {
            assert_eq!(seen["outcome"], json!("p1win"), "{seen}");
            break;
        }
        let moves: Vec<&Value> =
            seen["nodes"].as_array().expect("moves").iter().map(|node| &node["move"]).collect();
        let copy = adviser.create(json!({ "game": "connect4", "moves": moves }));
        let mv = adviser.ask(json!({ "do": "hint", "table": copy }))["move"].clone();
        window.ask(json!({ "do": "move", "table": table, "move": mv }));
    }
    let rated = window.ask(json!({ "do": "rated", "table": table }));
    assert!(rated["now"]["rating"].as_i64() > rated["before"]["rating"].as_i64(), "{rated}");
}

#[test]
fn help_a_move_taken_back_or_other_players_on_the_way_make_a_game_not_count() {
    let board = tables(None);
    let mut window = Window::host(&board);
    for command in [
        json!({ "do": "hint" }),
        json!({ "do": "play_for_me" }),
        json!({ "do": "analyse", "node": 0 }),
        json!({ "do": "report", "nodes": 100 }),
        json!({ "do": "page", "nodes": 100 }),
        json!({ "do": "board", "threats": true }),
        json!({ "do": "undo" }),
        json!({ "do": "goto", "node": 0 }),
        json!({ "do": "swap" }),
        json!({ "do": "seats", "seats": [person(), program(0)] }),
        json!({ "do": "invite", "seat": 1 }),
    ] {
        let table = window.create(duel(1));
        window.ask(json!({ "do": "move", "table": table, "move": "3" }));
        my_turn(&mut window, &table);
        assert_eq!(window.look(&table)["rated"], json!(true));
        let mut command = command;
        command["table"] = json!(table);
        window.ask(command.clone());
        assert_eq!(window.look(&table)["rated"], json!(false), "{command}");
        window.ask(json!({ "do": "seats", "table": table, "seats": [person(), program(1)] }));
        resign(&mut window, &table);
        assert_eq!(window.look(&table)["rated"], json!(false), "{command}");
        let rated = window.ask(json!({ "do": "rated", "table": table }));
        assert_eq!((&rated["now"]["games"], &rated["before"]), (&json!(0), &Value::Null), "{command}");
    }
}

#[test]
fn what_is_no_help_leaves_a_game_counting() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let table = window.create(json!({ "game": "connect4-5x4", "seats": [person(), person()] }));
    // Who plays is settled before the first move.
    window.ask(json!({ "do": "seats", "table": table, "seats": [person(), program(3)] }));
    for command in [
        json!({ "do": "name", "text": "Ann" }),
        json!({ "do": "board", "node": 0 }),
        json!({ "do": "picture" }),
        json!({ "do": "analyse", "node": null }),
        json!({ "do": "invite", "seat": 0 }),
        json!({ "do": "pause" }),
        json!({ "do": "resume" }),
    ] {
        let mut command = command;
        command["table"] = json!(table);
        window.ask(command);
    }
    resign(&mut window, &table);
    assert_eq!(rating(&mut window, "connect4-5x4")["games"], json!(1));
}

#[test]
fn only_a_game_of_one_person_from_the_start_position_counts() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let fen =
        window.ask(json!({ "do": "compose", "game": "connect4-5x4", "moves": ["3", "2"] }))["fen"].clone();
    for create in [
        json!({ "game": "connect4-5x4" }),
        json!({ "game": "connect4-5x4", "seats": [program(0), program(0)] }),
        json!({ "game": "connect4-5x4", "seats": [person(), program(1)], "moves": ["3", "2"] }),
        json!({ "game": "connect4-5x4", "seats": [person(), program(1)], "fen": fen }),
        json!({ "game": "chinesecheckers", "options": { "Players": 3 }, "seats": [person(), person(), program(1)] }),
    ] {
        let table = window.create(create.clone());
        assert_eq!(window.look(&table)["rated"], json!(false), "{create}");
    }
    let text = "[GameType \"20\"]\n1. 32-28 *";
    let loaded = window.ask(json!({ "do": "load", "name": "a.pdn", "text": text }));
    let table = loaded["tables"][0].as_str().expect("a table").to_string();
    assert_eq!(window.look(&table)["rated"], json!(false));
}

#[test]
fn each_rule_set_has_a_rating_of_its_own_and_a_default_that_is_said_is_the_same_one() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let seats = json!([person(), program(1)]);
    let table = window.create(json!({ "game": "gomoku", "options": { "BoardSize": 15 }, "seats": seats }));
    resign(&mut window, &table);
    let games = |window: &mut Window, game: &str, options: Value| {
        window.ask(json!({ "do": "rating", "game": game, "options": options }))["games"].clone()
    };
    assert_eq!(games(&mut window, "gomoku", json!({})), json!(1));
    assert_eq!(games(&mut window, "gomoku", json!({ "BoardSize": 15 })), json!(1));
    assert_eq!(games(&mut window, "gomoku", json!({ "BoardSize": 19 })), json!(0));
    assert_eq!(games(&mut window, "renju", json!({})), json!(0));
    assert_eq!(window.refused(json!({ "do": "rating", "game": "chess" })), "unknown_game");
    assert_eq!(
        window.refused(json!({ "do": "rating", "game": "gomoku", "options": { "X": 1 } })),
        "bad_option"
    );
}

#[test]
fn a_program_of_ones_own_strength_follows_the_rating_from_game_to_game() {
    let folder = Folder::new("ratings-follow");
    let board = open(&folder);
    let mut window = Window::host(&board);
    let own = json!({ "kind": "program", "level": 20, "elo": 9 });
    let levels = quadriga::games::open("connect4-5x4").expect("a game").level_ratings();
    let mut table = window.create(json!({ "game": "connect4-5x4", "seats": [person(), own] }));
    let mut last = i64::MAX;
    for _ in 0..4 {
        let seat = window.look(&table)["seats"][1].clone();
        let now = rating(&mut window, "connect4-5x4")["rating"].as_i64().expect("a number");
        let own = now.clamp(i64::from(levels.0[0]), i64::from(levels.0[5]));
        assert_eq!(seat["elo"], json!(own), "{seat}");
        assert_eq!(seat["level"], json!((levels.level(own as i32) + 5) / 10), "the nearest level");
        assert!(now < last);
        last = now;
        resign(&mut window, &table);
        let again = window.ask(json!({ "do": "rematch", "table": table, "swap": false }))["table"].clone();
        table = again.as_str().expect("an id").to_string();
    }
    // It moves, and in another game it has the strength for that.
    window.look(&table);
    window.ask(json!({ "do": "move", "table": table, "move": "3" }));
    window.table(|table| table["nodes"].as_array().expect("moves").len() == 2);
    let other = window.create(
        json!({ "game": "gomoku", "seats": [person(), { "kind": "program", "level": 1, "elo": 0 }] }),
    );
    assert_eq!(window.look(&other)["seats"][1]["elo"], json!(900));
    assert_eq!(window.look(&other)["seats"][1]["name"], json!("Quadriga 4"));
}

#[test]
fn results_and_help_are_known_after_the_program_was_started_again() {
    let folder = Folder::new("ratings-again");
    let board = open(&folder);
    let mut window = Window::host(&board);
    lose(&mut window, 4);
    let before = rating(&mut window, "connect4-5x4");
    let helped = window.create(duel(4));
    window.ask(json!({ "do": "hint", "table": helped }));
    board.close();
    let again = open(&folder);
    let mut window = Window::host(&again);
    assert_eq!(rating(&mut window, "connect4-5x4"), before);
    window.look(&helped);
    resign(&mut window, &helped);
    assert_eq!(rating(&mut window, "connect4-5x4"), before);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path(FILE)).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "for the owner alone");
    }
}

#[test]
fn two_boards_on_one_folder_lose_no_result() {
    const GAMES: usize = 15;
    let folder = Folder::new("ratings-two-boards");
    let boards = [open(&folder), open(&folder), open(&folder)];
    std::thread::scope(|scope| {
        for board in &boards {
            scope.spawn(|| {
                let mut window = Window::host(board);
                (0..GAMES).for_each(|_| drop(lose(&mut window, 2)));
            });
        }
    });
    for board in &boards {
        let now = rating(&mut Window::host(board), "connect4-5x4");
        assert_eq!(now["games"], json!(boards.len() * GAMES));
    }
    assert_eq!(folder.read(FILE).lines().count(), boards.len() * GAMES);
}

/// A file of ratings with one good result, and what is put before or behind it.
fn file_with(folder: &Folder, change: impl Fn(&str) -> Vec<u8>) -> Vec<u8> {
    let board = open(folder);
    lose(&mut Window::host(&board), 4);
    board.close();
    let bytes = change(&folder.read(FILE));
    std::fs::write(folder.path(FILE), &bytes).expect("written");
    bytes
}

#[test]
fn a_file_that_is_broken_older_or_newer_is_set_aside_with_a_notice_and_what_is_good_in_it_stays() {
    type Change = fn(&str) -> Vec<u8>;
    let cases: [(&str, Change, &str, usize); 6] = [
        (
            "broken",
            |good| {
                format!("{good}nonsense\n{good}").replacen("\"table\":\"", "\"table\":\"x", 1).into_bytes()
            },
            "line 2",
            2,
        ),
        ("half", |good| format!("{good}{}", &good[..30]).into_bytes(), "cut off", 1),
        ("binary", |_| vec![0, 255, 7, 10, 200], "is not a result", 0),
        ("older", |good| good.replace("\"v\":1", "\"v\":0").into_bytes(), "an older program", 0),
        ("newer", |good| good.replace("\"v\":1", "\"v\":2").into_bytes(), "a newer program", 0),
        ("none", |_| b"{}\n".to_vec(), "is not a result", 0),
    ];
    for (name, change, why, games) in cases {
        for plays in [false, true] {
            let folder = Folder::new(&format!("ratings-{name}"));
            let bytes = file_with(&folder, change);
            let board = open(&folder);
            let mut window = Window::host(&board);
            if plays {
                lose(&mut window, 4);
            } else {
                assert_eq!(rating(&mut window, "connect4-5x4")["games"], json!(games), "{name}");
            }
            let notice = window.push(|push| push["push"] == json!("notice"));
            let text = notice["text"].as_str().expect("text");
            let code = if name == "newer" { "ratings_newer" } else { "ratings_set_aside" };
            assert_eq!((&notice["table"], &notice["code"]), (&json!(""), &json!(code)));
            assert_eq!(notice["file"], json!("ratings.damaged-1.jsonl"));
            assert!(text.contains("ratings.damaged-1.jsonl") && text.contains(why), "{name}: {text}");
            let kept = std::fs::read(folder.path("ratings.damaged-1.jsonl")).expect("a copy");
            assert_eq!(kept, bytes, "{name}");
            let games = games + usize::from(plays);
            assert_eq!(rating(&mut window, "connect4-5x4")["games"], json!(games), "{name}");
            // It is set aside once; the next one that is wrong has a copy of its own.
            assert_eq!(folder.names(), ["ratings.damaged-1.jsonl", FILE, "tables"]);
            std::fs::write(folder.path(FILE), "wrong again\n").expect("written");
            rating(&mut window, "connect4-5x4");
            assert_eq!(folder.read("ratings.damaged-2.jsonl"), "wrong again\n");
            assert_eq!(std::fs::read(folder.path("ratings.damaged-1.jsonl")).expect("a copy"), bytes);
        }
    }
}

#[test]
fn what_is_no_file_is_left_alone_and_the_host_hears_that_the_game_does_not_count() {
    let folder = Folder::new("ratings-no-file");
    std::fs::create_dir(folder.path(FILE)).expect("a folder");
    let board = open(&folder);
    let mut window = Window::host(&board);
    assert_eq!(window.refused(json!({ "do": "rating", "game": "connect4" })), "ratings_unread");
    let table = lose(&mut window, 4);
    let notice = window.push(|push| push["push"] == json!("notice"));
    assert_eq!(notice["code"], json!("ratings_unwritten"));
    assert!(notice["text"].as_str().is_some_and(|text| text.contains("does not count")), "{notice}");
    assert_eq!(window.look(&table)["phase"], json!("over"));
    assert_eq!(folder.names(), [FILE, "tables"]);
}

#[test]
fn nobody_but_the_host_reads_or_changes_the_rating() {
    let folder = Folder::new("ratings-guests");
    let board = open(&folder);
    let mut host = Window::host(&board);
    let own = json!([person(), { "kind": "program", "level": 4, "elo": 0 }]);
    let table = host.create(json!({ "game": "connect4-5x4", "seats": own }));
    let token = host.ask(json!({ "do": "invite", "table": table, "seat": 0 }))["token"].clone();
    let mut spectator = Window::with_token(&board, token.as_str().expect("a token"));
    let shared = host.create(json!({ "game": "connect4-5x4", "seats": [person(), program(1)] }));
    let token = host.ask(json!({ "do": "invite", "table": shared, "seat": 1 }))["token"].clone();
    let mut guest = Window::with_token(&board, token.as_str().expect("a token"));
    for (window, table) in [(&mut spectator, &table), (&mut guest, &shared)] {
        assert_eq!(window.refused(json!({ "do": "rating", "game": "connect4-5x4" })), "not_allowed");
        assert_eq!(window.refused(json!({ "do": "rated", "table": table })), "not_allowed");
    }
    // The strength of the program is that of the host.
    let seen = spectator.look(&table);
    assert_eq!((&seen["seats"][1]["level"], &seen["seats"][1]["elo"]), (&json!(4), &Value::Null));
    host.look(&table);
    host.ask(json!({ "do": "seats", "table": table, "seats": own }));
    let push = spectator.push(|push| push["event"]["type"] == json!("seated"));
    assert!(!push.to_string().contains("elo"), "{push}");
    // The game of a guest counts for nobody, whoever ends it.
    guest.ask(json!({ "do": "resign", "table": shared }));
    assert_eq!(spectator.refused(json!({ "do": "resign", "table": table })), "not_allowed");
    assert_eq!(rating(&mut host, "connect4-5x4")["games"], json!(0));
    assert!(!folder.as_path().join(FILE).exists());
}

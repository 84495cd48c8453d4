//! The option `Database`: what a session finds out is there in the next one, in every protocol; files of games to and from
//! it.

use std::fs;
use std::process::Output;

use crate::common::client::{Client, program};
use crate::common::folder::Folder;
use serde_json::{Value, json};

/// A client of a game with a database.
fn client(game: &str, path: &str) -> Client {
    let mut client = Client::playing(game);
    client.send(&format!("setoption name Database value {path}"));
    client.sync();
    client
}

/// The answer to a line that is answered at once.
fn answer(client: &mut Client, line: &str) -> Vec<String> {
    client.send(line);
    client.sync()
}

fn search(client: &mut Client, position: &str, go: &str) -> Vec<String> {
    client.send(&format!("{position}\n{go}"));
    client.until("bestmove")
}

fn run(arguments: &[&str]) -> (Output, String) {
    let output = program().args(arguments).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, text)
}

fn done(arguments: &[&str]) -> String {
    let (output, errors) = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn results_of_searches_are_there_in_the_next_session_also_for_a_mirrored_position() {
    let folder = Folder::new("database-sessions");
    for (game, moves, mirrored) in [
        ("gomoku", "h8 h9 j9", "h8 h9 f9"),
        ("connect4", "1 2", "7 6"),
        ("draughts", "32-28 19-23", "32-28 19-23"),
        ("chinesecheckers", "", ""),
    ] {
        let path = folder.path(game);
        let mut first = client(game, &path);
        search(&mut first, &format!("position startpos moves {moves}"), "go nodes 3000");
        let known = answer(&mut first, "database");
        assert!(known[0].starts_with("position: ") && known[0].contains(", depth "), "{game}: {known:?}");
        assert!(known.len() > 1, "{game}: {known:?}");
        first.close();
        let mut second = client(game, &path);
        second.send(&format!("position startpos moves {mirrored}"));
        let again = answer(&mut second, "database");
        assert_eq!((again.len(), &again[0]), (known.len(), &known[0]), "{game}");
        if moves == mirrored {
            assert_eq!(again, known, "{game}");
        }
    }
}

#[test]
fn a_search_begins_with_what_is_known_and_says_so() {
    let folder = Folder::new("database-begins");
    let path = folder.path("a.db");
    let mut engine = client("draughts", &path);
    let said = |lines: &[String]| lines.iter().find(|line| line.contains("database: ")).cloned();
    assert_eq!(said(&search(&mut engine, "position startpos", "go nodes 20000")), None);
    let lines = search(&mut engine, "position startpos", "go nodes 1");
    let note = said(&lines).expect("a note");
    assert!(note.starts_with("info string note: database: 1 move is known, the best is "), "{note}");
}

#[test]
fn a_known_win_is_played_at_once_but_analysed_as_before() {
    let folder = Folder::new("database-win");
    let path = folder.path("a.db");
    let deep = "position startpos moves h8 a1 i8 a3 j8 a5";
    let mut engine = client("gomokufreestyle", &path);
    search(&mut engine, deep, "go nodes 20000");
    let lines = search(&mut engine, deep, "go nodes 20000");
    let info = &lines[lines.len() - 2];
    assert!(info.contains(" nodes 0 ") && info.contains(" score mate "), "{lines:?}");
    engine.send("setoption name UCI_AnalyseMode value true");
    let lines = search(&mut engine, deep, "go nodes 20000");
    assert!(!lines[lines.len() - 2].contains(" nodes 0 "), "{lines:?}");
}

#[test]
fn marks_and_notes_are_kept_and_deleted() {
    let folder = Folder::new("database-notes");
    let path = folder.path("a.db");
    let mut engine = client("renju", &path);
    engine.send("position startpos moves h8 h9");
    assert_eq!(answer(&mut engine, "database"), ["position: not known"]);
    assert_eq!(answer(&mut engine, "database note  direct  opening"), ["position: no value direct opening"]);
    assert_eq!(answer(&mut engine, "database mark D1"), ["position: no value [D1] direct opening"]);
    let refused = answer(&mut engine, "database mark much");
    assert_eq!(refused, ["position: no value [much] direct opening"]);
    let refused = answer(&mut engine, "database mark toolong");
    assert_eq!(
        refused,
        ["info string error: mark 'toolong': expected up to 4 characters without blanks and brackets"]
    );
    engine.send("position startpos moves h8");
    let known = answer(&mut engine, "database");
    let moves = ["g8", "h7", "h9", "i8"].map(|mv| format!("{mv}  no value [much] direct opening"));
    assert_eq!(known[0], "position: no value [·]", "it leads to the other");
    assert_eq!(known[1..], moves);
    assert_eq!(engine.ask("database delete after", "position"), "position: no value [·]");
    engine.send("position startpos");
    assert_eq!(answer(&mut engine, "database"), ["position: no value [·]", "h8  no value [·]"]);
    assert_eq!(engine.ask("database delete after", "position"), "position: no value [·]");
    assert_eq!(answer(&mut engine, "database delete"), ["position: not known"]);
    engine.close();
    assert_eq!(done(&["database", "list", &path]), "no positions\n");
    let mut engine = Client::playing("renju");
    let refused = answer(&mut engine, "database");
    assert_eq!(refused, ["info string error: there is no database; expected a file in the option Database"]);
    assert!(answer(&mut engine, "database erase")[0].contains("expected note, mark, delete or nothing"));
}

#[test]
fn another_file_is_refused_left_as_it_is_and_the_database_in_use_stays() {
    let folder = Folder::new("database-refused");
    let (path, other) = (folder.path("a.db"), folder.file("games.pdn", "[Event \"x\"]\n1. 32-28 *\n"));
    let mut engine = client("draughts", &path);
    let refused = answer(&mut engine, &format!("setoption name Database value {other}"));
    let expected =
        format!("info string error: {other}, line 1: not a database: expected 'quadriga database 1'");
    assert_eq!(refused, [expected]);
    assert_eq!(folder.read("games.pdn"), "[Event \"x\"]\n1. 32-28 *\n");
    assert_eq!(answer(&mut engine, "database note kept"), ["position: no value kept"]);
    let mut second = Client::playing("draughts");
    let refused = answer(&mut second, &format!("setoption name Database value {path}"));
    assert_eq!(refused, [format!("info string error: {path} is in use: another process writes to it")]);
    let shown = done(&["database", "show", "--game", "draughts", &path]);
    assert_eq!(shown, "position: no value kept\n", "looking at it is allowed");
    engine.send("setoption name Database value");
    engine.sync();
    let taken = answer(&mut second, &format!("setoption name Database value {path}"));
    assert_eq!(taken, ["info string note: the database has 1 position"]);
}

#[test]
fn weaker_play_and_games_of_more_than_two_keep_nothing() {
    let folder = Folder::new("database-nothing");
    let path = folder.path("a.db");
    let mut engine = client("chinesecheckers", &path);
    engine.send("setoption name Players value 3");
    search(&mut engine, "position startpos", "go nodes 300");
    engine.send("setoption name Players value 2\nsetoption name Skill Level value 3");
    search(&mut engine, "position startpos", "go nodes 300");
    engine.close();
    assert_eq!(done(&["database", "list", &path]), "no positions\n");
}

#[test]
fn one_file_holds_all_games_and_rules() {
    let folder = Folder::new("database-games");
    let path = folder.path("a.db");
    let mut engine = client("gomoku", &path);
    search(&mut engine, "position startpos", "go nodes 300");
    for line in ["setoption name BoardSize value 19", "setoption name UCI_Variant value english"] {
        engine.send(line);
        search(&mut engine, "position startpos", "go nodes 300");
    }
    engine.close();
    let list = done(&["database", "list", &path]);
    let rules: Vec<&str> = list.lines().map(|line| line.split(':').next().unwrap_or_default()).collect();
    assert_eq!(rules, ["english", "gomoku", "gomoku BoardSize=19"]);
}

#[test]
fn games_go_in_and_come_out_again_with_their_values_and_comments() {
    let folder = Folder::new("database-games-files");
    let game = "[Variant \"renju\"]\n\n1. h8 {[%eval 0.10,12] tengen} h9 {[%mark D] direct} (1. .. i9 {indirect} 2. j7) 2. j9 {x} *\n";
    let (text, one, two) = (folder.file("a.txt", game), folder.path("one.db"), folder.path("two.db"));
    done(&["database", "import", &one, &text]);
    let shown = done(&["database", "show", "--game", "renju", "--moves", "h8", &one]);
    let expected = "position: +0.10, depth 12 tengen\n";
    assert!(shown.replace("-0.10", "+0.10").starts_with(expected), "{shown}");
    assert!(shown.contains("h9  no value [D] direct") && shown.contains("i9  no value indirect"), "{shown}");
    for name in ["b.txt", "b.sgf", "b.lib"] {
        let written = folder.path(name);
        done(&["database", "export", "--game", "renju", &one, "-o", &written]);
        let copy = folder.path(&format!("{name}.db"));
        done(&["database", "import", "--game", "renju", &copy, &written]);
        let lines = |path: &str| {
            let text = fs::read_to_string(path).expect("a database");
            let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
            lines.sort();
            lines
        };
        done(&["database", "merge", &two, &one]);
        assert_eq!(lines(&copy), lines(&two), "{name}");
        fs::remove_file(&two).expect("removed");
    }
}

#[test]
fn games_that_cannot_be_read_are_named() {
    let folder = Folder::new("database-bad-games");
    let text = folder.file("a.txt", "[Variant \"renju\"]\n\n1. h8 h8 *\n");
    let (output, errors) = run(&["database", "import", &folder.path("a.db"), &text]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.contains("a.txt:3: ") && errors.contains("error: games skipped: 1"), "{errors}");
    let (output, errors) = run(&["database", "show", &folder.path("none.db")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.starts_with("error: cannot read ") && errors.lines().count() == 1, "{errors}");
}

#[test]
fn a_damaged_last_line_is_noted() {
    let folder = Folder::new("database-damaged-line");
    let (text, path) =
        (folder.file("a.txt", "[Variant \"renju\"]\n\n1. h8 {first} h9 {last} *\n"), folder.path("a.db"));
    done(&["database", "import", &path, &text]);
    let whole = fs::read_to_string(&path).expect("a database");
    let last = whole.trim_end().rfind('\n').expect("two lines");
    let commands: [&[&str]; 3] = [
        &["analyze", "--database", &path],
        &["database", "merge", &path, &path],
        &["database", "list", &path],
    ];
    for command in commands {
        fs::write(&path, &whole[..last + 10]).expect("written");
        let (output, errors) = run(command);
        assert!(output.status.success(), "{command:?}: {errors}");
        assert!(errors.contains("a.db: an incomplete last line was skipped"), "{command:?}: {errors}");
    }
}

#[test]
fn yixin_board_sees_and_edits_the_database() {
    let folder = Folder::new("database-yixin");
    let path = folder.path("a.db");
    let mut engine = Client::start(&["gomocup", "--game", "renju"]);
    engine.send(&format!("START 15\nyxsetdatabase\n{path}"));
    assert_eq!(engine.until("MESSAGE the database").pop().expect("a line"), "MESSAGE the database is empty");
    let mut ask = |lines: &str, end: &str| {
        engine.send(lines);
        engine.until(end)
    };
    let edited = ask("yxedittvddatabase 1 119 0 0\n7,7\n8,8\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(edited, ["MESSAGE DATABASE ONE 119 0 0 0 0"]);
    let edited = ask("yxedittvddatabase 6 -1 -40 12\n7,7\n8,8\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(edited, ["MESSAGE DATABASE ONE 119 -40 12 3 0"]);
    let all = ask(
        "yxedittextdatabase \"a \\\"text\\\"\"\n7,7\n8,8\ndone\nyxquerydatabaseallt\n7,7\ndone",
        "MESSAGE DATABASE TEXT",
    );
    let places = ["6 6", "6 8", "8 6", "8 8"].map(|place| format!("MESSAGE DATABASE {place} 119 -40 12 3 1"));
    let expected = [
        &["MESSAGE DATABASE REFRESH".to_string()][..],
        &places,
        &["MESSAGE DATABASE DONE".to_string(), "MESSAGE DATABASE TEXT \"\"".to_string()],
    ]
    .concat();
    assert_eq!(all, expected, "the four diagonal moves are one");
    let text = ask("yxquerydatabasetext\n7,7\n6,6\ndone", "MESSAGE DATABASE TEXT");
    assert_eq!(text, ["MESSAGE DATABASE TEXT \"a \\\"text\\\"\""]);
    let library = folder.path("a.lib");
    assert_eq!(ask(&format!("yxdbtolib\n{library}"), "MESSAGE")[0], "MESSAGE 3 positions are written");
    let deleted = ask("yxdeletedatabaseall wl\n7,7\ndone", "MESSAGE DATABASE DONE");
    assert_eq!(deleted[0], "MESSAGE 1 positions are deleted");
    let read = ask(&format!("yxlibtodb {library}"), "MESSAGE");
    assert_eq!(read, ["MESSAGE 3 positions are added"]);
    let off = ask("info usedatabase 0\nyxquerydatabaseone\n7,7\n8,8\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(off, ["MESSAGE DATABASE ONE 0 0 0 0"]);
    let on = ask("info usedatabase 1\nyxquerydatabaseone\n7,7\n8,8\ndone", "MESSAGE DATABASE ONE");
    assert_eq!(on, ["MESSAGE DATABASE ONE 119 -40 12 3 1"]);
    let refused = ask("info database_readonly 1", "ERROR");
    assert_eq!(refused, ["ERROR INFO database_readonly: not supported; expected INFO usedatabase 0"]);
}

#[test]
fn scripts_ask_and_edit_the_database() {
    let folder = Folder::new("database-json");
    let path = folder.path("a.db");
    let mut client = Client::start(&["analyze", "--positions", "1", "--database", &path]);
    let mut ask = |query: Value| -> Value {
        let line = client.ask(&query.to_string(), "{");
        serde_json::from_str(&line).expect("an answer")
    };
    ask(json!({"id": 1, "game": "english", "nodes": 2000, "multipv": 2}));
    let known = ask(json!({"id": 2, "game": "english", "action": "database", "note": "the start"}));
    assert_eq!((&known["action"], &known["known"]["note"]), (&json!("database"), &json!("the start")));
    assert!(known["known"]["score"]["cp"].is_number() && known["known"]["depth"].is_number(), "{known}");
    assert_eq!(known["moves"].as_array().map(Vec::len), Some(2), "{known}");
    assert!(known["moves"][0]["wdl"].is_array() && known["moves"][0]["move"].is_string(), "{known}");
    let gone = ask(json!({"id": 3, "game": "english", "action": "database", "delete": true}));
    assert_eq!(gone["known"], Value::Null);
    let long = ask(json!({"id": 4, "game": "english", "action": "database", "mark": "12345"}));
    let expected = "field 'mark' takes a text of up to 4 characters without blanks and brackets";
    assert_eq!(long["error"], expected);
    let option = ask(json!({"id": 5, "game": "english", "depth": 1, "options": {"Database": "x.db"}}));
    assert_eq!(option["error"], "option 'Database' cannot be set: start the program with --database FILE");
    let mut other = Client::start(&["analyze"]);
    let none = other.ask(&json!({"id": 1, "game": "english", "action": "database"}).to_string(), "{");
    assert!(none.contains("there is no database"), "{none}");
}

#[test]
fn a_search_that_would_be_less_deep_plays_the_known_best_move() {
    let folder = Folder::new("database-deeper");
    let path = folder.path("a.db");
    for game in ["draughts", "gomoku"] {
        let mut engine = client(game, &path);
        let best = search(&mut engine, "position startpos", "go depth 9").pop().expect("a move");
        engine.close();
        let mut again = client(game, &path);
        for go in ["go depth 3", "go nodes 40"] {
            let lines = search(&mut again, "position startpos", go);
            let move_of = |line: &str| line.split(' ').nth(1).unwrap_or_default().to_string();
            assert_eq!(move_of(&lines[lines.len() - 1]), move_of(&best), "{game}, {go}: {lines:?}");
            let depth = lines[lines.len() - 2].split(' ').nth(2).and_then(|depth| depth.parse::<u32>().ok());
            assert!(depth.is_some_and(|depth| depth >= 9), "{game}, {go}: {lines:?}");
        }
    }
}

#[test]
fn a_search_need_not_find_out_again_what_is_known() {
    let folder = Folder::new("database-nodes");
    let path = folder.path("a.db");
    let nodes = |lines: &[String]| -> u64 {
        let info = lines.iter().rev().find(|line| line.starts_with("info depth 9 ")).expect("depth 9");
        let words: Vec<&str> = info.split(' ').collect();
        words[words.iter().position(|word| *word == "nodes").expect("nodes") + 1].parse().expect("a number")
    };
    let analyse = "setoption name UCI_AnalyseMode value true";
    let mut engine = client("draughts", &path);
    engine.send(&format!("{analyse}\nsetoption name MultiPV value 9"));
    let first = nodes(&search(&mut engine, "position startpos", "go depth 9"));
    engine.close();
    let mut again = client("draughts", &path);
    again.send(analyse);
    let second = nodes(&search(&mut again, "position startpos", "go depth 9"));
    assert!(second * 10 < first, "{first} nodes, then {second}");
}

#[test]
fn an_output_never_takes_the_place_of_the_database() {
    let folder = Folder::new("database-itself");
    let path = folder.path("a.db");
    let mut engine = client("renju", &path);
    assert_eq!(answer(&mut engine, "database note kept"), ["position: no value kept"]);
    engine.close();
    let text = folder.read("a.db");
    let (output, errors) = run(&["database", "export", "--game", "renju", &path, "-o", &path, "--to", "lib"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(errors.contains("is the database itself"), "{errors}");
    let mut yixin = Client::start(&["gomocup", "--game", "renju"]);
    yixin.send(&format!("START 15\nyxsetdatabase {path}\nyxdbtolib {path}"));
    assert!(yixin.until("ERROR").pop().expect("an error").contains("is the database itself"));
    let (output, _) = run(&["database", "import", &folder.path("new.db"), &folder.path("none.lib")]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!((folder.read("a.db"), folder.names()), (text, vec!["a.db".to_string()]));
}

#[test]
fn a_file_that_was_replaced_meanwhile_is_said_and_left_alone() {
    let folder = Folder::new("database-replaced");
    let path = folder.path("a.db");
    let mut engine = client("renju", &path);
    assert_eq!(answer(&mut engine, "database note first"), ["position: no value first"]);
    let text = folder.read("a.db");
    folder.file("b.db", &text);
    fs::rename(folder.path("b.db"), &path).expect("it takes the place");
    let refused = answer(&mut engine, "database note second");
    assert_eq!(refused, [format!("info string error: {path} was changed by another program; open it again")]);
    let opened = answer(&mut engine, &format!("setoption name Database value {path}"));
    assert_eq!(opened, ["info string note: the database has 1 position"]);
    assert_eq!(answer(&mut engine, "database note third"), ["position: no value third"]);
    assert!(folder.read("a.db").starts_with(&text));
}

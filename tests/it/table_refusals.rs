//! What is refused at tables, by its code; records in and out; garbage.

use std::path::PathBuf;

use quadriga::match_runner::spec::EngineSpec;
use quadriga::table::{Setup, Tables};
use serde_json::{Value, json};

use crate::common::folder::Folder;
use crate::common::window::{HOST, Window, tables};

/// Commands of the host and the code that each is refused with: at a table of Connect Four with one move on its board, for
/// those that lack the field `table`.
type Refused = Vec<(&'static str, Value)>;

fn check(window: &mut Window, table: &str, refused: Refused) {
    for (code, mut command) in refused {
        let is_lobby = ["create", "load", "compose", "hello"].iter().any(|name| command["do"] == json!(name));
        if !is_lobby && command.get("table").is_none() {
            command["table"] = json!(table);
        }
        assert_eq!(window.refused(command.clone()), code, "{command}");
    }
}

#[test]
fn what_is_not_there_or_out_of_range_is_refused_by_its_code() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let table = window.create(json!({ "game": "connect4", "moves": ["4"] }));
    let absent = "0".repeat(32);
    check(
        &mut window,
        &table,
        vec![
            ("syntax", json!({ "do": "dance" })),
            ("syntax", json!({ "do": "move", "move": "4", "table": null })),
            ("syntax", json!({ "do": "move", "move": 4 })),
            ("syntax", json!({ "do": "goto" })),
            ("unknown_table", json!({ "do": "join", "table": absent })),
            ("unknown_table", json!({ "do": "join", "table": "../../etc/passwd" })),
            ("unknown_table", json!({ "do": "delete", "table": absent })),
            ("unknown_node", json!({ "do": "goto", "node": 7 })),
            ("unknown_node", json!({ "do": "board", "node": 7 })),
            ("unknown_node", json!({ "do": "picture", "node": 7 })),
            ("unknown_node", json!({ "do": "analyse", "node": 7 })),
            ("unknown_game", json!({ "do": "create", "game": "chess" })),
            ("unknown_game", json!({ "do": "load", "format": "text", "text": "", "game": "chess" })),
            ("unknown_game", json!({ "do": "compose", "game": "chess", "rows": [], "player": 1 })),
        ],
    );
    check(
        &mut window,
        &table,
        vec![
            ("bad_option", json!({ "do": "create", "game": "gomoku", "options": { "BoardSize": "wide" } })),
            ("bad_option", json!({ "do": "create", "game": "gomoku", "options": { "Hash": 1_000_000 } })),
            ("bad_option", json!({ "do": "create", "game": "gomoku", "options": { "BoardSize": [] } })),
            ("bad_option", json!({ "do": "create", "game": "gomoku", "seats": [{ "kind": "person" }] })),
            ("bad_option", json!({ "do": "create", "game": "gomoku", "think_ms": 5 })),
            ("bad_option", json!({ "do": "create", "game": "gomoku", "clock": { "base_ms": 5 } })),
            ("bad_option", json!({ "do": "name", "text": "x".repeat(41) })),
            ("bad_option", json!({ "do": "hint", "level": 21 })),
            ("bad_option", json!({ "do": "analyse", "node": 0, "lines": 9 })),
            ("bad_option", json!({ "do": "report", "nodes": 1 })),
            ("bad_option", json!({ "do": "picture", "width": 5 })),
            ("bad_option", json!({ "do": "invite", "seat": 3 })),
            ("bad_position", json!({ "do": "create", "game": "draughts", "fen": "W:W99" })),
            ("bad_position", json!({ "do": "compose", "game": "connect4", "rows": ["1"], "player": 1 })),
            ("bad_record", json!({ "do": "load", "name": "game.doc", "text": "" })),
            ("bad_record", json!({ "do": "load", "format": "pdn", "text": "[GameType \"20\"]\n1. 32-99 *" })),
            ("bad_record", json!({ "do": "save", "format": "pdn" })),
            ("bad_record", json!({ "do": "save", "format": "doc" })),
        ],
    );
    assert_eq!(window.look(&table)["n"], json!(2), "what was refused is no event");
}

#[test]
fn what_does_not_fit_the_game_as_it_stands_is_refused_by_its_code() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let table = window.create(json!({ "game": "connect4", "moves": ["4"] }));
    let at = |command: Value| {
        let mut command = command;
        command["table"] = json!(table);
        command
    };
    check(
        &mut window,
        &table,
        vec![
            ("illegal", json!({ "do": "create", "game": "connect4", "moves": ["4", "9"] })),
            ("illegal", json!({ "do": "move", "move": "9" })),
            ("stale", json!({ "do": "move", "move": "4", "node": 0 })),
            ("stale", json!({ "do": "play_for_me", "node": 0 })),
            ("not_your_turn", json!({ "do": "move_now" })),
            ("not_allowed", json!({ "do": "hello", "token": HOST })),
            ("no_offer", json!({ "do": "answer_draw", "accept": true })),
            ("nothing_to_redo", json!({ "do": "redo" })),
        ],
    );
    window.ask(at(json!({ "do": "undo" })));
    assert_eq!(window.refused(at(json!({ "do": "undo" }))), "nothing_to_undo");
    window.ask(at(json!({ "do": "pause" })));
    assert_eq!(window.refused(at(json!({ "do": "move", "move": "4" }))), "paused");
    window.ask(at(json!({ "do": "resign" })));
    for command in ["move_for", "pause", "resume", "resign", "offer_draw", "hint", "play_for_me"] {
        let command = if command == "move_for" {
            json!({ "do": "move", "move": "4" })
        } else {
            json!({ "do": command })
        };
        assert_eq!(window.refused(at(command)), "over");
    }
    assert_eq!(window.look(&table)["n"], json!(5), "what was refused is no event");
}

#[test]
fn garbage_is_answered_and_changes_nothing() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    for text in
        ["", "{", "null", "[]", "7", "{}", "\u{0}", "{\"ref\":-1,\"do\":\"games\"}", "{\"do\":\"games\"}"]
    {
        window.receive(text);
        let answer = window.next();
        assert_eq!((&answer["ref"], &answer["refused"]["code"]), (&json!(0), &json!("syntax")), "{text}");
    }
    window.receive(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)));
    assert_eq!(window.next()["refused"]["code"], json!("syntax"));
    window.receive("{\"ref\":9,\"do\":\"load\",\"text\":[]}");
    assert_eq!(window.next()["ref"], json!(9));
    window.ask(json!({ "do": "tables" }));
}

#[test]
fn a_record_that_cannot_be_read_is_refused_and_can_be_deleted() {
    let folder = Folder::new("table-unreadable");
    let tables = tables(Some(folder.as_path().to_path_buf()));
    let mut window = Window::host(&tables);
    let absent = "a".repeat(32);
    for text in ["", "{}\n", "{\"n\":1,\"at\":0,\"type\":\"resumed\"}\n", "not JSON\n"] {
        folder.file(&format!("tables/{absent}.jsonl"), text);
        assert_eq!(window.refused(json!({ "do": "join", "table": absent })), "storage", "{text}");
    }
    window.ask(json!({ "do": "delete", "table": absent }));
    assert_eq!(window.refused(json!({ "do": "join", "table": absent })), "unknown_table");
    let table = window.create(json!({ "game": "renju" }));
    assert_eq!(window.ask(json!({ "do": "tables" }))["tables"][0]["id"], json!(table));
    window.ask(json!({ "do": "delete", "table": table }));
    window.push(|push| push["push"] == json!("gone"));
    assert_eq!(window.ask(json!({ "do": "tables" }))["tables"], json!([]));
    assert!(std::fs::read_dir(folder.as_path().join("tables")).expect("a folder").next().is_none());
}

#[test]
fn an_engine_that_cannot_be_started_pauses_the_table() {
    let engine = EngineSpec {
        name: "ghost".to_string(),
        command: Some(PathBuf::from("/nonexistent/engine")),
        ..EngineSpec::default()
    };
    let setup = Setup { engines: vec![engine], host_token: HOST.to_string(), ..Setup::default() };
    let tables = Tables::open(setup).expect("tables");
    let mut window = Window::silent(&tables);
    let hello = window.ask(json!({ "do": "hello", "token": HOST }));
    assert_eq!(hello["engines"], json!(["ghost"]));
    let seats = json!([{ "kind": "engine", "engine": 0 }, { "kind": "person" }]);
    let bad = json!([{ "kind": "engine", "engine": 1 }, { "kind": "person" }]);
    assert_eq!(window.refused(json!({ "do": "create", "game": "gomoku", "seats": bad })), "bad_option");
    let id = window.create(json!({ "game": "gomoku", "seats": seats }));
    let table = window.table(|table| table["phase"] == json!("paused"));
    assert_eq!((&table["seats"][0]["name"], &table["thinking"]), (&json!("ghost"), &json!(0)));
    window.ask(json!({ "do": "resume", "table": id }));
    let notice = window.push(|push| push["push"] == json!("notice"));
    assert_eq!((&notice["code"], &notice["table"]), (&json!("engine"), &json!(id)));
    assert!(notice["text"].as_str().is_some_and(|text| text.contains("ghost")));
}

/// A table with moves of this game, saved in a format and loaded again: its moves.
fn round_trip(game: &str, moves: &Value, format: &str) -> Value {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "person", "name": "Bob" }]);
    let id = window.create(json!({ "game": game, "moves": moves, "seats": seats }));
    window.ask(json!({ "do": "resign", "table": id, "seat": 2 }));
    let before = window.look(&id);
    let saved = window.ask(json!({ "do": "save", "table": id, "format": format }));
    let load = json!({ "do": "load", "name": saved["name"], "text": saved["text"], "game": game });
    let loaded = window.ask(load);
    assert_eq!(loaded["errors"], json!([]), "{saved}");
    let again = window.look(loaded["tables"][0].as_str().expect("a table"));
    if format == "fen" {
        assert_eq!(again["position"]["rows"], before["position"]["rows"]);
        return json!([]);
    }
    assert_eq!((&again["game"], &again["position"]["fen"]), (&before["game"], &before["position"]["fen"]));
    if format != "psq" {
        assert_eq!((&again["outcome"], &again["phase"]), (&json!("p1win"), &json!("over")), "{saved}");
        assert_eq!((&again["seats"][0]["name"], &again["seats"][1]["name"]), (&json!("Ann"), &json!("Bob")));
    }
    again["nodes"].as_array().expect("nodes").iter().map(|node| node["move"].clone()).collect()
}

#[test]
fn what_is_saved_can_be_loaded_in_every_format() {
    let draughts = json!(["32-28", "19-23", "28x19"]);
    let gomoku = json!(["h8", "h9", "i8"]);
    assert_eq!(round_trip("draughts", &draughts, "pdn"), draughts);
    assert_eq!(round_trip("gomoku", &gomoku, "sgf"), gomoku);
    assert_eq!(round_trip("gomoku", &gomoku, "psq"), gomoku);
    assert_eq!(round_trip("connect4", &json!(["4", "4", "3"]), "text"), json!(["4", "4", "3"]));
    round_trip("russian", &json!(["c3-d4"]), "fen");
}

#[test]
fn games_of_a_file_become_tables_and_the_others_are_reported() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let text = "[GameType \"20\"]\n1. 32-28 19-23 *\n\n[GameType \"20\"]\n1. 32-99 *\n\n[GameType \"20\"]\n1. 31-27 *\n";
    let loaded = window.ask(json!({ "do": "load", "name": "games.pdn", "text": text }));
    assert_eq!(loaded["tables"].as_array().map(Vec::len), Some(2));
    assert!(loaded["errors"][0].as_str().is_some_and(|error| error.starts_with("line ")), "{loaded}");
    assert_eq!(window.ask(json!({ "do": "tables" }))["tables"].as_array().map(Vec::len), Some(2));
}

#[test]
fn a_board_put_together_is_a_position_or_is_refused_with_the_reason() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let id = window.create(json!({ "game": "draughts", "fen": "W:W28,K32:B19" }));
    let rows = window.look(&id)["position"]["rows"].clone();
    let compose = |rows: &Value, player: u64| json!({ "do": "compose", "game": "draughts", "rows": rows, "player": player });
    let composed = window.ask(compose(&rows, 1));
    assert_eq!(composed["position"]["rows"], rows);
    let id = window.create(json!({ "game": "draughts", "fen": composed["fen"] }));
    assert_eq!(window.look(&id)["position"]["rows"], rows);
    assert_eq!(window.refused(compose(&rows, 3)), "bad_position");
    assert_eq!(window.refused(compose(&json!(["?"]), 1)), "bad_position");
    let look = |fields: Value| {
        let mut command = json!({ "do": "compose", "game": "connect4" });
        command.as_object_mut().expect("an object").extend(fields.as_object().expect("an object").clone());
        command
    };
    let start = window.ask(look(json!({})));
    let played = window.ask(look(json!({ "fen": start["fen"], "moves": ["4", "d2"] })));
    assert_eq!(played["position"]["last"]["move"], json!("4"));
    assert_eq!(played["fen"], played["position"]["fen"]);
    assert_eq!(window.refused(look(json!({ "moves": ["9"] }))), "illegal");
    assert_eq!(window.refused(look(json!({ "fen": "?" }))), "bad_position");
    assert_eq!(window.refused(look(json!({ "fen": "?", "rows": [], "player": 1 }))), "syntax");
    assert_eq!(window.refused(look(json!({ "rows": [] }))), "syntax");
}

#[test]
fn a_rematch_is_a_new_table_with_the_same_rules() {
    let tables = tables(None);
    let mut window = Window::host(&tables);
    let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "program", "level": 0 }]);
    let clock = json!({ "base_ms": 60_000, "increment_ms": 1000 });
    let id = window
        .create(json!({ "game": "renju", "options": { "BoardSize": 13 }, "seats": seats, "clock": clock }));
    window.ask(json!({ "do": "resign", "table": id }));
    let next = window.ask(json!({ "do": "rematch", "table": id, "swap": true }))["table"].clone();
    let next = next.as_str().expect("an id");
    let table = window.look(next);
    assert_eq!((&table["game"], &table["options"]), (&json!("renju"), &json!({ "BoardSize": 13 })));
    assert_eq!((&table["seats"][1]["name"], &table["seats"][0]["level"]), (&json!("Ann"), &json!(0)));
    assert_eq!((&table["clock"]["base_ms"], &table["outcome"]), (&json!(60_000), &Value::Null));
}

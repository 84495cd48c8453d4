//! The records of tables: boards that share a folder, and what others do to its files.

use quadriga::table::Tables;
use serde_json::{Value, json};

use crate::common::folder::Folder;
use crate::common::window::{Window, tables};

fn open(folder: &Folder) -> Tables {
    tables(Some(folder.as_path().to_path_buf()))
}

/// The name of a table's record in the folder of the data.
fn record(table: &str) -> String {
    format!("tables/{table}.jsonl")
}

/// What a command is refused with.
fn refusal(window: &mut Window, command: Value) -> (String, String) {
    let number = window.send(command);
    let answer = window.wait(number);
    let text =
        |field: &str| answer["refused"][field].as_str().unwrap_or_else(|| panic!("{answer}")).to_string();
    (text("code"), text("text"))
}

/// The moves of a table.
fn moves(table: &Value) -> Vec<String> {
    let nodes = table["nodes"].as_array().expect("nodes");
    nodes.iter().map(|node| node["move"].as_str().expect("a move").to_string()).collect()
}

/// The ids of the saved games.
fn listed(window: &mut Window) -> Vec<Value> {
    let tables = window.ask(json!({ "do": "tables" }));
    tables["tables"].as_array().expect("a list").iter().map(|table| table["id"].clone()).collect()
}

#[test]
fn a_game_that_one_board_plays_cannot_be_deleted_by_another() {
    let folder = Folder::new("table-two-boards");
    let (first, second) = (open(&folder), open(&folder));
    let (mut player, mut other) = (Window::host(&first), Window::host(&second));
    let id = player.create(json!({ "game": "connect4" }));
    let play = |mv: &str| json!({ "do": "move", "table": id, "move": mv });
    player.ask(play("4"));
    let (code, text) = refusal(&mut other, json!({ "do": "delete", "table": id }));
    assert!(code == "storage" && text.ends_with("is in use by another program"), "{code}: {text}");
    player.ask(play("4"));
    first.close();
    assert_eq!(moves(&other.look(&id)), ["4", "4"]);
    other.ask(json!({ "do": "delete", "table": id }));
    assert!(!folder.as_path().join(record(&id)).exists());
}

#[test]
fn a_record_that_vanishes_under_a_game_is_written_anew_and_everybody_hears_of_it() {
    let folder = Folder::new("table-vanished");
    let board = open(&folder);
    let mut player = Window::host(&board);
    let id = player.create(json!({ "game": "connect4" }));
    let mut guest = Window::host(&board);
    guest.look(&id);
    player.ask(json!({ "do": "move", "table": id, "move": "4" }));
    // Somebody who moves, or only looks, finds it out.
    for command in [json!({ "do": "move", "table": id, "move": "3" }), json!({ "do": "board", "table": id })]
    {
        std::fs::remove_file(folder.path(&record(&id))).expect("the record is removed");
        player.ask(command);
        for window in [&mut player, &mut guest] {
            let notice = window.push(|push| push["push"] == json!("notice"));
            assert_eq!((&notice["code"], &notice["table"]), (&json!("storage"), &json!(id)));
        }
    }
    board.close();
    assert_eq!(moves(&Window::host(&open(&folder)).look(&id)), ["4", "3"]);
}

#[test]
fn a_record_that_another_file_replaces_is_left_alone_and_moves_are_refused() {
    let folder = Folder::new("table-replaced");
    let board = open(&folder);
    let mut player = Window::host(&board);
    let id = player.create(json!({ "game": "connect4" }));
    std::fs::remove_file(folder.path(&record(&id))).expect("the record is removed");
    folder.file(&record(&id), "somebody else's\n");
    let (code, text) = refusal(&mut player, json!({ "do": "move", "table": id, "move": "4" }));
    assert!(code == "storage" && text.ends_with("was replaced by another program"), "{code}: {text}");
    assert_eq!(folder.read(&record(&id)), "somebody else's\n");
    assert_eq!(player.look(&id)["n"], json!(1));
}

#[test]
fn the_list_has_what_other_boards_made_and_deleted() {
    let folder = Folder::new("table-lists");
    let (first, second) = (open(&folder), open(&folder));
    let (mut one, mut other) = (Window::host(&first), Window::host(&second));
    let own = one.create(json!({ "game": "connect4" }));
    assert_eq!(listed(&mut other), [json!(own)]);
    let foreign = other.create(json!({ "game": "gomoku" }));
    other.ask(json!({ "do": "move", "table": foreign, "move": "h8" }));
    let tables = one.ask(json!({ "do": "tables" }))["tables"].clone();
    let found = tables.as_array().expect("a list").iter().find(|table| table["id"] == json!(foreign));
    assert_eq!(found.map(|table| &table["moves"]), Some(&json!(1)), "{tables}");
    other.ask(json!({ "do": "move", "table": foreign, "move": "h9" }));
    let tables = one.ask(json!({ "do": "tables" }))["tables"].clone();
    let found = tables.as_array().expect("a list").iter().find(|table| table["id"] == json!(foreign));
    assert_eq!(found.map(|table| &table["moves"]), Some(&json!(2)), "{tables}");
    other.ask(json!({ "do": "delete", "table": foreign }));
    assert_eq!(listed(&mut one), [json!(own)]);
}

//! Variations and comments at a table: what the commands do to the tree, and what they leave alone.

use serde_json::{Value, json};

use crate::common::folder::Folder;
use crate::common::window::{Window, tables};

/// A finished game of draughts with a variation, whose parts have comments.
const GAME: &str = "[GameType \"20\"]\n[Result \"2-0\"]\n\n{start} 1. 32-28! {good} (1. 31-27 {other} 19-23) \
                    (1. 33-29 {before}) 19-23 2. 28x19 14x23 2-0\n";

/// A table with a loaded game, which is joined.
fn loaded(window: &mut Window, text: &str) -> String {
    let loaded = window.ask(json!({ "do": "load", "name": "a.pdn", "text": text }));
    let table = loaded["tables"][0].as_str().unwrap_or_else(|| panic!("{loaded}")).to_string();
    window.look(&table);
    table
}

/// The moves of a table: ids, parents, moves and ranks.
fn tree(table: &Value) -> Vec<(u64, u64, String, u64)> {
    let number = |node: &Value, field: &str| node[field].as_u64().unwrap_or(0);
    let node = |node: &Value| {
        let mv = node["move"].as_str().expect("a move").to_string();
        (number(node, "id"), number(node, "parent"), mv, number(node, "rank"))
    };
    table["nodes"].as_array().expect("nodes").iter().map(node).collect()
}

fn moves(table: &Value) -> Vec<String> {
    tree(table).into_iter().map(|(_, _, mv, _)| mv).collect()
}

/// A node by its move.
fn node<'a>(table: &'a Value, mv: &str) -> &'a Value {
    let nodes = table["nodes"].as_array().expect("nodes");
    nodes.iter().find(|node| node["move"] == json!(mv)).unwrap_or_else(|| panic!("{mv}: {table}"))
}

#[test]
fn a_table_has_the_variations_comments_and_marks_of_its_file() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let table = loaded(&mut window, GAME);
    let view = window.look(&table);
    let expected = [
        (1, 0, "32-28", 0),
        (2, 1, "19-23", 0),
        (3, 2, "28x19", 0),
        (4, 3, "14x23", 0),
        (5, 0, "31-27", 1),
        (6, 5, "19-23", 0),
        (7, 0, "33-29", 2),
    ];
    assert_eq!(tree(&view), expected.map(|(id, parent, mv, rank)| (id, parent, mv.to_string(), rank)));
    assert_eq!((&view["current"], &view["phase"]), (&json!(4), &json!("over")));
    assert_eq!(view["start"], json!({ "comments": ["start"] }));
    let first = node(&view, "32-28");
    assert_eq!((&first["marks"], &first["comments"]), (&json!(["!"]), &json!(["good"])));
    assert_eq!(node(&view, "31-27")["comments"], json!(["other"]));
    assert_eq!((&view["edits"], &view["redo"]), (&json!(0), &json!(false)));
}

#[test]
fn a_variation_leaves_the_game_its_result_and_what_is_on_the_board() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let table = loaded(&mut window, GAME);
    let add = |node: u64, mv: &str| json!({ "do": "add", "table": table, "node": node, "move": mv });
    assert_eq!(window.ask(add(1, "18-23")), json!({ "node": 8 }));
    assert_eq!(window.ask(add(8, "31-27")), json!({ "node": 9 }));
    assert_eq!(window.ask(add(1, "18-23")), json!({ "node": 8 }), "a known move is no new one");
    assert_eq!(window.ask(add(0, "32-28")), json!({ "node": 1 }));
    let view = window.look(&table);
    assert_eq!((&view["current"], &view["phase"]), (&json!(4), &json!("over")));
    assert_eq!((&view["outcome"], &view["edits"]), (&json!("p1win"), &json!(2)));
    assert_eq!(window.refused(add(1, "32-28")), "illegal");
    assert_eq!(window.refused(add(77, "32-28")), "unknown_node");
    let saved = window.ask(json!({ "do": "save", "table": table, "format": "pdn" }));
    let text = saved["text"].as_str().expect("a text");
    let line = "{start} 1. 32-28! {good} (1. 31-27 {other} 1... 19-23) (1. 33-29 {before})\n\
                1... 19-23 (1... 18-23 2. 31-27) 2. 28x19 14x23 *";
    assert!(text.contains(line) && text.contains("[Result \"2-0\"]"), "{text}");
}

#[test]
fn nothing_is_added_behind_the_end_of_a_game() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let table = window.create(json!({ "game": "connect4", "moves": ["1", "2", "1", "2", "1", "2", "1"] }));
    assert_eq!(window.refused(json!({ "do": "add", "table": table, "node": 7, "move": "3" })), "over");
    window.ask(json!({ "do": "add", "table": table, "node": 6, "move": "3" }));
}

#[test]
fn a_comment_replaces_all_comments_of_its_place_and_an_empty_one_removes_them() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let table = loaded(&mut window, "[GameType \"20\"]\n1. 32-28 {a} {b} ({c} 1. 31-27 {d}) *\n");
    let comment = |node: u64, text: &str, before: bool| json!({ "do": "comment", "table": table, "node": node, "text": text, "before": before });
    let view = window.look(&table);
    assert_eq!(node(&view, "32-28")["comments"], json!(["a", "b"]));
    let other = node(&view, "31-27");
    assert_eq!((&other["before"], &other["comments"]), (&json!(["c"]), &json!(["d"])));
    window.ask(comment(1, " two\r\nlines\u{7}\u{1b}[31m ", false));
    window.ask(comment(2, "", false));
    window.ask(comment(2, "e", true));
    window.ask(comment(0, "start", false));
    let view = window.look(&table);
    assert_eq!(node(&view, "32-28")["comments"], json!(["two\nlines[31m"]));
    let other = node(&view, "31-27");
    assert_eq!((&other["before"], other.get("comments")), (&json!(["e"]), None));
    assert_eq!(view["start"]["comments"], json!(["start"]));
    let n = view["n"].clone();
    window.ask(comment(2, "e", true));
    assert_eq!(window.look(&table)["n"], n, "nothing is recorded where nothing changes");
    assert_eq!(window.refused(comment(0, "x", true)), "bad_option");
    assert_eq!(window.refused(comment(9, "x", false)), "unknown_node");
}

#[test]
fn a_variation_is_promoted_step_by_step_and_removed_with_all_that_follows() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let table = loaded(&mut window, GAME);
    let command = |what: &str, node: u64| json!({ "do": what, "table": table, "node": node });
    let ranks =
        |view: &Value| ["32-28", "31-27", "33-29"].map(|mv| node(view, mv)["rank"].as_u64().unwrap_or(0));
    // From any move of it; a line that leads already stays.
    window.ask(command("promote", 7));
    assert_eq!(ranks(&window.look(&table)), [0, 2, 1]);
    window.ask(command("promote", 6));
    window.ask(command("promote", 6));
    window.ask(command("promote", 6));
    assert_eq!(ranks(&window.look(&table)), [1, 0, 2]);
    assert_eq!(window.refused(command("remove", 2)), "not_allowed", "the game goes through it");
    assert_eq!(window.refused(command("remove", 0)), "not_allowed");
    window.ask(command("remove", 5));
    assert_eq!(moves(&window.look(&table)), ["32-28", "19-23", "28x19", "14x23", "33-29"]);
    for gone in [5, 6] {
        assert_eq!(window.refused(command("promote", gone)), "unknown_node");
        assert_eq!(window.refused(command("goto", gone)), "unknown_node");
        assert_eq!(window.refused(command("board", gone)), "unknown_node");
    }
    for edits in (0..4).rev() {
        window.ask(json!({ "do": "undo_edit", "table": table }));
        assert_eq!(window.look(&table)["edits"], json!(edits));
    }
    assert_eq!(ranks(&window.look(&table)), [0, 1, 2]);
    assert_eq!(moves(&window.look(&table)).len(), 7);
}

#[test]
fn the_main_line_of_a_running_game_is_that_of_the_game() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let clock = json!({ "base_ms": 60_000, "increment_ms": 0 });
    let table = window.create(json!({ "game": "connect4", "clock": clock }));
    window.ask(json!({ "do": "add", "table": table, "node": 0, "move": "1" }));
    let view = window.look(&table);
    assert_eq!((&view["current"], &view["redo"]), (&json!(0), &json!(false)), "it was not played");
    assert_eq!(window.refused(json!({ "do": "redo", "table": table })), "nothing_to_redo");
    for mv in ["4", "4", "3"] {
        window.ask(json!({ "do": "move", "table": table, "move": mv }));
    }
    window.ask(json!({ "do": "add", "table": table, "node": 3, "move": "2" }));
    assert_eq!(window.refused(json!({ "do": "promote", "table": table, "node": 1 })), "not_allowed");
    let view = window.look(&table);
    assert_eq!((&view["clock"]["running"], &view["current"]), (&json!(2), &json!(4)));
    // A move that was taken back is a variation of the one that is played instead.
    window.ask(json!({ "do": "undo", "table": table }));
    window.ask(json!({ "do": "move", "table": table, "move": "7" }));
    let view = window.look(&table);
    assert_eq!(view["edits"], json!(0), "changes before a move stay");
    let saved = window.ask(json!({ "do": "save", "table": table, "format": "text" }));
    let text = saved["text"].as_str().expect("a text");
    assert!(text.contains("1. 4 (1. 1) 1... 4 2. 7 (2. 3) (2. 2) *"), "{text}");
}

#[test]
fn a_clock_still_waits_for_the_first_move_of_the_game() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let clock = json!({ "base_ms": 60_000, "increment_ms": 0 });
    let table = window.create(json!({ "game": "connect4", "clock": clock }));
    window.ask(json!({ "do": "add", "table": table, "node": 0, "move": "1" }));
    assert_eq!(window.look(&table)["clock"]["running"], json!(0));
    window.ask(json!({ "do": "move", "table": table, "move": "4" }));
    assert_eq!(window.look(&table)["clock"]["running"], json!(2));
}

#[test]
fn another_line_that_is_looked_at_in_a_game_takes_its_rating_and_a_comment_does_not() {
    let board = tables(None);
    let mut window = Window::host(&board);
    let seats = json!([{ "kind": "person" }, { "kind": "program", "level": 0 }]);
    let table = window.create(json!({ "game": "connect4", "seats": seats }));
    window.ask(json!({ "do": "comment", "table": table, "node": 0, "text": "here we go" }));
    assert_eq!(window.look(&table)["rated"], json!(true));
    window.ask(json!({ "do": "add", "table": table, "node": 0, "move": "1" }));
    assert_eq!(window.look(&table)["rated"], json!(false));
}

#[test]
fn two_windows_see_each_change_and_take_back_each_others() {
    let board = tables(None);
    let (mut one, mut other) = (Window::host(&board), Window::host(&board));
    let table = loaded(&mut one, GAME);
    other.look(&table);
    one.ask(json!({ "do": "comment", "table": table, "node": 2, "text": "why?" }));
    let push = other.push(|push| push["event"]["type"] == json!("noted"));
    assert_eq!(push["event"], json!({ "type": "noted", "node": 2, "comments": ["why?"] }));
    assert_eq!(push["table"]["nodes"][1]["comments"], json!(["why?"]));
    other.ask(json!({ "do": "undo_edit", "table": table }));
    let push = one.push(|push| push["event"]["type"] == json!("unedited"));
    assert_eq!(push["table"]["nodes"][1].get("comments"), None);
}

#[test]
fn those_who_have_a_seat_change_the_tree_when_the_game_is_over_and_spectators_never() {
    let board = tables(None);
    let mut host = Window::host(&board);
    let table = host.create(json!({ "game": "connect4" }));
    let mut token = |seat: usize| {
        let invited = host.ask(json!({ "do": "invite", "table": table, "seat": seat }));
        invited["token"].as_str().expect("a token").to_string()
    };
    let tokens = [token(2), token(0)];
    let [mut seat, mut spectator] = tokens.map(|token| Window::with_token(&board, &token));
    let comment = json!({ "do": "comment", "table": table, "node": 0, "text": "a" });
    assert_eq!(seat.refused(comment.clone()), "not_allowed");
    host.ask(json!({ "do": "resign", "table": table }));
    seat.ask(comment.clone());
    seat.ask(json!({ "do": "add", "table": table, "node": 0, "move": "4" }));
    for command in [
        comment,
        json!({ "do": "add", "table": table, "node": 0, "move": "3" }),
        json!({ "do": "mark", "table": table, "node": 1, "mark": "!" }),
        json!({ "do": "promote", "table": table, "node": 1 }),
        json!({ "do": "remove", "table": table, "node": 1 }),
        json!({ "do": "undo_edit", "table": table }),
    ] {
        assert_eq!(spectator.refused(command), "not_allowed");
    }
}

#[test]
fn events_that_do_not_fit_the_tree_are_damage_and_change_nothing() {
    let folder = Folder::new("table-tree-damage");
    let data = Some(folder.as_path().to_path_buf());
    let board = tables(data.clone());
    let mut window = Window::host(&board);
    let table = loaded(&mut window, GAME);
    board.close();
    let record = format!("tables/{table}.jsonl");
    let text = folder.read(&record);
    let n = text.lines().count() + 1;
    for (event, why) in [
        (json!({ "type": "removed", "node": 0 }), "node 0 is the start"),
        (json!({ "type": "removed", "node": 3 }), "the game goes through node 3"),
        (json!({ "type": "removed", "node": 8 }), "there is no node 8"),
        (json!({ "type": "placed", "node": 0, "rank": 0 }), "node 0 is the start"),
        (json!({ "type": "noted", "node": 8 }), "there is no node 8"),
        (
            json!({ "type": "noted", "node": 1, "marks": ["?!?"] }),
            "unknown mark '?!?'; expected one of ??, ?,",
        ),
        (json!({ "type": "unedited" }), "no change of the tree can be taken back"),
        (
            json!({ "type": "added", "node": 9, "parent": 1, "move": "a", "player": 2, "next": 1 }),
            "move a of player 2 as node 9 after 1 does not fit",
        ),
        (
            json!({ "type": "added", "node": 8, "parent": 1, "move": "a", "player": 1, "next": 1 }),
            "move a of player 1 as node 8 after 1 does not fit",
        ),
        (
            json!({ "type": "imported", "notes": [{ "node": 1, "comments": ["x"] }, { "node": 8 }] }),
            "there is no node 8",
        ),
    ] {
        let mut event = event;
        (event["n"], event["at"]) = (json!(n), json!(1));
        folder.file(&record, &format!("{text}{event}\n"));
        let board = tables(data.clone());
        let mut window = Window::host(&board);
        let listed = window.ask(json!({ "do": "tables" }))["tables"][0].clone();
        let told = listed["damaged"].as_str().unwrap_or_else(|| panic!("{event}: {listed}"));
        assert!(told.contains(why), "{told}: {why}");
        let view = window.look(&table);
        assert_eq!(moves(&view).len(), 7);
        assert_eq!(node(&view, "32-28")["comments"], json!(["good"]), "{event}");
        board.close();
    }
}

#[test]
fn a_record_of_an_earlier_version_has_its_moves_taken_back_as_variations() {
    let folder = Folder::new("table-tree-old");
    let table = "0123456789abcdef0123456789abcdef";
    let events = [
        json!({ "type": "created", "game": "connect4", "options": [], "title": "Connect Four", "base": null,
            "seats": [{ "kind": "person" }, { "kind": "person" }], "clock": null, "think_ms": 1000, "next": 1 }),
        json!({ "type": "moved", "node": 1, "parent": 0, "move": "4", "player": 1, "ms": 5, "next": 2 }),
        json!({ "type": "moved", "node": 2, "parent": 1, "move": "4", "player": 2, "ms": 5, "next": 1 }),
        json!({ "type": "undone", "node": 1 }),
        json!({ "type": "moved", "node": 3, "parent": 1, "move": "3", "player": 2, "ms": 5, "next": 1 }),
    ];
    let line = |(n, mut event): (usize, Value)| {
        (event["n"], event["at"]) = (json!(n), json!(1_700_000_000_000_u64));
        format!("{event}\n")
    };
    std::fs::create_dir(folder.as_path().join("tables")).expect("a folder");
    folder.file(&format!("tables/{table}.jsonl"), &(1..).zip(events).map(line).collect::<String>());
    let board = tables(Some(folder.as_path().to_path_buf()));
    let mut window = Window::host(&board);
    let saved = window.ask(json!({ "do": "save", "table": table, "format": "text" }));
    assert!(saved["text"].as_str().is_some_and(|text| text.contains("1. 4 3 (1... 4) *")), "{saved}");
}

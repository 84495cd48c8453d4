//! Tables on one thread, as a browser runs them: whoever has the driver answers their searches.

use std::collections::HashMap;
use std::time::Duration;

use quadriga::table::Change;
use serde_json::{Value, json};

use crate::common::driven::Board;

#[test]
fn the_program_answers_moves_and_gives_hints_in_every_family() {
    let mut board = Board::new();
    for game in ["connect4", "gomoku", "draughts", "chinesecheckers"] {
        let id = board.create(game);
        for moves in [2, 4] {
            let hint = board.ask(json!({ "do": "hint", "table": id, "level": 1 }));
            let mv = hint["ok"]["move"].as_str().expect("a move").to_string();
            board.ask(json!({ "do": "move", "table": id, "move": mv }));
            assert_eq!(board.table["nodes"].as_array().map(Vec::len), Some(moves), "{game}: {}", board.table);
        }
        board.ask(json!({ "do": "leave", "table": id }));
    }
}

#[test]
fn a_report_covers_the_whole_game() {
    let mut board = Board::new();
    let id = board.create("connect4");
    board.ask(json!({ "do": "move", "table": id, "move": "4" }));
    board.asked += 1;
    let report = json!({ "ref": board.asked, "do": "report", "table": id, "nodes": 100 });
    board.client.receive(&report.to_string());
    let told = board.settle();
    assert_eq!(told.iter().filter(|message| message["push"] == json!("report")).count(), 3);
    assert!(told.iter().any(|message| message["ref"] == json!(board.asked) && message.get("ok").is_some()));
}

#[test]
fn the_driver_says_when_a_flag_will_fall() {
    let mut board = Board::new();
    let base = Duration::from_secs(60);
    for clock in [Value::Null, json!({ "base_ms": 60_000, "increment_ms": 0 })] {
        let is_timed = !clock.is_null();
        let made = board.ask(json!({ "do": "create", "game": "connect4", "options": {}, "clock": clock }));
        board.ask(json!({ "do": "move", "table": made["ok"]["table"], "move": "4" }));
        assert_eq!(board.driver.step().is_some_and(|patience| patience <= base), is_timed);
    }
}

#[test]
fn a_table_makes_another_one_and_leaves_memory_when_it_is_deleted() {
    let mut board = Board::new();
    let id = board.create("connect4");
    board.ask(json!({ "do": "resign", "table": id, "seat": 1 }));
    let again = board.ask(json!({ "do": "rematch", "table": id, "swap": true }))["ok"]["table"].clone();
    board.ask(json!({ "do": "join", "table": again }));
    assert_eq!(board.table["nodes"].as_array().map(Vec::len), Some(1), "the program has begun");
    for table in [json!(id), again] {
        assert!(board.ask(json!({ "do": "delete", "table": table })).get("ok").is_some());
        assert_eq!(
            board.ask(json!({ "do": "join", "table": table }))["refused"]["code"],
            json!("unknown_table")
        );
    }
    assert_eq!(board.driver.step(), None);
}

#[test]
fn files_are_read_and_what_needs_a_server_is_refused() {
    let mut board = Board::new();
    assert_eq!(board.hello["missing"], json!(["invite", "revoke", "listen", "page", "puzzles_of"]));
    let loaded =
        board.ask(json!({ "do": "load", "name": "game.pdn", "text": "[GameType \"20\"]\n1. 32-28 *" }));
    let id = loaded["ok"]["tables"][0].as_str().unwrap_or_else(|| panic!("{loaded}")).to_string();
    for command in [
        json!({ "do": "invite", "table": id, "seat": 1 }),
        json!({ "do": "revoke", "table": id }),
        json!({ "do": "page", "table": id, "nodes": 100 }),
        json!({ "do": "puzzles_of", "table": id, "nodes": 100 }),
    ] {
        assert_eq!(board.ask(command)["refused"]["code"], json!("not_allowed"));
    }
}

#[test]
fn a_table_whose_record_was_kept_is_brought_back() {
    let mut board = Board::new();
    let [id, deleted] = ["connect4", "draughts"].map(|game| board.create(game));
    board.ask(json!({ "do": "move", "table": id, "move": "4" }));
    let before = board.table.clone();
    board.ask(json!({ "do": "delete", "table": deleted }));
    let mut records: HashMap<String, String> = HashMap::new();
    for change in board.driver.changes() {
        match change {
            Change::Added(table, events) => {
                let lines = events.iter().map(|event| serde_json::to_string(event).expect("JSON") + "\n");
                records.entry(table).or_default().extend(lines);
            }
            Change::Removed(table) => drop(records.remove(&table)),
            Change::Rated(_) | Change::SetAside(_) => panic!("no game has ended"),
        }
    }
    assert_eq!(records.keys().collect::<Vec<_>>(), [&id]);

    let mut again = Board::new();
    again.driver.restore(&id, &records[&id]).expect("a record");
    assert!(again.driver.restore(&deleted, "nonsense").is_err());
    assert_eq!(again.ask(json!({ "do": "tables" }))["ok"]["tables"][0]["id"], json!(id));
    again.ask(json!({ "do": "join", "table": id }));
    assert_eq!(again.table["nodes"], before["nodes"]);
    assert_eq!(again.driver.changes().count(), 0, "to look at it changes nothing");
    again.ask(json!({ "do": "resign", "table": id, "seat": 1 }));
    let [Change::Added(table, events), Change::Rated(_)] = &again.driver.changes().collect::<Vec<_>>()[..]
    else {
        panic!("the end of the game and its result")
    };
    assert_eq!((table, events[0].n), (&id, before["n"].as_u64().expect("a number") + 1));
}

#[test]
fn results_for_the_rating_are_kept_elsewhere_and_brought_back() {
    let mut board = Board::new();
    for _ in 0..2 {
        let id = board.create("connect4");
        board.ask(json!({ "do": "resign", "table": id, "seat": 1 }));
    }
    let rating = |board: &mut Board| board.ask(json!({ "do": "rating", "game": "connect4" }))["ok"].clone();
    let before = rating(&mut board);
    assert_eq!(before["games"], json!(2));
    let line = |change| match change {
        Change::Rated(game) => Some(serde_json::to_string(&game).expect("JSON")),
        Change::Added(..) | Change::Removed(_) | Change::SetAside(_) => None,
    };
    let lines: Vec<String> = board.driver.changes().filter_map(line).collect();
    assert_eq!(lines.len(), 2);

    let mut again = Board::new();
    again.driver.restore_ratings(&lines.join("\n"));
    assert_eq!(rating(&mut again), before);
    assert_eq!(again.driver.changes().count(), 0);

    // What is no result is named to whoever keeps it, and to the host when that asks.
    let mut wrong = Board::new();
    let newer = lines[1].replace("\"v\":1", "\"v\":2");
    wrong.driver.restore_ratings(&format!("{}\nnonsense\n{newer}", lines[0]));
    let changes: Vec<Change> = wrong.driver.changes().collect();
    assert_eq!(changes, [Change::SetAside(vec!["nonsense".to_string(), newer])]);
    wrong.client.receive(&json!({ "ref": 50, "do": "rating", "game": "connect4" }).to_string());
    let told = wrong.settle();
    let notice = told.iter().find(|message| message["push"] == json!("notice")).expect("a notice");
    assert!(notice["text"].as_str().is_some_and(|text| text.contains("set aside")), "{notice}");
    assert_eq!(
        told.iter().find(|message| message["ref"] == json!(50)).expect("an answer")["ok"]["games"],
        json!(1)
    );
}

#[test]
fn a_program_of_ones_own_strength_is_asked_by_its_rating() {
    let mut board = Board::new();
    let won = |table: usize| {
        let results = json!([{ "rating": 4000, "points": 1 }]);
        json!({ "v": 1, "at": 1, "table": format!("{table}"), "game": "connect4", "options": [], "results": results })
    };
    let all_won: Vec<String> = (0..20).map(|table| won(table).to_string()).collect();
    for (lines, asked) in [(String::new(), json!(900)), (all_won.join("\n"), Value::Null)] {
        board.driver.restore_ratings(&lines);
        let own = json!([{ "kind": "program", "level": 0, "elo": 0 }, { "kind": "person" }]);
        let create = json!({ "ref": 70, "do": "create", "game": "connect4", "seats": own });
        board.client.receive(&create.to_string());
        let _ = board.driver.step();
        let query = board.driver.queries().next().expect("a query");
        let query: Value = serde_json::from_str(&query).expect("JSON");
        assert_eq!((&query["elo"], &query["level"]), (&asked, &Value::Null), "{query}");
        assert_eq!(query["seed"].is_number(), !asked.is_null(), "full strength has no chances: {query}");
    }
}

#[test]
fn a_search_that_breaks_down_pauses_the_game() {
    let mut board = Board::new();
    let id = board.create("connect4");
    let message = json!({ "ref": 99, "do": "move", "table": id, "move": "4" });
    board.client.receive(&message.to_string());
    let _ = board.driver.step();
    let query: Value = serde_json::from_str(&board.driver.queries().next().expect("a query")).expect("JSON");
    board.driver.answer(&json!({ "id": query["id"], "error": "it failed" }).to_string());
    board.settle();
    assert_eq!(board.table["phase"], json!("paused"));
}

//! The moment that a program below full strength takes before it answers, where the host wants it so.

use std::time::Duration;

use serde_json::{Value, json};

use crate::common::driven::Board;

fn program(level: u8) -> Value {
    json!({ "kind": "program", "level": level })
}

/// A board whose programs take a moment.
fn unhurried() -> Board {
    let mut board = Board::new();
    board.ask(json!({ "do": "answer_time", "unhurried": true }));
    board
}

fn moves(board: &Board) -> usize {
    board.table["nodes"].as_array().expect("nodes").len()
}

/// A table at which the person has just made the first move; its id.
fn moved(board: &mut Board) -> String {
    let table = board.create("connect4");
    board.ask(json!({ "do": "move", "table": table, "move": "4" }));
    table
}

/// How long a move is held back, where one is.
fn held(board: &mut Board) -> Option<Duration> {
    board.driver.step().filter(|patience| *patience <= Duration::from_secs(1))
}

#[test]
fn an_answer_waits_and_the_wait_is_thinking_time_of_the_program() {
    let mut board = unhurried();
    moved(&mut board);
    while let Some(wait) = held(&mut board) {
        std::thread::sleep(wait);
        board.settle();
    }
    assert_eq!(moves(&board), 2);
    assert!(board.table["nodes"][1]["ms"].as_u64() >= Some(400), "{}", board.table);
}

#[test]
fn full_strength_and_games_without_a_person_go_on_at_once() {
    let mut board = unhurried();
    let table = board.create_for("connect4-5x4", json!([{ "kind": "person" }, program(20)]));
    board.ask(json!({ "do": "move", "table": table, "move": "3" }));
    assert_eq!(moves(&board), 2);
    board.create_for("connect4-5x4", json!([program(0), program(1)]));
    assert_eq!(board.table["phase"], json!("over"));
}

#[test]
fn answers_come_at_once_unless_the_host_wants_it_otherwise_and_when_it_does_no_longer() {
    let mut board = Board::new();
    moved(&mut board);
    assert_eq!(moves(&board), 2);
    board.ask(json!({ "do": "answer_time", "unhurried": true }));
    board.ask(json!({ "do": "answer_time", "unhurried": false }));
    moved(&mut board);
    assert_eq!(moves(&board), 2);
}

#[test]
fn a_move_that_is_held_back_is_made_when_it_is_asked_for() {
    let mut board = unhurried();
    let table = moved(&mut board);
    // Refused if this machine is so slow that the move was made meanwhile.
    board.ask(json!({ "do": "move_now", "table": table }));
    assert_eq!(moves(&board), 2);
}

#[test]
fn no_command_waits_for_a_move_that_is_held_back_and_it_is_never_made_afterwards() {
    type Check = fn(&Value) -> bool;
    let commands: [(Value, Check); 4] = [
        (json!({ "do": "undo" }), |table| table["current"] == json!(0)),
        (json!({ "do": "resign", "seat": 1 }), |table| table["outcome"] == json!("p2win")),
        (json!({ "do": "pause" }), |table| table["phase"] == json!("paused")),
        (json!({ "do": "delete" }), |_| true),
    ];
    for (mut command, is_done) in commands {
        let mut board = unhurried();
        command["table"] = json!(moved(&mut board));
        assert!(board.ask(command.clone()).get("ok").is_some(), "{command}");
        let made = moves(&board);
        assert!(is_done(&board.table), "{command}: {}", board.table);
        assert_eq!(held(&mut board), None, "{command}");
        assert_eq!(moves(&board), made);
    }
}

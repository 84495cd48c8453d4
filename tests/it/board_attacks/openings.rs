//! Steps of openings by clients that send anything at all, or for others: each is answered, and nothing is taken.

use super::running::Board;
use serde_json::{Value, json};

/// A table of renju by Soosyrv-8 at which the fourth stone is put; the guest of seat 2 has it to name the number.
fn table(board: &Board) -> (impl FnMut(Value) -> Value, String) {
    let mut host = board.guest();
    let mut ask = move |mut command: Value| {
        command["ref"] = json!(2);
        host.ask(&command.to_string())
    };
    let made = ask(json!({"do": "create", "game": "renju", "opening": "soosyrv8"}));
    let table = made["ok"]["table"].as_str().expect("a table").to_string();
    let done = ask(json!({"do": "step", "table": table, "step": "h8 h9 i9"}));
    assert!(done.get("ok").is_some(), "{done}");
    (ask, table)
}

fn moves(ask: &mut impl FnMut(Value) -> Value, table: &str) -> String {
    ask(json!({"do": "save", "table": table, "format": "text"}))["ok"]["text"].to_string()
}

#[test]
fn steps_of_the_wrong_kind_are_refused() {
    let board = Board::start();
    let (mut ask, table) = table(&board);
    let before = moves(&mut ask, &table);
    for step in [json!(null), json!(3), json!(["swap"]), json!({"swap": true}), json!(true)] {
        let answer = ask(json!({"do": "step", "table": table, "step": step}));
        assert_eq!(answer["refused"]["code"], json!("syntax"), "{answer}");
    }
    let long = "h8 ".repeat(5000);
    let cells = "a1 ".repeat(300);
    for step in [
        "\u{0}",
        "swap\u{7}",
        "99999999999999999999999",
        "-1",
        "é8",
        "h",
        "h16",
        "p1",
        "7,",
        "15,15",
        "h8",
        "add",
        "offer",
        "3",
        "stay stay",
        "\u{202e}swap",
        &long,
        &cells,
    ] {
        let answer = ask(json!({"do": "step", "table": table, "step": step}));
        let text = answer["refused"]["text"].as_str().unwrap_or_else(|| panic!("{step:?}: {answer}"));
        assert!(text.chars().count() < 500 && !text.contains(char::is_control), "{text:?}");
    }
    // Nothing is half taken: the second of these is for the other one.
    let answer = ask(json!({"do": "step", "table": table, "step": "swap a1"}));
    assert_eq!(answer["refused"]["code"], json!("not_your_turn"), "{answer}");
    assert_eq!(moves(&mut ask, &table), before);
    for opening in [json!(1), json!(""), json!("swap3"), json!(["swap"]), json!("../swap")] {
        let answer = ask(json!({"do": "create", "game": "renju", "opening": opening}));
        assert!(answer.get("refused").is_some(), "{answer}");
    }
}

#[test]
fn spectators_and_the_other_seat_decide_nothing() {
    let board = Board::start();
    let (mut ask, table) = table(&board);
    let before = moves(&mut ask, &table);
    let mut token = |seat: usize| {
        let made = ask(json!({"do": "invite", "table": table, "seat": seat}));
        made["ok"]["token"].as_str().expect("a token").to_string()
    };
    // White is to choose. Black's guest and a spectator are not.
    let (other, spectator) = (token(1), token(0));
    for token in [other, spectator] {
        let mut guest = board.stranger();
        assert!(guest.hello(&token));
        for step in ["swap", "stay", "a1", "swap a1", "stay a1 3"] {
            for command in [
                json!({"ref": 3, "do": "step", "table": table, "step": step}),
                json!({"ref": 3, "do": "move", "table": table, "move": step}),
                json!({"ref": 3, "do": "play_for_me", "table": table}),
            ] {
                let answer = guest.ask(&command.to_string());
                assert!(answer.get("refused").is_some(), "{command}: {answer}");
            }
        }
    }
    assert_eq!(moves(&mut ask, &table), before);
}

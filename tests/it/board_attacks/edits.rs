//! Changes of variations and comments by clients that send anything at all: each is answered, and the table stays in step.

use super::running::Board;
use quadriga::records::MAX_DEPTH;
use serde_json::{Value, json};

/// A table of Connect Four with two moves, at which a window of the host sits.
fn table(board: &Board) -> (impl FnMut(Value) -> Value, String) {
    let mut host = board.guest();
    let mut ask = move |mut command: Value| {
        command["ref"] = json!(2);
        host.ask(&command.to_string())
    };
    let made = ask(json!({"do": "create", "game": "connect4", "moves": ["4", "4"]}));
    let table = made["ok"]["table"].as_str().expect("a table").to_string();
    (ask, table)
}

fn nodes(ask: &mut impl FnMut(Value) -> Value, table: &str) -> String {
    ask(json!({"do": "save", "table": table, "format": "text"}))["ok"]["text"].to_string()
}

#[test]
fn fields_of_the_wrong_kind_and_nodes_that_do_not_exist_are_refused() {
    let board = Board::start();
    let (mut ask, table) = table(&board);
    let before = nodes(&mut ask, &table);
    let odd = [json!(null), json!("1"), json!(-1), json!(1.5), json!([1]), json!({"node": 1}), json!(true)];
    for (what, rest) in [
        ("add", json!({"move": "3"})),
        ("comment", json!({"text": "a"})),
        ("mark", json!({"mark": "!"})),
        ("promote", json!({})),
        ("remove", json!({})),
    ] {
        let mut command = rest;
        (command["do"], command["table"]) = (json!(what), json!(table));
        for node in &odd {
            command["node"] = node.clone();
            let answer = ask(command.clone());
            assert_eq!(answer["refused"]["code"], json!("syntax"), "{command}: {answer}");
        }
        for node in [3_u64, 20_001, 1 << 53, u64::MAX] {
            command["node"] = json!(node);
            let answer = ask(command.clone());
            assert_eq!(answer["refused"]["code"], json!("unknown_node"), "{command}: {answer}");
        }
    }
    for command in [
        json!({"do": "add", "node": 1}),
        json!({"do": "add", "node": 1, "move": 4}),
        json!({"do": "add", "move": "4"}),
        json!({"do": "comment", "node": 1}),
        json!({"do": "comment", "node": 1, "text": ["a"]}),
        json!({"do": "comment", "node": 1, "text": "a", "before": "yes"}),
        json!({"do": "mark", "node": 1}),
        json!({"do": "mark", "node": 1, "mark": 1}),
    ] {
        let mut command = command;
        command["table"] = json!(table);
        let answer = ask(command.clone());
        assert_eq!(answer["refused"]["code"], json!("syntax"), "{command}: {answer}");
    }
    let answer = ask(json!({"do": "undo_edit", "table": table}));
    assert_eq!(answer["refused"]["code"], json!("nothing_to_undo"));
    assert_eq!(nodes(&mut ask, &table), before);
}

#[test]
fn moves_marks_and_comments_that_are_huge_or_strange_are_refused_in_one_line() {
    let board = Board::start();
    let (mut ask, table) = table(&board);
    let before = nodes(&mut ask, &table);
    let long = "4".repeat(40_000);
    for mv in ["", "9", "4 4", "../secret", "4\n5", "P@d9", "\u{0}", long.as_str()] {
        let answer = ask(json!({"do": "add", "table": table, "node": 1, "move": mv}));
        assert_eq!(answer["refused"]["code"], json!("illegal"), "{mv:.20}: {answer}");
    }
    for mark in ["!!!", "x", "1", " !", "\u{0}", long.as_str()] {
        let answer = ask(json!({"do": "mark", "table": table, "node": 1, "mark": mark}));
        let text = answer["refused"]["text"].as_str().unwrap_or_else(|| panic!("{mark:.20}: {answer}"));
        assert!(text.starts_with("unknown mark '") && text.len() < 120 && !text.contains('\n'), "{text}");
    }
    let text = "x".repeat(4001);
    let answer = ask(json!({"do": "comment", "table": table, "node": 1, "text": text}));
    let text = answer["refused"]["text"].as_str().expect("a text");
    assert!(text.starts_with("a comment has at most 4000 characters, not 4001: 'xxx"), "{text}");
    assert_eq!(nodes(&mut ask, &table), before);
    // What acts on a terminal, or ends a comment of a file, stays inside of it.
    let text = "}\u{1b}[31m *\n[White \"evil\"]\n\u{0}1. 4 (";
    let answer = ask(json!({"do": "comment", "table": table, "node": 1, "text": text}));
    assert_eq!(answer["ok"], json!({}));
    let saved = nodes(&mut ask, &table);
    assert!(
        saved.contains(r#"{[%rb][31m * [%nl] [White \"evil\"] [%nl] 1. 4 (}"#) && !saved.contains("u001b"),
        "{saved}"
    );
}

#[test]
fn a_tree_has_a_largest_depth() {
    let board = Board::start();
    let (mut ask, _) = table(&board);
    // By this pattern of colours nobody ever has five in a row.
    let cells = (0..22 * 22).map(|n| (n % 22, n / 22));
    let (black, white): (Vec<_>, Vec<_>) = cells.partition(|(x, y)| (x + 2 * y) % 4 < 2);
    let name = |(x, y)| [x, y].map(|at| char::from(b'a' + at as u8)).iter().collect::<String>();
    let path: Vec<String> = black.into_iter().zip(white).flat_map(|(b, w)| [name(b), name(w)]).collect();
    let free = path.last().expect("a cell");
    // Each variation departs from the move that would continue the line before it.
    let nested = path[..MAX_DEPTH].iter().enumerate().rev().fold(String::new(), |inner, (ply, cell)| {
        let colour = if ply % 2 == 0 { 'B' } else { 'W' };
        format!("(;{colour}[{free}])(;{colour}[{cell}]{inner})")
    });
    let file = format!("(;GM[4]SZ[22]RU[freestyle]{nested})");
    let loaded = ask(json!({"do": "load", "name": "deep.sgf", "text": file}));
    let table = loaded["ok"]["tables"][0].clone();
    assert_eq!(loaded["ok"]["notes"], json!([]), "{loaded}");
    // The first node is the main line; then there are two for each depth, and one at the last.
    let deepest = 2 * MAX_DEPTH;
    let mut add = |cell: &str| {
        let mv = cell.as_bytes().iter().map(|byte| (byte - b'a').to_string()).collect::<Vec<_>>().join(",");
        ask(json!({"do": "add", "table": table, "node": deepest, "move": mv}))
    };
    assert_eq!(add(free)["ok"]["node"], json!(deepest + 1));
    let refused = add(&path[MAX_DEPTH])["refused"].clone();
    assert_eq!(
        (&refused["code"], &refused["text"]),
        (&json!("busy"), &json!(format!("variations are at most {MAX_DEPTH} deep")))
    );
    let saved = ask(json!({"do": "save", "table": table, "format": "text"}));
    assert_eq!(saved["ok"].get("notes"), None);
}

#[test]
fn two_windows_that_change_a_tree_at_the_same_time_end_with_the_same_one() {
    let board = Board::start();
    let (mut ask, table) = table(&board);
    let threads = [0, 1].map(|number| {
        let mut guest = board.guest();
        let table = table.clone();
        std::thread::spawn(move || {
            for round in 0..40_usize {
                let node = (round * 7 + number) % 6;
                let command = match round % 4 {
                    0 => json!({"do": "add", "node": node, "move": ((round + number) % 7 + 1).to_string()}),
                    1 => json!({"do": "comment", "node": node, "text": format!("{number} {round}")}),
                    2 => json!({"do": "remove", "node": node}),
                    _ => json!({"do": "undo_edit"}),
                };
                let mut command = command;
                (command["ref"], command["table"]) = (json!(5), json!(table));
                let answer = guest.ask(&command.to_string());
                assert!(answer.get("ok").is_some() || answer.get("refused").is_some(), "{answer}");
            }
            guest.ask(&json!({"ref": 6, "do": "save", "table": table, "format": "text"}).to_string())
        })
    });
    for thread in threads {
        thread.join().expect("every command has its answer");
    }
    let saved = nodes(&mut ask, &table);
    let text: String = serde_json::from_str(&saved).expect("a text");
    let loaded = ask(json!({"do": "load", "name": "a.txt", "text": text}));
    let again = loaded["ok"]["tables"][0].as_str().unwrap_or_else(|| panic!("{loaded}")).to_string();
    let moves = |text: &str| text.split_once("\\n\\n").map(|(_, moves)| moves.to_string());
    assert_eq!(moves(&nodes(&mut ask, &again)), moves(&saved));
}

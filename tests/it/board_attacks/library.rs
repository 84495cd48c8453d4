//! The library: what is searched for, files in parts, and what a file says about itself.

use serde_json::{Value, json};

use super::running::{Board, Socket, wide};
use crate::common::folder::Folder;
use quadriga::table::Setup;

fn ask(socket: &mut Socket, mut command: Value) -> Value {
    command["ref"] = json!(9);
    socket.ask(&command.to_string())
}

#[test]
fn nothing_that_is_searched_for_is_a_pattern_a_path_or_too_much() {
    let folder = Folder::new("board-library");
    let secret = folder.file("secret.jsonl", "nobody-may-read-this");
    let setup = Setup { data: Some(folder.as_path().join("data")), ..Setup::default() };
    let board = Board::with(wide(), setup);
    let mut host = board.guest();
    let text = "(;GM[4]SZ[15]PB[a.*b]PW[林]EV[(((((a+)+)+)+)+]RE[B+R];B[hh])";
    let loaded = ask(&mut host, json!({"do": "load", "name": "a.sgf", "text": text}));
    assert_eq!(loaded["ok"]["tables"].as_array().map(Vec::len), Some(1), "{loaded}");
    let found = |answer: &Value| answer["ok"]["total"].as_u64();
    for (query, expected) in [
        (json!({"player": ".*"}), Some(1)),
        (json!({"player": "a*b"}), Some(0)),
        (json!({"player": "["}), Some(0)),
        (json!({"text": "(((((a+)+)+)+)+"}), Some(1)),
        (json!({"text": "\u{0}"}), Some(0)),
        (json!({"player": "\u{202e}"}), Some(0)),
        (json!({"player": "x".repeat(60_000)}), None),
        (json!({"text": "林".repeat(20_000)}), None),
        (json!({"since": "9".repeat(60_000)}), None),
        (json!({"fen": "W".repeat(60_000), "game": "draughts"}), None),
        (json!({"fen": secret, "game": "draughts"}), None),
        (json!({"fen": "W:W50:B1", "game": secret}), None),
        (json!({"fen": "W:W50:B1", "game": "draughts", "options": {"Hash": 1_000_000}}), None),
        (json!({"fen": "W:W50:B1", "game": "draughts", "options": {"BookFile": secret}}), None),
        (json!({"family": secret}), Some(0)),
        (json!({"from": -1}), None),
        (json!({"from": 0.5}), None),
        (json!({"from": u64::MAX}), Some(1)),
        (json!({"count": 0}), None),
        (json!({"count": -50}), None),
        (json!({"count": u64::MAX}), None),
        (json!({"count": "all"}), None),
        (json!({"order": "id; drop table games"}), None),
        (json!({"kind": {"played": true}}), None),
        (json!({"result": "p1win' or '1'='1"}), None),
        (json!({"result": "p99999999999999999999win"}), None),
    ] {
        let mut command = query.clone();
        command["do"] = json!("tables");
        let answer = ask(&mut host, command);
        let quoted: String = query.to_string().chars().take(80).collect();
        assert_eq!(found(&answer), expected, "{quoted}: {answer}");
        assert!(!answer.to_string().contains("nobody-may-read-this"));
        assert!(answer.to_string().len() < 2000, "no echo of a long text: {quoted}");
    }
    assert!(board.is_well());
}

#[test]
fn a_query_longer_than_a_command_ends_the_connection() {
    let board = Board::start();
    let mut host = board.guest();
    host.send(&json!({"ref": 1, "do": "tables", "player": "x".repeat(70_000)}).to_string());
    assert_eq!(host.end().1, 1009);
    assert!(board.is_well());
}

#[test]
fn what_a_file_says_about_itself_is_cut_in_the_list() {
    let board = Board::start();
    let mut host = board.guest();
    let long = "y".repeat(100_000);
    let text = format!("(;GM[4]SZ[15]PB[{long}]EV[{long}]PC[{long}]RO[{long}]DT[{long}]ON[{long}];B[hh])");
    let loaded = ask(&mut host, json!({"do": "load", "name": "a.sgf", "text": text}));
    assert!(loaded.get("ok").is_some(), "{loaded}");
    let listed = ask(&mut host, json!({"do": "tables"})).to_string();
    assert!(listed.contains("yyy") && listed.len() < 2000, "{} bytes", listed.len());
}

#[test]
fn parts_of_files_are_bounded_and_belong_to_their_window() {
    let board = Board::start();
    let (mut host, mut other) = (board.guest(), board.guest());
    let part = |part: Value, length: usize| json!({"do": "load", "name": "a.sgf", "text": "x".repeat(length), "part": part, "more": true});
    for wrong in [json!(1), json!(-1), json!(u64::MAX), json!("0"), json!(0.5)] {
        let answer = ask(&mut host, part(wrong.clone(), 1));
        assert!(answer.get("refused").is_some(), "{wrong}: {answer}");
    }
    assert!(ask(&mut host, part(json!(0), 10)).get("ok").is_some());
    assert!(ask(&mut other, part(json!(1), 10)).get("refused").is_some(), "of another window");
    let mut refused = None;
    for number in 1..60 {
        let answer = ask(&mut host, part(json!(number), 1_000_000));
        if answer.get("refused").is_some() {
            refused = Some((number, answer["refused"]["code"].clone()));
            break;
        }
    }
    assert_eq!(refused, Some((34, json!("bad_record"))), "over twice 16 MiB");
    assert!(ask(&mut host, part(json!(34), 1)).get("refused").is_some(), "all of it is forgotten");
    assert!(board.is_well());
}

#[test]
fn guests_and_spectators_learn_nothing_of_the_library() {
    let board = Board::start();
    let mut host = board.guest();
    let made = ask(&mut host, json!({"do": "create", "game": "connect4"}));
    let table = made["ok"]["table"].clone();
    for seat in [0, 1] {
        let invited = ask(&mut host, json!({"do": "invite", "table": table, "seat": seat}));
        let mut guest = board.stranger();
        assert!(guest.hello(invited["ok"]["token"].as_str().expect("a token")));
        for command in ["tables", "statistics", "stop_load"] {
            let answer = ask(&mut guest, json!({"do": command, "table": table}));
            assert_eq!(answer["refused"]["code"], json!("not_allowed"), "{command}: {answer}");
        }
        let load = json!({"do": "load", "name": "a.sgf", "text": "(;GM[4]SZ[15])", "part": 0, "more": true});
        assert_eq!(ask(&mut guest, load)["refused"]["code"], json!("not_allowed"));
    }
}

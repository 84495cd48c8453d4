//! Opening rules in the terminal and in the JSON analysis.

use std::io::Write;

use serde_json::{Value, json};

use crate::analyze::{converse, text};
use crate::common::client::program;
use crate::common::folder::Folder;

/// The output of `quadriga play` with these flags and lines, and whether it succeeded.
fn play(folder: &Folder, flags: &str, lines: &str) -> (String, bool) {
    let mut command = program();
    command.args(["play", "--plain", "--language", "en", "--data", &folder.path("data")]);
    let mut child = command.args(flags.split_whitespace()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let _ = input.write_all(lines.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("output");
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8(said).expect("text"), output.status.success())
}

#[test]
fn a_renju_game_is_played_by_each_rule_in_the_terminal() {
    for (rule, lines) in [
        ("swap", "h8\nh9\ni9\nswap"),
        ("swap2", "h8 h9 i9\nadd a1 b1\nstay"),
        ("rif", "h8 h9 i9\nstay\na1\ng7 i7\ng7"),
        ("soosyrv8", "h8 h9 i9\nswap\na1 2\nstay g7 i7\ni7"),
        ("taraguchi10", "h8\nstay h10\nstay h9\nstay i9\nk11\noffer a1 b1 c1 d1 e1 f1 g1 h1 i1 j1\nd1"),
    ] {
        let folder = Folder::new(&format!("terminal-{rule}"));
        let flags = format!("--game renju --seat 1=person --seat 2=person --opening {rule}");
        let (said, done) = play(&folder, &flags, &format!("{lines}\no15\nmoves\nquit\n"));
        assert!(done && said.contains("White: o15"), "{rule}: {said}");
        assert!(said.contains("opening: "), "{rule}: {said}");
    }
    let (said, done) = play(&Folder::new("terminal-none"), "--game draughts --opening swap2", "");
    assert!(!done && said.contains("'swap2' is not an opening rule of this game; it has none"), "{said}");
}

fn ask(mut query: Value) -> Value {
    (query["id"], query["action"]) = (json!(1), json!("opening"));
    let mut answers = converse(query.to_string().into_bytes());
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.remove(0)
}

#[test]
fn the_analysis_says_what_an_opening_allows_and_what_the_engine_would_do() {
    let start = ask(json!({ "game": "renju", "rule": "Soosyrv-8" }));
    assert_eq!(
        (text(&start, "stage"), &start["cells"], &start["side"], &start["moves"]),
        ("stone", &json!(["h8"]), &json!(1), &json!([]))
    );
    let count = ask(json!({ "game": "renju", "rule": "soosyrv8", "steps": ["h8", "h9", "i9", "a1"] }));
    assert_eq!(
        (text(&count, "stage"), &count["max_count"], &count["person"]),
        ("count", &json!(8), &json!(2))
    );
    assert_eq!(count["steps"], json!(["h8", "h9", "i9", "stay", "a1"]));
    let better = json!({ "game": "gomoku", "rule": "swap2", "steps": ["h8", "a1", "i8"], "choose": true, "movetime": 200 });
    let chosen = ask(better);
    assert_eq!((&chosen["choice"], &chosen["words"]), (&json!(["swap"]), &json!(["swap", "stay", "add"])));
    let over = ask(
        json!({ "game": "gomoku", "rule": "swap", "steps": ["h8", "a1", "i8", "swap"], "choose": true, "movetime": 200 }),
    );
    assert_eq!((text(&over, "stage"), over.get("choice"), &over["decides"]), ("over", None, &json!(2)));
    for (query, field, part) in [
        (
            json!({ "game": "renju", "rule": "rif", "steps": ["h8", "h11"] }),
            "steps",
            "step 2: 'h11' is too far out",
        ),
        (json!({ "game": "renju", "rule": "rif", "steps": ["x"] }), "steps", "step 1: 'x' is no step"),
        (json!({ "game": "caro", "rule": "rif" }), "rule", "expected swap, swap2"),
        (json!({ "game": "renju", "rule": "rif", "fen": "15/15 x" }), "fen", ""),
    ] {
        let refused = ask(query);
        assert_eq!(text(&refused, "field"), field, "{refused}");
        assert!(text(&refused, "error").contains(part), "{refused}");
    }
}

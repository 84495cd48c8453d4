//! Words from outside that are printed for people do nothing to a terminal: no control character comes through.

use std::fs;
use std::process::Output;

use crate::common::client::program;
use crate::common::folder::Folder;

/// What clears a screen, in both ways of writing it, and rings.
const ESCAPES: &str = "\u{1b}[2J\u{9b}2J\u{7}";

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program runs")
}

/// All that was printed, which has this word and no control character but ends of lines and tabs.
fn expect_plain(output: &Output, word: &str) {
    let text = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8(text).expect("text");
    assert!(text.contains(word), "{text}");
    assert!(text.chars().all(|c| !c.is_control() || c == '\n' || c == '\t'), "{text:?}");
}

#[test]
fn names_in_the_log_of_a_match() {
    let folder = Folder::new("escapes-log");
    let log = folder.path("log.jsonl");
    let played = run(&[
        "match",
        "--game",
        "connect4-4x4",
        "--engine",
        "name=Ann",
        "--engine",
        "name=Bob",
        "--each",
        "nodes=5",
        "--log",
        &log,
    ]);
    assert!(played.status.success());
    let text = fs::read_to_string(&log).expect("a log");
    let name = serde_json::to_string(&format!("Ann{ESCAPES}")).expect("JSON");
    fs::write(&log, text.replace("\"Ann\"", &name)).expect("written");
    expect_plain(&run(&["match", "--from", &log]), "Ann?[2J?2J?");
}

#[cfg(unix)]
#[test]
fn words_of_an_engine_that_is_at_fault() {
    let script = format!(
        "while read -r w _; do case $w in ugi) echo ugiok;; isready) echo readyok;; \
         go) echo 'bestmove zz{ESCAPES}';; esac; done"
    );
    let engine = format!("name=X cmd=sh arg=-c arg=\"{script}\"");
    let output = run(&[
        "match",
        "--game",
        "connect4-4x4",
        "--engine",
        &engine,
        "--engine",
        "name=Bob",
        "--each",
        "nodes=5",
    ]);
    expect_plain(&output, "illegal");
}

#[test]
fn words_of_a_work_file_that_is_refused() {
    let folder = Folder::new("escapes-work");
    let work = folder.path("work.txt");
    fs::write(&work, format!("zz{ESCAPES} 1 2 3\n")).expect("written");
    let book = folder.path("book");
    expect_plain(&run(&["book", "pack", "--game", "connect4-5x4", "--out", &book, &work]), "zz?[2J?2J?");
}

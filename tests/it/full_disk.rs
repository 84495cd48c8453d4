//! An output that takes nothing more is said and is status 1; one that nobody reads any more is no failure. Nor is an input
//! that cannot be read an end of input.

#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};

use crate::common::client::{program, wait};
use crate::common::folder::Folder;

/// The program with standard output on a device that is always full.
fn start(arguments: &[&str]) -> Child {
    let full = OpenOptions::new().write(true).open("/dev/full").expect("the device");
    program().args(arguments).stdout(full).spawn().expect("the program starts")
}

/// One line on standard error that says why, and status 1. The input is still open when the program ends.
fn expect_failure(mut child: Child, what: &[&str]) {
    let status = wait(&mut child);
    let mut errors = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    assert_eq!(status.code(), Some(1), "{what:?}: {errors}");
    let last = errors.lines().last().unwrap_or_default();
    assert!(last.starts_with("error: cannot write ") && last.contains("space"), "{what:?}: {errors}");
    assert_eq!(errors.matches("error: ").count(), 1, "{what:?}: {errors}");
}

/// Sends a line. The program may have ended before.
fn say(child: &mut Child, text: &str) {
    let _ = child.stdin.as_mut().expect("a pipe").write_all(text.as_bytes());
}

#[test]
fn every_command_says_that_its_output_is_full() {
    let folder = Folder::new("full-commands");
    let pdn = folder.file("in.pdn", "[GameType \"20\"]\n1. 32-28 19-23 *\n");
    let (log, work, nothing) = (folder.path("log"), folder.path("work"), folder.path("nothing"));
    let engines = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10"];
    let played = [&["match", "--game", "connect4"][..], &engines].concat();
    let prove = ["book", "prove", "--game", "connect4-4x4", "--plies", "1", "--hash", "1", &work];
    for arguments in [&[&played[..], &["--log", &log]].concat()[..], &prove] {
        assert!(program().args(arguments).output().expect("the program runs").status.success());
    }
    for arguments in [
        &["games"][..],
        &["games", "--json"],
        &["show"],
        &["show", "--to", "svg"],
        &["show", "--to", "png"],
        &["eval"],
        &["perft", "--depth", "2"],
        &["bench", "--game", "frysk"],
        &["solve", "6561757735324411"],
        &["convert", &pdn, "--to", "pdn"],
        &["analyze", &pdn, "--nodes", "50", "--hash", "1"],
        &["analyze", &pdn, "--nodes", "50", "--hash", "1", "--html", "-"],
        &["match", "--from", &log],
        &["match", "--from", &log, "--report", "-"],
        &["match", "--from", &log, "--games-out", "-"],
        &[&played[..], &["--log", "-"]].concat(),
        &played,
        &["book", "show"],
        &["book", "pack", "--game", "connect4-4x4", "--out", &nothing, &work],
        &["book", "pack", "--game", "connect4-4x4", "--out", "-", &work],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["--version"],
    ] {
        expect_failure(start(arguments), arguments);
    }
}

#[test]
fn every_protocol_ends_when_its_output_is_full() {
    let query = r#"{"id":"a","game":"connect4","moves":[4],"depth":2}"#;
    for (arguments, input) in [
        (&["ugi"][..], "ugi"),
        (&["ugi"], "position startpos\ngo depth 2"),
        (&["hub"], "hub"),
        (&["gtp"], "name"),
        (&["gomocup"], "START 15"),
        (&["analyze"], query),
        (&["analyze", "--positions", "2"], &format!("{query}\n").repeat(300)),
        (&["--protocol", "json"], query),
        (&[], query),
        (&[], "uci"),
        (&["solve"], "6561757735324411"),
    ] {
        let mut child = start(arguments);
        say(&mut child, &format!("{input}\n"));
        expect_failure(child, &[arguments, &[input]].concat());
        // Nor is the last line before the end of the input lost without a word.
        let mut child = start(arguments);
        say(&mut child, &format!("{input}\n"));
        drop(child.stdin.take());
        let finishes = ["analyze", "gtp", "solve"].iter().any(|word| arguments.contains(word));
        if finishes {
            expect_failure(child, &[arguments, &[input, "and no more"]].concat());
        } else {
            wait(&mut child);
        }
    }
}

#[test]
fn damexchange_ends_when_its_report_cannot_be_written() {
    expect_failure(start(&["dxp", "--listen", "0", "--hash", "1"]), &["dxp"]);
}

#[test]
fn nothing_breaks_where_standard_error_is_full() {
    let folder = Folder::new("full-errors");
    let pdn = folder.file("in.pdn", "[GameType \"20\"]\n1. 32-28 19-23 *\n[GameType \"20\"]\n1. 99-1 *\n");
    let engines = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10"];
    let played = [&["match", "--game", "connect4"][..], &engines, &["--ratings-interval", "1"]].concat();
    for (arguments, status) in [
        (&["convert", &pdn, "--to", "pdn"][..], 1),
        (&["analyze", &pdn, "--nodes", "50", "--hash", "1"], 1),
        (&["show", "--game", "no such game"], 2),
        (&played, 0),
        (&[&played[..], &["--log", "-"]].concat(), 0),
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").expect("the device");
        let output = program().args(arguments).stdin(Stdio::null()).stderr(full).output();
        assert_eq!(output.expect("the program runs").status.code(), Some(status), "{arguments:?}");
    }
}

#[test]
fn a_log_that_nobody_reads_any_more_ends_the_match_without_an_error() {
    let engines = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10"];
    let more = ["--rounds", "100000", "--log", "-", "--ratings-interval", "100000"];
    let arguments = [&["match", "--game", "connect4", "--random-plies", "4"], &engines[..], &more].concat();
    let mut child = program().args(&arguments).spawn().expect("the program starts");
    let mut log = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    for _ in 0..3 {
        log.read_line(&mut line).expect("a line");
    }
    drop(log);
    let status = wait(&mut child);
    let mut errors = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    assert!(status.success() && !errors.contains("error"), "{errors}");
    assert_eq!(line.lines().count(), 3);
}

#[test]
fn the_last_game_is_not_lost_without_a_word() {
    let folder = Folder::new("full-record");
    let record = folder.path("record");
    let mut child = program().args(["ugi", "--record", &record, "--hash", "1"]).spawn().expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    say(&mut child, "position startpos moves 4 4\nisready\n");
    assert!(lines.any(|line| line.expect("a line") == "readyok"));
    // A folder in the way of the file.
    std::fs::create_dir(folder.path("record/games.txt")).expect("a folder");
    say(&mut child, "quit\n");
    let rest: Vec<String> = lines.map(|line| line.expect("a line")).collect();
    assert!(rest.iter().any(|line| line.contains("games.txt") && line.contains("folder")), "{rest:?}");
    wait(&mut child);
}

#[test]
fn an_input_that_cannot_be_read_is_no_end_of_input() {
    for arguments in [&[][..], &["gtp"], &["hub"], &["analyze"]] {
        let folder = std::fs::File::open("/").expect("a folder");
        let ended = program().args(arguments).stdin(folder).output().expect("the program runs");
        let errors = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: cannot read standard input: "), "{arguments:?}: {errors}");
    }
}

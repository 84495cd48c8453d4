//! Files of a match: engines, openings from any number on, dialogues, games that are written as they end.

#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Output, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::common::client::{program, wait};
use crate::common::folder::Folder;

fn run(arguments: &[&str]) -> Output {
    program().arg("match").args(arguments).stdin(Stdio::null()).output().expect("the program runs")
}

/// Standard output, or the last line of standard error.
fn result(arguments: &[&str]) -> Result<String, String> {
    let output = run(arguments);
    let text = |bytes| String::from_utf8(bytes).expect("text");
    if output.status.success() {
        return Ok(text(output.stdout));
    }
    Err(text(output.stderr).lines().last().unwrap_or_default().to_string())
}

#[test]
fn engines_come_from_a_file_and_from_flags() {
    let folder = Folder::new("engine-file");
    let toml = "[[engine]]\nname = \"A\"\nnodes = 20\noption = { Hash = 1 }\n";
    let file = folder.file("engines.toml", toml);
    let log = folder.path("log");
    let one = ["--game", "connect4", "--engines", &file];
    let table =
        result(&[&one[..], &["--engine", "name=B nodes=10", "--log", &log]].concat()).expect("a match");
    assert!(table.contains("A vs B"), "{table}");
    assert!(folder.read("log").contains(r#""name=A option.Hash=1 nodes=20","name=B nodes=10""#));
    let error = result(&one).expect_err("one engine");
    assert!(error.contains("a match needs two engines or more"), "{error}");
    let pipe = ["--game", "connect4", "--engines", "/dev/stdin", "--engine", "name=B nodes=10"];
    let mut child = program().arg("match").args(pipe).spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(toml.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let bad = folder.file("bad.toml", "[[engine]]\nname = \"A\"\nspeed = 3\n");
    let error = result(&["--game", "connect4", "--engines", &bad]).expect_err("no such key");
    assert!(error.contains("engine A: 'speed=3': expected one of"), "{error}");
}

#[test]
fn the_first_round_has_the_opening_that_is_named() {
    let folder = Folder::new("opening-start");
    let openings = folder.file("openings.txt", "1\n2\n3\n");
    let log = folder.path("log");
    let engines = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10", "--log", &log];
    let from = ["--game", "connect4", "--openings", &openings, "--opening-start", "3", "--rounds", "2"];
    result(&[&from[..], &engines[..]].concat()).expect("a match");
    let text = folder.read("log");
    let opening = |number: &str| text.matches(&format!("\"opening\":\"{number}\"")).count();
    assert_eq!([opening("1"), opening("2"), opening("3")], [2, 0, 2]);
    assert!(text.lines().next().is_some_and(|line| line.contains(" start=3")), "{text}");
}

#[test]
fn the_dialogue_has_every_line_with_its_time_and_direction() {
    let folder = Folder::new("debug");
    let file = folder.file("debug.txt", "an earlier match\n");
    let engines = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10 proto=gtp"];
    result(&[&["--game", "connect4", "--debug", &file], &engines[..]].concat()).expect("a match");
    let text = folder.read("debug.txt");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("an earlier match"));
    let lines: Vec<[&str; 4]> = lines
        .map(|line| {
            let parts: Vec<&str> = line.splitn(4, ' ').collect();
            parts.try_into().unwrap_or_else(|_| panic!("{line}"))
        })
        .collect();
    assert!(lines.iter().all(|[time, ..]| time.parse::<f64>().is_ok()), "{text}");
    let has = |engine: &str, sign: &str, start: &str| {
        lines.iter().any(|line| line[1].starts_with(engine) && line[2] == sign && line[3].starts_with(start))
    };
    assert!(has("A(", ">", "ugi") && has("A(", "<", "ugiok") && has("A(", "<", "bestmove "), "{text}");
    assert!(has("B(", ">", "1 ") && has("B(", "<", "=1 ") && has("B(", ">", "quit"), "{text}");
}

#[test]
fn the_error_of_an_engine_that_does_not_start_quotes_its_last_lines() {
    let engine = "name=A nodes=1 patience=0.3 cmd=/bin/sh arg=-c arg='echo id name Odd; cat > /dev/null'";
    let error =
        result(&["--game", "connect4", "--engine", engine, "--engine", "name=B nodes=1"]).expect_err("odd");
    assert!(error.contains("engine A cannot be started") && error.contains("no answer"), "{error}");
    assert!(error.contains("last lines: > ugi | < id name Odd"), "{error}");
}

#[test]
fn flags_of_other_runners_are_explained() {
    let error = result(&["-engine", "cmd=a", "-pgnout", "games.pgn"]).expect_err("foreign flags");
    assert!(error.contains("'-engine' is a flag of other match runners; use --engine"), "{error}");
}

#[test]
fn a_file_that_cannot_have_the_game_is_refused_before_the_first_game() {
    let folder = Folder::new("games-out-format");
    for (game, name) in [("connect4", "games.sgf"), ("connect4", "games.pdn"), ("gomoku", "games.pdn.gz")] {
        let (games, log) = (folder.path(name), folder.path("log"));
        let engines = ["--engine", "name=A nodes=10", "--engine", "name=B nodes=10"];
        let files = ["--game", game, "--rounds", "1", "--games-out", &games, "--log", &log];
        let error = result(&[&engines[..], &files].concat()).expect_err(name);
        assert!(error.contains("--games-out: ") && error.contains(game), "{error}");
        assert!(!std::path::Path::new(&log).exists(), "{name}");
    }
}

#[test]
fn games_are_in_their_file_as_soon_as_they_end() {
    let folder = Folder::new("games-out");
    let file = folder.file("games.pgn", "old\n");
    let endless =
        ["--rounds", "1000000", "--random-plies", "4", "--ratings-interval", "1", "--games-out", &file];
    let engines = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10"];
    let mut child = program()
        .args([&["match", "--game", "connect4"], &engines[..], &endless].concat())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let errors = BufReader::new(child.stderr.take().expect("a pipe"));
    let seen = errors.lines().map_while(Result::ok).find(|line| line.starts_with("4/"));
    assert!(seen.is_some(), "three games have ended and are written");
    kill(Pid::from_raw(child.id() as i32), Signal::SIGKILL).expect("killed");
    wait(&mut child);
    let text = folder.read("games.pgn");
    assert!(!text.contains("old") && text.matches("[White ").count() >= 3, "{text}");
}

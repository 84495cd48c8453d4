//! How a match ends, on its own or not: its table is printed, its files are written, and an old file is never lost to a
//! match that has nothing to put in its place.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::common::client::{program, wait};
use crate::common::folder::Folder;

const GAME: [&str; 3] = ["match", "--game", "connect4"];
const ENGINES: [&str; 4] = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10"];
/// A match that does not end by itself.
const ENDLESS: [&str; 6] = ["--rounds", "1000000", "--random-plies", "4", "--ratings-interval", "1"];

fn start(arguments: &[&str]) -> Child {
    program().args(arguments).stdin(Stdio::null()).spawn().expect("the program starts")
}

/// Standard output, standard error and status of a match that is interrupted after some games.
fn interrupted(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut child = start(arguments);
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut said = String::new();
    while !said.contains("2/") {
        assert!(errors.read_line(&mut said).expect("a line") > 0, "it ended too early: {said}");
    }
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
    errors.read_to_string(&mut said).expect("text");
    let status = wait(&mut child);
    let mut table = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut table).expect("text");
    (table, said.lines().last().unwrap_or_default().to_string(), status.code())
}

#[test]
fn an_interrupted_match_has_its_table_and_its_files_and_says_that_it_was_interrupted() {
    let folder = Folder::new("endings-interrupt");
    let (log, report, games) = (folder.path("log"), folder.path("report.html"), folder.path("games.pgn"));
    let files = ["--log", &log, "--report", &report, "--games-out", &games];
    let (table, error, status) = interrupted(&[&GAME[..], &ENGINES, &ENDLESS, &files].concat());
    let played = folder.read("log").lines().count() - 1;
    assert!(table.contains(&format!("Games: {played}")) && table.contains('A'), "{table}");
    assert!(table.contains(&format!("Interrupted after {played} games")), "{table}");
    assert!(error.starts_with(&format!("error: interrupted after {played} games")), "{error}");
    assert!(error.contains("--resume") && status == Some(1), "{error}");
    assert_eq!(folder.read("games.pgn").matches("[White ").count(), played);
    assert!(folder.read("report.html").contains("</html>"));
}

#[test]
fn a_file_that_nobody_reads_can_be_interrupted_and_the_table_is_there_already() {
    let folder = Folder::new("endings-pipe");
    let report = folder.path("report.html");
    assert!(Command::new("mkfifo").arg(&report).status().expect("the command mkfifo").success());
    let mut child = start(&[&GAME[..], &ENGINES, &["--report", &report]].concat());
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.any(|line| line.expect("a line").starts_with("Games: ")));
    while child.try_wait().expect("a child").is_none() {
        kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert_eq!(wait(&mut child).code(), Some(130));
}

#[test]
fn a_report_that_fails_does_not_hide_the_table() {
    let folder = Folder::new("endings-report");
    let (log, report) = (folder.path("log"), folder.path("report/of/the/match.html"));
    fs::create_dir_all(folder.path("report/of/the")).expect("folders");
    // It can be written when the match begins and no more when it ends.
    let arguments = [&GAME[..], &ENGINES, &ENDLESS, &["--log", &log, "--report", &report]].concat();
    let mut child = start(&arguments);
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut said = String::new();
    while !said.contains("2/") {
        assert!(errors.read_line(&mut said).expect("a line") > 0, "it ended too early: {said}");
    }
    fs::remove_dir_all(folder.path("report")).expect("removed");
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).expect("it runs");
    errors.read_to_string(&mut said).expect("text");
    assert_eq!(wait(&mut child).code(), Some(1));
    let mut table = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut table).expect("text");
    assert!(table.contains("Games: "), "{table}");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.contains("interrupted after") && last.contains("cannot write "), "{last}");
    assert!(last.contains("match.html"), "{last}");
}

#[test]
fn a_file_that_cannot_be_written_is_said_before_the_first_game() {
    let folder = Folder::new("endings-first");
    let log = folder.path("log");
    for (flag, name) in [("--report", "none/report.html"), ("--games-out", "none/games.pgn")] {
        let path = folder.path(name);
        let arguments = [&GAME[..], &ENGINES, &ENDLESS, &["--log", &log, flag, &path]].concat();
        let output = start(&arguments).wait_with_output().expect("its end");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(name) && error.lines().count() == 1, "{error}");
        assert_eq!(output.status.code(), Some(1));
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}

#[test]
fn an_old_report_outlives_a_match_that_plays_nothing() {
    let folder = Folder::new("endings-old");
    let (report, games) = (folder.file("report.html", "old"), folder.file("games.pgn", "old"));
    let files = ["--report", &report, "--games-out", &games];
    let engines = ["--engine", "name=A nodes=20", "--engine", "name=B cmd=/no/such/program nodes=10"];
    let output = start(&[&GAME[..], &engines, &files].concat()).wait_with_output().expect("its end");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty(), "there is no table without games");
    assert_eq!((folder.read("report.html"), folder.read("games.pgn")), ("old".into(), "old".into()));
    assert_eq!(folder.names(), ["games.pgn", "report.html"]);
}

#[test]
fn without_a_limit_engines_have_the_usual_clock_and_that_is_said() {
    let folder = Folder::new("endings-clock");
    let (log, mixed) = (folder.path("log"), folder.path("mixed"));
    let nothing = ["--pairs", "0..0", "--log", &log];
    let output = start(&[&GAME[..], &["--engine", "name=A", "--engine", "name=B"], &nothing].concat());
    let output = output.wait_with_output().expect("its end");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.contains("tc=10+0.1") && error.contains("A, B"), "{error}");
    assert_eq!(folder.read("log").matches("tc=10+0.1").count(), 2);
    let nothing = ["--pairs", "0..0", "--log", &mixed];
    let engines = ["--engine", "name=A", "--engine", "name=B depth=3", "--engine", "name=C tc=inf"];
    let output = start(&[&GAME[..], &engines, &nothing].concat()).wait_with_output().expect("its end");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.contains("for A: tc="), "{error}");
    assert_eq!(folder.read("mixed").matches("tc=10+0.1").count(), 1);
}

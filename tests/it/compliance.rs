//! `quadriga compliance`: this program passes in every protocol, and programs that do not answer fail.

#![cfg(unix)]

use std::process::{Output, Stdio};

use crate::common::client::program;
use crate::common::folder::Folder;

/// The protocol is tested, not the machine.
const UNHURRIED: &str = "margin=60 patience=60";

fn run(arguments: &[&str]) -> Output {
    program().arg("compliance").args(arguments).stdin(Stdio::null()).output().expect("the program runs")
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

#[test]
fn this_program_speaks_every_protocol() {
    for protocol in ["ugi", "uci", "gtp", "gomocup", "hub"] {
        let output = run(&[&format!("proto={protocol} {UNHURRIED}")]);
        let lines = lines(&output);
        assert!(output.status.success() && lines.len() >= 9, "{protocol}: {lines:#?}");
        assert!(lines.iter().all(|line| line.starts_with("ok ")), "{protocol}: {lines:#?}");
    }
    let dxp = run(&[&format!("proto=dxp {UNHURRIED}")]);
    let skipped = lines(&dxp).iter().filter(|line| line.starts_with("skipped ")).count();
    assert!(dxp.status.success() && skipped == 3, "{:#?}", lines(&dxp));
}

#[test]
fn a_program_that_is_deaf_during_a_search_fails_that_check_alone() {
    let folder = Folder::new("compliance");
    let debug = folder.path("debug.txt");
    // It answers the first lines, and is silent for ever after `go`.
    let script = "while read -r line; do case $line in ugi) echo ugiok;; isready) echo readyok;; \
                  go*) exec sleep 1000;; quit) exit;; esac; done";
    let engine = format!("name=deaf patience=0.3 cmd=/bin/sh arg=-c arg='{script}'");
    let output = run(&[&engine, "--debug", &debug]);
    let lines = lines(&output);
    let line = |name: &str| lines.iter().find(|line| line.contains(name)).cloned().unwrap_or_default();
    assert!(line("ignores an unknown command").starts_with("ok "), "{lines:#?}");
    let deaf = line("answers isready during a search");
    assert!(deaf.starts_with("FAILED ") && deaf.contains("no answer; last lines: "), "{deaf}");
    assert!(line("ends at the end of its input").starts_with("ok "), "{lines:#?}");
    assert!(line("plays two games with 0.1 s a move").starts_with("FAILED "), "{lines:#?}");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("checks failed"));
    assert!(folder.read("debug.txt").contains(" > go infinite"));
}

#[test]
fn a_program_that_is_not_there_fails_every_check() {
    let output = run(&["cmd=/no/such/program"]);
    let lines = lines(&output);
    assert!(
        lines.iter().all(|line| line.starts_with("FAILED ") && line.contains("cannot start")),
        "{lines:#?}"
    );
    assert_eq!(output.status.code(), Some(1));
}

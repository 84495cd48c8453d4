//! `quadriga match --format swiss` and `knockout` as a program.

use std::fs;
use std::process::Output;

use crate::common::client::program;
use crate::common::folder::Folder;

const ENGINES: [&str; 10] = [
    "--engine",
    "name=A nodes=400",
    "--engine",
    "name=B nodes=200",
    "--engine",
    "name=C nodes=100",
    "--engine",
    "name=D nodes=50",
    "--engine",
    "name=E nodes=20",
];

fn run(arguments: &[&str]) -> Output {
    let beginning = ["match", "--game", "connect4", "--random-plies", "4"];
    program().args(beginning).args(ENGINES).args(arguments).output().expect("the program runs")
}

/// Standard output and standard error of a tournament that is played to its end.
fn played(arguments: &[&str]) -> (String, String) {
    let output = run(arguments);
    let [text, notes] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    assert!(output.status.success(), "{notes}");
    (text, notes)
}

fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The standings and rounds at the head of a table, which do not depend on time.
fn head(table: &str) -> &str {
    table.split("\n\n").next().expect("a part")
}

#[test]
fn a_swiss_tournament_does_not_depend_on_concurrency_and_goes_on_where_its_log_ends() {
    let folder = Folder::new("tournament-swiss");
    let (one, two) = (folder.path("1"), folder.path("2"));
    let format = ["--format", "swiss", "--rounds", "2", "--log"];
    let (table, notes) = played(&[&format[..], &[&one]].concat());
    assert!(table.contains("Swiss, after round 3 of 3:\n") && table.contains("  bye\n"), "{table}");
    assert!(notes.contains("Swiss, after round 2 of 3:"), "{notes}");
    assert_eq!(fs::read_to_string(&one).expect("a log").lines().count(), 1 + 3 * 2 * 4);
    let (other, _) = played(&[&format[..], &[&two, "--concurrency", "3"]].concat());
    assert_eq!(head(&other), head(&table));
    let log = fs::read_to_string(&two).expect("a log");
    for lines in [1, 13] {
        let cut: Vec<&str> = log.lines().take(lines).collect();
        fs::write(&two, cut.join("\n") + "\n{\"pair\":").expect("a shorter log");
        let (resumed, _) = played(&[&format[..], &[&two, "--resume"]].concat());
        assert_eq!(head(&resumed), head(&table), "{lines}");
    }
    let short = ["--format", "swiss", "--log", &folder.path("3"), "--swiss-rounds"];
    let (table, _) = played(&[&short[..], &["2"]].concat());
    assert!(table.contains("after round 2 of 2"), "{table}");
    let error = refused(&[&short[..], &["1", "--resume"]].concat());
    assert!(error.contains("is the log of 2 rounds; --swiss-rounds 1 is less"), "{error}");
    let error = refused(&["--format", "swiss", "--rounds", "3", "--log", &one, "--resume"]);
    assert!(error.contains("pairs of a meeting '2', not '3'"), "{error}");
}

#[test]
fn a_knockout_has_one_winner_and_its_log_the_same() {
    let folder = Folder::new("tournament-knockout");
    let (log, page) = (folder.path("log"), folder.path("page.html"));
    let (table, _) = played(&["--format", "knockout", "--log", &log, "--report", &page]);
    assert!(table.contains("Final:\n") && table.contains("Knockout, after round 3 of 3:\n"), "{table}");
    assert!(table.contains("  bye\n") && table.contains("  -> "), "{table}");
    let report = program().args(["match", "--from", &log]).output().expect("the program runs");
    assert_eq!(head(&String::from_utf8_lossy(&report.stdout)), head(&table));
    assert!(folder.read("page.html").contains("<h3>Semi-finals</h3>"));
    // A game of engines that do not meet.
    let text = fs::read_to_string(&log).expect("a log").replace("[\"D\",\"E\"]", "[\"D\",\"A\"]");
    fs::write(&log, text).expect("another log");
    let error = refused(&["--format", "knockout", "--log", &log, "--resume"]);
    assert!(error.contains("D - A, is not one that this tournament pairs"), "{error}");
}

#[test]
fn what_a_tournament_cannot_do_is_said_in_one_line() {
    for (arguments, expected) in [
        (&["--format", "swiss", "--swiss-rounds", "4"][..], "5 engines play at most 3 rounds"),
        (&["--format", "swiss", "--extra-pairs", "4"], "--extra-pairs is for --format knockout, not swiss"),
        (&["--swiss-rounds", "2"], "--swiss-rounds is for --format swiss, not round-robin"),
        (&["--format", "knockout", "--pairs", "0..1"], "--pairs is for --format round-robin or gauntlet"),
        (
            &["--format", "knockout", "--sprt", "elo0=0 elo1=5"],
            "--sprt is for --format round-robin or gauntlet",
        ),
        (&["--format", "cup"], "expected one of round-robin, gauntlet, swiss, knockout"),
    ] {
        let error = refused(arguments);
        assert!(error.contains(expected), "{error}");
    }
    let three = ["match", "--game", "chinesecheckers", "--option", "Players=3", "--format", "swiss"];
    let output = program().args(three).args(ENGINES).output().expect("the program runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("--format swiss is for games of two players, and this one has 3"), "{error}");
    assert_eq!(error.trim_end().lines().count(), 1, "{error}");
}

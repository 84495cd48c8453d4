//! UCI and UGI as their clients count on them, where a transcript cannot say it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::common::client::{Client, deaf_reader, wait};
use quadriga::games;

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// The word after `name` in an `info` line.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|word| *word == name)?;
    words.next()
}

#[test]
fn uci_is_answered_by_name_author_options_and_uciok() {
    let mut client = Client::start(&[]);
    client.send("uci");
    let lines = client.until("uciok");
    assert!(lines[0].starts_with("id name Quadriga"), "nothing is said unasked, and the name comes first");
    assert!(lines[1].starts_with("id author"));
    for name in [
        "UCI_Variant type combo default connect4 ",
        "UCI_ShowWDL type check default false",
        "Ponder type check",
        "Threads type spin default 1 min 1 ",
        "Hash type spin",
        "Clear Hash type button",
        "MultiPV type spin default 1 ",
        "Move Overhead type spin",
        "Skill Level type spin default 20 min 0 max 20",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin",
        "UCI_AnalyseMode type check",
        "Solver type check default true",
        "Seed type spin",
    ] {
        let start = format!("option name {name}");
        assert_eq!(count(&lines, &start), 1, "{start}");
    }
    let variants = lines.iter().find(|line| line.contains("UCI_Variant")).unwrap();
    for name in games::variants() {
        assert!(format!("{variants} ").contains(&format!(" var {name} ")), "{name}");
    }
}

#[test]
fn every_variant_opens_by_its_name_and_finds_a_legal_move() {
    let mut client = Client::start(&["--hash", "1"]);
    for name in games::variants() {
        client.send(&format!("setoption name UCI_Variant value {}", name.to_uppercase()));
        let best = client.ask("go nodes 200", "bestmove");
        let mv = best.split(' ').nth(1).unwrap();
        assert_eq!(client.query(&format!("islegal {mv}")), "true", "{name}: {best}");
        assert!(client.query("moves").split(' ').any(|legal| legal == mv), "{name}: {best}");
        assert_eq!(client.query("gameover"), "false", "{name}");
    }
}

#[test]
fn stop_gives_exactly_one_bestmove() {
    let mut client = Client::start(&[]);
    for _ in 0..20 {
        client.send("go infinite\nstop\nstop\nisready");
        let mut lines = client.until("readyok");
        if count(&lines, "bestmove") == 0 {
            lines.extend(client.until("bestmove"));
        }
        lines.extend(client.sync());
        assert_eq!(count(&lines, "bestmove"), 1);
    }
    client.send("stop");
    assert!(client.sync().is_empty(), "stop without a search is ignored");
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    for script in ["d\n", "go infinite\n", "isready\nisready\nuci\n"] {
        let mut child = deaf_reader(&[]);
        let mut input = child.stdin.take().unwrap();
        // The engine may be gone before all is written.
        let _ = input.write_all(script.as_bytes());
        let status = wait(&mut child);
        assert!(status.success(), "{script:?}: {status}");
        let mut complaint = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut complaint).unwrap();
        assert_eq!(complaint, "", "{script:?}");
    }
}

/// The sessions of a document: arguments of the program, and lines.
fn sessions(document: &str) -> Vec<(Vec<&str>, Vec<&str>)> {
    let mut found = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        if let Some(arguments) = line.strip_prefix("```quadriga") {
            found.push((arguments.split_ascii_whitespace().collect(), Vec::new()));
            let (_, session) = found.last_mut().expect("just pushed");
            session.extend(lines.by_ref().take_while(|line| *line != "```"));
        }
    }
    found
}

/// README.md, protocol.md and everything in docs/.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut left = vec![root.join("README.md"), root.join("protocol.md"), root.join("docs")];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            left.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found
}

#[test]
fn the_sessions_in_the_documents_are_true() {
    let mut count = 0;
    for path in documents() {
        let document = fs::read_to_string(&path).expect("a document");
        for (arguments, session) in sessions(&document) {
            count += 1;
            let mut client = Client::start(&[&arguments[..], &["--finish"]].concat());
            let (asked, told): (Vec<&str>, Vec<&str>) =
                session.iter().partition(|line| line.starts_with("> "));
            for line in asked {
                client.send(&line[2..]);
            }
            let (printed, status) = client.close();
            assert!(status.success());
            // What a search finds may change with the engine; that it ends, and everything else, may not.
            let same = |told: &str, printed: &str| match told.split(' ').next() {
                Some(word @ ("bestmove" | "done")) => printed.split(' ').next() == Some(word),
                _ => printed == told,
            };
            let mut rest = printed.iter();
            for line in told.into_iter().filter(|line| *line != "..." && !line.starts_with("info depth")) {
                assert!(
                    rest.any(|printed| same(line, printed)),
                    "{arguments:?}: no '{line}' in {printed:#?}"
                );
            }
            let errors = |lines: &[&str]| lines.iter().filter(|line| line.contains("error")).count();
            let printed: Vec<&str> = printed.iter().map(String::as_str).collect();
            assert_eq!(errors(&printed), errors(&session), "{arguments:?}: {printed:#?}");
        }
    }
    assert!(count >= 12, "only {count} sessions");
}

#[test]
fn the_best_move_is_the_first_of_the_line_printed_last_wherever_a_search_is_stopped() {
    for (variant, threads) in
        [("cfour", 1), ("gomoku", 1), ("draughts", 1), ("chinesecheckers", 1), ("connect4", 2)]
    {
        let mut client =
            Client::start(&["--game", variant, "--hash", "1", "--threads", &threads.to_string()]);
        for nodes in (1..60).map(|n| n * n * 7) {
            client.send(&format!("position startpos\ngo nodes {nodes}"));
            let lines = client.until("bestmove");
            let (best, infos) = lines.split_last().unwrap();
            let told = infos.iter().rev().find_map(|line| field(line, "pv")).expect("a line");
            assert_eq!(field(best, "bestmove"), Some(told), "{variant}, {nodes} nodes: {infos:#?}");
        }
    }
}

#[test]
fn bytes_that_are_not_text_and_endless_lines_are_survived() {
    let mut client = Client::start(&[]);
    client.send_bytes(b"\xff\xfe\x00\x01 go\xc3\x28\n");
    assert_eq!(client.sync().len(), 1);
    let mut line = b"position startpos moves ".to_vec();
    line.resize(6 << 20, b'4');
    line.push(b'\n');
    client.send_bytes(&line);
    let errors = client.sync();
    assert!(errors.len() == 1 && errors[0].contains("bytes was dropped"), "{errors:?}");
    client.send(&format!("position startpos moves {}", "4 ".repeat(500_000)));
    let errors = client.sync();
    assert!(errors.len() == 1 && errors[0].contains("move 7"), "{errors:?}");
}

#[test]
fn a_flood_of_commands_behind_a_search_is_obeyed_in_order() {
    let mut client = Client::start(&["--finish"]);
    client.send("go movetime 100");
    for column in 1..=3000 {
        client.send(&format!("position startpos moves {}\nquery moves\nquery fen", 1 + column % 7));
    }
    let (lines, status) = client.close();
    assert!(status.success());
    assert_eq!(count(&lines, "response"), 6000);
}

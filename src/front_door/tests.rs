//! Searches that panic, in every protocol: the client gets a move or one error, and the next search works.

use std::io::{self, Cursor, Write};
use std::sync::Arc;

use parking_lot::Mutex;

use super::*;
use crate::contract::fault::Stage;
use crate::wire::catalogue::Catalogue;

/// Everything that is written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is answered to these lines in a game whose first search panics at this stage.
fn conversation(protocol: Protocol, game: &str, stage: Stage, lines: &str) -> Vec<String> {
    let variant = (protocol != Protocol::Json).then(|| format!("{game}!{stage:?}"));
    let options =
        [("Hash", "1"), ("Threads", "2")].map(|(name, value)| (name.to_string(), value.to_string()));
    let setup = Setup {
        catalogue: Catalogue::FAULTY,
        protocol: Some(protocol),
        typed: false,
        variant,
        options: options.to_vec(),
        finish: true,
        tune: false,
        record: None,
    };
    let written = Written::default();
    let lines = lines.replace("FAULTY", &format!("{game}!{stage:?}"));
    serve(setup, Cursor::new(lines.into_bytes()), written.clone()).expect("the conversation ends well");
    let text = String::from_utf8(written.0.lock().clone()).expect("text");
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    if protocol == Protocol::Json {
        // Queries are answered as they are ready.
        lines.sort_by_key(|line| line.contains("\"id\":\"2\""));
    }
    lines
}

/// Asks twice for a move, and checks that each question gets one answer, the second of them a move.
fn check(protocol: Protocol, game: &str, lines: &str, is_move: fn(&str) -> bool, is_error: fn(&str) -> bool) {
    for stage in Stage::ALL {
        let written = conversation(protocol, game, stage, lines);
        let answers: Vec<&String> = written.iter().filter(|line| is_move(line) || is_error(line)).collect();
        assert_eq!(answers.len(), 2, "{protocol:?} {stage:?}: {written:#?}");
        assert!(is_move(answers[1]), "{protocol:?} {stage:?}: {written:#?}");
        // After its iterations a search has something to play.
        if matches!(stage, Stage::Report | Stage::Plan | Stage::Conclusion) {
            assert!(is_move(answers[0]), "{protocol:?} {stage:?}: {written:#?}");
        }
        let is_expected = matches!(stage, Stage::Work | Stage::Engine | Stage::RootMoves);
        assert!(!is_expected || is_error(answers[0]), "{protocol:?} {stage:?}: {written:#?}");
    }
}

#[test]
fn a_search_that_panics_is_answered_in_ugi() {
    for game in ["connect4", "draughts", "gomoku"] {
        let lines = "go depth 7\ngo depth 7\n";
        check(
            Protocol::Ugi,
            game,
            lines,
            |line| line.starts_with("bestmove "),
            |line| line.starts_with("info string error: internal error: a fault at "),
        );
    }
}

#[test]
fn every_stage_is_reached() {
    for stage in Stage::ALL.into_iter().filter(|stage| ![Stage::Count, Stage::Plan].contains(stage)) {
        let written = conversation(Protocol::Ugi, "connect4", stage, "go depth 7\n");
        let said = format!("a fault at {stage:?}");
        assert!(written.iter().any(|line| line.contains(&said)), "{written:#?}");
    }
}

#[test]
fn plans_that_panic_are_answered() {
    let lines = "setoption name Players value 3\nposition startpos\ngo depth 5\ngo depth 5\n";
    let written = conversation(Protocol::Ugi, "chinesecheckers", Stage::Plan, lines);
    let moves = written.iter().filter(|line| line.starts_with("bestmove ")).count();
    let notes = written.iter().filter(|line| line.contains("the move is from the last complete iteration"));
    assert_eq!((moves, notes.count()), (2, 1), "{written:#?}");
}

#[test]
fn what_is_counted_and_panics_is_answered_in_ugi() {
    for line in ["go perft 3", "bench"] {
        let lines = format!("{line}\ngo depth 3\n");
        let written = conversation(Protocol::Ugi, "connect4", Stage::Count, &lines);
        let is_said =
            written.iter().any(|line| line.starts_with("info string error: internal error: a fault"));
        assert!(is_said, "{written:#?}");
        assert!(written.iter().any(|line| line.starts_with("bestmove ")), "{written:#?}");
    }
}

#[test]
fn a_search_that_panics_is_answered_in_hub() {
    let lines = "hub\ninit\nlevel depth=7\ngo think\nlevel depth=7\ngo think\n";
    check(
        Protocol::Hub,
        "draughts",
        lines,
        |line| line.starts_with("done move="),
        |line| line.starts_with("error message=\"internal error: a fault at "),
    );
}

#[test]
fn a_search_that_panics_is_answered_in_gtp() {
    let lines = "quadriga-setoption Move_Depth 5\n1 reg_genmove b\n2 reg_genmove b\n";
    check(
        Protocol::Gtp,
        "gomoku",
        lines,
        |line| line.starts_with("=1 ") || line.starts_with("=2 "),
        |line| line.starts_with("?1 internal error: a fault at "),
    );
}

#[test]
fn a_search_that_panics_is_answered_in_gomocups_protocol() {
    let is_move = |line: &str| {
        line.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok())
    };
    let lines = "START 15\nINFO max_depth 5\nTURN 7,7\nBOARD\n7,7,2\nDONE\n";
    check(Protocol::Gomocup, "gomokufreestyle", lines, is_move, |line| {
        line.starts_with("ERROR internal error: a fault at ")
    });
}

#[test]
fn a_query_that_panics_is_answered() {
    let query = |id: u32, game: &str| format!("{{\"id\":\"{id}\",\"game\":\"{game}\",\"depth\":7}}\n");
    let lines = query(1, "FAULTY") + &query(2, "connect4");
    check(
        Protocol::Json,
        "connect4",
        &lines,
        |line| line.contains("\"bestmove\""),
        |line| line.contains("\"error\":\"internal error: a fault at "),
    );
}

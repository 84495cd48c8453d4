//! Published and independently computed move counts, one line each in `tests/data/*.perft`.
//!
//! A line has six fields between tabs: game, options (`Name=value ...` or `-`), position string or
//! `startpos`, depth, count, source. Lines that begin with `#` are comments.

use std::path::PathBuf;

use quadriga::engine::AnyEngine;

/// Threads that share one count.
const THREADS: usize = 2;

#[test]
fn connect_four_counts_match() {
    check_file("connect_four.perft");
}

#[test]
fn gomoku_counts_match() {
    check_file("gomoku.perft");
}

#[test]
fn draughts_counts_match() {
    check_file("draughts.perft");
}

#[test]
fn chinese_checkers_counts_match() {
    check_file("chinese_checkers.perft");
}

fn check_file(name: &str) {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", name].iter().collect();
    let text = std::fs::read_to_string(&path).expect("the data file is part of the project");
    let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with('#')).collect();
    assert!(!lines.is_empty(), "{name} holds no counts");
    let wrong: Vec<String> = lines.iter().filter_map(|line| check_line(line).err()).collect();
    assert!(wrong.is_empty(), "{} of {} lines differ:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
}

fn check_line(line: &str) -> Result<(), String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [game, options, fen, depth, count, _source] = fields[..] else {
        return Err(format!("six fields expected: {line}"));
    };
    let mut engine = quadriga::games::open(game).ok_or_else(|| format!("unknown game: {line}"))?;
    set_options(engine.as_mut(), options).map_err(|e| format!("{e}: {line}"))?;
    let fen = (fen != "startpos").then_some(fen);
    engine.set_position(fen, &[]).map_err(|e| format!("{e}: {line}"))?;
    let expected: u64 = count.replace(',', "").parse().map_err(|_| format!("bad count: {line}"))?;
    let depth = depth.parse().map_err(|_| format!("bad depth: {line}"))?;
    let found = engine.perft(depth, THREADS).nodes;
    if found == expected { Ok(()) } else { Err(format!("counted {found}: {line}")) }
}

fn set_options(engine: &mut dyn AnyEngine, options: &str) -> Result<(), String> {
    for option in options.split_whitespace().filter(|o| *o != "-") {
        let (name, value) = option.split_once('=').ok_or("Name=value expected")?;
        engine.set_option(name, value).map_err(|e| e.to_string())?;
    }
    Ok(())
}

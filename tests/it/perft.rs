//! Published and independently computed move counts, one line each in the files of `tests/data/perft`: a game adds its
//! file.
//!
//! A line has six fields between tabs: game, options (`Name=value ...` or `-`), position string or
//! `startpos`, depth, count, source. Lines that begin with `#` are comments.

use std::fs;
use std::path::{Path, PathBuf};

use quadriga::engine::AnyEngine;

/// Threads that share one count.
const THREADS: usize = 2;

#[test]
fn every_count_in_the_data_files_matches() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let entries = fs::read_dir(folder).expect("the folder is part of the project");
    let files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    assert!(!files.is_empty(), "there are no counts");
    let wrong: Vec<String> = files.iter().flat_map(|path| differences(path)).collect();
    assert!(wrong.is_empty(), "{} lines differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_game_of_the_list_has_counts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let texts = fs::read_dir(folder).expect("the folder is part of the project").flatten();
    let texts: Vec<String> = texts.map(|file| fs::read_to_string(file.path()).expect("text")).collect();
    let has_counts = |name: &str| {
        texts.iter().flat_map(|text| text.lines()).any(|line| line.split('\t').next() == Some(name))
    };
    for game in quadriga::games::GAMES {
        let mut variants = game.card.variants.iter();
        assert!(variants.any(|rules| has_counts(rules.name)), "{}", game.card.family);
    }
}

/// What is wrong with the lines of a file, each with its place.
fn differences(path: &Path) -> Vec<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(path).expect("text");
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).filter(|(_, line)| is_count(line)).collect();
    assert!(!lines.is_empty(), "{name} holds no counts");
    let check = |(number, line)| check_line(line).err().map(|why| format!("{name}:{number}: {why}"));
    lines.into_iter().filter_map(check).collect()
}

fn is_count(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with('#')
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

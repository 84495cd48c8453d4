//! The layers stay layers, and files stay readable.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines from which a file must be split; test files and tables alone in their file are exempt.
const LONGEST_FILE: usize = 800;

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// Source files below `src/<part>` as (path, text).
fn sources(part: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    rust_files(&root.join("src").join(part), &mut files);
    assert!(!files.is_empty(), "src/{part} holds no source");
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("UTF-8 source");
            (path.strip_prefix(root).unwrap_or(&path).display().to_string(), text)
        })
        .collect()
}

/// Lines of code: without comments, and without the unit tests at the end.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .take_while(|line| *line != "#[cfg(test)]")
        .filter(|line| !line.trim_start().starts_with("//"))
}

fn forbid(part: &str, words: &[&str]) {
    let mut found = Vec::new();
    for (path, text) in sources(part) {
        for line in code_lines(&text) {
            if words.iter().any(|word| line.contains(word)) {
                found.push(format!("{path}: {}", line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "src/{part} must not know of {words:?}:\n{}", found.join("\n"));
}

#[test]
fn games_know_no_protocol() {
    forbid("games", &["protocol::", "crate::cli"]);
}

/// What nothing above the facade may import.
const GAMES: [&str; 4] =
    ["games::connect_four", "games::gomoku", "games::draughts", "games::chinese_checkers"];

#[test]
fn protocols_know_no_game() {
    forbid("protocol", &GAMES);
}

#[test]
fn analysis_and_the_match_runner_know_no_game_and_no_command_line() {
    for part in ["analysis", "match_runner"] {
        forbid(part, &[&GAMES[..], &["crate::cli"]].concat());
    }
}

#[test]
fn records_pictures_and_annotation_know_neither_games_nor_protocols() {
    for part in ["records", "pictures", "annotate"] {
        forbid(part, &[&GAMES[..], &["protocol::", "crate::cli"]].concat());
    }
}

#[test]
fn the_search_names_no_game() {
    forbid("search", &["connect_four", "gomoku", "renju", "draughts", "chinese_checkers", "crate::games"]);
}

#[test]
fn search_and_games_are_silent() {
    for part in ["search", "games", "engine", "records", "pictures", "annotate"] {
        forbid(part, &["print!(", "println!(", "eprintln!(", "dbg!(", "stdout()", "stderr()"]);
    }
}

#[test]
fn files_can_be_read_in_one_sitting() {
    let long: Vec<String> = ["."]
        .iter()
        .flat_map(|part| sources(part))
        .filter(|(path, text)| !path.contains("/tables/") && text.lines().count() > LONGEST_FILE)
        .map(|(path, text)| format!("{path}: {} lines", text.lines().count()))
        .collect();
    assert!(long.is_empty(), "split these:\n{}", long.join("\n"));
}

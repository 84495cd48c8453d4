//! Openings from files: game records, lists of positions, lists of moves.
//!
//! PDN, SGF, psq and FEN files are recognised by their extension. Any other file with tags in brackets is a text of
//! games; without tags it has one opening a line, each in any of these forms (`#` begins a comment):
//!
//! - offsets from the middle of the board, `0,0, 1,0, -1,3`, the files of Gomocup's tournaments;
//! - moves, `32-28 19-23`, also without blanks, `h8i9j10`, as in other runners of gomoku matches;
//! - a position string.

use std::path::Path;

use super::{Opening, opening_of};
use crate::engine::AnyEngine;
use crate::records::{Defaults, Format, gzip};

/// Reads all openings, cut after `plies` moves, and describes the file. `remarks`: what was assumed and repaired.
pub(super) fn read(
    path: &Path,
    plies: Option<usize>,
    board: &mut dyn AnyEngine,
    remarks: &mut Vec<String>,
) -> Result<(Vec<Opening>, String), String> {
    let found = gzip::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    if let Some(note) = found.note {
        return Err(format!("{}: {note}", path.display()));
    }
    let bytes = found.bytes;
    let mut openings = Vec::new();
    let in_line = |line: usize, reason: String| format!("{}:{line}: {reason}", path.display());
    match format(path, &bytes) {
        Some(format) => {
            let defaults = Defaults {
                variant: Some(board.identity().variant),
                options: board.rule_options(),
                is_chosen: false,
            };
            let reading = format.read(&bytes, &defaults);
            remarks.extend(reading.remarks().iter().map(|line| format!("{}: {line}", path.display())));
            if let Some(error) = reading.errors.first() {
                return Err(in_line(error.line, error.reason.clone()));
            }
            for game in &reading.games {
                let moves: Vec<&str> = game.record.moves.iter().map(String::as_str).collect();
                let set = board.set_position(game.record.base.as_deref(), &moves);
                set.map_err(|error| in_line(game.line, error.to_string()))?;
                add(&mut openings, plies, board).map_err(|error| in_line(game.line, error))?;
            }
        }
        None => {
            for (number, line) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
                let text = line.trim_start_matches('\u{feff}').split('#').next().unwrap_or_default().trim();
                if !text.is_empty() {
                    set_line(text, board).map_err(|error| in_line(number, error))?;
                    add(&mut openings, plies, board).map_err(|error| in_line(number, error))?;
                }
            }
        }
    }
    if openings.is_empty() {
        return Err(format!("there are no openings in {}", path.display()));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut description = format!("file {name} sum={:016x}", fnv1a(&bytes));
    description.extend(plies.map(|plies| format!(" plies={plies}")));
    Ok((openings, description))
}

/// The format by the extension, or by the tags of the text; `None`: one opening a line.
fn format(path: &Path, bytes: &[u8]) -> Option<Format> {
    let by_name = Format::from_path(path).filter(|format| *format != Format::Text);
    let has_tags = || bytes.split(|b| *b == b'\n').any(|line| line.trim_ascii_start().starts_with(b"["));
    by_name.or_else(|| has_tags().then_some(Format::Text))
}

/// Adds the game on the board to the openings.
fn add(openings: &mut Vec<Opening>, plies: Option<usize>, board: &mut dyn AnyEngine) -> Result<(), String> {
    while plies.is_some_and(|plies| board.moves(Default::default()).len() > plies) {
        board.undo().map_err(|error| error.to_string())?;
    }
    openings.push(opening_of(board, (openings.len() + 1).to_string())?);
    Ok(())
}

/// Sets the board to an opening in one form of lines.
type SetLine = fn(&str, &mut dyn AnyEngine) -> Result<(), String>;

/// Sets the board to an opening in any of the forms of lines.
fn set_line(text: &str, board: &mut dyn AnyEngine) -> Result<(), String> {
    let forms: [(&str, SetLine); 3] =
        [("offsets", set_offsets), ("moves", set_moves), ("position", set_position)];
    let mut errors = Vec::new();
    for (form, set) in forms {
        match set(text, board) {
            Ok(()) => return Ok(()),
            Err(error) => errors.push(format!("no {form} ({error})")),
        }
    }
    Err(errors.join(", "))
}

fn set_position(text: &str, board: &mut dyn AnyEngine) -> Result<(), String> {
    board.set_position(Some(text), &[]).map_err(|error| error.to_string())
}

fn set_moves(text: &str, board: &mut dyn AnyEngine) -> Result<(), String> {
    board.set_position(None, &[]).map_err(|error| error.to_string())?;
    for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
        let mut rest = word;
        while !rest.is_empty() {
            rest = &rest[play_longest(rest, board)?..];
        }
    }
    Ok(())
}

/// Longest move, in bytes, within a word of several moves.
const MAX_MOVE_BYTES: usize = 40;

/// Plays the longest beginning of a word that is a move; returns its length.
fn play_longest(word: &str, board: &mut dyn AnyEngine) -> Result<usize, String> {
    let error = match board.play(word) {
        Ok(_) => return Ok(word.len()),
        Err(error) => error.to_string(),
    };
    let ends = (1..word.len().min(MAX_MOVE_BYTES)).rev().filter(|&end| word.is_char_boundary(end));
    ends.into_iter().find(|&end| board.play(&word[..end]).is_ok()).ok_or(error)
}

/// Pairs of numbers, right and down from the middle of the board.
fn set_offsets(text: &str, board: &mut dyn AnyEngine) -> Result<(), String> {
    let numbers: Option<Vec<i64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let pairs = numbers.filter(|numbers| numbers.len().is_multiple_of(2));
    let numbers = pairs.ok_or("expected pairs of numbers with commas")?;
    board.set_position(None, &[]).map_err(|error| error.to_string())?;
    let grid = board.board();
    let (middle_x, middle_y) = (grid.width as i64 / 2, grid.height as i64 / 2);
    for pair in numbers.chunks_exact(2) {
        let cell = format!("{},{}", middle_x.saturating_add(pair[0]), middle_y.saturating_add(pair[1]));
        board.play(&cell).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A checksum for detecting changed files (Fowler, Noll and Vo).
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::super::{Book, Order, Source};
    use super::*;
    use std::fs;

    /// The moves of all openings of a file with this name and text, or what is wrong with it.
    fn openings(game: &str, name: &str, text: &str, plies: Option<usize>) -> Result<Vec<Opening>, String> {
        let folder = std::env::temp_dir().join(format!("quadriga-openings-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(format!("{game}-{name}"));
        fs::write(&path, text).expect("a file");
        let mut board = crate::games::open(game).expect("a game");
        let read = read(&path, plies, board.as_mut(), &mut Vec::new());
        fs::remove_file(&path).expect("the file");
        read.map(|(openings, _)| openings)
    }

    fn moves(game: &str, name: &str, text: &str) -> Vec<String> {
        let read = openings(game, name, text, None).expect("openings");
        read.iter().map(|opening| opening.moves.join(" ")).collect()
    }

    #[test]
    fn offsets_are_counted_from_the_middle_of_the_board() {
        // The first line of Piskvork's own list of openings: https://gomocup.org.
        assert_eq!(moves("gomoku", "o.txt", "0,0, 1,0, 1,3\n\n-7,7,7,-7\n"), ["h8 i8 i5", "a1 o15"]);
    }

    #[test]
    fn moves_may_stand_without_blanks() {
        assert_eq!(moves("gomoku", "p.txt", "d10e1e11\n"), ["d10 e1 e11"]);
        assert_eq!(moves("connect4", "p.txt", "4453 # a comment\n4 4 1\n"), ["4 4 5 3", "4 4 1"]);
        assert_eq!(moves("connect4", "q", "4,4,1\n"), ["4 4 1"]);
        assert_eq!(moves("draughts", "p.txt", "32-28 19-23\n"), ["32-28 19-23"]);
    }

    #[test]
    fn positions_are_read_from_lists_of_any_name() {
        for name in ["b.fen", "b.txt", "b"] {
            let read = openings("draughts", name, "W:W31,32:B1,2\n", None).expect("openings");
            assert_eq!((read[0].fen.as_deref(), read[0].moves.len()), (Some("W:W31,32:B1,2"), 0), "{name}");
        }
    }

    #[test]
    fn games_are_cut_where_that_is_asked_for() {
        let pdn = "[GameType \"20\"]\n1. 32-28 19-23 2. 28x19 14x23 *\n";
        let read = openings("draughts", "g.pdn", pdn, Some(3)).expect("openings");
        assert_eq!(read[0].moves, ["32-28", "19-23", "28x19"]);
        assert_eq!(moves("draughts", "g.pdn", pdn), ["32-28 19-23 28x19 14x23"]);
    }

    #[test]
    fn what_is_assumed_about_a_file_of_games_is_reported() {
        let path = std::env::temp_dir().join(format!("quadriga-remarks-{}.sgf", std::process::id()));
        fs::write(&path, "(;GM[4]RU[Klingon];B[hh];W[ii]").expect("a file");
        let mut board = crate::games::open("renju").expect("a game");
        let mut remarks = Vec::new();
        let openings = read(&path, None, board.as_mut(), &mut remarks);
        fs::remove_file(&path).expect("the file");
        assert_eq!(openings.expect("openings").0[0].moves, ["h8", "i7"]);
        let name = path.display();
        let expected = [
            "RU[Klingon] is unknown, read as renju: 1 (line 1)",
            "changed: games without the last ')': 1 (line 1)",
        ];
        assert_eq!(remarks, expected.map(|line| format!("{name}: {line}")));
    }

    #[test]
    fn the_faulty_line_is_named() {
        let error = openings("connect4", "e.txt", "44\n4x\n", None).expect_err("no opening");
        assert!(error.contains("e.txt:2: no offsets") && error.contains("no moves ('x'"), "{error}");
        let error = openings("connect4", "w.txt", "1212121\n", None).expect_err("over");
        assert!(error.contains("w.txt:1: the game is over"), "{error}");
        assert!(
            openings("connect4", "n.txt", "# nothing\n", None).expect_err("empty").contains("no opening")
        );
        assert!(openings("gomoku", "f.txt", "0,0,99999999999,1", None).expect_err("far").contains("f.txt:1"));
    }

    #[test]
    fn a_list_that_is_too_short_begins_again() {
        let path = std::env::temp_dir().join(format!("quadriga-short-{}.txt", std::process::id()));
        fs::write(&path, "1\n2\n3\n").expect("a file");
        let source = |shuffled, skipped| {
            let order = Order { shuffled, skipped };
            Source::File { path: path.clone(), order, plies: None }
        };
        let board = || crate::games::open("connect4").expect("a game");
        let mut book = Book::new(&source(false, 0), 1, board()).expect("a book");
        let mut shuffled = Book::new(&source(true, 0), 5, board()).expect("a book");
        let mut later = Book::new(&source(false, 1), 1, board()).expect("a book");
        let too_far = Book::new(&source(false, 3), 1, board()).err();
        fs::remove_file(&path).expect("the file");
        let first: Vec<String> = (0..3).map(|round| later.get(round).expect("an opening").name).collect();
        assert_eq!(first, ["2", "3", "1"]);
        assert!(later.to_string().ends_with(" start=2"), "{later}");
        assert_eq!(later.used_again(), None);
        assert_eq!(too_far.as_deref(), Some("there is no opening 4 to start with; there are 3"));
        let names: Vec<String> = (0..5).map(|round| book.get(round).expect("an opening").name).collect();
        assert_eq!(names, ["1", "2", "3", "1", "2"]);
        assert_eq!(book.used_again(), Some(3));
        assert!(
            book.to_string().starts_with("file quadriga-short") && shuffled.to_string().ends_with("seed=5")
        );
        let mut drawn: Vec<String> =
            (0..3).map(|round| shuffled.get(round).expect("an opening").name).collect();
        drawn.sort();
        assert_eq!(drawn, ["1", "2", "3"]);
    }
}

//! Saved games of Yixin-Board, which are also RenLib's and Rapfi's users' way to pass on a game: `.pos` and `.sav`.
//!
//! A `.pos` file is the number of moves in a byte, then a byte for each: 15 times the row from the top plus the column,
//! both from 0 (source: RenLib's `Pos.cpp`; Yixin-Board exchanges rows and columns, which mirrors the board). A `.sav`
//! file is text: height and width of the board, the number of moves, then row and column of each, from 0 (source:
//! `show_dialog_save` of Yixin-Board's `main.c`). Neither names the rules, so these are found as for Piskvork's files.

use super::parts::ReadPart;
use super::psq::game_of;
use super::{Changes, Defaults, Found, ReadError, Reading, shorten};

/// Rows of the board of a `.pos` file.
const SIZE: u8 = 15;

/// Longest `.sav` file with moves, in words, on the largest board.
const MAX_WORDS: usize = 3 + 2 * 1000;

/// Reads a `.pos` file.
pub(super) fn read_pos(bytes: &[u8], defaults: &Defaults) -> Reading {
    let mut reading = Reading::default();
    reading.add(1, pos_game(bytes, defaults).map_err(|reason| ReadError { line: 1, reason }));
    let assumed = std::mem::take(&mut reading.assumed);
    reading.notes.extend((!assumed.is_empty()).then(|| assumed.to_string()));
    reading
}

fn pos_game(bytes: &[u8], defaults: &Defaults) -> Result<Found, String> {
    let (&count, cells) =
        bytes.split_first().ok_or("an empty file: expected the number of moves in a byte")?;
    let count = usize::from(count);
    if count == 0 || count > usize::from(SIZE * SIZE) {
        return Err(format!("number of moves {count}: expected 1 to {}", SIZE * SIZE));
    }
    let mut changes = Changes::default();
    changes.add("moves cut off by the end of the file", count.saturating_sub(cells.len()), 1);
    changes.add("bytes behind the moves, left out", cells.len().saturating_sub(count), 1);
    let mut words = Vec::with_capacity(count);
    for (number, cell) in (1..).zip(cells.iter().take(count)) {
        if *cell >= SIZE * SIZE {
            return Err(format!("move {number}: byte {cell} is no point of a board of {SIZE}"));
        }
        words.push((1, format!("{},{}", cell % SIZE, cell / SIZE)));
    }
    found(&SIZE.to_string(), &words, changes, defaults).map_err(|error| error.reason)
}

/// Reads a `.sav` file.
pub(super) fn reader(defaults: &Defaults) -> ReadPart<'_> {
    Box::new(move |part, reading| {
        if !part.is_last {
            return 0;
        }
        reading.add(1, sav_game(part.text, defaults));
        part.text.len()
    })
}

fn sav_game(text: &str, defaults: &Defaults) -> Result<Found, ReadError> {
    let mut numbers = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        for word in text.split_whitespace().take(MAX_WORDS) {
            let number = word.parse::<u16>().map_err(|_| {
                let reason =
                    format!("'{}': expected a number as in a .sav file of Yixin-Board", shorten(word));
                ReadError { line, reason }
            })?;
            numbers.push((line, number));
        }
    }
    let [(_, height), (_, width), (line, count), cells @ ..] = &numbers[..] else {
        let reason = "expected height and width of the board and the number of moves".to_string();
        return Err(ReadError { line: 1, reason });
    };
    if height != width {
        let reason = format!("a board of {width}x{height}: expected a square one");
        return Err(ReadError { line: 1, reason });
    }
    let (count, mut changes) = (usize::from(*count), Changes::default());
    let (pairs, rest) = cells.as_chunks::<2>();
    changes.add("moves cut off by the end of the file", count.saturating_sub(pairs.len()), *line);
    let behind = (pairs.len().saturating_sub(count) * 2 + rest.len()).min(cells.len());
    let is_more = pairs.len() >= count && behind > 0;
    changes.add("numbers behind the moves, left out", if is_more { behind } else { 0 }, *line);
    let words = pairs.iter().take(count).map(|[(line, row), (_, column)]| (*line, format!("{column},{row}")));
    let words: Vec<(usize, String)> = words.collect();
    found(&width.to_string(), &words, changes, defaults)
}

fn found(
    size: &str,
    words: &[(usize, String)],
    changes: Changes,
    defaults: &Defaults,
) -> Result<Found, ReadError> {
    let mut assumed = Changes::default();
    let game = game_of(size, 1, words, defaults, &mut assumed)?;
    Ok(Found { records: vec![game], changes, assumed })
}

//! The parsing of lines.
//!
//! A line is a verb, matched without regard to case, and the rest. The rest depends on the verb and the board, and is
//! parsed when the verb is executed, with the functions for numbers here.

use super::verbs::{NEVER_FIRST, VERBS, Verb};
use crate::contract::GridCell;
use crate::wire::message::quoted;

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// The whole line as written.
    pub line: String,
    /// Its first word.
    pub word: String,
    /// Its verb; `None` if it is unknown.
    pub verb: Option<Verb>,
    /// What follows it, without blanks around.
    pub rest: String,
}

/// Parses a line; `None` for a blank one.
pub(super) fn parse(line: &str) -> Option<Command> {
    let text = line.trim_start_matches('\u{feff}').trim();
    let word = text.split_whitespace().next()?;
    let known = VERBS.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    Some(Command {
        line: line.to_string(),
        word: word.to_string(),
        verb: known.map(|&(_, verb)| verb),
        rest: text[word.len()..].trim().to_string(),
    })
}

/// Does a client that begins with this line speak Gomocup?
pub(super) fn is_first_line(line: &str) -> bool {
    let verb = parse(line).and_then(|command| command.verb);
    verb.is_some_and(|verb| !NEVER_FIRST.contains(&verb))
}

/// Is a first line of this protocol unambiguous, even from a user who tries words?
pub(super) fn is_unmistakable(line: &str) -> bool {
    let Some(Command { verb: Some(verb), word, rest, .. }) = parse(line) else { return false };
    let has_number = rest.starts_with(|c: char| c.is_ascii_digit());
    match verb {
        Verb::Start | Verb::RectStart | Verb::Turn => has_number,
        Verb::Swap2Board => true,
        _ => word.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("yx")),
    }
}

/// A whole number.
///
/// # Errors
/// Names the word.
pub(super) fn number(text: &str) -> Result<i64, String> {
    let text = text.trim();
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{} is not a whole number", quoted(text)));
    }
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Ok(text.parse().unwrap_or(limit))
}

/// Whole numbers separated by commas.
///
/// # Errors
/// Names the invalid word.
pub(super) fn numbers(text: &str) -> Result<Vec<i64>, String> {
    text.split(',').map(number).collect()
}

/// The cell in column `x`, row `y` of a board of `size` rows; `text` begins with both, as they were sent.
///
/// # Errors
/// It is off the board.
pub(super) fn cell_at(x: i64, y: i64, text: &str, size: usize) -> Result<GridCell, String> {
    let on_board = |n: i64| usize::try_from(n).ok().filter(|&n| n < size);
    match (on_board(x), on_board(y)) {
        (Some(x), Some(y)) => Ok(GridCell::new(x, y)),
        _ => {
            let sent: Vec<&str> = text.split(',').map(str::trim).take(2).collect();
            let sent = quoted(&sent.join(","));
            Err(format!("{sent} is not on the board; expected 0,0 to {0},{0}", size - 1))
        }
    }
}

/// Reads `x,y`.
///
/// # Errors
/// Names the invalid word, or the cell that is off the board.
pub(super) fn cell(text: &str, size: usize) -> Result<GridCell, String> {
    match numbers(text).as_deref() {
        Ok(&[x, y]) => cell_at(x, y, text, size),
        _ => Err(format!("{} is not a cell; expected x,y, such as 7,7", quoted(text.trim()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_read_in_any_case_and_with_any_blanks() {
        let read_verb = |line| parse(line).and_then(|command| command.verb);
        assert_eq!(read_verb("start 15"), Some(Verb::Start));
        assert_eq!(read_verb("  Turn\t7,7 "), Some(Verb::Turn));
        assert_eq!(parse("\u{feff}INFO rule  4\r").unwrap().rest, "rule  4");
        assert_eq!(parse(" \r"), None);
        let unknown = parse("FOO bar").unwrap();
        assert_eq!((unknown.word.as_str(), unknown.verb, unknown.rest.as_str()), ("FOO", None, "bar"));
    }

    #[test]
    fn other_protocols_are_not_taken_for_this_one() {
        assert!(is_first_line("start 15") && is_first_line("YXSHOWINFO") && is_first_line("about"));
        for line in
            ["uci", "ugi", "isready", "position startpos", "stop", "play b d4", "hub", "7,7", "1 name"]
        {
            assert!(!is_first_line(line), "{line}");
        }
    }

    #[test]
    fn a_word_alone_can_be_mistaken() {
        for line in ["START 15", "start 15", "RECTSTART 15,15", "TURN 7,7", "YXSHOWINFO", "SWAP2BOARD"] {
            assert!(is_unmistakable(line), "{line}");
        }
        for line in
            ["start", "board", "info", "info depth 3", "about", "begin", "end", "restart", "yxfoo", "help"]
        {
            assert!(!is_unmistakable(line), "{line}");
        }
    }

    #[test]
    fn cells_off_the_board_and_words_that_are_none_are_named() {
        assert_eq!(cell(" 7, 14", 15), Ok(GridCell::new(7, 14)));
        assert!(cell("7,15", 15).unwrap_err().contains("'7,15' is not on the board"));
        assert!(cell("-1,0", 15).unwrap_err().contains("'-1,0'"));
        for text in ["h8", "1;1", "1,1;2"] {
            let expected = format!("'{text}' is not a cell; expected x,y, such as 7,7");
            assert_eq!(cell(text, 15), Err(expected));
        }
        assert!(cell("7", 15).unwrap_err().contains("'7' is not a cell"));
        assert!(cell("7,7,1", 15).unwrap_err().contains("expected x,y"));
        assert!(
            cell("99999999999999999999,0", 15).unwrap_err().starts_with("'99999999999999999999,0' is not")
        );
    }
}

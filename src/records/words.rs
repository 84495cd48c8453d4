//! The words between the tags of a PDN or PGN file: numbers, moves, remarks and results.
//!
//! Results such as `1-1` look like moves: those listed here are results, and so is the last word of a game if it equals
//! the tag `Result`.

use super::MoveMark;
use super::raw_game::Dialect;

/// Results that end a game in the moves, with colons read as hyphens.
const RESULTS: [&str; 11] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "1/2", "½-½", "½", "=-="];

/// Results by signs, which stand in the middle of a game for an evaluation.
const FINAL_SIGNS: [&str; 4] = ["+-", "-+", "+--", "--+"];

/// Most points of a game that are no square behind the first row, in any draughts here.
const ROW: f64 = 4.0;

/// Signs of an evaluation, with the glyph for it.
const SIGNS: [(&str, u16); 15] = [
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("*", 7),
    ("□", 7),
    ("+/=", 14),
];

/// Characters of remarks.
const REMARKS: [char; 17] =
    ['!', '?', '*', '+', '-', '=', '/', '#', '.', '∞', '⩲', '⩱', '±', '∓', '□', '→', '↑'];

/// An annotation of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Annotation {
    Mark(MoveMark),
    Glyph(u16),
    /// Signs without a meaning here.
    Text(String),
}

/// A result in its usual form: hyphens between the numbers.
pub(super) fn usual_result(text: &str) -> String {
    let plain = |c| match c {
        ':' | '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        other => other,
    };
    text.trim().chars().map(plain).collect()
}

/// Does the text say who won and nothing more?
pub(super) fn is_usual_result(text: &str) -> bool {
    let text = usual_result(text).replace(' ', "");
    RESULTS.contains(&text.as_str()) || FINAL_SIGNS.contains(&text.as_str()) || text == "="
}

/// Are these points of two players that no move has: a part of a point, none, or two numbers of the first row?
fn are_points(text: &str) -> bool {
    let Some((first, second)) = text.split_once('-') else { return false };
    let points = |text: &str| {
        let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || b".,".contains(&byte));
        let is_short =
            (1..=5).contains(&text.len()) && !(text.len() > 1 && text.bytes().all(|byte| byte == b'0'));
        text.replace(',', ".").parse::<f64>().ok().filter(|_| is_number && is_short)
    };
    let (Some(first), Some(second)) = (points(first), points(second)) else { return false };
    first.fract() + second.fract() > 0.0 || first * second == 0.0 || first.max(second) <= ROW
}

/// Is the word a result? `ends`: it is the last one of its game.
pub(super) fn result(word: &str, ends: bool) -> bool {
    let word = usual_result(word);
    RESULTS.contains(&word.as_str()) || ends && (FINAL_SIGNS.contains(&word.as_str()) || are_points(&word))
}

/// Splits `12.32-28`, `12...` and `...` into the number and what follows the dots. In PDN the dots may be missing: a
/// move has two squares, and a number alone is none.
pub(super) fn split_number(word: &str, dialect: Dialect) -> (Option<u32>, &str) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let number = || Some(word[..digits].parse().unwrap_or(u32::MAX));
    match word[digits..].strip_prefix('.') {
        Some(rest) if digits > 0 => (number(), rest.trim_start_matches('.')),
        None if dialect == Dialect::Pdn && (1..=3).contains(&digits) && digits == word.len() => {
            (number(), "")
        }
        _ => (None, word),
    }
}

/// Splits a word into the move, the signs glued to it, and in PDN the text behind it. A word of signs has no move.
pub(super) fn split_word(word: &str, dialect: Dialect) -> (&str, &str, &str) {
    let (word, text) = match dialect {
        Dialect::Pdn => word.split_at(move_length(word)),
        Dialect::Pgn => (word, ""),
    };
    let mv = word.trim_end_matches(REMARKS);
    (mv, &word[mv.len()..], text)
}

/// The length of the squares and separators that a word begins with, and of the remarks behind them; the whole word if
/// it does not begin with a move.
fn move_length(word: &str) -> usize {
    let mut at = 0;
    let mut squares = 0;
    while let Some(length) = square_length(&word[at..]) {
        (at, squares) = (at + length, squares + 1);
        let separator = word[at..].chars().next().filter(|c| SEPARATORS.contains(c));
        let next = at + separator.map_or(0, char::len_utf8);
        if square_length(&word[next..]).is_none() {
            break;
        }
        at = next;
    }
    let signs = word[at..].len() - word[at..].trim_start_matches(REMARKS).len();
    if squares < 2 { word.len() } else { at + signs }
}

/// The length of the square at the beginning of a text: up to two digits, or a letter and a digit.
fn square_length(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'0'..=b'9', b'0'..=b'9', ..] => Some(2),
        [b'0'..=b'9', ..] => Some(1),
        [letter, b'1'..=b'9', ..] if letter.is_ascii_alphabetic() && *letter != b'x' => Some(2),
        _ => None,
    }
}

/// The annotations that signs stand for: first the mark, then an evaluation. Unknown signs are text; dots and hyphens say
/// nothing.
pub(super) fn annotations(signs: &str) -> Vec<Annotation> {
    let length = signs.len() - signs.trim_start_matches(['!', '?']).len();
    let (mark, rest) = signs.split_at(length);
    let text = |signs: &str| {
        let says = !signs.chars().all(|c| ".-".contains(c));
        says.then(|| Annotation::Text(signs.to_string()))
    };
    let glyph = SIGNS.iter().find(|(known, _)| *known == rest).map(|&(_, glyph)| Annotation::Glyph(glyph));
    let mark = MoveMark::from_sign(mark).map(Annotation::Mark).or_else(|| text(mark));
    mark.into_iter().chain(glyph.or_else(|| text(rest))).collect()
}

/// A move without a move, as PGN has it. No game of draughts has one.
pub(super) const NULL_MOVE: &str = "--";

/// Signs between the squares of a move.
pub(super) const SEPARATORS: [char; 4] = ['-', 'x', 'X', ':'];

/// Joins two jumps of one capture: the second begins where the first ends, which no other move can.
pub(super) fn join_jumps(before: &str, next: &str) -> Option<String> {
    let last = before.rsplit(SEPARATORS).next()?;
    let first = next.split(SEPARATORS).next()?;
    let is_move = |word: &str| word.contains(SEPARATORS) && word.len() < MAX_MOVE;
    let same = last.trim_start_matches('0').eq_ignore_ascii_case(first.trim_start_matches('0'));
    let joins = same && is_move(before) && is_move(next);
    joins.then(|| format!("{before}{}", &next[first.len()..]).replace('-', "x"))
}

/// Longest move that is put together from words, in bytes.
const MAX_MOVE: usize = 100;

/// Is `word` the rest of the move that `before` begins?
pub(super) fn goes_on(before: &str, word: &str) -> bool {
    let before = split_number(before, Dialect::Pgn).1;
    if before.len() > MAX_MOVE {
        return false;
    }
    let last = before.rsplit(SEPARATORS).next().unwrap_or(before);
    let is_square = square_length(last) == Some(last.len());
    if word.starts_with(SEPARATORS) && word != NULL_MOVE {
        let next = word.trim_start_matches(SEPARATORS);
        return is_square && (next.is_empty() || square_length(next).is_some());
    }
    let begun =
        before.strip_suffix(SEPARATORS).is_some_and(|head| head.ends_with(|c: char| c.is_ascii_digit()));
    begun && square_length(word).is_some() && split_number(word, Dialect::Pgn).0.is_none()
}

/// A move of two numbers without a separator, `3732`, with one.
pub(super) fn separated(word: &str) -> String {
    match word.split_at_checked(2) {
        Some((from, to)) if word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{from}-{to}")
        }
        _ => word.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_have_signs_and_text_behind_its_move() {
        for (word, parts) in [
            ("32-28", ("32-28", "", "")),
            ("32-28!?", ("32-28", "!?", "")),
            ("28x19+-good", ("28x19", "+-", "good")),
            ("c3:e5?!=", ("c3:e5", "?!=", "")),
            ("3732nice", ("3732", "", "nice")),
            ("19-23-", ("19-23", "-", "")),
            ("99-98", ("99-98", "", "")),
            ("word", ("word", "", "")),
            ("...", ("", "...", "")),
        ] {
            assert_eq!(split_word(word, Dialect::Pdn), parts, "{word}");
        }
        assert_eq!(split_word("h8good!", Dialect::Pgn), ("h8good", "!", ""));
    }

    #[test]
    fn remarks_are_marks_and_glyphs() {
        assert_eq!(annotations("!?+="), [Annotation::Mark(MoveMark::Interesting), Annotation::Glyph(14)]);
        assert_eq!(annotations("+-"), [Annotation::Glyph(18)]);
        assert_eq!(annotations("!#"), [Annotation::Mark(MoveMark::Good), Annotation::Text("#".to_string())]);
        assert_eq!(annotations("-"), []);
        assert_eq!(annotations(".."), []);
    }

    #[test]
    fn results_have_hyphens_dashes_or_colons() {
        for word in ["1-0", "1:0", "2–0", "1:1", "0:2", "½:½", "½"] {
            assert!(result(word, false), "{word}");
        }
        assert!(result("+-", true) && !result("+-", false));
        assert!(!result("1-10", true));
        assert!(result("12-0", true) && !result("12-0", false) && !result("01-05", true));
        assert!(is_usual_result("1 - 0") && !is_usual_result("12-0"));
    }

    #[test]
    fn a_number_needs_no_dots_in_pdn() {
        assert_eq!(split_number("12", Dialect::Pdn), (Some(12), ""));
        assert_eq!(split_number("12", Dialect::Pgn), (None, "12"));
        assert_eq!(split_number("12...3-4", Dialect::Pdn), (Some(12), "3-4"));
        assert_eq!(split_number("3732", Dialect::Pdn), (None, "3732"));
    }

    #[test]
    fn jumps_are_joined_only_where_one_begins_on_the_other() {
        assert_eq!(join_jumps("15x24", "24x31").as_deref(), Some("15x24x31"));
        assert_eq!(join_jumps("15-24", "24-31").as_deref(), Some("15x24x31"));
        assert_eq!(join_jumps("c3:e5", "E5:g7").as_deref(), Some("c3:e5:g7"));
        assert_eq!(join_jumps("15x24", "19x28"), None);
    }
}

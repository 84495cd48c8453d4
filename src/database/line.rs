//! A position and its entry as a line: seven fields with tabs between them.
//!
//! | field | |
//! |---|---|
//! | rules | game and options, `gomoku Size=19` |
//! | position | |
//! | value | hundredths for the player to move; `+M7` or `-M7`: won or lost in 7 plies; empty if there is none |
//! | depth | plies |
//! | bound | `exact`, `lower`, `upper` |
//! | mark | up to four characters without blanks and brackets |
//! | note | with `\n`, `\t`, `\r` and `\\` for line ends, tabs and backslashes |
//!
//! A line without value, mark and note deletes the position.

use super::{Entry, MARK_WORDS, MAX_DEPTH, Place, Value, is_mark};
use crate::contract::{Bound, Score};

const BOUNDS: [(&str, Bound); 3] =
    [("exact", Bound::Exact), ("lower", Bound::Lower), ("upper", Bound::Upper)];

/// The characters that a note may not have in a line, and how it has them.
const ESCAPES: [(char, char); 4] = [('\\', '\\'), ('\n', 'n'), ('\r', 'r'), ('\t', 't')];

/// A line without its end.
pub fn write(place: &Place, entry: &Entry) -> String {
    let [value, depth, bound] = match entry.value {
        Some(value) => {
            let bound =
                BOUNDS.iter().find(|(_, bound)| *bound == value.bound).map_or("exact", |known| known.0);
            [value.score.number_text(), value.depth.to_string(), bound.to_string()]
        }
        None => Default::default(),
    };
    let (mark, note) = (escaped(&entry.mark), escaped(&entry.note));
    [&place.rules, &place.position, &value, &depth, &bound, &mark, &note].map(String::as_str).join("\t")
}

/// Reads a line without its end.
///
/// # Errors
/// What is wrong, and what was expected.
pub fn read(line: &str) -> Result<(Place, Entry), String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [rules, position, value, depth, bound, mark, note] = fields[..] else {
        return Err(format!("{} fields: expected 7 with tabs between them", fields.len()));
    };
    if rules.is_empty() || position.is_empty() {
        return Err("rules or position are missing".to_string());
    }
    let value = if value.is_empty() { None } else { Some(read_value(value, depth, bound)?) };
    let (mark, note) = (unescaped(mark)?, unescaped(note)?);
    if !is_mark(&mark) {
        return Err(format!("mark '{mark}': expected {MARK_WORDS}"));
    }
    let place = Place { rules: rules.to_string(), position: position.to_string() };
    Ok((place, Entry { value, mark, note }))
}

fn read_value(value: &str, depth: &str, bound: &str) -> Result<Value, String> {
    let score = read_score(value)
        .ok_or_else(|| format!("value '{value}': expected hundredths such as -35, or +M7 or -M7"))?;
    let depth = depth.parse().ok().filter(|depth| (0..=MAX_DEPTH).contains(depth));
    let depth = depth.ok_or_else(|| format!("depth: expected a number of plies up to {MAX_DEPTH}"))?;
    let known = BOUNDS.iter().find(|(name, _)| *name == bound);
    let bound = known.ok_or_else(|| format!("bound '{bound}': expected exact, lower or upper"))?.1;
    Ok(Value { score, bound, depth })
}

fn read_score(text: &str) -> Option<Score> {
    let plies = |text: &str| text.parse().ok().filter(|plies| (0..1000).contains(plies));
    if let Some(plies) = text.strip_prefix("+M").and_then(plies) {
        return Some(Score::win_in(plies));
    }
    if let Some(plies) = text.strip_prefix("-M").and_then(plies) {
        return Some(Score::loss_in(plies));
    }
    let hundredths = text.parse().ok()?;
    Some(Score(hundredths)).filter(|score| score.0.unsigned_abs() <= Score::KNOWN_WIN.0.unsigned_abs())
}

fn escaped(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match ESCAPES.iter().find(|(raw, _)| *raw == c) {
            Some((_, sign)) => line.extend(['\\', *sign]),
            None => line.push(c),
        }
    }
    line
}

fn unescaped(line: &str) -> Result<String, String> {
    let mut text = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        let sign = chars.next();
        let known = ESCAPES.iter().find(|(_, known)| Some(*known) == sign);
        text.push(known.ok_or(r"a backslash that is not \\, \n, \r or \t")?.0);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let place = Place { rules: "gomoku Size=19".to_string(), position: "19/19 x".to_string() };
        for score in [Score(-35), Score::win_in(7), Score::loss_in(12), Score::known_win_in(3), Score(28_400)]
        {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                let value = Some(Value { score, bound, depth: 21 });
                let entry = Entry { value, mark: "a\\".to_string(), note: "x\ty\r\nz\\n é".to_string() };
                assert_eq!(read(&write(&place, &entry)), Ok((place.clone(), entry)));
            }
        }
        assert_eq!(read(&write(&place, &Entry::default())), Ok((place, Entry::default())));
    }

    #[test]
    fn what_is_wrong_with_a_line_is_named() {
        let why = |line: &str| read(line).expect_err("a bad line");
        assert_eq!(why("a\tb"), "2 fields: expected 7 with tabs between them");
        assert_eq!(why("\tb\t\t\t\t\t"), "rules or position are missing");
        assert_eq!(
            why("a\tb\t31000\t5\texact\t\t"),
            "value '31000': expected hundredths such as -35, or +M7 or -M7"
        );
        assert_eq!(why("a\tb\t5\t-1\texact\t\t"), "depth: expected a number of plies up to 1000");
        assert_eq!(why("a\tb\t5\t1\tabout\t\t"), "bound 'about': expected exact, lower or upper");
        assert_eq!(
            why("a\tb\t\t\t\twrong\t"),
            "mark 'wrong': expected up to 4 characters without blanks and brackets"
        );
        assert_eq!(why("a\tb\t\t\t\t\t\\x"), r"a backslash that is not \\, \n, \r or \t");
    }
}

//! Lines of the Hub protocol: a word, then arguments `name=value` or bare names.
//!
//! A value that is empty or contains a blank, `=` or `"` is quoted; a quotation mark inside a value cannot be written.
//! Positions are one letter for each square.

use crate::contract::{Labels, Point, StoneColour};
use crate::engine::AnyEngine;

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    pub command: String,
    /// Names and values in the order written; the value of a bare name is empty.
    pub arguments: Vec<(String, String)>,
}

impl Line {
    /// Reads a line; `None` if there is nothing on it.
    ///
    /// # Errors
    /// An unclosed quotation mark, or a word that is not an argument.
    pub fn parse(text: &str) -> Result<Option<Line>, String> {
        let mut rest = text.trim();
        if rest.is_empty() {
            return Ok(None);
        }
        let command = word(&mut rest);
        if command.contains(['=', '"']) {
            return Err(format!("expected a command before {command}"));
        }
        let mut arguments = Vec::new();
        loop {
            rest = rest.trim_start();
            if rest.is_empty() {
                return Ok(Some(Line { command: command.to_string(), arguments }));
            }
            let (name, value) = argument(&mut rest)?;
            arguments.push((name.to_string(), value.to_string()));
        }
    }

    /// The value of the last argument with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.arguments.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Is there an argument with this name?
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// Takes everything up to the next blank.
fn word<'a>(rest: &mut &'a str) -> &'a str {
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (word, after) = rest.split_at(end);
    *rest = after;
    word
}

/// Takes `name`, `name=value` or `name="value"`.
fn argument<'a>(rest: &mut &'a str) -> Result<(&'a str, &'a str), String> {
    let end = rest.find(|c: char| c.is_whitespace() || c == '=').unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    if name.is_empty() || name.contains('"') {
        return Err(format!("expected a name before {}", word(rest)));
    }
    let Some(value) = after.strip_prefix('=') else {
        *rest = after;
        return Ok((name, ""));
    };
    let Some(quoted) = value.strip_prefix('"') else {
        *rest = value;
        let value = word(rest);
        if value.contains(['=', '"']) {
            return Err(format!("the value of {name} must stand in quotation marks"));
        }
        return Ok((name, value));
    };
    let (value, after) = quoted
        .split_once('"')
        .ok_or_else(|| format!("the value of {name} lacks its closing quotation mark"))?;
    *rest = after;
    Ok((name, value))
}

/// A value, quoted if necessary.
pub(crate) fn written(value: &str) -> String {
    let plain = !value.is_empty() && !value.contains(|c: char| c.is_whitespace() || c == '=' || c == '"');
    if plain { value.to_string() } else { format!("\"{}\"", value.replace('"', "'")) }
}

/// Every variant by its own name, and its value of the parameter `variant`: Scan's word, or else our own name.
const VARIANTS: [(&str, &str); 14] = [
    ("draughts", "normal"),
    ("breakthrough", "bt"),
    ("killer", "killer"),
    ("antidraughts", "losing"),
    ("frisian", "frisian"),
    ("frysk", "frysk"),
    ("russian", "russian"),
    ("brazilian", "brazilian"),
    ("english", "english"),
    ("pool", "pool"),
    ("italian", "italian"),
    ("spanish", "spanish"),
    ("portuguese", "portuguese"),
    ("czech", "czech"),
];

/// The parameter `variant` of a variant, given by its own name; `None` if Hub does not have the game.
pub(crate) fn variant_word(variant: &str) -> Option<&'static str> {
    VARIANTS.iter().find(|(known, _)| *known == variant).map(|&(_, word)| word)
}

/// The position in the format of the Hub protocol.
pub(crate) fn letters(engine: &dyn AnyEngine) -> String {
    let first = engine.identity().rules.first_colour();
    let white = |index: usize| (index == 0) == (first == StoneColour::White);
    let letter = |point: Point| match point {
        Point::Outside => None,
        Point::Empty | Point::Forbidden => Some('e'),
        Point::Taken { owner, king } => Some(match (white(owner.index()), king) {
            (true, false) => 'w',
            (true, true) => 'W',
            (false, false) => 'b',
            (false, true) => 'B',
        }),
    };
    let turn = if mover(engine) == StoneColour::White { 'W' } else { 'B' };
    let board = engine.board();
    let mut letters: Vec<char> = board.cells().filter_map(|(_, point)| letter(point)).collect();
    // Numbers begin at the upper left, or on some boards at the lower right.
    if let Labels::Cells(names) = engine.face().labels
        && names.last().is_some_and(|name| name == "1")
    {
        letters.reverse();
    }
    std::iter::once(turn).chain(letters).collect()
}

/// The colour of the player to move.
pub(crate) fn mover(engine: &dyn AnyEngine) -> StoneColour {
    let first = engine.identity().rules.first_colour();
    if engine.status().to_move.index() == 0 { first } else { first.other() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn parse(text: &str) -> Line {
        Line::parse(text).expect("a good line").expect("not empty")
    }

    #[test]
    fn arguments_are_names_values_and_quoted_values() {
        let line = parse("  pos   pos=Wbbe moves=\"32-28 19-23\" start empty=\"\" ");
        assert_eq!(line.command, "pos");
        let expected = [("pos", "Wbbe"), ("moves", "32-28 19-23"), ("start", ""), ("empty", "")];
        let expected = expected.map(|(name, value)| (name.to_string(), value.to_string()));
        assert_eq!(line.arguments, expected);
        assert_eq!((line.get("pos"), line.get("x")), (Some("Wbbe"), None));
        assert!(line.has("start"));
    }

    #[test]
    fn every_variant_is_a_game_by_its_own_name() {
        for (variant, _) in VARIANTS {
            assert_eq!(games::open(variant).expect(variant).identity().variant, variant);
        }
    }

    #[test]
    fn a_blank_line_is_no_line() {
        assert_eq!(Line::parse(" \t "), Ok(None));
    }

    #[test]
    fn what_cannot_be_taken_apart_is_refused() {
        for bad in
            ["=3", "\"x\" y", "level depth=\"3", "level =3", "level a=b=c", "level a=b\"c", "level \"a\""]
        {
            assert!(Line::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn values_are_quoted_where_they_must_be() {
        assert_eq!(written("32-28"), "32-28");
        assert_eq!(written(""), "\"\"");
        assert_eq!(written("a b"), "\"a b\"");
        assert_eq!(written("say \"a=b\""), "\"say 'a=b'\"");
    }
}

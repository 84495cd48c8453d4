//! The asterisk of PDN: the end of a game, or in old draughts files the mark of a forced move.

use super::lexer::{Lexeme, Token};
use super::raw_game::Dialect;
use super::words::{result, split_number};

/// The place of an asterisk in its game.
pub(super) struct Place {
    /// Line of the file.
    pub line: usize,
    /// The move number before it.
    pub number: u32,
    /// Moves between that number and it.
    pub moves: usize,
}

impl Place {
    /// Does it mark a forced move? It does if the same game continues after it: not behind a blank line, and with the next
    /// number, or the same one or none as long as the second move of this number is missing.
    pub fn is_forced_mark(&self, rest: &[Lexeme]) -> bool {
        let following = rest.iter().position(|lexeme| !matches!(lexeme.token, Token::Comment(_)));
        let Some((following, next)) = following.map(|at| (&rest[..=at], &rest[at])) else { return false };
        let is_half = self.moves < 2;
        match &next.token {
            _ if following.iter().any(|lexeme| lexeme.after_gap) => false,
            Token::Word(word) if result(word, false) => true,
            Token::Word(word) => match split_number(word, Dialect::Pdn) {
                (Some(number), _) => {
                    number == self.number && is_half || self.number.checked_add(1) == Some(number)
                }
                (None, word) => word != "*" && (is_half || next.line == self.line),
            },
            Token::Open => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::records::movetext::split;
    use crate::records::parts::Part;
    use crate::records::raw_game::{Dialect, Item, RawGame};

    fn pdn(text: &str) -> Vec<RawGame> {
        split(Part { text, line: 1, is_last: true }, Dialect::Pdn).0
    }

    fn moves(game: &RawGame) -> Vec<&str> {
        game.items
            .iter()
            .filter_map(|(_, item)| if let Item::Move(text) = item { Some(text.as_str()) } else { None })
            .collect()
    }

    #[test]
    fn an_asterisk_between_games_ends_the_first() {
        for (text, first) in [
            ("1. 9-13 21-17 *\n1. 5-9 25-21 *", &["9-13", "21-17"][..]),
            ("1. 9-13 21-17 * 1. 5-9 25-21 *", &["9-13", "21-17"]),
            ("1. 9-13 21-17 *\n\n1. 9-13 22-17 *", &["9-13", "21-17"]),
            ("1. 9-13 *\n\n21-17 *", &["9-13"]),
            ("1. 9-13 * {a}\n\n2. 9-13 22-17 *", &["9-13"]),
            ("1. 9-13 21-17 *\n9-13 22-18 *", &["9-13", "21-17"]),
            ("1. 9-13 21-17 2. 1-2 3-4 *\n1. 9-13 22-18 *", &["9-13", "21-17", "1-2", "3-4"]),
            ("1. 9-13 21-17 2. 1-2 3-4 *\n7. 9-13 22-18 *", &["9-13", "21-17", "1-2", "3-4"]),
        ] {
            let games = pdn(text);
            assert_eq!((games.len(), moves(&games[0])), (2, first.to_vec()), "{text}");
        }
        for text in ["1. 9-13 * 1... 21-17 *", "1. 9-13 *\n21-17 *", "1. 9-13 21-17 *\n2. 5-9 25-21 *"] {
            assert_eq!(pdn(text).len(), 1, "{text}");
        }
    }
}

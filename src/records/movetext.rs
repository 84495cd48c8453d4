//! The games of a PDN or PGN file, before their moves are checked.
//!
//! A file is split into games here: at results, at asterisks that stand for results, and at each new section of tags.
//! Variations and remarks are dropped; the main line is the game. Results such as `1-1` look like moves: those listed
//! here are results, and so is the last word if it equals the tag `Result`.

use super::lexer::{Lexeme, Token, lex};
use super::{MoveMark, ReadError};

/// Which of the two formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// PDN: moves have two squares or more.
    Pdn,
    /// PGN: a move is any word.
    Pgn,
}

/// An item of the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// A move as written, without number and marks.
    Move(String),
    /// The mark of the move before it.
    Mark(MoveMark),
    /// A comment on the move before it.
    Comment(String),
    /// A position set in the middle of the game.
    SetUp(String),
}

/// A game as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct RawGame {
    /// Line of its first token.
    pub line: usize,
    /// Tags in order.
    pub tags: Vec<(String, String)>,
    /// Moves and comments, each with its line.
    pub items: Vec<(usize, Item)>,
    /// The result at the end of the moves; `*` counts as none.
    pub result: Option<String>,
    /// The first thing that cannot be read.
    pub fault: Option<ReadError>,
}

impl RawGame {
    /// The value of a tag, without regard to case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    fn is_blank(&self) -> bool {
        let only_comments = self.items.iter().all(|(_, item)| matches!(item, Item::Comment(_)));
        self.tags.is_empty() && self.fault.is_none() && only_comments
    }
}

/// All games of a text.
pub(super) fn split(text: &str, dialect: Dialect) -> Vec<RawGame> {
    let lexemes = lex(text);
    let lexemes = if dialect == Dialect::Pdn { join_moves(lexemes) } else { lexemes };
    let mut splitter =
        Splitter { dialect, games: Vec::new(), game: RawGame::default(), depth: 0, number: None };
    for (index, lexeme) in lexemes.iter().enumerate() {
        splitter.take(lexeme, &lexemes[index + 1..]);
    }
    splitter.finish();
    splitter.games
}

/// Results that end a game in the moves.
const RESULTS: [&str; 10] = ["1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "1/2", "½-½", "½"];

struct Splitter {
    dialect: Dialect,
    games: Vec<RawGame>,
    game: RawGame,
    /// Number of open variations.
    depth: usize,
    /// The move number read last in this game.
    number: Option<u32>,
}

impl Splitter {
    fn take(&mut self, lexeme: &Lexeme, rest: &[Lexeme]) {
        let line = lexeme.line;
        if let Token::Tag(name, value) = &lexeme.token {
            // A header without moves ends where the next header begins.
            let again = self.game.tags.first().is_some_and(|(first, _)| first == name && name != "Option");
            if again || !self.game.items.is_empty() || self.game.fault.is_some() {
                self.finish();
            }
            self.begin(line);
            self.game.tags.push((name.clone(), value.clone()));
            return;
        }
        self.begin(line);
        match &lexeme.token {
            Token::Open => self.depth += 1,
            Token::Close if self.depth == 0 => self.fault(line, "')' closes no variation".to_string()),
            Token::Close => self.depth -= 1,
            Token::Junk(text) => {
                self.fault(line, format!("'{}' is not expected here", super::shorten(text)));
            }
            _ if self.depth > 0 => {}
            Token::Comment(text) => {
                let text = super::one_line(text);
                if !text.is_empty() {
                    self.game.items.push((line, Item::Comment(text)));
                }
            }
            Token::SetUp(fen) => self.game.items.push((line, Item::SetUp(fen.clone()))),
            Token::Word(word) => self.word(line, word, rest),
            Token::Tag(..) => {}
        }
    }

    fn begin(&mut self, line: usize) {
        if self.game.line == 0 {
            self.game.line = line;
        }
    }

    fn fault(&mut self, line: usize, reason: String) {
        self.game.fault.get_or_insert(ReadError { line, reason });
    }

    fn word(&mut self, line: usize, word: &str, rest: &[Lexeme]) {
        let ends = rest.first().is_none_or(|next| matches!(next.token, Token::Tag(..)));
        let is_the_tag = || self.game.tag("Result").is_some_and(|result| result.trim() == word);
        if RESULTS.contains(&word) || ends && is_the_tag() {
            self.game.result = Some(word.to_string());
            return self.finish();
        }
        if word == "*" {
            if !self.is_forced_mark(rest) {
                self.finish();
            }
            return;
        }
        let (number, word) = split_number(word);
        self.number = number.or(self.number);
        let (marked, word) = (word, word.trim_end_matches(['!', '?', '*']));
        let mark = MoveMark::from_sign(marked[word.len()..].trim_end_matches('*'));
        let is_remark = word.chars().all(|c| "!?+-=.".contains(c));
        if is_remark {
            let after_move = matches!(self.game.items.last(), Some((_, Item::Move(_))));
            self.game.items.extend(mark.filter(|_| after_move).map(|mark| (line, Item::Mark(mark))));
            return;
        }
        if RESULTS.contains(&word) {
            self.game.result = Some(word.to_string());
            return self.finish();
        }
        let glued =
            self.dialect == Dialect::Pdn && word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
        let text = if glued { format!("{}-{}", &word[..2], &word[2..]) } else { word.to_string() };
        self.game.items.push((line, Item::Move(text)));
        self.game.items.extend(mark.map(|mark| (line, Item::Mark(mark))));
    }

    /// Is this asterisk the mark of a forced move, as in old draughts files? It is if the game continues after it, with
    /// the same or the next number, or without one.
    fn is_forced_mark(&self, rest: &[Lexeme]) -> bool {
        let Some(current) = self.number.filter(|_| self.dialect == Dialect::Pdn) else { return false };
        let mut following = rest.iter().filter(|lexeme| !matches!(lexeme.token, Token::Comment(_)));
        match following.next().map(|lexeme| &lexeme.token) {
            Some(Token::Word(word)) if RESULTS.contains(&word.as_str()) => true,
            Some(Token::Word(word)) => match split_number(word) {
                (Some(number), _) => number == current || current.checked_add(1) == Some(number),
                (None, word) => word != "*",
            },
            Some(Token::Open) => true,
            _ => false,
        }
    }

    fn finish(&mut self) {
        let mut game = std::mem::take(&mut self.game);
        if self.depth > 0 {
            let reason = "a variation is not closed".to_string();
            game.fault.get_or_insert(ReadError { line: game.line, reason });
        }
        (self.depth, self.number) = (0, None);
        if !game.is_blank() {
            self.games.push(game);
        }
    }
}

/// Splits `12.32-28`, `12...` and `...` into the number and what follows the dots.
fn split_number(word: &str) -> (Option<u32>, &str) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    match word[digits..].strip_prefix('.') {
        Some(rest) if digits > 0 => {
            (Some(word[..digits].parse().unwrap_or(u32::MAX)), rest.trim_start_matches('.'))
        }
        _ => (None, word),
    }
}

/// Joins moves that are written with blanks, `32 - 28` or `26 x 37`, into one word.
fn join_moves(lexemes: Vec<Lexeme>) -> Vec<Lexeme> {
    let mut joined: Vec<Lexeme> = Vec::with_capacity(lexemes.len());
    for lexeme in lexemes {
        if let Token::Word(word) = &lexeme.token
            && let Some(Lexeme { token: Token::Word(before), .. }) = joined.last_mut()
            && goes_on(split_number(before).1, word)
        {
            before.push_str(word);
            continue;
        }
        joined.push(lexeme);
    }
    joined
}

const SEPARATORS: [char; 4] = ['-', 'x', ':', '×'];

/// Is `word` the rest of the move that `before` begins?
fn goes_on(before: &str, word: &str) -> bool {
    let is_square = |text: &str| {
        let mut bytes = text.bytes();
        matches!(
            (bytes.next(), bytes.next(), bytes.next()),
            (Some(b'0'..=b'9'), None, None)
                | (Some(b'0'..=b'9'), Some(b'0'..=b'9'), None)
                | (Some(b'a'..=b'h'), Some(b'1'..=b'8'), None)
        )
    };
    let last = before.rsplit(SEPARATORS).next().unwrap_or(before);
    let is_long = before.len() > 100;
    if is_long {
        return false;
    }
    if word.starts_with(SEPARATORS) {
        let next = word.trim_start_matches(SEPARATORS);
        return is_square(last) && (next.is_empty() || next.starts_with(|c: char| c.is_ascii_alphanumeric()));
    }
    let begun =
        before.strip_suffix(SEPARATORS).is_some_and(|head| head.ends_with(|c: char| c.is_ascii_digit()));
    begun && word.starts_with(|c: char| c.is_ascii_alphanumeric()) && split_number(word).0.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &RawGame) -> Vec<&str> {
        let text = |item: &'_ (usize, Item)| matches!(item.1, Item::Move(_));
        let items = game.items.iter().filter(|item| text(item));
        items.map(|(_, item)| if let Item::Move(text) = item { text.as_str() } else { "" }).collect()
    }

    fn pdn(text: &str) -> Vec<RawGame> {
        split(text, Dialect::Pdn)
    }

    #[test]
    fn numbers_marks_and_variations_are_not_moves() {
        let text = "1.32-28! 19-23?? $3 (1...18-23 (2.37-32) 2. 1-2) 2. ... 3-4 2...5-6 3. - - +-";
        let games = pdn(text);
        assert_eq!(games.len(), 1);
        assert_eq!(moves(&games[0]), ["32-28", "19-23", "3-4", "5-6"]);
        let marks = games[0].items.iter().filter_map(|(_, item)| match item {
            Item::Mark(mark) => Some(*mark),
            _ => None,
        });
        assert_eq!(marks.collect::<Vec<_>>(), [MoveMark::Good, MoveMark::Blunder]);
        assert_eq!(games[0].fault, None);
    }

    #[test]
    fn a_result_ends_a_game_and_is_no_move() {
        let games = pdn("1. 32-28 1-1 1. 33-28 1-10 2-0\n1. 31-26 1/2-1/2 1. 2-0");
        let results: Vec<Option<&str>> = games.iter().map(|game| game.result.as_deref()).collect();
        assert_eq!(results, [Some("1-1"), Some("2-0"), Some("1/2-1/2")]);
        assert_eq!(moves(&games[1]), ["33-28", "1-10"]);
    }

    #[test]
    fn an_unusual_result_is_known_by_its_tag() {
        let games = pdn("[Result \"4-6\"]\n1. 32-28 4-6\n[Result \"4-6\"]\n1. 4-6 32-28");
        assert_eq!((moves(&games[0]), games[0].result.as_deref()), (vec!["32-28"], Some("4-6")));
        assert_eq!(moves(&games[1]), ["4-6", "32-28"]);
    }

    #[test]
    fn an_asterisk_ends_a_game_or_says_that_a_move_was_forced() {
        let games = pdn("1. 11-15 22-18 * 2. 15x22 25x18* 8-11 *\n1. 9-13 *");
        assert_eq!(games.len(), 2);
        assert_eq!(moves(&games[0]), ["11-15", "22-18", "15x22", "25x18", "8-11"]);
        assert_eq!(moves(&games[1]), ["9-13"]);
    }

    #[test]
    fn tags_begin_a_new_game_where_the_asterisk_is_missing() {
        let games = pdn("[White \"a\"]\n1. 32-28\n[White \"b\"]\n[Black \"c\"]\n1. 33-28\n");
        assert_eq!(games.len(), 2);
        assert_eq!((games[1].line, games[1].tag("white")), (3, Some("b")));
    }

    #[test]
    fn moves_may_be_written_with_blanks_or_without_separator() {
        let games = pdn("1. 32 - 28 19 -23 2. 28 x19 14x 23 3. 3732 0510 4. c3 - d4");
        assert_eq!(moves(&games[0]), ["32-28", "19-23", "28x19", "14x23", "37-32", "05-10", "c3-d4"]);
    }

    #[test]
    fn an_unclosed_variation_spoils_its_own_game_only() {
        let games = pdn("1. 32-28 (18-23\n[White \"b\"]\n1. 33-28 ) \n[White \"c\"] 1. 31-26 *");
        assert_eq!(games.iter().map(|game| game.fault.is_some()).collect::<Vec<_>>(), [true, true, false]);
    }
}

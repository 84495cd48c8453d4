//! The games of a PDN or PGN file, before their moves are checked.
//!
//! A file is split into games here: at results, at asterisks that stand for results, and at each new section of tags.
//! Moves, marks, comments and variations become a tree. Words are in `words`: which are results, remarks and numbers.
//!
//! Invariants: nothing is recursive while a tree is built, and a tree is at most [`MAX_DEPTH`] deep; what is repaired
//! is counted in the game's changes.

use super::asterisk::Place;
use super::comment_text::unescaped;
use super::lexer::{Lexeme, Token, lex};
use super::line::MAX_DEPTH;
use super::parts::Part;
use super::raw_game::{Dialect, Item, Items, RawGame};
use super::words::{
    Annotation, NULL_MOVE, annotations, goes_on, join_jumps, result, separated, split_number, split_word,
};
use super::{MoveMark, ReadError};

/// The games of a part, and its length up to the game that may continue behind it.
pub(super) fn split(part: Part<'_>, dialect: Dialect) -> (Vec<RawGame>, usize) {
    let mut lexemes = lex(part.text, part.line);
    if dialect == Dialect::Pdn {
        join_moves(&mut lexemes);
    }
    let mut splitter = Splitter {
        dialect,
        games: Vec::new(),
        game: RawGame::default(),
        open: Vec::new(),
        skipped: 0,
        number: None,
        since_number: 0,
        cut: (0, 0),
    };
    // Each is dropped once it is read: those of a whole file take more memory than its games.
    let mut lexemes = lexemes.into_iter();
    while let Some(lexeme) = lexemes.next() {
        splitter.take(&lexeme, lexemes.as_slice());
    }
    if !part.is_last {
        let (games, length) = splitter.cut;
        splitter.games.truncate(games);
        return (splitter.games, length);
    }
    splitter.game.is_cut = !part.text.ends_with(char::is_whitespace);
    splitter.finish();
    (splitter.games, part.text.len())
}

struct Splitter {
    dialect: Dialect,
    games: Vec<RawGame>,
    game: RawGame,
    /// The open variations, the innermost last, each with its line.
    open: Vec<(usize, Items)>,
    /// Open variations that are nested too deep to be kept.
    skipped: usize,
    /// The move number read last in this game.
    number: Option<u32>,
    /// Moves behind it.
    since_number: usize,
    /// The last place at which nothing before it matters any more: the number of games before it, and its offset. Only a tag
    /// makes one, since a result is known by what follows it.
    cut: (usize, usize),
}

impl Splitter {
    fn take(&mut self, lexeme: &Lexeme, rest: &[Lexeme]) {
        let line = lexeme.line;
        if let Token::Tag(name, value) = &lexeme.token {
            // A header without moves ends at a blank line, behind which the same tags come again.
            let again = lexeme.after_gap && name != "Option" && self.game.tag(name).is_some();
            if again || !self.game.items.is_empty() || !self.open.is_empty() || self.game.fault.is_some() {
                self.finish();
            }
            if self.game.line == 0 {
                self.cut = (self.games.len(), lexeme.at);
            }
            self.begin(line);
            return self.game.set_tag(line, name, value);
        }
        self.begin(line);
        match &lexeme.token {
            Token::Open if self.skipped > 0 || self.open.len() == MAX_DEPTH => {
                self.game.changes.add(
                    "variations left out, nested too deep",
                    usize::from(self.skipped == 0),
                    line,
                );
                self.skipped += 1;
            }
            Token::Open => self.open.push((line, Items::new())),
            Token::Close if self.skipped > 0 => self.skipped -= 1,
            Token::Close => {
                if !self.close() {
                    self.fault(line, "')' closes no variation".to_string());
                }
            }
            Token::Junk(text) => {
                self.fault(line, format!("'{}' is not expected here", super::shorten(text)));
            }
            _ if self.skipped > 0 => {}
            Token::Comment(text) => self.comment(line, text),
            Token::OpenComment(text) => {
                self.game.changes.add_repairs("comments without a closing brace", 1, line);
                self.comment(line, text);
            }
            Token::Glyph(number) => self.glyph(line, *number),
            Token::SetUp(fen) => self.push(line, Item::SetUp(fen.clone())),
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

    /// The items of the innermost open line.
    fn items(&mut self) -> &mut Items {
        self.open.last_mut().map_or(&mut self.game.items, |(_, items)| items)
    }

    fn push(&mut self, line: usize, item: Item) {
        self.items().push((line, item));
    }

    fn comment(&mut self, line: usize, text: &str) {
        let text = unescaped(text);
        if !text.is_empty() {
            self.push(line, Item::Comment(text));
        }
    }

    /// The first six glyphs are marks.
    fn glyph(&mut self, line: usize, number: u16) {
        self.push(line, MoveMark::from_glyph(number).map_or(Item::Glyph(number), Item::Mark));
    }

    /// Ends the innermost variation; false if none is open.
    fn close(&mut self) -> bool {
        let Some((line, items)) = self.open.pop() else { return false };
        if !items.is_empty() {
            self.push(line, Item::Variation(items));
        }
        true
    }

    fn word(&mut self, line: usize, word: &str, rest: &[Lexeme]) {
        let ends = rest.first().is_none_or(|next| matches!(next.token, Token::Tag(..)));
        let is_the_tag = || self.game.tag("Result").is_some_and(|result| result.trim() == word);
        if result(word, ends) || ends && is_the_tag() {
            return self.result(line, word, ends);
        }
        if word == "*" {
            let place = self.number.map(|number| Place { line, number, moves: self.since_number });
            let place = place.filter(|_| self.dialect == Dialect::Pdn);
            return match place.is_some_and(|place| place.is_forced_mark(rest)) {
                true => self.glyph(line, FORCED),
                false => self.result(line, word, ends),
            };
        }
        let (number, word) = split_number(word, self.dialect);
        if number.is_some() {
            (self.number, self.since_number) = (number, 0);
        }
        if result(word, ends) {
            return self.result(line, word, ends);
        }
        if word == NULL_MOVE {
            return self.push(line, Item::Move(word.to_string()));
        }
        let (mv, signs, text) = split_word(word, self.dialect);
        if !mv.is_empty() {
            self.add_move(line, mv);
        }
        for found in annotations(signs) {
            match found {
                Annotation::Mark(mark) => self.push(line, Item::Mark(mark)),
                Annotation::Glyph(number) => self.glyph(line, number),
                Annotation::Text(text) => self.comment(line, &text),
            }
        }
        self.comment(line, text);
    }

    /// A result ends the game; in a variation it is a comment on the variation.
    fn result(&mut self, line: usize, word: &str, ends: bool) {
        if !self.open.is_empty() && !ends {
            return if word == "*" { self.glyph(line, FORCED) } else { self.comment(line, word) };
        }
        self.game.result = Some(word.to_string()).filter(|word| word != "*");
        self.finish();
    }

    /// Some files write a capture jump by jump, each from the square on which the one before it ended.
    fn add_move(&mut self, line: usize, text: &str) {
        if self.dialect == Dialect::Pgn {
            return self.push(line, Item::Move(text.to_string()));
        }
        let is_note = |item: &Item| matches!(item, Item::Mark(_) | Item::Glyph(_) | Item::Comment(_));
        let last = self.items().iter_mut().map(|(_, item)| item).rfind(|item| !is_note(item));
        if let Some(Item::Move(before)) = last
            && let Some(joined) = join_jumps(before, text)
        {
            *before = joined;
            return;
        }
        self.since_number += 1;
        self.push(line, Item::Move(separated(text)));
    }

    fn finish(&mut self) {
        let unclosed = self.open.len() + self.skipped;
        if unclosed > 0 {
            let line = self.open.first().map_or(self.game.line, |&(line, _)| line);
            self.game.changes.add_repairs("variations without a closing parenthesis", unclosed, line);
        }
        while self.close() {}
        (self.skipped, self.number, self.since_number) = (0, None, 0);
        let game = std::mem::take(&mut self.game);
        if !game.is_blank() {
            self.games.push(game);
        }
    }
}

/// The glyph of a forced move.
const FORCED: u16 = 7;

/// Joins moves that are written with blanks, `32 - 28` or `26 x 37`, into one word.
fn join_moves(lexemes: &mut Vec<Lexeme>) {
    lexemes.dedup_by(|next, before| {
        let (Token::Word(word), Token::Word(before)) = (&next.token, &mut before.token) else { return false };
        let joins = goes_on(before, word);
        if joins {
            before.push_str(word);
        }
        joins
    });
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
        split(Part { text, line: 1, is_last: true }, Dialect::Pdn).0
    }

    #[test]
    fn numbers_marks_and_variations_are_not_moves() {
        let text = "1.32-28! 19-23?? $3 (1...18-23 (2.37-32) 2. 1-2) 2. ... 3-4 2...5-6 3. - - +-";
        let games = pdn(text);
        assert_eq!(games.len(), 1);
        assert_eq!(moves(&games[0]), ["32-28", "19-23", "3-4", "5-6"]);
        let notes = games[0].items.iter().filter(|(_, item)| !matches!(item, Item::Move(_)));
        let notes: Vec<Item> = notes.map(|(_, item)| item.clone()).collect();
        let mv = |text: &str| (1, Item::Move(text.to_string()));
        let inner = Item::Variation(vec![mv("37-32")]);
        assert_eq!(
            notes,
            [
                Item::Mark(MoveMark::Good),
                Item::Mark(MoveMark::Blunder),
                Item::Mark(MoveMark::Brilliant),
                Item::Variation(vec![mv("18-23"), (1, inner), mv("1-2")]),
            ]
        );
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
    fn points_end_a_game_and_are_no_move() {
        for points in ["12-0", "0-12", "0.5-0.5", "1,5-0,5", "2-1", "1-3", "+:-", "-:+"] {
            let games = pdn(&format!("1. 32-28 19-23 {points}\n[White \"a\"]\n1. 33-28 {points}"));
            assert_eq!(games.len(), 2);
            for (game, played) in games.iter().zip([&["32-28", "19-23"][..], &["33-28"]]) {
                assert_eq!((moves(game), game.result.as_deref()), (played.to_vec(), Some(points)));
            }
        }
        assert_eq!(moves(&pdn("1. 4-6 10-2")[0]), ["4-6", "10-2"]);
    }

    #[test]
    fn a_tag_given_twice_is_of_a_new_game_only_after_a_blank_line() {
        let text = "[Event \"A\"]\n[White \"Ann\"]\n[Event \"B\"]\n[GameType \"20\"]\n1. 32-28 *";
        let games = pdn(text);
        assert_eq!(games.len(), 1);
        assert_eq!((games[0].tag("Event"), games[0].tag("White")), (Some("B"), Some("Ann")));
        assert!(games[0].changes.to_string().contains("the later counts: 1 (line 3)"));
        assert_eq!(pdn("[Event \"A\"]\n[White \"Ann\"]\n\n[Event \"B\"]\n").len(), 2);
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
    fn what_is_not_closed_ends_with_its_game() {
        let games =
            pdn("1. 32-28 (18-23\n[White \"b\"]\n1. 33-28 ) \n[White \"c\"] 1. 31-26 {oh\n[White \"d\"] *");
        assert_eq!(
            games.iter().map(|game| game.fault.is_some()).collect::<Vec<_>>(),
            [false, true, false, false]
        );
        assert!(games[0].changes.to_string().contains("parenthesis: 1 (line 1)"));
        assert!(games[2].changes.to_string().contains("brace: 1 (line 4)"));
        assert!(!games[3].is_cut && pdn("1. 32-2")[0].is_cut);
    }

    #[test]
    fn depth_is_limited() {
        let games = pdn(&format!("1. 32-28 {} 19-23 *", "(1-2".repeat(5000)));
        assert!(games[0].changes.to_string().contains("nested too deep: 1"));
    }

    #[test]
    fn a_null_move_is_a_move_of_its_own() {
        assert_eq!(moves(&pdn("1. 32-28 -- 2. 28x19 *")[0]), ["32-28", "--", "28x19"]);
        assert_eq!(moves(&pdn("1. 32-28 -- 28x19 *")[0]), ["32-28", "--", "28x19"]);
    }

    #[test]
    fn jumps_written_one_by_one_are_one_move() {
        assert_eq!(moves(&pdn("16. 15x24 {a} 24x31 17. 1-6 *")[0]), ["15x24x31", "1-6"]);
    }
}

//! Infers the board of a PDN game from its squares, before any move is played.
//!
//! Numbers up to 50 are those of 10x10, letters those of Russian and Brazilian draughts on 8x8. Numbers up to 32 can be
//! either board: a game from the start position shows which by its first move, a set position does not.

use super::raw_game::{Item, RawGame};
use super::words::SEPARATORS;

/// The boards that the squares of a game allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Squares {
    /// There are no squares: the start position, and no moves.
    Absent,
    /// A set position and moves with numbers up to 32: 8x8 or 10x10.
    Either,
    /// 8x8 by numbers.
    Small,
    /// 8x8 by letters, a1 to h8.
    Letters,
    /// 10x10.
    Large,
    /// A board that is not supported.
    Foreign,
}

/// Number of men of a side at the start on 8x8.
const SMALL_MEN: u32 = 12;

/// Squares that a game names.
#[derive(Default)]
struct Named {
    max: u32,
    has_letters: bool,
    is_foreign: bool,
    most_pieces: u32,
}

impl Squares {
    /// The squares of a game.
    pub fn of(raw: &RawGame) -> Squares {
        let mut named = Named::default();
        if let Some(fen) = set_position(raw) {
            named.add_position(fen);
        }
        for (_, item) in &raw.items {
            match item {
                Item::Move(word) => named.add_move(word),
                Item::SetUp(fen) => named.add_position(fen),
                Item::Mark(_) | Item::Glyph(_) | Item::Comment(_) | Item::Markup(_) | Item::Variation(_) => {}
            }
        }
        let begins = set_position(raw).is_none().then(|| first_from(raw)).flatten();
        match named {
            Named { is_foreign: true, .. } | Named { max: 51.., .. } => Squares::Foreign,
            Named { has_letters: true, max: ..=32, .. } => Squares::Letters,
            Named { has_letters: true, .. } => Squares::Foreign,
            Named { max: 33.., .. } => Squares::Large,
            Named { most_pieces, .. } if most_pieces > SMALL_MEN => Squares::Large,
            Named { max: 0, .. } => Squares::Absent,
            _ => match begins {
                // The men in front: White's on 10x10; Black's, then White's on 8x8.
                Some(31..=32) => Squares::Large,
                Some(_) => Squares::Small,
                None => Squares::Either,
            },
        }
    }
}

/// The position that a game begins with, if it is not the start position.
fn set_position(raw: &RawGame) -> Option<&str> {
    let tag = raw.tag("FEN").filter(|fen| !fen.trim().is_empty());
    let before_moves =
        raw.items.iter().map(|(_, item)| item).take_while(|item| !matches!(item, Item::Move(_)));
    let set_up =
        before_moves.filter_map(|item| if let Item::SetUp(fen) = item { Some(fen.as_str()) } else { None });
    set_up.last().or(tag)
}

/// The square on which the first move begins, by number.
fn first_from(raw: &RawGame) -> Option<u32> {
    moves(raw).next().and_then(|word| move_squares(word).next()?.parse().ok())
}

fn moves(raw: &RawGame) -> impl Iterator<Item = &str> {
    raw.items
        .iter()
        .filter_map(|(_, item)| if let Item::Move(word) = item { Some(word.as_str()) } else { None })
}

fn move_squares(word: &str) -> impl Iterator<Item = &str> {
    let glued = word.len() == 4 && word.is_ascii() && word.starts_with(|c: char| c.is_ascii_alphabetic());
    let (first, second) = if glued { word.split_at(2) } else { (word, "") };
    first.split(SEPARATORS).chain([second]).filter(|square| !square.is_empty())
}

impl Named {
    fn add_move(&mut self, word: &str) {
        move_squares(word).for_each(|square| self.add_square(square));
    }

    /// `W:W31-33,K40:B1-3`: after the turn, lists of one colour each; counters of other kinds may follow.
    fn add_position(&mut self, fen: &str) {
        for field in fen.split(':').skip(1) {
            let Some(list) = field.strip_prefix(['W', 'B', 'w', 'b']) else { continue };
            let mut pieces = 0;
            for entry in list.trim_end_matches('.').split(',') {
                let ends: Vec<&str> =
                    entry.split('-').map(|end| end.trim_start_matches(['K', 'G', 'P'])).collect();
                ends.iter().for_each(|end| self.add_square(end));
                pieces += match ends[..] {
                    [first, last] => span(first, last),
                    _ => 1,
                };
            }
            self.most_pieces = self.most_pieces.max(pieces);
        }
    }

    /// Other words are left to the replay of the game.
    fn add_square(&mut self, square: &str) {
        let digits = square.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let Ok(number) = digits.parse::<u32>() else { return };
        match square.as_bytes() {
            [b'0'..=b'9', ..] => self.max = self.max.max(number),
            [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'] => self.has_letters = true,
            [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => {
                self.is_foreign = true
            }
            _ => {}
        }
    }
}

/// Squares from one to another, both counted.
fn span(first: &str, last: &str) -> u32 {
    let number = |text: &str| text.parse::<u32>().unwrap_or(0);
    number(last).saturating_sub(number(first)).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::super::movetext::split;
    use super::super::parts::Part;
    use super::super::raw_game::Dialect;
    use super::*;

    fn raw(text: &str) -> RawGame {
        split(Part { text, line: 1, is_last: true }, Dialect::Pdn).0.remove(0)
    }

    #[test]
    fn the_board_shows_in_the_largest_number_the_letters_and_the_first_move() {
        for (text, squares) in [
            ("1. 32-28 19-23 *", Squares::Large),
            ("1. 31-26 *", Squares::Large),
            ("1. 33-28 *", Squares::Large),
            ("1. 11-15 23-19 *", Squares::Small),
            ("1. 21-17 12-15 *", Squares::Small),
            ("1. c3-d4 d6-c5 *", Squares::Letters),
            ("1. c3d4 *", Squares::Letters),
            ("1. 48-42 25-31 *", Squares::Large),
            ("1. 43-37 26-31 2. 55-50 *", Squares::Foreign),
            ("1. i3-j4 *", Squares::Foreign),
            ("[FEN \"W:W27,19,K13:BK30,12,5.\"] *", Squares::Either),
            ("[FEN \"W:W27:B5\"] 1. 27-23 5-9 *", Squares::Either),
            ("[FEN \"W:W27,33:B5\"] *", Squares::Large),
            ("[FEN \"W:W20-32:B1\"] *", Squares::Large),
            ("[FEN \"W:W21-32:B1-12\"] 1. c3-d4 *", Squares::Letters),
            ("[FEN \"W:Wa1,Kc3:Bh8:H0:F1\"] *", Squares::Letters),
            ("[FEN \"W:W31:B3:H0:F40\"] *", Squares::Either),
            ("[Event \"x\"] 1-0", Squares::Absent),
        ] {
            assert_eq!(Squares::of(&raw(text)), squares, "{text}");
        }
    }
}

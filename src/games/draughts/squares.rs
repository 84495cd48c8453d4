//! The names of squares, and their places on the board as it is shown.
//!
//! Inside, every 8x8 board has its dark corner at the bottom left and numbers from the top left (see `geometry`): moves
//! are the same on a mirrored board. Only here, in text and pictures, is it mirrored, or numbered from the other side.

use super::geometry::Square;
use super::rules::Rules;
use crate::contract::GridCell;

/// Which square has number 1, seen from White, and whether the board is mirrored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// The square at the top left, next to a light corner; the corner at the bottom left is dark.
    TopLeft,
    /// The dark corner at the top left of a mirrored board.
    Mirrored,
    /// The dark corner at the bottom right of a mirrored board, so White has the low numbers.
    MirroredFromWhite,
}

impl Rules {
    /// The official number of a square, from 1.
    pub(super) fn number(&self, square: Square) -> usize {
        self.renumbered(self.geometry().number(square))
    }

    /// The square with an official number, if there is one.
    pub(super) fn square(&self, number: usize) -> Option<Square> {
        let geometry = self.geometry();
        (1..=geometry.count).contains(&number).then(|| geometry.square(self.renumbered(number))).flatten()
    }

    /// An official number for one inside, and the other way round.
    fn renumbered(&self, number: usize) -> usize {
        let per_row = self.geometry().per_row;
        let (row, place) = ((number - 1) / per_row, (number - 1) % per_row);
        let mirrored = row * per_row + per_row - place;
        match self.numbering {
            Numbering::TopLeft => number,
            Numbering::Mirrored => mirrored,
            Numbering::MirroredFromWhite => self.geometry().count + 1 - mirrored,
        }
    }

    /// Row from the top and file from the left of a square as shown, or of a place shown as inside, both from 0.
    fn shown(&self, row: usize, file: usize) -> (usize, usize) {
        match self.numbering {
            Numbering::TopLeft => (row, file),
            Numbering::Mirrored | Numbering::MirroredFromWhite => (row, self.geometry().side - 1 - file),
        }
    }

    /// The place of a square as shown.
    pub(super) fn cell(&self, square: Square) -> GridCell {
        let (row, file) = self.geometry().row_and_file(square);
        let (row, file) = self.shown(row, file);
        GridCell::new(file, row)
    }

    /// The square that is shown in a row from the top and a file from the left; `None` for light squares and outside.
    pub(super) fn square_shown(&self, row: usize, file: usize) -> Option<Square> {
        let side = self.geometry().side;
        if row >= side || file >= side {
            return None;
        }
        let (row, file) = self.shown(row, file);
        self.geometry().square_in(row, file)
    }

    /// A square as these rules write it: `32` or `c3`.
    pub fn square_text(&self, square: Square) -> String {
        if !self.algebraic {
            return self.number(square).to_string();
        }
        let cell = self.cell(square);
        format!("{}{}", (b'a' + cell.x) as char, self.geometry().side - usize::from(cell.y))
    }

    /// Reads a square: a number, with or without leading zeros, or a letter and a digit if squares have names, in any case.
    pub(super) fn parse_square(&self, text: &str) -> Result<Square, String> {
        let expected = || {
            let names = if self.algebraic { " or a name from a1 to h8" } else { "" };
            format!("'{text}' is not a square: expected a number from 1 to {}{names}", self.geometry().count)
        };
        let parsed = match *text.as_bytes() {
            [file @ (b'a'..=b'h' | b'A'..=b'H'), rank @ b'1'..=b'8'] if self.algebraic => {
                let file = file.to_ascii_lowercase() - b'a';
                let square = self.square_shown(usize::from(b'8' - rank), usize::from(file));
                return square.ok_or_else(|| format!("'{text}' is a light square: expected a dark one"));
            }
            ref digits
                if !digits.is_empty() && digits.len() <= 8 && digits.iter().all(u8::is_ascii_digit) =>
            {
                text.parse().ok().and_then(|number| self.square(number))
            }
            _ => None,
        };
        parsed.ok_or_else(expected)
    }
}

#[cfg(test)]
mod tests {
    use crate::games::draughts::geometry::squares;
    use crate::games::draughts::rules::{ENGLISH, INTERNATIONAL, ITALIAN, RUSSIAN, Rules, SPANISH};

    fn rows(rules: &Rules) -> [Vec<usize>; 2] {
        let row = |row| {
            let shown = (0..rules.geometry().side).filter_map(|file| rules.square_shown(row, file));
            shown.map(|square| rules.number(square)).collect()
        };
        [row(0), row(rules.geometry().side - 1)]
    }

    #[test]
    fn numbers_begin_at_the_corner_that_the_rules_name() {
        assert_eq!(rows(&INTERNATIONAL), [vec![1, 2, 3, 4, 5], vec![46, 47, 48, 49, 50]]);
        assert_eq!(rows(&ENGLISH), [vec![1, 2, 3, 4], vec![29, 30, 31, 32]]);
        // FID, 2.4: from the first dark square at the top left to the last at the bottom right.
        assert_eq!(rows(&ITALIAN), [vec![1, 2, 3, 4], vec![29, 30, 31, 32]]);
        // FPD, 3: from the first square at the bottom right, from the right to the left and upwards, on White's side.
        assert_eq!(rows(&SPANISH), [vec![32, 31, 30, 29], vec![4, 3, 2, 1]]);
    }

    #[test]
    fn the_dark_corner_is_at_the_left_or_on_a_mirrored_board_at_the_right() {
        for (rules, corner) in [(ENGLISH.rules(), 0), (ITALIAN.rules(), 7), (SPANISH.rules(), 7)] {
            assert!(rules.square_shown(7, corner).is_some(), "{}", rules.card.name);
            assert!(rules.square_shown(7, 7 - corner).is_none(), "{}", rules.card.name);
        }
    }

    #[test]
    fn a_light_square_is_told_from_what_is_no_square() {
        let read = |text: &str| RUSSIAN.parse_square(text);
        assert_eq!(read("C3"), read("c3"));
        assert!(read("a2").is_err_and(|why| why == "'a2' is a light square: expected a dark one"));
        assert!(read("i9").is_err_and(|why| why.contains("a name from a1 to h8")));
    }

    #[test]
    fn a_square_is_found_again_by_its_number_its_name_and_its_place() {
        for rules in [INTERNATIONAL.rules(), ENGLISH.rules(), ITALIAN.rules(), SPANISH.rules()] {
            for square in squares(rules.geometry().all) {
                assert_eq!(rules.square(rules.number(square)), Some(square));
                assert_eq!(rules.parse_square(&rules.square_text(square)), Ok(square));
                let cell = rules.cell(square);
                assert_eq!(rules.square_shown(usize::from(cell.y), usize::from(cell.x)), Some(square));
            }
            assert_eq!([rules.square(0), rules.square(rules.geometry().count + 1)], [None; 2]);
        }
    }
}

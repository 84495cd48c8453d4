//! Text of Connect Four: moves and the diagram; positions are in `fen.rs`.
//!
//! The native move is the column counted from 1, as in nearly every published position. Columns are also letters, and
//! cells may be named: `4`, `d`, `d1` and `P@d1` are one move on the empty board. A cell must be the one on which the
//! stone lands, since anything else is a misunderstanding.

use crate::contract::{MoveStyle, Notation, Player, Position as _};

use super::fen;
use super::geometry::Geometry;
use super::moves::Move;
use super::position::Position;
use super::view;
use super::word::BoardWord;
use crate::contract::{Board, Face, GridCell, MovePath};

/// The letter of a column counted from 0.
fn column_letter(column: u32) -> char {
    (b'a' + column as u8) as char
}

/// A column letter in either case, as a number from 0.
fn letter_column(letter: char) -> Option<u32> {
    letter.is_ascii_alphabetic().then(|| u32::from(letter.to_ascii_lowercase()) - u32::from('a'))
}

/// Column from 0 and, if the text names a cell, row from 0. Neither is checked against the board.
fn read_cell(text: &str) -> Option<(u32, Option<u32>)> {
    if let Some(number) = fen::small_number(text) {
        return Some((number - 1, None));
    }
    let (dropped, cell) = match text.get(..2) {
        Some(prefix) if prefix.eq_ignore_ascii_case("p@") => (true, &text[2..]),
        _ => (false, text),
    };
    let mut chars = cell.chars();
    let column = letter_column(chars.next()?)?;
    match chars.as_str() {
        "" if !dropped => Some((column, None)),
        rank => Some((column, Some(fen::small_number(rank)? - 1))),
    }
}

/// The unparsed moves of a line: words between blanks and commas. Digits need no separator: `4455` is four moves. No
/// column is called 0, so `10` can only be the tenth.
pub(super) fn split_moves(text: &str) -> Vec<&str> {
    let words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    words.flat_map(columns_of_word).collect()
}

/// Splits a word of digits; any other is one move.
fn columns_of_word(word: &str) -> Vec<&str> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        return vec![word];
    }
    let mut columns = Vec::with_capacity(word.len());
    let mut rest = word;
    while !rest.is_empty() {
        let (column, behind) = rest.split_at(if rest.starts_with("10") { 2 } else { 1 });
        columns.push(column);
        rest = behind;
    }
    columns
}

impl<B: BoardWord> Notation for Position<B> {
    fn parse_move(&self, text: &str) -> Result<Move, String> {
        let geometry = self.geometry();
        let last_letter = column_letter(geometry.width() - 1);
        let expected = || {
            format!(
                "'{text}' is not a move: expected a column 1-{} or a-{last_letter}, or a cell like d1 or P@d1",
                geometry.width()
            )
        };
        let (column, row) = read_cell(text).ok_or_else(expected)?;
        if column >= geometry.width() {
            return Err(expected());
        }
        if self.outcome().is_some() {
            return Err(format!("'{text}' cannot be played: the game is over ({})", self.outcome_reason()));
        }
        let mv = self
            .drop_into(column)
            .ok_or_else(|| format!("'{text}' cannot be played: column {} is full", column + 1))?;
        match row {
            Some(row) if row != geometry.row(mv.cell()) => Err(format!(
                "'{text}' cannot be played: a stone dropped into that column lands on {}",
                cell_name(geometry, mv.cell())
            )),
            _ => Ok(mv),
        }
    }

    fn move_text(&self, mv: Move, style: MoveStyle) -> String {
        match style {
            MoveStyle::Drop => format!("P@{}", cell_name(self.geometry(), mv.cell())),
            MoveStyle::Native | MoveStyle::Numeric => (self.geometry().column(mv.cell()) + 1).to_string(),
        }
    }

    fn fen(&self) -> String {
        fen::fen_text(self)
    }

    fn fen_of(&self, board: &Board, to_move: Player) -> String {
        fen::fen_of(board, to_move)
    }

    fn diagram(&self) -> String {
        let geometry = self.geometry();
        let [first, second] = self.stones();
        let mut text = String::new();
        for row in (0..geometry.height()).rev() {
            text += &format!("{:>2} ", row + 1);
            for column in 0..geometry.width() {
                let cell = B::cell(geometry.index(column, row));
                let stone = match () {
                    () if first.meets(cell) => 'X',
                    () if second.meets(cell) => 'O',
                    () => '.',
                };
                text += &format!("  {stone}");
            }
            text.push('\n');
        }
        let numbers: String = (1..=geometry.width()).map(|column| format!("{column:>3}")).collect();
        let letters: String =
            (0..geometry.width()).map(|column| format!("{:>3}", column_letter(column))).collect();
        let turn = if self.player_to_move() == Player::FIRST { 'X' } else { 'O' };
        let status = match self.outcome() {
            None => format!("{turn} to move"),
            Some(_) => format!("game over: {}", self.outcome_reason()),
        };
        text + &format!("   {numbers}\n   {letters}\n{status}")
    }

    fn board(&self) -> Board {
        view::board(self)
    }

    fn face(&self) -> Face {
        view::face(self)
    }

    fn winning_lines(&self) -> Vec<Vec<GridCell>> {
        view::winning_lines(self)
    }

    fn move_path(&self, mv: Move) -> MovePath {
        view::move_path(self, mv)
    }
}

/// A cell as column letter and rank from 1.
fn cell_name<B: BoardWord>(geometry: &Geometry<B>, cell: u32) -> String {
    format!("{}{}", column_letter(geometry.column(cell)), geometry.row(cell) + 1)
}

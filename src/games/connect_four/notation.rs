//! Text of Connect Four: moves, the position string and the diagram.
//!
//! The native move is the column counted from 1, as in nearly every published position. Columns are also
//! letters, and cells may be named: `4`, `d`, `d1` and `P@d1` are one move on the empty board. A cell that
//! is named must be the one where the stone lands, since anything else is a misunderstanding.
//!
//! The position string is that of UCI front-ends (cutechess, variant `cfour`): rows from the top, `P` a
//! stone of the first player, `p` of the second, numbers for runs of empty cells, the stones in hand in
//! brackets, the side to move, and four fields that mean nothing here.

use crate::contract::{MoveStyle, Notation, Position as _};

use super::board::{BoardWord, Geometry};
use super::position::{Move, Position};
use super::view;
use crate::contract::{Board, Face, MovePath};

/// The letter of a column counted from 0.
fn column_letter(column: u32) -> char {
    (b'a' + column as u8) as char
}

/// A column letter in either case, as a number from 0.
fn letter_column(letter: char) -> Option<u32> {
    letter.is_ascii_alphabetic().then(|| u32::from(letter.to_ascii_lowercase()) - u32::from('a'))
}

/// A number without sign or leading zero, at most two digits long; nothing on a board is larger.
fn small_number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
    (digits && !text.starts_with('0')).then(|| text.parse().ok()).flatten()
}

/// Column from 0 and, where the text names a cell, row from 0. Neither is checked against the board.
fn read_cell(text: &str) -> Option<(u32, Option<u32>)> {
    if let Some(number) = small_number(text) {
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
        rank => Some((column, Some(small_number(rank)? - 1))),
    }
}

/// Takes a word of digits apart, any other is one move.
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

    /// Digits need nothing between: `4455` is four moves. No column is called 0, so `10` can only be the tenth.
    fn split_moves(text: &str) -> Vec<&str> {
        let words = text.split([' ', '\t', ',']).filter(|word| !word.is_empty());
        words.flat_map(columns_of_word).collect()
    }

    fn move_text(&self, mv: Move, style: MoveStyle) -> String {
        match style {
            MoveStyle::Drop => format!("P@{}", cell_name(self.geometry(), mv.cell())),
            MoveStyle::Native | MoveStyle::Numeric => (self.geometry().column(mv.cell()) + 1).to_string(),
        }
    }

    fn fen(&self) -> String {
        let geometry = self.geometry();
        let rows: Vec<String> = (0..geometry.height()).rev().map(|row| row_text(self, row)).collect();
        let [first, second] = self.stones();
        let cells = geometry.cell_count();
        let in_hand = "P".repeat((cells.div_ceil(2) - first.count()) as usize)
            + &"p".repeat((cells / 2 - second.count()) as usize);
        let turn = if self.ply().is_multiple_of(2) { 'w' } else { 'b' };
        format!("{}[{in_hand}] {turn} - - 0 {}", rows.join("/"), self.ply() / 2 + 1)
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
        let turn = if self.ply().is_multiple_of(2) { 'X' } else { 'O' };
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

    fn move_path(&self, mv: Move) -> MovePath {
        view::move_path(self, mv)
    }
}

/// A cell as column letter and rank from 1.
fn cell_name<B: BoardWord>(geometry: &Geometry<B>, cell: u32) -> String {
    format!("{}{}", column_letter(geometry.column(cell)), geometry.row(cell) + 1)
}

/// One row of the position string.
fn row_text<B: BoardWord>(pos: &Position<B>, row: u32) -> String {
    let geometry = pos.geometry();
    let [first, second] = pos.stones();
    let mut text = String::new();
    let mut run = 0;
    for column in 0..geometry.width() {
        let cell = B::cell(geometry.index(column, row));
        if !(first | second).meets(cell) {
            run += 1;
            continue;
        }
        if run > 0 {
            text += &run.to_string();
            run = 0;
        }
        text.push(if first.meets(cell) { 'P' } else { 'p' });
    }
    if run > 0 {
        text += &run.to_string();
    }
    text
}

/// Reads a position string for this board. The stones in hand and what follows the board may be left out;
/// what is there must make sense.
///
/// # Errors
/// One line naming the offending part and what was expected.
pub fn parse_fen<B: BoardWord>(geometry: Geometry<B>, fen: &str) -> Result<Position<B>, String> {
    let mut words = fen.split_ascii_whitespace();
    let board = words.next().ok_or("empty position string: expected rows like 7/7/7/7/7/3P3")?;
    let (rows, hand) = match board.split_once('[') {
        None => (board, ""),
        Some((rows, hand)) => {
            let hand = hand.strip_suffix(']').ok_or_else(|| format!("'[{hand}': expected a closing ']'"))?;
            (rows, hand)
        }
    };
    if let Some(bad) = hand.chars().find(|c| !matches!(c, 'P' | 'p' | '-')) {
        return Err(format!("'{bad}' among the stones in hand: expected P or p"));
    }
    let [first, second] = parse_rows(&geometry, rows)?;
    let pos = Position::from_stones(geometry, first, second)?;
    if let Some(turn) = words.next() {
        let expected = if pos.ply().is_multiple_of(2) { "w" } else { "b" };
        if turn != expected {
            return Err(format!("'{turn}' as side to move: expected {expected}, by the number of stones"));
        }
    }
    let mut fields = 0;
    for word in words {
        fields += 1;
        if fields > 4 || !(word == "-" || word.bytes().all(|b| b.is_ascii_digit())) {
            return Err(format!(
                "'{word}' after the position: expected at most four fields, each - or a number"
            ));
        }
    }
    Ok(pos)
}

/// Stones of the first and the second player.
fn parse_rows<B: BoardWord>(geometry: &Geometry<B>, text: &str) -> Result<[B; 2], String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != geometry.height() as usize {
        return Err(format!("{} rows in '{text}': expected {}", rows.len(), geometry.height()));
    }
    let mut stones = [B::EMPTY; 2];
    for (row, &row_text) in (0..geometry.height()).rev().zip(&rows) {
        let wrong_width = || format!("row '{row_text}': expected {} cells", geometry.width());
        let mut column = 0;
        let mut rest = row_text;
        while let Some(c) = rest.chars().next() {
            let player = match c {
                'P' => 0,
                'p' => 1,
                '1'..='9' => {
                    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                    column += small_number(&rest[..digits]).ok_or_else(wrong_width)?;
                    rest = &rest[digits..];
                    continue;
                }
                _ => {
                    return Err(format!(
                        "'{c}' in row '{row_text}': expected P, p or a number of empty cells"
                    ));
                }
            };
            if column >= geometry.width() {
                return Err(wrong_width());
            }
            stones[player] = stones[player] | B::cell(geometry.index(column, row));
            column += 1;
            rest = &rest[1..];
        }
        if column != geometry.width() {
            return Err(wrong_width());
        }
    }
    Ok(stones)
}

//! Text of the family: moves and diagrams; positions are in `fen.rs`.
//!
//! Moves: `h8` (file letters from the left, all letters used, rank 1 at the bottom), `P@h8`, and Gomocup's
//! `7,7` (column, row; both from 0, the row **from the top**, so `0,0` is `a15` on a board of 15). In renju also `pass`.

use super::fen;
use super::geometry::Cell;
use super::position::{Move, Position};
use super::view;
use crate::contract::{Board, Face, GridCell, MovePath, MoveStyle, Notation, Outcome, Player, Position as _};

/// A move without a stone.
const PASS: &str = "pass";

/// Letter of a column.
fn file(x: usize) -> char {
    char::from(b'a' + x as u8)
}

/// `h8`.
fn cell_text(cell: Cell, size: usize) -> String {
    format!("{}{}", file(cell.x()), size - cell.y())
}

/// Reads a cell in any style.
fn parse_cell(text: &str, size: usize) -> Result<Cell, String> {
    let last = cell_text(Cell::new(size - 1, 0), size);
    let off_board = || format!("'{text}' is not on the board: expected a1 to {last}");
    let number = |digits: &str| -> Option<usize> {
        let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        all_digits.then(|| digits.parse().unwrap_or(usize::MAX))
    };
    let (x, row) = if let Some((x, y)) = text.split_once(',') {
        let unreadable = || format!("'{text}' is not a move: expected x,y such as 7,7");
        let (x, y) = (number(x).ok_or_else(unreadable)?, number(y).ok_or_else(unreadable)?);
        (x, size.checked_sub(y).ok_or_else(off_board)?)
    } else {
        let square = text.strip_prefix("P@").or_else(|| text.strip_prefix("p@")).unwrap_or(text);
        let unreadable = || format!("'{text}' is not a move: expected a cell such as h8");
        let letter = square.chars().next().filter(char::is_ascii_alphabetic).ok_or_else(unreadable)?;
        let x = letter.to_ascii_lowercase() as usize - 'a' as usize;
        (x, number(&square[1..]).ok_or_else(unreadable)?)
    };
    if x < size && (1..=size).contains(&row) { Ok(Cell::new(x, size - row)) } else { Err(off_board()) }
}

impl Notation for Position {
    fn parse_move(&self, text: &str) -> Result<Move, String> {
        if text.eq_ignore_ascii_case(PASS) {
            return match (self.may_pass(), self.outcome()) {
                (true, _) => Ok(Cell::PASS),
                (false, Some(_)) => Err(format!("'{text}' is not legal: the game is over")),
                (false, None) => Err(format!("'{text}' is not legal: only renju has passes")),
            };
        }
        let cell = parse_cell(text, self.size())?;
        if self.outcome().is_some() {
            Err(format!("'{text}' is not legal: the game is over"))
        } else if self.stone(cell).is_some() {
            Err(format!("'{text}' is not legal: the cell is occupied"))
        } else if let Some(foul) = self.foul(cell) {
            Err(format!("'{text}' is not legal: {foul} is forbidden to the first player"))
        } else {
            Ok(cell)
        }
    }

    fn move_text(&self, mv: Move, style: MoveStyle) -> String {
        if mv == Cell::PASS {
            return PASS.to_string();
        }
        match style {
            MoveStyle::Native => cell_text(mv, self.size()),
            MoveStyle::Drop => format!("P@{}", cell_text(mv, self.size())),
            MoveStyle::Numeric => format!("{},{}", mv.x(), mv.y()),
        }
    }

    fn fen(&self) -> String {
        fen::fen_text(self)
    }

    fn fen_with_hand(&self) -> String {
        fen::fen_text_with_hand(self)
    }

    fn fen_of(&self, board: &Board, to_move: Player) -> String {
        fen::fen_of(board, to_move)
    }

    fn diagram(&self) -> String {
        let size = self.size();
        let files: String = (0..size).map(|x| format!(" {}", file(x))).collect();
        let mut text = format!("   {files}\n");
        for y in 0..size {
            text.push_str(&format!("{:>3}", size - y));
            for x in 0..size {
                let cell = Cell::new(x, y);
                let is_last = self.last_move() == Some(cell);
                let after_last = x > 0 && self.last_move() == Some(Cell::new(x - 1, y));
                text.push(match (is_last, after_last) {
                    (true, _) => '(',
                    (_, true) => ')',
                    _ => ' ',
                });
                text.push(match self.stone(cell) {
                    None => '.',
                    Some(Player::FIRST) => 'X',
                    Some(_) => 'O',
                });
            }
            let last_is_rightmost = self.last_move() == Some(Cell::new(size - 1, y));
            text.push_str(if last_is_rightmost { ")" } else { " " });
            text.push_str(&format!("{}\n", size - y));
        }
        text.push_str(&format!("   {files}\n"));
        let side =
            if self.player_to_move() == Player::FIRST { "X (first player)" } else { "O (second player)" };
        text.push_str(&match self.outcome() {
            None => format!("{side} to move"),
            Some(Outcome::Draw) => format!("draw: {}", self.outcome_reason()),
            Some(Outcome::Win(Player::FIRST)) => "X (first player) has won".to_string(),
            Some(Outcome::Win(_)) => "O (second player) has won".to_string(),
        });
        text
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

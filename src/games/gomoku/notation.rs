//! The text of the family: moves, position strings, diagrams.
//!
//! Moves: `h8` (file letters from the left, all letters used, rank 1 at the bottom), `P@h8`, and Gomocup's
//! `7,7` (column, row; both from 0, the row **from the top**, so `0,0` is `a15` on a board of 15).
//!
//! Positions: rows from the top separated by `/`, numbers for runs of empty cells, then whose turn it is. We write
//! what Cute Chess writes (`P` first player, `p` second, `w` the first player to move, `- - 0 N`) and also read
//! `x` and `o` for the stones, `.` for an empty cell, and reserves in brackets. The number of stones is not
//! checked: Gomocup positions need not alternate.

use super::cell::{Cell, MAX_SIZE};
use super::position::{Move, Position};
use super::rules::Rule;
use super::view;
use crate::contract::{Board, Face, MovePath, MoveStyle, Notation, Player, Position as _};

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
        match style {
            MoveStyle::Native => cell_text(mv, self.size()),
            MoveStyle::Drop => format!("P@{}", cell_text(mv, self.size())),
            MoveStyle::Numeric => format!("{},{}", mv.x(), mv.y()),
        }
    }

    fn fen(&self) -> String {
        let mut text = String::new();
        for y in 0..self.size() {
            let mut empty = 0;
            for x in 0..self.size() {
                let Some(player) = self.stone(Cell::new(x, y)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                text.push(if player == Player::FIRST { 'P' } else { 'p' });
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            if y + 1 < self.size() {
                text.push('/');
            }
        }
        let side = if self.player_to_move() == Player::FIRST { 'w' } else { 'b' };
        format!("{text} {side} - - 0 {}", self.stone_count() / 2 + 1)
    }

    fn fen_with_hand(&self) -> String {
        let cells = self.size() * self.size();
        let on_board =
            |player| super::cell::cells(self.size()).filter(|&c| self.stone(c) == Some(player)).count();
        let first = cells.div_ceil(2).saturating_sub(on_board(Player::FIRST));
        let second = (cells / 2).saturating_sub(on_board(Player::SECOND));
        let hand = format!("[{}{}] ", "P".repeat(first), "p".repeat(second));
        self.fen().replacen(' ', &hand, 1)
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
            Some(crate::contract::Outcome::Draw) => "draw: board full".to_string(),
            Some(crate::contract::Outcome::Win(Player::FIRST)) => "X (first player) has won".to_string(),
            Some(crate::contract::Outcome::Win(_)) => "O (second player) has won".to_string(),
        });
        text
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

/// Reads a position string; see the module for what it may look like.
pub(super) fn parse_position(rule: Rule, size: usize, fen: &str) -> Result<Position, String> {
    let mut words = fen.split_whitespace();
    let board = words.next().ok_or("empty position: expected rows separated by '/'")?;
    let board = board.split_once('[').map_or(board, |(rows, _reserve)| rows);
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != size {
        return Err(format!("'{board}' has {} rows: expected {size} (option BoardSize)", rows.len()));
    }
    let mut stones = Vec::new();
    for (y, row) in rows.into_iter().enumerate() {
        parse_row(row, y, size, &mut stones)?;
    }
    let to_move = match words.next() {
        Some("w" | "W" | "x" | "X") => Player::FIRST,
        Some("b" | "B" | "o" | "O") => Player::SECOND,
        Some(word) => return Err(format!("'{word}' is not a side to move: expected w (first player) or b")),
        None => return Err("side to move is missing: expected w (first player) or b".to_string()),
    };
    Ok(Position::from_stones(rule, size, stones, to_move))
}

fn parse_row(row: &str, y: usize, size: usize, stones: &mut Vec<(Cell, Player)>) -> Result<(), String> {
    let wrong_length = || format!("row '{row}' does not have {size} cells");
    let mut x = 0;
    let mut chars = row.chars().peekable();
    while let Some(c) = chars.next() {
        let player = match c {
            'P' | 'x' | 'X' => Some(Player::FIRST),
            'p' | 'o' | 'O' => Some(Player::SECOND),
            '.' => None,
            '0'..='9' => {
                let mut run = c as usize - '0' as usize;
                while let Some(digit) = chars.peek().and_then(|d| d.to_digit(10)) {
                    run = (run * 10 + digit as usize).min(MAX_SIZE + 1);
                    chars.next();
                }
                x += run;
                continue;
            }
            _ => return Err(format!("'{c}' in row '{row}': expected P, p, x, o or a number of empty cells")),
        };
        if x >= size {
            return Err(wrong_length());
        }
        stones.extend(player.map(|p| (Cell::new(x, y), p)));
        x += 1;
    }
    if x == size { Ok(()) } else { Err(wrong_length()) }
}

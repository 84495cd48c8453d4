//! Positions of the family as text.
//!
//! Rows from the top separated by `/`, numbers for runs of empty cells, then the side to move. The format is that of
//! Cute Chess (`P` first player, `p` second, `w` the first player to move, `- - 0 N`). Reading also accepts `x` and `o`
//! for the stones, `.` for an empty cell, and stones in hand in brackets. The number of stones is not checked: Gomocup
//! positions need not alternate.

use super::geometry::{Cell, MAX_SIZE};
use super::position::Position;
use super::rules::Rule;
use super::view::board;
use crate::contract::{Board, Player, Position as _};

/// The position as one line.
pub(super) fn fen_text(pos: &Position) -> String {
    fen_of(&board(pos), pos.player_to_move())
}

/// The pieces on a board as one line.
pub(super) fn fen_of(board: &Board, to_move: Player) -> String {
    let rows = board.rows_text(|owner| if owner == Player::FIRST { 'P' } else { 'p' });
    let side = if to_move == Player::FIRST { 'w' } else { 'b' };
    let stones = board.pieces_of(Player::FIRST) + board.pieces_of(Player::SECOND);
    format!("{rows} {side} - - 0 {}", stones / 2 + 1)
}

/// The same with the stones in hand, in brackets behind the rows.
pub(super) fn fen_text_with_hand(pos: &Position) -> String {
    let board = board(pos);
    let count = board.points.len();
    let first = count.div_ceil(2).saturating_sub(board.pieces_of(Player::FIRST));
    let second = (count / 2).saturating_sub(board.pieces_of(Player::SECOND));
    let hand = format!("[{}{}] ", "P".repeat(first), "p".repeat(second));
    fen_of(&board, pos.player_to_move()).replacen(' ', &hand, 1)
}

/// Reads a position string in the format of the module.
pub(super) fn parse_fen(rule: Rule, size: usize, fen: &str) -> Result<Position, String> {
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

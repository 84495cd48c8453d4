//! Positions of the family as text.
//!
//! Rows from the top separated by `/`, numbers for runs of empty cells, then whose turn it is. We write
//! what Cute Chess writes (`P` first player, `p` second, `w` the first player to move, `- - 0 N`) and also read
//! `x` and `o` for the stones, `.` for an empty cell, and stones in hand in brackets. The number of stones is not
//! checked: Gomocup positions need not alternate.

use super::geometry::{Cell, MAX_SIZE, cells};
use super::position::Position;
use super::rules::Rule;
use crate::contract::{Player, Position as _};

/// The position as one line.
pub(super) fn fen_text(pos: &Position) -> String {
    let rows: Vec<String> = (0..pos.size()).map(|y| row_text(pos, y)).collect();
    let side = if pos.player_to_move() == Player::FIRST { 'w' } else { 'b' };
    format!("{} {side} - - 0 {}", rows.join("/"), pos.stone_count() / 2 + 1)
}

/// The same with the stones in hand, in brackets behind the rows.
pub(super) fn fen_text_with_hand(pos: &Position) -> String {
    let count = pos.size() * pos.size();
    let on_board = |player| cells(pos.size()).filter(|&c| pos.stone(c) == Some(player)).count();
    let first = count.div_ceil(2).saturating_sub(on_board(Player::FIRST));
    let second = (count / 2).saturating_sub(on_board(Player::SECOND));
    let hand = format!("[{}{}] ", "P".repeat(first), "p".repeat(second));
    fen_text(pos).replacen(' ', &hand, 1)
}

fn row_text(pos: &Position, y: usize) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for x in 0..pos.size() {
        let Some(player) = pos.stone(Cell::new(x, y)) else {
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
    text
}

/// Reads a position string; see the module for what it may look like.
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

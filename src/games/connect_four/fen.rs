//! Positions of Connect Four as text.
//!
//! The position string is that of UCI front-ends (cutechess, variant `cfour`): rows from the top, `P` a stone of the
//! first player, `p` of the second, numbers for runs of empty cells, the stones in hand in brackets, the side to move,
//! and four fields without a meaning here.

use super::geometry::Geometry;
use super::position::Position;
use super::view::board;
use super::word::BoardWord;
use crate::contract::{Board, Player, Position as _};

/// The position string of a position.
pub(super) fn fen_text<B: BoardWord>(pos: &Position<B>) -> String {
    fen_of(&board(pos), pos.player_to_move())
}

/// The position string of the pieces on a board.
pub(super) fn fen_of(board: &Board, to_move: Player) -> String {
    let rows = board.rows_text(|owner| if owner == Player::FIRST { 'P' } else { 'p' });
    let count = |player| board.pieces_of(player);
    let (first, second, cells) = (count(Player::FIRST), count(Player::SECOND), board.points.len());
    let in_hand =
        "P".repeat(cells.div_ceil(2).saturating_sub(first)) + &"p".repeat((cells / 2).saturating_sub(second));
    format!("{rows}[{in_hand}] {} - - 0 {}", turn_letter(to_move), (first + second) / 2 + 1)
}

/// `w` if the first player is to move, `b` if the second is.
fn turn_letter(to_move: Player) -> &'static str {
    if to_move == Player::FIRST { "w" } else { "b" }
}

/// Reads a position string for this board. The stones in hand and the fields after the board are optional; if given,
/// they must be consistent.
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
        let expected = turn_letter(pos.player_to_move());
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

/// A number without sign or leading zero, at most two digits long; nothing on a board is larger.
pub(super) fn small_number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit());
    (digits && !text.starts_with('0')).then(|| text.parse().ok()).flatten()
}

//! Positions of Chinese checkers as text.
//!
//! A position string is the rows from the top, letters for pieces and numbers for runs of empty holes, then the side to
//! move, then the seats in turn order: `D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD`. Three more words
//! follow only if a rule needs them: `round=12` and `out=C` under `LeaveHome`, `last=A:d10-e11,D:n16-m15` under
//! `NoShuttle`.

use super::geometry::{Hole, ROWS, row_holes};
use super::moves::Move;
use super::position::Position;
use super::rules::Rules;
use super::seat::{MAX_PIECES, Seat};
use super::view::board;
use crate::contract::{Board, Player, Position as _};

/// The position as one line.
pub(super) fn fen_text(pos: &Position) -> String {
    fen_of(pos, &board(pos), pos.player_to_move()) + &memory_text(pos)
}

/// The pieces on a board as one line, with the seats of a position.
pub(super) fn fen_of(pos: &Position, board: &Board, to_move: Player) -> String {
    let letter = |player| pos.seat(player).letter();
    let seats: String = pos.seats().iter().map(|seat| seat.letter()).collect();
    format!("{} {} {seats}", board.rows_text(letter), letter(to_move))
}

/// The words after the seats: the memory that some rules need in addition to the board.
pub(super) fn memory_text(pos: &Position) -> String {
    let mut text = String::new();
    let letter = |player: Player| pos.seat(player).letter();
    if pos.rules.leave_home > 0 {
        text += &format!(" round={}", pos.status.round);
        let out: String = pos.players().filter(|&p| pos.is_out(p)).map(letter).collect();
        if !out.is_empty() {
            text += &format!(" out={out}");
        }
    }
    let last_move = |player: Player| {
        pos.last_moves[player.index()].map(|mv| format!("{}:{}-{}", letter(player), mv.from, mv.to))
    };
    let last: Vec<String> = pos.players().filter_map(last_move).collect();
    if !last.is_empty() {
        text += &format!(" last={}", last.join(","));
    }
    text
}

/// Reads a position string; its seats count, not `rules.players`.
///
/// # Errors
/// One line naming the offending word and what was expected.
pub(super) fn parse_fen(rules: Rules, text: &str) -> Result<Position, String> {
    let mut words = text.split_whitespace();
    let (Some(board), Some(side), Some(seats)) = (words.next(), words.next(), words.next()) else {
        return Err(format!(
            "position '{text}': expected rows, side to move and seats, like 'D/DD/... A AD'"
        ));
    };
    let seats = parse_seats(seats)?;
    let mut pos = Position::empty(rules, &seats);
    parse_board(&mut pos, board)?;
    let to_move = parse_player(&pos, side).map_err(|why| format!("side to move {why}"))?;
    for word in words {
        parse_memory(&mut pos, word)?;
    }
    if pos.is_out(to_move) {
        return Err(format!("side to move '{side}': this player is out of the game"));
    }
    pos.finish(to_move);
    Ok(pos)
}

fn parse_seats(text: &str) -> Result<Vec<Seat>, String> {
    let seats: Option<Vec<Seat>> = text.chars().map(Seat::from_letter).collect();
    seats
        .filter(|seats| (2..=6).contains(&seats.len()) && seats.is_sorted_by(|a, b| a < b))
        .ok_or_else(|| format!("seats '{text}': expected two to six of the letters ABCDEF in this order"))
}

fn parse_player(pos: &Position, text: &str) -> Result<Player, String> {
    let mut chars = text.chars();
    let seat = chars.next().and_then(Seat::from_letter).filter(|_| chars.as_str().is_empty());
    let player = seat.and_then(|seat| pos.seats().iter().position(|&s| s == seat));
    let expected: String = pos.seats().iter().map(|seat| seat.letter()).collect();
    player.map(Player::new).ok_or_else(|| format!("'{text}': expected one of the seats {expected}"))
}

fn parse_board(pos: &mut Position, board: &str) -> Result<(), String> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != ROWS as usize {
        return Err(format!("board '{board}': expected {ROWS} rows between slashes, got {}", rows.len()));
    }
    for (number, text) in rows.into_iter().enumerate() {
        parse_row(pos, number as i8, text)?;
    }
    for player in pos.players() {
        let count = pos.pieces(player).len();
        if count > MAX_PIECES {
            let letter = pos.seat(player).letter();
            return Err(format!("board '{board}': {count} pieces of {letter}, at most 10 expected"));
        }
    }
    Ok(())
}

fn parse_row(pos: &mut Position, row: i8, text: &str) -> Result<(), String> {
    let holes: Vec<Hole> = row_holes(row).collect();
    let wrong_length = || format!("row '{text}': expected {} holes in row {}", holes.len(), row + 1);
    let mut filled = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let run: usize = rest[..digits].parse().map_err(|_| wrong_length())?;
            filled = run.checked_add(filled).filter(|&n| n <= holes.len()).ok_or_else(wrong_length)?;
            rest = &rest[digits..];
        } else {
            let player =
                parse_player(pos, &first.to_string()).map_err(|why| format!("row '{text}': piece {why}"))?;
            let hole = *holes.get(filled).ok_or_else(wrong_length)?;
            pos.toggle(player, hole);
            filled += 1;
            rest = &rest[first.len_utf8()..];
        }
    }
    if filled == holes.len() { Ok(()) } else { Err(wrong_length()) }
}

fn parse_memory(pos: &mut Position, word: &str) -> Result<(), String> {
    let (name, value) = word.split_once('=').unwrap_or((word, ""));
    match name {
        "round" | "out" if pos.rules.leave_home == 0 => {
            Err(format!("'{word}': rounds are only counted with the option LeaveHome"))
        }
        "last" if !pos.rules.no_shuttle => {
            Err(format!("'{word}': last moves only matter with the option NoShuttle"))
        }
        "round" => {
            let round: u16 = value
                .parse()
                .ok()
                .filter(|&round| round > 0)
                .ok_or_else(|| format!("'{word}': expected a round from 1 to 65535"))?;
            pos.status.round = round.min(pos.rules.last_counted_round());
            Ok(())
        }
        "out" => {
            for letter in value.chars() {
                let player =
                    parse_player(pos, &letter.to_string()).map_err(|why| format!("'{word}': {why}"))?;
                pos.status.out |= 1 << player.index();
            }
            Ok(())
        }
        "last" => value.split(',').try_for_each(|entry| parse_last_move(pos, word, entry)),
        _ => Err(format!("'{word}': expected 'round=', 'out=' or 'last=', or the end of the position")),
    }
}

fn parse_last_move(pos: &mut Position, word: &str, entry: &str) -> Result<(), String> {
    let expected = || format!("'{word}': expected entries like 'A:d10-e11', got '{entry}'");
    let (letter, text) = entry.split_once(':').ok_or_else(expected)?;
    let player = parse_player(pos, letter).map_err(|why| format!("'{word}': {why}"))?;
    let (from, to) = text.split_once('-').ok_or_else(expected)?;
    let from = Hole::from_name(from).ok_or_else(expected)?;
    let to = Hole::from_name(to).ok_or_else(expected)?;
    if from == to || !pos.pieces(player).has(to) {
        return Err(format!("'{word}': no piece of {letter} can just have gone from {from} to {to}"));
    }
    pos.last_moves[player.index()] = Some(Move { from, to });
    Ok(())
}

//! Smart Game Format, `FF[4]`, for the gomoku family: writing.
//!
//! Ten moves a line. At a fork the main line continues in the first branch; the others follow behind its end.

use super::clocks::{clocks_at, split};
use super::line::{Line, Turns};
use super::roster::ROSTER;
use super::sgf::{GAME, PROPERTIES, rules_of};
use super::sgf_moves::{PASS, point};
use super::sgf_rules::has;
use super::sgf_words::escaped;
use super::{GameRecord, MoveMark, Replay, sgf_result};
use crate::contract::{Board, GridCell, Player, Point};

/// Writes a game.
///
/// # Errors
/// SGF does not have it.
pub(super) fn write(game: &GameRecord, replay: &Replay) -> Result<String, String> {
    let identity = replay.engine.identity();
    if !has(&identity.variant) {
        return Err(format!("SGF does not have the game {}", game.variant));
    }
    let size = replay.engine.board().height;
    let mut text = format!("(;FF[4]GM[{GAME}]CA[UTF-8]AP[Quadriga:{}]", env!("CARGO_PKG_VERSION"));
    text += &format!("SZ[{size}]RU[{}]", escaped(rules_of(game)));
    for (property, player) in [("PB", Player::FIRST), ("PW", Player::SECOND)] {
        if let Some(name) = game.player(player) {
            text += &format!("{property}[{}]", escaped(name));
        }
    }
    text += &format!("RE[{}]", sgf_result::text(game));
    for (tag, property) in PROPERTIES {
        if let Some(value) = game.tag(tag) {
            let value = if tag == ROSTER[2] { date(value) } else { value.to_string() };
            text += &format!("{property}[{}]", escaped(&value));
        }
    }
    if game.base.is_some() {
        text += &set_up_text(game, replay.turns.turns[0])?;
    }
    let mut writer = Writer { text, size };
    writer.notes(&game.line, 0, None);
    writer.line(&game.line, &replay.turns)?;
    Ok(writer.text + ")\n\n")
}

/// A date of PGN as SGF has it: `2020.05.??` is `2020-05`.
fn date(text: &str) -> String {
    let is_unknown = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte == b'?');
    let parts: Vec<&str> = text.split('.').collect();
    let unknown = parts.iter().rev().take_while(|part| is_unknown(part)).count();
    parts[..parts.len() - unknown].join("-")
}

struct Writer {
    text: String,
    /// Rows of the board.
    size: usize,
}

impl Writer {
    /// The moves of a line with their notes, then its variations from the last fork to the first.
    fn line(&mut self, line: &Line, turns: &Turns) -> Result<(), String> {
        let mut forks = Vec::new();
        for (ply, mv) in line.moves.iter().enumerate() {
            if line.variations_at(ply).next().is_some() {
                forks.push(ply);
                self.text.push_str("\n(");
            } else if ply % 10 == 0 && !self.text.ends_with('(') {
                self.text.push('\n');
            }
            let colour = if turns.turns[ply] == Player::FIRST { 'B' } else { 'W' };
            self.text += &format!(";{colour}[{}]", self.letters(mv)?);
            if let Some((.., (property, value))) = line.mark(ply + 1).map(MoveMark::entry) {
                self.text += &format!("{property}[{value}]");
            }
            self.notes(line, ply + 1, Some(turns.turns[ply]));
        }
        for at in forks.into_iter().rev() {
            self.text.push(')');
            for (index, variation) in line.variations_at(at) {
                self.text.push_str("\n(");
                let has_notes = variation.comments_at(0).next().is_some()
                    || variation.markup.iter().any(|(place, _)| *place == 0);
                if has_notes {
                    self.text.push(';');
                    self.notes(variation, 0, None);
                }
                self.line(variation, &turns.variations[index])?;
                self.text.push(')');
            }
        }
        Ok(())
    }

    /// Comments and properties at a place; `mover` has just moved. Clocks in comments become properties.
    fn notes(&mut self, line: &Line, place: usize, mover: Option<Player>) {
        let parts = line.comments_at(place).map(|comment| escaped(&split(comment, mover).0));
        let comments: Vec<String> = parts.filter(|text| !text.is_empty()).collect();
        if !comments.is_empty() {
            self.text += &format!("C[{}]", comments.join(" "));
        }
        let (clocks, _) = clocks_at(line, place, mover);
        line.markup_at(place).chain(&clocks).for_each(|markup| self.text += &markup.to_string());
    }

    /// `h8` as `hh`; a pass is empty.
    fn letters(&self, mv: &str) -> Result<String, String> {
        if mv == PASS {
            return Ok(String::new());
        }
        let (x, y) = point(mv, self.size)?;
        Ok(cell_letters(GridCell { x: x as u8, y: y as u8 }))
    }
}

/// `AB`, `AW` and `PL` for the position a game began with.
fn set_up_text(game: &GameRecord, first: Player) -> Result<String, String> {
    let board: Board = game.open()?.board();
    let mut text = String::new();
    for (property, player) in [("AB", Player::FIRST), ("AW", Player::SECOND)] {
        let own = board
            .cells()
            .filter(|(_, point)| matches!(point, Point::Taken { owner, .. } if *owner == player));
        let points: String = own.map(|(cell, _)| format!("[{}]", cell_letters(cell))).collect();
        if !points.is_empty() {
            text += &format!("{property}{points}");
        }
    }
    Ok(text + if first == Player::FIRST { "PL[B]" } else { "PL[W]" })
}

fn cell_letters(cell: GridCell) -> String {
    [cell.x, cell.y].map(|index| char::from(b'a' + index)).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_parts_of_a_date_are_left_out() {
        for (tag, property) in [
            ("2020.05.17", "2020-05-17"),
            ("2020.05.??", "2020-05"),
            ("2020.??.??", "2020"),
            ("2020", "2020"),
        ] {
            assert_eq!(date(tag), property);
        }
    }
}

//! The nodes of an SGF game as items of a tree, and the points of a board.
//!
//! Points are two letters, column and row, from the top left, as everywhere in SGF; `h8` is read as well, since some
//! programs write it.

use super::line::Markup;
use super::raw_game::{Item, Items};
use super::sgf_tree::{Node, RawTree};
use super::sgf_words::unescaped;
use super::{MoveMark, ReadError, shorten};
use crate::contract::Player;

/// Properties that set stones, in order of their effect.
pub(super) const SET_UP: [&str; 3] = ["AB", "AW", "AE"];

/// The engine's word for a move without a stone; SGF has an empty value.
pub(super) const PASS: &str = "pass";

/// How the nodes of a game are read.
pub(super) struct Moves<'a> {
    /// The game.
    pub tree: &'a RawTree,
    /// Rows of the board.
    pub size: usize,
    /// Properties of the root that the record has elsewhere.
    pub is_header: fn(&str) -> bool,
}

impl Moves<'_> {
    /// All lines of the game; `first` is the player to move at the beginning.
    ///
    /// # Errors
    /// A move of the main line is no point or out of turn, or stones are set up behind a move of it.
    pub fn items(&self, first: Player) -> Result<Items, ReadError> {
        let (items, fault) = self.line(0, first.index());
        fault.map_or(Ok(items), Err)
    }

    /// The line from a node on; `turn` is 0 if the first player is to move. What cannot be read is a move that is not
    /// legal, and the first such thing is returned as well.
    fn line(&self, from: usize, mut turn: usize) -> (Items, Option<ReadError>) {
        let (mut items, mut fault) = (Items::new(), None);
        let mut has_moved = from > 0;
        // Variations wait for the move that they replace.
        let mut waiting: Items = Vec::new();
        let mut at = Some(from);
        while let Some(number) = at {
            let node = &self.tree.nodes[number];
            for (property, value) in node.moves() {
                let read = self.word(property, value, turn % 2);
                has_moved = true;
                if let Err(reason) = &read {
                    fault = fault.or(Some(ReadError { line: node.line, reason: reason.clone() }));
                }
                let word = read.unwrap_or_else(|_| format!("{property}[{value}]"));
                items.push((node.line, Item::Move(word)));
                turn += 1;
            }
            if has_moved && SET_UP.iter().any(|property| node.has(property)) {
                let reason = "stones set up in the middle of a game".to_string();
                fault = fault.or(Some(ReadError { line: node.line, reason }));
                items.push((node.line, Item::SetUp(stones_of(node))));
            }
            items.extend(self.notes(number, has_moved).into_iter().map(|item| (node.line, item)));
            if node.moves().next().is_some() {
                items.append(&mut waiting);
            }
            at = node.next.first().copied();
            for &branch in node.next.iter().skip(1) {
                let (variation, _) = self.line(branch, turn);
                let is_played = variation.iter().any(|(_, item)| matches!(item, Item::Move(_)));
                let is_empty = variation.is_empty();
                let variation = (self.tree.nodes[branch].line, Item::Variation(variation));
                let place = if is_played { &mut waiting } else { &mut items };
                place.extend((!is_empty).then_some(variation));
            }
        }
        (items, fault)
    }

    /// A move as the engine reads it.
    fn word(&self, property: &str, value: &str, turn: usize) -> Result<String, String> {
        if turn != usize::from(property == "W") {
            return Err(format!("{property}[{}]: it is not this player's turn", shorten(value)));
        }
        // `tt` is the older form of a pass, on boards that have no such point.
        if value.trim().is_empty() || value.trim() == "tt" && self.size < 20 {
            return Ok(PASS.to_string());
        }
        let (x, y) = point(value, self.size)?;
        Ok(format!("{}{}", char::from(b'a' + x as u8), self.size - y))
    }

    /// The mark, the comment and the other properties of a node.
    fn notes(&self, number: usize, has_moved: bool) -> Vec<Item> {
        let node = &self.tree.nodes[number];
        let mark = mark_of(node).filter(|_| has_moved);
        let mut notes: Vec<Item> = mark.map(|(mark, _)| Item::Mark(mark)).into_iter().collect();
        let comment = unescaped(node.value("C").unwrap_or_default()).replace("\r\n", "\n");
        notes.extend(Some(comment).filter(|comment| !comment.is_empty()).map(Item::Comment));
        for (name, values) in &node.properties {
            let is_elsewhere = ["B", "W", "C"].contains(&name.as_str())
                || mark.is_some_and(|(_, property)| property == name)
                || number == 0 && (self.is_header)(name)
                || SET_UP.contains(&name.as_str())
                || !has_moved && name == "PL";
            if !is_elsewhere {
                notes.extend(Markup::new(name, values.clone()).map(Item::Markup));
            }
        }
        notes
    }
}

/// The stones that a node sets up, as in the file.
fn stones_of(node: &Node) -> String {
    let set_up = node.properties.iter().filter(|(name, _)| SET_UP.contains(&name.as_str()));
    let properties = set_up.filter_map(|(name, values)| Markup::new(name, values.clone()));
    properties.map(|property| property.to_string()).collect()
}

/// The mark of a node's move, and the property for it.
fn mark_of(node: &Node) -> Option<(MoveMark, &'static str)> {
    let says = |(property, value): (&str, &str)| {
        // An emphasis other than 1 or 2 counts as 1.
        let said = node.value(property).map(|said| if said.trim() == "2" { "2" } else { "1" });
        said.is_some_and(|said| value.is_empty() || said == value)
    };
    let found = MoveMark::SIGNS.iter().find(|&&(.., sgf)| says(sgf));
    found.map(|&(mark, .., (property, _))| (mark, property))
}

/// A message about a point in the form that the engine has, `h8`, with the letters of SGF next to it.
pub(super) fn with_letters(message: &str, size: usize) -> String {
    let quoted = message.split('\'').nth(1).unwrap_or_default();
    let Ok((x, y)) = point(quoted, size) else { return message.to_string() };
    let letters: String = [x, y].map(|index| char::from(b'a' + index as u8)).iter().collect();
    message.replacen(&format!("'{quoted}'"), &format!("'{letters}' ({quoted})"), 1)
}

/// Column and row from the top, both from 0.
pub(super) fn point(text: &str, size: usize) -> Result<(usize, usize), String> {
    let text = text.trim();
    let letter = |byte: u8| byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_lowercase() - b'a'));
    let read = match *text.as_bytes() {
        [x, y] if y.is_ascii_alphabetic() => letter(x).zip(letter(y)),
        [x, ref rank @ ..] if (1..=2).contains(&rank.len()) && rank.iter().all(u8::is_ascii_digit) => {
            let rank = text[1..].parse::<usize>().ok();
            letter(x).zip(rank.and_then(|rank| size.checked_sub(rank)))
        }
        _ => None,
    };
    let on_board = read.filter(|&(x, y)| x < size && y < size);
    on_board.ok_or_else(|| {
        format!("'{}' is not a point of a board of {size}: expected two letters", shorten(text))
    })
}

//! A game of a PDN or PGN file as written: tags and a tree of words.

use std::collections::HashMap;

use super::changes::Changes;
use super::line::Markup;
use super::{MoveMark, ReadError};

/// Which of the two formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// PDN: moves have two squares or more.
    Pdn,
    /// PGN: a move is any word.
    Pgn,
}

/// An item of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Item {
    /// A move as written, without number and marks.
    Move(String),
    /// The mark of the move before it.
    Mark(MoveMark),
    /// A glyph of the move before it.
    Glyph(u16),
    /// A comment on the move before it.
    Comment(String),
    /// A property of SGF at the position after the move before it.
    Markup(Markup),
    /// A position set in the middle of the game.
    SetUp(String),
    /// Another line instead of the move before it.
    Variation(Items),
}

/// Items, each with its line in the file.
pub(super) type Items = Vec<(usize, Item)>;

/// A game as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct RawGame {
    /// Line of its first token.
    pub line: usize,
    /// Tags in order.
    pub tags: Vec<(String, String)>,
    /// Places of tags: of the last one with a name, and of the first one whose name is the same in lower case.
    places: HashMap<String, usize>,
    first_places: HashMap<String, usize>,
    /// The main line.
    pub items: Items,
    /// The result at the end of the moves; `*` counts as none.
    pub result: Option<String>,
    /// The first thing that cannot be read.
    pub fault: Option<ReadError>,
    /// What is repaired.
    pub changes: Changes,
    /// Does the file end within its last word?
    pub is_cut: bool,
}

impl RawGame {
    /// The value of a tag, without regard to case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let place = self.first_places.get(&name.to_ascii_lowercase())?;
        Some(&self.tags[*place].1)
    }

    pub fn is_blank(&self) -> bool {
        let only_comments = self.items.iter().all(|(_, item)| matches!(item, Item::Comment(_)));
        self.tags.is_empty() && self.fault.is_none() && only_comments
    }

    /// Sets a tag; of a tag that is given twice the later value counts, except for options, of which each is its own.
    pub fn set_tag(&mut self, line: usize, name: &str, value: &str) {
        let old = self.places.get(name).filter(|_| name != "Option").map(|&place| &mut self.tags[place].1);
        match old {
            Some(old) if old == value => {}
            Some(old) => {
                *old = value.to_string();
                self.changes.add("tags given twice, the later counts", 1, line);
            }
            None => {
                self.places.insert(name.to_string(), self.tags.len());
                self.first_places.entry(name.to_ascii_lowercase()).or_insert(self.tags.len());
                self.tags.push((name.to_string(), value.to_string()));
            }
        }
    }
}

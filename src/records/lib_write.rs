//! RenLib libraries (`.lib`): writing.
//!
//! A file holds one tree, so the games of an output become one library: what they have in common is written once. Labels
//! of SGF (`LB`) become texts on the board, hotspots (`HO[1]`) marked nodes, comments keep their first line as RenLib's
//! one-line comment.

use std::collections::HashSet;

use super::lib::{HOTSPOT, LABEL, SIZE, START};
use super::lib_file::bytes;
use super::lib_tree::{ROOT, Tree};
use super::line::{Line, Markup};
use super::sgf_moves::{PASS, point};
use super::sgf_rules::has;
use super::sgf_words::unescaped;
use super::{GameRecord, Replay};

/// Stands between the comments of several games.
const PARAGRAPH: &str = "\r\n\r\n";

/// A library while games are added.
#[derive(Debug)]
pub(super) struct Library {
    tree: Tree<String>,
    is_empty: bool,
    /// The comments of each node and their paragraphs, which are not added again.
    known: HashSet<(usize, String)>,
}

impl Library {
    pub fn new() -> Library {
        Library { tree: Tree::new(), is_empty: true, known: HashSet::new() }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// RenLib does not have it, or it does not begin with the empty board, or the library is full.
    pub fn add(&mut self, game: &GameRecord, replay: &Replay) -> Result<(), String> {
        if !has(&replay.engine.identity().variant) {
            return Err(format!("RenLib does not have the game {}", game.variant));
        }
        let size = replay.engine.board().height;
        if size != SIZE {
            return Err(format!("a RenLib library has a board of {SIZE} rows, not {size}"));
        }
        if game.base.is_some() {
            return Err(
                "a RenLib library cannot hold a game that begins with stones on the board".to_string()
            );
        }
        self.is_empty = false;
        self.line(&game.line, ROOT)
    }

    /// Its file; empty without games.
    pub fn bytes(&self) -> Vec<u8> {
        if self.is_empty { Vec::new() } else { bytes(&self.tree) }
    }

    /// Adds a comment of another game or of another place, unless it is in already.
    fn comment(&mut self, node: usize, lines: &str) {
        let is_new = !lines.is_empty() && self.known.insert((node, lines.to_string()));
        let parts = lines.split(PARAGRAPH).filter(|part| part.len() < lines.len());
        self.known.extend(parts.map(|part| (node, part.to_string())));
        if is_new {
            let comment = &mut self.tree.notes_of(node).comment;
            *comment += if comment.is_empty() { "" } else { PARAGRAPH };
            *comment += lines;
        }
    }

    /// Adds a line that departs from a node.
    fn line(&mut self, line: &Line, from: usize) -> Result<(), String> {
        let mut path = Vec::with_capacity(line.moves.len() + 1);
        path.push(from);
        let mut at = from;
        for mv in &line.moves {
            at = self.tree.child(at, point_of(mv)?)?;
            self.tree.node(at).is_move = true;
            path.push(at);
        }
        for (place, text) in &line.comments {
            let lines = text.replace('\0', " ").trim().replace('\n', "\r\n");
            self.comment(at_place(&path, *place), &lines);
        }
        for (place, markup) in &line.markup {
            self.markup(at_place(&path, *place), markup)?;
        }
        for (at, variation) in &line.variations {
            self.line(variation, at_place(&path, *at))?;
        }
        Ok(())
    }

    fn markup(&mut self, node: usize, markup: &Markup) -> Result<(), String> {
        match markup.name() {
            LABEL => {
                for value in markup.values() {
                    if let Some((point, text)) = label(value) {
                        let child = self.tree.child(node, point)?;
                        let own = &mut self.tree.notes_of(child).text;
                        match own.as_str() {
                            "" => *own = text,
                            known if known == text => {}
                            _ => *own += &format!(" {text}"),
                        }
                    }
                }
            }
            HOTSPOT if holds(markup) => self.tree.node(node).is_marked = true,
            START => self.tree.node(node).is_start = true,
            _ => {}
        }
        Ok(())
    }
}

/// The node at a place of a line.
fn at_place(path: &[usize], place: usize) -> usize {
    path[place.min(path.len() - 1)]
}

/// Can a library hold this property?
pub(super) fn holds(markup: &Markup) -> bool {
    match markup.name() {
        LABEL => markup.values().iter().all(|value| label(value).is_some()),
        HOTSPOT => markup.values() == ["1"],
        START => true,
        _ => false,
    }
}

/// The point of a label and its text: `hh:A`.
fn label(value: &str) -> Option<(u8, String)> {
    let (at, text) = value.split_once(':')?;
    let text = unescaped(text).replace(['\0', '\n'], " ").trim().to_string();
    Some((byte(point(at, SIZE).ok()?), text)).filter(|(_, text)| !text.is_empty())
}

fn point_of(mv: &str) -> Result<u8, String> {
    if mv == PASS { Ok(0) } else { point(mv, SIZE).map(byte) }
}

fn byte((x, y): (usize, usize)) -> u8 {
    (16 * y + x + 1) as u8
}

//! RenLib libraries (`.lib`): reading.
//!
//! A library is the tree of one game. What SGF has a property for becomes one: texts on the board are labels (`LB`) of the
//! position before the move, marked nodes hotspots (`HO[1]`). The one-line comment of a node is the first line of its
//! comment. A library has no rules: renju, unless the user sets another game.
//!
//! Files have no lines; messages count nodes from 1.

use super::charset;
use super::format::{Format, acts};
use super::lib_file::parse;
use super::lib_tree::{Notes, ROOT, Tree};
use super::line::{Line, MAX_DEPTH, Markup, undo};
use super::sgf::{set_size, size_conflict};
use super::sgf_moves::PASS;
use super::sgf_rules::has;
use super::sgf_words::escaped;
use super::{Changes, Defaults, Found, GameRecord, ReadError, Reading, open};
use crate::engine::AnyEngine;

/// Rows of the board.
pub(super) const SIZE: usize = 15;

/// The rules of renju were the ones RenLib was made for.
pub(super) const USUAL_VARIANT: &str = "renju";

/// Separates the parts of a comment, and a comment's first line from the others.
const PART_END: char = '\u{8}';

/// Stands between the texts of a library while they are decoded together.
const TEXT_END: u8 = 1;

/// Properties of SGF for what RenLib has: a text on a point, a marked node, and of our own the node that is shown first.
pub(super) const LABEL: &str = "LB";
pub(super) const HOTSPOT: &str = "HO";
pub(super) const START: &str = "RENLIBSTART";

/// Reads the game of a library.
pub(super) fn read(bytes: &[u8], defaults: &Defaults) -> Reading {
    let mut reading = Reading::default();
    match parse(bytes) {
        Ok((tree, mut changes)) => {
            let (tree, note) = decoded(tree, &mut changes);
            reading.notes.extend(note);
            let found = read_tree(&tree, defaults, changes, &mut reading.notes);
            reading.add(1, found.map_err(|reason| ReadError { line: 1, reason }));
        }
        Err(error) => reading.add(1, Err(error)),
    }
    reading
}

/// The tree with its texts as characters; they are decoded as one, so that there is enough to detect a character set by.
fn decoded(mut tree: Tree<Vec<u8>>, changes: &mut Changes) -> (Tree<String>, Option<String>) {
    let mut all = vec![TEXT_END];
    for notes in std::mem::take(&mut tree.notes) {
        for mut text in [notes.comment, notes.text] {
            text.iter_mut().filter(|byte| **byte == TEXT_END).for_each(|byte| *byte = b' ');
            all.append(&mut text);
            all.push(TEXT_END);
        }
    }
    let (text, note) = charset::decode(&all, Format::Lib);
    let mut texts = text.split(char::from(TEXT_END)).skip(1);
    let mut notes = Vec::new();
    while let (Some(comment), Some(text)) = (texts.next(), texts.next()) {
        notes.push(Notes { comment: comment_of(comment, changes), text: plain(text, changes) });
    }
    (tree.with_notes(notes), note)
}

/// A comment with its parts as lines.
fn comment_of(text: &str, changes: &mut Changes) -> String {
    let lines = text.replace("\r\n", "\n").replace(['\r', PART_END], "\n");
    plain(lines.trim(), changes)
}

/// Text in which nothing acts on a terminal.
fn plain(text: &str, changes: &mut Changes) -> String {
    changes.add("control characters read as blanks", text.matches(acts).count(), 1);
    text.replace(acts, " ")
}

fn read_tree(
    tree: &Tree<String>,
    defaults: &Defaults,
    mut changes: Changes,
    notes: &mut Vec<String>,
) -> Result<Found, String> {
    let (variant, options) = match &defaults.variant {
        Some(variant) => (variant.as_str(), &defaults.options[..]),
        None => (USUAL_VARIANT, &[][..]),
    };
    let mut engine = open(variant, options)?;
    if !has(&engine.identity().variant) {
        return Err(format!("RenLib does not have the game {variant}"));
    }
    let size = SIZE.to_string();
    set_size(engine.as_mut(), &size)?;
    notes.extend(size_conflict(defaults, &size));
    if defaults.variant.is_none() {
        notes.push(format!("no rules in a RenLib library, read as {variant}"));
    }
    let mut reader =
        Reader { tree, engine: engine.as_mut(), changes: &mut changes, game: GameRecord::default() };
    let mut line = Line::default();
    reader.notes(ROOT, &mut line);
    reader.below(ROOT, 0, &mut line)?;
    let game = GameRecord { line, ..reader.game };
    Ok(Found { records: vec![game], changes, assumed: Changes::default() })
}

struct Reader<'a> {
    tree: &'a Tree<String>,
    engine: &'a mut dyn AnyEngine,
    changes: &'a mut Changes,
    /// The game at the end of the main line.
    game: GameRecord,
}

impl Reader<'_> {
    /// Adds everything below a node, whose position is on the board before and after: the first legal move at each place
    /// is the main line.
    fn below(&mut self, node: usize, depth: usize, line: &mut Line) -> Result<(), String> {
        let tree = self.tree;
        let first = line.moves.len();
        let mut others = Vec::new();
        let mut node = Some(node);
        while let Some(parent) = node.take() {
            let place = line.moves.len();
            for (child, _) in tree.children(parent).filter(|(_, child)| child.is_move) {
                match node {
                    Some(_) => others.push((place, child)),
                    None => node = self.step(child, line),
                }
            }
        }
        if depth == 0 {
            self.game = GameRecord::of(self.engine);
        }
        let mut on_board = line.moves.len();
        for (place, child) in others.into_iter().rev() {
            undo(self.engine, on_board - place)?;
            on_board = place;
            let mut variation = Line::default();
            if depth == MAX_DEPTH {
                self.leave_out("nodes nested too deep, left out", child);
            } else if self.step(child, &mut variation).is_some() {
                self.below(child, depth + 1, &mut variation)?;
                undo(self.engine, 1)?;
                line.variations.push((place, variation));
            }
        }
        line.variations.reverse();
        undo(self.engine, on_board - first)
    }

    /// Plays the move of a node and adds it with what is written there, if the rules have it.
    fn step(&mut self, number: usize, line: &mut Line) -> Option<usize> {
        let point = self.tree.get(number).0.point;
        let column = char::from(b'a' + (point & 0x0f).saturating_sub(1));
        let word =
            if point == 0 { PASS.to_string() } else { format!("{column}{}", SIZE - usize::from(point >> 4)) };
        match self.engine.play(&word) {
            Ok(mv) => {
                line.moves.push(mv);
                self.notes(number, line);
                Some(number)
            }
            Err(_) => {
                self.leave_out("moves that the rules do not have, left out with all behind them", number);
                None
            }
        }
    }

    /// Counts a node and all behind it.
    fn leave_out(&mut self, why: &str, number: usize) {
        let mut open = vec![number];
        let mut count = 0;
        while let Some(next) = open.pop() {
            count += 1;
            open.extend(self.tree.children(next).map(|(child, _)| child));
        }
        self.changes.add(why, count, number + 1);
    }

    /// The comment of a node, its marks, and the texts on the points behind it.
    fn notes(&mut self, number: usize, line: &mut Line) {
        let tree = self.tree;
        let (node, notes) = tree.get(number);
        let place = line.moves.len();
        let mut labels = Vec::new();
        for (child, below) in tree.children(number) {
            let notes = tree.get(child).1;
            let text = notes.map_or("", |notes| notes.text.trim());
            if !text.is_empty() && below.point != 0 {
                let point = [(below.point & 0x0f) - 1, below.point >> 4].map(|at| char::from(b'a' + at));
                labels.push(format!("{}{}:{}", point[0], point[1], escaped(text).replace(':', "\\:")));
            }
            let has_comment = notes.is_some_and(|notes| !notes.comment.is_empty());
            let is_more = has_comment || below.is_marked || below.is_start || tree.below(child).is_some();
            if !below.is_move && is_more {
                self.leave_out("points without a move, left out with the notes and moves behind them", child);
            }
        }
        let marks = [(LABEL, labels), (HOTSPOT, set(node.is_marked)), (START, set(node.is_start))];
        for (name, values) in marks.into_iter().filter(|(_, values)| !values.is_empty()) {
            line.markup.extend(Markup::new(name, values).map(|markup| (place, markup)));
        }
        let comment = notes.map(|notes| &notes.comment[..]).filter(|comment| !comment.is_empty());
        line.comments.extend(comment.map(|comment| (place, comment.to_string())));
    }
}

/// The values of a property that is set or not.
fn set(is_set: bool) -> Vec<String> {
    if is_set { vec!["1".to_string()] } else { Vec::new() }
}

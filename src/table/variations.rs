//! The tree of a file as nodes of a table, and back.
//!
//! A file has lines inside lines; a table has nodes, each with what is written at it. Variations of one move are
//! siblings here, whether the file has them next to each other or inside each other.

use super::answer::{Code, Refusal};
use super::event::{Added, Event, Noted, Turn};
use super::notes::Notes;
use super::rules::Rules;
use super::state::{MAX_NODES, Tree};
use crate::records::{Line, MAX_DEPTH};

/// What a file has in addition to the moves of its main line, which are the nodes from 1; `None`: nothing.
///
/// # Errors
/// `illegal`: a variation cannot be played; `bad_record`: there are too many moves.
pub(super) fn imported(rules: &mut Rules, line: &Line) -> Result<Option<Event>, Refusal> {
    let mut importer = Importer { rules, next: line.moves.len() + 1, nodes: Vec::new(), notes: Vec::new() };
    let ids: Vec<usize> = (0..=line.moves.len()).collect();
    importer.note(line, &ids, true);
    importer.variations(line, &ids, &line.moves)?;
    let (nodes, notes) = (importer.nodes, importer.notes);
    Ok((!nodes.is_empty() || !notes.is_empty()).then_some(Event::Imported { nodes, notes }))
}

struct Importer<'a> {
    rules: &'a mut Rules,
    /// The number of the next node.
    next: usize,
    nodes: Vec<Added>,
    notes: Vec<Noted>,
}

impl Importer<'_> {
    /// The variations of a line. `ids`: the node before its first move, then those of its moves; `path`: the moves from
    /// the start to its end.
    fn variations(&mut self, line: &Line, ids: &[usize], path: &[String]) -> Result<(), Refusal> {
        let start = path.len() - line.moves.len();
        for (at, variation) in &line.variations {
            let (parent, before) = (ids[*at], &path[..start + at]);
            let (ids, path) = self.moves(variation, parent, before)?;
            self.note(variation, &ids, false);
            self.variations(variation, &ids, &path)?;
        }
        Ok(())
    }

    /// The moves of a variation as nodes; returns them and the path to the end.
    fn moves(
        &mut self,
        line: &Line,
        parent: usize,
        before: &[String],
    ) -> Result<(Vec<usize>, Vec<String>), Refusal> {
        if self.next + line.moves.len() > MAX_NODES {
            let text = format!("a table has at most {MAX_NODES} moves with its variations");
            return Err(Refusal::new(Code::BadRecord, text));
        }
        let (mut ids, mut path) = (vec![parent], before.to_vec());
        let mut player = self.turn(&path)?.next;
        for mv in &line.moves {
            let played: Vec<&str> = path.iter().map(String::as_str).collect();
            let (mv, turn) = self.rules.play(&played, mv)?;
            let parent = ids[ids.len() - 1];
            let next = turn.next;
            self.nodes.push(Added { node: self.next, parent, mv: mv.clone(), player, turn });
            ids.push(self.next);
            path.push(mv);
            (self.next, player) = (self.next + 1, next);
        }
        Ok((ids, path))
    }

    fn turn(&mut self, path: &[String]) -> Result<Turn, Refusal> {
        self.rules.turn(&path.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// What is written at a line, by its nodes.
    fn note(&mut self, line: &Line, ids: &[usize], is_main: bool) {
        let mut notes = vec![Notes::default(); ids.len()];
        for (place, text) in &line.comments {
            match *place {
                0 if !is_main && ids.len() > 1 => notes[1].before.push(text.clone()),
                place => notes[place].comments.push(text.clone()),
            }
        }
        for (place, markup) in &line.markup {
            match *place {
                0 if !is_main && ids.len() > 1 => notes[1].markup_before.push(markup.clone()),
                place => notes[place].markup.push(markup.clone()),
            }
        }
        line.marks.iter().for_each(|&(of, mark)| notes[of].marks.push(mark));
        line.glyphs.iter().for_each(|&(of, glyph)| notes[of].glyphs.push(glyph));
        let noted = ids.iter().zip(notes).filter(|(_, notes)| !notes.is_empty());
        self.notes.extend(noted.map(|(&node, notes)| Noted { node, notes }));
    }
}

/// The tree as lines, and the number of variations that are nested too deep for that.
pub(super) fn line_of(tree: &Tree) -> (Line, usize) {
    let mut writer = Writer { tree, left_out: 0 };
    let mut line = Line::default();
    let Some(start) = tree.get(0) else { return (line, 0) };
    line.comments.extend(start.notes.comments.iter().map(|text| (0, text.clone())));
    line.markup.extend(start.notes.markup.iter().map(|markup| (0, markup.clone())));
    if let Some(&first) = start.children.first() {
        writer.line(&mut line, first, MAX_DEPTH);
    }
    (line, writer.left_out)
}

struct Writer<'a> {
    tree: &'a Tree,
    left_out: usize,
}

impl Writer<'_> {
    /// The line that begins with a move. `room`: the number of variations that may be inside each other in it.
    fn line(&mut self, line: &mut Line, first: usize, room: usize) {
        let mut at = Some(first);
        while let Some((id, node)) = at.and_then(|id| Some((id, self.tree.get(id)?))) {
            let (before, notes) = (line.moves.len(), &node.notes);
            line.comments.extend(notes.before.iter().map(|text| (before, text.clone())));
            line.markup.extend(notes.markup_before.iter().map(|markup| (before, markup.clone())));
            line.moves.push(node.mv.clone());
            let place = line.moves.len();
            line.marks.extend(notes.marks.iter().map(|&mark| (place, mark)));
            line.glyphs.extend(notes.glyphs.iter().map(|&glyph| (place, glyph)));
            line.comments.extend(notes.comments.iter().map(|text| (place, text.clone())));
            line.markup.extend(notes.markup.iter().map(|markup| (place, markup.clone())));
            self.siblings(line, (node.parent, id), room);
            at = node.children.first().copied();
        }
    }

    /// The variations of a move that continues a line.
    fn siblings(&mut self, line: &mut Line, (parent, id): (usize, usize), room: usize) {
        let children = self.tree.get(parent).map_or(&[][..], |parent| &parent.children);
        let Some((first, others)) = children.split_first() else { return };
        if *first != id {
            return;
        }
        for &other in others {
            if room == 0 {
                self.left_out += 1;
                continue;
            }
            let mut variation = Line::default();
            self.line(&mut variation, other, room - 1);
            line.variations.push((line.moves.len() - 1, variation));
        }
    }
}

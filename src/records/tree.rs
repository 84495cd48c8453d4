//! A game as written to a record: the main line must be legal, variations become a tree.
//!
//! A variation is kept up to its first word that is no legal move; what follows, and a variation without a legal move,
//! is kept as a comment, so that nothing is lost.

use super::changes::Changes;
use super::line::{Line, undo};
use super::raw_game::Item;
use super::replay::{self, Readings, Stop, Tries};
use super::{GameRecord, ReadError};
use crate::contract::MoveStyle;
use crate::engine::AnyEngine;

/// Reads a main line with everything in it, from the position on the board; the result is that by the rules. `is_cut`: the file ends within its last word.
///
/// # Errors
/// The first word of the main line that is no legal move.
pub(super) fn read(
    engine: &mut dyn AnyEngine,
    items: &[(usize, Item)],
    readings: Readings,
    is_cut: bool,
    changes: &mut Changes,
) -> Result<GameRecord, ReadError> {
    let mut reader = Reader { engine, readings, tries: Tries::of_game(), changes };
    let parts = Parts::of(items);
    let moves =
        reader.play(&parts.words).or_else(|stop| match is_cut && reader.is_beginning(&parts, &stop) {
            true => {
                reader.changes.add("moves cut off by the end of the file", 1, stop.error.line);
                reader.play(&parts.words[..stop.ply]).map_err(|stop| stop.error)
            }
            false => Err(stop.error),
        })?;
    let game = GameRecord::of(reader.engine);
    let line = reader.line(parts, moves);
    Ok(GameRecord { line, ..game })
}

/// The items of a line by their kinds, each with its place.
#[derive(Default)]
struct Parts<'a> {
    words: Vec<(usize, String)>,
    line: Line,
    variations: Vec<Branch<'a>>,
}

/// A variation as written.
struct Branch<'a> {
    /// Moves of the line before it in the text.
    place: usize,
    /// Line in the file.
    at_line: usize,
    items: &'a [(usize, Item)],
}

impl<'a> Parts<'a> {
    fn of(items: &'a [(usize, Item)]) -> Parts<'a> {
        let mut parts = Parts::default();
        for (line, item) in items {
            let place = parts.words.len();
            match item {
                Item::Move(word) => parts.words.push((*line, word.clone())),
                Item::Mark(mark) if place > 0 => parts.line.marks.push((place, *mark)),
                Item::Glyph(glyph) if place > 0 => parts.line.glyphs.push((place, *glyph)),
                Item::Markup(markup) => parts.line.markup.push((place, markup.clone())),
                Item::Variation(items) => parts.variations.push(Branch { place, at_line: *line, items }),
                Item::Mark(_) | Item::Glyph(_) | Item::Comment(_) | Item::SetUp(_) => {
                    parts.line.comments.push((place, spoken(std::slice::from_ref(&(*line, item.clone())))));
                }
            }
        }
        parts
    }
}

/// Items as text.
fn spoken(items: &[(usize, Item)]) -> String {
    let words = items.iter().map(|(_, item)| match item {
        Item::Move(word) => word.clone(),
        Item::Mark(mark) => mark.sign().to_string(),
        Item::Glyph(glyph) => format!("${glyph}"),
        Item::Comment(text) | Item::SetUp(text) => text.clone(),
        Item::Markup(markup) => markup.to_string(),
        Item::Variation(items) => format!("({})", spoken(items)),
    });
    words.collect::<Vec<_>>().join(" ")
}

struct Reader<'a> {
    engine: &'a mut dyn AnyEngine,
    readings: Readings,
    tries: Tries,
    changes: &'a mut Changes,
}

impl Reader<'_> {
    fn play(&mut self, words: &[(usize, String)]) -> Result<Vec<String>, Stop> {
        let played = replay::play(self.engine, words, self.readings, &mut self.tries)?;
        if let Some(ply) = played.guess {
            self.changes.add_repairs("captures that fit several moves, read as the first", 1, words[ply].0);
        }
        Ok(played.moves)
    }

    /// Is the last word the beginning of a legal move?
    fn is_beginning(&mut self, parts: &Parts<'_>, stop: &Stop) -> bool {
        let (before, last) = parts.words.split_at(stop.ply);
        let [(_, word)] = last else { return false };
        if before.is_empty() || self.play(before).is_err() {
            return false;
        }
        let legal = self.engine.legal_moves(MoveStyle::Native);
        let fits = legal.iter().any(|mv| mv.len() > word.len() && mv.starts_with(word.as_str()));
        undo(self.engine, before.len()).is_ok() && fits
    }

    /// A line whose moves have been played, with its variations; its moves are taken back.
    fn line(&mut self, parts: Parts<'_>, moves: Vec<String>) -> Line {
        let mut line = Line { moves, ..parts.line };
        let mut on_board = line.moves.len();
        let mut unread = Vec::new();
        for Branch { place, at_line, items } in parts.variations.into_iter().rev() {
            let at = place.saturating_sub(1);
            let is_there = at < line.moves.len() && undo(self.engine, on_board - at).is_ok();
            on_board = if is_there { at } else { on_board };
            match self.variation(items).filter(|_| is_there) {
                Some(variation) => line.variations.push((at, variation)),
                None => {
                    self.changes.add_repairs("variations kept as comments", 1, at_line);
                    unread.push((place, format!("({})", spoken(items))));
                }
            }
        }
        line.variations.reverse();
        line.comments.extend(unread.into_iter().rev());
        line.comments.sort_by_key(|(place, _)| *place);
        // The moves have just been played.
        let _ = undo(self.engine, on_board);
        line
    }

    /// The legal moves of a variation; what follows them becomes a comment. `None` if there are none.
    fn variation(&mut self, items: &[(usize, Item)]) -> Option<Line> {
        let set_up = items.iter().position(|(_, item)| matches!(item, Item::SetUp(_)));
        let words = Parts::of(&items[..set_up.unwrap_or(items.len())]).words;
        let (moves, end) = match self.play(&words) {
            Ok(moves) => (moves, set_up),
            Err(stop) => {
                let mut moves =
                    items.iter().enumerate().filter(|(_, (_, item))| matches!(item, Item::Move(_)));
                let end = moves.nth(stop.ply).map(|(index, _)| index);
                (self.play(&words[..stop.ply]).ok()?, end)
            }
        };
        if moves.is_empty() {
            return None;
        }
        let place = moves.len();
        let (legal, rest) = items.split_at(end.unwrap_or(items.len()));
        let mut line = self.line(Parts::of(legal), moves);
        if let Some((at_line, _)) = rest.first() {
            self.changes.add_repairs("ends of variations kept as comments", 1, *at_line);
            line.comments.push((place, spoken(rest)));
        }
        Some(line)
    }
}

//! Databases of positions as games with variations, and games as entries of a database.
//!
//! A game has the values as comments, `[%eval 0.35,24]` with the value for the first player and the depth, then mark and
//! note: `[%mark w] a note`. A value that is a bound is left out, with a report. Reading takes these comments, those of
//! match runners and Rapfi's (`value 35, depth 12, exact`); any other comment is a note. A position without a comment
//! gets the mark [`PASSED`], so that a library keeps its branches.

use std::collections::HashSet;
use std::sync::Arc;

use super::line::undo;
use super::search_comment::{SearchComment, value_after, value_text};
use super::{Defaults, Format, GameRecord, GameResult, Line, MAX_DEPTH, ReadError, Source, Summary};
use crate::contract::{Bound, EngineError, MoveStyle, Player, Score};
use crate::database::{self, Database, Entry, MAX_NOTE_BYTES, PASSED, Place, Value, is_mark};
use crate::engine::AnyEngine;

/// Tags of values and marks in comments.
const EVAL: &str = "[%eval ";
const MARK: &str = "[%mark ";
/// Stands before a note that looks like a tag.
const NOTE: &str = "[%note]";

/// The value of a won position in Yixin's databases, less the plies to the end.
const YIXIN_WIN: i32 = 30_000;
/// Values of Yixin above this count plies.
const YIXIN_COUNTED: i32 = 29_000;

/// What was written to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Transfer {
    /// Positions.
    pub positions: usize,
    /// Values that are bounds, which were left out.
    pub bounds: usize,
    /// Positions of these rules that no known moves lead to from here.
    pub unreached: usize,
    /// Moves that were left out because the variations would be nested too deep.
    pub too_deep: usize,
}

/// The known positions that follow the engine's, as one game; the best moves are its main line. Each position is written
/// once, after the first moves that lead to it. Also returns what was written.
///
/// # Errors
/// One line: there is no database.
pub fn known_game(engine: &mut dyn AnyEngine) -> Result<(GameRecord, Transfer), String> {
    let known = engine.known().ok_or_else(|| EngineError::no_database().to_string())?;
    let is_start = engine.base_fen().is_none() && engine.moves(MoveStyle::Native).is_empty();
    let base = (!is_start).then(|| engine.fen());
    let mut record =
        GameRecord { base, line: Line::default(), result: GameResult::Unknown, ..GameRecord::of(engine) };
    let seen = HashSet::from([engine.place().position]);
    let mut writer = Writer { engine, seen, transfer: Transfer::default() };
    if let Some(entry) = known.entry {
        let text = writer.comment(&entry);
        record.line.comments.extend(text.map(|text| (0, text)));
    }
    writer.follow(&mut record.line, 0)?;
    let Writer { seen, mut transfer, .. } = writer;
    let rules = engine.place().rules;
    let entries = engine.database().map(|database| database.entries()).unwrap_or_default();
    let is_unreached = |place: &Place| place.rules == rules && !seen.contains(&place.position);
    transfer.unreached = entries.iter().filter(|(place, _)| is_unreached(place)).count();
    Ok((record, transfer))
}

/// A game while it is written.
struct Writer<'a> {
    engine: &'a mut dyn AnyEngine,
    /// The positions that have been written, one for all that are the same by symmetry.
    seen: HashSet<String>,
    transfer: Transfer,
}

impl Writer<'_> {
    /// Adds the known moves after a line that is `depth` variations deep; its end is on the board, and they are taken back.
    fn follow(&mut self, line: &mut Line, depth: usize) -> Result<(), String> {
        let began = line.moves.len();
        loop {
            let known = self.engine.known().map(|known| known.moves).unwrap_or_default();
            let mut new = Vec::new();
            for known in known {
                let text = self.engine.play(&known.text).map_err(|error| error.to_string())?;
                let is_new = self.seen.insert(self.engine.place().position);
                undo(self.engine, 1)?;
                if is_new {
                    new.push((text, known.entry));
                }
            }
            let mut new = new.into_iter();
            let Some(main) = new.next() else { break };
            let place = line.moves.len();
            for (text, entry) in new {
                if depth == MAX_DEPTH {
                    self.transfer.too_deep += 1;
                    continue;
                }
                let mut variation = Line::default();
                self.add(&mut variation, text, &entry)?;
                self.follow(&mut variation, depth + 1)?;
                undo(self.engine, 1)?;
                line.variations.push((place, variation));
            }
            self.add(line, main.0, &main.1)?;
        }
        undo(self.engine, line.moves.len() - began)
    }

    /// Plays a move and adds it to a line.
    fn add(&mut self, line: &mut Line, text: String, entry: &Entry) -> Result<(), String> {
        self.engine.play(&text).map_err(|error| error.to_string())?;
        line.moves.push(text);
        let comment = self.comment(entry);
        line.comments.extend(comment.map(|comment| (line.moves.len(), comment)));
        Ok(())
    }

    /// The comment of the position on the board.
    fn comment(&mut self, entry: &Entry) -> Option<String> {
        self.transfer.positions += 1;
        let value = entry.value.filter(|value| value.bound == Bound::Exact);
        self.transfer.bounds += usize::from(entry.value.is_some() && value.is_none());
        let first = self.engine.status().to_move == Player::FIRST;
        let value = value.map(|Value { score, depth, .. }| {
            format!("{EVAL}{},{depth}]", value_text(if first { score } else { -score }))
        });
        let mark = Some(&entry.mark).filter(|mark| !mark.is_empty() && *mark != PASSED);
        let mark = mark.map(|mark| format!("{MARK}{mark}]"));
        let note = Some(&entry.note).filter(|note| !note.is_empty());
        let note = note.map(|note| if note.contains("[%") { format!("{NOTE} {note}") } else { note.clone() });
        let parts: Vec<String> = [value, mark, note].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(" "))
    }
}

/// What was added to a database.
#[derive(Debug, Default)]
pub struct Added {
    /// Games that were read.
    pub games: usize,
    /// Their positions; those of several games count more than once.
    pub positions: usize,
    /// The games that were left out.
    pub problems: Vec<ReadError>,
    /// What was assumed and repaired.
    pub summary: Summary,
}

/// Adds the positions of games and their variations to a database, with what the games say of them.
///
/// # Errors
/// One line: the games cannot be read, or the database cannot be written.
pub fn add_games(
    database: &Arc<Database>,
    format: Format,
    source: &Source<'_>,
    defaults: &Defaults,
) -> Result<Added, String> {
    let mut added = Added::default();
    let summary = format.read_each(source, defaults, &mut |found| {
        let entries = found.and_then(|game| {
            let entries = entries_of(&game.record, database);
            entries.map_err(|reason| ReadError { line: game.line, reason })
        });
        match entries {
            Ok(entries) => {
                added.games += 1;
                added.positions += entries.len();
                database.merge(entries)?;
            }
            Err(error) => added.problems.push(error),
        }
        Ok(())
    })?;
    added.summary = summary;
    Ok(added)
}

/// The positions of a game, with what it says of them.
fn entries_of(record: &GameRecord, database: &Arc<Database>) -> Result<Vec<(Place, Entry)>, String> {
    let mut engine = record.open()?;
    engine.set_database(Some(Arc::clone(database)));
    let mut entries = Vec::new();
    collect(engine.as_mut(), &record.line, &mut entries)?;
    Ok(entries)
}

fn collect(engine: &mut dyn AnyEngine, line: &Line, entries: &mut Vec<(Place, Entry)>) -> Result<(), String> {
    for place in 0..=line.moves.len() {
        let mut entry = Entry::default();
        for text in line.comments_at(place) {
            entry.merge(&read_comment(text, engine.status().to_move));
        }
        // What a match runner says of the next move is about this position.
        let next = line.comments_at(place + 1).find_map(searched);
        next.into_iter().for_each(|value| entry.take(value));
        entry.pass();
        entries.push((engine.place(), entry));
        for (_, variation) in line.variations_at(place) {
            collect(engine, variation, entries)?;
        }
        if let Some(mv) = line.moves.get(place) {
            engine.play(mv).map_err(|error| error.to_string())?;
        }
    }
    undo(engine, line.moves.len())
}

/// The value of a search before a move, from the comment of a match runner.
fn searched(text: &str) -> Option<Value> {
    let SearchComment { score, depth, .. } = SearchComment::parse(text)?;
    Some(Value {
        score: score?,
        bound: Bound::Exact,
        depth: depth.unwrap_or(0).clamp(0, database::MAX_DEPTH),
    })
}

/// What a comment says of the position at which it stands, with this player to move.
fn read_comment(text: &str, to_move: Player) -> Entry {
    if SearchComment::parse(text).is_some() {
        return Entry::default();
    }
    if let Some(entry) = read_rapfi(text) {
        return entry;
    }
    // What follows the tag of a note is the note, whatever it looks like.
    let (tags, literal) = text.split_once(NOTE).unwrap_or((text, ""));
    let (eval, tags) = without_tag(tags, EVAL);
    let (mark, tags) = without_tag(&tags, MARK);
    let text = format!("{} {}", without_tags(&tags), literal.trim()).trim().to_string();
    let depth = eval
        .as_deref()
        .and_then(|eval| eval.split_once(','))
        .and_then(|(_, depth)| depth.trim().parse().ok());
    let score = eval.and_then(|eval| value_after(&format!("{EVAL}{eval}]")));
    let value = score.map(|score| Value {
        score: if to_move == Player::FIRST { score } else { -score },
        bound: Bound::Exact,
        depth: depth.unwrap_or(0).clamp(0, database::MAX_DEPTH),
    });
    let mark = mark.filter(|mark| is_mark(mark)).unwrap_or_default();
    let note = text[..text.floor_char_boundary(MAX_NOTE_BYTES)].to_string();
    Entry { value, mark, note }
}

/// A comment that the reader of Rapfi's text writes: `lost; value -29995, depth 12, exact`.
fn read_rapfi(text: &str) -> Option<Entry> {
    let (label, value) = text.rsplit_once("; ").map_or((None, text), |(label, value)| (Some(label), value));
    let mut words = value.strip_prefix("value ")?.split(", ");
    let number: i32 = words.next()?.parse().ok()?;
    let depth: i32 = words.next()?.strip_prefix("depth ")?.parse().ok()?;
    let bound = match words.next()? {
        "exact" => Bound::Exact,
        "lower" => Bound::Lower,
        "upper" => Bound::Upper,
        _ => return None,
    };
    let value = Value { score: yixin_score(number), bound, depth: depth.clamp(0, database::MAX_DEPTH) };
    Some(Entry { value: Some(value), note: label.unwrap_or_default().to_string(), ..Entry::default() })
}

/// A value of Yixin's and Rapfi's databases: a win in `n` plies is 30000 - n.
pub fn yixin_score(value: i32) -> Score {
    match value.clamp(-YIXIN_WIN, YIXIN_WIN) {
        value if value > YIXIN_COUNTED => Score::win_in(YIXIN_WIN - value),
        value if value < -YIXIN_COUNTED => Score::loss_in(YIXIN_WIN + value),
        value => Score::eval(value),
    }
}

/// The inverse of [`yixin_score`].
pub fn yixin_value(score: Score) -> i32 {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => YIXIN_WIN - plies,
        Some(plies) => plies - YIXIN_WIN,
        None => score.0.clamp(-YIXIN_COUNTED, YIXIN_COUNTED),
    }
}

/// A comment without tags such as `[%clk 0:05:12]`.
fn without_tags(text: &str) -> String {
    let mut text = text.to_string();
    while let Some(start) = text.find("[%")
        && let Some(length) = text[start..].find(']')
    {
        text.replace_range(start..=start + length, "");
    }
    text.trim().to_string()
}

/// What stands in a tag of a comment, and the comment without it.
fn without_tag(text: &str, tag: &str) -> (Option<String>, String) {
    let found = text.split_once(tag).and_then(|(before, rest)| {
        let (inside, after) = rest.split_once(']')?;
        Some((Some(inside.to_string()), format!("{}{}", before, after.trim_start())))
    });
    let (inside, text) = found.unwrap_or((None, text.to_string()));
    (inside, text.trim().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: Score, depth: i32) -> Option<Value> {
        Some(Value { score, bound: Bound::Exact, depth })
    }

    #[test]
    fn comments_say_value_mark_and_note() {
        let entry = read_comment("[%eval 0.35,24] [%mark w] good for [black]", Player::SECOND);
        let note = "good for [black]".to_string();
        assert_eq!(entry, Entry { value: value(Score(-35), 24), mark: "w".to_string(), note });
        assert_eq!(read_comment("[%eval +M7]", Player::FIRST).value, value(Score::win_in(7), 0));
        assert_eq!(read_comment("A9", Player::FIRST).note, "A9");
        assert_eq!(read_comment("[%clk 0:05:12] [%emt 3]", Player::FIRST), Entry::default());
        let literal = read_comment("[%note] [%eval 3.0,4] fake", Player::FIRST);
        assert_eq!((literal.value, literal.note.as_str()), (None, "[%eval 3.0,4] fake"));
        let rapfi = read_comment("lost; value -29995, depth 12, exact", Player::FIRST);
        assert_eq!((rapfi.value, rapfi.note.as_str()), (value(Score::loss_in(5), 12), "lost"));
        assert_eq!(read_comment("value x, depth 12, exact", Player::FIRST).value, None);
    }

    #[test]
    fn values_of_yixin_count_plies_from_the_position() {
        for score in [Score(35), Score(-28_000), Score::win_in(7), Score::loss_in(0)] {
            assert_eq!(yixin_score(yixin_value(score)), score);
        }
        assert_eq!(yixin_score(i32::MIN), Score::loss_in(0));
    }
}

//! The commands of Yixin's database, for the file of the option `Database`.
//!
//! Yixin-Board asks for a position's entries whenever it shows one, so a query without a database is answered as by an
//! empty one, without a line that the window would print. Values and tags are those of Rapfi: a value is that of the
//! player to move, a win or loss in `n` plies is 30000 - n or n - 30000; the tag `w` says that the move to the position
//! wins, `l` that it loses. (Sources: `main.c` of Yixin-Board, `command/gomocup.cpp` of Rapfi.)

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use super::Gomocup;
use super::board::{Stone, position_string};
use super::command::number;
use super::verbs::{DatabaseFile, DatabaseVerb, Query};
use crate::contract::{Bound, Score};
use crate::database::{Database, Entry, MAX_DEPTH, MAX_NOTE_BYTES, Value, is_mark};
use crate::engine::{AnyEngine, DATABASE};
use crate::openings::{Placement, cell_text};
use crate::records::database::{add_games, known_game, yixin_score, yixin_value};
use crate::records::{Defaults, Format, Output, Source};
use crate::storage::files::{is_same_file, replace};
use crate::wire::message::quoted;

/// The tag of a position without one.
const NO_TAG: i32 = -1;
/// The answer to a change without a database.
pub(super) const NO_DATABASE: &str = "there is no database; expected YXSETDATABASE before";
/// The tag of a move to play.
const BEST: &str = "!";

/// The database of a conversation: its file, and whether it is used.
#[derive(Debug, Default)]
pub(super) struct Choice {
    path: Option<String>,
    is_off: bool,
}

impl Gomocup {
    /// `YXSETDATABASE`: uses this file from now on.
    fn set_database(&mut self, path: &str, engine: &mut dyn AnyEngine) -> Result<(), String> {
        if !self.database.is_off {
            let note = self.settings.set(engine, DATABASE, path).map_err(|error| error.to_string())?;
            note.iter().for_each(|note| self.message(note));
        }
        self.database.path = Some(path.to_string());
        Ok(())
    }

    /// `INFO usedatabase`: switches the database off, or on again.
    pub(super) fn use_database(&mut self, is_on: bool, engine: &mut dyn AnyEngine) -> Result<(), String> {
        if self.database.path.is_none() {
            self.database.path = self.settings.value(DATABASE).map(str::to_string);
        }
        if let Some(path) = &self.database.path {
            let path = if is_on { path } else { "" };
            self.settings.set(engine, DATABASE, path).map_err(|error| error.to_string())?;
        }
        self.database.is_off = !is_on;
        Ok(())
    }

    /// A command with a file.
    pub(super) fn database_file(
        &mut self,
        what: DatabaseFile,
        path: &str,
        engine: &mut dyn AnyEngine,
    ) -> Result<(), String> {
        if path.is_empty() {
            return Err("the name of the file is missing".to_string());
        }
        let file = Path::new(path);
        let database = || engine.database().ok_or_else(|| NO_DATABASE.to_string());
        let done = match what {
            DatabaseFile::Set => return self.set_database(path, engine),
            DatabaseFile::Merge => {
                let added = database()?.merge(Database::view(file)?.entries())?;
                format!("{added} positions are new or changed")
            }
            DatabaseFile::FromLibrary => added(&database()?, Format::Lib, file, engine)?,
            DatabaseFile::FromText => added(&database()?, Format::Csv, file, engine)?,
            DatabaseFile::ToLibrary => {
                if is_same_file(database()?.path(), file) {
                    return Err(format!("{path} is the database itself; expected another file"));
                }
                let before = Placement::of(engine);
                Placement::EMPTY.set(engine, &[]).map_err(|error| error.to_string())?;
                let written = to_library(engine, file);
                before.set(engine, &[]).map_err(|error| error.to_string())?;
                format!("{} positions are written", written?)
            }
        };
        self.message(&done);
        Ok(())
    }

    /// A command about the position of these stones.
    pub(super) fn database(
        &self,
        verb: DatabaseVerb,
        rest: &str,
        stones: &[Stone],
        engine: &mut dyn AnyEngine,
    ) -> Result<(), String> {
        let before = Placement::of(engine);
        position_of(stones, engine.board().width).set(engine, &[]).map_err(|error| error.to_string())?;
        let done = self.at_position(verb, rest, engine);
        before.set(engine, &[]).map_err(|error| error.to_string())?;
        done
    }

    /// The same at the position that it is about.
    fn at_position(&self, verb: DatabaseVerb, rest: &str, engine: &mut dyn AnyEngine) -> Result<(), String> {
        if engine.database().is_none() && !matches!(verb, DatabaseVerb::Query(_)) {
            return Err(NO_DATABASE.to_string());
        }
        let change = |change: &mut dyn FnMut(&mut Entry)| {
            engine.change_known(change).map_err(|error| error.to_string())
        };
        match verb {
            DatabaseVerb::Query(query) => self.answer_query(query, engine),
            DatabaseVerb::EditValue => {
                let edit = Edit::read(rest)?;
                change(&mut |entry| edit.apply(entry))?;
                self.answer_query(Query::One, engine);
            }
            DatabaseVerb::EditText => {
                let text = unquoted(rest)?;
                change(&mut |entry| entry.note.clone_from(&text))?;
            }
            DatabaseVerb::SetBest => change(&mut |entry| entry.mark = BEST.to_string())?,
            DatabaseVerb::ClearBest => change(&mut |entry| {
                if entry.mark == BEST {
                    entry.mark.clear();
                }
            })?,
            DatabaseVerb::DeleteOne => change(&mut |entry| *entry = Entry::default())?,
            DatabaseVerb::DeleteAll => {
                let kind = Deletion::read(rest)?;
                // No search runs, and one that was stopped must not stop this.
                engine.stop_handle().reset();
                let deleted = engine.delete_known_after(&|entry| kind.has(entry));
                let deleted = deleted.map_err(|error| error.to_string())?;
                self.message(&format!("{deleted} positions are deleted"));
                self.answer_query(Query::All, engine);
            }
        }
        Ok(())
    }

    /// Answers a query.
    fn answer_query(&self, query: Query, engine: &dyn AnyEngine) {
        let known = engine.known();
        let own = known.as_ref().and_then(|known| known.entry.clone()).unwrap_or_default();
        if matches!(query, Query::All | Query::AllAndText) {
            self.message("DATABASE REFRESH");
            for known in known.iter().flat_map(|known| &known.moves) {
                let place = known.text.replace(',', " ");
                self.message(&format!("DATABASE {place} {}", fields(&known.entry)));
            }
            self.message("DATABASE DONE");
        }
        match query {
            Query::All => {}
            Query::One if own.is_empty() => self.message("DATABASE ONE 0 0 0 0"),
            Query::One => self.message(&format!("DATABASE ONE {}", fields(&own))),
            Query::Text | Query::AllAndText => {
                let text = own.note.replace('\\', "\\\\").replace('"', "\\\"");
                self.message(&format!("DATABASE TEXT \"{text}\""));
            }
        }
    }
}

/// Adds the positions of a file with games by the rules of the engine.
fn added(
    database: &Arc<Database>,
    format: Format,
    file: &Path,
    engine: &dyn AnyEngine,
) -> Result<String, String> {
    if !file.is_file() {
        return Err(format!("{} is not a file", file.display()));
    }
    let defaults = Defaults {
        variant: Some(engine.identity().variant),
        options: engine.rule_options(),
        is_chosen: format == Format::Lib,
    };
    let added = add_games(database, format, &Source::File(file.to_path_buf()), &defaults);
    let added = added.map_err(|why| format!("{}: {why}", file.display()))?;
    let left_out = added.problems.first().map(|first| {
        format!("; {} are left out, the first in line {}: {}", added.problems.len(), first.line, first.reason)
    });
    Ok(format!("{} positions are added{}", added.positions, left_out.unwrap_or_default()))
}

/// Writes the known positions after the empty board; returns how many.
fn to_library(engine: &mut dyn AnyEngine, file: &Path) -> Result<usize, String> {
    let (record, transfer) = known_game(engine)?;
    let mut output = Output::new(Format::Lib);
    let text = output.add(&record)?;
    replace(file, &[text.as_bytes(), &output.finish()].concat())?;
    Ok(transfer.positions)
}

/// The position after these stones, black first; a pass changes the turn.
fn position_of(stones: &[Stone], size: usize) -> Placement {
    let moves: Option<Vec<String>> = stones.iter().map(|stone| stone.cell.map(cell_text)).collect();
    if let Some(moves) = moves {
        return Placement { fen: None, moves };
    }
    let owned = stones.iter().enumerate().filter_map(|(index, stone)| Some((stone.cell?, index % 2 == 0)));
    let fen = position_string(owned, size, stones.len().is_multiple_of(2));
    Placement { fen: Some(fen), moves: Vec::new() }
}

/// Tag, value, depth, bound, and 1 if there is a text.
fn fields(entry: &Entry) -> String {
    let (value, depth, bound) = match entry.value {
        None => (0, 0, 0),
        Some(Value { score, bound, depth }) => {
            let bound = match bound {
                Bound::Upper => 1,
                Bound::Lower => 2,
                Bound::Exact => 3,
            };
            (yixin_value(score), depth, bound)
        }
    };
    format!("{} {value} {depth} {bound} {}", tag(entry), u8::from(!entry.note.is_empty()))
}

/// The mark, of which the window shows two characters; without one, whether the move to the position wins or loses.
fn tag(entry: &Entry) -> i32 {
    let proved =
        entry.value.filter(Value::is_proved).map(|value| if value.score.is_win() { "l" } else { "w" });
    let mark = if entry.mark.is_empty() { proved.unwrap_or_default() } else { &entry.mark };
    let characters = mark.chars().filter(char::is_ascii).take(2);
    characters.map(|c| c as i32).reduce(|tag, c| tag << 8 | c).unwrap_or(NO_TAG)
}

/// The character of a tag, in lower case.
fn tag_text(number: i64) -> Option<String> {
    let tag = u32::try_from(number).ok().and_then(char::from_u32).filter(char::is_ascii_graphic)?;
    Some(tag.to_ascii_lowercase().to_string()).filter(|tag| is_mark(tag))
}

/// The numbers of `YXEDITTVDDATABASE`: what is changed (1 the tag, 2 the value, 4 the depth), and to what.
struct Edit {
    parts: i64,
    tag: String,
    value: i32,
    depth: i32,
}

impl Edit {
    fn read(rest: &str) -> Result<Edit, String> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [parts, tag, value, depth] = words[..] else {
            return Err("expected four numbers: what is changed, tag, value and depth".to_string());
        };
        let tag = match number(tag)? {
            0 | -1 => String::new(),
            other => tag_text(other).ok_or_else(|| {
                format!("tag {}: expected the number of a character, such as 119 for w, or -1", quoted(tag))
            })?,
        };
        let in_range = |word: &str, range: RangeInclusive<i64>, what| {
            let value = number(word)?;
            let (low, high) = (range.start(), range.end());
            match range.contains(&value) {
                true => Ok(value as i32),
                false => Err(format!("{what} {}: expected {low} to {high}", quoted(word))),
            }
        };
        let value = in_range(value, -30_000..=30_000, "value")?;
        let depth = in_range(depth, 0..=i64::from(MAX_DEPTH), "depth")?;
        Ok(Edit { parts: number(parts)?, tag, value, depth })
    }

    fn apply(&self, entry: &mut Entry) {
        if self.parts & 1 != 0 {
            entry.mark.clone_from(&self.tag);
        }
        let old = entry.value.unwrap_or(Value { score: Score::DRAW, bound: Bound::Exact, depth: 0 });
        if self.parts & 2 != 0 {
            let score = yixin_score(self.value);
            entry.value = Some(Value { score, bound: Bound::Exact, ..entry.value.unwrap_or(old) });
        }
        if self.parts & 4 != 0 {
            entry.value = Some(Value { depth: self.depth, ..entry.value.unwrap_or(old) });
        }
    }
}

/// The positions that `YXDELETEDATABASEALL` deletes.
enum Deletion {
    All,
    /// `wl`: those won or lost.
    Decided,
    /// `nonwl`: the others.
    Undecided,
}

impl Deletion {
    fn read(rest: &str) -> Result<Deletion, String> {
        match rest.to_ascii_lowercase().as_str() {
            "" => Ok(Deletion::All),
            "wl" => Ok(Deletion::Decided),
            "nonwl" => Ok(Deletion::Undecided),
            _ => Err(format!("{}: expected nothing, wl or nonwl", quoted(rest))),
        }
    }

    fn has(&self, entry: &Entry) -> bool {
        let is_decided = [i32::from(b'w'), i32::from(b'l')].contains(&tag(entry));
        match self {
            Deletion::All => true,
            Deletion::Decided => is_decided,
            Deletion::Undecided => !is_decided,
        }
    }
}

/// A text with or without quotes.
fn unquoted(rest: &str) -> Result<String, String> {
    let inside = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(rest);
    let mut text = String::with_capacity(inside.len());
    let mut chars = inside.chars();
    while let Some(c) = chars.next() {
        text.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    if text.len() > MAX_NOTE_BYTES { Err(format!("more than {MAX_NOTE_BYTES} bytes")) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valued(score: Score) -> Entry {
        Entry { value: Some(Value { score, bound: Bound::Exact, depth: 9 }), ..Entry::default() }
    }

    #[test]
    fn values_and_tags_are_those_of_rapfi() {
        assert_eq!(fields(&valued(Score(-35))), "-1 -35 9 3 0");
        assert_eq!(fields(&valued(Score::win_in(7))), "108 29993 9 3 0");
        assert_eq!(fields(&valued(Score::loss_in(4))), "119 -29996 9 3 0");
        let marked = Entry { mark: "a1é".to_string(), note: "x".to_string(), ..Entry::default() };
        assert_eq!(fields(&marked), format!("{} 0 0 0 1", 256 * 97 + 49));
    }

    #[test]
    fn an_edit_changes_the_parts_that_it_names() {
        let edited = |rest: &str, mut entry: Entry| {
            Edit::read(rest).expect("an edit").apply(&mut entry);
            fields(&entry)
        };
        assert_eq!(edited("1 119 5 5", Entry::default()), "119 0 0 0 0");
        assert_eq!(edited("1 -1 0 0", Entry { mark: "w".to_string(), ..Entry::default() }), "-1 0 0 0 0");
        assert_eq!(edited("2 -1 40 0", valued(Score(1))), "-1 40 9 3 0");
        assert_eq!(edited("6 -1 -29990 12", Entry::default()), "119 -29990 12 3 0");
        for wrong in ["1 2 3", "a 1 1 1", "2 -1 30001 0", "4 -1 0 -5", "1 24930 0 0", "1 10 0 0", "1 91 0 0"]
        {
            assert!(Edit::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_text_may_have_quotes() {
        assert_eq!(unquoted("\"a \\\"b\\\" \\\\\"").as_deref(), Ok("a \"b\" \\"));
        assert_eq!(unquoted("plain").as_deref(), Ok("plain"));
    }
}

//! Databases of renju games in XML (`.rif`), as RenjuNet publishes them: reading.
//!
//! Tables at the beginning (players, tournaments, rules, openings, cities, countries) have the names to which the games
//! refer by number; then come the games, any number of them:
//!
//! ```xml
//! <game id="7" tournament="3" round="2" rule="1" black="12" white="40" bresult="1" opening="5" alt="" swap="">
//!   <move>h8 i9 g7</move><info>…</info>
//! </game>
//! ```
//!
//! The format has no published description. Its names are those that programs which read it agree on: renju-note
//! (`github.com/renju-note/renju-note`, `src/database/rif.ts`) and readers of training data.
//!
//! Invariant: memory holds the tables and one game.

use std::collections::HashMap;

use super::parts::{Part, ReadPart};
use super::sgf::{set_size, size_conflict};
use super::sgf_rules::{has, variant_of};
use super::xml::{Tag, next_tag, plain};
use super::{
    Changes, Defaults, Found, GameRecord, GameResult, ReadError, Reading, one_line, open, replay, shorten,
};
use crate::contract::{Outcome, Player};
use crate::engine::AnyEngine;

/// Rows of the board.
const SIZE: &str = "15";
const USUAL_VARIANT: &str = "renju";

/// Tables of a database, by the name of their rows.
const TABLES: [&str; 6] = ["country", "city", "rule", "opening", "player", "tournament"];

/// Attributes of a game that have no tag of PGN, with the tag for each. Zero and nothing say nothing.
const OTHERS: [(&str, &str); 5] = [
    ("alt", "FifthMoves"),
    ("swap", "Swap"),
    ("btime", "BlackTime"),
    ("wtime", "WhiteTime"),
    ("id", "GameId"),
];

/// The other attributes of a game.
const KNOWN: [&str; 8] = ["publisher", "tournament", "round", "rule", "black", "white", "bresult", "opening"];

/// The attributes of an element.
type Row = Vec<(String, String)>;

/// Reads parts of a database.
pub(super) fn reader(defaults: &Defaults) -> ReadPart<'_> {
    let mut reader = Reader::new(defaults);
    Box::new(move |part, reading| reader.read(part, reading))
}

/// A game as in the file.
#[derive(Default)]
struct RawGame {
    line: usize,
    row: Row,
    moves: Option<String>,
    info: String,
    /// The text of the element that is open, up to now.
    text: String,
}

struct Reader<'a> {
    defaults: &'a Defaults,
    /// The rows of the tables by their number.
    rows: HashMap<(&'static str, String), Row>,
    game: Option<RawGame>,
    /// The containers that are open, such as `games`.
    open: Vec<String>,
    is_empty: bool,
}

/// The value of an attribute; empty if it is missing.
fn value<'r>(row: &'r Row, name: &str) -> &'r str {
    row.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.trim())
}

impl<'a> Reader<'a> {
    fn new(defaults: &'a Defaults) -> Reader<'a> {
        Reader { defaults, rows: HashMap::new(), game: None, open: Vec::new(), is_empty: true }
    }

    fn read(&mut self, part: Part<'_>, reading: &mut Reading) -> usize {
        let (mut at, mut line) = (0, part.line);
        while let Some(tag) = next_tag(&part.text[at..]) {
            let before = line + tag.text.matches('\n').count();
            self.take(&tag, before, reading);
            at += tag.length;
            line += tag.lines;
        }
        if !part.is_last {
            return at;
        }
        self.finish(line, part.text[at..].contains('<'), reading);
        part.text.len()
    }

    /// The end of the file.
    fn finish(&mut self, line: usize, is_in_tag: bool, reading: &mut Reading) {
        let cut = self.game.take().map(|game| game.line);
        if self.is_empty {
            let reason = "no whole game: expected elements <game> with <move>".to_string();
            reading.errors.push(ReadError { line: 1, reason });
        } else if let Some(begin) = cut {
            reading.changes.add("games cut off by the end of the file, left out", 1, begin);
        } else if is_in_tag || !self.open.is_empty() {
            reading.changes.add("elements cut off by the end of the file", 1, line);
        }
    }

    fn take(&mut self, tag: &Tag<'_>, line: usize, reading: &mut Reading) {
        if let Some(game) = &mut self.game {
            game.text += &plain(tag.text);
            game.text += tag.data;
        }
        match (tag.name.trim_end(), tag.is_end) {
            ("", _) => {}
            ("game", false) => {
                let row = row_of(tag);
                if let Some(before) = self.game.replace(RawGame { line, row, ..RawGame::default() }) {
                    reading.changes.add("games without an end, left out", 1, before.line);
                }
                if tag.is_empty {
                    self.end_game(reading);
                }
            }
            ("game", true) => self.end_game(reading),
            ("move", true) => {
                if let Some(game) = &mut self.game {
                    game.moves = Some(std::mem::take(&mut game.text));
                }
            }
            ("info", true) => {
                if let Some(game) = &mut self.game {
                    let info = std::mem::take(&mut game.text);
                    let ends = if game.info.is_empty() || info.trim().is_empty() { "" } else { "\n" };
                    game.info = format!("{}{ends}{}", game.info, info.trim());
                }
            }
            ("move" | "info", false) => {
                if let Some(game) = &mut self.game {
                    game.text.clear();
                }
            }
            (name, false) if TABLES.contains(&name) => self.add_row(name, row_of(tag)),
            (name, true) if TABLES.contains(&name) => {}
            (name, false) if !tag.is_empty => self.open.push(name.to_string()),
            (name, true) => {
                let begin = self.open.iter().rposition(|open| open == name);
                self.open.truncate(begin.unwrap_or(self.open.len()));
            }
            _ => {}
        }
    }

    fn add_row(&mut self, name: &str, row: Row) {
        let table = TABLES.iter().find(|table| **table == name);
        if let Some(table) = table {
            self.rows.insert((table, value(&row, "id").to_string()), row);
        }
    }

    fn row(&self, table: &'static str, id: &str) -> Option<&Row> {
        self.rows.get(&(table, id.to_string()))
    }

    /// The name of a row; empty if it is unknown.
    fn name(&self, table: &'static str, id: &str) -> &str {
        self.row(table, id).map_or("", |row| value(row, "name"))
    }

    fn end_game(&mut self, reading: &mut Reading) {
        if let Some(game) = self.game.take() {
            self.is_empty = false;
            reading.add(game.line, self.record(&game));
        }
    }

    fn record(&self, raw: &RawGame) -> Result<Found, ReadError> {
        let fault = |reason: String| ReadError { line: raw.line, reason };
        let (mut changes, mut assumed) = (Changes::default(), Changes::default());
        let rule = one_line(self.name("rule", value(&raw.row, "rule")));
        let mut engine = self.open_game(&rule, raw.line, &mut assumed).map_err(fault)?;
        let words = raw.moves.as_deref().unwrap_or_default().split_whitespace();
        let words: Vec<(usize, String)> = words.map(|word| (raw.line, word.to_ascii_lowercase())).collect();
        let played = replay::play(engine.as_mut(), &words, replay::plain, &mut replay::Tries::of_game());
        played.map_err(|stop| stop.error)?;
        let mut game = GameRecord::of(engine.as_ref());
        let result = value(&raw.row, "bresult");
        match parse_result(result) {
            GameResult::Unknown => {
                changes.add(
                    "results that are no 0, 0.5 or 1, left out",
                    usize::from(!result.is_empty()),
                    raw.line,
                );
            }
            known => game.result = known,
        }
        self.set_tags(raw, &rule, &mut game);
        let is_known = |name: &str| KNOWN.contains(&name) || OTHERS.iter().any(|(known, _)| *known == name);
        let unknown = raw.row.iter().filter(|(name, text)| !is_known(name) && !text.trim().is_empty());
        changes.add("attributes of games that are unknown here, left out", unknown.count(), raw.line);
        let missing =
            ["black", "white"].iter().filter(|name| self.row("player", value(&raw.row, name)).is_none());
        changes.add_repairs("players that the file does not list", missing.count(), raw.line);
        let comment = Some(&raw.info).filter(|info| !info.is_empty());
        game.comments.extend(comment.map(|info| (0, info.clone())));
        Ok(Found { records: vec![game], changes, assumed })
    }

    /// The game of a rule, which says how the first stones are placed.
    fn open_game(
        &self,
        rule: &str,
        line: usize,
        assumed: &mut Changes,
    ) -> Result<Box<dyn AnyEngine>, String> {
        let known = variant_of(rule).filter(|_| !self.defaults.is_chosen);
        let (variant, options) = match (known, &self.defaults.variant) {
            (Some(variant), _) => (variant, &[][..]),
            (None, Some(variant)) => (variant.as_str(), &self.defaults.options[..]),
            (None, None) => {
                let text = format!("rule '{}' is unknown, read as {USUAL_VARIANT}", shorten(rule));
                assumed.add(&text, 1, line);
                (USUAL_VARIANT, &[][..])
            }
        };
        let mut engine = open(variant, options)?;
        if !has(&engine.identity().variant) {
            return Err(format!("a .rif database does not have the game {variant}"));
        }
        set_size(engine.as_mut(), SIZE)?;
        let conflict = size_conflict(self.defaults, SIZE);
        assumed.add(conflict.as_deref().unwrap_or_default(), usize::from(conflict.is_some()), line);
        Ok(engine)
    }

    fn set_tags(&self, raw: &RawGame, rule: &str, game: &mut GameRecord) {
        let mut set = |tag: &str, text: &str| {
            let text = one_line(text);
            if !text.is_empty() {
                game.set_tag(tag, &text);
            }
        };
        if let Some(tournament) = self.row("tournament", value(&raw.row, "tournament")) {
            set("Event", value(tournament, "name"));
            let city = self.name("city", value(tournament, "city"));
            let country = self.name("country", value(tournament, "country"));
            set(
                "Site",
                &[city, country]
                    .iter()
                    .filter(|name| !name.is_empty())
                    .copied()
                    .collect::<Vec<_>>()
                    .join(", "),
            );
            set("Date", &date_of(tournament));
        }
        set("Round", value(&raw.row, "round"));
        set("Opening", self.name("opening", value(&raw.row, "opening")));
        set("Rules", rule);
        for (attribute, tag) in OTHERS {
            let text = value(&raw.row, attribute);
            set(tag, if text == "0" { "" } else { text });
        }
        let player = |name| {
            let row = self.row("player", value(&raw.row, name));
            row.map_or(String::new(), |row| {
                one_line(&format!("{} {}", value(row, "name"), value(row, "surname")))
            })
        };
        let publisher = player("publisher");
        if !publisher.is_empty() {
            game.set_tag("Publisher", &publisher);
        }
        game.set_players(&[player("black"), player("white")]);
    }
}

/// The first day of a tournament, or its year and month.
fn date_of(tournament: &Row) -> String {
    let start = value(tournament, "start");
    let is_date = start.len() == 10 && start.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    if is_date && !start.starts_with("0000") {
        return start.replace('-', ".").replace(".00", ".??");
    }
    let year = value(tournament, "year");
    let month = value(tournament, "month").parse().ok().filter(|month| (1..=12).contains(month));
    match (year.parse::<u32>(), month) {
        (Ok(year @ 1..), Some(month)) => format!("{year}.{month:02}.??"),
        (Ok(year @ 1..), None) => format!("{year}.??.??"),
        _ => String::new(),
    }
}

/// The result is the one of Black.
fn parse_result(text: &str) -> GameResult {
    match text.parse::<f64>() {
        Ok(1.0) => GameResult::Ended(Outcome::Win(Player::FIRST)),
        Ok(0.0) => GameResult::Ended(Outcome::Win(Player::SECOND)),
        Ok(0.5) => GameResult::Ended(Outcome::Draw),
        _ => GameResult::Unknown,
    }
}

fn row_of(tag: &Tag<'_>) -> Row {
    tag.attributes().into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

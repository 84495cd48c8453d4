//! Which games are asked for, and in which order? One page of them is answered.

use serde::{Deserialize, Serialize};

use super::entry::Entry;
use super::places;
use crate::games::Variant;
use crate::table::answer::{Code, Kind, Refusal, SavedTable, TableList};
use crate::table::command::Options;
use crate::table::ratings::RuleSet;
use crate::table::rules::{Rules, option_texts};
use crate::wire::catalogue::Catalogue;
use crate::wire::message::quoted;

/// Games of a page, at most and by default.
const MAX_COUNT: usize = 500;
/// Longest text to look for, in characters.
const MAX_TEXT: usize = 100;

/// The games that are asked for. All conditions apply; without any, all games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TablesQuery {
    /// Played here or imported.
    pub kind: Option<Kind>,
    /// Games of this family, such as `draughts`.
    pub family: Option<String>,
    /// With `fen`: the variant.
    pub game: Option<String>,
    /// With `fen`: rule options.
    pub options: Options,
    /// A position of the game's line, or its mirror image.
    pub fen: Option<String>,
    /// Part of a player's name.
    pub player: String,
    /// Part of the event, the site, the opening or the name of the game.
    pub text: String,
    /// The first day: `2026`, `2026-11` or `2026-11-30`.
    pub since: String,
    /// The last day, likewise.
    pub until: String,
    /// An outcome, or `unfinished`.
    pub result: Option<String>,
    /// What the games are sorted by.
    pub order: Order,
    /// The smallest first.
    pub ascending: bool,
    /// Number of games that are left out at the beginning.
    pub from: usize,
    /// 1 to 500; `None`: 500.
    pub count: Option<usize>,
}

/// What games are sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The time of the last change.
    #[default]
    Changed,
    /// The day of the game.
    Date,
    /// The names of the players.
    Players,
    /// The name of the game.
    Game,
    /// The event.
    Event,
    /// The result.
    Result,
    /// The number of moves.
    Moves,
    /// The opening.
    Opening,
}

/// A query that was checked.
pub(super) struct Filter {
    query: TablesQuery,
    /// In lower case.
    player: String,
    text: String,
    place: Option<(RuleSet, Vec<u64>)>,
}

impl Filter {
    /// Checks a query.
    ///
    /// # Errors
    /// `bad_option`: a value is out of range; `unknown_game`, `bad_position`: of the position.
    pub fn new(query: TablesQuery, catalogue: Catalogue) -> Result<Filter, Refusal> {
        let bad = |text: String| Err(Refusal::new(Code::BadOption, text));
        if let Some(count) = query.count.filter(|count| !(1..=MAX_COUNT).contains(count)) {
            return bad(format!("field 'count' takes 1 to {MAX_COUNT}, not {count}"));
        }
        if [&query.player, &query.text].iter().any(|text| text.chars().count() > MAX_TEXT) {
            return bad(format!("a text to look for has at most {MAX_TEXT} characters"));
        }
        for day in [&query.since, &query.until] {
            if !day.is_empty() && !is_day(day) {
                return bad(format!("{}: expected a day such as 2026-11-30, 2026-11 or 2026", quoted(day)));
            }
        }
        if let Some(result) = query.result.as_ref().filter(|result| !is_result(result)) {
            let known = "expected unfinished, draw, p1win or another outcome";
            return bad(format!("{}: {known}", quoted(result)));
        }
        let place = match (&query.fen, &query.game) {
            (Some(fen), Some(game)) => {
                let mut rules = Rules::open(catalogue, game, &option_texts(&query.options)?, None)?;
                Some((rules.rule_set()?, places::keys(&mut rules, fen)?))
            }
            (None, None) => None,
            _ => return bad("fields 'fen' and 'game' go together".to_string()),
        };
        let (player, text) = (query.player.trim().to_lowercase(), query.text.trim().to_lowercase());
        Ok(Filter { query, player, text, place })
    }

    /// The page, and the number of games on all pages.
    pub fn page<'a>(&self, entries: impl Iterator<Item = &'a Entry>) -> TableList {
        let order = self.query.order;
        let mut found: Vec<(SortKey, &Entry)> = entries
            .filter(|entry| self.has(entry))
            .map(|entry| (SortKey::of(order, &entry.table), entry))
            .collect();
        found.sort_by(|(a, one), (b, other)| {
            let sorted = a.value.cmp(&b.value);
            let sorted = if self.query.ascending { sorted } else { sorted.reverse() };
            let latest = || other.table.changed.cmp(&one.table.changed);
            a.is_unknown
                .cmp(&b.is_unknown)
                .then(sorted)
                .then_with(latest)
                .then_with(|| one.table.id.cmp(&other.table.id))
        });
        let page = found.iter().skip(self.query.from).take(self.query.count.unwrap_or(MAX_COUNT));
        TableList { tables: page.map(|(_, entry)| entry.table.clone()).collect(), total: found.len() }
    }

    fn has(&self, entry: &Entry) -> bool {
        let (query, table) = (&self.query, &entry.table);
        let has = |part: &str, text: &str| text.to_lowercase().contains(part);
        query.kind.is_none_or(|kind| table.kind == kind)
            && query.family.as_ref().is_none_or(|family| is_of(&table.game, family))
            && query
                .result
                .as_ref()
                .is_none_or(|result| table.result.as_deref().unwrap_or("unfinished") == result)
            && has_day(&table.date, &query.since, &query.until)
            && self.place.as_ref().is_none_or(|(rules, keys)| {
                entry.rules == *rules && entry.keys.iter().any(|key| keys.contains(key))
            })
            && (self.player.is_empty() || table.names.iter().any(|name| has(&self.player, name)))
            && (self.text.is_empty()
                || [&table.event, &table.site, &table.opening, &table.title]
                    .iter()
                    .any(|text| has(&self.text, text)))
    }
}

fn is_of(game: &str, family: &str) -> bool {
    Variant::parse(game).is_some_and(|variant| variant.card().family == family)
}

/// A day, a month or a year.
fn is_day(text: &str) -> bool {
    let digits = |part: &str, count| part.len() == count && part.bytes().all(|digit| digit.is_ascii_digit());
    let parts: Vec<&str> = text.split('-').collect();
    let is_written = parts.len() <= 3 && digits(parts[0], 4) && parts[1..].iter().all(|part| digits(part, 2));
    let number = |index: usize| parts.get(index).and_then(|part| part.parse::<u32>().ok());
    let year = number(0).unwrap_or_default();
    let days = match number(1) {
        None => 31,
        Some(2) if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        Some(2) => 28,
        Some(4 | 6 | 9 | 11) => 30,
        Some(1..=12) => 31,
        Some(_) => 0,
    };
    is_written && (1..=days).contains(&number(2).unwrap_or(1))
}

fn is_result(text: &str) -> bool {
    let of_player = |ending: &str| {
        let number = text.strip_prefix('p').and_then(|rest| rest.strip_suffix(ending));
        number
            .and_then(|number| number.parse().ok())
            .is_some_and(|number| (1..=crate::contract::MAX_PLAYERS).contains(&number))
    };
    ["unfinished", "draw", "resigned", "time"].contains(&text) || of_player("win") || of_player("loss")
}

/// May a day of which only the year or the month is known be one of these? An unknown one is none.
fn has_day(day: &str, since: &str, until: &str) -> bool {
    let filled =
        |day: &str, digit: char| day.chars().chain(std::iter::repeat(digit)).take(10).collect::<String>();
    let separated = |day: &str, digit| filled(&day.replace('-', ""), digit);
    if since.is_empty() && until.is_empty() {
        return true;
    }
    !day.is_empty()
        && (since.is_empty() || separated(day, '9') >= separated(since, '0'))
        && (until.is_empty() || separated(day, '0') <= separated(until, '9'))
}

/// The value that a game is sorted by. Games without one come last in both directions.
struct SortKey {
    is_unknown: bool,
    value: (u64, String),
}

impl SortKey {
    fn of(order: Order, table: &SavedTable) -> SortKey {
        let number = |number: u64| SortKey { is_unknown: false, value: (number, String::new()) };
        let text =
            |text: String| SortKey { is_unknown: text.trim().is_empty(), value: (0, text.to_lowercase()) };
        match order {
            Order::Changed => number(table.changed),
            Order::Moves => number(table.moves as u64),
            Order::Date => text(table.date.clone()),
            Order::Players => text(table.names.join(" ")),
            Order::Game => text(table.title.clone()),
            Order::Event => text(table.event.clone()),
            Order::Result => text(table.result.clone().unwrap_or_default()),
            Order::Opening => text(table.opening.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_that_is_known_in_part_is_in_every_range_that_it_may_be_in() {
        for (day, since, until, is_in) in [
            ("1998-03-07", "1998-03-07", "1998-03-07", true),
            ("1998-03-07", "1998-03-08", "", false),
            ("1998-03-07", "", "1998-03-06", false),
            ("1998-03", "1998-03-20", "1998-03-21", true),
            ("1998", "1998-12", "1999", true),
            ("1998", "1999", "", false),
            ("1998-03-07", "1998", "1998", true),
            ("", "1900", "", false),
            ("", "", "", true),
        ] {
            assert_eq!(has_day(day, since, until), is_in, "{day} in {since} to {until}");
        }
    }

    #[test]
    fn days_and_results_are_checked() {
        assert!(["2026", "2026-11", "2026-11-30", "2024-02-29"].iter().all(|day| is_day(day)));
        let none =
            ["2026-13", "2026-00", "2026-00-01", "2026-02-29", "2100-02-29", "2026-11-31", "2026-11-00"];
        assert!(!none.iter().any(|day| is_day(day)));
        assert!(
            !["", "26", "2026-", "2026-1", "2026-11-30-1", "２０２６", "a-b-c"].iter().any(|day| is_day(day))
        );
        assert!(["p1win", "p6loss", "draw", "unfinished"].iter().all(|result| is_result(result)));
        assert!(!["", "p7win", "p0win", "p1", "won", "p1winwin"].iter().any(|result| is_result(result)));
    }
}

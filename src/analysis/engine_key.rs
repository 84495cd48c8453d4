//! Which engine a query needs: its game, rules, purpose, and the size of its table.

use std::sync::Arc;

use super::engines::QueryError;
use super::request::{Query, Search, Task};
use crate::database::Database;
use crate::search::Skill;
use crate::wire::catalogue::Catalogue;
use crate::wire::message::quoted;

/// Engine options that are fields or actions here, or that have no meaning in analysis.
const REFUSED_OPTIONS: [(&str, &str); 11] = [
    ("Threads", "use the field 'threads'"),
    ("MultiPV", "use the field 'multipv'"),
    ("Clear Hash", "use the action 'clear_hash'"),
    ("Move Overhead", "there is no clock in analysis"),
    ("Ponder", "there is no clock in analysis"),
    ("Skill Level", "use the field 'level' of the action 'play'"),
    ("UCI_LimitStrength", "use the field 'elo' of the action 'play'"),
    ("UCI_Elo", "use the field 'elo' of the action 'play'"),
    ("UCI_AnalyseMode", "only the action 'play' can be weakened"),
    ("Database", "start the program with --database FILE"),
    ("Seed", "use the field 'seed' of the action 'play'"),
];

/// Settings that all queries share.
#[derive(Clone, Debug)]
pub(super) struct EngineSettings {
    /// The games that can be opened.
    pub catalogue: Catalogue,
    /// The default game of queries, if there is one, and its rules.
    pub game: Option<(String, Vec<(String, String)>)>,
    /// Threads of a search, unless the query gives a number.
    pub threads: usize,
    /// Total size of the tables of one thread, in MiB.
    pub share_mib: usize,
    /// Largest table that a query may ask for, in MiB.
    pub max_mib: usize,
    /// The database of positions.
    pub database: Option<Arc<Database>>,
}

/// The game, rules and settings of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct EngineKey {
    pub game: String,
    pub options: Vec<(String, String)>,
    pub mib: usize,
    pub purpose: Purpose,
}

/// What an engine is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// One query after the other, each with an empty table.
    Fresh,
    /// Queries that keep the table of earlier ones.
    Keep,
    /// Exact values and wins by threats.
    Solve,
}

impl EngineKey {
    /// Does the option `Book` allow the opening book?
    pub fn uses_book(&self) -> bool {
        !self
            .options
            .iter()
            .any(|(name, value)| name.eq_ignore_ascii_case("Book") && value.eq_ignore_ascii_case("false"))
    }
}

impl EngineSettings {
    /// Name of the game of a query.
    ///
    /// # Errors
    /// The query names no game, and there is no default.
    pub fn game<'a>(&'a self, query: &'a Query) -> Result<&'a str, QueryError> {
        let default_game = self.game.as_ref().map(|(name, _)| name.as_str());
        query.game.as_deref().or(default_game).ok_or_else(|| {
            let names = (self.catalogue.variants)().join(", ");
            QueryError::new("game", format!("field 'game' is missing; expected one of {names}"))
        })
    }

    /// The threads of a query.
    pub fn threads(&self, query: &Query) -> usize {
        query.threads.unwrap_or(self.threads)
    }

    /// The engine that the query needs; and if it asks for a table of some size, the note on that, if there is one.
    pub fn key(&self, query: &Query) -> Result<(EngineKey, Option<Option<String>>), QueryError> {
        let game = self.game(query)?.to_ascii_lowercase();
        let mut options = match (&self.game, &query.game) {
            (Some((_, rules)), None) => rules.clone(),
            _ => Vec::new(),
        };
        let (share, max) = (self.share_mib, self.max_mib);
        let mut asked = None;
        for (name, value) in &query.options {
            if let Some((known, why)) =
                REFUSED_OPTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
            {
                return Err(QueryError::new("options", format!("option '{known}' cannot be set: {why}")));
            }
            if name.eq_ignore_ascii_case("Hash") {
                let mib = parse_mib(value).ok_or_else(|| {
                    let value = quoted(value);
                    QueryError::new("options", format!("option 'Hash' takes a number 1..{max}, not {value}"))
                })?;
                asked = Some((mib, value.as_str()));
            } else {
                options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                options.push((name.to_ascii_lowercase(), value.clone()));
            }
        }
        options.sort();
        let (mib, purpose) = match &query.task {
            Task::Search(search) => (table_mib(search, None, self.threads(query)), Purpose::of(search)),
            Task::Play(play) => {
                let deepest = (!play.strength.is_full()).then_some(Skill::MAX_DEPTH);
                (table_mib(&play.search, deepest, self.threads(query)), Purpose::of(&play.search))
            }
            Task::Solve(_) => (share, Purpose::Solve),
            _ => (1, Purpose::Fresh),
        };
        let mib = match (asked, purpose) {
            (Some((asked, _)), _) => asked.clamp(1, max),
            (None, Purpose::Fresh) => mib.min(share),
            (None, Purpose::Keep | Purpose::Solve) => share,
        };
        let note = asked
            .map(|(asked, value)| (asked != mib).then(|| format!("option 'Hash' set to {mib}, not {value}")));
        Ok((EngineKey { game, options, mib, purpose }, note))
    }
}

impl Purpose {
    fn of(search: &Search) -> Purpose {
        if search.keep { Purpose::Keep } else { Purpose::Fresh }
    }
}

/// Reads the size of a table; a number out of the range of the type becomes the end of it.
fn parse_mib(value: &str) -> Option<usize> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let nearest = if value.starts_with('-') { 0 } else { usize::MAX };
    is_number.then(|| value.parse().unwrap_or(nearest))
}

/// MiB of a table with two entries for each node of the search: a power of two, so that queries with similar limits
/// share an engine. If depth or time is limited, the number of nodes is estimated. `deepest`: the depth of weaker play.
fn table_mib(search: &Search, deepest: Option<i32>, threads: usize) -> usize {
    const ENTRIES_PER_MIB: u64 = (1 << 20) / 16;
    // Doubled with each ply: an upper bound for all games up to about twenty plies.
    let depth = search.depth.into_iter().chain(deepest).min();
    let by_depth = depth.map(|depth| 64 << depth.min(40));
    // Twenty million nodes per second, more than the fastest game reaches.
    let by_time = search.move_time_ms.map(|ms| (ms as u64).saturating_mul(20_000 * threads as u64));
    let nodes = [search.nodes, by_depth, by_time].into_iter().flatten().min().unwrap_or(u64::MAX);
    let mib = (nodes / (ENTRIES_PER_MIB / 2)).clamp(1, 1 << 40).next_power_of_two();
    usize::try_from(mib).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::request::{Request, parse};
    use super::*;

    fn mib(rest: &str) -> usize {
        let Ok((Request::Query(query), _)) = parse(&format!("{{\"id\":1,{rest}}}")) else { panic!("{rest}") };
        match query.task {
            Task::Search(search) => table_mib(&search, None, 1),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn tables_grow_with_the_limits() {
        assert_eq!((mib("\"nodes\":1"), mib("\"nodes\":30000"), mib("\"nodes\":1000000")), (1, 1, 32));
        assert_eq!((mib("\"depth\":1"), mib("\"depth\":12"), mib("\"nodes\":9,\"depth\":99")), (1, 8, 1));
        assert!(mib("\"depth\":200") > 1 << 20 && mib("\"mate\":2") > 1 << 20);
    }

    #[test]
    fn a_size_out_of_range_is_the_nearest_one() {
        for (value, mib) in
            [("64", Some(64)), ("-1", Some(0)), ("99999999999999999999", Some(usize::MAX)), ("x", None)]
        {
            assert_eq!(parse_mib(value), mib, "{value}");
        }
    }

    #[test]
    fn the_list_of_refused_options_is_complete() {
        let mut general = (Catalogue::GAMES.open)("draughts").unwrap().options();
        general.retain(|spec| {
            !["Hash", "EvalFile"].contains(&spec.name.as_str())
                && !REFUSED_OPTIONS.iter().any(|(name, _)| spec.name == *name)
        });
        assert_eq!(general, [], "draughts has no options of its own");
    }
}

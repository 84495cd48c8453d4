//! The engines of one worker: a few games with their rules and tables, kept because the next query is mostly about
//! the same game.
//!
//! Each search begins with an empty table, so that a query gives the same answer whatever ran before it; that costs
//! little because the table is no larger than the limits of the search can fill ([`table_mib`]). With a
//! table of the full share it would: 64 MiB take longer to clear than ten thousand nodes to search. Queries with
//! `keep` have engines of their own, with all of the share, that are not cleared.
//!
//! What must always hold: the tables of a worker together are no larger than its share.

use super::request::{Query, Search, Task};
use crate::contract::EngineError;
use crate::engine::AnyEngine;
use crate::wire::catalogue::Catalogue;
use crate::wire::output::quoted;

/// Most engines that are kept. Each has besides its table some hundred KiB of other memory for each thread.
const MAX_ENGINES: usize = 8;

/// Options of engines that are fields or actions here, or that have no meaning in analysis.
const REFUSED_OPTIONS: [(&str, &str); 10] = [
    ("Threads", "the field 'threads' says it"),
    ("MultiPV", "the field 'multipv' says it"),
    ("Clear Hash", "the action 'clear_hash' does it"),
    ("Move Overhead", "there is no clock in analysis"),
    ("Ponder", "there is no clock in analysis"),
    ("Skill Level", "analysis is never weakened"),
    ("UCI_LimitStrength", "analysis is never weakened"),
    ("UCI_Elo", "analysis is never weakened"),
    ("UCI_AnalyseMode", "analysis is never weakened"),
    ("Seed", "analysis is never weakened"),
];

/// What all queries of a worker have in common.
#[derive(Clone, Debug)]
pub(super) struct EngineSettings {
    /// The games that can be opened.
    pub catalogue: Catalogue,
    /// The game of queries that name none, if there is one, and its rules.
    pub game: Option<(String, Vec<(String, String)>)>,
    /// Threads of a search where the query does not say.
    pub threads: usize,
    /// MiB of the tables of one worker together.
    pub share_mib: usize,
}

/// Why an engine cannot be had: the field that is wrong, and how.
#[derive(Debug)]
pub(super) struct QueryError {
    pub field: &'static str,
    pub message: String,
}

impl QueryError {
    pub fn new(field: &'static str, message: impl Into<String>) -> QueryError {
        QueryError { field, message: message.into() }
    }

    /// An error of the engine about a field.
    pub fn about(field: &'static str) -> impl Fn(EngineError) -> QueryError {
        move |error| QueryError { field, message: error.0 }
    }
}

/// The engines of one worker, the one used last at the end.
pub(super) struct Engines {
    settings: EngineSettings,
    kept: Vec<CachedEngine>,
}

/// What an engine was opened for.
#[derive(Clone, PartialEq, Eq, Debug)]
struct EngineKey {
    game: String,
    options: Vec<(String, String)>,
    mib: usize,
    keeps: bool,
}

/// An engine ready for a query.
pub(super) struct CachedEngine {
    pub engine: Box<dyn AnyEngine>,
    /// What was changed in the options, to fit.
    pub notes: Vec<String>,
    key: EngineKey,
    threads: usize,
    multi_pv: usize,
}

impl Engines {
    pub fn new(settings: EngineSettings) -> Engines {
        Engines { settings, kept: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Name of the game of a query.
    ///
    /// # Errors
    /// It names none, and there is none to fall back on.
    pub fn game<'a>(&'a self, query: &'a Query) -> Result<&'a str, QueryError> {
        let usual = self.settings.game.as_ref().map(|(name, _)| name.as_str());
        query.game.as_deref().or(usual).ok_or_else(|| {
            let names = (self.settings.catalogue.variants)().join(", ");
            QueryError::new("game", format!("field 'game' is missing: one of {names}"))
        })
    }

    /// The threads of a query.
    pub fn threads(&self, query: &Query) -> usize {
        query.threads.unwrap_or(self.settings.threads)
    }

    /// An engine of the query's game and rules, at any position, with the lines and threads asked for.
    ///
    /// # Errors
    /// There is no such game, or an option is refused.
    pub fn engine_for(&mut self, query: &Query) -> Result<&mut CachedEngine, QueryError> {
        let (key, note) = self.key(query)?;
        let kept = match self.kept.iter().position(|kept| kept.key == key) {
            Some(at) => self.kept.remove(at),
            None => {
                self.make_room(key.mib);
                CachedEngine::open(self.settings.catalogue, key, note)?
            }
        };
        let threads = self.threads(query);
        self.kept.push(kept);
        let kept = self.kept.last_mut().expect("it was pushed just now");
        kept.set_up(threads, query);
        Ok(kept)
    }

    /// What the query needs, and a note where it asks for a larger table than there may be.
    fn key(&self, query: &Query) -> Result<(EngineKey, Option<String>), QueryError> {
        let game = self.game(query)?.to_ascii_lowercase();
        let mut options = match (&self.settings.game, &query.game) {
            (Some((_, rules)), None) => rules.clone(),
            _ => Vec::new(),
        };
        let share = self.settings.share_mib;
        let (mut hash, mut note) = (None, None);
        for (name, value) in &query.options {
            if let Some((known, why)) =
                REFUSED_OPTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
            {
                return Err(QueryError::new("options", format!("option '{known}' cannot be set: {why}")));
            }
            if name.eq_ignore_ascii_case("Hash") {
                let mib = parse_mib(value).ok_or_else(|| {
                    let value = quoted(value);
                    QueryError::new(
                        "options",
                        format!("option 'Hash' takes a number 1..{share}, not {value}"),
                    )
                })?;
                let used = mib.clamp(1, share);
                note = (used != mib).then(|| format!("option 'Hash' set to {used}, not {value}"));
                hash = Some(used);
            } else {
                options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                options.push((name.to_ascii_lowercase(), value.clone()));
            }
        }
        options.sort();
        let (mib, keeps) = match &query.task {
            Task::Search(search) => (table_mib(search, self.threads(query)), search.keep),
            Task::LegalMoves | Task::Perft(_) => (1, false),
        };
        let mib = hash.unwrap_or(if keeps { share } else { mib.min(share) });
        Ok((EngineKey { game, options, mib, keeps }, note))
    }

    /// Drops the engines that have not been used for longest until another one fits.
    fn make_room(&mut self, mib: usize) {
        let mut taken: usize = self.kept.iter().map(|kept| kept.key.mib).sum();
        while !self.kept.is_empty()
            && (taken + mib > self.settings.share_mib || self.kept.len() >= MAX_ENGINES)
        {
            taken -= self.kept.remove(0).key.mib;
        }
    }
}

impl CachedEngine {
    fn open(catalogue: Catalogue, key: EngineKey, note: Option<String>) -> Result<CachedEngine, QueryError> {
        let mut engine = (catalogue.open)(&key.game).ok_or_else(|| {
            let names = (catalogue.variants)().join(", ");
            QueryError::new("game", format!("field 'game' takes one of {names}, not {}", quoted(&key.game)))
        })?;
        let known = engine.options();
        let mut notes: Vec<String> = note.into_iter().collect();
        for (name, value) in &key.options {
            let spec = known.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
                QueryError::new("options", format!("there is no option {} in this game", quoted(name)))
            })?;
            notes.extend(engine.set_option(&spec.name, value).map_err(QueryError::about("options"))?);
        }
        for (name, value) in [("Hash", key.mib.to_string()), ("Move Overhead", "0".to_string())] {
            engine.set_option(name, &value).map_err(QueryError::about("options"))?;
        }
        Ok(CachedEngine { engine, notes, key, threads: 1, multi_pv: 1 })
    }

    /// Sets what may differ from query to query.
    fn set_up(&mut self, threads: usize, query: &Query) {
        let multi_pv = match &query.task {
            Task::Search(search) => search.multi_pv.unwrap_or(1),
            Task::LegalMoves | Task::Perft(_) => return,
        };
        for (name, was, wanted) in
            [("Threads", &mut self.threads, threads), ("MultiPV", &mut self.multi_pv, multi_pv)]
        {
            if *was != wanted && self.engine.set_option(name, &wanted.to_string()).is_ok() {
                *was = wanted;
            }
        }
    }

    /// Forgets what earlier searches found, unless it is to be kept.
    pub fn forget(&mut self) {
        if !self.key.keeps {
            self.engine.new_game();
        }
    }
}

/// Reads the size of a table; one beyond all bounds is the largest number.
fn parse_mib(value: &str) -> Option<usize> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| value.parse().unwrap_or(usize::MAX))
}

/// MiB of a table in which the search has two entries for each of its nodes: a power of two, so that queries with
/// nearly the same limits share an engine. The nodes of a search with a limit of depth or time are guessed.
fn table_mib(search: &Search, threads: usize) -> usize {
    const ENTRIES_PER_MIB: u64 = (1 << 20) / 16;
    // Doubled with each ply: more than any game here needs up to some twenty plies.
    let by_depth = search.depth.map(|depth| 64 << depth.min(40));
    // Twenty million nodes in a second, more than the fastest of the games.
    let by_time = search.move_time_ms.map(|ms| (ms as u64).saturating_mul(20_000 * threads as u64));
    let nodes = [search.nodes, by_depth, by_time].into_iter().flatten().min().unwrap_or(u64::MAX);
    let mib = (nodes / (ENTRIES_PER_MIB / 2)).clamp(1, 1 << 40).next_power_of_two();
    usize::try_from(mib).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::super::request::{Request, parse};
    use super::*;

    fn engines(share_mib: usize) -> Engines {
        Engines::new(EngineSettings { catalogue: Catalogue::GAMES, game: None, threads: 1, share_mib })
    }

    fn query(rest: &str) -> Query {
        match parse(&format!("{{\"id\":1,{rest}}}")) {
            Ok((Request::Query(query), _)) => *query,
            other => panic!("{other:?}"),
        }
    }

    fn mib(rest: &str) -> usize {
        match query(rest).task {
            Task::Search(search) => table_mib(&search, 1),
            other => panic!("{other:?}"),
        }
    }

    fn refusal(rest: &str) -> (&'static str, String) {
        let refused = engines(64).engine_for(&query(rest)).err().expect("a refusal");
        (refused.field, refused.message)
    }

    #[test]
    fn tables_grow_with_the_limits() {
        assert_eq!((mib("\"nodes\":1"), mib("\"nodes\":30000"), mib("\"nodes\":1000000")), (1, 1, 32));
        assert_eq!((mib("\"depth\":1"), mib("\"depth\":12"), mib("\"nodes\":9,\"depth\":99")), (1, 8, 1));
        assert!(mib("\"depth\":200") > 1 << 20 && mib("\"mate\":2") > 1 << 20);
    }

    #[test]
    fn an_engine_serves_all_queries_of_its_kind() {
        let mut engines = engines(64);
        for _ in 0..3 {
            for size in [7, 9] {
                let rest = format!("\"game\":\"Renju\",\"options\":{{\"BoardSize\":{size}}},\"depth\":1");
                assert_eq!(engines.engine_for(&query(&rest)).unwrap().engine.board().width, size);
            }
        }
        assert_eq!(engines.kept.len(), 2);
    }

    #[test]
    fn however_many_games_are_asked_for_memory_is_bounded() {
        let mut engines = engines(8);
        for width in 4..=10 {
            for height in 4..=10 {
                for nodes in [1, 100_000, 10_000_000] {
                    let rest = format!("\"game\":\"connect4-{width}x{height}\",\"nodes\":{nodes}");
                    engines.engine_for(&query(&rest)).unwrap();
                    let taken: usize = engines.kept.iter().map(|kept| kept.key.mib).sum();
                    assert!(taken <= 8 && engines.kept.len() <= MAX_ENGINES);
                }
            }
        }
    }

    #[test]
    fn what_is_refused_names_field_and_word() {
        let (field, message) = refusal("\"depth\":1");
        assert_eq!((field, message.starts_with("field 'game' is missing: one of connect4,")), ("game", true));
        let (field, message) = refusal("\"game\":\"go\",\"depth\":1");
        assert_eq!((field, message.ends_with(", not 'go'")), ("game", true));
        for (options, part) in [
            ("{\"Players\":9}", "there is no option 'players'"),
            ("{\"seed\":9}", "option 'Seed' cannot be set: analysis is never weakened"),
            ("{\"Hash\":\"x\"}", "option 'Hash' takes a number 1..64, not 'x'"),
        ] {
            let (field, message) =
                refusal(&format!("\"game\":\"draughts\",\"depth\":1,\"options\":{options}"));
            assert!(field == "options" && message.contains(part), "{options}: {message}");
        }
    }

    #[test]
    fn the_list_of_options_that_are_elsewhere_is_complete() {
        let mut general = (Catalogue::GAMES.open)("draughts").unwrap().options();
        general.retain(|spec| {
            spec.name != "Hash" && !REFUSED_OPTIONS.iter().any(|(name, _)| spec.name == *name)
        });
        assert_eq!(general, [], "draughts has no options of its own");
    }
}

//! The engines of one thread: a few games with their rules and tables. They are cached, because the next query is
//! usually about the same game.
//!
//! Each search begins with an empty table, so that the answer to a query does not depend on earlier queries. Clearing a
//! table of the full share would be costly: for 64 MiB it takes longer than a search of ten thousand nodes. So a table
//! is no larger than the limits of the search can fill ([`table_mib`]). Queries with `keep` use separate engines, whose
//! tables have the full share and are not cleared.
//!
//! A query about exact values has an engine of its own kind, whose solver keeps what it has proved.
//!
//! Invariant: the tables of a thread together are no larger than its share; or there is one table, for which a query asked
//! by `Hash`, and no total was set.

use super::request::{Query, Search, Strength, Task};
use crate::contract::EngineError;
use crate::engine::{AnyEngine, AnySolver, ThreatSolver};
use crate::games;
use crate::search::Skill;
use crate::wire::catalogue::Catalogue;
use crate::wire::message::quoted;

/// Largest number of cached engines. In addition to its table, each has some hundred KiB for each thread.
const MAX_ENGINES: usize = 8;

/// Engine options that are fields or actions here, or that have no meaning in analysis.
const REFUSED_OPTIONS: [(&str, &str); 10] = [
    ("Threads", "use the field 'threads'"),
    ("MultiPV", "use the field 'multipv'"),
    ("Clear Hash", "use the action 'clear_hash'"),
    ("Move Overhead", "there is no clock in analysis"),
    ("Ponder", "there is no clock in analysis"),
    ("Skill Level", "use the field 'level' of the action 'play'"),
    ("UCI_LimitStrength", "use the field 'elo' of the action 'play'"),
    ("UCI_Elo", "use the field 'elo' of the action 'play'"),
    ("UCI_AnalyseMode", "only the action 'play' can be weakened"),
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
}

/// Why a query cannot be answered: the field at fault, if there is one, and the error.
#[derive(Debug)]
pub(super) struct QueryError {
    pub field: Option<&'static str>,
    pub message: String,
}

impl QueryError {
    pub fn new(field: &'static str, message: impl Into<String>) -> QueryError {
        QueryError { field: Some(field), message: message.into() }
    }

    /// An error of the engine about a field.
    pub fn about(field: &'static str) -> impl Fn(EngineError) -> QueryError {
        move |error| QueryError { field: Some(field), message: error.0 }
    }

    /// An internal error, which is not the fault of the query.
    pub fn internal(error: EngineError) -> QueryError {
        QueryError { field: None, message: error.0 }
    }
}

/// The engines of one thread, the most recently used last.
pub(super) struct Engines {
    settings: EngineSettings,
    cache: Vec<CachedEngine>,
}

/// The game, rules and settings of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
struct EngineKey {
    game: String,
    options: Vec<(String, String)>,
    mib: usize,
    purpose: Purpose,
}

/// What an engine is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// One query after the other, each with an empty table.
    Fresh,
    /// Queries that keep the table of earlier ones.
    Keep,
    /// Exact values and wins by threats.
    Solve,
}

/// An engine ready for a query.
pub(super) struct CachedEngine {
    pub engine: Box<dyn AnyEngine>,
    /// Notes on options that were adjusted.
    pub notes: Vec<String>,
    key: EngineKey,
    threads: usize,
    multi_pv: usize,
    strength: Strength,
    /// Made when it is first needed, with its number of threads.
    solver: Option<(usize, Box<dyn AnySolver>)>,
    threat_solver: Option<Box<dyn ThreatSolver>>,
}

impl Engines {
    pub fn new(settings: EngineSettings) -> Engines {
        Engines { settings, cache: Vec::new() }
    }

    /// Drops all engines.
    pub fn clear(&mut self) {
        self.cache.clear();
    }

    /// Name of the game of a query.
    ///
    /// # Errors
    /// The query names no game, and there is no default.
    pub fn game<'a>(&'a self, query: &'a Query) -> Result<&'a str, QueryError> {
        let default_game = self.settings.game.as_ref().map(|(name, _)| name.as_str());
        query.game.as_deref().or(default_game).ok_or_else(|| {
            let names = (self.settings.catalogue.variants)().join(", ");
            QueryError::new("game", format!("field 'game' is missing; expected one of {names}"))
        })
    }

    /// The threads of a query.
    pub fn threads(&self, query: &Query) -> usize {
        query.threads.unwrap_or(self.settings.threads)
    }

    /// An engine for the game and rules of a query, at any position, with its number of lines and threads.
    ///
    /// # Errors
    /// The game is unknown, or an option is refused.
    pub fn engine_for(&mut self, query: &Query) -> Result<&mut CachedEngine, QueryError> {
        let (key, asked) = self.key(query)?;
        let cached = match self.cache.iter().position(|cached| cached.key == key) {
            Some(at) => self.cache.remove(at),
            None => {
                self.make_room(key.mib);
                CachedEngine::open(self.settings.catalogue, key, asked)?
            }
        };
        let threads = self.threads(query);
        self.cache.push(cached);
        let cached = self.cache.last_mut().expect("it was pushed just now");
        cached.set_up(threads, query);
        Ok(cached)
    }

    /// The engine that the query needs, and the size of the table that it asks for.
    fn key(&self, query: &Query) -> Result<(EngineKey, Option<usize>), QueryError> {
        let game = self.game(query)?.to_ascii_lowercase();
        let mut options = match (&self.settings.game, &query.game) {
            (Some((_, rules)), None) => rules.clone(),
            _ => Vec::new(),
        };
        let EngineSettings { share_mib: share, max_mib: max, .. } = self.settings;
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
                asked = Some(mib);
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
            (Some(asked), _) => asked.clamp(1, max),
            (None, Purpose::Fresh) => mib.min(share),
            (None, Purpose::Keep | Purpose::Solve) => share,
        };
        Ok((EngineKey { game, options, mib, purpose }, asked))
    }

    /// Drops the least recently used engines until a new one fits.
    fn make_room(&mut self, mib: usize) {
        let mut taken: usize = self.cache.iter().map(|cached| cached.key.mib).sum();
        while !self.cache.is_empty()
            && (taken + mib > self.settings.share_mib || self.cache.len() >= MAX_ENGINES)
        {
            taken -= self.cache.remove(0).key.mib;
        }
    }
}

impl Purpose {
    fn of(search: &Search) -> Purpose {
        if search.keep { Purpose::Keep } else { Purpose::Fresh }
    }
}

impl CachedEngine {
    /// `asked`: the size of the table that the query asks for.
    fn open(catalogue: Catalogue, key: EngineKey, asked: Option<usize>) -> Result<CachedEngine, QueryError> {
        let mut engine = (catalogue.open)(&key.game).ok_or_else(|| {
            let why = match games::sizes_of(&key.game) {
                Some(sizes) => format!("unknown game {}; {sizes}", quoted(&key.game)),
                None => {
                    let names = (catalogue.variants)().join(", ");
                    format!("field 'game' takes one of {names}, not {}", quoted(&key.game))
                }
            };
            QueryError::new("game", why)
        })?;
        let known = engine.options();
        let differs = asked.filter(|&asked| asked != key.mib);
        let note = differs.map(|asked| format!("option 'Hash' set to {}, not {asked}", key.mib));
        let mut notes: Vec<String> = note.into_iter().collect();
        for (name, value) in &key.options {
            let spec = known.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
                QueryError::new("options", format!("unknown option {} of this game", quoted(name)))
            })?;
            notes.extend(engine.set_option(&spec.name, value).map_err(QueryError::about("options"))?);
        }
        for (name, value) in [("Hash", key.mib.to_string()), ("Move Overhead", "0".to_string())] {
            let note = engine.set_option(name, &value).map_err(QueryError::about("options"))?;
            notes.extend(note.filter(|_| asked.is_some()));
        }
        let (solver, threat_solver) = (None, None);
        Ok(CachedEngine {
            engine,
            notes,
            key,
            threads: 1,
            multi_pv: 1,
            strength: Strength::Full,
            solver,
            threat_solver,
        })
    }

    /// Sets the options that may differ from query to query.
    fn set_up(&mut self, threads: usize, query: &Query) {
        let (multi_pv, strength, seed) = match &query.task {
            Task::Search(search) => (search.multi_pv.unwrap_or(1), Strength::Full, None),
            Task::Play(play) => (1, play.strength, Some(play.seed)),
            _ => return,
        };
        self.set_strength(strength, seed);
        for (name, was, wanted) in
            [("Threads", &mut self.threads, threads), ("MultiPV", &mut self.multi_pv, multi_pv)]
        {
            if *was != wanted && self.engine.set_option(name, &wanted.to_string()).is_ok() {
                *was = wanted;
            }
        }
    }

    fn set_strength(&mut self, strength: Strength, seed: Option<i64>) {
        let mut values: Vec<(&str, String)> =
            seed.map(|seed| ("Seed", seed.to_string())).into_iter().collect();
        if self.strength != strength {
            self.strength = strength;
            let (level, elo) = match strength {
                Strength::Full => (Skill::FULL, None),
                Strength::Level(level) => (level, None),
                Strength::Elo(elo) => (Skill::FULL, Some(elo)),
            };
            values.push(("Skill Level", level.to_string()));
            values.push(("UCI_LimitStrength", elo.is_some().to_string()));
            values.extend(elo.map(|elo| ("UCI_Elo", elo.to_string())));
        }
        for (name, value) in values {
            let set = self.engine.set_option(name, &value);
            debug_assert!(
                set.is_ok(),
                "every engine has the option {name}, and its range is that of the field"
            );
        }
    }

    /// The solver of exact values, with this number of threads; `None` if the game has none.
    pub fn solver(&mut self, threads: usize) -> Option<&mut (dyn AnySolver + 'static)> {
        if self.solver.as_ref().is_none_or(|(number, _)| *number != threads) {
            self.solver = self.engine.tools().solver(self.key.mib, threads).map(|solver| (threads, solver));
        }
        self.solver.as_mut().map(|(_, solver)| solver.as_mut())
    }

    /// The solver of wins by threats; `None` if the game has none.
    pub fn threat_solver(&mut self) -> Option<&mut (dyn ThreatSolver + 'static)> {
        if self.threat_solver.is_none() {
            self.threat_solver = self.engine.tools().threat_solver(self.key.mib);
        }
        self.threat_solver.as_deref_mut()
    }

    /// Clears the results of earlier searches, unless the queries of this engine keep them.
    pub fn forget(&mut self) {
        if self.key.purpose == Purpose::Fresh {
            self.engine.new_game();
        }
    }
}

/// Reads the size of a table; a number too large for the type becomes its maximum.
fn parse_mib(value: &str) -> Option<usize> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| value.parse().unwrap_or(usize::MAX))
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

    fn engines(share_mib: usize) -> Engines {
        let settings = EngineSettings {
            catalogue: Catalogue::GAMES,
            game: None,
            threads: 1,
            share_mib,
            max_mib: share_mib,
        };
        Engines::new(settings)
    }

    fn query(rest: &str) -> Query {
        match parse(&format!("{{\"id\":1,{rest}}}")) {
            Ok((Request::Query(query), _)) => *query,
            other => panic!("{other:?}"),
        }
    }

    fn mib(rest: &str) -> usize {
        match query(rest).task {
            Task::Search(search) => table_mib(&search, None, 1),
            other => panic!("{other:?}"),
        }
    }

    fn refusal(rest: &str) -> (&'static str, String) {
        let refused = engines(64).engine_for(&query(rest)).err().expect("a refusal");
        (refused.field.unwrap_or_default(), refused.message)
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
        assert_eq!(engines.cache.len(), 2);
    }

    #[test]
    fn memory_is_bounded_whatever_games_are_asked_for() {
        let mut engines = engines(8);
        for width in 4..=10 {
            for height in 4..=10 {
                for nodes in [1, 100_000, 10_000_000] {
                    let rest = format!("\"game\":\"connect4-{width}x{height}\",\"nodes\":{nodes}");
                    engines.engine_for(&query(&rest)).unwrap();
                    let taken: usize = engines.cache.iter().map(|cached| cached.key.mib).sum();
                    assert!(taken <= 8 && engines.cache.len() <= MAX_ENGINES);
                }
            }
        }
    }

    #[test]
    fn a_table_is_as_large_as_a_query_asks_if_no_total_was_set() {
        let mut engines = engines(2);
        engines.settings.max_mib = 64;
        for (asked, used, note) in [(48, 48, None), (1000, 64, Some("option 'Hash' set to 64, not 1000"))] {
            let rest = format!("\"game\":\"draughts\",\"depth\":3,\"options\":{{\"Hash\":{asked}}}");
            let cached = engines.engine_for(&query(&rest)).unwrap();
            assert_eq!((cached.key.mib, cached.notes.first().map(String::as_str)), (used, note));
            assert_eq!(engines.cache.len(), 1, "it takes the place of all others");
        }
        engines.engine_for(&query("\"game\":\"draughts\",\"depth\":3")).unwrap();
        assert_eq!(engines.cache.len(), 1, "and then makes room");
    }

    #[test]
    fn what_is_refused_names_field_and_word() {
        let (field, message) = refusal("\"depth\":1");
        assert_eq!(
            (field, message.starts_with("field 'game' is missing; expected one of connect4,")),
            ("game", true)
        );
        let (field, message) = refusal("\"game\":\"go\",\"depth\":1");
        assert_eq!((field, message.ends_with(", not 'go'")), ("game", true));
        for (options, part) in [
            ("{\"Players\":9}", "unknown option 'players'"),
            ("{\"seed\":9}", "option 'Seed' cannot be set: use the field 'seed' of the action"),
            ("{\"Hash\":\"x\"}", "option 'Hash' takes a number 1..64, not 'x'"),
        ] {
            let (field, message) =
                refusal(&format!("\"game\":\"draughts\",\"depth\":1,\"options\":{options}"));
            assert!(field == "options" && message.contains(part), "{options}: {message}");
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

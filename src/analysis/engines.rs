//! The engines of one thread: a few games with their rules and tables. They are cached, because the next query is
//! usually about the same game.
//!
//! Each search begins with an empty table, so that the answer to a query does not depend on earlier queries. Clearing a
//! table of the full share would be costly: for 64 MiB it takes longer than a search of ten thousand nodes. So a table
//! is no larger than the limits of the search can fill (`engine_key`). Queries with `keep` use separate engines, whose
//! tables have the full share and are not cleared.
//!
//! A query about exact values has an engine of its own kind, whose solver keeps what it has proved.
//!
//! Invariant: the tables of a thread together are no larger than its share; or there is one table, for which a query asked
//! by `Hash`, and no total was set.

use super::engine_key::{EngineKey, EngineSettings, Purpose};
use super::request::{Query, Strength, Task};
use crate::contract::EngineError;
use crate::engine::{AnyEngine, AnySolver, ThreatSolver};
use crate::games;
use crate::search::Skill;
use crate::wire::message::quoted;

/// Largest number of cached engines. In addition to its table, each has some hundred KiB for each thread.
const MAX_ENGINES: usize = 8;

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

/// An engine ready for a query.
pub(super) struct CachedEngine {
    pub engine: Box<dyn AnyEngine>,
    /// Notes on options that were adjusted.
    notes: Vec<String>,
    /// The note on the table for the latest query.
    table_note: Option<String>,
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

    /// What all queries share.
    pub fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// An engine for the game and rules of a query, at any position, with its number of lines and threads.
    ///
    /// # Errors
    /// The game is unknown, or an option is refused.
    pub fn engine_for(&mut self, query: &Query) -> Result<&mut CachedEngine, QueryError> {
        let (key, note) = self.settings.key(query)?;
        let cached = match self.cache.iter().position(|cached| cached.key == key) {
            Some(at) => self.cache.remove(at),
            None => {
                self.make_room(key.mib);
                CachedEngine::open(&self.settings, key, note.is_some())?
            }
        };
        let threads = self.settings.threads(query);
        self.cache.push(cached);
        let cached = self.cache.last_mut().expect("it was pushed just now");
        cached.table_note = note.flatten();
        cached.set_up(threads, query);
        Ok(cached)
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

impl CachedEngine {
    /// `is_asked`: the query asks for a table of this size.
    fn open(settings: &EngineSettings, key: EngineKey, is_asked: bool) -> Result<CachedEngine, QueryError> {
        let catalogue = settings.catalogue;
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
        let mut notes = Vec::new();
        for (name, value) in &key.options {
            let spec = known.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
                QueryError::new("options", format!("unknown option {} of this game", quoted(name)))
            })?;
            notes.extend(engine.set_option(&spec.name, value).map_err(QueryError::about("options"))?);
        }
        for (name, value) in [("Hash", key.mib.to_string()), ("Move Overhead", "0".to_string())] {
            let note = engine.set_option(name, &value).map_err(QueryError::about("options"))?;
            notes.extend(note.filter(|_| is_asked));
        }
        engine.set_database(settings.database.clone());
        let (solver, threat_solver) = (None, None);
        Ok(CachedEngine {
            engine,
            notes,
            table_note: None,
            key,
            threads: 1,
            multi_pv: 1,
            strength: Strength::Full,
            solver,
            threat_solver,
        })
    }

    /// Notes on options that were adjusted for the latest query.
    pub fn notes(&self) -> impl Iterator<Item = &String> {
        self.table_note.iter().chain(&self.notes)
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
            let solver = self.engine.tools().solver(self.key.mib, threads);
            self.solver = solver.map(|mut solver| {
                solver.use_book(self.key.uses_book());
                (threads, solver)
            });
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

#[cfg(test)]
mod tests {
    use super::super::request::{Request, parse};
    use super::*;
    use crate::wire::catalogue::Catalogue;

    fn engines(share_mib: usize) -> Engines {
        let settings = EngineSettings {
            catalogue: Catalogue::GAMES,
            game: None,
            threads: 1,
            share_mib,
            max_mib: share_mib,
            database: None,
        };
        Engines::new(settings)
    }

    fn query(rest: &str) -> Query {
        match parse(&format!("{{\"id\":1,{rest}}}")) {
            Ok((Request::Query(query), _)) => *query,
            other => panic!("{other:?}"),
        }
    }

    fn refusal(rest: &str) -> (&'static str, String) {
        let refused = engines(64).engine_for(&query(rest)).err().expect("a refusal");
        (refused.field.unwrap_or_default(), refused.message)
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
        for (asked, used, note) in
            [(48, 48, None), (1000, 64, Some("option 'Hash' set to 64, not 1000")), (64, 64, None)]
        {
            let rest = format!("\"game\":\"draughts\",\"depth\":3,\"options\":{{\"Hash\":{asked}}}");
            let cached = engines.engine_for(&query(&rest)).unwrap();
            assert_eq!((cached.key.mib, cached.notes().next().map(String::as_str)), (used, note));
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
}

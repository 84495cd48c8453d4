//! The option `Database`: results of searches are kept in a file, and later searches begin with them.
//!
//! A search at full strength adds the value of its position and, from the other side, of the positions after the first
//! moves of its lines; the positions of the game before it are marked as leading to it. Before a search, what the
//! database knows of the positions near the root is given to it. The best move of a position is not stored: it is the
//! move to the position whose value agrees, or else with the lowest value. It is played in place of a search that is
//! less deep, and at once if it wins.
//!
//! Positions that are the same by a symmetry of the board have one entry, under the position string of one of them.
//! Values do not depend on counters of moves or on repetition, as in any such database.
//!
//! Invariant: a database that cannot be written costs no move: the search reports it and continues.

use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::generic::{Engine, Move, legal};
use super::symmetry::Symmetries;
use super::{KnownMove, KnownPosition};
use crate::contract::{
    Bound, EngineError, Game, Notation as _, Position, Score, SearchInfo, SearchLimits, SearchObserver, wdl,
};
use crate::database::{Database, Entry, Place, Value};
use crate::search::TtEntry;

/// Positions that are looked up before a search, some milliseconds of work.
const MAX_LOOKUPS: usize = 1_000;

/// How often the lines of a running search are kept, so that killing the program loses little.
const KEEP_EVERY: Duration = Duration::from_secs(30);

/// The database in use, for the rules of the game as they are set now.
#[derive(Clone)]
pub(super) struct OpenDatabase {
    database: Arc<Database>,
    rules: String,
    symmetries: Symmetries,
}

impl OpenDatabase {
    /// The database itself.
    pub fn file(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }

    /// The place of a position.
    fn place<G: Game>(&self, pos: &G::Position) -> Place {
        Place { rules: self.rules.clone(), position: self.symmetries.common_text(pos) }
    }

    fn entry<G: Game>(&self, pos: &G::Position) -> Option<Entry> {
        self.database.get(&self.place::<G>(pos))
    }
}

/// What is known near the root.
struct Near<G: Game> {
    /// The value of the root.
    root: Option<Value>,
    /// Positions with a value, the root among them.
    values: Vec<(G::Position, Value)>,
    /// The moves to known positions, with the value of each for its player.
    moves: Vec<(Move<G>, Option<Value>)>,
}

impl<G: Game> Default for Near<G> {
    fn default() -> Near<G> {
        Near { root: None, values: Vec::new(), moves: Vec::new() }
    }
}

impl<G: Game> Near<G> {
    /// The best of the known moves with a value.
    fn best(&self) -> Option<(Move<G>, Value)> {
        let valued = self.moves.iter().filter_map(|&(mv, value)| Some((mv, value?)));
        valued.max_by_key(|(_, value)| rank(self.root.as_ref(), value))
    }
}

/// Has a move the value of an earlier search of its position? It was the best move then.
fn is_best_of(root: &Value, value: &Value) -> bool {
    value.bound == Bound::Exact && value.score == root.score && value.depth >= root.depth
}

/// The order of known moves, the best last: won, best in an earlier search of the position, by value.
fn rank(root: Option<&Value>, value: &Value) -> (bool, bool, Score) {
    let is_won = value.is_proved() && value.score.is_win();
    (is_won, root.is_some_and(|root| is_best_of(root, value)), value.score)
}

/// The position after a move.
fn after<P: Position>(pos: &P, mv: P::Move) -> P {
    let mut next = pos.clone();
    next.make(mv);
    next
}

impl<G: Game> Engine<G> {
    /// Opens the database of this path; closes the one in use if the path is empty.
    pub(super) fn open_database(&mut self, path: &str) -> Result<Option<String>, EngineError> {
        // Clients of other protocols write an empty value as two quotes.
        if path.is_empty() || path == "\"\"" {
            self.database = None;
            return Ok(None);
        }
        let database = Database::open(Path::new(path)).map_err(EngineError)?;
        let note = match database.len() {
            0 => "the database is empty".to_string(),
            1 => "the database has 1 position".to_string(),
            many => format!("the database has {many} positions"),
        };
        let damage = database.damage().map(|damage| format!("; {damage}")).unwrap_or_default();
        self.use_database(Some(database));
        Ok(Some(note + &damage))
    }

    /// Uses a database with the rules as they are set now.
    pub(super) fn use_database(&mut self, database: Option<Arc<Database>>) {
        self.database = database.map(|database| OpenDatabase {
            database,
            rules: self.rules_text(),
            symmetries: Symmetries::of(&self.game.start_position()),
        });
    }

    /// The name of the game and its options with other than their initial values.
    fn rules_text(&self) -> String {
        let mut options = self.rule_options.clone();
        options.sort();
        let options: String = options.iter().map(|(name, value)| format!(" {name}={value}")).collect();
        self.game.identity().variant + &options
    }

    /// The rules have changed.
    pub(super) fn renew_database(&mut self) {
        let database = self.database.take().map(|open| open.database);
        self.use_database(database);
    }

    /// See [`super::AnyEngine::known`].
    pub(super) fn known_position(&self) -> Option<KnownPosition> {
        let open = self.database.as_ref()?;
        let pos = self.record.current();
        let known = |mv| {
            let entry = open.entry::<G>(&after(pos, mv))?;
            let value = entry.value.map(Value::before_move);
            let wdl = value.map(|value| wdl(value.score, &self.params));
            Some(KnownMove { text: pos.move_text(mv, self.style), value, wdl, entry })
        };
        let mut moves: Vec<KnownMove> = legal(pos).into_iter().filter_map(known).collect();
        let entry = open.entry::<G>(pos);
        let root = entry.as_ref().and_then(|entry| entry.value);
        moves.sort_by(|a, b| {
            let rank = |known: &KnownMove| known.value.map(|value| rank(root.as_ref(), &value));
            rank(b).cmp(&rank(a)).then_with(|| a.text.cmp(&b.text))
        });
        Some(KnownPosition { entry, moves })
    }

    /// See [`super::AnyEngine::place`].
    pub(super) fn current_place(&self) -> Place {
        let pos = self.record.current();
        match &self.database {
            Some(open) => open.place::<G>(pos),
            None => {
                let symmetries = Symmetries::of(&self.game.start_position());
                Place { rules: self.rules_text(), position: symmetries.common_text(pos) }
            }
        }
    }

    /// See [`super::AnyEngine::change_known`].
    pub(super) fn change_entry(&self, change: &mut dyn FnMut(&mut Entry)) -> Result<(), EngineError> {
        let open = self.database.as_ref().ok_or_else(EngineError::no_database)?;
        let mut changed = open.entry::<G>(self.record.current()).unwrap_or_default();
        change(&mut changed);
        // An entry that is deleted needs no way to it.
        let mut places = if changed.is_empty() { Vec::new() } else { self.places_before(open) };
        places.push(open.place::<G>(self.record.current()));
        let last = places.len() - 1;
        let changes = open.database.change(&places, |index, entry| match index == last {
            true => change(entry),
            false => entry.pass(),
        });
        changes.and_then(|_| open.database.sync()).map_err(EngineError)
    }

    /// The positions of the game before the current one.
    fn places_before(&self, open: &OpenDatabase) -> Vec<Place> {
        let positions = self.record.positions();
        positions[..positions.len() - 1].iter().map(|pos| open.place::<G>(pos)).collect()
    }

    /// See [`super::AnyEngine::delete_known_after`].
    pub(super) fn delete_after(&self, is_deleted: &dyn Fn(&Entry) -> bool) -> Result<usize, EngineError> {
        let open = self.database.as_ref().ok_or_else(EngineError::no_database)?;
        let mut found = HashSet::new();
        let mut next = vec![self.record.current().clone()];
        while let Some(pos) = next.pop() {
            if self.stop.is_stopped() {
                return Err(EngineError::new("stopped; nothing was deleted"));
            }
            for mv in legal(&pos) {
                let child = after(&pos, mv);
                let place = open.place::<G>(&child);
                if open.database.get(&place).is_some() && found.insert(place) {
                    next.push(child);
                }
            }
        }
        let mut found: Vec<Place> = found.into_iter().collect();
        found.retain(|place| open.database.get(place).is_some_and(|entry| is_deleted(&entry)));
        found.sort();
        let deleted =
            open.database.change(&found, |_, entry| *entry = Entry::default()).map_err(EngineError)?;
        open.database.sync().map_err(EngineError)?;
        Ok(deleted)
    }

    /// Gives the search what is known near the root, and reports it. Returns the known line of the root, if there is one: a
    /// move to a won end, or the best move of an earlier search.
    pub(super) fn begin_with_known(
        &mut self,
        observer: &mut dyn SearchObserver<Move<G>>,
    ) -> Option<SearchInfo<Move<G>>> {
        let near = self.known_near_root().unwrap_or_default();
        let entry =
            |&Value { score, bound, depth }: &Value| TtEntry { score, bound, depth, ..TtEntry::EMPTY };
        let values = near.values.iter().map(|(pos, value)| (pos, entry(value)));
        self.searcher.set_known(values, &|| self.game.evaluator());
        let count = match near.moves.len() {
            0 => return None,
            1 => "1 move is".to_string(),
            many => format!("{many} moves are"),
        };
        let best = near.best();
        let said = best.map(|(mv, value)| {
            format!(", the best is {} ({value})", self.record.current().move_text(mv, self.style))
        });
        observer.on_known(&format!("database: {count} known{}", said.unwrap_or_default()));
        let (mv, value) = best?;
        let is_won = value.is_proved() && value.score.is_win();
        let is_of_root = near.root.is_some_and(|root| is_best_of(&root, &value) && !root.score.is_loss());
        (is_won || is_of_root && !self.repeats(mv)).then(|| self.known_line(mv, value))
    }

    /// Forgets what the last search was given.
    pub(super) fn begin_without_known(&mut self) -> Option<SearchInfo<Move<G>>> {
        self.searcher.set_known(std::iter::empty(), &|| self.game.evaluator());
        None
    }

    /// Does a move lead back to a position of the game? Known values know nothing of repetition.
    fn repeats(&self, mv: Move<G>) -> bool {
        let key = after(self.record.current(), mv).repetition_key();
        self.record.positions().iter().any(|pos| pos.repetition_key() == key)
    }

    /// Looks positions up, breadth first from the root through those that are known.
    fn known_near_root(&self) -> Option<Near<G>> {
        let open = self.database.as_ref()?;
        let root = self.record.current();
        if open.database.is_empty() || root.player_count() > 2 {
            return None;
        }
        let own = open.entry::<G>(root).and_then(|entry| entry.value);
        let mut near = Near::<G> {
            root: own,
            values: own.map(|value| (root.clone(), value)).into_iter().collect(),
            moves: Vec::new(),
        };
        let mut queue = VecDeque::from([(root.clone(), true)]);
        let mut lookups = 0;
        while let Some((pos, is_root)) = queue.pop_front() {
            for mv in legal(&pos) {
                if lookups == MAX_LOOKUPS {
                    return Some(near);
                }
                lookups += 1;
                let child = after(&pos, mv);
                let Some(Entry { value, .. }) = open.entry::<G>(&child) else { continue };
                near.values.extend(value.map(|value| (child.clone(), value)));
                if is_root {
                    near.moves.push((mv, value.map(Value::before_move)));
                }
                queue.push_back((child, false));
            }
        }
        Some(near)
    }

    /// A known move as a search would report it.
    fn known_line(&self, mv: Move<G>, value: Value) -> SearchInfo<Move<G>> {
        SearchInfo {
            depth: value.depth,
            seldepth: value.depth,
            multi_pv: 1,
            score: value.score,
            bound: value.bound,
            proved: false,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tb_hits: 1,
            wdl: wdl(value.score, &self.params),
            pv: vec![mv],
        }
    }

    /// What keeps the lines of a search at the current position; `None` if nothing is to be kept.
    pub(super) fn keeper(&self, limits: &SearchLimits) -> Option<Keeper<G>> {
        let open = self.database.as_ref().filter(|_| self.record.current().player_count() == 2)?;
        Some(Keeper {
            root: self.record.current().clone(),
            before: self.places_before(open),
            has_all_moves: limits.search_moves.is_empty(),
            open: open.clone(),
            last: Instant::now(),
        })
    }
}

/// Keeps the lines of one search.
pub(super) struct Keeper<G: Game> {
    open: OpenDatabase,
    root: G::Position,
    /// The positions of the game before the root.
    before: Vec<Place>,
    /// Are all moves searched, so that the root has the value of the best line?
    has_all_moves: bool,
    /// When lines were kept last.
    last: Instant,
}

impl<G: Game> Keeper<G> {
    /// Is it time to keep the lines of a search that still runs?
    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= KEEP_EVERY
    }

    /// Keeps lines, the best first.
    ///
    /// # Errors
    /// One line: the file cannot be written.
    pub fn keep<'a>(&mut self, lines: impl Iterator<Item = &'a SearchInfo<Move<G>>>) -> Result<(), String> {
        self.last = Instant::now();
        let mut places = self.before.clone();
        let mut values = vec![None; places.len()];
        for line in lines.filter(|line| line.depth > 0) {
            let value = Value { score: line.score, bound: line.bound, depth: line.depth };
            if line.multi_pv == 1 && self.has_all_moves {
                places.push(self.open.place::<G>(&self.root));
                values.push(Some(value));
            }
            if let Some(&mv) = line.pv.first() {
                let child = after(&self.root, mv);
                if child.outcome().is_none() {
                    places.push(self.open.place::<G>(&child));
                    values.push(Some(value.after_move()));
                }
            }
        }
        let kept = self.open.database.change(&places, |index, entry| match values[index] {
            Some(value) => entry.take(value),
            None => entry.pass(),
        });
        kept.map(drop)
    }
}

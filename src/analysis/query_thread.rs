//! The threads that answer queries. Each takes what is next from the [`QueryQueue`], with engines of its own, and writes
//! its answers itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::answer::{
    Divided, End, LegalMoves, Perft, PositionInfo, SearchReport, TerminatedAnswer, TurnAnswer, write_answer,
};
use super::engines::{CachedEngine, Engines, QueryError};
use super::fields::{Id, RequestError, Warning};
use super::queue::{Assignment, Ending, QueryQueue};
use super::request::{Query, Search, Task};
use crate::contract::{MoveStyle, SearchInfo, SearchLimits, SearchObserver, SearchResult, nodes_per_second};
use crate::engine::{AnyEngine, Status};
use crate::wire::output::{Output, one_line};

/// One of the threads.
pub(super) struct QueryThread {
    /// Which one it is.
    pub number: usize,
    pub queue: Arc<QueryQueue>,
    pub output: Output,
    pub engines: Engines,
}

/// Tells the queue when its thread panics, so that nobody waits for answers that will never come.
struct PanicGuard(Arc<QueryQueue>);

impl Drop for PanicGuard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.mark_broken();
        }
    }
}

/// What came of an assignment, to be written once the queue has been told that it is done.
enum WorkResult {
    Searched(PositionInfo, Option<SearchReport>),
    Moves(PositionInfo, String, Vec<String>),
    Counted(PositionInfo, Count),
}

/// What came of counting leaves.
struct Count {
    depth: u32,
    nodes: u64,
    divide: Vec<(String, u64)>,
    time: Duration,
}

impl QueryThread {
    /// Works until there will be nothing more to do.
    pub fn run(mut self) {
        let _guard = PanicGuard(Arc::clone(&self.queue));
        let mut cleared = 0;
        while let Some(assignment) = self.queue.take(self.number) {
            if assignment.clearings != cleared {
                cleared = assignment.clearings;
                self.engines.clear();
            }
            match self.work(&assignment) {
                Ok(done) => self.report(&assignment, done),
                Err(refusal) => self.refuse(&assignment, refusal),
            }
        }
    }

    fn work(&mut self, assignment: &Assignment) -> Result<WorkResult, QueryError> {
        let query = &*assignment.query;
        let turn = query.turn(assignment.index);
        let game = self.engines.game(query)?.to_string();
        let threads = self.engines.threads(query);
        let kept = self.engines.engine_for(query)?;
        if assignment.index == 0 {
            warn(&self.output, &query.id, &kept.notes);
        }
        set_position(kept.engine.as_mut(), query, turn)?;
        let status = kept.engine.status();
        let about = about(game, kept.engine.as_ref(), &status);
        match &query.task {
            Task::Search(_) if about.end.is_some() => {
                Ok(WorkResult::Searched(about, Some(SearchReport::of_end(&status))))
            }
            Task::Search(search) => {
                let limits = limits(search, kept.engine.as_mut())?;
                let job = Job { query, search, turn, about: &about, players: status.players };
                let found = job.run(self.number, &self.queue, &self.output, kept, &limits)?;
                Ok(WorkResult::Searched(about, found))
            }
            Task::LegalMoves => {
                let moves = match about.end {
                    Some(_) => Vec::new(),
                    None => kept.engine.legal_moves(MoveStyle::Native),
                };
                Ok(WorkResult::Moves(about, kept.engine.fen(), moves))
            }
            Task::Perft(depth) => {
                let start = Instant::now();
                let begun = self.queue.begin(self.number, &kept.engine.stop_handle());
                let result = kept.engine.perft(if begun { *depth } else { 0 }, threads);
                let (nodes, divide) = (result.nodes, result.divide);
                Ok(WorkResult::Counted(about, Count { depth: *depth, nodes, divide, time: start.elapsed() }))
            }
        }
    }

    /// Writes an answer, unless the query has been refused meanwhile.
    fn report(&self, assignment: &Assignment, done: WorkResult) {
        let terminated = match self.queue.end(self.number, assignment) {
            Ending::Refused => return,
            Ending::Terminated => true,
            Ending::Complete => false,
        };
        let query = &*assignment.query;
        let id = &query.id;
        match done {
            WorkResult::Searched(about, found) => {
                let turn = query.turn(assignment.index);
                let about = Some(&about);
                write_answer(&self.output, &TurnAnswer { id, turn, last: true, terminated, about, found });
            }
            WorkResult::Moves(about, fen, moves) => {
                write_answer(
                    &self.output,
                    &LegalMoves { id, action: "legal_moves", about: &about, fen, moves },
                );
            }
            // Counts that were given up are too small.
            WorkResult::Counted(..) if terminated => {
                write_answer(&self.output, &TerminatedAnswer { id, action: "perft", terminated });
            }
            WorkResult::Counted(about, count) => {
                let divide = count.divide.into_iter().map(|(mv, nodes)| Divided { mv, nodes });
                let answer = Perft {
                    id,
                    action: "perft",
                    about: &about,
                    depth: count.depth,
                    nodes: count.nodes,
                    nps: nodes_per_second(count.nodes, count.time),
                    time_ms: count.time.as_millis(),
                    divide: divide.collect(),
                };
                write_answer(&self.output, &answer);
            }
        }
    }

    fn refuse(&self, assignment: &Assignment, refusal: QueryError) {
        if self.queue.fail(self.number, assignment) {
            let message = one_line(&refusal.message);
            let (field, id) = (Some(refusal.field.to_string()), Some(assignment.query.id.clone()));
            write_answer(&self.output, &RequestError { message, field, id });
        }
    }
}

fn warn(output: &Output, id: &Id, notes: &[String]) {
    for note in notes {
        let (message, field) = (one_line(note), "options".to_string());
        write_answer(output, &Warning { message, field, id: Some(id.clone()) });
    }
}

/// Sets the position after so many moves. All moves are read first, so that a query with a bad one is refused
/// whichever of its turns comes first.
fn set_position(engine: &mut dyn AnyEngine, query: &Query, turn: usize) -> Result<(), QueryError> {
    let fen = query.fen.as_deref();
    let moves: Vec<&str> = query.moves.iter().map(String::as_str).collect();
    if let Err(error) = engine.set_position(fen, &moves) {
        engine.set_position(fen, &[]).map_err(QueryError::about("fen"))?;
        return Err(QueryError::about("moves")(error));
    }
    if turn < moves.len() {
        engine.set_position(fen, &moves[..turn]).map_err(QueryError::about("moves"))?;
    }
    Ok(())
}

fn about(game: String, engine: &dyn AnyEngine, status: &Status) -> PositionInfo {
    PositionInfo { game, player: status.to_move.index() + 1, key: engine.key(), end: End::of(status) }
}

/// The limits with the moves to look at.
fn limits(search: &Search, engine: &mut dyn AnyEngine) -> Result<SearchLimits, QueryError> {
    let mut limits = search.limits();
    limits.search_moves = native_moves(engine, &search.search_moves, "search_moves")?;
    if search.avoid.is_empty() {
        return Ok(limits);
    }
    let avoid = native_moves(engine, &search.avoid, "avoid")?;
    if limits.search_moves.is_empty() {
        limits.search_moves = engine.legal_moves(MoveStyle::Native);
    }
    limits.search_moves.retain(|mv| !avoid.contains(mv));
    if limits.search_moves.is_empty() {
        return Err(QueryError::new("avoid", "field 'avoid' leaves no move to search"));
    }
    Ok(limits)
}

/// Moves in the game's own notation, each once.
fn native_moves(
    engine: &mut dyn AnyEngine,
    words: &[String],
    field: &'static str,
) -> Result<Vec<String>, QueryError> {
    let mut moves = Vec::with_capacity(words.len());
    for word in words {
        let mv = engine.play(word).map_err(QueryError::about(field))?;
        engine.undo().map_err(QueryError::about(field))?;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
    }
    Ok(moves)
}

/// A search for one answer.
struct Job<'a> {
    query: &'a Query,
    search: &'a Search,
    turn: usize,
    about: &'a PositionInfo,
    players: usize,
}

impl Job<'_> {
    /// Searches; `None` where the query was terminated before it began.
    fn run(
        &self,
        worker: usize,
        queue: &QueryQueue,
        output: &Output,
        kept: &mut CachedEngine,
        limits: &SearchLimits,
    ) -> Result<Option<SearchReport>, QueryError> {
        kept.forget();
        if !queue.begin(worker, &kept.engine.stop_handle()) {
            return Ok(None);
        }
        let mut reporter = Reporter { job: self, output, lines: Vec::new(), last: Instant::now() };
        let result: SearchResult<String> =
            kept.engine.go(limits, &mut reporter).map_err(QueryError::about("search_moves"))?;
        Ok(SearchReport::at_end(&result, self.search.multi_pv.is_some(), self.players))
    }
}

/// Tells how far a search has come, no more often than it was asked to.
struct Reporter<'a> {
    job: &'a Job<'a>,
    output: &'a Output,
    lines: Vec<SearchInfo<String>>,
    last: Instant,
}

impl SearchObserver<String> for Reporter<'_> {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        let Some(every) = self.job.search.report_every else { return };
        let rank = info.multi_pv - 1;
        if rank < self.lines.len() {
            self.lines[rank] = info.clone();
        } else {
            self.lines.push(info.clone());
        }
        if self.last.elapsed() < every {
            return;
        }
        self.last = Instant::now();
        let Job { query, search, turn, about, players } = *self.job;
        let found = SearchReport::so_far(&self.lines, search.multi_pv.is_some(), players);
        let id = &query.id;
        write_answer(
            self.output,
            &TurnAnswer { id, turn, last: false, terminated: false, about: Some(about), found },
        );
    }
}

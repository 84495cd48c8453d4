//! The threads that answer queries. Each has engines of its own, takes assignments from the [`QueryQueue`] and writes
//! the answers.

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
use crate::wire::message::one_line;
use crate::wire::output::Output;

/// One of the threads.
pub(super) struct QueryThread {
    /// Its number, from 0.
    pub number: usize,
    pub queue: Arc<QueryQueue>,
    pub output: Output,
    pub engines: Engines,
}

/// Ends all work when its thread panics, so that nothing waits for answers that will not come.
struct PanicGuard(Arc<QueryQueue>);

impl Drop for PanicGuard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.mark_broken();
        }
    }
}

/// The result of an assignment; it is written after the queue has been notified.
enum WorkResult {
    Searched(PositionInfo, Option<SearchReport>),
    Moves(PositionInfo, String, Vec<String>),
    Counted(PositionInfo, Count),
}

/// The result of `perft`.
struct Count {
    depth: u32,
    nodes: u64,
    divide: Vec<(String, u64)>,
    time: Duration,
}

impl QueryThread {
    /// Works until the queue is closed and empty.
    pub fn run(mut self) {
        let _guard = PanicGuard(Arc::clone(&self.queue));
        let mut cleared = 0;
        while let Some(assignment) = self.queue.take(self.number) {
            if assignment.clearings != cleared {
                cleared = assignment.clearings;
                self.engines.clear();
            }
            match self.compute(&assignment) {
                Ok(done) => self.report(&assignment, done),
                Err(error) => self.refuse(&assignment, error),
            }
        }
    }

    /// Computes an answer.
    fn compute(&mut self, assignment: &Assignment) -> Result<WorkResult, QueryError> {
        let query = &*assignment.query;
        let turn = query.turn(assignment.index);
        let game = self.engines.game(query)?.to_string();
        let threads = self.engines.threads(query);
        let cached = self.engines.engine_for(query)?;
        if assignment.index == 0 {
            warn(&self.output, &query.id, &cached.notes);
        }
        set_position(cached.engine.as_mut(), query, turn)?;
        let status = cached.engine.status();
        let info = position_info(game, cached.engine.as_ref(), &status);
        match &query.task {
            Task::Search(_) if info.end.is_some() => {
                Ok(WorkResult::Searched(info, Some(SearchReport::of_end(&status))))
            }
            Task::Search(search) => {
                let limits = limits(search, cached.engine.as_mut())?;
                let job = Job { query, search, turn, info: &info, players: status.players };
                let report = job.run(self.number, &self.queue, &self.output, cached, &limits)?;
                Ok(WorkResult::Searched(info, report))
            }
            Task::LegalMoves => {
                let moves = match info.end {
                    Some(_) => Vec::new(),
                    None => cached.engine.legal_moves(MoveStyle::Native),
                };
                Ok(WorkResult::Moves(info, cached.engine.fen(), moves))
            }
            Task::Perft(depth) => {
                let start = Instant::now();
                let begun = self.queue.begin(self.number, &cached.engine.stop_handle());
                let result = cached.engine.perft(if begun { *depth } else { 0 }, threads);
                let (nodes, divide) = (result.nodes, result.divide);
                Ok(WorkResult::Counted(info, Count { depth: *depth, nodes, divide, time: start.elapsed() }))
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
            WorkResult::Searched(info, report) => {
                let turn = query.turn(assignment.index);
                let info = Some(&info);
                write_answer(&self.output, &TurnAnswer { id, turn, last: true, terminated, info, report });
            }
            WorkResult::Moves(info, fen, moves) => {
                write_answer(
                    &self.output,
                    &LegalMoves { id, action: "legal_moves", info: &info, fen, moves },
                );
            }
            // A count that was stopped early is too small.
            WorkResult::Counted(..) if terminated => {
                write_answer(&self.output, &TerminatedAnswer { id, action: "perft", terminated });
            }
            WorkResult::Counted(info, count) => {
                let divide = count.divide.into_iter().map(|(mv, nodes)| Divided { mv, nodes });
                let answer = Perft {
                    id,
                    action: "perft",
                    info: &info,
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

    fn refuse(&self, assignment: &Assignment, error: QueryError) {
        if self.queue.fail(self.number, assignment) {
            let message = one_line(&error.message);
            let (field, id) = (Some(error.field.to_string()), Some(assignment.query.id.clone()));
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

/// Sets the position after the first `turn` moves. All moves are read first, so that a query with an illegal move is
/// refused whichever of its turns comes first.
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

fn position_info(game: String, engine: &dyn AnyEngine, status: &Status) -> PositionInfo {
    PositionInfo { game, player: status.to_move.index() + 1, key: engine.key(), end: End::of(status) }
}

/// The limits, with the moves to search.
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

/// Moves in the notation of the game, each once.
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

/// The search for one answer.
struct Job<'a> {
    query: &'a Query,
    search: &'a Search,
    turn: usize,
    info: &'a PositionInfo,
    players: usize,
}

impl Job<'_> {
    /// Searches; `None` where the query was terminated before it began.
    fn run(
        &self,
        thread: usize,
        queue: &QueryQueue,
        output: &Output,
        cached: &mut CachedEngine,
        limits: &SearchLimits,
    ) -> Result<Option<SearchReport>, QueryError> {
        cached.forget();
        if !queue.begin(thread, &cached.engine.stop_handle()) {
            return Ok(None);
        }
        let mut reporter = Reporter { job: self, output, lines: Vec::new(), last: Instant::now() };
        let result: SearchResult<String> =
            cached.engine.go(limits, &mut reporter).map_err(QueryError::about("search_moves"))?;
        Ok(SearchReport::at_end(&result, self.search.multi_pv.is_some(), self.players))
    }
}

/// Writes interim reports, at intervals of `report_every` or more.
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
        let Job { query, search, turn, info, players } = *self.job;
        let report = SearchReport::so_far(&self.lines, search.multi_pv.is_some(), players);
        let id = &query.id;
        write_answer(
            self.output,
            &TurnAnswer { id, turn, last: false, terminated: false, info: Some(info), report },
        );
    }
}

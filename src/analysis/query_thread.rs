//! The threads that answer queries. Each has its own engines, takes assignments from the [`QueryQueue`] and writes the
//! answers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::answer::{
    BoardAnswer, BoardView, ChosenMove, Divided, EvalAnswer, FactsAnswer, KnownAnswer, LegalMoves,
    PathAnswer, Perft, PlayAnswer, PositionInfo, SearchReport, SeenPosition, TerminatedAnswer, TurnAnswer,
    write_answer,
};
use super::database;
use super::encode::Encoding;
use super::engines::{Engines, QueryError};
use super::fields::{Id, RequestError, Warning};
use super::job::{self, Job};
use super::opening::{self, OpeningAnswer};
use super::queue::{Assignment, Ending, QueryQueue};
use super::request::{Base, Query, Task};
use super::rows::compose;
use super::solve::{Solution, solve};
use crate::contract::{EngineError, MoveStyle, nodes_per_second};
use crate::engine::AnyEngine;
use crate::threads::panic_text;
use crate::wire::message::one_line;
use crate::wire::output::Output;

/// A thread that answers queries.
pub(super) struct QueryThread {
    /// Its number, from 0.
    pub number: usize,
    queue: Arc<QueryQueue>,
    output: Output,
    engines: Engines,
    /// Number of requests to clear the tables when they were last cleared.
    cleared: u64,
    /// The latest query whose moves are all known to be legal.
    legal: Option<Arc<Query>>,
}

/// Ends all work when its thread panics outside a query, so that nothing waits for answers that will not come.
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
    Searched(PositionInfo, Option<SearchReport>, Option<KnownAnswer>),
    Moves(PositionInfo, Moves),
    Counted(PositionInfo, Count),
    Seen(Box<SeenPosition>),
    /// Without a move if the game is over or the query was terminated before it was searched.
    Played(PositionInfo, Option<ChosenMove>),
    Asked(PositionInfo, Option<Facts>),
    /// Nothing if the query was terminated before it was begun.
    Solved(PositionInfo, Option<Solution>),
    /// Nothing if the query was terminated before it was begun.
    Opened(PositionInfo, Option<OpeningAnswer>),
}

/// The answer to a question that needs no search.
#[derive(Serialize)]
#[serde(untagged)]
enum Facts {
    Eval(EvalAnswer),
    Encoding(Encoding),
    Known(KnownAnswer),
}

impl Facts {
    /// The answer to `eval`, `encode` or `database`; `None` for an evaluation of a game that is over.
    fn of(task: &Task, engine: &mut dyn AnyEngine, is_over: bool) -> Result<Option<Facts>, QueryError> {
        Ok(match task {
            Task::Database(change) => Some(Facts::Known(KnownAnswer::of(database::known(change, engine)?))),
            Task::Encode => Some(Facts::Encoding(Encoding::of(engine))),
            _ => (!is_over).then(|| Facts::Eval(EvalAnswer::of(engine.assess()))),
        })
    }
}

/// The result of `legal_moves`.
struct Moves {
    fen: String,
    last: Option<String>,
    moves: Vec<String>,
    paths: Option<Vec<PathAnswer>>,
}

impl Moves {
    fn of(engine: &dyn AnyEngine, paths: bool) -> Moves {
        let is_over = engine.status().outcome.is_some();
        Moves {
            fen: engine.fen(),
            last: engine.moves(MoveStyle::Native).pop(),
            moves: if is_over { Vec::new() } else { engine.legal_moves(MoveStyle::Native) },
            paths: paths.then(|| PathAnswer::all(engine)),
        }
    }
}

/// The result of `perft`.
struct Count {
    depth: u32,
    nodes: u64,
    divide: Vec<(String, u64)>,
    time: Duration,
}

impl QueryThread {
    pub fn new(number: usize, queue: Arc<QueryQueue>, output: Output, engines: Engines) -> QueryThread {
        QueryThread { number, queue, output, engines, cleared: 0, legal: None }
    }

    /// Answers queries until the queue is closed and empty.
    pub fn run(mut self) {
        let _guard = PanicGuard(Arc::clone(&self.queue));
        while let Some(assignment) = self.queue.take(self.number) {
            self.answer(&assignment);
        }
    }

    /// Answers queries until the queue is empty, on the thread of the caller.
    pub fn empty_queue(&mut self) {
        while let Some(assignment) = self.queue.try_take(self.number) {
            self.answer(&assignment);
        }
    }

    fn answer(&mut self, assignment: &Assignment) {
        if assignment.clearings != self.cleared {
            self.cleared = assignment.clearings;
            self.engines.clear();
        }
        let computed = catch_unwind(AssertUnwindSafe(|| self.compute(assignment))).unwrap_or_else(|panic| {
            // The interrupted work may be incomplete.
            self.engines.clear();
            Err(QueryError::internal(EngineError::internal(panic_text(&*panic))))
        });
        match computed {
            Ok(done) => self.report(assignment, done),
            Err(error) => self.refuse(assignment, error),
        }
    }

    /// Computes an answer.
    fn compute(&mut self, assignment: &Assignment) -> Result<WorkResult, QueryError> {
        let query = &*assignment.query;
        let turn = query.turn(assignment.index);
        let game = self.engines.settings().game(query)?.to_string();
        let threads = self.engines.settings().threads(query);
        let cached = self.engines.engine_for(query)?;
        if assignment.index == 0 {
            warn(&self.output, &query.id, cached.notes());
        }
        go_to(cached.engine.as_mut(), &mut self.legal, &assignment.query, turn)?;
        let status = cached.engine.status();
        let info = PositionInfo::of(game, cached.engine.as_ref(), &status);
        match &query.task {
            Task::Search(_) if info.end.is_some() => {
                Ok(WorkResult::Searched(info, Some(SearchReport::of_end(&status)), None))
            }
            Task::Search(search) => {
                let limits = job::limits(search, cached.engine.as_mut())?;
                let known = KnownAnswer::before_search(cached.engine.as_ref());
                let players = status.players;
                let job = Job { query, search, turn, info: &info, known: known.as_ref(), players };
                let report = job.run(self.number, &self.queue, &self.output, cached, &limits)?;
                Ok(WorkResult::Searched(info, report, known))
            }
            Task::Play(_) if info.end.is_some() => Ok(WorkResult::Played(info, None)),
            Task::Play(play) => {
                let chosen = job::choose(play, self.number, &self.queue, cached, status.players)?;
                Ok(WorkResult::Played(info, chosen))
            }
            Task::LegalMoves { paths } => {
                let moves = Moves::of(cached.engine.as_ref(), *paths);
                Ok(WorkResult::Moves(info, moves))
            }
            task @ (Task::Eval | Task::Encode | Task::Database(_)) => {
                let facts = Facts::of(task, cached.engine.as_mut(), info.end.is_some())?;
                Ok(WorkResult::Asked(info, facts))
            }
            Task::Solve(task) => {
                let solution = solve(task, self.number, &self.queue, cached, threads)?;
                Ok(WorkResult::Solved(info, solution))
            }
            Task::Opening(task) => {
                let opening = opening::played(task, query, cached)?;
                let status = cached.engine.status();
                let info = PositionInfo::of(info.game, cached.engine.as_ref(), &status);
                let answer = opening::answer(task, &opening, self.number, &self.queue, cached)?;
                Ok(WorkResult::Opened(info, answer))
            }
            Task::Board(board) => {
                let view = BoardView::of(cached.engine.as_mut(), board.extras);
                Ok(WorkResult::Seen(Box::new(SeenPosition { info, view })))
            }
            Task::Perft(depth) => {
                let count = count(cached.engine.as_ref(), *depth, threads, self.number, &self.queue);
                Ok(WorkResult::Counted(info, count))
            }
        }
    }

    /// Writes an answer, unless the query was refused in the meantime.
    fn report(&self, assignment: &Assignment, done: WorkResult) {
        let terminated = match self.queue.end(self.number, assignment) {
            Ending::Refused => return,
            Ending::Terminated => true,
            Ending::Complete => false,
        };
        let query = &*assignment.query;
        let (id, turn) = (&query.id, query.turn(assignment.index));
        let action = query.task.action().unwrap_or_default();
        let output = &self.output;
        match done {
            WorkResult::Searched(info, report, known) => {
                let (info, known) = (Some(&info), known.as_ref());
                write_answer(output, &TurnAnswer { id, turn, last: true, terminated, info, report, known });
            }
            WorkResult::Moves(info, Moves { fen, last, moves, paths }) => {
                write_answer(output, &LegalMoves { id, action, info: &info, fen, last, moves, paths });
            }
            WorkResult::Asked(info, content) => {
                write_answer(output, &FactsAnswer { id, action, info: &info, content });
            }
            WorkResult::Seen(position) => {
                write_answer(output, &BoardAnswer { id, action, turn, position: &position });
            }
            // A count that was stopped early is too small.
            WorkResult::Counted(..)
            | WorkResult::Played(_, None)
            | WorkResult::Solved(..)
            | WorkResult::Opened(_, None)
                if terminated =>
            {
                write_answer(output, &TerminatedAnswer::of(query, turn));
            }
            WorkResult::Opened(info, content) => {
                write_answer(output, &FactsAnswer { id, action, info: &info, content });
            }
            WorkResult::Solved(info, content) => {
                write_answer(output, &FactsAnswer { id, action, info: &info, content });
            }
            WorkResult::Played(info, chosen) => {
                write_answer(output, &PlayAnswer { id, action, terminated, info: &info, chosen });
            }
            WorkResult::Counted(info, count) => {
                let divide = count.divide.into_iter().map(|(mv, nodes)| Divided { mv, nodes });
                let answer = Perft {
                    id,
                    action,
                    info: &info,
                    depth: count.depth,
                    nodes: count.nodes,
                    nps: nodes_per_second(count.nodes, count.time),
                    time_ms: count.time.as_millis(),
                    divide: divide.collect(),
                };
                write_answer(output, &answer);
            }
        }
    }

    fn refuse(&self, assignment: &Assignment, error: QueryError) {
        if self.queue.fail(self.number, assignment) {
            let message = one_line(&error.message);
            let (field, id) = (error.field.map(str::to_string), Some(assignment.query.id.clone()));
            write_answer(&self.output, &RequestError { message, field, id });
        }
    }
}

/// Counts leaves; none if the query was terminated before.
fn count(engine: &dyn AnyEngine, depth: u32, threads: usize, thread: usize, queue: &QueryQueue) -> Count {
    let start = Instant::now();
    let begun = queue.begin(thread, &engine.stop_handle());
    let result = engine.perft(if begun { depth } else { 0 }, threads);
    Count { depth, nodes: result.nodes, divide: result.divide, time: start.elapsed() }
}

fn warn<'a>(output: &Output, id: &Id, notes: impl Iterator<Item = &'a String>) {
    for note in notes {
        let (message, field) = (one_line(note), Some("options".to_string()));
        write_answer(output, &Warning { message, field, id: Some(id.clone()) });
    }
}

/// Sets the position after the first `turn` moves of a query. The first time all its moves are read, so that a query with an
/// illegal one is refused at any of its turns; then only those between two turns, since there may be thousands. `legal` is the
/// latest query whose moves are read.
fn go_to(
    engine: &mut dyn AnyEngine,
    legal: &mut Option<Arc<Query>>,
    query: &Arc<Query>,
    turn: usize,
) -> Result<(), QueryError> {
    if !legal.as_ref().is_some_and(|legal| Arc::ptr_eq(legal, query)) {
        set_position(engine, query, query.moves.len())?;
        *legal = Some(Arc::clone(query));
    }
    set_position(engine, query, turn)
}

/// Sets the position after the first `turn` moves.
fn set_position(engine: &mut dyn AnyEngine, query: &Query, turn: usize) -> Result<(), QueryError> {
    let composed;
    let fen = match &query.base {
        Base::Start => None,
        Base::Fen(fen) => Some(fen.as_str()),
        Base::Rows(rows, player) => {
            composed = compose(engine, rows, *player).map_err(QueryError::about("rows"))?;
            Some(composed.as_str())
        }
    };
    let moves: Vec<&str> = query.moves[..turn].iter().map(String::as_str).collect();
    if let Err(error) = engine.set_position(fen, &moves) {
        engine.set_position(fen, &[]).map_err(QueryError::about("fen"))?;
        return Err(QueryError::about("moves")(error));
    }
    Ok(())
}

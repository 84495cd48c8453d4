//! The threads that answer queries. Each takes what is next from the [`Board`], with engines of its own, and writes
//! its answers itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::answer::{About, Divided, End, Found, LegalMoves, Perft, Record, Undone, say};
use super::board::{Assignment, Board, Ending};
use super::engines::{Engines, Kept, Refusal};
use super::fields::{Id, Problem, Warning};
use super::request::{Query, Search, Task};
use crate::contract::{MoveStyle, SearchInfo, SearchLimits, SearchObserver, SearchResult, nodes_per_second};
use crate::engine::{AnyEngine, Status};
use crate::wire::output::{Output, one_line};

/// One of the threads.
pub(super) struct Worker {
    /// Which one it is.
    pub number: usize,
    pub board: Arc<Board>,
    pub output: Output,
    pub engines: Engines,
}

/// Tells the board when its thread panics, so that nobody waits for answers that will never come.
struct Alarm(Arc<Board>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.break_down();
        }
    }
}

/// What came of an assignment, to be written once the board has been told that it is done.
enum Done {
    Searched(About, Option<Found>),
    Moves(About, String, Vec<String>),
    Counted(About, Count),
}

/// What came of counting leaves.
struct Count {
    depth: u32,
    nodes: u64,
    divide: Vec<(String, u64)>,
    time: Duration,
}

impl Worker {
    /// Works until there will be nothing more to do.
    pub fn run(mut self) {
        let _alarm = Alarm(Arc::clone(&self.board));
        let mut cleared = 0;
        while let Some(assignment) = self.board.take(self.number) {
            if assignment.clearings != cleared {
                cleared = assignment.clearings;
                self.engines.clear();
            }
            match self.work(&assignment) {
                Ok(done) => self.tell(&assignment, done),
                Err(refusal) => self.refuse(&assignment, refusal),
            }
        }
    }

    fn work(&mut self, assignment: &Assignment) -> Result<Done, Refusal> {
        let query = &*assignment.query;
        let turn = query.turn(assignment.index);
        let game = self.engines.game(query)?.to_string();
        let threads = self.engines.threads(query);
        let kept = self.engines.lend(query)?;
        if assignment.index == 0 {
            warn(&self.output, &query.id, &kept.notes);
        }
        set_position(kept.engine.as_mut(), query, turn)?;
        let status = kept.engine.status();
        let about = about(game, kept.engine.as_ref(), &status);
        match &query.task {
            Task::Search(_) if about.end.is_some() => Ok(Done::Searched(about, Some(Found::of_end(&status)))),
            Task::Search(search) => {
                let limits = limits(search, kept.engine.as_mut())?;
                let job = Job { query, search, turn, about: &about, players: status.players };
                let found = job.run(self.number, &self.board, &self.output, kept, &limits)?;
                Ok(Done::Searched(about, found))
            }
            Task::LegalMoves => {
                let moves = match about.end {
                    Some(_) => Vec::new(),
                    None => kept.engine.legal_moves(MoveStyle::Native),
                };
                Ok(Done::Moves(about, kept.engine.fen(), moves))
            }
            Task::Perft(depth) => {
                let start = Instant::now();
                let begun = self.board.begin(self.number, &kept.engine.stop_handle());
                let result = kept.engine.perft(if begun { *depth } else { 0 }, threads);
                let (nodes, divide) = (result.nodes, result.divide);
                Ok(Done::Counted(about, Count { depth: *depth, nodes, divide, time: start.elapsed() }))
            }
        }
    }

    /// Writes an answer, unless the query has been refused meanwhile.
    fn tell(&self, assignment: &Assignment, done: Done) {
        let terminated = match self.board.end(self.number, assignment) {
            Ending::Refused => return,
            Ending::Terminated => true,
            Ending::Whole => false,
        };
        let query = &*assignment.query;
        let id = &query.id;
        match done {
            Done::Searched(about, found) => {
                let turn = query.turn(assignment.index);
                let about = Some(&about);
                say(&self.output, &Record { id, turn, last: true, terminated, about, found });
            }
            Done::Moves(about, fen, moves) => {
                say(&self.output, &LegalMoves { id, action: "legal_moves", about: &about, fen, moves });
            }
            // Counts that were given up are too small.
            Done::Counted(..) if terminated => {
                say(&self.output, &Undone { id, action: "perft", terminated });
            }
            Done::Counted(about, count) => {
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
                say(&self.output, &answer);
            }
        }
    }

    fn refuse(&self, assignment: &Assignment, refusal: Refusal) {
        if self.board.fail(self.number, assignment) {
            let message = one_line(&refusal.message);
            let (field, id) = (Some(refusal.field.to_string()), Some(assignment.query.id.clone()));
            say(&self.output, &Problem { message, field, id });
        }
    }
}

fn warn(output: &Output, id: &Id, notes: &[String]) {
    for note in notes {
        let (message, field) = (one_line(note), "options".to_string());
        say(output, &Warning { message, field, id: Some(id.clone()) });
    }
}

/// Sets the position after so many moves. All moves are read first, so that a query with a bad one is refused
/// whichever of its turns comes first.
fn set_position(engine: &mut dyn AnyEngine, query: &Query, turn: usize) -> Result<(), Refusal> {
    let fen = query.fen.as_deref();
    let moves: Vec<&str> = query.moves.iter().map(String::as_str).collect();
    if let Err(error) = engine.set_position(fen, &moves) {
        engine.set_position(fen, &[]).map_err(Refusal::about("fen"))?;
        return Err(Refusal::about("moves")(error));
    }
    if turn < moves.len() {
        engine.set_position(fen, &moves[..turn]).map_err(Refusal::about("moves"))?;
    }
    Ok(())
}

fn about(game: String, engine: &dyn AnyEngine, status: &Status) -> About {
    About { game, player: status.to_move.index() + 1, key: engine.key(), end: End::of(status) }
}

/// The limits with the moves to look at.
fn limits(search: &Search, engine: &mut dyn AnyEngine) -> Result<SearchLimits, Refusal> {
    let mut limits = search.limits();
    limits.search_moves = natives(engine, &search.search_moves, "search_moves")?;
    if search.avoid.is_empty() {
        return Ok(limits);
    }
    let avoid = natives(engine, &search.avoid, "avoid")?;
    if limits.search_moves.is_empty() {
        limits.search_moves = engine.legal_moves(MoveStyle::Native);
    }
    limits.search_moves.retain(|mv| !avoid.contains(mv));
    if limits.search_moves.is_empty() {
        return Err(Refusal::new("avoid", "field 'avoid' leaves no move to search"));
    }
    Ok(limits)
}

/// Moves in the game's own notation, each once.
fn natives(
    engine: &mut dyn AnyEngine,
    words: &[String],
    field: &'static str,
) -> Result<Vec<String>, Refusal> {
    let mut moves = Vec::with_capacity(words.len());
    for word in words {
        let mv = engine.play(word).map_err(Refusal::about(field))?;
        engine.undo().map_err(Refusal::about(field))?;
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
    about: &'a About,
    players: usize,
}

impl Job<'_> {
    /// Searches; `None` where the query was terminated before it began.
    fn run(
        &self,
        worker: usize,
        board: &Board,
        output: &Output,
        kept: &mut Kept,
        limits: &SearchLimits,
    ) -> Result<Option<Found>, Refusal> {
        kept.forget();
        if !board.begin(worker, &kept.engine.stop_handle()) {
            return Ok(None);
        }
        let mut reporter = Reporter { job: self, output, lines: Vec::new(), last: Instant::now() };
        let result: SearchResult<String> =
            kept.engine.go(limits, &mut reporter).map_err(Refusal::about("search_moves"))?;
        Ok(Found::at_end(&result, self.search.multi_pv.is_some(), self.players))
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
        let found = Found::so_far(&self.lines, search.multi_pv.is_some(), players);
        let id = &query.id;
        say(self.output, &Record { id, turn, last: false, terminated: false, about: Some(about), found });
    }
}

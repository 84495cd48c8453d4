//! Runs the search for an answer: its limits, its reports, its result.

use std::time::Instant;

use super::answer::{
    ChosenMove, KnownAnswer, PathAnswer, PositionInfo, SearchReport, TurnAnswer, write_answer,
};
use super::engines::{CachedEngine, QueryError};
use super::fields::Warning;
use super::queue::QueryQueue;
use super::request::{Play, Query, Search};
use crate::contract::{MoveStyle, SearchInfo, SearchLimits, SearchObserver, SearchResult, Silent};
use crate::engine::AnyEngine;
use crate::pictures::board::path_of;
use crate::wire::message::one_line;
use crate::wire::output::Output;

/// Chooses a move as the program would play it; `None` if the query was terminated before it was searched.
pub(super) fn choose(
    play: &Play,
    thread: usize,
    queue: &QueryQueue,
    cached: &mut CachedEngine,
    players: usize,
) -> Result<Option<ChosenMove>, QueryError> {
    cached.forget();
    if !queue.begin(thread, &cached.engine.stop_handle()) {
        return Ok(None);
    }
    let limits = SearchLimits { end_when_clear: true, ..play.search.limits() };
    let result = cached.engine.go(&limits, &mut Silent).map_err(QueryError::internal)?;
    let mut chosen = ChosenMove::of(&result, players);
    if let Some(chosen) = chosen.as_mut().filter(|_| play.paths) {
        chosen.path = path_of(cached.engine.as_ref(), chosen.text()).as_ref().map(PathAnswer::of);
    }
    Ok(chosen)
}

/// The limits, with the moves to search.
pub(super) fn limits(search: &Search, engine: &mut dyn AnyEngine) -> Result<SearchLimits, QueryError> {
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
pub(super) struct Job<'a> {
    pub query: &'a Query,
    pub search: &'a Search,
    pub turn: usize,
    pub info: &'a PositionInfo,
    /// What the database knows, if it knows anything.
    pub known: Option<&'a KnownAnswer>,
    pub players: usize,
}

impl Job<'_> {
    /// Searches; `None` if the query was terminated before it began.
    pub fn run(
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
            cached.engine.go(limits, &mut reporter).map_err(QueryError::internal)?;
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
    /// The records have it as `known`.
    fn on_known(&mut self, _known: &str) {}

    fn on_note(&mut self, note: &str) {
        let (message, id) = (one_line(note), Some(self.job.query.id.clone()));
        write_answer(self.output, &Warning { message, field: None, id });
    }

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
        let Job { query, search, turn, info, known, players } = *self.job;
        let report = SearchReport::so_far(&self.lines, search.multi_pv.is_some(), players);
        let id = &query.id;
        write_answer(
            self.output,
            &TurnAnswer { id, turn, last: false, terminated: false, info: Some(info), report, known },
        );
    }
}

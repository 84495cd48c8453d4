//! The answer to `opening`: what may be done in an opening of gomoku or renju, and what the engine would do.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::engines::{CachedEngine, QueryError};
use super::queue::QueryQueue;
use super::request::{Base, OpeningTask, Query};
use crate::contract::MoveStyle;
use crate::openings::{Opening, OpeningRule, OpeningView, Step, cell_text, decide};

/// An opening after some steps.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct OpeningAnswer {
    #[serde(flatten)]
    view: OpeningView,
    /// The stones so far, in the notation of the game.
    moves: Vec<String>,
    /// The steps that the engine would take, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<Vec<String>>,
}

/// The opening after the steps of the query; its stones are on the engine's board.
pub(super) fn played(
    task: &OpeningTask,
    query: &Query,
    cached: &mut CachedEngine,
) -> Result<Opening, QueryError> {
    if query.base != Base::Start {
        return Err(QueryError::new("fen", "an opening begins on the empty board"));
    }
    let engine = cached.engine.as_mut();
    let board = engine.board();
    OpeningRule::of_game(task.rule.name(), engine).map_err(|why| QueryError::new("rule", why))?;
    let mut opening = Opening::new(task.rule, board.width);
    for (number, word) in (1..).zip(&task.steps) {
        let refused = |why: String| QueryError::new("steps", format!("step {number}: {why}"));
        let step = Step::parse(word, board.width).map_err(refused)?;
        for step in opening.spelled_out(step) {
            opening.take(step).map_err(refused)?;
        }
    }
    let stones: Vec<String> = opening.stones().iter().map(|&cell| cell_text(cell)).collect();
    let stones: Vec<&str> = stones.iter().map(String::as_str).collect();
    engine.set_position(None, &stones).map_err(QueryError::about("steps"))?;
    Ok(opening)
}

/// The answer; `None` if the query was terminated before the engine's choice was begun.
pub(super) fn answer(
    task: &OpeningTask,
    opening: &Opening,
    thread: usize,
    queue: &QueryQueue,
    cached: &mut CachedEngine,
) -> Result<Option<OpeningAnswer>, QueryError> {
    let moves = cached.engine.moves(MoveStyle::Native);
    let mut answer = OpeningAnswer { view: opening.view(), moves, choice: None };
    let Some(millis) = task.move_time_ms.filter(|_| !opening.is_over()) else { return Ok(Some(answer)) };
    cached.forget();
    if !queue.begin(thread, &cached.engine.stop_handle()) {
        return Ok(None);
    }
    let deadline = Instant::now() + Duration::from_millis(millis.unsigned_abs());
    let chosen = decide(cached.engine.as_mut(), opening, deadline, task.seed.unsigned_abs());
    let chosen = chosen.map_err(QueryError::internal)?;
    answer.choice = Some(chosen.into_iter().map(|step| step.text(opening.size())).collect());
    Ok(Some(answer))
}

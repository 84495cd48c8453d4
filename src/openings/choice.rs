//! Decisions in openings, whatever the rule: stones that leave a balance, and whether to swap.
//!
//! All of them use the search, on the position itself or on candidates for the next stones (`tournament`).

use std::time::Instant;

use super::cells::{Symmetries, cell_text, openings, read};
use super::placement::Placement;
use super::tournament::{BEST, Candidates, WORST, nearest, search};
use crate::contract::{EngineError, GridCell, SearchResult};
use crate::engine::AnyEngine;

/// Expected points, in thousandths, by which one side must be better off for its choice to be clear.
pub(super) const CLEAR: u32 = 60;
/// Half of the points.
pub(super) const EVEN: u32 = 500;

/// The decision to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Stones after which the player to move has about this value.
    Balance {
        /// How many: 1 to 3.
        stones: usize,
        /// Target value, in hundredths of the game's unit.
        bias: i32,
    },
    /// The second player's choice after three stones: to stay, to swap, or to add two.
    Choose,
    /// The first player's choice after five: to stay or to swap.
    SwapOrStay,
    /// One of the 26 openings of renju after which neither side is better (Soosyrv-8).
    RenjuOpening,
    /// To stay or to swap if this number of fifth stones is to be offered (Soosyrv-8).
    SwapOrOffer(usize),
    /// This number of fifth stones, no two of them symmetric (Soosyrv-8).
    Offer(usize),
    /// The best of these fifth stones for the opponent of the player who offers them (Soosyrv-8).
    Accept(Vec<String>),
}

/// The decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Put these stones and leave the choice to the other player.
    Stones(Vec<String>),
    /// Swap sides.
    Swap,
    /// Stay and play this move.
    Stay(String),
}

/// Makes a decision in the position `base`; the engine is left there. Ends at `deadline`, and when it is stopped.
///
/// # Errors
/// `base` is a position without a choice.
pub fn choose(
    engine: &mut dyn AnyEngine,
    base: &Placement,
    task: Task,
    deadline: Instant,
    seed: u64,
) -> Result<Choice, EngineError> {
    base.set(engine, &[])?;
    let status = engine.status();
    if status.outcome.is_some() {
        return Err(EngineError::new(format!("the game is over: {}", status.reason)));
    }
    let result = match task {
        Task::Balance { stones, bias } => {
            let candidates = Candidates::new(engine.board(), seed).of(stones);
            first_stones(nearest(engine, base, candidates, bias, 1, deadline))
        }
        Task::Choose => choose_side(engine, base, deadline, seed),
        Task::SwapOrStay => {
            let result = search(engine, deadline, None)?;
            Some(swap_or_stay(&result))
        }
        Task::RenjuOpening => {
            let all = openings(engine.board().width);
            let candidates = all.into_iter().map(|stones| stones.map(cell_text).to_vec()).collect();
            first_stones(nearest(engine, base, candidates, 0, 1, deadline))
        }
        Task::SwapOrOffer(count) => swap_or_offer(engine, base, count, deadline, seed),
        Task::Offer(count) => {
            offer(engine, base, count, &[], deadline, seed).map(|fifths| Choice::Stones(fifths.concat()))
        }
        Task::Accept(fifths) => {
            let candidates = fifths.into_iter().map(|fifth| vec![fifth]).collect();
            first_stones(nearest(engine, base, candidates, WORST, 1, deadline))
        }
    };
    base.set(engine, &[])?;
    result.ok_or_else(|| EngineError::new("there is no room for more stones"))
}

/// Stay or swap if that is clear; else two stones that leave the choice to the other player.
fn choose_side(engine: &mut dyn AnyEngine, base: &Placement, deadline: Instant, seed: u64) -> Option<Choice> {
    let now = Instant::now();
    let half = now + deadline.saturating_duration_since(now) / 2;
    let result = search(engine, half, None).ok()?;
    let points = expected(&result);
    if points.abs_diff(EVEN) < CLEAR {
        let candidates = Candidates::new(engine.board(), seed).of(2);
        let stones = first_stones(nearest(engine, base, candidates, 0, 1, deadline));
        if stones.is_some() {
            return stones;
        }
    }
    Some(swap_or_stay(&result))
}

/// The side that is not worse, evaluated by a search for the player to move.
fn swap_or_stay(result: &SearchResult<String>) -> Choice {
    match &result.best_move {
        Some(mv) if expected(result) >= EVEN => Choice::Stay(mv.clone()),
        _ => Choice::Swap,
    }
}

/// Expected points of the player to move, in thousandths.
pub(super) fn expected(result: &SearchResult<String>) -> u32 {
    result.lines.first().map_or(EVEN, |line| line.wdl[0] + line.wdl[1] / 2)
}

/// The first of these ways to put stones.
fn first_stones(ways: Vec<Vec<String>>) -> Option<Choice> {
    ways.into_iter().next().map(Choice::Stones)
}

/// The `count` best fifth stones apart from those `offered`, best first; `None` if fewer can be put.
pub(super) fn offer(
    engine: &mut dyn AnyEngine,
    base: &Placement,
    count: usize,
    offered: &[GridCell],
    deadline: Instant,
    seed: u64,
) -> Option<Vec<Vec<String>>> {
    let board = engine.board();
    let size = board.width;
    let cells =
        |moves: Vec<String>| -> Vec<GridCell> { moves.iter().filter_map(|mv| read(mv, size)).collect() };
    let symmetries = Symmetries::of(&cells(base.moves.clone()), size);
    let all = cells(Candidates::new(board, seed).of(1).concat());
    let new = all.into_iter().filter(|&cell| symmetries.image_among(cell, offered).is_none());
    let candidates = symmetries.distinct(new).into_iter().map(|cell| vec![cell_text(cell)]).collect();
    let best = nearest(engine, base, candidates, BEST, count, deadline);
    (best.len() == count).then_some(best)
}

/// Swaps if the worst of the best `count` fifth stones, which the opponent would accept, is bad.
fn swap_or_offer(
    engine: &mut dyn AnyEngine,
    base: &Placement,
    count: usize,
    deadline: Instant,
    seed: u64,
) -> Option<Choice> {
    let now = Instant::now();
    let half = now + deadline.saturating_duration_since(now) / 2;
    let fifth = offer(engine, base, count, &[], half, seed)?.pop()?;
    base.set(engine, &fifth).ok()?;
    let opponent = search(engine, deadline, None).ok()?;
    Some(if expected(&opponent) > EVEN { Choice::Swap } else { Choice::Stay(fifth.concat()) })
}

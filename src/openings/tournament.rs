//! Stones after which a position has the value that is wanted, by a tournament of candidates.
//!
//! Every candidate is searched a little, and those nearest to the target value are searched much longer. The candidates
//! are random, so that no opponent meets the same opening twice; the choice among them is not.

use std::time::Instant;

use super::cells::cell_text;
use super::placement::Placement;
use crate::contract::{Board, EngineError, GridCell, Point, Score, SearchLimits, SearchResult, Silent};
use crate::engine::AnyEngine;
use crate::random::Random;

/// The target value of the best stones for the player to move, and of the worst.
pub(super) const BEST: i32 = Score::INFINITE.0;
pub(super) const WORST: i32 = -BEST;

/// Number of candidates with more than one stone.
const CANDIDATES: usize = 64;
/// Largest distance of a stone from the others, if there are others.
const NEAR: u8 = 3;
/// A round keeps one candidate in this many.
const NARROWING: usize = 4;
/// A round searches each candidate this many times longer than the round before: the last ones need as exact values as
/// the opponent will get for the chosen one.
const DEEPENING: u64 = 16;
/// Nodes for a candidate in the first round.
const FIRST_NODES: std::ops::RangeInclusive<u64> = 64..=20_000;
/// Approximate nodes a millisecond, only for dividing the time among the rounds.
const SPEED: u64 = 800;

/// The `keep` candidates after which the value for the player to move in `base` is nearest to `bias`, nearest first;
/// fewer if fewer can be put there.
pub(super) fn nearest(
    engine: &mut dyn AnyEngine,
    base: &Placement,
    candidates: Vec<Vec<String>>,
    bias: i32,
    keep: usize,
    deadline: Instant,
) -> Vec<Vec<String>> {
    if base.set(engine, &[]).is_err() {
        return Vec::new();
    }
    let mover = engine.status().to_move;
    let stop = engine.stop_handle();
    let millis = deadline.saturating_duration_since(Instant::now()).as_millis() as u64;
    let nodes = millis.saturating_mul(SPEED) / searches(candidates.len());
    let mut nodes = nodes.clamp(*FIRST_NODES.start(), *FIRST_NODES.end());
    let mut field: Vec<(u32, Vec<String>)> =
        candidates.into_iter().map(|stones| (u32::MAX, stones)).collect();
    loop {
        let mut over = false;
        field.retain_mut(|(distance, stones)| {
            let searched = *distance < u32::MAX;
            if base.set(engine, stones).is_err() || engine.status().outcome.is_some() {
                return false;
            }
            if over {
                return true;
            }
            let Ok(result) = search(engine, deadline, Some(nodes)) else { return false };
            let Some(line) = result.lines.first() else { return false };
            // Even with little time, one of them now has a value.
            over = stop.is_stopped() || Instant::now() >= deadline;
            // A stopped search is less reliable than the complete one before it.
            if !(over && searched) {
                let score = line.score.0;
                let score = if engine.status().to_move == mover { score } else { -score };
                *distance = score.abs_diff(bias);
            }
            true
        });
        field.sort_by_key(|(distance, _)| *distance);
        if over || field.len() <= keep {
            return field.into_iter().take(keep).map(|(_, stones)| stones).collect();
        }
        field.truncate(field.len().div_ceil(NARROWING).max(keep));
        nodes = nodes.saturating_mul(DEEPENING);
    }
}

/// The cost of a tournament of this number of candidates, in searches of its first round; 1 or more.
fn searches(mut candidates: usize) -> u64 {
    let (mut searches, mut length) = (0, 1);
    while candidates > 1 {
        searches += candidates as u64 * length;
        candidates = candidates.div_ceil(NARROWING);
        length *= DEEPENING;
    }
    searches.max(1)
}

/// A search of the position on the board, to the deadline at the latest.
pub(super) fn search(
    engine: &mut dyn AnyEngine,
    deadline: Instant,
    nodes: Option<u64>,
) -> Result<SearchResult<String>, EngineError> {
    let left = deadline.saturating_duration_since(Instant::now());
    let limits = SearchLimits {
        nodes,
        move_time_ms: Some(i64::try_from(left.as_millis()).unwrap_or(i64::MAX)),
        end_when_clear: true,
        ..SearchLimits::default()
    };
    engine.go(&limits, &mut Silent)
}

/// The source of candidates.
pub(super) struct Candidates {
    board: Board,
    random: Random,
}

impl Candidates {
    /// For stones on this board, at random.
    pub fn new(board: Board, seed: u64) -> Candidates {
        Candidates { board, random: Random::new(seed) }
    }

    /// Ways to put this many stones, one after the other.
    pub fn of(&mut self, stones: usize) -> Vec<Vec<String>> {
        let field = self.field();
        if stones == 1 {
            return field.into_iter().map(|cell| vec![cell_text(cell)]).collect();
        }
        let mut ways = Vec::with_capacity(CANDIDATES);
        for _ in 0..CANDIDATES {
            let mut rest = field.clone();
            let way: Vec<String> = (0..stones)
                .filter_map(|_| {
                    let at = self.below(rest.len())?;
                    Some(cell_text(rest.swap_remove(at)))
                })
                .collect();
            if way.len() == stones && !ways.contains(&way) {
                ways.push(way);
            }
        }
        ways
    }

    /// The cells worth a stone: near those on the board, or all except the edge of an empty board.
    fn field(&self) -> Vec<GridCell> {
        let (empty, taken): (Vec<_>, Vec<_>) =
            self.board.cells().partition(|(_, point)| matches!(point, Point::Empty));
        let taken: Vec<GridCell> = taken
            .into_iter()
            .filter_map(|(cell, point)| matches!(point, Point::Taken { .. }).then_some(cell))
            .collect();
        let edge = (self.board.width / 7) as u8;
        let inside = |n: u8, size: usize| n >= edge && usize::from(n + edge) < size;
        let worth = |cell: &GridCell| match taken[..] {
            [] => inside(cell.x, self.board.width) && inside(cell.y, self.board.height),
            _ => {
                taken.iter().any(|other| other.x.abs_diff(cell.x) <= NEAR && other.y.abs_diff(cell.y) <= NEAR)
            }
        };
        let cells: Vec<GridCell> = empty.into_iter().map(|(cell, _)| cell).collect();
        let near: Vec<GridCell> = cells.iter().copied().filter(worth).collect();
        if near.len() < NARROWING { cells } else { near }
    }

    /// A number below `bound`, by the SplitMix64 sequence; `None` if there is none.
    fn below(&mut self, bound: usize) -> Option<usize> {
        (self.random.next() as usize).checked_rem(bound)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::wire::catalogue::Catalogue;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_string).collect()
    }

    /// Black has an open three and the move.
    fn three() -> (Box<dyn AnyEngine>, Placement) {
        let engine = (Catalogue::GAMES.open)("gomoku").expect("a game");
        (engine, Placement { fen: None, moves: words("7,7 0,0 8,7 14,0 9,7 0,14") })
    }

    fn nearest_of(candidates: &[&str], time: Duration) -> Option<Vec<String>> {
        let (mut engine, base) = three();
        let candidates = candidates.iter().map(|text| words(text)).collect();
        super::nearest(engine.as_mut(), &base, candidates, 0, 1, Instant::now() + time).pop()
    }

    #[test]
    fn a_balance_is_what_does_not_decide_the_game() {
        let long = Duration::from_secs(60);
        assert_eq!(
            nearest_of(&["10,7", "3,3 10,7", "6,7"], long),
            Some(words("3,3 10,7")),
            "only this is no win"
        );
        assert_eq!(nearest_of(&["10,7", "6,7"], long).map(|stones| stones.len()), Some(1));
    }

    #[test]
    fn stones_that_cannot_be_put_there_are_no_candidates() {
        let long = Duration::from_secs(60);
        assert_eq!(nearest_of(&["7,7", "3,3 3,3", "10,7"], long), Some(words("10,7")));
        assert_eq!(nearest_of(&["7,7"], long), None);
        assert_eq!(nearest_of(&[], long), None);
    }

    #[test]
    fn the_best_are_those_nearest_to_a_win() {
        let (mut engine, base) = three();
        let candidates = ["3,3", "10,7", "0,7", "6,7"].map(words).to_vec();
        let deadline = Instant::now() + Duration::from_secs(60);
        let mut best = super::nearest(engine.as_mut(), &base, candidates, BEST, 2, deadline);
        best.sort();
        assert_eq!(best, [words("10,7"), words("6,7")]);
    }

    #[test]
    fn without_time_the_first_candidate_will_do() {
        assert_eq!(nearest_of(&["7,7", "10,7", "3,3"], Duration::ZERO), Some(words("10,7")));
    }

    #[test]
    fn candidates_are_different_and_near_the_stones() {
        let (mut engine, base) = three();
        base.set(engine.as_mut(), &[]).expect("a position");
        let mut candidates = Candidates::new(engine.board(), 1);
        for stones in 1..=3 {
            let ways = candidates.of(stones);
            assert!(ways.len() > 20);
            for (index, way) in ways.iter().enumerate() {
                assert!(way.len() == stones && !ways[..index].contains(way));
                assert!(way.iter().all(|cell| !base.moves.contains(cell)));
            }
        }
        assert!(!candidates.of(1).contains(&words("13,13")), "far from every stone");
    }
}

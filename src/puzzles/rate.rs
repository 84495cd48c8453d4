//! How hard is a puzzle? Levels of the program try it, and its rating is the one at which Elo's formula expects as many
//! to solve it as did.

use super::Puzzle;
use crate::contract::{EngineError, SearchLimits, Silent};
use crate::engine::AnyEngine;

/// Every second level tries it.
const LEVELS: std::ops::RangeInclusive<i32> = 0..=20;
/// Attempts of each level.
const TRIES: u32 = 2;
/// Nodes of an attempt's searches.
const NODES: u64 = 20_000;
/// Elo that a puzzle may lie outside of the range of levels.
const BEYOND: f64 = 300.0;

/// The rating of a puzzle.
///
/// # Errors
/// One line: the puzzle is not a legal line.
pub(super) fn rate(puzzle: &Puzzle) -> Result<i32, String> {
    let mut engine = puzzle.open()?;
    let ratings = engine.level_ratings();
    let mut players = Vec::new();
    let mut solved = 0;
    for level in LEVELS.step_by(2) {
        for seed in 1..=TRIES {
            solved +=
                usize::from(solves(engine.as_mut(), puzzle, level, seed).map_err(|error| error.to_string())?);
            players.push(f64::from(ratings.of_level(10 * level)));
        }
    }
    Ok(expecting(&players, solved).round() as i32)
}

/// Does a level find the whole line?
fn solves(engine: &mut dyn AnyEngine, puzzle: &Puzzle, level: i32, seed: u32) -> Result<bool, EngineError> {
    for (name, value) in [("Hash", "1"), ("Skill Level", &level.to_string()), ("Seed", &seed.to_string())] {
        engine.set_option(name, value)?;
    }
    engine.set_position(Some(&puzzle.fen), &[])?;
    engine.new_game();
    for (ply, right) in puzzle.line.iter().enumerate() {
        if ply % 2 == 0 {
            engine.stop_handle().reset();
            let found = engine.go(&SearchLimits::nodes(NODES), &mut Silent)?.best_move;
            if found.as_ref() != Some(right) {
                return Ok(false);
            }
        }
        engine.play(right)?;
    }
    Ok(true)
}

/// The rating at which players of these ratings are expected to solve this number; within [`BEYOND`] of theirs.
fn expecting(players: &[f64], solved: usize) -> f64 {
    let chance = |player: f64, rating: f64| 1.0 / (1.0 + 10f64.powf((rating - player) / 400.0));
    let bound = |choose: fn(f64, f64) -> f64, start| players.iter().copied().fold(start, choose);
    let mut low = bound(f64::min, f64::INFINITY) - BEYOND;
    let mut high = bound(f64::max, f64::NEG_INFINITY) + BEYOND;
    while high - low > 0.5 {
        let middle = f64::midpoint(low, high);
        let expected: f64 = players.iter().map(|&player| chance(player, middle)).sum();
        // The harder the puzzle, the fewer solve it.
        if expected > solved as f64 { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_that_half_of_equal_players_solve_has_their_rating() {
        assert!((expecting(&[1500.0; 10], 5) - 1500.0).abs() < 1.0);
        let players: Vec<f64> = (0..10).map(|step| 500.0 + 200.0 * f64::from(step)).collect();
        let ratings: Vec<f64> = (0..=10).map(|solved| expecting(&players, solved)).collect();
        assert!(ratings.is_sorted_by(|harder, easier| harder > easier), "{ratings:?}");
        assert!(ratings[10] >= 199.0 && ratings[0] <= 2601.0, "{ratings:?}");
    }
}

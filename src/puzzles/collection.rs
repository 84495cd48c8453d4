//! The puzzles that come with the program. `scripts/puzzles` made them.

use once_cell::sync::Lazy;

use super::Puzzle;
use crate::random::mix;

/// One puzzle a line.
const FILE: &str = include_str!("collection.tsv");

static ALL: Lazy<Vec<Puzzle>> =
    Lazy::new(|| FILE.lines().map_while(|line| Puzzle::parse(line).ok()).collect());

/// All puzzles, in the order of the file.
pub fn all() -> &'static [Puzzle] {
    &ALL
}

/// The puzzle with this id.
pub fn by_id(id: &str) -> Option<&'static Puzzle> {
    all().iter().find(|puzzle| puzzle.id() == id)
}

/// The puzzle of a day, counted from any day on: each one once before any comes again.
pub fn daily(day: u64) -> Option<&'static Puzzle> {
    let count = all().len() as u64;
    let round = day.checked_div(count)?;
    // A permutation for each round: steps of a number that has no divisor in common with the count.
    let step = (1..count.max(2))
        .map(|tried| (mix(round) % count + tried) % count)
        .find(|&step| gcd(step, count) == 1);
    let place = (day % count).wrapping_mul(step.unwrap_or(1)) % count;
    all().get(place as usize)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How many of the puzzles that are nearest in rating the next one is drawn from.
const NEAREST: usize = 8;

/// The next puzzle for a player of this rating among those that `is_wanted`; `draw` chooses between those that fit alike.
pub fn next(rating: f64, draw: u64, is_wanted: impl Fn(&Puzzle) -> bool) -> Option<&'static Puzzle> {
    let mut wanted: Vec<&Puzzle> = all().iter().filter(|puzzle| is_wanted(puzzle)).collect();
    let distance = |puzzle: &&Puzzle| (f64::from(puzzle.rating) - rating).abs();
    wanted.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
    wanted.truncate(NEAREST);
    let place = (mix(draw) as usize).checked_rem(wanted.len())?;
    wanted.get(place).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_of_the_file_is_a_puzzle_of_its_own() {
        for (number, line) in (1..).zip(FILE.lines()) {
            if let Err(error) = Puzzle::parse(line) {
                panic!("line {number}: {error}");
            }
        }
        let ids: HashSet<String> = all().iter().map(Puzzle::id).collect();
        assert_eq!(ids.len(), FILE.lines().count());
    }

    #[test]
    fn each_day_has_another_puzzle_until_all_were_there() {
        let count = all().len() as u64;
        for round in [0, 1, 57] {
            let days = (0..count).filter_map(|day| daily(round * count + day));
            assert_eq!(days.map(Puzzle::id).collect::<HashSet<_>>().len() as u64, count);
        }
    }

    #[test]
    fn the_next_puzzle_is_near_the_rating_and_wanted() {
        let nearest =
            |rating| next(rating, 7, |puzzle| puzzle.game == "connect4").map(|puzzle| puzzle.rating);
        let (Some(easy), Some(hard)) = (nearest(300.0), nearest(2500.0)) else { panic!("no puzzles") };
        assert!(easy < hard, "{easy} {hard}");
        assert_eq!(next(1000.0, 7, |_| false), None);
    }
}

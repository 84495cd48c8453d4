//! Strengths of many engines that played each other.
//!
//! The model is that of Bradley and Terry: an engine that is stronger by d Elo scores 1 / (1 + 10^(-d/400)) on average;
//! a draw is half a win. The ratings are those of maximum likelihood, with which every engine's expected points equal
//! its points. Their mean is 0. They are found by Newton's method on the log likelihood, which is concave.
//!
//! Errors come from the spread of the results of pairs around their expectation, carried through the second derivatives
//! (the "sandwich" estimate; without complete pairs, that of single games), because draws and openings make results
//! vary less, or more, than coin tosses.
//!
//! There are no finite ratings if a group of engines took no point, not even half of one, from the others. Then one
//! draw is added to each pairing, and [`Ratings::with_prior`] is set.

use std::collections::BTreeMap;

use super::elo::{Pairs, Wdl, Z95, phi};

/// Results of two engines against each other, as one of them sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairing {
    /// All games.
    pub wdl: Wdl,
    /// Complete pairs.
    pub pairs: Pairs,
    /// Even pairs of two draws.
    pub drawn_pairs: u64,
}

/// The rating of an engine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Its index in the list of engines.
    pub engine: usize,
    /// Elo above the mean of all.
    pub elo: f64,
    /// Half the width of the interval of 95 %; infinite for an engine without games.
    pub error: f64,
    /// Likelihood, 0 to 1, that it is stronger than the next one; NaN for the last.
    pub los: f64,
}

/// Ratings of all engines.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ratings {
    /// Best first.
    pub list: Vec<Rating>,
    /// Was a draw added to each pairing?
    pub with_prior: bool,
}

/// Elo of one unit of the logistic function.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Weight, in games, that pulls each rating to the mean, so that groups that never met have ratings too.
const REGULARISATION: f64 = 1e-6;

/// The games of two engines, for the ratings: `a` has `points` of `games`.
struct Meeting {
    a: usize,
    b: usize,
    games: f64,
    points: f64,
    pairing: Pairing,
}

/// Rates engines by their results against each other.
pub fn rate(engines: usize, pairings: &BTreeMap<(usize, usize), Pairing>) -> Ratings {
    let with_prior = !is_strongly_connected(engines, pairings);
    let extra = f64::from(u8::from(with_prior));
    let meeting = |(&(a, b), &pairing): (&(usize, usize), &Pairing)| {
        let (games, points) = (pairing.wdl.games() as f64 + extra, pairing.wdl.points() + extra / 2.0);
        Meeting { a, b, games, points, pairing }
    };
    let meetings: Vec<Meeting> = pairings.iter().map(meeting).collect();
    let strengths = fit(engines, &meetings);
    let covariance = covariance(&strengths, &meetings);
    let played = |engine: usize| meetings.iter().any(|meeting| meeting.a == engine || meeting.b == engine);
    let mut order: Vec<usize> = (0..engines).collect();
    order.sort_by(|&a, &b| played(b).cmp(&played(a)).then(strengths[b].total_cmp(&strengths[a])));
    let rating = |(place, &engine): (usize, &usize)| {
        let error = if played(engine) {
            Z95 * UNIT * covariance[engine][engine].max(0.0).sqrt()
        } else {
            f64::INFINITY
        };
        let los = order.get(place + 1).filter(|&&next| played(engine) && played(next)).map(|&next| {
            let variance =
                covariance[engine][engine] + covariance[next][next] - 2.0 * covariance[engine][next];
            let lead = strengths[engine] - strengths[next];
            if lead == 0.0 { 0.5 } else { phi(lead / variance.max(0.0).sqrt()) }
        });
        Rating { engine, elo: UNIT * strengths[engine], error, los: los.unwrap_or(f64::NAN) }
    };
    Ratings { list: order.iter().enumerate().map(rating).collect(), with_prior }
}

/// Are the ratings finite? They are if the graph with an edge from each engine to every engine that took at least half
/// a point from it is strongly connected (L. R. Ford, 1957). Engines without games do not count.
fn is_strongly_connected(engines: usize, pairings: &BTreeMap<(usize, usize), Pairing>) -> bool {
    let mut beaten_by = vec![Vec::new(); engines];
    let mut beats = vec![Vec::new(); engines];
    for (&(a, b), pairing) in pairings {
        let Wdl { wins, draws, losses } = pairing.wdl;
        if wins + draws > 0 {
            beaten_by[b].push(a);
            beats[a].push(b);
        }
        if losses + draws > 0 {
            beaten_by[a].push(b);
            beats[b].push(a);
        }
    }
    let reached = |steps: &[Vec<usize>]| {
        let mut seen = vec![false; engines];
        let mut open: Vec<usize> = pairings.keys().next().map(|key| key.0).into_iter().collect();
        while let Some(engine) = open.pop() {
            if !std::mem::replace(&mut seen[engine], true) {
                open.extend(&steps[engine]);
            }
        }
        seen
    };
    let (up, down) = (reached(&beaten_by), reached(&beats));
    pairings.keys().all(|&(a, b)| [a, b].into_iter().all(|engine| up[engine] && down[engine]))
}

/// Expected score of the first engine of a meeting.
fn chance(strengths: &[f64], meeting: &Meeting) -> f64 {
    1.0 / (1.0 + (strengths[meeting.b] - strengths[meeting.a]).exp())
}

/// Adds the second derivatives of a function of the difference of two strengths to a matrix.
fn add_difference(matrix: &mut [Vec<f64>], meeting: &Meeting, value: f64) {
    let (a, b) = (meeting.a, meeting.b);
    matrix[a][a] += value;
    matrix[b][b] += value;
    matrix[a][b] -= value;
    matrix[b][a] -= value;
}

/// The negative second derivatives of the log likelihood.
fn information(strengths: &[f64], meetings: &[Meeting]) -> Vec<Vec<f64>> {
    let engines = strengths.len();
    // The constant fixes the mean of all strengths, which results do not determine.
    let mut matrix = vec![vec![1.0 / engines as f64; engines]; engines];
    for (engine, row) in matrix.iter_mut().enumerate() {
        row[engine] += REGULARISATION;
    }
    for meeting in meetings {
        let p = chance(strengths, meeting);
        add_difference(&mut matrix, meeting, meeting.games * p * (1.0 - p));
    }
    matrix
}

/// The likeliest strengths, in units of the logistic function, mean 0.
fn fit(engines: usize, meetings: &[Meeting]) -> Vec<f64> {
    let mut strengths = vec![0.0; engines];
    for _ in 0..200 {
        let mut gradient: Vec<f64> = strengths.iter().map(|strength| -REGULARISATION * strength).collect();
        for meeting in meetings {
            let surplus = meeting.points - meeting.games * chance(&strengths, meeting);
            gradient[meeting.a] += surplus;
            gradient[meeting.b] -= surplus;
        }
        let inverse = inverse(information(&strengths, meetings));
        let step: Vec<f64> =
            inverse.iter().map(|row| row.iter().zip(&gradient).map(|(x, y)| x * y).sum()).collect();
        let largest = step.iter().fold(0.0, |largest: f64, step| largest.max(step.abs()));
        // Beyond one unit the second derivatives are no longer a good approximation.
        let damping = 1.0 / largest.max(1.0);
        strengths.iter_mut().zip(&step).for_each(|(strength, step)| *strength += damping * step);
        if largest < 1e-10 {
            break;
        }
    }
    strengths
}

/// Covariance of the strengths.
fn covariance(strengths: &[f64], meetings: &[Meeting]) -> Vec<Vec<f64>> {
    let engines = strengths.len();
    let inverse = inverse(information(strengths, meetings));
    let mut spread = vec![vec![0.0; engines]; engines];
    for meeting in meetings {
        add_difference(&mut spread, meeting, variance(chance(strengths, meeting), meeting));
    }
    product(&product(&inverse, &spread), &inverse)
}

/// Variance of the points of a meeting: that of pairs around the expected score, with one pair of two coin tosses
/// added, so that the variance of a few equal results is not 0.
fn variance(p: f64, meeting: &Meeting) -> f64 {
    let coin = p * (1.0 - p);
    let counts = meeting.pairing.pairs;
    let squares = counts.iter().enumerate().map(|(class, &count)| {
        let points = class as f64 / 2.0;
        count as f64 * (points - 2.0 * p).powi(2)
    });
    let pairs = counts.iter().sum::<u64>() as f64;
    meeting.games / 2.0 * (squares.sum::<f64>() + 2.0 * coin) / (pairs + 1.0)
}

fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let cell = |row: &[f64], column: usize| row.iter().zip(right).map(|(x, other)| x * other[column]).sum();
    left.iter().map(|row| (0..right.len()).map(|column| cell(row, column)).collect()).collect()
}

/// The inverse of a positive definite matrix, by elimination without row exchanges.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|j| f64::from(u8::from(i == j))));
    }
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|cell| *cell /= scale);
        let pivot_row = matrix[pivot].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|&(i, _)| i != pivot) {
            let factor = row[pivot];
            row.iter_mut().zip(&pivot_row).for_each(|(cell, other)| *cell -= factor * other);
        }
    }
    matrix.into_iter().map(|mut row| row.split_off(size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::elo::Estimate;

    fn pairing(wins: u64, draws: u64, losses: u64) -> Pairing {
        Pairing { wdl: Wdl { wins, draws, losses }, ..Pairing::default() }
    }

    #[test]
    fn two_engines_differ_by_the_elo_of_their_score() {
        let pairs = [10, 50, 100, 70, 20];
        let wdl = Wdl { wins: 150, draws: 240, losses: 110 };
        let both = Pairing { wdl, pairs, drawn_pairs: 0 };
        let ratings = rate(2, &BTreeMap::from([((0, 1), both)]));
        let [first, second] = &ratings.list[..] else { panic!("{ratings:?}") };
        let estimate = Estimate::of_pairs(&pairs).expect("pairs");
        assert_eq!((first.engine, second.engine, ratings.with_prior), (0, 1, false));
        assert!((first.elo - second.elo - estimate.elo().value).abs() < 1e-6, "{ratings:?}");
        // The mean is fixed, so each has half the error of the difference.
        assert!((2.0 * first.error - estimate.elo().error()).abs() < 0.3, "{ratings:?} {:?}", estimate.elo());
        assert!((first.los - estimate.los()).abs() < 0.01 && second.los.is_nan());
    }

    #[test]
    fn expected_points_are_the_points() {
        let results = BTreeMap::from([
            ((0, 1), pairing(30, 10, 20)),
            ((0, 2), pairing(40, 5, 15)),
            ((1, 2), pairing(25, 30, 5)),
            ((1, 3), pairing(1, 0, 3)),
        ]);
        let ratings = rate(4, &results);
        let elo = |engine| ratings.list.iter().find(|rating| rating.engine == engine).expect("rated").elo;
        let mut surplus = [0.0; 4];
        for (&(a, b), Pairing { wdl, .. }) in &results {
            let expected = wdl.games() as f64 * crate::match_runner::elo::expected_score(elo(a) - elo(b));
            surplus[a] += wdl.points() - expected;
            surplus[b] -= wdl.points() - expected;
        }
        assert!(surplus.iter().all(|surplus| surplus.abs() < 1e-4), "{surplus:?}");
        assert!((0..4).map(elo).sum::<f64>().abs() < 1e-3);
        assert!(!ratings.with_prior && ratings.list.iter().all(|rating| rating.error.is_finite()));
    }

    #[test]
    fn where_one_never_scores_a_draw_is_added() {
        let ratings = rate(3, &BTreeMap::from([((0, 1), pairing(10, 0, 0)), ((1, 2), pairing(5, 2, 5))]));
        assert!(ratings.with_prior);
        assert_eq!(ratings.list[0].engine, 0);
        assert!(ratings.list.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()));
    }

    #[test]
    fn engines_without_games_come_last() {
        let ratings = rate(3, &BTreeMap::from([((1, 2), pairing(1, 2, 5))]));
        let order: Vec<usize> = ratings.list.iter().map(|rating| rating.engine).collect();
        assert_eq!(order, [2, 1, 0]);
        assert_eq!(ratings.list[2].error, f64::INFINITY);
        assert!(rate(2, &BTreeMap::new()).list.len() == 2 && rate(0, &BTreeMap::new()).list.is_empty());
    }
}

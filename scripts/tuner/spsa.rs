//! Simultaneous perturbation stochastic approximation: pure arithmetic.
//!
//! J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation"
//! (1992), gains as in his "Implementation of the simultaneous perturbation algorithm" (1998). Iteration k, from 1,
//! moves each parameter by +c or -c at random, lets this side play the side with the opposite moves, and uses the
//! result as the slope in every direction. In units of each parameter's step:
//! - c(k) = spread / k^0.101
//! - a(k) = a / (A + k)^0.602, A a tenth of the iterations
//! - value += a(k) * result / (2 c(k)) * sign, result from -1 (the minus side won all games) to 1.
//!
//! `a` is chosen so that the first iteration moves a value by `rate` steps if one side wins all games.
//!
//! The engine takes whole numbers: both sides are rounded at random, with the same random number, so that their
//! distance is right on average (a perturbation of less than a half is not lost) and no larger than necessary.
//!
//! What must always hold: random numbers depend only on the seed and the number of the iteration, so that a resumed run
//! continues as if it had not been interrupted; values stay in their ranges. `libm` is used because `f64::powf` differs
//! between machines.

use quadriga::random::Random;
use serde::{Deserialize, Serialize};

/// How fast gains fall.
const ALPHA: f64 = 0.602;
/// How fast perturbations shrink.
const GAMMA: f64 = 0.101;
/// A, as a share of all iterations.
const STABILITY: f64 = 0.1;

/// A number to be tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// Name of the tunable.
    pub name: String,
    /// Value at the beginning.
    pub start: i32,
    /// Smallest value.
    pub min: i32,
    /// Largest value.
    pub max: i32,
    /// Unit of perturbations and moves, from 1.
    pub step: i32,
}

/// How large perturbations and moves are.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Gains {
    /// Iterations of the whole run.
    pub iterations: u64,
    /// Move of the first iteration where one side won all games, in steps.
    pub rate: f64,
    /// Perturbation of the first iteration, in steps.
    pub spread: f64,
}

impl Gains {
    /// c(k), in steps.
    fn perturbation(&self, k: u64) -> f64 {
        self.spread / libm::pow(k as f64, GAMMA)
    }

    /// a(k), in steps squared.
    fn gain(&self, k: u64) -> f64 {
        let stability = STABILITY * self.iterations as f64;
        2.0 * self.rate * self.spread * libm::pow((stability + 1.0) / (stability + k as f64), ALPHA)
    }
}

/// The two sides of an iteration.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Number of the iteration.
    k: u64,
    /// 1 or -1 for each parameter.
    signs: Vec<f64>,
    /// Values of the side moved by the signs.
    pub plus: Vec<i32>,
    /// Values of the side moved against them.
    pub minus: Vec<i32>,
}

impl Trial {
    /// Iteration k, from 1, around these values.
    pub fn draw(parameters: &[Parameter], values: &[f64], gains: &Gains, seed: u64, k: u64) -> Trial {
        let mut random = Random::new(Random::new(seed).next().wrapping_add(k));
        let mut trial = Trial { k, signs: Vec::new(), plus: Vec::new(), minus: Vec::new() };
        for (parameter, value) in parameters.iter().zip(values) {
            let drawn = random.next();
            let sign = if drawn & 1 == 1 { 1.0 } else { -1.0 };
            let shift = (drawn >> 11) as f64 / (1u64 << 53) as f64;
            let moved = sign * gains.perturbation(k) * f64::from(parameter.step);
            let side = |value: f64| (parameter.clamp(value) + shift).floor() as i32;
            trial.signs.push(sign);
            trial.plus.push(side(value + moved));
            trial.minus.push(side(value - moved));
        }
        trial
    }

    /// The values after this result, from -1 to 1.
    pub fn update(&self, parameters: &[Parameter], values: &[f64], gains: &Gains, result: f64) -> Vec<f64> {
        let steps = gains.gain(self.k) * result / (2.0 * gains.perturbation(self.k));
        let moved = parameters.iter().zip(values).zip(&self.signs);
        moved
            .map(|((parameter, value), sign)| {
                parameter.clamp(value + steps * sign * f64::from(parameter.step))
            })
            .collect()
    }
}

impl Parameter {
    fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.min), f64::from(self.max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(start: i32, step: i32) -> Parameter {
        Parameter { name: "x".to_string(), start, min: 0, max: 1000, step }
    }

    const GAINS: Gains = Gains { iterations: 100, rate: 2.0, spread: 3.0 };

    #[test]
    fn the_first_perturbation_is_the_spread_and_both_shrink_by_spalls_powers() {
        assert_eq!(GAINS.perturbation(1), 3.0);
        assert!((GAINS.perturbation(100) - 3.0 / 100f64.powf(0.101)).abs() < 1e-12);
        // a(k) (A + k)^0.602 is the same for all k, A = 10.
        let scaled = |k: u64| GAINS.gain(k) * (10.0 + k as f64).powf(0.602);
        assert!((scaled(1) - scaled(77)).abs() < 1e-9);
    }

    #[test]
    fn the_first_iteration_moves_by_the_rate_where_one_side_wins_all() {
        let parameters = [parameter(500, 10)];
        let trial = Trial::draw(&parameters, &[500.0], &GAINS, 1, 1);
        let after = trial.update(&parameters, &[500.0], &GAINS, 1.0)[0];
        assert!(((after - 500.0).abs() - 20.0).abs() < 1e-9, "{after}");
        // Towards the side that won.
        assert_eq!(after > 500.0, trial.plus[0] > trial.minus[0]);
        let half = trial.update(&parameters, &[500.0], &GAINS, -0.5)[0];
        assert!((half - 500.0 + (after - 500.0) / 2.0).abs() < 1e-9, "{half}");
    }

    #[test]
    fn trials_are_drawn_by_seed_and_iteration() {
        let parameters: Vec<Parameter> = (0..8).map(|_| parameter(500, 10)).collect();
        let draw = |seed, k| Trial::draw(&parameters, &[500.0; 8], &GAINS, seed, k);
        assert_eq!(draw(1, 5), draw(1, 5));
        assert_ne!(draw(1, 5).signs, draw(1, 6).signs);
        assert_ne!(draw(1, 5).signs, draw(2, 5).signs);
    }

    #[test]
    fn sides_stay_in_range_and_are_apart_by_twice_the_perturbation_on_average() {
        let narrow = [Parameter { max: 4, ..parameter(2, 1) }];
        let gains = Gains { spread: 0.2, ..GAINS };
        let mut apart = 0;
        for seed in 0..10_000 {
            let trial = Trial::draw(&narrow, &[2.5], &gains, seed, 1);
            apart += (trial.plus[0] - trial.minus[0]).abs();
            let edge = Trial::draw(&narrow, &[4.0], &Gains { spread: 9.0, ..GAINS }, seed, 1);
            assert!([&edge.plus, &edge.minus].iter().all(|side| (0..=4).contains(&side[0])), "{edge:?}");
        }
        assert!((3800..4200).contains(&apart), "{apart}");
    }
}

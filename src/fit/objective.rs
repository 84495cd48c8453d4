//! The objective of a linear model: log-loss on samples, and a Gaussian prior for each weight.
//!
//! The samples are split into a fixed number of parts. The sums of the parts are added in order, so the result is the
//! same with any number of threads.

use super::samples::Samples;
use crate::contract::{FeatureGroup, PhaseWeights};
use crate::threads::share;

/// Number of parts of the samples, and thus the maximum number of threads.
const PARTS: usize = 8;

/// The weights of a feature in the flat list: both phases of the first feature, then of the next.
fn at(weights: &[f32], feature: usize) -> [f32; 2] {
    [weights[2 * feature], weights[2 * feature + 1]]
}

/// The weights by feature.
pub fn by_feature(weights: &[f32]) -> Vec<PhaseWeights> {
    (0..weights.len() / 2).map(|feature| at(weights, feature)).collect()
}

/// The function that training minimizes.
pub struct Objective<'a> {
    samples: &'a Samples,
    /// Mean of the prior of each weight of the flat list.
    priors: Vec<f32>,
    /// Inverse variance of the prior of each.
    precisions: Vec<f32>,
    threads: usize,
}

/// The sums over a part of the samples.
struct Sums {
    loss: f64,
    gradient: Vec<f32>,
}

impl<'a> Objective<'a> {
    /// The log-loss on these samples, with the priors of these groups.
    pub fn new(samples: &'a Samples, groups: &[FeatureGroup], threads: usize) -> Objective<'a> {
        let each = |value: &dyn Fn(&FeatureGroup) -> [f32; 2]| {
            groups.iter().flat_map(|group| group.features.clone().flat_map(|_| value(group))).collect()
        };
        let priors = each(&|group| group.prior);
        let precisions = each(&|group| [group.spread.powi(-2); 2]);
        Objective { samples, priors, precisions, threads: threads.clamp(1, PARTS) }
    }

    /// The initial weights.
    pub fn priors(&self) -> &[f32] {
        &self.priors
    }

    /// A scale for each weight: the square root of the inverse of an upper bound of its second derivative.
    pub fn scales(&self) -> Vec<f32> {
        let curvature = self.in_parts(&|range| {
            let mut sums = vec![0.0f32; self.precisions.len()];
            for index in range {
                let share = self.samples.share(index);
                for (feature, count) in self.samples.features(index) {
                    sums[2 * feature] += 0.25 * (count * share).powi(2);
                    sums[2 * feature + 1] += 0.25 * (count * (1.0 - share)).powi(2);
                }
            }
            Sums { loss: 0.0, gradient: sums }
        });
        curvature
            .gradient
            .iter()
            .zip(&self.precisions)
            .map(|(&c, &precision)| 1.0 / (c + precision).sqrt())
            .collect()
    }

    /// Value and gradient at these weights. The value is the total loss of the samples plus half the squared distance
    /// from the priors, in units of their standard deviation.
    pub fn value_and_gradient(&self, weights: &[f32]) -> (f64, Vec<f32>) {
        let Sums { mut loss, mut gradient } = self.in_parts(&|range| self.sums(weights, range));
        for (i, gradient) in gradient.iter_mut().enumerate() {
            let off = weights[i] - self.priors[i];
            loss += 0.5 * f64::from(self.precisions[i] * off * off);
            *gradient += self.precisions[i] * off;
        }
        (loss, gradient)
    }

    fn sums(&self, weights: &[f32], range: std::ops::Range<usize>) -> Sums {
        let mut gradient = vec![0.0f32; weights.len()];
        let mut loss = 0.0;
        for index in range {
            let (share, target) = (self.samples.share(index), self.samples.target(index));
            let expected = expected(self.samples, index, weights);
            loss += f64::from(log_loss(expected, target));
            let error = expected - target;
            let parts = [error * share, error * (1.0 - share)];
            for (feature, count) in self.samples.features(index) {
                gradient[2 * feature] += parts[0] * count;
                gradient[2 * feature + 1] += parts[1] * count;
            }
        }
        Sums { loss, gradient }
    }

    /// The sums of all parts. Each thread takes the next part; the sums are added in order.
    fn in_parts(&self, sum: &(dyn Fn(std::ops::Range<usize>) -> Sums + Sync)) -> Sums {
        let length = self.samples.len();
        let part = |i: usize| i * length / PARTS..(i + 1) * length / PARTS;
        let mut total = Sums { loss: 0.0, gradient: vec![0.0; self.precisions.len()] };
        for begin in (0..PARTS).step_by(self.threads) {
            let parts = (begin..PARTS.min(begin + self.threads)).map(part).collect();
            for part in share(parts, self.threads, sum) {
                total.loss += part.loss;
                total.gradient.iter_mut().zip(&part.gradient).for_each(|(all, one)| *all += one);
            }
        }
        total
    }
}

/// The predicted result of a sample, from 0 (loss) to 1 (win).
#[inline]
fn expected(samples: &Samples, index: usize, weights: &[f32]) -> f32 {
    let share = samples.share(index);
    let (mut first, mut last) = (0.0, 0.0);
    for (feature, count) in samples.features(index) {
        let [early, late] = at(weights, feature);
        first += count * early;
        last += count * late;
    }
    expected_share(first * share + last * (1.0 - share))
}

/// The logistic function: the expected result for these log-odds, 0 to 1.
pub fn expected_share(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Log-loss of a prediction.
pub fn log_loss(expected: f32, target: f32) -> f32 {
    let ln = |p: f32| p.max(1e-7).ln();
    -(target * ln(expected) + (1.0 - target) * ln(1.0 - expected))
}

/// Mean log-loss of weights on samples.
pub fn mean_loss(samples: &Samples, weights: &[f32]) -> f64 {
    let losses =
        (0..samples.len()).map(|i| f64::from(log_loss(expected(samples, i, weights), samples.target(i))));
    losses.sum::<f64>() / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::testing::with_threads;

    fn samples() -> Samples {
        let mut samples = Samples::default();
        for i in 0..40usize {
            let features = [(i % 3, 1 + (i % 2) as i32), (2, -1)];
            samples.push(&features, (i % 5) as f32 / 4.0, (i % 7) as f32 / 6.0);
        }
        samples
    }

    fn groups() -> [FeatureGroup; 2] {
        [
            FeatureGroup { name: "a", features: 0..2, prior: [0.5, -0.5], spread: 1.0 },
            FeatureGroup { name: "b", features: 2..3, prior: [0.0, 0.0], spread: 0.1 },
        ]
    }

    #[test]
    fn the_gradient_is_that_of_the_value() {
        let samples = samples();
        let objective = Objective::new(&samples, &groups(), 1);
        let weights = [0.3f32, -0.2, 0.1, 0.4, -0.6, 0.25];
        let (_, gradient) = objective.value_and_gradient(&weights);
        for i in 0..weights.len() {
            let value = |by: f32| {
                let mut moved = weights;
                moved[i] += by;
                objective.value_and_gradient(&moved).0
            };
            let measured = (value(1e-2) - value(-1e-2)) / 2e-2;
            assert!((measured - f64::from(gradient[i])).abs() < 0.05, "{i}: {measured} and {}", gradient[i]);
        }
    }

    #[test]
    fn any_number_of_threads_sums_to_the_same_bits() {
        let samples = samples();
        let weights = [0.3f32, -0.2, 0.1, 0.4, -0.6, 0.25];
        let sums = [1, 2, 3, 8]
            .map(|threads| Objective::new(&samples, &groups(), threads).value_and_gradient(&weights));
        assert!(sums.iter().all(|sum| *sum == sums[0]));
        for granted in [0, 2] {
            let few =
                with_threads(granted, || Objective::new(&samples, &groups(), 8).value_and_gradient(&weights));
            assert!(few == sums[0], "{granted} threads");
        }
    }
}

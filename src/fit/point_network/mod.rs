//! Training of a network over the empty points of a board, in batches.
//!
//! | file | content |
//! |---|---|
//! | `samples` | positions as the shapes of their points, with their targets |
//! | `forward` | the forward pass |
//! | `gradient` | the backward pass |
//! | `factors` | factorized weights: rows of shapes and biases are sums of their own and of shared ones |
//! | `optimizer` | the `Trainer`: owns the network and updates it after a batch |
//!
//! The loss is that of the value plus a fraction of that of the policy: the chosen move shapes the vectors of points,
//! and so improves the value, too. A batch always has two shards, one for each thread, whose gradients are added. So
//! the same games and seed give the same network.

mod factors;
mod forward;
mod gradient;
mod optimizer;
mod samples;

pub use forward::evaluate_points;
pub use samples::PointSamples;

use super::fitting::FitProgress;
use super::network::NetworkRequest;
use super::objective::{expected_share, log_loss};
use crate::contract::{PointNetworkModel, PointNetworkWeights, Position};
use crate::random::Random;
use crate::threads::share;
use factors::Layout;
use forward::Forward;
use gradient::Gradients;
use optimizer::Trainer;

/// Positions in a batch.
const BATCH: usize = 1024;
/// Number of threads, each with a shard of a batch.
const THREADS: usize = 2;
/// Random seed of the order of positions.
const ORDER_SEED: u64 = 77;

/// Trains a network, continuing from the network `from` if there is one. `validation` has positions of other games. `report`
/// is called after every epoch.
pub fn fit_point_network<P: Position>(
    model: &dyn PointNetworkModel<P>,
    from: Option<PointNetworkWeights>,
    training: &PointSamples,
    validation: &PointSamples,
    request: &NetworkRequest,
    report: &mut dyn FnMut(FitProgress),
) -> PointNetworkWeights {
    fit_layout(Layout::new(model).starting_from(from), training, validation, request, report)
}

fn fit_layout(
    layout: Layout,
    training: &PointSamples,
    validation: &PointSamples,
    request: &NetworkRequest,
    report: &mut dyn FnMut(FitProgress),
) -> PointNetworkWeights {
    let batches = training.len() / BATCH;
    let mut shards: [Shard; THREADS] = std::array::from_fn(|_| Shard::new(&layout));
    let mut trainer = Trainer::new(layout, request.seed, request.epochs * batches);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    for epoch in 0..request.epochs {
        Random::new(ORDER_SEED + epoch as u64).shuffle(&mut order);
        let mut loss = 0.0;
        for batch in order.chunks_exact(BATCH) {
            let (network, swapped) = (trainer.network(), trainer.swapped());
            let parts = shards.iter_mut().zip(batch.chunks_exact(BATCH / THREADS)).collect();
            share(parts, THREADS, &|(shard, indices)| {
                shard.forward_backward(network, swapped, training, indices)
            });
            loss += shards.iter().map(|shard| shard.loss).sum::<f64>();
            trainer.step(shards.each_mut().map(|shard| &mut shard.gradients), BATCH);
        }
        let train_loss = loss / (batches * BATCH).max(1) as f64;
        let validation_loss = mean_loss(trainer.network(), trainer.swapped(), validation);
        report(FitProgress { step: epoch + 1, train_loss, validation_loss });
    }
    trainer.into_network()
}

/// One thread's part of a batch.
struct Shard {
    gradients: Gradients,
    forward: Forward,
    /// Sum of the value losses.
    loss: f64,
}

impl Shard {
    fn new(layout: &Layout) -> Shard {
        let gradients = Gradients::new(layout.sides(), layout.shapes());
        Shard { gradients, forward: Forward::default(), loss: 0.0 }
    }

    /// Computes the loss and the gradients of the positions with these indices.
    fn forward_backward(
        &mut self,
        network: &PointNetworkWeights,
        swapped: &[u16],
        samples: &PointSamples,
        indices: &[u32],
    ) {
        self.gradients.clear();
        self.loss = 0.0;
        for &index in indices {
            let sample = samples.get(index as usize);
            self.forward.evaluate(network, swapped, sample.points, sample.facts);
            self.loss += f64::from(log_loss(expected_share(self.forward.value), sample.target));
            self.gradients.add(network, swapped, &sample, &mut self.forward);
        }
    }
}

/// Mean log-loss of a network's values on the validation positions.
fn mean_loss(network: &PointNetworkWeights, swapped: &[u16], samples: &PointSamples) -> f64 {
    let mut forward = Forward::default();
    let losses = (0..samples.len()).map(|index| {
        let sample = samples.get(index);
        forward.evaluate(network, swapped, sample.points, sample.facts);
        f64::from(log_loss(expected_share(forward.value), sample.target))
    });
    losses.sum::<f64>() / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::PointFacts;

    /// Shapes 1 to 4 in two pairs: exchanging the colours turns one into the other. 0 is a line without stones.
    const SWAPPED: [u16; 5] = [0, 2, 1, 4, 3];

    fn layout() -> Layout {
        let parts = (0..5).map(|shape| (shape > 0).then_some([0, 1, 1 + shape])).collect();
        Layout::from_parts(SWAPPED.to_vec(), vec![parts], vec![0.2; 6])
    }

    /// Positions that are won if most points have shape 1; the best move is on the point with shape 3.
    fn samples(count: usize, seed: u64) -> PointSamples {
        let mut random = Random::new(seed);
        let mut samples = PointSamples::default();
        for _ in 0..count {
            let chosen = random.below(9);
            let points: Vec<[u16; 4]> = (0..9)
                .map(|point| [1 + random.below(2) as u16, 0, 0, if point == chosen { 3 } else { 4 }])
                .collect();
            let ones = points.iter().filter(|shapes| shapes[0] == 1).count();
            let facts = PointFacts { side: 0, facts: 0, stones: 10 };
            samples.push(&points, facts, Some(chosen), if ones > 4 { 1.0 } else { 0.0 });
        }
        samples
    }

    fn fitted(seed: u64) -> (PointNetworkWeights, Vec<FitProgress>) {
        fitted_from(None, NetworkRequest { epochs: 20, seed })
    }

    fn fitted_from(
        from: Option<PointNetworkWeights>,
        request: NetworkRequest,
    ) -> (PointNetworkWeights, Vec<FitProgress>) {
        let mut reports = Vec::new();
        let (training, validation) = (samples(4 * BATCH, 1), samples(500, 2));
        let layout = layout().starting_from(from);
        let weights =
            fit_layout(layout, &training, &validation, &request, &mut |progress| reports.push(progress));
        (weights, reports)
    }

    #[test]
    fn a_simple_rule_is_learned() {
        let (weights, reports) = fitted(1);
        let (first, last) = (reports[0], reports[reports.len() - 1]);
        assert!(
            last.validation_loss < 0.35 && last.validation_loss < first.validation_loss / 1.5,
            "{first:?} {last:?}"
        );
        let validation = samples(100, 3);
        let likeliest = |number: usize| {
            let sample = validation.get(number);
            let (_, order) =
                evaluate_points(&weights, &|shape| SWAPPED[shape].into(), sample.points, sample.facts);
            let best = (0..order.len()).max_by(|&a, &b| order[a].total_cmp(&order[b]));
            best == sample.chosen
        };
        assert!((0..100).filter(|&number| likeliest(number)).count() > 90);
    }

    #[test]
    fn the_same_seed_gives_the_same_network() {
        assert_eq!(fitted(1), fitted(1));
        assert_ne!(fitted(1).0, fitted(2).0);
    }

    #[test]
    fn training_continues_from_a_network_whatever_the_seed() {
        let (before, reports) = fitted(1);
        let [on, again] =
            [1, 2].map(|seed| fitted_from(Some(before.clone()), NetworkRequest { epochs: 10, seed }));
        assert_eq!(on, again);
        let (last, first) = (reports[reports.len() - 1], on.1[0]);
        assert!(first.train_loss < reports[0].train_loss / 1.5, "{first:?}");
        assert!(on.1[9].train_loss < last.train_loss && on.0 != before, "{last:?} {:?}", on.1[9]);
        let none = PointSamples::default();
        let request = NetworkRequest { epochs: 1, seed: 1 };
        let layout = layout().starting_from(Some(before.clone()));
        assert_eq!(fit_layout(layout, &none, &none, &request, &mut |_| ()), before);
    }

    #[test]
    fn without_positions_there_is_the_network_of_the_seed() {
        let request = NetworkRequest { epochs: 1, seed: 4 };
        let none = PointSamples::default();
        let mut reports = 0;
        let weights = fit_layout(layout(), &none, &none, &request, &mut |_| reports += 1);
        assert_eq!(reports, 1);
        assert!(weights.tables[0][1].iter().all(|number| number.is_finite()));
        assert_eq!(weights.tables[0][0], [0.0; 32], "a line without stones");
    }
}

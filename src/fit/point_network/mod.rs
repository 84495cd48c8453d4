//! From positions to a network that looks at empty points: steps down the slope of the loss, some positions at a time.
//!
//! | file | content |
//! |---|---|
//! | `samples` | positions as the shapes of their points, with what came of them |
//! | `judged` | what the network says of a position |
//! | `slope` | how its numbers would have to change |
//! | `factors` | the numbers that move: rows of shapes and biases are sums of shared ones and of their own |
//! | `descent` | how they move after a batch |
//!
//! The loss is that of the value, and a part of that of the move chosen: what makes a move likely shapes the vectors of
//! points, and so the value, too. Each half of a batch is judged by a thread and the slopes of both are added, so the same
//! games and seed give the same network.

mod descent;
mod factors;
mod judged;
mod samples;
mod slope;

pub use judged::judge_points;
pub use samples::PointSamples;

use super::fitting::Round;
use super::network::NetworkRequest;
use super::objective::{expected_share, log_loss};
use crate::contract::{PointNetworkModel, PointNumbers, Position};
use crate::random::Random;
use crate::threads::share;
use descent::Descent;
use factors::Layout;
use judged::Judged;
use slope::Slopes;

/// Positions of a batch.
const BATCH: usize = 1024;
/// Threads, each with its part of a batch.
const THREADS: usize = 2;
/// Seed of the orders in which positions are taken.
const ORDER_SEED: u64 = 77;

/// Fits a network to positions, going on from the network `from` if there is one; `judge_by` are positions of other games.
/// `report` hears of every epoch.
pub fn fit_point_network<P: Position>(
    model: &dyn PointNetworkModel<P>,
    from: Option<PointNumbers>,
    learn: &PointSamples,
    judge_by: &PointSamples,
    request: &NetworkRequest,
    report: &mut dyn FnMut(Round),
) -> PointNumbers {
    fit_layout(Layout::new(model).going_on_from(from), learn, judge_by, request, report)
}

fn fit_layout(
    layout: Layout,
    learn: &PointSamples,
    judge_by: &PointSamples,
    request: &NetworkRequest,
    report: &mut dyn FnMut(Round),
) -> PointNumbers {
    let batches = learn.len() / BATCH;
    let mut halves: [Half; THREADS] = std::array::from_fn(|_| Half::new(&layout));
    let mut descent = Descent::new(layout, request.seed, request.epochs * batches);
    let mut order: Vec<u32> = (0..learn.len() as u32).collect();
    for epoch in 0..request.epochs {
        let mut random = Random::new(ORDER_SEED + epoch as u64);
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        let mut loss = 0.0;
        for batch in order.chunks_exact(BATCH) {
            let (network, swapped) = (descent.network(), descent.swapped());
            let parts = halves.iter_mut().zip(batch.chunks_exact(BATCH / THREADS)).collect();
            share(parts, THREADS, &|(half, numbers)| half.judge(network, swapped, learn, numbers));
            loss += halves.iter().map(|half| half.loss).sum::<f64>();
            descent.step(halves.each_mut().map(|half| &mut half.slopes), BATCH);
        }
        let judged = mean_loss(descent.network(), descent.swapped(), judge_by);
        report(Round { step: epoch + 1, learnt: loss / (batches * BATCH).max(1) as f64, judged });
    }
    descent.into_network()
}

/// What a part of a batch says.
struct Half {
    slopes: Slopes,
    judged: Judged,
    /// Sum of the losses of values.
    loss: f64,
}

impl Half {
    fn new(layout: &Layout) -> Half {
        Half { slopes: Slopes::new(layout.sides(), layout.shapes()), judged: Judged::default(), loss: 0.0 }
    }

    /// Judges the positions of these numbers.
    fn judge(&mut self, network: &PointNumbers, swapped: &[u16], samples: &PointSamples, numbers: &[u32]) {
        self.slopes.clear();
        self.loss = 0.0;
        for &number in numbers {
            let sample = samples.get(number as usize);
            self.judged.judge(network, swapped, sample.points, sample.facts);
            self.loss += f64::from(log_loss(expected_share(self.judged.value), sample.target));
            self.slopes.add(network, swapped, &sample, &mut self.judged);
        }
    }
}

/// Mean log-loss of a network's values on positions that are only judged by.
fn mean_loss(network: &PointNumbers, swapped: &[u16], samples: &PointSamples) -> f64 {
    let mut judged = Judged::default();
    let losses = (0..samples.len()).map(|number| {
        let sample = samples.get(number);
        judged.judge(network, swapped, sample.points, sample.facts);
        f64::from(log_loss(expected_share(judged.value), sample.target))
    });
    losses.sum::<f64>() / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::PointFacts;

    /// Shapes 1 to 4 in two pairs, each the other's where colours are exchanged; 0 is a line without stones.
    const SWAPPED: [u16; 5] = [0, 2, 1, 4, 3];

    fn layout() -> Layout {
        let parts = (0..5).map(|shape| (shape > 0).then_some([0, 1, 1 + shape])).collect();
        Layout::from_parts(SWAPPED.to_vec(), vec![parts], vec![0.2; 6])
    }

    /// Positions that are won where shape 1 is seen on most points; the point with shape 3 is the one to play on.
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

    fn fitted(seed: u64) -> (PointNumbers, Vec<Round>) {
        fitted_from(None, NetworkRequest { epochs: 20, seed })
    }

    fn fitted_from(from: Option<PointNumbers>, request: NetworkRequest) -> (PointNumbers, Vec<Round>) {
        let mut rounds = Vec::new();
        let (learn, judge_by) = (samples(4 * BATCH, 1), samples(500, 2));
        let layout = layout().going_on_from(from);
        let numbers = fit_layout(layout, &learn, &judge_by, &request, &mut |round| rounds.push(round));
        (numbers, rounds)
    }

    #[test]
    fn a_simple_truth_is_learnt() {
        let (numbers, rounds) = fitted(1);
        let (first, last) = (rounds[0], rounds[rounds.len() - 1]);
        assert!(last.judged < 0.35 && last.judged < first.judged / 1.5, "{first:?} {last:?}");
        let judge_by = samples(100, 3);
        let likeliest = |number: usize| {
            let sample = judge_by.get(number);
            let (_, order) =
                judge_points(&numbers, &|shape| SWAPPED[shape].into(), sample.points, sample.facts);
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
    fn a_fit_goes_on_from_a_network_whatever_the_seed() {
        let (before, rounds) = fitted(1);
        let [on, again] =
            [1, 2].map(|seed| fitted_from(Some(before.clone()), NetworkRequest { epochs: 10, seed }));
        assert_eq!(on, again);
        let (last, first) = (rounds[rounds.len() - 1], on.1[0]);
        assert!(first.learnt < rounds[0].learnt / 1.5, "{first:?}");
        assert!(on.1[9].learnt < last.learnt && on.0 != before, "{last:?} {:?}", on.1[9]);
        let none = PointSamples::default();
        let request = NetworkRequest { epochs: 1, seed: 1 };
        let layout = layout().going_on_from(Some(before.clone()));
        assert_eq!(fit_layout(layout, &none, &none, &request, &mut |_| ()), before);
    }

    #[test]
    fn without_positions_there_is_the_network_of_the_seed() {
        let request = NetworkRequest { epochs: 1, seed: 4 };
        let none = PointSamples::default();
        let mut rounds = 0;
        let numbers = fit_layout(layout(), &none, &none, &request, &mut |_| rounds += 1);
        assert_eq!(rounds, 1);
        assert!(numbers.tables[0][1].iter().all(|number| number.is_finite()));
        assert_eq!(numbers.tables[0][0], [0.0; 32], "a line without stones");
    }
}

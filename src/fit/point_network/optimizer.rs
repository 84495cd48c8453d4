//! The optimizer: Adam with a learning rate that warms up and decays.
//!
//! Corrections of single shapes have a quarter of the learning rate and decoupled weight decay (AdamW by Loshchilov and
//! Hutter, 2017). The decay is strong: most shapes are so rare that only a few games decide their correction, and Adam
//! makes steps of the same size for all.

use super::factors::{FactorisedWeights, Layout, POOL, STONES};
use super::gradient::Gradients;
use crate::contract::{HeadFields, PointNetworkWeights};
use crate::fit::adam::Adam;

/// Largest learning rate.
const LEARNING_RATE: f32 = 0.006;
/// Factor of the learning rate when training continues from a network.
const FINE_TUNING: f32 = 0.3;
/// Fraction of the training in which the learning rate rises from 0.
const WARMUP: f32 = 0.02;
/// Factor of the learning rate at the end.
const MIN_DECAY: f32 = 0.01;
/// Keeps the divisor above 0.
const EPSILON: f32 = 1e-8;

/// Settings of the optimizer for a group of parameters.
#[derive(Clone, Copy)]
struct ParameterGroup {
    /// Factor of the learning rate.
    rate: f32,
    /// Weight decay.
    decay: f32,
    /// Maximum absolute value: 16 bits are used in play.
    limit: f32,
}

impl ParameterGroup {
    const PLAIN: ParameterGroup = ParameterGroup { rate: 1.0, decay: 0.0, limit: f32::INFINITY };
    const CORRECTION: ParameterGroup = ParameterGroup { rate: 0.25, decay: 20.0, ..ParameterGroup::PLAIN };

    /// Weights of an input of this size. If the input is large, the weights are small, and so is their learning rate.
    const fn weights(input: f32, limit: f32) -> ParameterGroup {
        ParameterGroup { rate: 1.0 / input, decay: 0.0, limit: limit / input }
    }
}

/// The parameter groups of a head.
const HEAD_GROUPS: HeadFields<ParameterGroup> = {
    const NEURON_LIMIT: f32 = 7.9;
    const VALUE_LIMIT: f32 = 2.8;
    HeadFields {
        neurons: ParameterGroup::weights(POOL, NEURON_LIMIT),
        neuron_bias: ParameterGroup::PLAIN,
        neuron_stones: ParameterGroup::weights(STONES, NEURON_LIMIT),
        outputs: ParameterGroup::PLAIN,
        linear: ParameterGroup::weights(POOL, VALUE_LIMIT),
        bias: ParameterGroup::PLAIN,
        stones: ParameterGroup::weights(STONES, VALUE_LIMIT),
        order: ParameterGroup::PLAIN,
        order_gates: ParameterGroup::PLAIN,
    }
};

/// One step of AdamW. `corrections` as from [`Adam::bias_corrections`].
fn step(
    moments: &mut Adam,
    parameters: &mut [f32],
    gradients: &[f32],
    group: ParameterGroup,
    rate: f32,
    corrections: [f32; 2],
) {
    let rate = rate * group.rate;
    moments.step(parameters, gradients.iter().copied(), corrections, |parameter, mean, root| {
        let step = mean / (root + EPSILON);
        let updated = *parameter - rate * (step + group.decay * *parameter);
        *parameter = updated.clamp(-group.limit, group.limit);
    });
}

/// A network in training, with the state of its optimizer.
pub struct Trainer {
    layout: Layout,
    factors: FactorisedWeights,
    gradients: FactorisedWeights,
    /// Moments of each list of parameters.
    moments: Vec<Adam>,
    network: PointNetworkWeights,
    steps: usize,
    all_steps: usize,
}

impl Trainer {
    /// A training run of `all_steps` steps that begins with the initial weights of a seed.
    pub fn new(layout: Layout, seed: u64, all_steps: usize) -> Trainer {
        let mut factors = FactorisedWeights::initial(&layout, seed);
        let mut network = PointNetworkWeights::zero(layout.sides(), layout.shapes());
        factors.fold(&layout, &mut network);
        let moments = parameters(&mut factors).iter().map(|(list, _)| Adam::new(list.len())).collect();
        let gradients = FactorisedWeights::zero(&layout);
        Trainer { gradients, layout, factors, moments, network, steps: 0, all_steps }
    }

    /// The current network.
    pub fn network(&self) -> &PointNetworkWeights {
        &self.network
    }

    /// For each shape, the same shape as the other player sees it.
    pub fn swapped(&self) -> &[u16] {
        self.layout.swapped()
    }

    /// The trained network, at the end.
    pub fn into_network(self) -> PointNetworkWeights {
        self.network
    }

    /// A step by the gradients of both shards of a batch of `positions` positions.
    pub fn step(&mut self, shards: [&mut Gradients; 2], positions: usize) {
        self.steps += 1;
        self.average_gradients(shards, 1.0 / positions as f32);
        self.gradients.sum_to_factors(&self.layout);
        let rate = self.learning_rate();
        let corrections = Adam::bias_corrections(self.steps);
        let gradients = parameters(&mut self.gradients);
        for (((list, group), (gradients, _)), moments) in
            parameters(&mut self.factors).into_iter().zip(gradients).zip(&mut self.moments)
        {
            step(moments, list, gradients, group, rate, corrections);
        }
        self.factors.fold(&self.layout, &mut self.network);
    }

    /// The learning rate of this step: linear warm-up, then linear decay.
    fn learning_rate(&self) -> f32 {
        let done = self.steps as f32 / self.all_steps as f32;
        let factor = if self.layout.is_fine_tuning() { FINE_TUNING } else { 1.0 };
        LEARNING_RATE * factor * (done / WARMUP).min(1.0) * (1.0 - done).max(MIN_DECAY)
    }

    /// The mean gradients of the network's weights.
    fn average_gradients(&mut self, [first, second]: [&mut Gradients; 2], factor: f32) {
        let sum = |to: &mut [f32], first: &[f32], second: &[f32]| {
            for ((to, first), second) in to.iter_mut().zip(first).zip(second) {
                *to = (first + second) * factor;
            }
        };
        let own = &mut self.gradients.own;
        for ((to, first), second) in own.tables.iter_mut().zip(&first.0.tables).zip(&second.0.tables) {
            sum(to.as_flattened_mut(), first.as_flattened(), second.as_flattened());
        }
        for ((to, first), second) in own.heads.iter_mut().zip(&mut first.0.heads).zip(&mut second.0.heads) {
            for ((to, first), second) in to.fields().into_iter().zip(first.fields()).zip(second.fields()) {
                sum(to, first, second);
            }
        }
    }
}

/// All lists of parameters, with their groups.
fn parameters(factors: &mut FactorisedWeights) -> Vec<(&mut [f32], ParameterGroup)> {
    let mut lists: Vec<(&mut [f32], ParameterGroup)> = Vec::new();
    let own = &mut factors.own;
    lists.extend(own.tables.iter_mut().map(|table| (table.as_flattened_mut(), ParameterGroup::CORRECTION)));
    lists.extend(factors.parts.iter_mut().map(|parts| (parts.as_flattened_mut(), ParameterGroup::PLAIN)));
    for head in &mut own.heads {
        lists.extend(head.fields().into_iter().zip(HEAD_GROUPS));
    }
    for shared in &mut factors.shared {
        lists.push((shared.neurons.as_flattened_mut(), ParameterGroup::PLAIN));
        lists.push((&mut shared.value, ParameterGroup::PLAIN));
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_the_learning_rate_for_any_size_of_gradient() {
        let mut weights = [0.0, 0.0, 0.0, 1.0];
        let corrections = Adam::bias_corrections(1);
        let gradients = [1e-3, -100.0, 0.0, 0.0];
        step(&mut Adam::new(4), &mut weights, &gradients, ParameterGroup::CORRECTION, 0.02, corrections);
        assert!((weights[0] + 0.005).abs() < 1e-4 && (weights[1] - 0.005).abs() < 1e-4, "{weights:?}");
        assert_eq!(weights[2], 0.0);
        assert!((weights[3] - 0.9).abs() < 1e-6, "weight decay");
    }

    #[test]
    fn the_learning_rate_rises_fast_and_falls_slowly() {
        let layout = Layout::from_parts(vec![0], vec![vec![None]], Vec::new());
        let mut trainer = Trainer::new(layout, 1, 1000);
        let rates: Vec<f32> = [1, 10, 20, 500, 1000]
            .into_iter()
            .map(|step| {
                trainer.steps = step;
                trainer.learning_rate() / LEARNING_RATE
            })
            .collect();
        let expected = [0.05 * 0.999, 0.5 * 0.99, 0.98, 0.5, 0.01];
        assert!(
            rates.iter().zip(expected).all(|(rate, expected)| (rate - expected).abs() < 1e-4),
            "{rates:?}"
        );
    }
}

//! The backward pass: the gradient of the loss with respect to the weights of a network.

use super::super::objective::expected_share;
use super::forward::{Forward, Lanes, add, clipped, dot, is_active, rows, tables};
use super::samples::PointSample;
use crate::contract::{POINT_CHANNELS, POINT_LANES, PointFacts, PointHead, PointNetworkWeights};

/// Weight of the policy's cross-entropy in the loss.
const POLICY_WEIGHT: f32 = 0.1;

/// The gradient of the loss with respect to each weight of a network, summed over positions.
pub struct Gradients(pub PointNetworkWeights);

impl Gradients {
    /// Gradients of 0.
    pub fn new(sides: usize, shapes: usize) -> Gradients {
        Gradients(PointNetworkWeights::zero(sides, shapes))
    }

    /// Sets all gradients to 0.
    pub fn clear(&mut self) {
        self.0.tables.iter_mut().for_each(|table| table.as_flattened_mut().fill(0.0));
        self.0.heads.iter_mut().flat_map(PointHead::fields).for_each(|list| list.fill(0.0));
    }

    /// Adds the gradient of a position after its forward pass.
    pub fn add(
        &mut self,
        network: &PointNetworkWeights,
        swapped: &[u16],
        sample: &PointSample,
        forward: &mut Forward,
    ) {
        let error = expected_share(forward.value) - sample.target;
        forward.order_errors(sample.chosen);
        let (side, head) = (sample.facts.side, &network.heads[sample.facts.side]);
        let by_pool = add_head(&mut self.0.heads[side], head, sample.facts, forward, error);
        let tables = tables(self.0.tables.len(), side);
        for ((shapes, sums), &order_error) in sample.points.iter().zip(&forward.sums).zip(&forward.order) {
            let by_order = POLICY_WEIGHT * order_error;
            let mut gradient = by_pool;
            add(&mut gradient, by_order, &forward.order_weights);
            for lane in 0..POINT_LANES {
                gradient[lane] = if is_active(sums[lane]) { gradient[lane] } else { 0.0 };
            }
            for &shape in shapes {
                let rows = rows(swapped, shape);
                for (view, gradient) in gradient.as_chunks::<POINT_CHANNELS>().0.iter().enumerate() {
                    let row = &mut self.0.tables[tables[view]][rows[view]];
                    for channel in 0..POINT_CHANNELS {
                        row[channel] += gradient[channel];
                    }
                }
            }
        }
    }
}

/// Adds the gradient of a head's weights and returns that of the pool. `error` is the expected result less the target.
fn add_head(
    gradients: &mut PointHead,
    head: &PointHead,
    facts: PointFacts,
    forward: &Forward,
    error: f32,
) -> Lanes {
    let stones = facts.stones as f32;
    gradients.bias[facts.facts] += error;
    gradients.stones += error * stones;
    add(&mut gradients.linear, error, &forward.pool);
    let mut by_pool = head.linear.map(|weight| error * weight);
    let mut by_order = [0.0; POINT_LANES];
    for (sums, order_error) in forward.sums.iter().zip(&forward.order) {
        add(&mut by_order, POLICY_WEIGHT * order_error, &clipped(sums));
    }
    add(&mut gradients.order, 1.0, &by_order);
    for (neuron, &input) in forward.neurons.iter().enumerate() {
        let output = input.clamp(0.0, 1.0);
        gradients.outputs[neuron] += error * output;
        add(&mut gradients.order_gates[neuron], output, &by_order);
        if is_active(input) {
            let gradient = error * head.outputs[neuron] + dot(&head.order_gates[neuron], &by_order);
            gradients.neuron_bias[facts.facts][neuron] += gradient;
            gradients.neuron_stones[neuron] += gradient * stones;
            add(&mut gradients.neurons[neuron], gradient, &forward.pool);
            add(&mut by_pool, gradient, &head.neurons[neuron]);
        }
    }
    by_pool
}

#[cfg(test)]
mod tests {
    use super::super::super::objective::log_loss;
    use super::super::PointSamples;
    use super::*;
    use crate::contract::POINT_NEURONS;

    const SWAPPED: [u16; 5] = [0, 2, 1, 4, 3];
    const FACTS: PointFacts = PointFacts { side: 1, facts: 5, stones: 7 };

    /// A network of two sides. Many of its sums are between 0 and 1, but none so near to either that a small change of
    /// a weight crosses it.
    fn network() -> PointNetworkWeights {
        let mut state = 34;
        let mut random = |middle: f32, size: f32| {
            state = (state * 37 + 11) % 1009;
            middle + (state as f32 / 1009.0 - 0.5) * size
        };
        let mut network = PointNetworkWeights::zero(2, SWAPPED.len());
        for table in &mut network.tables {
            table.as_flattened_mut().iter_mut().for_each(|lane| *lane = random(0.1, 0.5));
        }
        for head in &mut network.heads {
            head.neurons.as_flattened_mut().iter_mut().for_each(|weight| *weight = random(0.0, 0.2));
            head.neuron_bias.as_flattened_mut().iter_mut().for_each(|bias| *bias = random(0.2, 0.4));
            head.neuron_stones.iter_mut().for_each(|weight| *weight = random(0.0, 0.02));
            head.outputs.iter_mut().for_each(|weight| *weight = random(0.0, 1.0));
            head.linear.iter_mut().for_each(|weight| *weight = random(0.0, 0.4));
            head.bias.iter_mut().for_each(|bias| *bias = random(0.0, 0.4));
            head.stones = 0.01;
            head.order.iter_mut().for_each(|weight| *weight = random(0.0, 2.0));
            head.order_gates.as_flattened_mut().iter_mut().for_each(|weight| *weight = random(0.0, 1.0));
        }
        network
    }

    fn samples() -> PointSamples {
        let mut samples = PointSamples::default();
        samples.push(&[[1, 2, 0, 3], [4, 4, 1, 0], [2, 3, 3, 1]], FACTS, Some(1), 0.2);
        samples
    }

    /// Selects a weight of a network.
    type Weight<'a> = &'a dyn Fn(&mut PointNetworkWeights) -> &mut f32;

    /// The loss after one weight is changed by `by`.
    fn loss(weight: Weight, by: f32) -> f64 {
        let (mut network, samples) = (network(), samples());
        *weight(&mut network) += by;
        let (sample, mut forward) = (samples.get(0), Forward::default());
        forward.evaluate(&network, &SWAPPED, sample.points, sample.facts);
        let odds: Vec<f64> = forward.order.iter().map(|&odds| f64::from(odds)).collect();
        let order = odds.iter().map(|odds| odds.exp()).sum::<f64>().ln() - odds[1];
        f64::from(log_loss(expected_share(forward.value), sample.target)) + f64::from(POLICY_WEIGHT) * order
    }

    /// Compares a gradient with the finite difference, and returns it.
    fn measured(what: &str, weight: Weight) -> f32 {
        let (network, samples) = (network(), samples());
        let (sample, mut forward) = (samples.get(0), Forward::default());
        forward.evaluate(&network, &SWAPPED, sample.points, sample.facts);
        let mut gradients = Gradients::new(2, SWAPPED.len());
        gradients.add(&network, &SWAPPED, &sample, &mut forward);
        let gradient = *weight(&mut gradients.0);
        let measured = ((loss(weight, 1e-3) - loss(weight, -1e-3)) / 2e-3) as f32;
        assert!((measured - gradient).abs() < 1e-3 + 0.02 * gradient.abs(), "{what}: {measured} {gradient}");
        gradient.abs()
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let mut largest = [0.0f32; 8];
        for lane in 0..POINT_LANES {
            let (channel, neuron, side) = (lane % POINT_CHANNELS, lane % POINT_NEURONS, lane % 2);
            let weights: [(&str, Weight); 8] = [
                ("row", &|network| &mut network.tables[side][1 + lane % 4][channel]),
                ("weight of a neuron", &|network| &mut network.heads[1].neurons[neuron][lane]),
                ("bias of a neuron", &|network| &mut network.heads[1].neuron_bias[5][neuron]),
                ("stones in a neuron", &|network| &mut network.heads[1].neuron_stones[neuron]),
                ("output", &|network| &mut network.heads[1].outputs[neuron]),
                ("pool", &|network| &mut network.heads[1].linear[lane]),
                ("order", &|network| &mut network.heads[1].order[lane]),
                ("gate", &|network| &mut network.heads[1].order_gates[neuron][lane]),
            ];
            for ((what, weight), largest) in weights.iter().zip(&mut largest) {
                *largest = largest.max(measured(what, *weight));
            }
        }
        assert!(largest.iter().all(|&gradient| gradient > 0.005), "{largest:?}");
        measured("bias", &|network| &mut network.heads[1].bias[5]);
        measured("stones", &|network| &mut network.heads[1].stones);
    }

    #[test]
    fn weights_that_a_position_does_not_use_have_no_gradient() {
        let still: [Weight; 3] = [
            &|network| &mut network.heads[0].linear[0],
            &|network| &mut network.heads[1].bias[4],
            &|network| &mut network.heads[0].order[3],
        ];
        assert!(still.iter().all(|weight| measured("other", *weight) == 0.0));
    }
}

//! How the numbers of a network would have to change.

use super::super::objective::expected_share;
use super::judged::{Judged, Lanes, add, cut_off, dot, is_open, rows, tables};
use super::samples::PointSample;
use crate::contract::{POINT_CHANNELS, POINT_LANES, PointFacts, PointHead, PointNumbers};

/// Part of the loss of the chosen move in the loss.
const ORDER_PART: f32 = 0.1;

/// The slope of the loss by each number of a network, summed over positions.
pub struct Slopes(pub PointNumbers);

impl Slopes {
    /// Slopes of nothing yet.
    pub fn new(sides: usize, shapes: usize) -> Slopes {
        Slopes(PointNumbers::zero(sides, shapes))
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.0.tables.iter_mut().for_each(|table| table.as_flattened_mut().fill(0.0));
        self.0.heads.iter_mut().flat_map(PointHead::lists).for_each(|list| list.fill(0.0));
    }

    /// Adds the slope of a position that was just judged.
    pub fn add(
        &mut self,
        network: &PointNumbers,
        swapped: &[u16],
        sample: &PointSample,
        judged: &mut Judged,
    ) {
        let error = expected_share(judged.value) - sample.target;
        judged.order_errors(sample.chosen);
        let (side, head) = (sample.facts.side, &network.heads[sample.facts.side]);
        let by_pool = add_head(&mut self.0.heads[side], head, sample.facts, judged, error);
        let tables = tables(self.0.tables.len(), side);
        for ((shapes, sums), &order_error) in sample.points.iter().zip(&judged.sums).zip(&judged.order) {
            let by_order = ORDER_PART * order_error;
            let mut slope = by_pool;
            add(&mut slope, by_order, &judged.order_weights);
            for lane in 0..POINT_LANES {
                slope[lane] = if is_open(sums[lane]) { slope[lane] } else { 0.0 };
            }
            for &shape in shapes {
                let rows = rows(swapped, shape);
                for (view, slope) in slope.as_chunks::<POINT_CHANNELS>().0.iter().enumerate() {
                    let row = &mut self.0.tables[tables[view]][rows[view]];
                    for channel in 0..POINT_CHANNELS {
                        row[channel] += slope[channel];
                    }
                }
            }
        }
    }
}

/// Adds the slope by the numbers of a head and returns that by the pool, where the value is too large by `error` as a share
/// of a win.
fn add_head(
    slopes: &mut PointHead,
    head: &PointHead,
    facts: PointFacts,
    judged: &Judged,
    error: f32,
) -> Lanes {
    let stones = facts.stones as f32;
    slopes.bias[facts.facts] += error;
    slopes.stones += error * stones;
    add(&mut slopes.linear, error, &judged.pool);
    let mut by_pool = head.linear.map(|weight| error * weight);
    let mut by_order = [0.0; POINT_LANES];
    for (sums, order_error) in judged.sums.iter().zip(&judged.order) {
        add(&mut by_order, ORDER_PART * order_error, &cut_off(sums));
    }
    add(&mut slopes.order, 1.0, &by_order);
    for (neuron, &input) in judged.neurons.iter().enumerate() {
        let output = input.clamp(0.0, 1.0);
        slopes.outputs[neuron] += error * output;
        add(&mut slopes.order_gates[neuron], output, &by_order);
        if is_open(input) {
            let slope = error * head.outputs[neuron] + dot(&head.order_gates[neuron], &by_order);
            slopes.neuron_bias[facts.facts][neuron] += slope;
            slopes.neuron_stones[neuron] += slope * stones;
            add(&mut slopes.neurons[neuron], slope, &judged.pool);
            add(&mut by_pool, slope, &head.neurons[neuron]);
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

    /// A network of two sides in which many sums are between the ends, and none so near to an end that a small change of a
    /// number crosses it.
    fn network() -> PointNumbers {
        let mut state = 34;
        let mut number = |middle: f32, size: f32| {
            state = (state * 37 + 11) % 1009;
            middle + (state as f32 / 1009.0 - 0.5) * size
        };
        let mut network = PointNumbers::zero(2, SWAPPED.len());
        for table in &mut network.tables {
            table.as_flattened_mut().iter_mut().for_each(|lane| *lane = number(0.1, 0.5));
        }
        for head in &mut network.heads {
            head.neurons.as_flattened_mut().iter_mut().for_each(|weight| *weight = number(0.0, 0.2));
            head.neuron_bias.as_flattened_mut().iter_mut().for_each(|bias| *bias = number(0.2, 0.4));
            head.neuron_stones.iter_mut().for_each(|weight| *weight = number(0.0, 0.02));
            head.outputs.iter_mut().for_each(|weight| *weight = number(0.0, 1.0));
            head.linear.iter_mut().for_each(|weight| *weight = number(0.0, 0.4));
            head.bias.iter_mut().for_each(|bias| *bias = number(0.0, 0.4));
            head.stones = 0.01;
            head.order.iter_mut().for_each(|weight| *weight = number(0.0, 2.0));
            head.order_gates.as_flattened_mut().iter_mut().for_each(|weight| *weight = number(0.0, 1.0));
        }
        network
    }

    fn samples() -> PointSamples {
        let mut samples = PointSamples::default();
        samples.push(&[[1, 2, 0, 3], [4, 4, 1, 0], [2, 3, 3, 1]], FACTS, Some(1), 0.2);
        samples
    }

    /// A number of a network.
    type Number<'a> = &'a dyn Fn(&mut PointNumbers) -> &mut f32;

    /// The loss where one number is changed by `by`.
    fn loss(number: Number, by: f32) -> f64 {
        let (mut network, samples) = (network(), samples());
        *number(&mut network) += by;
        let (sample, mut judged) = (samples.get(0), Judged::default());
        judged.judge(&network, &SWAPPED, sample.points, sample.facts);
        let odds: Vec<f64> = judged.order.iter().map(|&odds| f64::from(odds)).collect();
        let order = odds.iter().map(|odds| odds.exp()).sum::<f64>().ln() - odds[1];
        f64::from(log_loss(expected_share(judged.value), sample.target)) + f64::from(ORDER_PART) * order
    }

    /// Compares a slope with what small changes of the number bring, and returns it.
    fn measured(what: &str, number: Number) -> f32 {
        let (network, samples) = (network(), samples());
        let (sample, mut judged) = (samples.get(0), Judged::default());
        judged.judge(&network, &SWAPPED, sample.points, sample.facts);
        let mut slopes = Slopes::new(2, SWAPPED.len());
        slopes.add(&network, &SWAPPED, &sample, &mut judged);
        let slope = *number(&mut slopes.0);
        let measured = ((loss(number, 1e-3) - loss(number, -1e-3)) / 2e-3) as f32;
        assert!((measured - slope).abs() < 1e-3 + 0.02 * slope.abs(), "{what}: {measured} {slope}");
        slope.abs()
    }

    #[test]
    fn the_slope_is_that_of_the_loss() {
        let mut largest = [0.0f32; 8];
        for lane in 0..POINT_LANES {
            let (channel, neuron, side) = (lane % POINT_CHANNELS, lane % POINT_NEURONS, lane % 2);
            let numbers: [(&str, Number); 8] = [
                ("row", &|network| &mut network.tables[side][1 + lane % 4][channel]),
                ("weight of a neuron", &|network| &mut network.heads[1].neurons[neuron][lane]),
                ("bias of a neuron", &|network| &mut network.heads[1].neuron_bias[5][neuron]),
                ("stones in a neuron", &|network| &mut network.heads[1].neuron_stones[neuron]),
                ("output", &|network| &mut network.heads[1].outputs[neuron]),
                ("pool", &|network| &mut network.heads[1].linear[lane]),
                ("order", &|network| &mut network.heads[1].order[lane]),
                ("gate", &|network| &mut network.heads[1].order_gates[neuron][lane]),
            ];
            for ((what, number), largest) in numbers.iter().zip(&mut largest) {
                *largest = largest.max(measured(what, *number));
            }
        }
        assert!(largest.iter().all(|&slope| slope > 0.005), "{largest:?}");
        measured("bias", &|network| &mut network.heads[1].bias[5]);
        measured("stones", &|network| &mut network.heads[1].stones);
    }

    #[test]
    fn what_a_position_has_nothing_of_has_no_slope() {
        let still: [Number; 3] = [
            &|network| &mut network.heads[0].linear[0],
            &|network| &mut network.heads[1].bias[4],
            &|network| &mut network.heads[0].order[3],
        ];
        assert!(still.iter().all(|number| measured("other", *number) == 0.0));
    }
}

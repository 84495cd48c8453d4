//! What a network says of a position while it learns, and how its numbers would have to change.

use super::objective::expected_share;
use crate::contract::{GamePhase, LAYER_NUMBERS, NetworkNumbers, ROW_LANES, ROW_NEURONS, SECOND_NEURONS};

/// [`NetworkNumbers`] with the rows of even and of odd number apart, so that two threads can change them at once.
pub struct Learning {
    pub rows: [Vec<[f32; ROW_LANES]>; 2],
    pub bias: [f32; ROW_LANES],
    pub layers: Vec<f32>,
}

impl Learning {
    /// The same numbers.
    pub fn new(numbers: NetworkNumbers) -> Learning {
        let half = |parity| numbers.rows.iter().skip(parity).step_by(2).copied().collect();
        Learning { rows: [half(0), half(1)], bias: numbers.bias, layers: numbers.layers }
    }

    /// The same numbers.
    pub fn into_numbers(self) -> NetworkNumbers {
        let count = self.rows[0].len() + self.rows[1].len();
        let rows = (0..count).map(|row| self.rows[row & 1][row >> 1]).collect();
        NetworkNumbers { rows, bias: self.bias, layers: self.layers }
    }
}

/// A position as the network judges it.
pub struct Judged {
    sum: [f32; ROW_LANES],
    second: [f32; SECOND_NEURONS],
    value: f32,
    phase: GamePhase,
}

impl Judged {
    /// The expected share of a win.
    pub fn expected(&self) -> f32 {
        expected_share(self.value)
    }
}

/// Is a neuron between its ends, where a change of its input changes its output?
fn is_open(input: f32) -> bool {
    input > 0.0 && input < 1.0
}

fn inputs(sum: &[f32; ROW_LANES]) -> [f32; ROW_NEURONS] {
    std::array::from_fn(|lane| sum[lane].clamp(0.0, 1.0))
}

/// Judges a position by its rows.
#[inline]
pub fn judge(network: &Learning, chosen: &[(u32, f32)], phase: GamePhase) -> Judged {
    let mut sum = network.bias;
    for &(row, by) in chosen {
        let row = &network.rows[row as usize & 1][row as usize >> 1];
        sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += by * number);
    }
    let layers = &network.layers[phase.stage * LAYER_NUMBERS..][..LAYER_NUMBERS];
    let (weights, rest) = layers.split_at(SECOND_NEURONS * ROW_NEURONS);
    let inputs = inputs(&sum);
    let second = std::array::from_fn(|neuron| {
        let weights = &weights[neuron * ROW_NEURONS..][..ROW_NEURONS];
        rest[neuron] + inputs.iter().zip(weights).map(|(input, weight)| input * weight).sum::<f32>()
    });
    let linear = phase.share * sum[ROW_NEURONS] + (1.0 - phase.share) * sum[ROW_NEURONS + 1];
    let added =
        second.iter().zip(&rest[SECOND_NEURONS..]).map(|(z, weight): (&f32, _)| z.clamp(0.0, 1.0) * weight);
    let value = linear + rest[2 * SECOND_NEURONS] + added.sum::<f32>();
    Judged { sum, second, value, phase }
}

/// Rows that a position chooses, each with its factor, and when in the game it is.
pub type Chosen = (Vec<(u32, f32)>, GamePhase);

/// The values of positions in log-odds for the player to move.
pub fn network_values(numbers: NetworkNumbers, positions: &[Chosen]) -> Vec<f32> {
    let network = Learning::new(numbers);
    positions.iter().map(|(chosen, phase)| judge(&network, chosen, *phase).value).collect()
}

/// The slope of the loss by the sum of rows, where the value is too large by `error` as a share of a win; that by the layers
/// is added to `slopes`.
#[inline]
pub fn add_slope(network: &Learning, judged: &Judged, error: f32, slopes: &mut [f32]) -> [f32; ROW_LANES] {
    let range = judged.phase.stage * LAYER_NUMBERS..(judged.phase.stage + 1) * LAYER_NUMBERS;
    let (weights, rest) = network.layers[range.clone()].split_at(SECOND_NEURONS * ROW_NEURONS);
    let (weight_slopes, rest_slopes) = slopes[range].split_at_mut(SECOND_NEURONS * ROW_NEURONS);
    let inputs = inputs(&judged.sum);
    let mut by_sum = [0.0; ROW_LANES];
    rest_slopes[2 * SECOND_NEURONS] += error;
    for (neuron, &input) in judged.second.iter().enumerate() {
        rest_slopes[SECOND_NEURONS + neuron] += error * input.clamp(0.0, 1.0);
        if !is_open(input) {
            continue;
        }
        let slope = error * rest[SECOND_NEURONS + neuron];
        rest_slopes[neuron] += slope;
        let weights = &weights[neuron * ROW_NEURONS..][..ROW_NEURONS];
        let weight_slopes = &mut weight_slopes[neuron * ROW_NEURONS..][..ROW_NEURONS];
        for lane in 0..ROW_NEURONS {
            weight_slopes[lane] += slope * inputs[lane];
            by_sum[lane] += slope * weights[lane];
        }
    }
    for (slope, &input) in by_sum.iter_mut().zip(&judged.sum[..ROW_NEURONS]) {
        *slope = if is_open(input) { *slope } else { 0.0 };
    }
    by_sum[ROW_NEURONS] = error * judged.phase.share;
    by_sum[ROW_NEURONS + 1] = error * (1.0 - judged.phase.share);
    by_sum
}

#[cfg(test)]
mod tests {
    use super::super::objective::log_loss;
    use super::*;

    #[test]
    fn the_slope_is_that_of_the_loss() {
        let number = |i: usize| ((i * 37 % 101) as f32 / 101.0 - 0.5) * 0.4;
        let network = |row: usize, lane: usize, by: f32| {
            let mut rows: Vec<[f32; ROW_LANES]> =
                (0..5).map(|row| std::array::from_fn(|lane| 0.2 + number(row * ROW_LANES + lane))).collect();
            rows[row][lane] += by;
            let layers = (0..2 * LAYER_NUMBERS).map(|i| 0.05 + number(i)).collect();
            Learning::new(NetworkNumbers { rows, bias: [0.1; ROW_LANES], layers })
        };
        let (chosen, phase, target) = ([(1, 1.0), (4, 0.5)], GamePhase { share: 0.25, stage: 1 }, 0.3);
        let loss =
            |row, lane, by| log_loss(judge(&network(row, lane, by), &chosen, phase).expected(), target);
        let whole = network(0, 0, 0.0);
        let judged = judge(&whole, &chosen, phase);
        let mut layers = vec![0.0; 2 * LAYER_NUMBERS];
        let slope = add_slope(&whole, &judged, judged.expected() - target, &mut layers);
        assert!(slope[..ROW_NEURONS].iter().any(|slope| slope.abs() > 1e-4));
        for (row, by) in chosen {
            for (lane, slope) in slope.iter().enumerate() {
                let measured = (loss(row as usize, lane, 1e-3) - loss(row as usize, lane, -1e-3)) / 2e-3;
                assert!((measured - by * slope).abs() < 3e-4, "row {row} lane {lane}: {measured} {slope}");
            }
        }
    }
}

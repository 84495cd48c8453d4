//! The forward and backward pass of a network in training.

use super::objective::expected_share;
use crate::contract::{
    GamePhase, LAYER_WEIGHTS, NetworkWeights, ROW_LANES, ROW_NEURONS, SECOND_NEURONS, StageLayers,
    StageLayersMut,
};

/// [`NetworkWeights`] with the rows of even and of odd index in two lists, so that two threads can update them.
pub struct SplitWeights {
    pub rows: [Vec<[f32; ROW_LANES]>; 2],
    pub bias: [f32; ROW_LANES],
    pub layers: Vec<f32>,
}

impl SplitWeights {
    /// Splits the rows by the parity of their index.
    pub fn new(weights: NetworkWeights) -> SplitWeights {
        let rows = |parity| weights.rows.iter().skip(parity).step_by(2).copied().collect();
        SplitWeights { rows: [rows(0), rows(1)], bias: weights.bias, layers: weights.layers }
    }

    /// Joins the two lists of rows.
    pub fn into_weights(self) -> NetworkWeights {
        let count = self.rows[0].len() + self.rows[1].len();
        let rows = (0..count).map(|row| self.rows[row & 1][row >> 1]).collect();
        NetworkWeights { rows, bias: self.bias, layers: self.layers }
    }
}

/// The activations of a position, for the backward pass.
pub struct Forward {
    sum: [f32; ROW_LANES],
    second: [f32; SECOND_NEURONS],
    value: f32,
    phase: GamePhase,
}

impl Forward {
    /// The expected result, 0 to 1.
    pub fn expected(&self) -> f32 {
        expected_share(self.value)
    }
}

/// Is the derivative of the clipped ReLU 1, rather than 0?
fn is_active(input: f32) -> bool {
    input > 0.0 && input < 1.0
}

fn inputs(sum: &[f32; ROW_LANES]) -> [f32; ROW_NEURONS] {
    std::array::from_fn(|lane| sum[lane].clamp(0.0, 1.0))
}

/// The forward pass of a position with these rows, each with its factor.
#[inline]
pub fn forward(network: &SplitWeights, rows: &[(u32, f32)], phase: GamePhase) -> Forward {
    let mut sum = network.bias;
    for &(row, factor) in rows {
        let row = &network.rows[row as usize & 1][row as usize >> 1];
        sum.iter_mut().zip(row).for_each(|(sum, weight)| *sum += factor * weight);
    }
    let layers = StageLayers::split(&network.layers[phase.stage * LAYER_WEIGHTS..][..LAYER_WEIGHTS]);
    let inputs = inputs(&sum);
    let second = std::array::from_fn(|neuron| {
        let weights = &layers.second[neuron * ROW_NEURONS..][..ROW_NEURONS];
        layers.second_bias[neuron]
            + inputs.iter().zip(weights).map(|(input, weight)| input * weight).sum::<f32>()
    });
    let linear = phase.share * sum[ROW_NEURONS] + (1.0 - phase.share) * sum[ROW_NEURONS + 1];
    let added = second.iter().zip(layers.output).map(|(z, weight): (&f32, _)| z.clamp(0.0, 1.0) * weight);
    let value = linear + layers.output_bias + added.sum::<f32>();
    Forward { sum, second, value, phase }
}

/// Rows that a position selects, each with its factor, and its phase.
pub type ChosenRows = (Vec<(u32, f32)>, GamePhase);

/// The values of positions in log-odds for the player to move.
pub fn network_values(weights: NetworkWeights, positions: &[ChosenRows]) -> Vec<f32> {
    let network = SplitWeights::new(weights);
    positions.iter().map(|(rows, phase)| forward(&network, rows, *phase).value).collect()
}

/// The backward pass: returns the gradient of the loss by the sum of rows, and adds that by the layers to `gradients`.
/// `error` is the expected result less the target.
#[inline]
pub fn backward(
    network: &SplitWeights,
    evaluated: &Forward,
    error: f32,
    gradients: &mut [f32],
) -> [f32; ROW_LANES] {
    let range = evaluated.phase.stage * LAYER_WEIGHTS..(evaluated.phase.stage + 1) * LAYER_WEIGHTS;
    let layers = StageLayers::split(&network.layers[range.clone()]);
    let by = StageLayersMut::split(&mut gradients[range]);
    let inputs = inputs(&evaluated.sum);
    let mut by_sum = [0.0; ROW_LANES];
    *by.output_bias += error;
    for (neuron, &input) in evaluated.second.iter().enumerate() {
        by.output[neuron] += error * input.clamp(0.0, 1.0);
        if !is_active(input) {
            continue;
        }
        let gradient = error * layers.output[neuron];
        by.second_bias[neuron] += gradient;
        let weights = &layers.second[neuron * ROW_NEURONS..][..ROW_NEURONS];
        let by_weights = &mut by.second[neuron * ROW_NEURONS..][..ROW_NEURONS];
        for lane in 0..ROW_NEURONS {
            by_weights[lane] += gradient * inputs[lane];
            by_sum[lane] += gradient * weights[lane];
        }
    }
    for (gradient, &input) in by_sum.iter_mut().zip(&evaluated.sum[..ROW_NEURONS]) {
        *gradient = if is_active(input) { *gradient } else { 0.0 };
    }
    by_sum[ROW_NEURONS] = error * evaluated.phase.share;
    by_sum[ROW_NEURONS + 1] = error * (1.0 - evaluated.phase.share);
    by_sum
}

#[cfg(test)]
mod tests {
    use super::super::objective::log_loss;
    use super::*;

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let number = |i: usize| ((i * 37 % 101) as f32 / 101.0 - 0.5) * 0.4;
        let network = |row: usize, lane: usize, by: f32| {
            let mut rows: Vec<[f32; ROW_LANES]> =
                (0..5).map(|row| std::array::from_fn(|lane| 0.2 + number(row * ROW_LANES + lane))).collect();
            rows[row][lane] += by;
            let layers = (0..2 * LAYER_WEIGHTS).map(|i| 0.05 + number(i)).collect();
            SplitWeights::new(NetworkWeights { rows, bias: [0.1; ROW_LANES], layers })
        };
        let (rows, phase, target) = ([(1, 1.0), (4, 0.5)], GamePhase { share: 0.25, stage: 1 }, 0.3);
        let loss =
            |row, lane, by| log_loss(forward(&network(row, lane, by), &rows, phase).expected(), target);
        let whole = network(0, 0, 0.0);
        let evaluated = forward(&whole, &rows, phase);
        let mut layers = vec![0.0; 2 * LAYER_WEIGHTS];
        let gradient = backward(&whole, &evaluated, evaluated.expected() - target, &mut layers);
        assert!(gradient[..ROW_NEURONS].iter().any(|gradient| gradient.abs() > 1e-4));
        for (row, by) in rows {
            for (lane, gradient) in gradient.iter().enumerate() {
                let measured = (loss(row as usize, lane, 1e-3) - loss(row as usize, lane, -1e-3)) / 2e-3;
                assert!(
                    (measured - by * gradient).abs() < 3e-4,
                    "row {row} lane {lane}: {measured} {gradient}"
                );
            }
        }
    }
}

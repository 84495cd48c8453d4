//! The weights of a network in its file, a list as in `varint.rs`: lane by lane the weights of all rows, then those of
//! the men by square, which are added to the blocks that contain them; then bias and layers.
//!
//! Most arrangements of a block are rare, and their rows, which only correct the men, are 0.

use super::{
    LANES, LAST_SCALE, Layers, NEURONS, NEURONS_AT_ONCE, Network, ONE, PairWeights, Row, SECOND_SCALE,
    STAGES, VALUE_PARTS, layout,
};
use crate::contract::{LAYER_WEIGHTS, NetworkWeights, StageLayers, StageLayersMut};
use crate::games::draughts::geometry::{Geometry, bit, squares};
use crate::games::draughts::patterns::{ARRANGEMENTS, arrangements_from_below};
use crate::varint;

impl Network {
    /// The number of weights for a board.
    pub fn weight_count(geometry: &Geometry) -> usize {
        (layout(geometry).count + 2 * geometry.count + 1) * LANES + STAGES * LAYER_WEIGHTS
    }

    /// The network with a list of weights. Missing weights are 0.
    pub fn decode(geometry: &Geometry, bytes: &[u8]) -> Network {
        let (rows, men) = (layout(geometry).count, 2 * geometry.count);
        let table = (rows + men) * LANES;
        let numbers = varint::read_list(bytes, Network::weight_count(geometry));
        let lane = |lane: usize, row: usize| numbers[lane * (rows + men) + row] as i16;
        let row = |row: usize| Row::new(std::array::from_fn(|number| lane(number, row)));
        let mut network = Network {
            rows: (0..rows).map(row).collect(),
            bias: Row::new(std::array::from_fn(|lane| numbers[table + lane] as i16)),
            layers: numbers[table + LANES..].chunks(LAYER_WEIGHTS).map(layers).collect(),
        };
        network.fold_men(geometry, &|number| row(rows + number));
        network
    }

    /// Adds the rows of men by square (own from 0, then the other's) to the blocks, each square to the first that
    /// contains it.
    fn fold_men(&mut self, geometry: &Geometry, men: &dyn Fn(usize) -> Row) {
        let mut folded = 0;
        for square in squares(geometry.all) {
            let number = geometry.number(square) - 1;
            let rows = [men(number), men(geometry.count + number)];
            arrangements_from_below(geometry, [bit(square), 0], |block, seen| {
                if seen == 0 || folded & bit(square) != 0 {
                    return;
                }
                folded |= bit(square);
                for arrangement in (0..ARRANGEMENTS).filter(|arrangement| arrangement / seen % 3 != 0) {
                    let man = &rows[arrangement / seen % 3 - 1];
                    let to = &mut self.rows[block * ARRANGEMENTS + arrangement];
                    to.add(man);
                }
            });
        }
    }
}

/// The layers of one stage from their list of weights.
fn layers(list: &[i32]) -> Layers {
    let parts = StageLayers::split(list);
    let second = |pair, vector| pair_weights(parts.second, pair, vector);
    Layers {
        second: std::array::from_fn(|pair| std::array::from_fn(|vector| second(pair, vector))),
        second_bias: std::array::from_fn(|neuron| parts.second_bias[neuron]),
        last: std::array::from_fn(|neuron| parts.output[neuron]),
        last_bias: *parts.output_bias,
    }
}

/// Weights of a pair of lanes for the neurons of one vector, from the weights of all lanes of each neuron.
fn pair_weights(second: &[i32], pair: usize, vector: usize) -> PairWeights {
    let mut weights = [0; 2 * NEURONS_AT_ONCE];
    for (place, weight) in weights.iter_mut().enumerate() {
        let (neuron, lane) = (vector * NEURONS_AT_ONCE + place / 2, 2 * pair + place % 2);
        if lane < NEURONS {
            *weight = second[neuron * NEURONS + lane] as i16;
        }
    }
    PairWeights::new(weights)
}

/// What 1 is in a lane of the rows in a file.
fn lane_scale(lane: usize, scale: f32) -> f32 {
    if lane < NEURONS { ONE as f32 } else { scale * VALUE_PARTS as f32 }
}

/// What 1 is in each weight of the layers of a stage in a file.
fn layer_scales(scale: f32) -> [f32; LAYER_WEIGHTS] {
    let (second, last) = (SECOND_SCALE as f32, scale * LAST_SCALE as f32);
    let mut scales = [0.0; LAYER_WEIGHTS];
    let parts = StageLayersMut::split(&mut scales);
    parts.second.fill(second);
    parts.second_bias.fill(second * ONE as f32);
    parts.output.fill(last);
    *parts.output_bias = last * ONE as f32;
    scales
}

/// The file of trained weights, whose rows end with those of men by square; `scale` hundredths are one unit of log-odds.
pub(super) fn encode(weights: &NetworkWeights, scale: f32) -> Vec<u8> {
    let short = |weight: f32| weight.round().clamp(-32_000.0, 32_000.0) as i32;
    let mut whole = Vec::new();
    for lane in 0..LANES {
        whole.extend(weights.rows.iter().map(|row| short(row[lane] * lane_scale(lane, scale))));
    }
    let bias = weights.bias.iter().enumerate();
    whole.extend(bias.map(|(lane, weight)| short(weight * lane_scale(lane, scale))));
    let scales = layer_scales(scale);
    for stage in weights.layers.chunks(LAYER_WEIGHTS) {
        whole.extend(stage.iter().zip(scales).map(|(weight, scale)| (weight * scale).round() as i32));
    }
    let mut bytes = Vec::new();
    varint::write_list(&mut bytes, &whole);
    bytes
}

/// The trained weights of a file, as [`encode`] writes them. Missing weights are 0.
pub(super) fn trained(geometry: &Geometry, bytes: &[u8], scale: f32) -> NetworkWeights {
    let rows = layout(geometry).count + 2 * geometry.count;
    let numbers = varint::read_list(bytes, Network::weight_count(geometry));
    let weight = |index: usize, scale: f32| numbers[index] as f32 / scale;
    let lanes = |first: usize, step: usize| {
        std::array::from_fn(|lane| weight(first + lane * step, lane_scale(lane, scale)))
    };
    let (scales, layers) = (layer_scales(scale), (rows + 1) * LANES);
    NetworkWeights {
        rows: (0..rows).map(|row| lanes(row, rows)).collect(),
        bias: lanes(rows * LANES, 1),
        layers: (0..STAGES * LAYER_WEIGHTS)
            .map(|index| weight(layers + index, scales[index % LAYER_WEIGHTS]))
            .collect(),
    }
}

//! The file of a network, as `varint.rs` has lists: of one lane after the other the numbers of all rows, then those of the
//! men by square, which are added to the blocks that see them; then bias and layers.
//!
//! Most arrangements of a block are rare or never seen, and their rows, corrections on the men, are 0.

use super::{
    LANES, LAST_SCALE, Layers, NEURONS, NEURONS_AT_ONCE, Network, ONE, PairWeights, Row, SECOND,
    SECOND_SCALE, STAGES, VALUE_PARTS, layout,
};
use crate::contract::{LAYER_NUMBERS, NetworkNumbers};
use crate::games::draughts::geometry::{bit, squares};
use crate::games::draughts::patterns::{ARRANGEMENTS, arrangements_from_below};
use crate::games::draughts::rules::RuleSet;
use crate::varint;

impl Network {
    /// The network of a file, whatever is missing 0.
    pub fn decode<R: RuleSet>(bytes: &[u8]) -> Network {
        let (rows, men) = (layout::<R>().count, 2 * R::GEOMETRY.count);
        let table = (rows + men) * LANES;
        let numbers = varint::read_list(bytes, table + LANES + STAGES * LAYER_NUMBERS);
        let lane = |lane: usize, row: usize| numbers[lane * (rows + men) + row] as i16;
        let row = |row: usize| Row(std::array::from_fn(|number| lane(number, row)));
        let mut network = Network {
            rows: (0..rows).map(row).collect(),
            bias: Row(std::array::from_fn(|lane| numbers[table + lane] as i16)),
            layers: numbers[table + LANES..].chunks(LAYER_NUMBERS).map(layers).collect(),
        };
        network.fold_men::<R>(&|number| row(rows + number));
        network
    }

    /// Adds the rows of men by square (own from 0, then the other's) to the blocks, each square to the first that sees it.
    fn fold_men<R: RuleSet>(&mut self, men: &dyn Fn(usize) -> Row) {
        let mut folded = 0;
        for square in squares(R::GEOMETRY.all) {
            let number = R::GEOMETRY.number(square) - 1;
            let rows = [men(number), men(R::GEOMETRY.count + number)];
            arrangements_from_below::<R>([bit(square), 0], |block, seen| {
                if seen == 0 || folded & bit(square) != 0 {
                    return;
                }
                folded |= bit(square);
                for arrangement in (0..ARRANGEMENTS).filter(|arrangement| arrangement / seen % 3 != 0) {
                    let man = &rows[arrangement / seen % 3 - 1];
                    let to = &mut self.rows[block * ARRANGEMENTS + arrangement];
                    to.0.iter_mut().zip(&man.0).for_each(|(to, &man)| *to = to.saturating_add(man));
                }
            });
        }
    }
}

/// The layers of one stage from their numbers.
fn layers(numbers: &[i32]) -> Layers {
    let (second, rest) = numbers.split_at(SECOND * NEURONS);
    Layers {
        second: std::array::from_fn(|pair| std::array::from_fn(|vector| pair_weights(second, pair, vector))),
        second_bias: std::array::from_fn(|neuron| rest[neuron]),
        last: std::array::from_fn(|neuron| rest[SECOND + neuron]),
        last_bias: rest[2 * SECOND],
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

/// The file of fitted numbers, whose rows end with those of men by square; `scale` hundredths are one unit of log-odds.
pub(super) fn encode(numbers: &NetworkNumbers, scale: f32) -> Vec<u8> {
    let lane_scale = |lane: usize| if lane < NEURONS { ONE as f32 } else { scale * VALUE_PARTS as f32 };
    let short = |number: f32| number.round().clamp(-32_000.0, 32_000.0) as i32;
    let mut whole = Vec::new();
    for lane in 0..LANES {
        whole.extend(numbers.rows.iter().map(|row| short(row[lane] * lane_scale(lane))));
    }
    whole.extend(numbers.bias.iter().enumerate().map(|(lane, number)| short(number * lane_scale(lane))));
    let (second, last) = (SECOND_SCALE as f32, scale * LAST_SCALE as f32);
    for layers in numbers.layers.chunks(LAYER_NUMBERS) {
        let scales = [
            (SECOND * NEURONS, second),
            (SECOND, second * ONE as f32),
            (SECOND, last),
            (1, last * ONE as f32),
        ];
        let scales = scales.into_iter().flat_map(|(count, scale)| std::iter::repeat_n(scale, count));
        whole.extend(layers.iter().zip(scales).map(|(number, scale)| (number * scale).round() as i32));
    }
    let mut bytes = Vec::new();
    varint::write_list(&mut bytes, &whole);
    bytes
}

//! The weights of a network in its file, a list as in `varint.rs`: channel by channel the weights of all shapes, with a table for each side
//! if the rules differ; then for each side the weights of its head in the order of `PointHead`.

use wide::i16x16;

use super::head::{
    Head, INPUT_SCALE, LINEAR_SCALE, MAX_WEIGHTS, NEURON_ONE, NEURON_SHIFT, PairWeights, VALUE_PARTS,
};
use super::shapes::Shapes;
use super::{CHANNELS, LANES, NEURONS, Network, ONE, Row, SETS, VECTOR};
use crate::contract::{HeadFields, PointNetworkWeights};
use crate::games::gomoku::rules::Rule;
use crate::varint;

/// Number of weights in a head.
const HEAD_WEIGHTS: usize =
    NEURONS * LANES + SETS * NEURONS + NEURONS + NEURONS + LANES + SETS + 1 + LANES + NEURONS * LANES;
/// Largest bias before the shift by [`NEURON_SHIFT`] bits.
const MAX_FINE: i32 = 1 << 20;
/// Largest weight of a row: four of them are summed in 16 bits.
const MAX_ROW: i32 = 8000;
/// Largest weight of a neuron's output: their sum stays within 32 bits.
const MAX_OUTPUT: i32 = 30_000;
/// Largest weight of a neuron in the policy: the sum with the policy's own weights stays within 32 bits.
const MAX_GATE: i32 = 16_383;

const _: () = assert!(NEURONS as i32 * NEURON_ONE <= (i32::MAX - (MAX_FINE << NEURON_SHIFT)) / MAX_GATE);
const _: () = assert!(NEURONS as i32 * NEURON_ONE <= i32::MAX / MAX_OUTPUT);

/// The number of weights of tables and heads.
fn weight_count(sides: usize, shapes: usize) -> usize {
    sides * (shapes * CHANNELS + HEAD_WEIGHTS)
}

/// Takes weights off the front of a list.
struct Weights<'a>(&'a [i32]);

impl Weights<'_> {
    fn next(&mut self) -> i32 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    fn array<const N: usize>(&mut self, limit: i32) -> [i32; N] {
        std::array::from_fn(|_| self.next().clamp(-limit, limit))
    }
}

impl Network {
    /// The number of weights of a rule set.
    pub(in crate::games::gomoku) fn weight_count(rule: Rule) -> usize {
        weight_count(rule.sides(), Shapes::new(rule.reach()).count())
    }

    /// The network of a list of weights. Missing weights are 0.
    pub(in crate::games::gomoku) fn decode(rule: Rule, bytes: &[u8]) -> Network {
        let (shapes, sides) = (Shapes::new(rule.reach()), rule.sides());
        let table = shapes.count() * CHANNELS;
        let list = varint::read_list(bytes, weight_count(sides, shapes.count()));
        let swapped: Vec<usize> = shapes.swapped();
        // White sees its own stones where Black sees the opponent's.
        let number = |shape: usize, lane: usize| {
            let (view, channel) = (lane / CHANNELS, lane % CHANNELS);
            let seen = if view == 0 { shape } else { swapped[shape] };
            list[view % sides * table + channel * shapes.count() + seen].clamp(-MAX_ROW, MAX_ROW) as i16
        };
        let row = |shape: usize| {
            let lanes: [i16; LANES] = std::array::from_fn(|lane| number(shape, lane));
            Row(bytemuck::cast(lanes))
        };
        let rows = (0..shapes.count()).map(row).collect();
        let heads = list[sides * table..].chunks(HEAD_WEIGHTS).map(|list| head(&mut Weights(list))).collect();
        Network { shapes, rows, heads }
    }
}

/// Reads the weights of a head as [`encode`] writes them.
fn head(weights: &mut Weights<'_>) -> Head {
    let fine = |number: i32| number.clamp(-MAX_FINE, MAX_FINE) << NEURON_SHIFT;
    let neurons: [[i32; LANES]; NEURONS] = std::array::from_fn(|_| input_weights(weights));
    Head {
        neurons: Box::new(std::array::from_fn(|pair| {
            std::array::from_fn(|vector| pair_weights(pair, vector, |input, neuron| neurons[neuron][input]))
        })),
        neuron_bias: (0..SETS).map(|_| weights.array(i32::MAX).map(fine)).collect(),
        neuron_stones: weights.array(1 << 20),
        outputs: weights.array(MAX_OUTPUT),
        linear: bytemuck::cast(input_weights(weights).map(|weight| weight as i16)),
        bias: (0..SETS).map(|_| fine(weights.next())).collect(),
        stones: weights.next().clamp(-(1 << 20), 1 << 20),
        order: weights.array(i32::MAX).map(fine),
        order_gates: {
            let gates: [[i32; LANES]; NEURONS] = std::array::from_fn(|_| weights.array(MAX_GATE));
            Box::new(std::array::from_fn(|pair| {
                std::array::from_fn(|vector| pair_weights(pair, vector, |neuron, lane| gates[neuron][lane]))
            }))
        },
    }
}

/// The weights of all inputs in one sum, scaled down if their sum is too large.
fn input_weights(weights: &mut Weights<'_>) -> [i32; LANES] {
    let weights: [i32; LANES] = weights.array(i32::from(i16::MAX));
    let sum: i32 = weights.iter().map(|weight| weight.abs()).sum();
    weights.map(|weight| weight / (1 + sum / MAX_WEIGHTS))
}

/// The weights of two inputs for the outputs of one vector.
fn pair_weights(pair: usize, vector: usize, weight: impl Fn(usize, usize) -> i32) -> PairWeights {
    let weights: [i16; VECTOR] =
        std::array::from_fn(|place| weight(2 * pair + place % 2, vector * VECTOR / 2 + place / 2) as i16);
    i16x16::new(weights)
}

/// The file of trained weights; `scale` hundredths are one unit of log-odds.
pub(super) fn encode(weights: &PointNetworkWeights, scale: f32) -> Vec<u8> {
    let mut list = Vec::new();
    for table in &weights.tables {
        for channel in 0..CHANNELS {
            list.extend(table.iter().map(|row| whole(row[channel], f32::from(ONE))));
        }
    }
    for head in &weights.heads {
        for (field, factor) in head.clone().fields().into_iter().zip(factors(scale)) {
            list.extend(field.iter().map(|&weight| whole(weight, factor)));
        }
    }
    let mut bytes = Vec::new();
    varint::write_list(&mut bytes, &list);
    bytes
}

fn whole(weight: f32, factor: f32) -> i32 {
    (weight * factor).round() as i32
}

/// The trained weights of a file, as [`encode`] writes them; `None` if it has another size.
pub(super) fn trained(sides: usize, shapes: usize, bytes: &[u8], scale: f32) -> Option<PointNetworkWeights> {
    let mut weights = PointNetworkWeights::zero(sides, shapes);
    let list = varint::read_list(bytes, weight_count(sides, shapes));
    let mut rest = list.iter();
    let mut next = |factor: f32| rest.next().map_or(0.0, |&weight| weight as f32 / factor);
    for table in &mut weights.tables {
        for channel in 0..CHANNELS {
            table.iter_mut().for_each(|row| row[channel] = next(f32::from(ONE)));
        }
    }
    for head in &mut weights.heads {
        for (field, factor) in head.fields().into_iter().zip(factors(scale)) {
            field.iter_mut().for_each(|weight| *weight = next(factor));
        }
    }
    (encode(&weights, scale) == bytes).then_some(weights)
}

/// The scale of each field of a head in a file.
fn factors(scale: f32) -> HeadFields<f32> {
    let one = NEURON_ONE as f32;
    // A point's 1 is `ONE` in the inputs.
    let input = INPUT_SCALE as f32;
    let value = scale * VALUE_PARTS as f32;
    HeadFields {
        neurons: input,
        neuron_bias: one,
        neuron_stones: input * f32::from(ONE),
        outputs: value,
        linear: scale * LINEAR_SCALE as f32,
        bias: value,
        stones: value * one,
        order: one,
        order_gates: one,
    }
}

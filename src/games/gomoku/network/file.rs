//! The file of a network, as `varint.rs` has lists: channel by channel the numbers of all shapes, a table for each side whose
//! rules differ; then for each side's player to move the numbers of its head in the order of `PointHead`.

use wide::i16x16;

use super::head::{
    Head, INPUT_SCALE, LINEAR_SCALE, MAX_WEIGHTS, NEURON_ONE, NEURON_SHIFT, PairWeights, VALUE_PARTS,
};
use super::shapes::Shapes;
use super::{CHANNELS, LANES, NEURONS, Network, ONE, Row, SETS, VECTOR};
use crate::contract::PointNumbers;
use crate::games::gomoku::rules::Rule;
use crate::varint;

/// Numbers of a head.
const HEAD_NUMBERS: usize =
    NEURONS * LANES + SETS * NEURONS + NEURONS + NEURONS + LANES + SETS + 1 + LANES + NEURONS * LANES;
/// Largest number of those that are then made finer by [`NEURON_SHIFT`] bits.
const MAX_FINE: i32 = 1 << 20;
/// Largest number of a row: four of them are summed in 16 bits.
const MAX_ROW: i32 = 8000;
/// Largest sum of weights of neurons' outputs that stays within 32 bits.
const MAX_OUTPUT: i32 = 30_000;
/// Largest weight of a neuron in the order of moves, with which and with the order's own numbers no sum leaves 32 bits.
const MAX_GATE: i32 = 16_383;

const _: () = assert!(NEURONS as i32 * NEURON_ONE <= (i32::MAX - (MAX_FINE << NEURON_SHIFT)) / MAX_GATE);
const _: () = assert!(NEURONS as i32 * NEURON_ONE <= i32::MAX / MAX_OUTPUT);

/// Takes numbers off the front of a list.
struct Numbers<'a>(&'a [i32]);

impl Numbers<'_> {
    fn next(&mut self) -> i32 {
        self.0.split_off_first().copied().unwrap_or(0)
    }

    fn array<const N: usize>(&mut self, limit: i32) -> [i32; N] {
        std::array::from_fn(|_| self.next().clamp(-limit, limit))
    }
}

impl Network {
    /// The network of a file, whatever is missing 0.
    pub(super) fn decode(rule: Rule, bytes: &[u8]) -> Network {
        let (shapes, sides) = (Shapes::new(rule.reach()), rule.sides());
        let table = shapes.count() * CHANNELS;
        let list = varint::read_list(bytes, sides * (table + HEAD_NUMBERS));
        let swapped: Vec<usize> = shapes.swapped();
        // White sees its own stones where Black sees the enemy's.
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
        let heads =
            list[sides * table..].chunks(HEAD_NUMBERS).map(|numbers| head(&mut Numbers(numbers))).collect();
        Network { shapes, rows, heads }
    }
}

/// Reads the numbers of a head as [`encode`] writes them.
fn head(numbers: &mut Numbers<'_>) -> Head {
    let fine = |number: i32| number.clamp(-MAX_FINE, MAX_FINE) << NEURON_SHIFT;
    let neurons: [[i32; LANES]; NEURONS] = std::array::from_fn(|_| input_weights(numbers));
    Head {
        neurons: Box::new(std::array::from_fn(|pair| {
            std::array::from_fn(|vector| pair_weights(pair, vector, |input, neuron| neurons[neuron][input]))
        })),
        neuron_bias: (0..SETS).map(|_| numbers.array(i32::MAX).map(fine)).collect(),
        neuron_stones: numbers.array(1 << 20),
        outputs: numbers.array(MAX_OUTPUT),
        linear: bytemuck::cast(input_weights(numbers).map(|weight| weight as i16)),
        bias: (0..SETS).map(|_| fine(numbers.next())).collect(),
        stones: numbers.next().clamp(-(1 << 20), 1 << 20),
        order: numbers.array(i32::MAX).map(fine),
        order_gates: {
            let gates: [[i32; LANES]; NEURONS] = std::array::from_fn(|_| numbers.array(MAX_GATE));
            Box::new(std::array::from_fn(|pair| {
                std::array::from_fn(|vector| pair_weights(pair, vector, |neuron, lane| gates[neuron][lane]))
            }))
        },
    }
}

/// The weights of all inputs in one sum, made smaller where they are too large.
fn input_weights(numbers: &mut Numbers<'_>) -> [i32; LANES] {
    let weights: [i32; LANES] = numbers.array(i32::from(i16::MAX));
    let sum: i32 = weights.iter().map(|weight| weight.abs()).sum();
    weights.map(|weight| weight / (1 + sum / MAX_WEIGHTS))
}

/// The weights of two inputs for the outputs of one vector.
fn pair_weights(pair: usize, vector: usize, weight: impl Fn(usize, usize) -> i32) -> PairWeights {
    let weights: [i16; VECTOR] =
        std::array::from_fn(|place| weight(2 * pair + place % 2, vector * VECTOR / 2 + place / 2) as i16);
    i16x16::new(weights)
}

/// The file of fitted numbers; `scale` hundredths are one unit of log-odds.
pub(super) fn encode(numbers: &PointNumbers, scale: f32) -> Vec<u8> {
    let mut list = Vec::new();
    for table in &numbers.tables {
        for channel in 0..CHANNELS {
            list.extend(table.iter().map(|row| whole(row[channel], f32::from(ONE))));
        }
    }
    for head in &numbers.heads {
        for (numbers, factor) in head.clone().lists().into_iter().zip(factors(scale)) {
            list.extend(numbers.iter().map(|&number| whole(number, factor)));
        }
    }
    let mut bytes = Vec::new();
    varint::write_list(&mut bytes, &list);
    bytes
}

fn whole(number: f32, factor: f32) -> i32 {
    (number * factor).round() as i32
}

/// The fitted numbers of a file, as [`encode`] writes them; `None` where it is of another kind.
pub(super) fn fitted(sides: usize, shapes: usize, bytes: &[u8], scale: f32) -> Option<PointNumbers> {
    let mut numbers = PointNumbers::zero(sides, shapes);
    let list = varint::read_list(bytes, sides * (shapes * CHANNELS + HEAD_NUMBERS));
    let mut rest = list.iter();
    let mut next = |factor: f32| rest.next().map_or(0.0, |&number| number as f32 / factor);
    for table in &mut numbers.tables {
        for channel in 0..CHANNELS {
            table.iter_mut().for_each(|row| row[channel] = next(f32::from(ONE)));
        }
    }
    for head in &mut numbers.heads {
        for (numbers, factor) in head.lists().into_iter().zip(factors(scale)) {
            numbers.iter_mut().for_each(|number| *number = next(factor));
        }
    }
    (encode(&numbers, scale) == bytes).then_some(numbers)
}

/// What the numbers of a head are multiplied with in a file, by list of `PointHead::lists`.
fn factors(scale: f32) -> [f32; 9] {
    let one = NEURON_ONE as f32;
    // A point's 1 is `ONE` in the inputs.
    let input = INPUT_SCALE as f32;
    let value = scale * VALUE_PARTS as f32;
    let linear = scale * LINEAR_SCALE as f32;
    [input, one, input * f32::from(ONE), value, linear, value, value * one, one, one]
}

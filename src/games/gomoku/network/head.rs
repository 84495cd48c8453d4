//! The layers from the sums of all points to the value and the policy.

use wide::{i16x16, i32x8};

use super::board::{Pool, cut_off};
use super::{LANES, NEURONS, ONE, Row, VECTOR, VECTORS, VIEW};

/// Neurons, or lanes, of a vector of sums.
const AT_ONCE: usize = 8;
/// Largest sum of a lane in the neurons' input: that of 255 points with the largest value, more than a board of 15×15
/// has.
pub(super) const MAX_INPUT: i16 = i16::MAX;
/// Largest sum of the absolute weights of all inputs, so that sums of inputs stay within 32 bits.
pub(super) const MAX_WEIGHTS: i32 = i32::MAX / MAX_INPUT as i32;
/// Scale of the weights of inputs.
pub(super) const INPUT_SCALE: i32 = 1 << 13;
/// Bits by which the sum of a neuron's inputs is finer than its output, whose 1 is [`NEURON_ONE`].
pub(super) const NEURON_SHIFT: u32 = 10;
/// Fixed-point 1 in the output of a neuron.
pub(super) const NEURON_ONE: i32 = 1 << 10;
/// Units per hundredth in the weights of the neurons' outputs.
pub(super) const VALUE_PARTS: i32 = 16;
/// Scale of the weights of inputs in the value, in hundredths: units of [`VALUE_PARTS`] times [`NEURON_ONE`], with sums
/// of lanes in units of [`ONE`] a point.
pub(super) const LINEAR_SCALE: i32 = VALUE_PARTS * NEURON_ONE / ONE as i32;

/// Weights of two inputs for eight neurons, as one instruction multiplies them: input by input, neuron by neuron.
pub(super) type PairWeights = i16x16;

/// The layers after the points, for one player to move.
pub(super) struct Head {
    /// By pair of inputs, own view first.
    pub(super) neurons: Box<[[PairWeights; NEURONS / AT_ONCE]; LANES / 2]>,
    /// By set of threats.
    pub(super) neuron_bias: Vec<[i32; NEURONS]>,
    /// For each stone.
    pub(super) neuron_stones: [i32; NEURONS],
    pub(super) outputs: [i32; NEURONS],
    pub(super) linear: [i16x16; VECTORS],
    /// By set of threats.
    pub(super) bias: Vec<i32>,
    /// For each stone.
    pub(super) stones: i32,
    pub(super) order: [i32; LANES],
    /// By pair of neurons.
    pub(super) order_gates: Box<[[PairWeights; LANES / AT_ONCE]; NEURONS / 2]>,
}

/// The outputs of the inner neurons, and the other terms of the value.
pub(super) struct Neurons<'a> {
    head: &'a Head,
    outputs: [i16; NEURONS],
    /// The direct contributions of the inputs, and of set and stones, in units of [`VALUE_PARTS`] times [`NEURON_ONE`].
    linear: i32,
    known: i32,
    player: usize,
}

/// The weights of a point's vector in the policy.
#[derive(Clone, Copy)]
pub(in crate::games::gomoku) struct OrderWeights([i16x16; VECTORS]);

/// Converts Black's and White's views to the own and the other view of `player`, or back.
#[inline(always)]
fn turned(vectors: [i16x16; VECTORS], player: usize) -> [i16x16; VECTORS] {
    if player == 0 { vectors } else { std::array::from_fn(|vector| vectors[(vector + VIEW) % VECTORS]) }
}

/// Pairs of inputs times their weights, added to `sums`.
#[inline(always)]
fn add_products<const PAIRS: usize, const SUMS: usize>(
    pairs: [i32; PAIRS],
    weights: &[[PairWeights; SUMS]; PAIRS],
    sums: &mut [i32x8; SUMS],
) {
    for (&pair, weights) in pairs.iter().zip(weights) {
        let pair: i16x16 = bytemuck::cast(i32x8::splat(pair));
        for (sum, &weights) in sums.iter_mut().zip(weights) {
            *sum += pair.dot(weights);
        }
    }
}

#[inline(always)]
fn dot(first: &[i16x16; VECTORS], second: &[i16x16; VECTORS]) -> i32 {
    first
        .iter()
        .zip(second)
        .map(|(first, &second)| first.dot(second))
        .fold(i32x8::ZERO, |a, b| a + b)
        .reduce_add()
}

impl Head {
    #[inline]
    pub(super) fn neurons(&self, pool: &Pool, player: usize, set: usize, stones: usize) -> Neurons<'_> {
        let lanes: [u16; LANES] = bytemuck::cast(turned(*pool, player));
        let inputs = lanes.map(|lane| lane.min(MAX_INPUT as u16));
        let stones = stones as i32;
        let bias: [i32; NEURONS] =
            std::array::from_fn(|neuron| self.neuron_bias[set][neuron] + self.neuron_stones[neuron] * stones);
        let mut sums: [i32x8; NEURONS / AT_ONCE] = bytemuck::cast(bias);
        add_products(bytemuck::cast(inputs), &self.neurons, &mut sums);
        let sums: [i32; NEURONS] = bytemuck::cast(sums);
        Neurons {
            head: self,
            outputs: sums.map(|sum| (sum >> NEURON_SHIFT).clamp(0, NEURON_ONE) as i16),
            linear: dot(&bytemuck::cast(inputs), &self.linear),
            known: self.bias[set].saturating_add(self.stones * stones),
            player,
        }
    }
}

impl Neurons<'_> {
    /// The value in hundredths.
    #[inline]
    pub(super) fn value(&self) -> i32 {
        (self.parts().iter().map(|&part| i64::from(part)).sum::<i64>() / i64::from(VALUE_PARTS * NEURON_ONE))
            as i32
    }

    /// The terms of the value, in units of [`VALUE_PARTS`] times [`NEURON_ONE`] of a hundredth: points, threats and
    /// stones, neurons.
    pub(super) fn parts(&self) -> [i32; 3] {
        let outputs = self.outputs.iter().zip(&self.head.outputs);
        [self.linear, self.known, outputs.map(|(&output, weight)| i32::from(output) * weight).sum()]
    }

    /// The policy weights.
    #[inline]
    pub(super) fn order_weights(&self) -> OrderWeights {
        let mut sums: [i32x8; LANES / AT_ONCE] = bytemuck::cast(self.head.order);
        add_products(bytemuck::cast(self.outputs), &self.head.order_gates, &mut sums);
        let sums: [i32; LANES] = bytemuck::cast(sums);
        let weights =
            sums.map(|sum| (sum >> NEURON_SHIFT).clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16);
        const { assert!(VECTOR * VECTORS == LANES) };
        OrderWeights(turned(bytemuck::cast(weights), self.player))
    }
}

impl OrderWeights {
    /// The policy of a move on this point, in hundredths of log-odds.
    #[inline]
    pub(super) fn of_point(&self, point: &Row) -> i32 {
        let sum = dot(&point.0.map(cut_off), &self.0);
        // In two steps, because a hundred times the sum would be too large.
        const PARTS: i32 = 64;
        sum / PARTS * 100 / (ONE as i32 * NEURON_ONE / PARTS)
    }
}

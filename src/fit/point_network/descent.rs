//! A network on its way: after each batch its numbers move by Adam (Kingma and Ba, 2014).
//!
//! Corrections of single shapes move at half the rate and are pulled to 0 (as in AdamW by Loshchilov and Hutter, 2017), so
//! that they grow only where what is shared does not say enough. The pull is strong: most shapes are so rare that what they
//! learn is the result of a few games, and steps of Adam are as large for them as for any other.

use super::factors::{Factors, Layout, POOL, STONES};
use super::slope::Slopes;
use crate::contract::PointNumbers;

/// Largest step of a number at first, about.
const RATE: f32 = 0.006;
/// Part of the rate in a fit that goes on from a network.
const GOING_ON: f32 = 0.3;
/// Share of the fit in which the rate rises from 0.
const RISE: f32 = 0.02;
/// Least part of the rate, to which it falls in the end.
const MIN_RATE: f32 = 0.01;
/// Memory of slopes, and of their squares.
const MEMORY: [f32; 2] = [0.9, 0.999];
/// Keeps what has never had a slope where it is.
const TINY: f32 = 1e-8;

/// How numbers of one kind move.
#[derive(Clone, Copy)]
struct Motion {
    /// Part of the rate.
    part: f32,
    /// Pull to 0.
    decay: f32,
    /// Largest number: those of play have 16 bits.
    limit: f32,
}

impl Motion {
    const PLAIN: Motion = Motion { part: 1.0, decay: 0.0, limit: f32::INFINITY };
    const CORRECTION: Motion = Motion { part: 0.25, decay: 20.0, ..Motion::PLAIN };
}

/// How the lists of a head move, in the order of `PointHead::lists`. Weights of what is large are small, and so are their steps.
const HEAD_MOTIONS: [Motion; 9] = {
    const NEURON_LIMIT: f32 = 7.9;
    const VALUE_LIMIT: f32 = 2.8;
    const fn weight(input: f32, limit: f32) -> Motion {
        Motion { part: 1.0 / input, decay: 0.0, limit: limit / input }
    }
    [
        weight(POOL, NEURON_LIMIT),
        Motion::PLAIN,
        weight(STONES, NEURON_LIMIT),
        Motion::PLAIN,
        weight(POOL, VALUE_LIMIT),
        Motion::PLAIN,
        weight(STONES, VALUE_LIMIT),
        Motion::PLAIN,
        Motion::PLAIN,
    ]
};

/// Means of the slopes of a list, and of their squares.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Adam {
    fn new(count: usize) -> Adam {
        Adam { means: vec![0.0; count], squares: vec![0.0; count] }
    }

    /// Moves numbers against their slopes; `seen` is the part of each memory that is filled.
    fn step(&mut self, numbers: &mut [f32], slopes: &[f32], motion: Motion, rate: f32, seen: [f32; 2]) {
        let rate = rate * motion.part;
        let memories = self.means.iter_mut().zip(&mut self.squares);
        for ((number, &slope), (mean, square)) in numbers.iter_mut().zip(slopes).zip(memories) {
            *mean = MEMORY[0] * *mean + (1.0 - MEMORY[0]) * slope;
            *square = MEMORY[1] * *square + (1.0 - MEMORY[1]) * slope * slope;
            let step = *mean / seen[0] / ((*square / seen[1]).sqrt() + TINY);
            let moved = *number - rate * (step + motion.decay * *number);
            *number = moved.clamp(-motion.limit, motion.limit);
        }
    }
}

/// A network on its way.
pub struct Descent {
    layout: Layout,
    factors: Factors,
    slopes: Factors,
    /// One for each list of numbers that move.
    memories: Vec<Adam>,
    network: PointNumbers,
    steps: usize,
    all_steps: usize,
}

impl Descent {
    /// A descent of so many steps from the first numbers of a seed.
    pub fn new(layout: Layout, seed: u64, all_steps: usize) -> Descent {
        let mut factors = Factors::first(&layout, seed);
        let mut network = PointNumbers::zero(layout.sides(), layout.shapes());
        factors.fold(&layout, &mut network);
        let memories = lists(&mut factors).iter().map(|(list, _)| Adam::new(list.len())).collect();
        Descent { slopes: Factors::zero(&layout), layout, factors, memories, network, steps: 0, all_steps }
    }

    /// The network as it is.
    pub fn network(&self) -> &PointNumbers {
        &self.network
    }

    /// The shape that the other player sees, by shape.
    pub fn swapped(&self) -> &[u16] {
        self.layout.swapped()
    }

    /// The network as it is.
    pub fn into_network(self) -> PointNumbers {
        self.network
    }

    /// A step by the slopes of both halves of a batch of so many positions.
    pub fn step(&mut self, halves: [&mut Slopes; 2], positions: usize) {
        self.steps += 1;
        self.add_halves(halves, 1.0 / positions as f32);
        self.slopes.share_slopes(&self.layout);
        let rate = self.rate();
        let seen = MEMORY.map(|memory| 1.0 - memory.powi(self.steps as i32));
        let slopes = lists(&mut self.slopes);
        for (((numbers, motion), (slopes, _)), memory) in
            lists(&mut self.factors).into_iter().zip(slopes).zip(&mut self.memories)
        {
            memory.step(numbers, slopes, motion, rate, seen);
        }
        self.factors.fold(&self.layout, &mut self.network);
    }

    /// The rate of this step: it rises fast and falls slowly.
    fn rate(&self) -> f32 {
        let done = self.steps as f32 / self.all_steps as f32;
        let part = if self.layout.goes_on() { GOING_ON } else { 1.0 };
        RATE * part * (done / RISE).min(1.0) * (1.0 - done).max(MIN_RATE)
    }

    /// The mean slopes by the numbers of the network.
    fn add_halves(&mut self, [first, second]: [&mut Slopes; 2], part: f32) {
        let sum = |to: &mut [f32], first: &[f32], second: &[f32]| {
            for ((to, first), second) in to.iter_mut().zip(first).zip(second) {
                *to = (first + second) * part;
            }
        };
        let own = &mut self.slopes.own;
        for ((to, first), second) in own.tables.iter_mut().zip(&first.0.tables).zip(&second.0.tables) {
            sum(to.as_flattened_mut(), first.as_flattened(), second.as_flattened());
        }
        for ((to, first), second) in own.heads.iter_mut().zip(&mut first.0.heads).zip(&mut second.0.heads) {
            for ((to, first), second) in to.lists().into_iter().zip(first.lists()).zip(second.lists()) {
                sum(to, first, second);
            }
        }
    }
}

/// All lists of numbers that move, and how.
fn lists(factors: &mut Factors) -> Vec<(&mut [f32], Motion)> {
    let mut lists: Vec<(&mut [f32], Motion)> = Vec::new();
    let own = &mut factors.own;
    lists.extend(own.tables.iter_mut().map(|table| (table.as_flattened_mut(), Motion::CORRECTION)));
    lists.extend(factors.parts.iter_mut().map(|parts| (parts.as_flattened_mut(), Motion::PLAIN)));
    for head in &mut own.heads {
        lists.extend(head.lists().into_iter().zip(HEAD_MOTIONS));
    }
    for shared in &mut factors.shared {
        lists.push((shared.neurons.as_flattened_mut(), Motion::PLAIN));
        lists.push((&mut shared.value, Motion::PLAIN));
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_is_the_rate_whatever_the_size_of_the_slope() {
        let mut numbers = [0.0, 0.0, 0.0, 1.0];
        let seen = MEMORY.map(|memory| 1.0 - memory);
        Adam::new(4).step(&mut numbers, &[1e-3, -100.0, 0.0, 0.0], Motion::CORRECTION, 0.02, seen);
        assert!((numbers[0] + 0.005).abs() < 1e-4 && (numbers[1] - 0.005).abs() < 1e-4, "{numbers:?}");
        assert_eq!(numbers[2], 0.0);
        assert!((numbers[3] - 0.9).abs() < 1e-6, "pulled to 0");
    }

    #[test]
    fn the_rate_rises_fast_and_falls_slowly() {
        let layout = Layout::from_parts(vec![0], vec![vec![None]], Vec::new());
        let mut descent = Descent::new(layout, 1, 1000);
        let rates: Vec<f32> = [1, 10, 20, 500, 1000]
            .into_iter()
            .map(|step| {
                descent.steps = step;
                descent.rate() / RATE
            })
            .collect();
        let expected = [0.05 * 0.999, 0.5 * 0.99, 0.98, 0.5, 0.01];
        assert!(
            rates.iter().zip(expected).all(|(rate, expected)| (rate - expected).abs() < 1e-4),
            "{rates:?}"
        );
    }
}

//! A small network: the evaluation of every rule set.
//!
//! The pieces choose rows of a table: the arrangement of men in each block (`patterns.rs`), kings by square, runaways,
//! the mobility of kings; all as the player to move sees them, so that the turn is part of the evaluation. The rows are
//! summed. Two lanes of the sum are the value itself, for the opening and for the endgame; the others are the inputs of
//! two small layers, which add what a sum cannot express. (Sums of rows chosen by the pieces on the board are the first
//! layer of NNUE by Yu Nasu, 2018; rows for patterns instead of single pieces are known from engines of gomoku and
//! Othello.)
//!
//! All arithmetic uses integers, so the value is the same on every machine. `file.rs` reads and writes the weights, `model.rs`
//! is the network in training.

mod file;
mod model;

pub(super) use model::Model;

use wide::{i16x16, i32x8};

use super::colour::Colour;
use super::eval::interpolate;
use super::features::RUNAWAY_ROWS;
use super::geometry::{Geometry, squares};
use super::kernel::Kernel;
use super::patterns::{ARRANGEMENTS, arrangements_from_below, blocks};
use super::position::Position;
use crate::contract::{ROW_LANES as LANES, ROW_NEURONS as NEURONS, SECOND_NEURONS as SECOND};

/// Number of stages, each with its own layers, by the number of pieces.
const STAGES: usize = 4;
/// Range of a stage, in pieces.
const STAGE_PIECES: usize = 10;
/// Fixed-point 1 in a lane of the layers, and the limit of their inputs and outputs.
const ONE: i32 = 256;
/// Scale of the weights of the second layer.
const SECOND_SCALE: i32 = 64;
/// Units per hundredth of a man in the value lanes.
const VALUE_PARTS: i32 = 2;
/// Units per hundredth in the weights of the last layer.
const LAST_SCALE: i32 = 64;
/// Steps of mobility for which a row counts once.
const MOBILITY_STEPS: i32 = 8;

/// Lanes of a vector.
const LANES_AT_ONCE: usize = 16;

/// A row of the table, in one cache line. A sum of vectors stays in registers, one of an array does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Row([i16x16; LANES / LANES_AT_ONCE]);

impl Row {
    fn new(lanes: [i16; LANES]) -> Row {
        Row(bytemuck::cast(lanes))
    }

    #[inline(always)]
    fn lanes(self) -> [i16; LANES] {
        bytemuck::cast(self.0)
    }

    #[inline(always)]
    fn add(&mut self, other: &Row) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, part)| *sum = sum.saturating_add(part));
    }

    /// The row of a mobility of this number of steps.
    fn of_steps(self, steps: i32) -> Row {
        Row::new(self.lanes().map(|number| (i32::from(number) * steps / MOBILITY_STEPS) as i16))
    }
}

/// Weights of two inputs for eight neurons, in the order of one multiply-add instruction.
type PairWeights = i16x16;
/// Number of neurons of a vector.
const NEURONS_AT_ONCE: usize = 8;

/// The layers of one stage.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Layers {
    /// By pair of lanes.
    second: [[PairWeights; SECOND / NEURONS_AT_ONCE]; LANES / 2],
    second_bias: [i32; SECOND],
    last: [i32; SECOND],
    last_bias: i32,
}

/// A network for one rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    rows: Box<[Row]>,
    bias: Row,
    layers: Vec<Layers>,
}

/// The first row of each kind: blocks, then kings by square (own, the other's), runaways, mobility (safe, attacked).
struct Layout {
    kings: usize,
    runaways: usize,
    mobility: usize,
    count: usize,
}

const fn layout(geometry: &Geometry) -> Layout {
    let kings = blocks(geometry) * ARRANGEMENTS;
    let runaways = kings + 2 * geometry.count;
    let mobility = runaways + 2 * RUNAWAY_ROWS;
    Layout { kings, runaways, mobility, count: mobility + 4 }
}

/// The stage for this number of pieces on the board.
#[inline(always)]
fn stage(pieces: usize) -> usize {
    (pieces.saturating_sub(1) / STAGE_PIECES).min(STAGES - 1)
}

/// Calls `add(row, steps)` for the rows that a position chooses; those of mobility are weighted by the steps, others
/// have none.
#[inline(always)]
fn chosen_rows<K: Kernel>(pos: &Position<K>, mut add: impl FnMut(usize, Option<i32>)) {
    let layout = const { layout(K::GEOMETRY) };
    let (own, other) = (pos.turn(), pos.turn().other());
    let below = own == Colour::White;
    let men = |colour| {
        let men = pos.pieces(colour) & !pos.kings();
        if below { men } else { K::GEOMETRY.turned_set(men) }
    };
    arrangements_from_below(K::GEOMETRY, [men(own), men(other)], |block, arrangement| {
        add(block * ARRANGEMENTS + arrangement, None)
    });
    for (side, colour) in [own, other].into_iter().enumerate() {
        for square in squares(pos.runaways(colour)) {
            let left = Position::<K>::rows_left(colour, square);
            add(layout.runaways + side * RUNAWAY_ROWS + left - 1, None);
        }
    }
    if pos.kings() == 0 {
        return;
    }
    for (side, colour) in [own, other].into_iter().enumerate() {
        let kings = pos.pieces(colour) & pos.kings();
        if kings == 0 {
            continue;
        }
        let attacked = pos.attacked_by_men(colour.other());
        let (mut safe, mut unsafe_steps) = (0, 0);
        for square in squares(kings) {
            let seen = if below { square } else { K::GEOMETRY.turned(square) };
            add(layout.kings + side * K::GEOMETRY.count + K::GEOMETRY.number(seen) - 1, None);
            let steps = pos.king_steps(square);
            safe += (steps & !attacked).count_ones() as i32;
            unsafe_steps += (steps & attacked).count_ones() as i32;
        }
        add(layout.mobility + 2 * side, Some(safe));
        add(layout.mobility + 2 * side + 1, Some(unsafe_steps));
    }
}

impl Network {
    /// Value of a position for the player to move, in hundredths of a man.
    #[inline]
    pub(super) fn evaluate<K: Kernel>(&self, pos: &Position<K>) -> i32 {
        let sum = self.sum(pos, |_| true);
        let pieces = pos.occupied().count_ones() as usize;
        linear_value(pos, &sum) + self.layers[stage(pieces)].value(&sum)
    }

    /// The same from White's side.
    #[inline]
    pub(super) fn white_value<K: Kernel>(&self, pos: &Position<K>) -> i32 {
        let value = self.evaluate(pos);
        if pos.turn() == Colour::White { value } else { -value }
    }

    /// The sum of the bias and the chosen rows that `keep` accepts.
    #[inline(always)]
    fn sum<K: Kernel>(&self, pos: &Position<K>, keep: impl Fn(usize) -> bool) -> Row {
        let mut sum = self.bias;
        chosen_rows(pos, |index, steps| {
            if !keep(index) {
                return;
            }
            let row = &self.rows[index];
            match steps {
                None => sum.add(row),
                Some(steps) => sum.add(&row.of_steps(steps)),
            }
        });
        sum
    }

    /// The parts of the value, in hundredths for the player to move: men in their blocks, kings by square, runaways,
    /// mobility; then the layers.
    pub(super) fn parts<K: Kernel>(&self, pos: &Position<K>) -> [i32; 5] {
        let layout = layout(K::GEOMETRY);
        let pieces = pos.occupied().count_ones() as usize;
        let linear = |sum: &Row| linear_value(pos, sum);
        let bias = linear(&self.bias);
        let part = |from: usize, to: usize| linear(&self.sum(pos, |row| (from..to).contains(&row))) - bias;
        [
            part(0, layout.kings),
            part(layout.kings, layout.runaways),
            part(layout.runaways, layout.mobility),
            part(layout.mobility, layout.count),
            self.layers[stage(pieces)].value(&self.sum(pos, |_| true)),
        ]
    }
}

/// The value lanes, interpolated by the number of pieces.
#[inline(always)]
fn linear_value<K: Kernel>(pos: &Position<K>, sum: &Row) -> i32 {
    let lanes = sum.lanes();
    interpolate(pos, i32::from(lanes[NEURONS]), i32::from(lanes[NEURONS + 1])) / VALUE_PARTS
}

impl Layers {
    #[inline(always)]
    fn value(&self, sum: &Row) -> i32 {
        let inputs = sum.0.map(|lanes| lanes.max(i16x16::ZERO).min(i16x16::splat(ONE as i16)));
        let pairs: [i32; LANES / 2] = bytemuck::cast(inputs);
        let mut neurons: [i32x8; SECOND / NEURONS_AT_ONCE] = bytemuck::cast(self.second_bias);
        for (&pair, weights) in pairs.iter().zip(&self.second) {
            let pair: i16x16 = bytemuck::cast(i32x8::splat(pair));
            for (neurons, &weights) in neurons.iter_mut().zip(weights) {
                *neurons += pair.dot(weights);
            }
        }
        let outputs = neurons.map(|neurons| {
            let positive = neurons.max(i32x8::ZERO).unbounded_shr_scalar(SECOND_SCALE.trailing_zeros());
            positive.min(i32x8::splat(ONE))
        });
        let outputs: [i32; SECOND] = bytemuck::cast(outputs);
        let sum: i32 = outputs.iter().zip(&self.last).map(|(output, weight)| output * weight).sum();
        (self.last_bias + sum) / (ONE * LAST_SCALE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{LAYER_WEIGHTS, NetworkModel as _, NetworkWeights, Position as _};
    use crate::fit::network_values;
    use crate::games::draughts::any_position::AnyPosition;
    use crate::games::draughts::geometry::TEN;
    use crate::games::draughts::kernel::Kernel;
    use crate::games::draughts::rules::RuleSet;
    use crate::games::draughts::{ENGLISH, INTERNATIONAL};
    use crate::random::Random;

    /// Training positions of random games, a few of them with kings.
    fn positions<K: Kernel>(rules: RuleSet<K>) -> Vec<Position<K>> {
        let (mut random, mut found, mut moves) = (Random::new(3), Vec::new(), Vec::new());
        while found.len() < 300 {
            let mut pos = Position::start(rules);
            for _ in 0..70 {
                moves.clear();
                pos.generate(&mut moves);
                if moves.is_empty() {
                    break;
                }
                pos.make(moves[random.below(moves.len())]);
                if Model::<K>::new().choose(&pos, &mut |_, _| {}).is_some() {
                    found.push(pos);
                }
            }
        }
        found
    }

    fn fitted<K: Kernel>(_rules: RuleSet<K>) -> NetworkWeights {
        let model = Model::<K>::new();
        let mut random = Random::new(9);
        let mut number = |size: f32| (random.below(2001) as f32 / 1000.0 - 1.0) * size;
        let rows = (0..model.rows()).map(|_| std::array::from_fn(|_| number(0.2))).collect();
        let bias = std::array::from_fn(|_| number(0.3));
        let layers = (0..model.stages() * LAYER_WEIGHTS).map(|_| number(0.8)).collect();
        NetworkWeights { rows, bias, layers }
    }

    fn whole_numbers_say_what_was_fitted<K: Kernel>(rules: RuleSet<K>) {
        let (model, numbers) = (Model::<K>::new(), fitted(rules));
        let scale = 80.0;
        let network = Network::decode(K::GEOMETRY, &model.encode(&numbers, scale));
        let positions = positions(rules);
        assert!(positions.iter().any(|pos| pos.kings() != 0), "kings are tried");
        let chosen = |pos: &Position<K>| {
            let mut chosen = Vec::new();
            let phase = model.choose(pos, &mut |row, by| chosen.push((row as u32, by)));
            (chosen, phase.expect("a training position"))
        };
        let expected = network_values(numbers, &positions.iter().map(chosen).collect::<Vec<_>>());
        for (pos, expected) in positions.iter().zip(expected) {
            let (found, expected) = (network.evaluate(pos), expected * scale);
            assert!((found as f32 - expected).abs() <= 12.0, "{found} for {expected}");
        }
    }

    fn the_turned_board_is_worth_the_same<K: Kernel>(rules: RuleSet<K>) {
        let network = Network::decode(K::GEOMETRY, &Model::<K>::new().encode(&fitted(rules), 80.0));
        for pos in positions(rules) {
            let turned = |set| K::GEOMETRY.turned_set(set);
            let pieces = [turned(pos.pieces(Colour::Black)), turned(pos.pieces(Colour::White))];
            let other = AnyPosition::new(rules.rules(), pieces, turned(pos.kings()), pos.turn().other());
            let other = Position::<K>::of(other);
            assert_eq!(network.evaluate(&pos), network.evaluate(&other));
            assert_eq!(network.parts(&pos), network.parts(&other));
        }
    }

    #[test]
    fn the_file_says_what_was_fitted() {
        whole_numbers_say_what_was_fitted(INTERNATIONAL);
        whole_numbers_say_what_was_fitted(ENGLISH);
    }

    #[test]
    fn training_continues_from_what_a_file_says() {
        fn the_file_is_read_back<K: Kernel>(rules: RuleSet<K>) {
            let model = Model::<K>::new();
            let file = model.encode(&fitted(rules), 80.0);
            assert_eq!(model.encode(&model.decode(&file, 80.0), 80.0), file);
        }
        the_file_is_read_back(INTERNATIONAL);
        the_file_is_read_back(ENGLISH);
    }

    #[test]
    fn both_players_see_the_same() {
        the_turned_board_is_worth_the_same(INTERNATIONAL);
        the_turned_board_is_worth_the_same(ENGLISH);
    }

    #[test]
    fn a_file_of_other_bytes_is_read_as_some_network() {
        let network = Network::decode(&TEN, &[0xff; 300]);
        assert_eq!(network.evaluate(&Position::start(INTERNATIONAL)), 0);
    }
}

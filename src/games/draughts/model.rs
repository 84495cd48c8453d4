//! Linear weights as they are fitted: the features of a position, and others behind them that stand in for what is rare.
//!
//! Most arrangements of a block occur in few games or none, so a block is only a correction of its men by square. It is
//! thought to be small (`spread`), and what few positions speak of stays small. At the end the squares are added to blocks.

use std::marker::PhantomData;

use super::colour::Colour;
use super::draws::drawish_divisor;
use super::eval::opening_share;
use super::features::{self, FIRST_KING, KING, KING_SQUARE, MAN, PATTERNS, RUNAWAY};
use super::geometry::{bit, squares};
use super::patterns::{ARRANGEMENTS, arrangements};
use super::position::Position;
use super::rules::{Goal, RuleSet};
use super::weights::encode;
use crate::contract::{FeatureGroup, LinearModel, PhaseWeights, Player};

/// Hundredths of a man for one unit of log-odds where a man is worth nothing (losing draughts).
const PLAIN_SCALE: f32 = 120.0;

/// The model of a rule set.
pub(super) struct Model<R>(PhantomData<R>);

impl<R: RuleSet> Model<R> {
    /// The model.
    pub(super) fn new() -> Model<R> {
        Model(PhantomData)
    }

    /// The first of the men by square, behind all features.
    const SQUARES: usize = features::count::<R>();

    /// Men by square as their owner sees it, less the men of the other side.
    fn add_squares(pos: &Position<R>, add: &mut dyn FnMut(usize, i32)) {
        let mut counts = [0; 51];
        for (colour, sign) in [(Colour::White, 1), (Colour::Black, -1)] {
            for square in squares(pos.pieces(colour) & !pos.kings()) {
                let seen = if colour == Colour::White { square } else { R::GEOMETRY.turned(square) };
                counts[R::GEOMETRY.number(seen)] += sign;
            }
        }
        for (number, &count) in counts.iter().enumerate().filter(|&(_, &count)| count != 0) {
            add(Self::SQUARES + number - 1, count);
        }
    }

    /// Adds what men are worth by square to the blocks that see them, each square to one.
    fn fold_squares(weights: &mut [PhaseWeights], squares_from: &[PhaseWeights]) {
        let mut folded = 0;
        for square in squares(R::GEOMETRY.all) {
            let turned = R::GEOMETRY.turned(square);
            let numbers = [square, turned].map(|square| R::GEOMETRY.number(square));
            arrangements::<R>([bit(square), 0], |table, seen, _| {
                if seen == 0 || folded & bit(square) != 0 {
                    return;
                }
                // The block's image sees an enemy's man on the turned square where the block sees an own one.
                folded |= bit(square) | bit(turned);
                for arrangement in 0..ARRANGEMENTS {
                    let (number, sign) = match arrangement / seen % 3 {
                        1 => (numbers[0], 1.0),
                        2 => (numbers[1], -1.0),
                        _ => continue,
                    };
                    let to = &mut weights[PATTERNS + table * ARRANGEMENTS + arrangement];
                    for phase in 0..2 {
                        to[phase] += sign * squares_from[number - 1][phase];
                    }
                }
            });
        }
    }
}

impl<R: RuleSet> LinearModel<Position<R>> for Model<R> {
    fn player(&self) -> Player {
        Position::<R>::player(Colour::White)
    }

    fn groups(&self) -> Vec<FeatureGroup> {
        let worth = if R::RULES.goal == Goal::HaveNoMove { -0.5 } else { 1.0 };
        let king = if R::RULES.flying_kings { 1.6 } else { 1.1 };
        let near_king = if R::RULES.goal == Goal::FirstKing { 0.5 } else { 0.0 };
        let group = FeatureGroup::new;
        vec![
            group("man", MAN..FIRST_KING, worth * 0.8, 1.0),
            group("first king", FIRST_KING..KING, worth * 0.6, 1.0),
            group("king", KING..KING + 1, worth * king, 1.0),
            group("turn, balance, mobility", KING + 1..RUNAWAY, 0.0, 0.3),
            group("runaway", RUNAWAY..KING_SQUARE, near_king, 1.0),
            group("king by square", KING_SQUARE..PATTERNS, 0.0, 0.3),
            group("block", PATTERNS..Self::SQUARES, 0.0, 0.03),
            group("man by square", Self::SQUARES..Self::SQUARES + R::GEOMETRY.count, 0.0, 0.06),
        ]
    }

    /// Nothing where a capture is due or threatened, or the value is divided: it is then no measure of the weights.
    fn features(&self, pos: &Position<R>, add: &mut dyn FnMut(usize, i32)) -> Option<f32> {
        if pos.must_capture()
            || pos.is_threatened()
            || drawish_divisor(pos, 1) > 1
            || drawish_divisor(pos, -1) > 1
        {
            return None;
        }
        pos.features(|feature, count| {
            if count != 0 {
                add(feature, count);
            }
        });
        Self::add_squares(pos, add);
        Some(opening_share(pos))
    }

    fn encode(&self, weights: &[PhaseWeights]) -> Vec<u8> {
        let mut weights = weights.to_vec();
        let squares = weights.split_off(Self::SQUARES);
        Self::fold_squares(&mut weights, &squares);
        // A man as an average of all squares and both phases.
        let mean =
            |phase: usize| squares.iter().map(|square| square[phase]).sum::<f32>() / squares.len() as f32;
        let man = (weights[MAN][0] + mean(0) + weights[MAN][1] + mean(1)) / 2.0;
        let scale = if man > 0.3 { 100.0 / man } else { PLAIN_SCALE };
        let whole = |weight: f32| (weight * scale).round().clamp(-30_000.0, 30_000.0) as i16;
        let whole: Vec<[i16; 2]> = weights.iter().map(|pair| pair.map(whole)).collect();
        encode(&whole)
    }
}

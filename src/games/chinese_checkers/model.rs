//! The evaluation of two armies, for training.
//!
//! There are no phases: the rows of the last pieces and the pieces inside measure the progress of the game. In addition to
//! them, a weight for each phase hardly improves predictions (log-loss 0.533 instead of 0.536, hops over neighbours).

use std::sync::Mutex;

use super::best_gain::BestGains;
use super::eval::is_race;
use super::features::{
    CLASSES, COUNT, INSIDE, OTHER_GAIN, OWN_GAIN, REARMOST, SECOND, TURN, class, gain_units,
};
use super::geometry::{HOLES, Hole};
use super::hole_set::HoleSet;
use super::position::Position;
use super::rules::Rules;
use super::seat::Seat;
use super::weights::{SLOPE_PARTS, encode};
use crate::contract::{FeatureGroup, LinearModel, PhaseWeights, Player, Position as _};

/// The model of a set of rules.
pub(super) struct Model {
    gains: Mutex<BestGains>,
}

/// A row in the middle of the board.
const MIDDLE: usize = 8;
/// How much better a full camp is than any other number of pieces in it.
const FULL_CAMP: i32 = 100;
/// Prior of a step, in log-odds.
const STEP: f32 = 0.22;

impl Model {
    /// The model.
    pub(super) fn new(rules: &Rules) -> Model {
        Model { gains: Mutex::new(BestGains::new(rules)) }
    }

    /// Calls `add` with the features of an army.
    fn add_army(pos: &Position, player: Player, sign: i32, add: &mut dyn FnMut(usize, i32)) {
        let (seat, own) = (pos.seat(player), pos.pieces(player));
        let mut rows: Vec<usize> = own.into_iter().map(|hole| seat.progress(hole) as usize).collect();
        rows.sort_unstable();
        own.into_iter().for_each(|hole| add(class(seat, hole), sign));
        add(REARMOST + rows[0], sign);
        add(SECOND + rows[1], sign);
        add(INSIDE + (own & seat.target()).len(), sign);
    }
}

/// Value of a hole before any game is seen, in steps: a piece far behind is worth less than by its distance, since it
/// cannot use the chains of the others, and off the centre line there are fewer of them.
fn prior(class_wanted: usize) -> f32 {
    let seat = Seat::ALL[0];
    let hole = (0..HOLES as u8)
        .map(Hole)
        .find(|&hole| class(seat, hole) == class_wanted)
        .expect("a class has holes");
    let (rows, aside) = (f32::from(16 - seat.progress(hole)), f32::from(seat.off_centre(hole)));
    let distance = rows.max((rows + aside) / 2.0);
    let aside = if seat.target().has(hole) { 0.0 } else { aside };
    -0.22 * distance - 0.05 * distance * distance - 0.06 * aside
}

impl LinearModel<Position> for Model {
    fn player(&self) -> Player {
        Player::FIRST
    }

    fn groups(&self) -> Vec<FeatureGroup> {
        let group = FeatureGroup::new;
        let mut groups: Vec<FeatureGroup> =
            (0..CLASSES).map(|at| group("hole", at..at + 1, STEP * prior(at), 0.3)).collect();
        groups.extend([
            group("row of the last, pieces inside, turn", REARMOST..OWN_GAIN, 0.0, 0.3),
            group("own gain", OWN_GAIN..OTHER_GAIN, 0.12 * STEP, 0.02),
            group("other gain", OTHER_GAIN..COUNT, -0.06 * STEP, 0.02),
        ]);
        groups
    }

    /// `None` in a race, whose moves are counted: certain results would outweigh the others (60 Elo worse).
    fn features(&self, pos: &Position, add: &mut dyn FnMut(usize, i32)) -> Option<f32> {
        if pos.outcome().is_some() || is_race(pos) {
            return None;
        }
        Model::add_army(pos, Player::FIRST, 1, add);
        Model::add_army(pos, Player::SECOND, -1, add);
        let me = pos.player_to_move();
        let sign = if me == Player::FIRST { 1 } else { -1 };
        add(TURN, sign);
        let mut gains = self.gains.lock().expect("no thread failed with the lock");
        gains.choose(pos, [Player::FIRST, Player::SECOND]);
        gains.begin();
        for (first, side) in [(OWN_GAIN, me.index()), (OTHER_GAIN, me.other().index())] {
            for (slope, units) in gain_units(gains.best_gain(pos, side)).into_iter().enumerate() {
                add(first + slope, sign * units);
            }
        }
        Some(1.0)
    }

    fn encode(&self, weights: &[PhaseWeights]) -> Vec<u8> {
        let seat = Seat::ALL[0];
        let camp = |camp: HoleSet| camp.into_iter().map(|hole| weights[class(seat, hole)][0]).sum::<f32>();
        // Ten pieces walk twelve rows each.
        let scale = 12_000.0 / (camp(seat.target()) - camp(seat.home()));
        let whole = |(number, weight): (usize, &PhaseWeights)| {
            let parts = if number >= OWN_GAIN { SLOPE_PARTS as f32 } else { 1.0 };
            (weight[0] * scale * parts).round() as i32
        };
        let mut numbers = [0; COUNT];
        numbers.iter_mut().zip(weights.iter().enumerate().map(whole)).for_each(|(to, number)| *to = number);
        // Few games show the last rows before it is a race: there a piece farther on is worth no less.
        for rows in [REARMOST..SECOND, SECOND..INSIDE] {
            for row in rows.skip(MIDDLE) {
                numbers[row] = numbers[row].max(numbers[row - 1]);
            }
        }
        // With all pieces inside the game is over: no sample has this case.
        numbers[TURN - 1] = FULL_CAMP + numbers[INSIDE..TURN - 1].iter().max().expect("there are numbers");
        encode(&numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ChineseCheckers;
    use super::super::rules::Hops;
    use super::super::weights::numbers_of;
    use super::*;
    use crate::contract::{Evaluator as _, Game as _};

    #[test]
    fn the_features_weighted_are_the_evaluation() {
        for hops in [Hops::Adjacent, Hops::Both] {
            let rules = Rules { hops, ..Rules::DEFAULT };
            let (game, model, numbers) = (ChineseCheckers::new(rules), Model::new(&rules), numbers_of(hops));
            let mut evaluator = game.evaluator();
            let mut pos = game.start_position();
            for ply in 0..200 {
                let mut moves = Vec::new();
                pos.generate(&mut moves);
                pos.make(moves[ply * 31 % moves.len()]);
                let mut sum = 0.0;
                let mut add = |feature: usize, count: i32| {
                    let parts = if feature >= OWN_GAIN { SLOPE_PARTS } else { 1 };
                    sum += f64::from(numbers[feature] * count) / f64::from(parts);
                };
                if model.features(&pos, &mut add).is_none() {
                    break;
                }
                evaluator.begin(&pos);
                let value = f64::from(evaluator.evaluate(&pos).0);
                let sign = if pos.player_to_move() == Player::FIRST { 1.0 } else { -1.0 };
                assert!((sign * value - sum).abs() <= 2.0, "{value} and {sum}");
            }
        }
    }
}

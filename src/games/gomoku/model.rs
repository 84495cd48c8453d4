//! The evaluation as it is fitted: the features that play sees, and others behind them that stand in for what is rare.

use std::ops::Range;

use super::eval::proved;
use super::features::{
    PHASE_PARTS, ROLES, THREAT_SETS, THREATS, count, counted, first_phase, numbers, point, sides, threat_set,
    threats,
};
use super::geometry::cells;
use super::pattern_board::PatternBoard;
use super::points::{FourPatterns, PATTERN_CODES, PointClass, PointTables};
use super::position::Position;
use super::rules::Rule;
use super::stand_ins::StandIns;
use super::weights::{PARTS, encode};
use crate::contract::{FeatureGroup, LinearModel, PhaseWeights, Player, Position as _};

/// Largest count that a sample holds; only an almost empty board has more points that are alike.
const MAX_COUNT: i32 = 127;
/// Hundredths for one unit of log-odds.
const SCALE: f32 = 180.0;

/// The model of a rule set.
pub(super) struct Model {
    rule: Rule,
    stand_ins: StandIns,
}

impl Model {
    /// The model.
    pub(super) fn new(rule: Rule) -> Model {
        Model { rule, stand_ins: StandIns::new(count(rule), sides(rule) * ROLES) }
    }

    /// The single threats of a side, which stand in for sets of threats.
    fn single_threats(&self, side: usize) -> Range<usize> {
        let first = self.stand_ins.end() + side * THREATS;
        first..first + THREATS
    }

    /// The weights of play: what stands in for others is added to them.
    fn folded(&self, mut weights: Vec<f32>) -> Vec<f32> {
        self.stand_ins.fold(&mut weights, PointTables::of(self.rule), |table| table / ROLES);
        for side in 0..sides(self.rule) {
            for set in 0..THREAT_SETS {
                let single = self.single_threats(side).enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
                let worth = single.map(|(_, single)| weights[single]).sum::<f32>();
                weights[threats(self.rule, side, set)] += worth;
            }
        }
        // Points that are nothing to a player are not counted.
        for table in 0..sides(self.rule) * ROLES {
            weights[table * PATTERN_CODES + FourPatterns::ZERO.pattern_code()] = 0.0;
        }
        weights.truncate(count(self.rule));
        weights
    }
}

impl LinearModel<Position> for Model {
    fn player(&self) -> Player {
        Player::FIRST
    }

    fn groups(&self) -> Vec<FeatureGroup> {
        let group = |name, features, spread| FeatureGroup::new(name, features, 0.0, spread);
        let first_threats = threats(self.rule, 0, 0);
        let mut groups = vec![
            group("point", point(0, 0, 0)..first_threats, 0.03),
            group("threats", first_threats..numbers(self.rule, 0, 0), 0.2),
            group("number", numbers(self.rule, 0, 0)..count(self.rule), 0.2),
        ];
        groups.extend(self.stand_ins.groups());
        groups.extend((0..sides(self.rule)).map(|side| group("threat", self.single_threats(side), 1.0)));
        groups
    }

    /// Nothing where a five must be stopped or the game is decided.
    fn features(&self, pos: &Position, add: &mut dyn FnMut(usize, i32)) -> Option<f32> {
        let board = PatternBoard::new(pos);
        let mover = pos.player_to_move().index();
        if pos.outcome().is_some()
            || proved(&board, mover).is_some()
            || board.count(1 - mover, PointClass::Five) > 0
        {
            return None;
        }
        let sides = sides(self.rule);
        let mut counts = vec![0; self.single_threats(sides).start];
        let sign = |player: usize| if player == Player::FIRST.index() { 1 } else { -1 };
        for cell in cells(pos.size()).filter(|&cell| pos.stone(cell).is_none()) {
            for player in 0..2 {
                let patterns = board.patterns(cell, player);
                if !patterns.all_dead() {
                    let table = player % sides * ROLES + usize::from(player != mover);
                    self.stand_ins.count(
                        table,
                        patterns,
                        board.class(cell, player),
                        sign(player),
                        &mut counts,
                    );
                }
            }
        }
        let (side, set) = (mover % sides, threat_set(&board, mover));
        counts[threats(self.rule, side, set)] += sign(mover);
        for number in counted(&board, mover) {
            counts[numbers(self.rule, side, number)] += sign(mover);
        }
        for (bit, single) in self.single_threats(side).enumerate() {
            counts[single] += sign(mover) * (set >> bit & 1) as i32;
        }
        for (feature, &count) in counts.iter().enumerate().filter(|&(_, &count)| count != 0) {
            add(feature, count.clamp(-MAX_COUNT, MAX_COUNT));
        }
        Some(first_phase(board.stones()) as f32 / PHASE_PARTS as f32)
    }

    fn encode(&self, weights: &[PhaseWeights]) -> Vec<u8> {
        let phase = |phase: usize| self.folded(weights.iter().map(|both| both[phase]).collect());
        encode(&[phase(0), phase(1)].concat(), SCALE * PARTS as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Evaluator;
    use super::super::eval_tests::random_position;
    use super::super::weights::numbers_of;
    use super::*;
    use crate::contract::{Evaluator as _, Notation as _};
    use crate::random::Random;

    #[test]
    fn the_evaluation_is_the_weighted_sum_of_the_features() {
        let mut random = Random::new(31);
        for rule in Rule::ALL {
            let (model, numbers, count) = (Model::new(rule), numbers_of(rule).0, count(rule));
            let mut compared = 0;
            for _ in 0..60 {
                let pos = random_position(rule, 11, random.below(40), &mut random);
                let mut sums = [0; 2];
                let share = model.features(&pos, &mut |feature, times| {
                    if feature < count {
                        (0..2).for_each(|phase| sums[phase] += times * numbers[phase * count + feature]);
                    }
                });
                let Some(share) = share else { continue };
                let share = (share * PHASE_PARTS as f32).round() as i32;
                let sum = (sums[0] * share + sums[1] * (PHASE_PARTS - share)) / PHASE_PARTS / PARTS;
                let mut evaluator = Evaluator::new(&pos);
                evaluator.begin(&pos);
                let value = evaluator.evaluate(&pos).0;
                let value = if pos.player_to_move() == model.player() { value } else { -value };
                assert_eq!(value, sum, "{rule:?}\n{}", pos.diagram());
                compared += 1;
            }
            assert!(compared > 20, "{rule:?}: {compared}");
        }
    }
}

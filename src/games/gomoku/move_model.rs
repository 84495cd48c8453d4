//! The order of moves as it is fitted: which move a search chose, by what its point is to both players.

use super::candidates::candidates;
use super::features::sides;
use super::geometry::Cell;
use super::pattern_board::PatternBoard;
use super::points::{PATTERN_CODES, PointClass, PointTables};
use super::position::{Move, Position};
use super::rules::Rule;
use super::stand_ins::StandIns;
use super::weights::encode;
use crate::contract::{FeatureCounts, FeatureGroup, MoveModel, PhaseWeights, Position as _};
use crate::random::mix;

/// Hundredths of a unit of log-odds.
const SCALE: f32 = 100.0;
/// Moves that a chosen one is compared with.
const OTHERS: u64 = 8;
/// Points are seen as one's own and as the enemy's.
const VIEWS: usize = 2;

/// The model of a rule set.
pub(super) struct OrderModel {
    rule: Rule,
    stand_ins: StandIns,
}

/// Features that play sees.
fn codes(rule: Rule) -> usize {
    sides(rule) * VIEWS * PATTERN_CODES
}

impl OrderModel {
    /// The model.
    pub(super) fn new(rule: Rule) -> OrderModel {
        OrderModel { rule, stand_ins: StandIns::new(codes(rule), sides(rule) * VIEWS) }
    }

    fn count(&self, board: &PatternBoard, cell: Cell, mover: usize, sign: i32, counts: &mut [i32]) {
        for (view, player) in [mover, 1 - mover].into_iter().enumerate() {
            let table = mover % sides(self.rule) * VIEWS + view;
            self.stand_ins.count(
                table,
                board.patterns(cell, player),
                board.class(cell, player),
                sign,
                counts,
            );
        }
    }
}

impl MoveModel<Position> for OrderModel {
    fn groups(&self) -> Vec<FeatureGroup> {
        let mut groups = vec![FeatureGroup::new("point", 0..codes(self.rule), 0.0, 0.3)];
        groups.extend(self.stand_ins.groups().into_iter().map(|group| FeatureGroup { spread: 1.0, ..group }));
        groups
    }

    /// Nothing where a five or a straight four leaves no choice.
    fn choices(&self, pos: &Position, chosen: Move, lot: u64, add: &mut dyn FnMut(&FeatureCounts)) {
        let board = PatternBoard::new(pos);
        let mover = pos.player_to_move().index();
        let decided = |player| board.has(player, PointClass::StraightFour, PointClass::Five);
        if decided(mover) || board.count(1 - mover, PointClass::Five) > 0 {
            return;
        }
        let mut moves = Vec::new();
        candidates(&board, mover, &mut moves);
        moves.retain(|&mv| mv != chosen);
        let mut features = Vec::new();
        for number in 0..OTHERS.min(moves.len() as u64) {
            let other = moves.swap_remove(mix(lot ^ number) as usize % moves.len());
            let mut counts = vec![0; self.stand_ins.end()];
            self.count(&board, chosen, mover, 1, &mut counts);
            self.count(&board, other, mover, -1, &mut counts);
            features.clear();
            features.extend(counts.into_iter().enumerate().filter(|&(_, count)| count != 0));
            add(&features);
        }
    }

    fn encode(&self, weights: &[PhaseWeights]) -> Vec<u8> {
        let mut weights: Vec<f32> = weights.iter().map(|&[first, _]| first).collect();
        // A table sees the points of the mover, or of the other.
        let player = |table: usize| (table / VIEWS + table % VIEWS) % 2;
        self.stand_ins.fold(&mut weights, PointTables::of(self.rule), player);
        weights.truncate(codes(self.rule));
        encode(&weights, SCALE)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Gomoku;
    use super::*;
    use crate::contract::{Game as _, Notation as _};

    fn choices(moves: &[&str], chosen: &str) -> usize {
        let mut pos = Gomoku::new(Rule::Standard).start_position();
        for text in moves {
            let mv = pos.parse_move(text).expect("a legal move");
            pos.make(mv);
        }
        let mut count = 0;
        let chosen = pos.parse_move(chosen).expect("a legal move");
        OrderModel::new(Rule::Standard).choices(&pos, chosen, 5, &mut |features| {
            assert!(!features.is_empty());
            count += 1;
        });
        count
    }

    #[test]
    fn a_move_is_compared_with_others_only_where_there_is_a_choice() {
        assert_eq!(choices(&["h8", "i9", "h9"], "h10"), OTHERS as usize);
        let four = ["h8", "i9", "h9", "i10", "h10", "i11", "h11"];
        assert_eq!(choices(&four, "h12"), 0, "a five must be stopped");
        assert_eq!(choices(&four[..6], "h11"), 0, "a straight four wins");
    }
}

//! The counts that are part of a position while a class is solved.
//!
//! Two rules depend on earlier moves: in Frisian draughts a side with men may move the same king only three times, and
//! in FMJD-64 rules a lone king on the long diagonal draws after some moves. Solving covers all these counts; a table
//! keeps only the values with all counts 0. (The limits of 5 to 60 moves are not states but distances, see `solve`.)

use super::class::{Class, Placement};
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::colour::Colour;
use crate::games::draughts::geometry::{bit, squares};
use crate::games::draughts::rules::{MoveLimits, Rules};
use crate::games::draughts::wolf::Wolf;

/// Number of distinct counts of half-moves on the long diagonal: 0 to 9.
const ROAD_STATES: usize = 10;
/// Number of distinct counts of a king that has moved: 1 to 3.
const WOLF_MOVES: usize = 3;

/// Numbers of states of the counts in a class: of each side's kings, and of the long diagonal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counters {
    wolves: [usize; 2],
    road: usize,
}

impl Counters {
    pub fn new(rules: &Rules, class: Class) -> Counters {
        let wolf = |side: usize| {
            let counts = rules.movement.three_king_moves && class.men[side] > 0 && class.kings[side] > 0;
            if counts { 1 + WOLF_MOVES * usize::from(class.kings[side]) } else { 1 }
        };
        let lone = |side: usize| class.men[side] == 0 && class.kings[side] == 1 && class.kings[1 - side] > 0;
        let road = rules.limits == MoveLimits::SixtyFour && class.pieces() == 4 && (lone(0) || lone(1));
        Counters { wolves: [wolf(0), wolf(1)], road: if road { ROAD_STATES } else { 1 } }
    }

    /// Number of states; state 0 has all counts 0.
    pub fn states(&self) -> usize {
        self.wolves[0] * self.wolves[1] * self.road
    }

    /// The state of a position; `placement` has its pieces seen with White to move.
    pub fn state(&self, pos: &AnyPosition, placement: &Placement) -> usize {
        if self.states() == 1 {
            return 0;
        }
        let wolf = |side: usize| {
            let white_moves = pos.turn() == Colour::White;
            let wolf = pos.wolf[if white_moves { side } else { 1 - side }];
            let (king, moves) = (wolf.king(), wolf.moves());
            if self.wolves[side] == 1 || moves == 0 {
                return 0;
            }
            let king = if white_moves { king } else { pos.geometry().turned(king) };
            let own = placement.pieces[side] & placement.kings;
            let rank = (own & (bit(king) - 1)).count_ones() as usize;
            1 + WOLF_MOVES * rank + usize::from(moves) - 1
        };
        (wolf(0) * self.wolves[1] + wolf(1)) * self.road + usize::from(pos.road).min(self.road - 1)
    }

    /// The position with White to move that has these pieces and this state; `None` if the counts are impossible.
    pub fn position(
        &self,
        rules: &'static Rules,
        placement: &Placement,
        state: usize,
    ) -> Option<AnyPosition> {
        let mut pos = AnyPosition::new(rules, placement.pieces, placement.kings, Colour::White);
        if state == 0 {
            return Some(pos);
        }
        let (road, wolves) = (state % self.road, state / self.road);
        let wolves = [wolves / self.wolves[1], wolves % self.wolves[1]];
        for side in [0, 1] {
            if let Some(count) = wolves[side].checked_sub(1) {
                let king = squares(placement.pieces[side] & placement.kings).nth(count / WOLF_MOVES)?;
                pos.wolf[side] = Wolf::new(king, (count % WOLF_MOVES + 1) as u8);
            }
        }
        pos.road = road as u8;
        (road == 0 || pos.lone_king_on_road()).then_some(pos)
    }
}

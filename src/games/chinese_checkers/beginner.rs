//! How a beginner sees Chinese checkers: by the progress of the pieces. Long chains of hops, and those that do not lead
//! straight ahead, are easily overlooked.

use super::moves::Move;
use super::position::Position;
use super::standing::standing;
use crate::contract::{Attention, Beginner, Player, Position as _, Sight};

/// A beginner at this game.
pub struct Walker;

/// How easily a move by hops is overlooked, by the distance that it covers; one step is seen by everybody.
const HIDDEN: [i32; 8] = [0, 0, 20, 35, 50, 65, 80, 90];
const HIDDEN_ASIDE: i32 = 20;

impl Beginner<Position> for Walker {
    /// A chain of hops.
    fn sight(&self, pos: &Position, mv: Move) -> Option<Sight> {
        let distance = mv.from.distance(mv.to) as usize;
        if distance < 2 {
            return None;
        }
        let seat = pos.seat(pos.player_to_move());
        let is_ahead = seat.progress(mv.to) - seat.progress(mv.from) >= 2;
        let hidden = HIDDEN[distance.min(HIDDEN.len() - 1)] + if is_ahead { 0 } else { HIDDEN_ASIDE };
        Some(Sight { what: (mv.from.index() << 7 | mv.to.index()) as u32, hidden })
    }

    fn value(&self, pos: &Position, player: Player, _attention: &Attention) -> i32 {
        let other = if pos.player_count() == 2 { standing(pos, player.other()) } else { 0 };
        standing(pos, player) - other
    }
}

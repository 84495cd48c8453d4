//! A beginner at Chinese checkers.

use quadriga::contract::Position as _;
use quadriga::games::chinese_checkers::{Move, Position};

use super::{best, legal};
use crate::common::Random;

/// The move that comes farthest towards the camp, by any piece.
pub fn farthest(pos: &Position, random: &mut Random) -> Move {
    let seat = pos.seat(pos.player_to_move());
    let gain = |mv: Move| i64::from(seat.progress(mv.to)) - i64::from(seat.progress(mv.from));
    let aside = |mv: Move| i64::from(seat.off_centre(mv.from)) - i64::from(seat.off_centre(mv.to));
    // Who is behind goes first where two moves gain the same.
    let behind = |mv: Move| 16 - i64::from(seat.progress(mv.from));
    best::<Position>(&legal(pos), |mv| 1_000 * gain(mv) + 20 * aside(mv) + behind(mv), random)
}

//! A beginner at draughts.

use quadriga::contract::facts::after;
use quadriga::games::draughts::{Kernel, Move, Position};

use super::{any, legal};
use crate::common::Random;

/// Any move after which the other player cannot capture, if there is one.
pub fn careful<K: Kernel>(pos: &Position<K>, random: &mut Random) -> Move {
    let loses_nothing = |&mv: &Move| legal(&after(pos, mv)).iter().all(|reply| !reply.is_capture());
    let safe: Vec<Move> = legal(pos).into_iter().filter(loses_nothing).collect();
    if safe.is_empty() { any(pos, random) } else { safe[random.below(safe.len())] }
}

//! Beginners at Connect Four.

use quadriga::contract::facts::after;
use quadriga::games::connect_four::{BoardWord, Move, Position};

use super::{any, legal};
use crate::common::Random;

/// The stone that stops a four which the other player could complete with the next stone, if there is one.
fn block<B: BoardWord>(pos: &Position<B>) -> Option<Move> {
    legal(pos).into_iter().find(|&mv| pos.geometry().has_four(pos.waiting() | B::cell(mv.cell())))
}

fn win<B: BoardWord>(pos: &Position<B>) -> Option<Move> {
    legal(pos).into_iter().find(|&mv| after(pos, mv).is_won())
}

/// Takes a win, blocks a win, plays at random otherwise.
pub fn wins_and_blocks<B: BoardWord>(pos: &Position<B>, random: &mut Random) -> Move {
    win(pos).or_else(|| block(pos)).unwrap_or_else(|| any(pos, random))
}

/// The same, and plays no stone on which the other player completes four, if there is another.
pub fn two_plies<B: BoardWord>(pos: &Position<B>, random: &mut Random) -> Move {
    if let Some(mv) = win(pos).or_else(|| block(pos)) {
        return mv;
    }
    let safe: Vec<Move> = legal(pos).into_iter().filter(|&mv| win(&after(pos, mv)).is_none()).collect();
    if safe.is_empty() { any(pos, random) } else { safe[random.below(safe.len())] }
}

//! Numbers of the Zobrist key, made at first use from one fixed seed.

use once_cell::sync::Lazy;

use super::geometry::{Cell, PADDED_CELLS};
use crate::random::Random;

/// One number for each stone and cell, one for the second player to move.
struct Zobrist {
    stones: [[u64; PADDED_CELLS]; 2],
    second_to_move: u64,
}

static ZOBRIST: Lazy<Box<Zobrist>> = Lazy::new(|| {
    let mut random = Random::new(0x676f_6d6f_6b75);
    let mut table = Box::new(Zobrist { stones: [[0; PADDED_CELLS]; 2], second_to_move: random.next() });
    for number in table.stones.iter_mut().flatten() {
        *number = random.next();
    }
    table
});

/// Part of the key that a stone contributes.
#[inline]
pub(super) fn stone_key(cell: Cell, player: usize) -> u64 {
    ZOBRIST.stones[player][cell.index()]
}

/// Part of the key for the second player to move.
#[inline]
pub(super) fn second_to_move() -> u64 {
    ZOBRIST.second_to_move
}

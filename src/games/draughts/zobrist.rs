//! Zobrist keys, computed at compile time from one fixed seed.

use super::colour::Colour;
use super::geometry::Square;
use crate::random::{Random, mix};

/// Keys by colour and kind (man, king), then square.
static PIECE_KEYS: [[u64; 64]; 4] = {
    let mut keys = [[0; 64]; 4];
    let mut random = Random::new(0x5175_6164_7269_6761);
    let mut i = 0;
    while i < 256 {
        keys[i / 64][i % 64] = random.next();
        i += 1;
    }
    keys
};

/// Key of Black to move.
pub(super) const BLACK_TO_MOVE: u64 = mix(0x6472_6175_6768_7473);

/// Key of a piece on a square.
#[inline(always)]
pub(super) fn piece_key(colour: Colour, king: bool, square: Square) -> u64 {
    PIECE_KEYS[2 * colour.index() + usize::from(king)][usize::from(square & 63)]
}

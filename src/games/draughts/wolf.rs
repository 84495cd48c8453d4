//! The three-move rule of Frisian draughts.
//!
//! A side that still has men may not make more than three quiet moves in succession with the same king. The
//! king that is counted is called the wolf.

use super::geometry::{Bitboard, Square, bit};
use super::moves::Move;
use crate::random::mix;

/// Quiet moves in succession with the same king, in one byte, so that a position takes no more than 48 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Wolf(u8);

impl Wolf {
    /// A count of 1 to 3 moves by the king that is now on this square.
    #[inline]
    pub(super) const fn new(king: Square, moves: u8) -> Wolf {
        Wolf(moves << 6 | king)
    }

    /// The square of the king; meaningless if the count is 0.
    #[inline]
    pub(super) const fn king(self) -> Square {
        self.0 & 63
    }

    /// Number of moves, 0 to 3.
    #[inline]
    pub(super) const fn moves(self) -> u8 {
        self.0 >> 6
    }

    /// The king that may not make a quiet move, if this is the count of the side to move.
    #[inline]
    pub(super) fn blocked(self) -> Bitboard {
        if self.moves() >= 3 { bit(self.king()) } else { 0 }
    }
}

/// The counts of both sides after a move of `own`; `has_men` states which sides have men after it. A quiet king move of
/// a side that has men is counted; anything else resets the count.
#[inline]
pub(super) fn after_move(
    before: [Wolf; 2],
    own: usize,
    mv: Move,
    was_king: bool,
    has_men: [bool; 2],
) -> [Wolf; 2] {
    let other = 1 - own;
    let mut after = before;
    let wolf = before[own];
    after[own] = if !was_king || mv.is_capture() || !has_men[own] {
        Wolf::default()
    } else if wolf.moves() > 0 && wolf.king() == mv.from {
        Wolf::new(mv.to, wolf.moves() + 1)
    } else {
        Wolf::new(mv.to, 1)
    };
    let loses_king = bit(before[other].king()) & mv.captured != 0;
    if loses_king || !has_men[other] {
        after[other] = Wolf::default();
    }
    after
}

/// Contribution of the counts to the key.
#[inline]
pub(super) fn key(wolves: &[Wolf; 2]) -> u64 {
    let of = |side: usize| {
        let wolf = wolves[side];
        if wolf.moves() == 0 {
            0
        } else {
            mix((side << 16 | usize::from(wolf.moves()) << 8) as u64 | u64::from(wolf.king()))
        }
    };
    of(0) ^ of(1)
}

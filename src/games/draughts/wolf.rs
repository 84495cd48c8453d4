//! The three-move rule of Frisian draughts.
//!
//! A side that still has men may not make more than three quiet moves in succession with the same king. The
//! king that is counted is called the wolf.

use super::geometry::{Bitboard, Square, bit};
use super::moves::Move;
use super::position::Position;
use super::rules::RuleSet;
use crate::random::mix;

/// Quiet moves in succession with the same king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Wolf {
    /// Where the king stands; meaningless while `moves` is 0.
    pub(super) king: Square,
    /// 0 to 3.
    pub(super) moves: u8,
}

impl<R: RuleSet> Position<R> {
    /// Counts a quiet king move of a side that has men; anything else sets the count back.
    pub(super) fn advance_wolves(&mut self, before: &Position<R>, mv: Move, was_king: bool) {
        let (own, other) = (before.turn.index(), before.turn.other().index());
        let has_men = |side: usize| self.pieces[side] & !self.kings != 0;
        let wolf = before.wolf[own];
        self.wolf[own] = if !was_king || mv.is_capture() || !has_men(own) {
            Wolf::default()
        } else if wolf.moves > 0 && wolf.king == mv.from {
            Wolf { king: mv.to, moves: wolf.moves + 1 }
        } else {
            Wolf { king: mv.to, moves: 1 }
        };
        let loses_king = bit(before.wolf[other].king) & mv.captured != 0;
        if loses_king || !has_men(other) {
            self.wolf[other] = Wolf::default();
        }
    }

    /// The king that may make no quiet move now.
    #[inline]
    pub(super) fn wolf_blocked(&self) -> Bitboard {
        let wolf = self.wolf[self.turn.index()];
        if wolf.moves >= 3 { bit(wolf.king) } else { 0 }
    }

    /// What the counts add to the key.
    pub(super) fn wolves_key(&self) -> u64 {
        if !R::RULES.three_king_moves {
            return 0;
        }
        let of = |side: usize| {
            let wolf = self.wolf[side];
            if wolf.moves == 0 {
                0
            } else {
                mix((side << 16 | usize::from(wolf.moves) << 8) as u64 | u64::from(wolf.king))
            }
        };
        of(0) ^ of(1)
    }
}

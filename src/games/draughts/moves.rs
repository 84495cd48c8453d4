//! A move: start, end, captured pieces and promotion, in 16 bytes. Two routes with the same effect are the same move,
//! as in the rules and the published counts.

use super::geometry::{Bitboard, Square};

/// One turn of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// The square on which the piece starts.
    pub from: Square,
    /// The square on which it ends; the same square after a round trip.
    pub to: Square,
    /// A man becomes a king, at the end of the move or (Russian) in passing.
    pub promotes: bool,
    /// The pieces it takes; empty for a quiet move.
    pub captured: Bitboard,
}

impl Move {
    /// Does it take anything?
    pub const fn is_capture(self) -> bool {
        self.captured != 0
    }

    /// From and to in twelve bits.
    pub const fn from_to(self) -> usize {
        ((self.from & 63) as usize) << 6 | (self.to & 63) as usize
    }
}

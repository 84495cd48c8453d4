//! Moves, and the generation of those that capture nothing.
//!
//! A move is where a piece starts, where it ends, what it takes and whether it promotes: 16 bytes. Two
//! routes with the same effect are the same move, as the rules and the published counts have it.

use super::colour::Colour;
use super::geometry::{
    Bitboard, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, Square, bit, shift, squares,
};
use super::position::Position;
use super::rules::RuleSet;

/// One turn of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends; the same square after a round trip.
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

impl<R: RuleSet> Position<R> {
    /// The squares that the men of the player to move can step to, once for each of the two directions.
    #[inline(always)]
    pub(super) fn man_steps(&self) -> [Bitboard; 2] {
        let (men, empty) = (self.own() & !self.kings, self.empty());
        let (left, right) = Self::forward(self.turn);
        [shift(men, left) & empty, shift(men, right) & empty]
    }

    /// Distances of a colour's two forward steps.
    #[inline(always)]
    pub(super) const fn forward(colour: Colour) -> (i32, i32) {
        match colour {
            Colour::White => (R::GEOMETRY.offset(NORTH_WEST), R::GEOMETRY.offset(NORTH_EAST)),
            Colour::Black => (R::GEOMETRY.offset(SOUTH_WEST), R::GEOMETRY.offset(SOUTH_EAST)),
        }
    }

    /// Where a king on `from` can go without capturing.
    #[inline]
    pub(super) fn king_steps(&self, from: Square) -> Bitboard {
        let (occupied, geometry) = (self.occupied(), R::GEOMETRY);
        let mut targets = 0;
        for direction in NORTH_WEST..=SOUTH_EAST {
            targets |= if R::RULES.flying_kings {
                let ray = geometry.ray(direction, from);
                match geometry.first_on_ray(direction, from, occupied) {
                    Some(blocker) => ray & !geometry.ray(direction, blocker) & !bit(blocker),
                    None => ray,
                }
            } else {
                shift(bit(from), geometry.offset(direction)) & geometry.all & !occupied
            };
        }
        targets
    }

    /// The kings of the player to move that may make a quiet move: in Frisian draughts not the one that
    /// has made three in succession.
    #[inline(always)]
    pub(super) fn free_kings(&self) -> Bitboard {
        let kings = self.own() & self.kings;
        if R::RULES.three_king_moves { kings & !self.wolf_blocked() } else { kings }
    }

    /// Appends the moves that capture nothing.
    pub(super) fn generate_quiet(&self, moves: &mut Vec<Move>) {
        let (left, right) = Self::forward(self.turn);
        for (targets, by) in self.man_steps().into_iter().zip([left, right]) {
            for to in squares(targets) {
                let promotes = bit(to) & R::GEOMETRY.promotion_rows[self.turn.index()] != 0;
                moves.push(Move { from: (i32::from(to) - by) as Square, to, promotes, captured: 0 });
            }
        }
        for from in squares(self.free_kings()) {
            for to in squares(self.king_steps(from)) {
                moves.push(Move { from, to, promotes: false, captured: 0 });
            }
        }
    }

    /// Number of moves that capture nothing.
    #[inline]
    pub(super) fn count_quiet(&self) -> usize {
        let [left, right] = self.man_steps();
        let kings = self.free_kings();
        let mut count = left.count_ones() + right.count_ones();
        if kings != 0 {
            count += squares(kings).map(|from| self.king_steps(from).count_ones()).sum::<u32>();
        }
        count as usize
    }
}

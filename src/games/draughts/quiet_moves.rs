//! The generation of quiet moves, which capture nothing.

use super::colour::Colour;
use super::geometry::{
    Bitboard, Geometry, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST, Square, bit, shift, squares,
};
use super::kernel::Kernel;
use super::moves::Move;
use super::position::Position;

impl Geometry {
    /// The squares that a king on `from` reaches without a jump: to the first piece if it flies, otherwise the adjacent
    /// ones.
    #[inline(always)]
    pub fn king_steps(&self, flies: bool, from: Square, occupied: Bitboard) -> Bitboard {
        let mut targets = 0;
        for direction in NORTH_WEST..=SOUTH_EAST {
            targets |= if flies {
                let ray = self.ray(direction, from);
                match self.first_on_ray(direction, from, occupied) {
                    Some(blocker) => ray & !self.ray(direction, blocker) & !bit(blocker),
                    None => ray,
                }
            } else {
                shift(bit(from), self.offset(direction)) & self.all & !occupied
            };
        }
        targets
    }

    /// Distances in bits of the two forward steps of a colour's men.
    #[inline(always)]
    pub const fn forward(&self, colour: Colour) -> (i32, i32) {
        match colour {
            Colour::White => (self.offset(NORTH_WEST), self.offset(NORTH_EAST)),
            Colour::Black => (self.offset(SOUTH_WEST), self.offset(SOUTH_EAST)),
        }
    }
}

impl<K: Kernel> Position<K> {
    /// The squares that the men of the player to move can step to, once for each of the two directions.
    #[inline(always)]
    pub(super) fn man_steps(&self) -> [Bitboard; 2] {
        let (men, empty) = (self.own() & !self.kings, self.empty());
        let (left, right) = Self::forward(self.turn);
        [shift(men, left) & empty, shift(men, right) & empty]
    }

    /// Distances in bits of a colour's two forward steps.
    #[inline(always)]
    pub(super) const fn forward(colour: Colour) -> (i32, i32) {
        K::GEOMETRY.forward(colour)
    }

    /// The squares to which a king on `from` can go without capturing.
    #[inline]
    pub(super) fn king_steps(&self, from: Square) -> Bitboard {
        K::GEOMETRY.king_steps(K::MOVEMENT.flying_kings, from, self.occupied())
    }

    /// The kings of the player to move that may make a quiet move: in Frisian draughts not the one that
    /// has made three in succession.
    #[inline(always)]
    pub(super) fn free_kings(&self) -> Bitboard {
        let kings = self.own() & self.kings;
        if K::MOVEMENT.three_king_moves { kings & !self.wolf[self.turn.index()].blocked() } else { kings }
    }

    /// Appends the quiet moves.
    pub(super) fn generate_quiet(&self, moves: &mut Vec<Move>) {
        let (left, right) = Self::forward(self.turn);
        for (targets, by) in self.man_steps().into_iter().zip([left, right]) {
            for to in squares(targets) {
                let promotes = bit(to) & K::GEOMETRY.promotion_rows[self.turn.index()] != 0;
                moves.push(Move { from: (i32::from(to) - by) as Square, to, promotes, captured: 0 });
            }
        }
        for from in squares(self.free_kings()) {
            for to in squares(self.king_steps(from)) {
                moves.push(Move { from, to, promotes: false, captured: 0 });
            }
        }
    }

    /// Is there a quiet move?
    #[inline]
    pub(super) fn has_quiet(&self) -> bool {
        let [left, right] = self.man_steps();
        left | right != 0 || squares(self.free_kings()).any(|from| self.king_steps(from) != 0)
    }

    /// Number of quiet moves.
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

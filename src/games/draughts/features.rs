//! Inputs of the network in addition to the placement of pieces: runaway men, squares that men attack.

use super::colour::Colour;
use super::geometry::{Bitboard, Square, shift};
use super::kernel::Kernel;
use super::position::Position;

/// Number of row distances that distinguish runaways.
pub const RUNAWAY_ROWS: usize = 9;

impl<K: Kernel> Position<K> {
    /// Runaways of a colour: men that no opposing man can still block, since none stands in the cone ahead of them.
    #[inline(always)]
    pub(super) fn runaways(&self, colour: Colour) -> Bitboard {
        let (left, right) = Self::forward(colour.other());
        let enemies = self.pieces(colour.other()) & !self.kings;
        let mut guarded = enemies;
        let mut front = enemies;
        while front != 0 {
            front = (shift(front, left) | shift(front, right)) & K::GEOMETRY.all & !guarded;
            guarded |= front;
        }
        self.pieces(colour) & !self.kings & !guarded
    }

    /// Rows from this square to the last one, as counted for runaways: 1 to 9.
    #[inline(always)]
    pub(super) fn rows_left(colour: Colour, square: Square) -> usize {
        let row = K::GEOMETRY.row_and_file(square).0;
        let left = if colour == Colour::White { row } else { K::GEOMETRY.side - 1 - row };
        left.clamp(1, RUNAWAY_ROWS)
    }

    /// Empty squares on which men of this colour could capture a piece with one jump.
    pub(super) fn attacked_by_men(&self, colour: Colour) -> Bitboard {
        let men = self.pieces(colour) & !self.kings;
        let empty = self.empty();
        let mut attacked = 0;
        for direction in (0..Self::CAPTURE_DIRECTIONS).filter(|&d| Self::man_captures_towards(colour, d)) {
            let by = K::GEOMETRY.offset(direction);
            attacked |= shift(men, by) & shift(empty, -by);
        }
        attacked & empty
    }
}

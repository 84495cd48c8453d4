//! A position and its mirror image as one number.
//!
//! Mover's stones plus all stones, see [`crate::contract::Position::key`] of the game. The sum of a column stays within
//! the column's bits, so that columns can be separated and reversed.

use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::word::BoardWord;

/// Width and height of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub width: u32,
    pub height: u32,
}

impl Shape {
    pub fn of<B: BoardWord>(geometry: &Geometry<B>) -> Shape {
        Shape { width: geometry.width(), height: geometry.height() }
    }

    /// A number that no other position of this board has.
    pub fn key<B: BoardWord>(&self, mover: B, occupied: B) -> u128 {
        mover.plus(occupied).into()
    }

    /// The smaller of a position's number and that of its mirror image, and whether it is that of the image.
    pub fn canonical(&self, key: u128) -> (u128, bool) {
        let mirrored = self.columns(key).fold(0, |image, column| image << (self.height + 1) | column);
        (key.min(mirrored), mirrored < key)
    }

    /// The numbers of the columns, in order.
    fn columns(&self, key: u128) -> impl Iterator<Item = u128> {
        let stride = self.height + 1;
        (0..self.width).map(move |column| key >> (column * stride) & ((1 << stride) - 1))
    }

    /// Stones of the position with this number.
    pub fn stones(&self, key: u128) -> u32 {
        self.columns(key).map(|number| (number + 1).ilog2()).sum()
    }

    /// The position with this number; `None` if there is none.
    pub fn position<B: BoardWord>(&self, geometry: Geometry<B>, key: u128) -> Option<Position<B>> {
        let (mut mover, mut occupied) = (0, 0);
        for (column, number) in self.columns(key).enumerate() {
            let stones = (number + 1).ilog2();
            let full = (1 << stones) - 1;
            let base = column as u32 * (self.height + 1);
            occupied |= full << base;
            mover |= (number - full) << base;
        }
        let word = |bits: u128| B::try_from(bits).ok();
        let (mover, occupied) = (word(mover)?, word(occupied)?);
        if !occupied.without(geometry.board()).is_empty() || !mover.without(occupied).is_empty() {
            return None;
        }
        let waiting = mover ^ occupied;
        let (first, second) = if occupied.count() % 2 == 0 { (mover, waiting) } else { (waiting, mover) };
        Position::from_stones(geometry, first, second).ok()
    }
}

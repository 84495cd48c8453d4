//! A move: a from-to pair, whatever the hops in between. A player who cannot move passes.

use super::geometry::Hole;

/// A move: a piece goes from one hole to another, or the player passes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The hole in which the piece stands.
    pub from: Hole,
    /// The hole in which it ends; the same as `from` in a pass.
    pub to: Hole,
}

impl Move {
    /// No piece moves; legal only if none can.
    pub const PASS: Move = Move { from: Hole(0), to: Hole(0) };

    /// Is it the pass?
    #[inline]
    pub fn is_pass(self) -> bool {
        self.from == self.to
    }
}

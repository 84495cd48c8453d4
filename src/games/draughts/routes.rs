//! The squares that a capture passes over.
//!
//! A move has only its ends and the captured pieces. Text needs the squares between: the long form of an ambiguous
//! capture names every landing square (PDN 3.0). That is the turning square if the direction changes, otherwise the
//! square right behind the captured piece.

use super::any_position::AnyPosition;
use super::geometry::{Bitboard, Square, bit, opposite, shift, squares};
use super::kernel::PassingPromotion;
use super::moves::Move;

impl AnyPosition {
    /// The squares of one way to play a capture, start and end included. The first way found in the
    /// fixed order of directions; empty if there is none (the move is not a capture of this position).
    pub(super) fn route(&self, mv: Move) -> Vec<Square> {
        let king = self.kings & bit(mv.from) != 0;
        let mut walk =
            Walk { position: self, mv, empty: self.empty_squares() | bit(mv.from), path: vec![mv.from] };
        if walk.search(None, mv.captured, king) { walk.path } else { Vec::new() }
    }

    /// The pieces captured along these squares, if every step captures.
    pub(super) fn captured_along(&self, path: &[Square]) -> Option<Bitboard> {
        let start = bit(*path.first()?);
        let empty = self.empty_squares() | start;
        let mut captured = 0;
        for pair in path.windows(2) {
            let direction = self.geometry().direction(pair[0], pair[1])?;
            let between = self.geometry().between(direction, pair[0], pair[1]);
            let taken = between & !empty;
            if taken.count_ones() != 1 || taken & self.other() & !captured == 0 || bit(pair[1]) & empty == 0 {
                return None;
            }
            captured |= taken;
        }
        Some(captured)
    }
}

struct Walk<'a> {
    position: &'a AnyPosition,
    mv: Move,
    empty: Bitboard,
    path: Vec<Square>,
}

/// How the piece reached its square: direction, and whether it stands right behind the captured piece.
type Arrival = Option<(usize, bool)>;

impl Walk<'_> {
    /// Extends the path until all of `left` is captured and the end is reached.
    fn search(&mut self, came: Arrival, left: Bitboard, king: bool) -> bool {
        let at = self.path[self.path.len() - 1];
        if left == 0 {
            return at == self.mv.to;
        }
        for direction in 0..self.position.rules.movement.capture_directions() {
            // A piece never reverses, and continues straight only from right behind the captured piece.
            let odd = |(came, right_behind): (usize, bool)| {
                direction == opposite(came) || (direction == came && !right_behind)
            };
            if came.is_some_and(odd) {
                continue;
            }
            for (over, landing) in
                self.jumps(at, direction, left, king && self.position.rules.movement.flying_kings)
            {
                let right_behind = bit(landing) == shift(over, self.position.geometry().offset(direction));
                let king = king || self.crowned_at(landing);
                self.path.push(landing);
                if self.search(Some((direction, right_behind)), left & !over, king) {
                    return true;
                }
                self.path.pop();
            }
        }
        false
    }

    /// Pieces of `left` that can be taken in a direction, with every square to come down on.
    fn jumps(&self, at: Square, direction: usize, left: Bitboard, flies: bool) -> Vec<(Bitboard, Square)> {
        let (geometry, by) = (self.position.geometry(), self.position.geometry().offset(direction));
        let over = if flies {
            geometry.first_on_ray(direction, at, geometry.all & !self.empty).map_or(0, bit)
        } else {
            shift(bit(at), by)
        };
        if over & left == 0 {
            return Vec::new();
        }
        let landings = if flies {
            let over = over.trailing_zeros() as Square;
            let beyond = geometry.ray(direction, over);
            match geometry.first_on_ray(direction, over, geometry.all & !self.empty) {
                Some(next) => beyond & !geometry.ray(direction, next) & !bit(next),
                None => beyond,
            }
        } else {
            shift(over, by) & self.empty
        };
        squares(landings).map(|landing| (over, landing)).collect()
    }

    fn crowned_at(&self, landing: Square) -> bool {
        self.position.rules.movement.passing == PassingPromotion::GoesOnAsKing
            && bit(landing) & self.position.geometry().promotion_rows[self.position.turn.index()] != 0
    }
}

//! The moves of a position: listed, counted, and whether one is among them.

use super::geometry::Hole;
use super::hole_set::HoleSet;
use super::hops::destinations;
use super::moves::Move;
use super::position::Position;
use crate::contract::Position as _;

impl Position {
    /// Calls `visit` with each piece of the player to move and where it can go.
    #[inline]
    pub(super) fn for_each_piece(&self, mut visit: impl FnMut(Hole, HoleSet)) {
        let player = self.player_to_move();
        let mut lines = self.lines.clone();
        let resting = self.resting(player);
        for from in self.pieces(player) {
            let mut to = destinations(self.table, &mut lines, self.occupied(), from) & resting;
            if let Some(last) = self.last_moves[player.index()]
                && last.to == from
            {
                to = to & !last.from.set();
            }
            visit(from, to);
        }
    }

    /// Appends the moves of the player to move: the pass where no piece can move.
    pub(super) fn generate_moves(&self, moves: &mut Vec<Move>) {
        let before = moves.len();
        self.for_each_piece(|from, to| moves.extend(to.into_iter().map(|to| Move { from, to })));
        if moves.len() == before {
            moves.push(Move::PASS);
        }
    }

    /// Number of moves of the player to move, the pass included.
    pub(super) fn count_all_moves(&self) -> usize {
        let mut count = 0;
        self.for_each_piece(|_, to| count += to.len());
        count.max(1)
    }

    /// Is this one of the moves of the player to move?
    pub(super) fn allows(&self, mv: Move) -> bool {
        let (mut found, mut any) = (false, false);
        self.for_each_piece(|from, to| {
            any |= !to.is_empty();
            found |= from == mv.from && to.has(mv.to);
        });
        found || mv == Move::PASS && !any
    }
}

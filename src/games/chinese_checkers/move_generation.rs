//! The moves of a position: listed, counted, and whether one is among them.

use super::geometry::Hole;
use super::hole_set::HoleSet;
use super::hops::{Lines, destinations};
use super::moves::Move;
use super::position::Position;
use crate::contract::Position as _;

impl Position {
    /// Calls `visit` with each piece of the player to move and the holes it can go to.
    #[inline]
    pub(super) fn for_each_piece(&self, mut visit: impl FnMut(Hole, HoleSet)) {
        let mut lines = self.lines.clone();
        for from in self.pieces(self.player_to_move()) {
            visit(from, self.destinations_of(&mut lines, from));
        }
    }

    /// The holes that a piece of the player to move can go to; `lines` is changed and restored.
    #[inline]
    pub(super) fn destinations_of(&self, lines: &mut Lines, from: Hole) -> HoleSet {
        let player = self.player_to_move();
        let to = destinations(self.table, lines, self.occupied(), from) & self.resting(player);
        match self.last_moves[player.index()] {
            Some(last) if last.to == from => to & !last.from.set(),
            _ => to,
        }
    }

    /// Appends the moves of the player to move: the pass if no piece can move.
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
        if mv == Move::PASS {
            let mut is_stuck = true;
            self.for_each_piece(|_, to| is_stuck &= to.is_empty());
            return is_stuck;
        }
        self.pieces(self.player_to_move()).has(mv.from)
            && self.destinations_of(&mut self.lines.clone(), mv.from).has(mv.to)
    }
}

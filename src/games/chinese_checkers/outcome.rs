//! Who has won, and who is out.
//!
//! A player who broke `LeaveHome` is out: skipped from then on, its pieces stay where they are, and the last
//! player who is not out wins. The first winner ends the game.

use super::geometry::Hole;
use super::position::Position;
use super::rules::Win;
use crate::contract::Player;

impl Position {
    /// Has this player lost its place in the game under `LeaveHome`?
    #[inline]
    pub fn is_out(&self, player: Player) -> bool {
        self.status.is_out(player)
    }

    /// Does the board show that this player has won?
    pub(super) fn has_won(&self, player: Player) -> bool {
        let target = self.seat(player).target();
        let own = self.pieces(player);
        let all_in = !own.is_empty() && (own & !target).is_empty();
        let filled = (target & !self.occupied()).is_empty() && !(target & own).is_empty();
        all_in || (filled && self.rules().win == Win::Fill)
    }

    /// The winner after a move of `mover` that ended on `to`. Under the filling rule a move can also
    /// complete the camp of somebody else.
    pub(super) fn winner_after(&self, mover: Player, to: Hole) -> Option<Player> {
        let can_have_won = |player: Player| {
            self.seat(player).target().has(to) && !self.is_out(player) && self.has_won(player)
        };
        if can_have_won(mover) {
            return Some(mover);
        }
        self.players().find(|&player| player != mover && can_have_won(player))
    }

    /// The only player who is not out, where somebody is.
    pub(super) fn last_in_play(&self) -> Option<Player> {
        let everybody = (1u8 << self.rules().players) - 1;
        let left = everybody & !self.status.out;
        (self.status.out != 0 && left.count_ones() == 1).then(|| Player::new(left.trailing_zeros() as usize))
    }

    /// Applies `LeaveHome` to the player who has just moved.
    pub(super) fn check_left_home(&mut self, mover: Player) {
        let at_home = (self.pieces(mover) & self.seat(mover).home()).len();
        if self.rules().home_limit(self.status.round).is_some_and(|limit| at_home > limit) {
            self.status.out |= 1 << mover.index();
            self.status.winner = self.last_in_play();
        }
    }
}

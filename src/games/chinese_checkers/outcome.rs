//! The winner, and the players who are out.
//!
//! The normative text, with reasons and sources, is in `protocol.md` under "The end of a game of Chinese checkers".
//! Winning depends only on the board, so that a position string is complete. The first winner ends the game.
//!
//! A player who broke `LeaveHome` is out: they are skipped from then on, their pieces leave the board (else their camp
//! could never be entered), and the last player who is not out wins.

use super::hole_set::{BIT, HoleSet, NEIGHBOURS};
use super::hops::Lines;
use super::position::Position;
use super::rules::Win;
use crate::contract::Player;

/// A hole is walled off by at least two pieces: the tip, by its two neighbours in the camp.
const MIN_WALL: usize = 2;

impl Position {
    /// Has this player lost its place in the game under `LeaveHome`?
    #[inline]
    pub fn is_out(&self, player: Player) -> bool {
        self.status.is_out(player)
    }

    /// Has this player won, by the board?
    pub(super) fn has_won(&self, player: Player) -> bool {
        let own = self.pieces(player);
        let target = self.seat(player).target();
        let all_in = !own.is_empty() && (own & !target).is_empty();
        all_in || (self.rules().win == Win::Fill && self.has_filled(player))
    }

    /// The filling rule: the target camp is closed, all own pieces have arrived except those that are shut in at home,
    /// and these are fewer.
    fn has_filled(&self, player: Player) -> bool {
        let (own, seat) = (self.pieces(player), self.seat(player));
        let come = own & seat.arrival();
        let at_home = own & seat.home();
        own == (come | at_home)
            && come.len() > at_home.len()
            && self.are_walled_off(seat.target() & !self.occupied(), seat.target(), own)
            && self.are_walled_off(at_home, seat.home(), own)
    }

    /// Are these holes of a camp walled off from the outside by foreign pieces in the camp? Own pieces and pieces
    /// outside are no walls, because they can make way.
    fn are_walled_off(&self, holes: HoleSet, camp: HoleSet, own: HoleSet) -> bool {
        let mut found = holes;
        let foreign = camp & self.occupied() & !own;
        if found.is_empty() || foreign.len() < MIN_WALL {
            return found.is_empty();
        }
        let mut lines = Lines::empty();
        foreign.into_iter().for_each(|hole| lines.toggle(hole));
        // A way in is a way out backwards, so one search from these holes answers for both.
        let mut last = found;
        while !last.is_empty() {
            let mut next = HoleSet::EMPTY;
            for hole in last {
                let landings = self.table.landings(&lines, hole);
                next = landings.iter().fold(next, |next, &to| next | BIT[usize::from(to & 127)]);
                next = next | (NEIGHBOURS[hole.index()] & !foreign);
            }
            last = next & !found & HoleSet::ALL;
            if !(last & !camp).is_empty() {
                return false;
            }
            found = found | last;
        }
        true
    }

    /// The winner after a move of `mover`. A move can also complete the camp of someone else; if it completes several,
    /// the mover comes first.
    pub(super) fn winner_after(&self, mover: Player) -> Option<Player> {
        let count = self.rules().players;
        (0..count)
            .map(|back| Player::new((mover.index() + count - back) % count))
            .find(|&player| !self.is_out(player) && self.has_won(player))
    }

    /// The only player who is not out, if others are.
    pub(super) fn last_in_play(&self) -> Option<Player> {
        let everybody = (1u8 << self.rules().players) - 1;
        let left = everybody & !self.status.out;
        (self.status.out != 0 && left.count_ones() == 1).then(|| Player::new(left.trailing_zeros() as usize))
    }

    /// Applies `LeaveHome` to the player who has just moved. Returns the holes its pieces have left.
    pub(super) fn check_left_home(&mut self, mover: Player) -> HoleSet {
        let at_home = (self.pieces(mover) & self.seat(mover).home()).len();
        if self.rules().home_limit(self.status.round).is_none_or(|limit| at_home <= limit) {
            return HoleSet::EMPTY;
        }
        self.status.out |= 1 << mover.index();
        self.status.winner = self.last_in_play();
        self.take_off(mover)
    }

    /// Takes the pieces of a player off the board. Returns the holes they have left; the key is not touched.
    pub(super) fn take_off(&mut self, player: Player) -> HoleSet {
        let pieces = self.pieces(player);
        pieces.into_iter().for_each(|hole| self.toggle(player, hole));
        pieces
    }
}

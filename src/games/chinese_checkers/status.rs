//! The state of a game apart from the pieces: the winner, the round, and the players who are out.

use crate::contract::Player;

/// Winner, round, and players who are out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Status {
    /// The player who has won.
    pub winner: Option<Player>,
    /// Counted from 1, only under `LeaveHome`; stays at the last round that matters.
    pub round: u16,
    /// One bit a player: out because of `LeaveHome`.
    pub out: u8,
}

impl Status {
    /// Has this player lost its place in the game under `LeaveHome`?
    #[inline]
    pub fn is_out(&self, player: Player) -> bool {
        self.out & (1 << player.index()) != 0
    }
}

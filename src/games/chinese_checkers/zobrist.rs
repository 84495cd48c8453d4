//! Keys of Chinese checkers positions, from one fixed seed.
//!
//! Pieces and turn are table look-ups; the rarer parts (last moves, rounds) are mixed when needed.

use super::geometry::Hole;
use super::moves::Move;
use super::seat::{SEATS, Seat};
use crate::contract::Player;
use crate::random::mix;

const SEED: u64 = 0x0051_7561_6472_6967;

/// The random number with this index.
const fn number(index: u64) -> u64 {
    mix(index.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(SEED))
}

/// Numbers from here on are for the parts of the key that are not in a table.
const TURN_BASE: u64 = 1 << 10;
const STATUS_BASE: u64 = 1 << 40;
const LAST_MOVE_BASE: u64 = 1 << 48;

static PIECES: [[u64; 128]; SEATS] = {
    let mut table = [[0; 128]; SEATS];
    let mut seat = 0;
    while seat < SEATS {
        let mut hole = 0;
        while hole < 128 {
            table[seat][hole] = number((seat * 128 + hole + 1) as u64);
            hole += 1;
        }
        seat += 1;
    }
    table
};

static TURNS: [u64; SEATS] = {
    let mut table = [0; SEATS];
    let mut player = 0;
    while player < SEATS {
        table[player] = number(TURN_BASE + player as u64);
        player += 1;
    }
    table
};

/// A piece of a seat in a hole.
#[inline]
pub fn piece(seat: Seat, hole: Hole) -> u64 {
    PIECES[seat.index()][hole.index()]
}

/// The player to move.
#[inline]
pub fn turn(player: Player) -> u64 {
    TURNS[player.index()]
}

/// Round number and players out.
pub fn status(round: u16, out: u8) -> u64 {
    number(STATUS_BASE | u64::from(round) << 8 | u64::from(out))
}

/// The move that a player may not take back.
pub fn last_move(player: Player, mv: Move) -> u64 {
    let code = (player.index() << 14) | (mv.from.index() << 7) | mv.to.index();
    number(LAST_MOVE_BASE | code as u64)
}

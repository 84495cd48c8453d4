//! The numbers of Chinese checkers: weights of the evaluation (the values of holes are in `piece_square.rs`) and
//! parameters of the search.

use crate::contract::SearchParams;

/// Part of its best move that the player to move is credited with, in percent.
pub(super) const OWN_GAIN_PERCENT: i32 = 80;
/// Part of its best move that the other player is credited with, in percent.
pub(super) const ENEMY_GAIN_PERCENT: i32 = 40;
/// Few moves gain more than this: a position farther outside the window is not evaluated exactly.
pub(super) const MAX_GAIN: i32 = 1000;
/// Value of the right to move in a race.
pub(super) const RACE_TEMPO: i32 = 150;
/// A move more or less in a race.
pub(super) const RACE_MOVE: i32 = 300;
/// Added for the side that is ahead in a race.
pub(super) const RACE_LEAD: i32 = 300;
/// Smallest depth left at which the moves of a race are counted.
pub(super) const MIN_RACE_DEPTH: i32 = 2;
/// Own pieces in the target camp from which on the value counts holes.
pub(super) const MIN_FINISHED: usize = 6;
/// Own pieces in a target camp from which on no move is left out any more.
pub(super) const MIN_CROWDED: usize = 5;
/// Moves that gain no more than this are left out while no camp is crowded.
pub(super) const MIN_GAIN: i32 = -60;
/// Value of the army of a player who is out.
pub(super) const OUT_VALUE: i32 = -20_000;
/// Order of moves: hint for each hundredth of a step gained.
pub(super) const HINT_PER_GAIN: i32 = 4;

/// Parameters of the search. With more than two players the paranoid tree changes sides too rarely for pruning by
/// margins.
pub fn search(players: usize) -> SearchParams {
    let common = SearchParams {
        aspiration_window: 60,
        lmr_base: 75,
        lmr_divisor: 200,
        wdl_scale: 500,
        horizon: 40,
        ..SearchParams::DEFAULT
    };
    if players > 2 {
        return common;
    }
    SearchParams {
        reverse_futility_depth: 4,
        reverse_futility_margin: 250,
        futility_depth: 3,
        futility_margin: 350,
        lmp_depth: 4,
        lmp_moves: 6,
        null_move_depth: 3,
        ..common
    }
}

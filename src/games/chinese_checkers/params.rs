//! The parameters of Chinese checkers: those of the evaluation that are set by hand (the rest is in `weights.rs`), and
//! those of the search.

use crate::contract::SearchParams;

/// Value of the right to move in a race.
pub(super) const RACE_TEMPO: i32 = 150;
/// A move more or less in a race.
pub(super) const RACE_MOVE: i32 = 300;
/// Added for the side that is ahead in a race.
pub(super) const RACE_LEAD: i32 = 300;
/// Width of the beam for the player to move at the root and for users: wider than that of any node, so that remembered
/// results of nodes are improved.
pub(super) const ROOT_RACE_WIDTH: u16 = 1024;
/// Own pieces in the target camp from which on a player may be better off without the right to move.
pub(super) const MIN_FINISHED: usize = 6;
/// Own pieces in a target camp from which on no move is left out.
pub(super) const MIN_CROWDED: usize = 5;
/// Moves that gain no more than this are left out while no camp is crowded.
pub(super) const MIN_GAIN: i32 = -60;
/// Value of the army of a player who is out.
pub(super) const OUT_VALUE: i32 = -20_000;
/// Standing from which on plans look to the end of the game: some five rows to go for each piece.
pub(super) const NEAR_END: i32 = -6500;
/// Random noise in gains when a move is predicted; a power of two, less 1.
pub(super) const LIKELY_NOISE: i32 = 63;
/// Number of moves that are compared more closely in a prediction.
pub(super) const LIKELY_WIDTH: usize = 6;
/// Weight of the best gain after a move in a prediction, in hundredths.
pub(super) const LIKELY_NEXT: i32 = 66;
/// Order of moves: hint for each hundredth of a step gained.
pub(super) const HINT_PER_GAIN: i32 = 4;

/// Parameters of the search. With more than two players it makes plans, which use only `wdl_scale` and `horizon`.
pub fn search() -> SearchParams {
    SearchParams {
        aspiration_window: 60,
        lmr_base: 75,
        lmr_divisor: 200,
        wdl_scale: 500,
        horizon: 40,
        reverse_futility_depth: 4,
        reverse_futility_margin: 250,
        futility_depth: 3,
        futility_margin: 350,
        lmp_depth: 4,
        lmp_moves: 6,
        null_move_depth: 3,
        ..SearchParams::DEFAULT
    }
}

//! The search parameters of the family; the weights of the evaluation are in `weights/`.

use crate::contract::SearchParams;

/// Positions that one threat search at a leaf may visit.
pub(super) const LEAF_VCF_NODES: u32 = 60;

/// Distance from the root up to which nodes are searched for long victories by fours.
pub(super) const LONG_VCF_PLIES: i32 = 2;

/// Positions that such a search may visit for each ply of depth.
pub(super) const LONG_VCF_NODES: u32 = 1000;

/// One in this many nodes may be spent on such searches; with many fours they would take everything.
pub(super) const LONG_VCF_SHARE: u64 = 8;

/// Parameters of the search.
pub(super) const SEARCH: SearchParams = SearchParams {
    lmr_base: 100,
    lmr_divisor: 110,
    lmr_moves: 1,
    lmr_noisy: 100,
    reverse_futility_depth: 60,
    reverse_futility_margin: 50,
    futility_depth: 6,
    futility_margin: 60,
    lmp_depth: 40,
    lmp_moves: 3,
    lmp_squares: 0,
    null_move_depth: 4,
    iir_depth: 4,
    wdl_scale: 200,
    horizon: 20,
    ..SearchParams::DEFAULT
};

//! The numbers of draughts: parameters of the search (the weights are in `weights/`).

use crate::contract::SearchParams;

/// The search in draughts: never a null move, since having to move is often what loses; a reduced search of
/// the node itself shows instead that it is far above beta.
///
/// Reductions were chosen in games of 300,000 nodes a move: with 20,000 the tree is too shallow to show what they gain.
pub const SEARCH: SearchParams = SearchParams {
    aspiration_window: 12,
    lmr_depth: 2,
    lmr_moves: 1,
    lmr_base: 100,
    lmr_divisor: 170,
    probcut_depth: 3,
    horizon: 30,
    ..SearchParams::DEFAULT
};

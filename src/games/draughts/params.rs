//! The numbers of draughts: parameters of the search (the weights are in `weights/`).

use crate::contract::SearchParams;

/// The search in draughts: never a null move, since having to move is often what loses; a reduced search of
/// the node itself shows instead that it is far above beta.
pub const SEARCH: SearchParams = SearchParams {
    aspiration_window: 12,
    lmr_depth: 2,
    lmr_moves: 2,
    probcut_depth: 3,
    horizon: 30,
    ..SearchParams::DEFAULT
};

//! The parameters of Connect Four: weights of the evaluation and parameters of the search.

use crate::contract::SearchParams;

/// Weights of the evaluation, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvalWeights {
    /// Winning the zugzwang battle, on an empty board.
    pub zugzwang: i32,
    /// Increase of that for each stone on the board.
    pub zugzwang_per_ply: i32,
    /// Each threat more than the opponent's.
    pub threat: i32,
    /// Each line more than the opponent's that can still be completed.
    pub line: i32,
}

/// The weights in use.
pub const EVAL: EvalWeights = EvalWeights { zugzwang: 100, zugzwang_per_ply: 10, threat: 40, line: 4 };

/// The search in Connect Four: no null move, because zugzwang decides the game; few late moves to reduce, because there
/// are few columns and some are ruled out.
pub const SEARCH: SearchParams = SearchParams { horizon: 18, ..SearchParams::DEFAULT };

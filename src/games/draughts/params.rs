//! The numbers of draughts: weights of the evaluation, parameters of the search, positions of the bench.

use super::rules::RuleSet;
use crate::search::SearchParams;

/// Weights of the evaluation, in hundredths of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// A man.
    pub man: i32,
    /// Having a king at all, beside what each king is worth.
    pub first_king: i32,
    /// A king.
    pub king: i32,
    /// A man for each row it has come forward.
    pub row: i32,
}

/// The weights of a rule set.
pub fn weights<R: RuleSet>() -> &'static Weights {
    if R::RULES.flying_kings {
        &Weights { man: 100, first_king: 80, king: 220, row: 2 }
    } else {
        &Weights { man: 100, first_king: 0, king: 140, row: 2 }
    }
}

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

/// Depth of a bench search on the large board and on the small one.
pub const BENCH_DEPTH: [i32; 2] = [11, 13];

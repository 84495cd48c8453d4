//! The numbers of the family: what patterns are worth, and what the search runs with.

use super::points::{CLASSES, FourPatterns, PointClass};
use super::rules::Rule;
use super::weights;
use crate::search::SearchParams;

/// Rank of a line pattern in the ordering of moves.
const LINE_RANK: [i32; 16] = [0, 0, 4, 12, 16, 28, 44, 56, 60, 110, 130, 140, 0, 400, 400, 0];

/// Rank of a point's class beyond its lines.
const CLASS_RANK: [i32; 16] = [0, 0, 10, 40, 50, 60, 120, 300, 60, 120, 600, 1200, 2000, 0, 0, 0];

/// What points and threats are worth to one player of a rule set; made by `scripts/fit_gomoku.py`.
pub(super) struct Weights {
    /// Worth of a line pattern on an empty point, in hundredths of a stone: while the player is to move, while
    /// the enemy is. In the order of [`super::patterns::LinePattern::ALL`].
    pub line: [[i16; 15]; 2],
    /// Worth of a point's class beyond its lines, in the order of [`PointClass::ALL`].
    pub class: [[i16; CLASSES]; 2],
    /// Worth of the threats on the board to the player to move, by
    /// [`GomokuEvaluator::threats`](super::GomokuEvaluator::threats).
    pub threats: [i16; 1 << THREAT_BITS],
}

/// Number of yes-or-no questions about the threats on the board.
pub(super) const THREAT_BITS: usize = 7;

/// The weights of a player.
pub(super) fn weights(rule: Rule, player: usize) -> &'static Weights {
    match (rule, player) {
        (Rule::Renju, 0) => &weights::RENJU_BLACK,
        (Rule::Renju, _) => &weights::RENJU_WHITE,
        _ => &weights::GOMOKU,
    }
}

/// Rank of a point among its player's moves, 0 to 4,000.
#[inline]
pub(super) fn rank(class: PointClass, patterns: FourPatterns) -> i32 {
    (0..4).map(|dir| LINE_RANK[usize::from(patterns.code(dir))]).sum::<i32>() + CLASS_RANK[class as usize]
}

/// Positions that one threat search at a leaf may visit.
pub(super) const LEAF_VCF_NODES: u32 = 60;

/// Distance from the root up to which nodes are searched for long victories by fours.
pub(super) const LONG_VCF_PLIES: i32 = 2;

/// Positions that such a search may visit for each ply of depth.
pub(super) const LONG_VCF_NODES: u32 = 1000;

/// What the search runs with.
pub(super) fn search_params() -> SearchParams {
    SearchParams {
        reverse_futility_depth: 4,
        reverse_futility_margin: 50,
        futility_depth: 6,
        futility_margin: 60,
        lmp_depth: 6,
        lmp_moves: 3,
        null_move_depth: 4,
        iir_depth: 4,
        wdl_scale: 200,
        ..SearchParams::DEFAULT
    }
}

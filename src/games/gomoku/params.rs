//! The numbers of the family: what patterns are worth, and what the search runs with.

use super::patterns::LinePattern;
use super::points::{CLASSES, PointClass};
use super::rules::Rule;
use super::weights;
use crate::search::SearchParams;

/// Rank of a line pattern in the ordering of moves.
const LINE_RANK: [i16; 15] = [0, 0, 4, 12, 16, 28, 44, 56, 60, 110, 130, 140, 0, 400, 400];

/// Rank of a point's class beyond its lines.
const CLASS_RANK: [i16; 16] = [0, 0, 10, 40, 50, 60, 120, 300, 60, 120, 600, 1200, 2000, 0, 0, 0];

/// What points and threats are worth to one player of a rule set; made by `scripts/fit_gomoku.py`.
pub(super) struct Weights {
    /// Worth of a line pattern on an empty point, in hundredths of a stone: while the player is to move, while
    /// the enemy is. In the order of [`LinePattern::ALL`].
    pub line: [[i16; 15]; 2],
    /// Worth of a point's class beyond its lines, in the order of [`PointClass::ALL`].
    pub class: [[i16; CLASSES]; 2],
    /// Worth of the threats on the board to the player to move, by
    /// [`GomokuEvaluator::threats`](super::GomokuEvaluator::threats).
    pub threats: [i16; 1 << THREAT_BITS],
}

/// Number of yes-or-no questions about the threats on the board.
pub(super) const THREAT_BITS: usize = 7;

impl Weights {
    /// What a point of this class, with these lines, adds to its player's evaluation.
    pub fn value(&self, class: PointClass, lines: [LinePattern; 4]) -> [i16; 2] {
        [0, 1].map(|role| {
            lines.iter().map(|&p| self.line[role][p as usize]).sum::<i16>() + self.class[role][class as usize]
        })
    }
}

/// The weights of a player.
pub(super) fn weights(rule: Rule, player: usize) -> &'static Weights {
    match (rule, player) {
        (Rule::Renju, 0) => &weights::RENJU_BLACK,
        (Rule::Renju, _) => &weights::RENJU_WHITE,
        _ => &weights::GOMOKU,
    }
}

/// Rank of a point among its player's moves.
pub(super) fn rank(class: PointClass, lines: [LinePattern; 4]) -> i16 {
    lines.iter().map(|&p| LINE_RANK[p as usize]).sum::<i16>() + CLASS_RANK[class as usize]
}

/// Positions that one threat search at a leaf may visit.
pub(super) const LEAF_VCF_NODES: u32 = 60;

/// What the search runs with.
pub(super) fn search_params() -> SearchParams {
    SearchParams {
        reverse_futility_depth: 4,
        reverse_futility_margin: 90,
        futility_depth: 3,
        futility_margin: 120,
        lmp_depth: 6,
        lmp_moves: 10,
        null_move_depth: 4,
        iir_depth: 4,
        wdl_scale: 200,
        ..SearchParams::DEFAULT
    }
}

//! The numbers of the family: what patterns are worth, and what the search runs with.

use super::patterns::LinePattern;
use super::points::PointClass;
use crate::search::SearchParams;

/// Worth of a line pattern on an empty point, in hundredths of a stone, in the order of
/// [`LinePattern::ALL`].
const LINE_VALUE: [i16; 15] = [0, 0, 1, 3, 4, 7, 10, 13, 14, 26, 32, 34, 0, 60, 0];

/// Worth of a point's class beyond its lines, in the order of [`PointClass::ALL`].
const CLASS_VALUE: [i16; 16] = [0, 0, 0, 6, 6, 0, 12, 30, 0, 14, 60, 60, 0, -20, -30, 0];

/// Rank of a line pattern in the ordering of moves.
const LINE_RANK: [i16; 15] = [0, 0, 4, 12, 16, 28, 44, 56, 60, 110, 130, 140, 0, 400, 400];

/// Rank of a point's class beyond its lines.
const CLASS_RANK: [i16; 16] = [0, 0, 10, 40, 50, 60, 120, 300, 60, 120, 600, 1200, 2000, 0, 0, 0];

/// What a point adds to its player's evaluation.
pub(super) fn value(class: PointClass, lines: [LinePattern; 4]) -> i16 {
    match class {
        PointClass::Foul => CLASS_VALUE[class as usize],
        _ => lines.iter().map(|&p| LINE_VALUE[p as usize]).sum::<i16>() + CLASS_VALUE[class as usize],
    }
}

/// Rank of a point among its player's moves.
pub(super) fn rank(class: PointClass, lines: [LinePattern; 4]) -> i16 {
    lines.iter().map(|&p| LINE_RANK[p as usize]).sum::<i16>() + CLASS_RANK[class as usize]
}

/// Evaluation terms for threats on the board, from the view of the player to move.
pub(super) struct ThreatValues {
    /// The move itself.
    pub tempo: i32,
    /// The player to move can make a four and an open three at once.
    pub own_four_three: i32,
    /// ... two open threes, or a doubtful fork of that kind.
    pub own_two_threes: i32,
    /// ... an open three.
    pub own_three: i32,
    /// The enemy threatens a straight four.
    pub enemy_straight_four: i32,
    /// The enemy could make a four and an open three at once.
    pub enemy_four_three: i32,
    /// The enemy could make two open threes.
    pub enemy_two_threes: i32,
}

/// The threat terms in use.
pub(super) const THREATS: ThreatValues = ThreatValues {
    tempo: 20,
    own_four_three: 150,
    own_two_threes: 90,
    own_three: 15,
    enemy_straight_four: -60,
    enemy_four_three: -30,
    enemy_two_threes: -20,
};

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

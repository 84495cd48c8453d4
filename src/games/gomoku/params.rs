//! The numbers of the family: values of patterns and threats, and parameters of the search.

use super::points::{CLASSES, FourPatterns, PointClass};
use crate::contract::SearchParams;

/// Rank of a line pattern in the ordering of moves.
const LINE_RANK: [i32; 16] = [0, 0, 4, 12, 16, 28, 44, 56, 60, 110, 130, 140, 0, 400, 400, 0];

/// Rank of a point's class beyond its lines.
const CLASS_RANK: [i32; 16] = [0, 0, 10, 40, 50, 60, 120, 300, 60, 120, 600, 1200, 2000, 0, 0, 0];

/// Value of a line pattern on an empty point, in hundredths of a stone: while its player is to move, while the
/// enemy is. In the order of [`super::line_pattern::LinePattern::ALL`]; set by hand.
pub(super) const LINE_VALUE: [[i16; 16]; 2] = [
    [0, 0, 0, 1, 2, 3, 5, 6, 10, 18, 22, 22, 0, 50, 0, 0],
    [0, 0, 0, 1, 2, 2, 4, 5, 7, 13, 17, 12, 0, 40, 0, 0],
];

/// Value of a point's class beyond its lines, in the order of [`PointClass::ALL`].
pub(super) const CLASS_VALUE: [[i16; CLASSES]; 2] = [
    [0, 0, 0, 4, 6, 0, 12, 25, 0, 14, 40, 0, 0, 0, 0, 0],
    [0, 0, 0, 3, 4, 0, 8, 20, 0, 8, 30, 60, 0, 0, 0, 0],
];

/// Value of the threats on the board to the player to move.
pub(super) struct ThreatValues {
    /// The move itself.
    pub tempo: i32,
    /// The player to move can make a four and an open three at once.
    pub own_four_three: i32,
    /// The player to move can make two open threes at once, and the enemy threatens no straight four.
    pub own_two_threes: i32,
    /// The player to move can make an open three, and the enemy threatens no straight four.
    pub own_three: i32,
    /// The enemy threatens a straight four.
    pub enemy_straight_four: i32,
    /// The enemy could make a four and an open three at once.
    pub enemy_four_three: i32,
    /// The enemy could make two open threes at once.
    pub enemy_two_threes: i32,
}

/// The values in use.
pub(super) const THREATS: ThreatValues = ThreatValues {
    tempo: 20,
    own_four_three: 150,
    own_two_threes: 90,
    own_three: 15,
    enemy_straight_four: -30,
    enemy_four_three: -30,
    enemy_two_threes: -20,
};

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

/// Parameters of the search.
pub(super) const SEARCH: SearchParams = SearchParams {
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
};

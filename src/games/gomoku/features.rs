//! The features of the evaluation: what each empty point is to its two players, which threats are on the board, and how
//! many points of each kind there are.
//!
//! What a point is to a player is its pattern code; it counts apart for the player to move and for the one who waits, and
//! in renju for Black and for White. (Rapfi has tables of such codes, one for both roles.) The threats are a set of nine
//! facts, each combination with a value of its own.

use super::pattern_board::PatternBoard;
use super::points::{PATTERN_CODES, PointClass};
use super::rules::Rule;

/// Roles of a player: to move, and waiting.
pub const ROLES: usize = 2;
/// Facts in a set of threats.
pub const THREATS: usize = 9;
/// Sets of threats.
pub const THREAT_SETS: usize = 1 << THREATS;

/// Kinds of points that are counted: the first and the last class of each.
const COUNTED: [[PointClass; 2]; KINDS] = {
    use PointClass::*;
    [
        [Two, Two],
        [BlockedThree, BlockedThree],
        [TwoTwos, TwoTwos],
        [BlockedThreePlus, BlockedThreePlus],
        [Three, ThreePlus],
        [TwoThrees, TwoThrees],
        [Four, FourPlus],
        [FourThree, FourThree],
    ]
};
/// Number of these kinds.
pub const KINDS: usize = 8;
/// Numbers of points that are told apart; the last stands for itself and all above.
pub const NUMBERS: usize = 16;
/// Features of the numbers of points where a player of one side is to move.
pub const SIDE_NUMBERS: usize = KINDS * ROLES * NUMBERS;

/// Tables of features: one for each player where their rules differ, one for both elsewhere.
pub fn sides(rule: Rule) -> usize {
    let [first, second] = rule.lines();
    if first == second { 1 } else { 2 }
}

/// Features of a rule set.
pub fn count(rule: Rule) -> usize {
    numbers(rule, sides(rule), 0)
}

/// Feature of a point with this pattern code, of a player in this role (0: to move, 1: waiting).
pub const fn point(side: usize, role: usize, code: usize) -> usize {
    (side * ROLES + role) * PATTERN_CODES + code
}

/// Feature of these threats where the player of this side is to move.
pub fn threats(rule: Rule, side: usize, set: usize) -> usize {
    point(sides(rule), 0, 0) + side * THREAT_SETS + set
}

/// Feature of the numbers of points where the player of this side is to move; `number` is one of [`counted`].
pub fn numbers(rule: Rule, side: usize, number: usize) -> usize {
    threats(rule, sides(rule), 0) + side * SIDE_NUMBERS + number
}

/// How many points of each kind the player to move and the other have, each as a number of its own below
/// [`SIDE_NUMBERS`].
#[inline]
pub fn counted(board: &PatternBoard, player: usize) -> impl Iterator<Item = usize> {
    let kinds = COUNTED.into_iter().enumerate();
    kinds.flat_map(move |(kind, [low, high])| {
        [player, 1 - player].into_iter().enumerate().map(move |(role, of)| {
            let points = board.count(of, low) + if low == high { 0 } else { board.count(of, high) };
            (kind * ROLES + role) * NUMBERS + points.min(NUMBERS - 1)
        })
    })
}

/// Stones at which a game is no longer in its first phase at all, and up to which it is wholly.
const PHASE: [usize; 2] = [30, 5];
/// Parts in which the share of the first phase is measured.
pub const PHASE_PARTS: i32 = (PHASE[0] - PHASE[1]) as i32;

/// The share of the first phase with so many stones on the board, in [`PHASE_PARTS`].
#[inline]
pub fn first_phase(stones: usize) -> i32 {
    PHASE[0].saturating_sub(stones).min(PHASE[0] - PHASE[1]) as i32
}

/// The threats on the board as `player` sees them, who is to move; a bit each.
#[inline]
pub fn threat_set(board: &PatternBoard, player: usize) -> usize {
    use PointClass::*;
    let own = |low, high| board.has(player, low, high);
    let enemy = |low, high| board.has(1 - player, low, high);
    let facts = [
        own(Three, ThreePlus),
        own(TwoThrees, TwoThrees) || own(MaybeFoul, MaybeFoul),
        own(Four, FourPlus),
        own(FourThree, FourThree),
        enemy(Three, ThreePlus),
        enemy(TwoThrees, TwoThrees) || enemy(MaybeFoul, MaybeFoul),
        enemy(Four, FourPlus),
        enemy(FourThree, FourThree),
        enemy(StraightFour, StraightFour),
    ];
    facts.iter().enumerate().map(|(bit, &fact)| usize::from(fact) << bit).sum()
}

//! The threats on the board as one number: nine facts, each combination with biases of its own in the network.

use super::pattern_board::PatternBoard;
use super::points::PointClass;

/// Facts in a set of threats.
pub const THREATS: usize = 9;
/// Sets of threats.
pub const THREAT_SETS: usize = 1 << THREATS;

/// The threats on the board as `player`, the player to move, sees them; a bit each.
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

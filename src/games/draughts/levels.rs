//! How the levels of draughts differ. All numbers come from games, so that four levels are always about the same number
//! of Elo apart, and the lowest match simple beginner bots: `docs/options.md` has both, `scripts/ladder` plays the
//! games.

use super::rules::Rules;
use crate::contract::{Levels, Ratings, care, habits};

/// The levels of a rule set.
pub fn of(rules: &Rules) -> Levels {
    if rules.movement.large_board { LARGE } else { SMALL }
}

/// As measured in international draughts.
const LARGE: Levels = Levels {
    beginner: [
        habits(2, 3000, 2000),
        habits(2, 504, 336),
        habits(2, 80, 52),
        habits(3, 14, 10),
        habits(3, 2, 2),
    ],
    own: [care(12, 40), care(23, 38), care(40, 28), care(120, 0)],
    ratings: Ratings([200, 900, 1160, 1420, 1720, 2010]),
};

/// As measured in English draughts.
const SMALL: Levels = Levels {
    beginner: [
        habits(2, 3000, 2000),
        habits(2, 390, 260),
        habits(3, 20, 12),
        habits(3, 8, 6),
        habits(3, 2, 2),
    ],
    own: [care(12, 30), care(27, 40), care(50, 25), care(120, 0)],
    ratings: Ratings([220, 900, 1240, 1510, 1850, 2160]),
};

//! How the levels of Connect Four differ. All numbers come from games, so that four levels are always about the same
//! number of Elo apart, and the lowest match simple beginner bots: `docs/options.md` has both, `scripts/ladder` plays
//! the games.

use crate::contract::{Levels, Ratings, care, habits};

/// The levels of a board of this size.
pub fn of(width: u32, height: u32) -> Levels {
    if width * height <= SMALL_BOARD { SMALL } else { LARGE }
}

/// Cells of the usual board.
const SMALL_BOARD: u32 = 7 * 6;

/// As measured on 7x6.
const SMALL: Levels = Levels {
    beginner: [
        habits(2, 1200, 50),
        habits(2, 768, 32),
        habits(3, 492, 20),
        habits(4, 315, 13),
        habits(4, 201, 8),
    ],
    own: [care(20, 216), care(48, 150), care(90, 72), care(130, 0)],
    ratings: Ratings([570, 900, 1250, 1530, 1720, 1990]),
};

/// As measured on 8x8.
const LARGE: Levels = Levels {
    beginner: [
        habits(2, 900, 40),
        habits(2, 650, 28),
        habits(3, 370, 15),
        habits(4, 280, 12),
        habits(4, 201, 8),
    ],
    own: [care(12, 360), care(44, 200), care(92, 50), care(130, 0)],
    ratings: Ratings([540, 900, 1230, 1490, 1670, 1840]),
};

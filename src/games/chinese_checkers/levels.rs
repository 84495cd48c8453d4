//! How the levels of Chinese checkers differ. All numbers come from games, so that four levels are always about the
//! same number of Elo apart, and the lowest match simple beginner bots: `docs/options.md` has both, `scripts/ladder`
//! plays the games.

use crate::contract::{Levels, Ratings, care, habits};

/// The levels of a game of this number of players.
pub fn of(players: usize) -> Levels {
    if players == 2 { TWO } else { MANY }
}

/// As measured with two players.
const TWO: Levels = Levels {
    beginner: [
        habits(2, 760, 99),
        habits(2, 570, 75),
        habits(2, 405, 55),
        habits(2, 300, 40),
        habits(2, 200, 30),
    ],
    own: [care(22, 590), care(40, 390), care(88, 100), care(120, 0)],
    ratings: Ratings([700, 900, 1120, 1440, 1810, 2090]),
};

/// As measured with six.
const MANY: Levels = Levels {
    beginner: [
        habits(2, 900, 120),
        habits(2, 750, 100),
        habits(2, 600, 80),
        habits(2, 448, 60),
        habits(2, 350, 45),
    ],
    own: [care(30, 150), care(60, 100), care(90, 40), care(120, 0)],
    ratings: Ratings([560, 900, 1040, 1130, 1150, 1160]),
};

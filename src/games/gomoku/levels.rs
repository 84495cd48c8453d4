//! How the levels of gomoku differ. All numbers come from games, so that four levels are always about the same number
//! of Elo apart, and the lowest match simple beginner bots: `docs/options.md` has both, `scripts/ladder` plays the
//! games.

use super::rules::Rule;
use crate::contract::{Levels, Ratings, care, habits};

/// The levels of a rule.
pub fn of(rule: Rule) -> Levels {
    if rule == Rule::Renju { RENJU } else { FREESTYLE }
}

/// As measured in freestyle.
const FREESTYLE: Levels = Levels {
    beginner: [habits(2, 300, 60), habits(2, 87, 17), habits(2, 26, 5), habits(2, 7, 1), habits(2, 2, 0)],
    own: [care(24, 820), care(59, 355), care(94, 117), care(120, 0)],
    ratings: Ratings([660, 900, 1130, 1300, 1410, 1540]),
};

/// As measured in renju.
const RENJU: Levels = Levels {
    beginner: [habits(2, 300, 60), habits(2, 87, 17), habits(2, 26, 5), habits(2, 7, 1), habits(2, 2, 0)],
    own: [care(20, 900), care(45, 500), care(75, 200), care(120, 0)],
    ratings: Ratings([610, 900, 1050, 1220, 1460, 1700]),
};

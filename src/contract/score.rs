//! Values of positions.
//!
//! A [`Score`] is seen from the player to move (or its coalition). Wins and losses carry the distance
//! in plies from the root, so that a nearer win is a higher score; the transposition table stores them
//! relative to the node instead, see [`Score::to_table`].
//!
//! | scores of a win | meaning |
//! |---|---|
//! | above 30,000 | proved: the way to the end was seen; 31,000 less its plies |
//! | 29,000 to 30,000 | known to an endgame table, which is reached in the line; 30,000 less the plies to it |
//! | above 28,000 | known to a table, but not reached by the search yet; see [`Score::known_win`] |
//! | up to 28,000 | evaluations |

use std::ops::{Add, Neg, Sub};

/// Longest line the search can follow, in plies.
pub const MAX_PLY: i32 = 400;

/// A value in hundredths of the game's unit, or a win or loss in a number of plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score(pub i32);

impl Score {
    /// Better than any score.
    pub const INFINITE: Score = Score(32_000);
    /// A win on the spot, at ply 0.
    pub const WIN: Score = Score(31_000);
    /// Neither side is better.
    pub const DRAW: Score = Score(0);
    /// Largest value an evaluation may return.
    pub const MAX_EVAL: Score = Score(28_000);
    /// A win from a table, at ply 0.
    pub const KNOWN_WIN: Score = Score(30_000);
    /// Lowest score of a win from a table.
    pub const KNOWN_WIN_LEAST: Score = Score(Score::KNOWN_WIN_MIDDLE - Score::KNOWN_WIN_ORDER);
    /// Scores above this one count plies.
    const COUNTED: i32 = 29_000;
    /// Middle and half the width of the scores of [`Score::known_win`].
    const KNOWN_WIN_MIDDLE: i32 = 28_500;
    const KNOWN_WIN_ORDER: i32 = 400;

    /// The player to move wins `ply` plies from the root.
    pub const fn win_in(ply: i32) -> Score {
        Score(Score::WIN.0 - ply)
    }

    /// The player to move loses `ply` plies from the root.
    pub const fn loss_in(ply: i32) -> Score {
        Score(-Score::WIN.0 + ply)
    }

    /// The player to move comes, `ply` plies from the root, to a position that a table knows to be won.
    pub const fn known_win_in(ply: i32) -> Score {
        Score(Score::KNOWN_WIN.0 - ply)
    }

    /// A table knows that the player to move wins, but the search has not come nearer to it. `order`, within ±400,
    /// ranks such positions.
    pub fn known_win(order: i32) -> Score {
        Score(Score::KNOWN_WIN_MIDDLE + order.clamp(-Score::KNOWN_WIN_ORDER, Score::KNOWN_WIN_ORDER))
    }

    /// Beyond every evaluation: a win or loss that is proved or known.
    pub const fn is_known(self) -> bool {
        self.0.abs() > Score::MAX_EVAL.0
    }

    /// A proved win.
    pub const fn is_win(self) -> bool {
        self.0 > Score::KNOWN_WIN.0
    }

    /// A proved loss.
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::KNOWN_WIN.0
    }

    /// A proved win or loss.
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies from the root to the end of a proved win or loss.
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.is_decisive() { Some(Score::WIN.0 - self.0.abs()) } else { None }
    }

    /// Plies from the root to a position that a table knows to be won or lost.
    pub const fn plies_to_known(self) -> Option<i32> {
        let size = self.0.abs();
        if size > Score::COUNTED && !self.is_decisive() { Some(Score::KNOWN_WIN.0 - size) } else { None }
    }

    /// A number of hundredths, or `+Mn` and `-Mn` for a proved win or loss in `n` plies.
    pub fn number_text(self) -> String {
        match self.plies_to_end() {
            Some(plies) => format!("{}M{plies}", if self.is_win() { '+' } else { '-' }),
            None => self.0.to_string(),
        }
    }

    /// The value of a position for the player who has just moved, in a game of two.
    pub fn before_move(self) -> Score {
        match self.plies_to_end() {
            Some(plies) if self.is_win() => Score::loss_in(plies + 1),
            Some(plies) => Score::win_in(plies + 1),
            None => -self,
        }
    }

    /// An evaluation, kept clear of the range of proved results.
    pub fn eval(value: i32) -> Score {
        Score(value.clamp(-Score::MAX_EVAL.0, Score::MAX_EVAL.0))
    }

    /// As stored in the table at `ply`: distance counted from the node.
    pub const fn to_table(self, ply: i32) -> Score {
        if self.0 > Score::COUNTED {
            Score(self.0 + ply)
        } else if self.0 < -Score::COUNTED {
            Score(self.0 - ply)
        } else {
            self
        }
    }

    /// The inverse of [`Score::to_table`].
    pub const fn from_table(self, ply: i32) -> Score {
        if self.0 > Score::COUNTED {
            Score(self.0 - ply)
        } else if self.0 < -Score::COUNTED {
            Score(self.0 + ply)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    fn add(self, margin: i32) -> Score {
        Score(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    fn sub(self, margin: i32) -> Score {
        Score(self.0 - margin)
    }
}

/// How a score relates to the true value of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

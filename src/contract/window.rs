//! Alpha and beta as one value.

use super::Score;

/// The open interval of scores that matter: results at or outside its ends only need to be bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Best score the player to move is already sure of.
    pub alpha: Score,
    /// Score at which the opponent avoids this node.
    pub beta: Score,
}

impl Window {
    /// The window of all scores.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The window between two scores, `alpha < beta`.
    pub const fn new(alpha: Score, beta: Score) -> Window {
        debug_assert!(alpha.0 < beta.0);
        Window { alpha, beta }
    }

    /// A window that only asks: is the value at least `beta`?
    pub const fn null_below(beta: Score) -> Window {
        Window { alpha: Score(beta.0 - 1), beta }
    }

    /// A window that only asks: is the value above `alpha`?
    pub const fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: Score(alpha.0 + 1) }
    }

    /// As the opponent sees it.
    pub const fn flipped(self) -> Window {
        Window { alpha: Score(-self.beta.0), beta: Score(-self.alpha.0) }
    }

    /// No value fits between the ends.
    pub const fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// The score is no better than what the player already has.
    pub const fn fails_low(self, score: Score) -> bool {
        score.0 <= self.alpha.0
    }

    /// The score is too good for the opponent to allow.
    pub const fn fails_high(self, score: Score) -> bool {
        score.0 >= self.beta.0
    }

    /// The score, or the end of the window that it lies beyond.
    pub fn clamp(self, score: Score) -> Score {
        score.clamp(self.alpha, self.beta)
    }

    /// Raises alpha to `score` if that is higher.
    pub fn raise(&mut self, score: Score) {
        if score > self.alpha {
            self.alpha = score;
        }
    }
}

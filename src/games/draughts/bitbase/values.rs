//! Values of positions, and what is known about them.

use super::distances::Exact;
use crate::contract::{Outcome, Position as _};
use crate::games::draughts::any_position::AnyPosition;

/// The value of a position for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wdl {
    /// The opponent wins.
    Lost,
    /// Nobody wins.
    Drawn,
    /// The player to move wins.
    Won,
}

impl Wdl {
    /// The value for the opponent.
    #[must_use]
    pub const fn flipped(self) -> Wdl {
        match self {
            Wdl::Lost => Wdl::Won,
            Wdl::Drawn => Wdl::Drawn,
            Wdl::Won => Wdl::Lost,
        }
    }
}

/// What is known about a value: at least `low`, at most `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The lowest possible value.
    pub low: Wdl,
    /// The highest possible value.
    pub high: Wdl,
}

impl Bounds {
    /// Nothing is known.
    pub(super) const NOTHING: Bounds = Bounds { low: Wdl::Lost, high: Wdl::Won };

    pub(super) const fn exactly(wdl: Wdl) -> Bounds {
        Bounds { low: wdl, high: wdl }
    }

    pub(super) const fn flipped(self) -> Bounds {
        Bounds { low: self.high.flipped(), high: self.low.flipped() }
    }

    /// The winner may be too late.
    pub(super) fn or_drawn(self) -> Bounds {
        Bounds { low: self.low.min(Wdl::Drawn), high: self.high.max(Wdl::Drawn) }
    }

    /// The value, if it is known.
    pub fn value(self) -> Option<Wdl> {
        (self.low == self.high).then_some(self.low)
    }
}

/// `won`, `drawn`, `lost`, or two of them.
impl std::fmt::Display for Bounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let word = |wdl| match wdl {
            Wdl::Lost => "lost",
            Wdl::Drawn => "drawn",
            Wdl::Won => "won",
        };
        match self.value() {
            Some(wdl) => f.write_str(word(wdl)),
            None => write!(f, "{} or {}", word(self.low), word(self.high)),
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub bounds: Bounds,
    /// Half-moves to the end or to a reset of the count, if the position is known to be lost.
    pub distance: Option<u16>,
}

impl Exact {
    /// The value of `pos` with its count for the limit of moves; `is_late`: the longest distance of the class does not
    /// fit any more.
    pub(super) fn known(self, pos: &AnyPosition, is_late: bool) -> Known {
        let Exact { wdl, distance } = self;
        let bounds = Bounds::exactly(wdl);
        match wdl {
            Wdl::Lost if pos.is_late(distance) => {
                Known { bounds: Bounds::exactly(Wdl::Drawn), distance: None }
            }
            Wdl::Lost => Known { bounds, distance: Some(distance) },
            Wdl::Won if is_late => Known { bounds: bounds.or_drawn(), distance: None },
            Wdl::Won | Wdl::Drawn => Known { bounds, distance: None },
        }
    }
}

/// A win that may come too late.
pub(super) const LATE_WIN: Bounds = Bounds { low: Wdl::Drawn, high: Wdl::Won };

/// The value of a game that is over.
pub(super) fn bounds_of(pos: &AnyPosition, outcome: Outcome) -> Bounds {
    Bounds::exactly(match outcome {
        Outcome::Draw => Wdl::Drawn,
        Outcome::Win(winner) if winner == pos.player_to_move() => Wdl::Won,
        Outcome::Win(_) => Wdl::Lost,
    })
}

//! The patterns that a stone makes in one line.
//!
//! Patterns are those *through the stone*; other stones of the line do not count by themselves.

/// What a stone makes in one line, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum LinePattern {
    /// No five can ever come of it.
    Dead,
    /// Six or more stones that do not win; a foul in renju for Black.
    Overline,
    /// Can become a [`LinePattern::BlockedTwo`].
    BlockedOne,
    /// Can become an open two.
    OpenOne,
    /// Can become a [`LinePattern::BlockedThree`].
    BlockedTwo,
    /// Can become an open three in one way.
    NarrowTwo,
    /// Can become an open three in two or three ways.
    OpenTwo,
    /// Can become an open three in four ways or more.
    WideTwo,
    /// Can become a four, not a straight one.
    BlockedThree,
    /// Can become a straight four in one way.
    OpenThree,
    /// Can become a straight four in two ways or more.
    WideThree,
    /// One more stone makes five and one opposing stone prevents it.
    Four,
    /// Two fours in one line (`X.XXX.X`), if that is a foul; elsewhere this is a straight four.
    DoubleFour,
    /// One more stone makes five whatever the opponent plays.
    StraightFour,
    /// Wins.
    Five,
}

impl LinePattern {
    /// All patterns in order.
    pub const ALL: [LinePattern; 15] = {
        use LinePattern::*;
        [
            Dead,
            Overline,
            BlockedOne,
            OpenOne,
            BlockedTwo,
            NarrowTwo,
            OpenTwo,
            WideTwo,
            BlockedThree,
            OpenThree,
            WideThree,
            Four,
            DoubleFour,
            StraightFour,
            Five,
        ]
    };

    /// The pattern with this number.
    #[inline]
    pub fn from_code(code: u8) -> LinePattern {
        LinePattern::ALL[usize::from(code).min(LinePattern::ALL.len() - 1)]
    }
}

//! The two colours. Which of them is the first player is a rule, see `rules.rs`.

/// The colour of a piece. White starts at the bottom of the board and moves up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Starts at the bottom.
    White,
    /// Starts at the top.
    Black,
}

impl Colour {
    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[inline(always)]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

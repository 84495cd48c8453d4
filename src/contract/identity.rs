//! What a game is called, and what plays it on another board.

/// The colour that a format calls a player by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoneColour {
    /// White.
    White,
    /// Black.
    Black,
}

impl StoneColour {
    /// The other one.
    pub const fn other(self) -> StoneColour {
        match self {
            StoneColour::White => StoneColour::Black,
            StoneColour::Black => StoneColour::White,
        }
    }
}

/// What a game is called. Names in file formats and protocols are in tables next to these, by `variant`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The variant's own name, which opens it; an alias opens a game with the name that it stands for.
    pub variant: String,
    /// Its name on the usual board: `variant` itself unless that names the size of the board.
    pub family: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// The colour of [`super::Player::FIRST`] where players are called by colours.
    pub first_colour: StoneColour,
}

/// How to play the same game on a board of another size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resized {
    /// Open this variant.
    Variant(String),
    /// Set this option to this value.
    Option(&'static str, String),
}

//! The identity of a game, and how to play it on another board.

use super::card::{GameCard, VariantCard};

/// The colour by which a format names a player.
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

/// The identity of a game. File formats and protocols have tables of their own names, by `variant`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The canonical name of the variant, which opens it; an alias opens the variant that it stands for. It equals the
    /// name in `rules`, unless it includes the board size.
    pub variant: String,
    /// The card of the game.
    pub card: &'static GameCard,
    /// The rule set, one of the card.
    pub rules: &'static VariantCard,
}

/// How to play the same game on a board of another size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resized {
    /// Open this variant.
    Variant(String),
    /// Set this option to this value.
    Option(&'static str, String),
}

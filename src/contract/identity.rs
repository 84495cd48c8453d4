//! What a game is called by records and by other programs.

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

/// What a game is called by records and by other programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Name of the variant, as it is opened by.
    pub variant: String,
    /// Name for people.
    pub title: &'static str,
    /// The colour of [`Player::FIRST`] where players are called by colours.
    pub first_colour: StoneColour,
    /// PDN's `GameType` (PDN 3.0, and lidraughts for the variants); `None` where PDN does not have the game.
    pub pdn_game_type: Option<&'static str>,
    /// SGF's `GM`; `None` where SGF does not have the game.
    pub sgf_game: Option<u8>,
    /// `INFO rule` of the Gomocup protocol; `None` where it does not have the game.
    pub piskvork_rule: Option<u32>,
    /// Value of the Hub protocol's parameter `variant`; `None` where Hub does not have the game.
    pub hub_variant: Option<&'static str>,
    /// Value of `UCI_Variant` by which chess programs know the game as one of drops, `P@d1`; `None` where they do not.
    pub drop_variant: Option<&'static str>,
}

//! The card of a game: what is known before it is opened, in plain constants.
//!
//! Every game has one in its folder, and the list of games names it. Whatever lists, names, draws, parses or tests
//! games reads the card, so that a game states each fact about itself once. Whatever depends on a position or on
//! options comes from an opened game instead.
//!
//! Names are in lower case and unique among all games, and a rule set has a colour for each player. The list of games
//! checks this.

use super::{OptionKind, OptionSpec, StoneColour};

/// The rule option for the number of players, of games for more than two.
pub const PLAYERS: &str = "Players";

/// A game: all rule sets that are played on the same kind of board with the same pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameCard {
    /// The name of the game: one word.
    pub family: &'static str,
    /// Its rule sets in the order in which they are offered; the first is the usual one.
    pub variants: &'static [VariantCard],
    /// The pieces.
    pub pieces: Pieces,
    /// The boards.
    pub boards: Boards,
    /// May a player begin with fewer pieces, as a handicap?
    pub handicap: bool,
    /// The kinds of ballots, with a line about each; empty if there are none.
    pub ballots: &'static [(&'static str, &'static str)],
    /// Is the distance to the end of a proved result exact, with best play of both sides?
    pub exact_ends: bool,
    /// The rule options of all rule sets in the order they are listed; empty if there are none.
    pub options: &'static [RuleOption],
}

/// A rule set of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariantCard {
    /// The name that opens it.
    pub name: &'static str,
    /// The name for users, in English.
    pub title: &'static str,
    /// What sets it apart, in one line.
    pub about: &'static str,
    /// More names that are listed after its own, each with a line about it: aliases, and boards of [`Boards::ByName`].
    pub more_names: &'static [(&'static str, &'static str)],
    /// The colours of the pieces in the order of play, one for each player.
    pub colours: &'static [Paint],
}

/// Kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pieces {
    /// Draughtsmen, which can become kings.
    Men,
    /// Stones on crossings.
    Stones,
    /// Discs in a frame.
    Discs,
    /// Marbles in holes.
    Marbles,
}

/// The boards that a game is played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boards {
    /// One for each rule set.
    Fixed,
    /// Of any width and height in a range, by the name of the variant: `NAME-WxH`.
    ByName {
        /// Width and height of the board that `NAME` alone stands for.
        usual: [usize; 2],
        /// The shortest side.
        min: usize,
        /// The longest side.
        max: usize,
    },
    /// Square, with a side that this rule option sets, a whole number.
    ByOption(&'static str),
}

/// Colours of one player's pieces: `#rrggbb`, as in HTML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// Name of the colour: `white`.
    pub name: &'static str,
    /// Colour of the piece.
    pub fill: &'static str,
    /// Colour of its edge.
    pub rim: &'static str,
    /// Colour of rings, numbers and crowns on the piece.
    pub detail: &'static str,
}

/// A rule option as a constant; [`RuleOption::spec`] is what is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleOption {
    /// Name as printed; matched without regard to case.
    pub name: &'static str,
    /// What values it takes.
    pub kind: RuleKind,
    /// What it does, in one sentence without a final stop.
    pub help: &'static str,
}

/// Values of a rule option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    /// A whole number.
    Number {
        /// Value before it is set.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// `true` or `false`; `false` before it is set.
    Switch,
    /// One of several words; the first is the default.
    Words(&'static [&'static str]),
}

impl GameCard {
    /// The rule set with this name.
    pub fn variant(&self, name: &str) -> Option<&'static VariantCard> {
        self.variants.iter().find(|variant| variant.name == name)
    }

    /// The rule option with this name, without regard to case.
    pub fn option(&self, name: &str) -> Option<&'static RuleOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The fewest and the most players.
    pub fn players(&self) -> [i64; 2] {
        self.option(PLAYERS).and_then(RuleOption::range).unwrap_or([2, 2])
    }
}

impl VariantCard {
    /// The colour of [`super::Player::FIRST`] in formats that name players by colours: white if the pieces are.
    pub fn first_colour(&self) -> StoneColour {
        let is_white = self.colours.first().is_some_and(|paint| *paint == Paint::WHITE);
        if is_white { StoneColour::White } else { StoneColour::Black }
    }
}

impl Pieces {
    /// `men`, `stones`, `discs` or `marbles`.
    pub const fn name(self) -> &'static str {
        match self {
            Pieces::Men => "men",
            Pieces::Stones => "stones",
            Pieces::Discs => "discs",
            Pieces::Marbles => "marbles",
        }
    }
}

impl Paint {
    /// White pieces.
    pub const WHITE: Paint = Paint { name: "white", fill: "#fdfbf5", rim: "#3d3833", detail: "#8d857a" };
    /// Black pieces.
    pub const BLACK: Paint = Paint { name: "black", fill: "#2a2725", rim: "#0d0c0b", detail: "#857e77" };
}

impl RuleOption {
    /// Smallest and largest value of a whole number.
    pub fn range(&self) -> Option<[i64; 2]> {
        match self.kind {
            RuleKind::Number { min, max, .. } => Some([min, max]),
            RuleKind::Switch | RuleKind::Words(_) => None,
        }
    }

    /// The option as it is listed and set.
    pub fn spec(&self) -> OptionSpec {
        let kind = match self.kind {
            RuleKind::Number { default, min, max } => OptionKind::Spin { default, min, max },
            RuleKind::Switch => OptionKind::Check { default: false },
            RuleKind::Words(words) => OptionKind::Combo {
                default: words[0].to_string(),
                values: words.iter().map(|word| (*word).to_string()).collect(),
            },
        };
        OptionSpec { name: self.name.to_string(), kind, help: self.help }
    }
}

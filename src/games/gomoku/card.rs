//! The card of the family, and the function that opens a rule set of it.

use super::Gomoku;
use super::geometry::{MAX_SIZE, MIN_SIZE};
use super::rules::Rule;
use crate::contract::card::{Boards, GameCard, Paint, Pieces, RuleKind, RuleOption, VariantCard};
use crate::engine::{AnyEngine, Engine};

/// What is known about the family before a game is opened.
pub const CARD: GameCard = GameCard {
    family: "gomoku",
    variants: &[FREESTYLE, STANDARD, RENJU, CARO, CARO_EXACT],
    pieces: Pieces::Stones,
    boards: Boards::ByOption(BOARD_SIZE),
    handicap: false,
    ballots: &[],
    exact_ends: false,
    options: &[RuleOption {
        name: BOARD_SIZE,
        kind: RuleKind::Number { default: DEFAULT_SIZE as i64, min: MIN_SIZE as i64, max: MAX_SIZE as i64 },
        help: "rows and columns of the board",
    }],
};

/// The option for rows and columns.
pub(super) const BOARD_SIZE: &str = "BoardSize";
/// Its default.
pub(super) const DEFAULT_SIZE: usize = 15;

const FREESTYLE: VariantCard = VariantCard {
    name: "gomokufreestyle",
    title: "Freestyle gomoku",
    about: "five or more in a line win",
    more_names: &[],
    colours: &[Paint::BLACK, Paint::WHITE],
};

const STANDARD: VariantCard =
    VariantCard { name: "gomoku", title: "Gomoku", about: "exactly five in a line wins", ..FREESTYLE };

const RENJU: VariantCard = VariantCard {
    name: "renju",
    title: "Renju",
    about: "gomoku where the first player may not commit a foul",
    ..FREESTYLE
};

const CARO: VariantCard = VariantCard {
    name: "caro",
    title: "Caro",
    about: "gomoku where five closed at both ends does not win",
    ..FREESTYLE
};

const CARO_EXACT: VariantCard = VariantCard {
    name: "caroexact",
    title: "Caro, exactly five",
    about: "caro where six or more do not win either",
    ..FREESTYLE
};

impl Rule {
    /// The card of the rule set.
    pub(super) const fn card(self) -> &'static VariantCard {
        match self {
            Rule::Standard => &STANDARD,
            Rule::Freestyle => &FREESTYLE,
            Rule::Renju => &RENJU,
            Rule::Caro => &CARO,
            Rule::CaroExact => &CARO_EXACT,
        }
    }
}

/// Opens a rule set of the card.
pub fn open(variant: &VariantCard, _size: Option<[usize; 2]>) -> Box<dyn AnyEngine> {
    let rule = Rule::ALL.into_iter().find(|rule| rule.card().name == variant.name);
    Box::new(Engine::new(Gomoku::new(rule.expect("a rule set of the card"))))
}

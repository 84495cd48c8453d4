//! The card of the game, and the function that opens it.

use super::ChineseCheckers;
use super::rules::{MAX_LEAVE_HOME, Rules};
use crate::contract::card::{Boards, GameCard, PLAYERS, Paint, Pieces, RuleKind, RuleOption, VariantCard};
use crate::engine::{AnyEngine, Engine};

/// What is known about the game before it is opened.
pub const CARD: GameCard = GameCard {
    family: "chinesecheckers",
    variants: &[RULES],
    pieces: Pieces::Marbles,
    boards: Boards::Fixed,
    handicap: false,
    ballots: &[],
    exact_ends: false,
    options: &OPTIONS,
};

/// The only rule set; variations are options.
pub(super) const RULES: VariantCard = VariantCard {
    name: "chinesecheckers",
    title: "Chinese checkers",
    about: "121 holes, 10 pieces a player, 2 to 6 players",
    more_names: &[],
    colours: &[
        Paint { name: "blue", fill: "#0072b2", rim: "#004b76", detail: "#ffffff" },
        Paint { name: "orange", fill: "#d55e00", rim: "#8f3f00", detail: "#ffffff" },
        Paint { name: "yellow", fill: "#f0e442", rim: "#958c00", detail: "#3a3600" },
        Paint { name: "green", fill: "#009e73", rim: "#00644a", detail: "#ffffff" },
        Paint { name: "pink", fill: "#cc79a7", rim: "#8a4069", detail: "#2c0d1e" },
        Paint { name: "black", fill: "#2f2c2a", rim: "#000000", detail: "#ffffff" },
    ],
};

const OPTIONS: [RuleOption; 6] = [
    RuleOption {
        name: PLAYERS,
        kind: RuleKind::Number { default: Rules::DEFAULT.players as i64, min: 2, max: 6 },
        help: "number of players (2 AD, 3 ACE, 4 ABDE, 5 ABCDE, 6 ABCDEF)",
    },
    RuleOption {
        name: "Hops",
        kind: RuleKind::Words(&["both", "adjacent", "long"]),
        help: "hops over a neighbour, over a distant piece into the mirror hole, or both",
    },
    RuleOption {
        name: "Rest",
        kind: RuleKind::Words(&["own", "any"]),
        help: "where a move may end: in the own camp, the target and the centre, or anywhere",
    },
    RuleOption {
        name: "NoShuttle",
        kind: RuleKind::Switch,
        help: "a player may not take back its own previous move",
    },
    RuleOption {
        name: "LeaveHome",
        kind: RuleKind::Number { default: 0, min: 0, max: MAX_LEAVE_HOME as i64 },
        help: "N: 5 pieces must have left home by round N, 8 by 2N, all by 3N, or the player is out; 0: off",
    },
    RuleOption {
        name: "Win",
        kind: RuleKind::Words(&["fill", "strict"]),
        help: "all own pieces in the target camp, or, if no more can enter it, in and in front of it",
    },
];

/// Opens the game.
pub fn open(_variant: &VariantCard, _size: Option<[usize; 2]>) -> Box<dyn AnyEngine> {
    Box::new(Engine::new(ChineseCheckers::default()))
}

//! The rule sets, each a constant of named rules next to the article it follows.
//!
//! How pieces move is a kernel, see `kernel`; everything else is a value. Articles: FMJD, Official rules of
//! international draughts (2015) for 10x10 (3 moves, 4 captures, 6 draws); FMJD section 64, Rules of the game, for
//! Russian and Brazilian; WCDF, Rules of draughts (checkers), for English; Wedstrijdfederatie Frysk Dammen for Frisian;
//! APCA, Tournament rules of play, for pool; Federazione Italiana Dama, Regolamento tecnico I, for Italian; Federação
//! Portuguesa de Damas, Regras do jogo de damas clássicas, for Spanish and Portuguese; FMJD, Brief rules, for Czech.
//! If a text leaves a choice, the rule is that of the largest server (lidraughts), with a comment.

use std::marker::PhantomData;

use super::card;
use super::geometry::Geometry;
use super::kernel::{
    Brazilian, Czech, English, Frisian, Italian, Kernel, Movement, Pool, Russian, Spanish, Ten,
};
use super::squares::Numbering;
use super::weights::{self, Trained};
use crate::contract::card::VariantCard;

/// How the game is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The opponent has no legal move.
    LeaveNoMove,
    /// Be the first to have a king; otherwise leave no move.
    FirstKing,
    /// Have no legal move.
    HaveNoMove,
}

/// The family of draw rules that count moves; see `draws`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveLimits {
    /// No limit.
    None,
    /// 25 king moves each.
    KingMoves,
    /// 25 king moves each; 16 moves for three pieces against a king, 5 for two or one.
    International,
    /// 7 moves for two kings against one, 2 for one against one.
    Frisian,
    /// FMJD-64, articles 7.2.4 to 7.2.8.
    SixtyFour,
    /// 40 moves each without a capture or a man's move.
    FortyMoves,
    /// 15 moves each without a capture or a man's move.
    FifteenMoves,
    /// The same; 13 moves for three kings against one, 5 for two pieces or one against a king.
    Pool,
    /// 20 moves each without a capture or a man's move; 12 for three kings against one.
    Spanish,
}

impl MoveLimits {
    /// Is there a limit for a king on the long diagonal?
    pub(super) const fn counts_road(self) -> bool {
        matches!(self, MoveLimits::SixtyFour)
    }
}

/// A rule set. Every field is a rule that differs between the national games, or data of the engine for it.
#[derive(Clone, Copy)]
pub struct Rules {
    /// Its name and description.
    pub card: &'static VariantCard,
    /// How pieces move.
    pub movement: Movement,
    /// Men of each side at the start.
    pub men: usize,
    /// A king whose last captured piece is a king stops directly behind it.
    pub king_halts_behind_king: bool,
    /// How the game is won.
    pub goal: Goal,
    /// The occurrence of a position that is a draw.
    pub repetitions: Option<usize>,
    /// Draws by counted moves.
    pub limits: MoveLimits,
    /// Squares are written `c3`, not as numbers, and captures with a colon.
    pub algebraic: bool,
    /// The numbers of the squares.
    pub numbering: Numbering,
    /// The network that evaluates it.
    pub network: &'static Trained,
    /// Name of its bitbase.
    pub bitbase: &'static str,
    /// Probability cuts are also tried if a capture is due; see `params`.
    pub cuts_exchanges: bool,
    /// The only good move of a node is searched deeper; see `params`.
    pub extends_singular: bool,
    /// The clock is shared out by the number of pieces; see `eval`.
    pub clock_by_pieces: bool,
}

/// International draughts (FMJD).
const INTERNATIONAL_RULES: Rules = Rules {
    card: &card::INTERNATIONAL,
    movement: Ten::MOVEMENT,
    men: 20,                           // 2.6
    king_halts_behind_king: false,     // 4.3
    goal: Goal::LeaveNoMove,           // 7.1
    repetitions: Some(3),              // 6.1
    limits: MoveLimits::International, // 6.2 to 6.4
    algebraic: false,                  // Annex: notation by numbers
    numbering: Numbering::TopLeft,     // 2.6
    network: &weights::DRAUGHTS,
    bitbase: "draughts",
    cuts_exchanges: false,
    extends_singular: false,
    clock_by_pieces: true,
};

/// Breakthrough: international rules, the first king wins, there are no draws.
const BREAKTHROUGH_RULES: Rules = Rules {
    card: &card::BREAKTHROUGH,
    goal: Goal::FirstKing,
    repetitions: None,
    limits: MoveLimits::None,
    network: &weights::BREAKTHROUGH,
    bitbase: "breakthrough",
    clock_by_pieces: false,
    ..INTERNATIONAL_RULES
};

/// Killer: international rules with the halting king. Two kings win against one here (in at most 15 plies), so the
/// limits of 16 and 5 moves, which declare such endings drawn, do not apply; repetition and the 25 king moves do.
const KILLER_RULES: Rules = Rules {
    card: &card::KILLER,
    king_halts_behind_king: true,
    limits: MoveLimits::KingMoves,
    network: &weights::KILLER,
    bitbase: "killer",
    cuts_exchanges: true,
    clock_by_pieces: false,
    ..INTERNATIONAL_RULES
};

/// Antidraughts: a player without a move wins; only repetition draws.
const ANTIDRAUGHTS_RULES: Rules = Rules {
    card: &card::ANTIDRAUGHTS,
    goal: Goal::HaveNoMove,
    limits: MoveLimits::None,
    network: &weights::ANTIDRAUGHTS,
    bitbase: "antidraughts",
    clock_by_pieces: false,
    ..INTERNATIONAL_RULES
};

/// Frisian draughts. Repetition is not a draw on the servers.
const FRISIAN_RULES: Rules = Rules {
    card: &card::FRISIAN,
    movement: Frisian::MOVEMENT,
    repetitions: None,
    limits: MoveLimits::Frisian,
    network: &weights::FRISIAN,
    bitbase: "frisian",
    cuts_exchanges: true,
    extends_singular: true,
    clock_by_pieces: false,
    ..INTERNATIONAL_RULES
};

/// Frysk!: Frisian with five men each on the own back row.
const FRYSK_RULES: Rules = Rules { card: &card::FRYSK, men: 5, ..FRISIAN_RULES };

/// Russian draughts (shashki, FMJD-64).
const RUSSIAN_RULES: Rules = Rules {
    card: &card::RUSSIAN,
    movement: Russian::MOVEMENT,
    men: 12,
    limits: MoveLimits::SixtyFour, // 7.2
    algebraic: true,               // notation a1 to h8
    network: &weights::RUSSIAN,
    bitbase: "russian",
    cuts_exchanges: true,
    clock_by_pieces: false,
    ..INTERNATIONAL_RULES
};

/// Brazilian draughts: international captures on the Russian board, with its draw rules.
const BRAZILIAN_RULES: Rules = Rules {
    card: &card::BRAZILIAN,
    movement: Brazilian::MOVEMENT,
    network: &weights::BRAZILIAN,
    bitbase: "brazilian",
    ..RUSSIAN_RULES
};

/// English draughts, also checkers (WCDF).
const ENGLISH_RULES: Rules = Rules {
    card: &card::ENGLISH,
    movement: English::MOVEMENT,
    men: 12,                        // 1.10
    limits: MoveLimits::FortyMoves, // 1.32
    network: &weights::ENGLISH,
    bitbase: "english",
    cuts_exchanges: true,
    clock_by_pieces: false,
    ..INTERNATIONAL_RULES
};

/// American pool checkers (APCA): Russian moves, but a man that passes the last row stays a man. Played with the network
/// of Russian draughts.
const POOL_RULES: Rules = Rules {
    card: &card::POOL,
    movement: Pool::MOVEMENT,
    repetitions: Some(3),     // 26
    limits: MoveLimits::Pool, // 26 to 28
    algebraic: false,
    bitbase: "pool",
    ..RUSSIAN_RULES
};

/// Italian draughts (FID). Played with the network of English draughts.
const ITALIAN_RULES: Rules = Rules {
    card: &card::ITALIAN,
    movement: Italian::MOVEMENT,
    repetitions: Some(4),           // 9.3 b
    limits: MoveLimits::FortyMoves, // 10.4
    numbering: Numbering::Mirrored, // 2.3, 2.4
    bitbase: "italian",
    ..ENGLISH_RULES
};

/// Spanish draughts. Played with the network of Brazilian draughts. The twelve moves for three kings are meant for kings
/// that hold the long diagonal; without it they win by no means, and the count changes nothing.
const SPANISH_RULES: Rules = Rules {
    card: &card::SPANISH,
    movement: Spanish::MOVEMENT,
    limits: MoveLimits::Spanish,
    algebraic: false,
    numbering: Numbering::MirroredFromWhite, // 3
    bitbase: "spanish",
    ..BRAZILIAN_RULES
};

/// Portuguese draughts, which has become the same game.
const PORTUGUESE_RULES: Rules = Rules { card: &card::PORTUGUESE, ..SPANISH_RULES };

/// Czech draughts. Played with the network of Brazilian draughts.
const CZECH_RULES: Rules = Rules {
    card: &card::CZECH,
    movement: Czech::MOVEMENT,
    limits: MoveLimits::FifteenMoves,
    bitbase: "czech",
    ..BRAZILIAN_RULES
};

impl Rules {
    /// The board of these rules.
    pub const fn geometry(&self) -> &'static Geometry {
        self.movement.geometry()
    }
}

/// Rule sets are equal if their names are equal.
impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.card.name == other.card.name
    }
}

impl Eq for Rules {}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules").field("name", &self.card.name).finish_non_exhaustive()
    }
}

/// A rule set whose moves the kernel `K` generates.
///
/// ```
/// use quadriga::games::draughts::{INTERNATIONAL, Kernel, RUSSIAN, RuleSet};
///
/// fn places_per_man<K: Kernel>(rules: RuleSet<K>) -> f64 {
///     K::GEOMETRY.count as f64 / rules.men as f64
/// }
/// assert_eq!(places_per_man(INTERNATIONAL), 50.0 / 20.0);
/// assert_eq!(places_per_man(RUSSIAN), 32.0 / 12.0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleSet<K> {
    rules: &'static Rules,
    kernel: PhantomData<K>,
}

impl<K: Kernel> RuleSet<K> {
    /// `rules` must move as the kernel does.
    pub(super) const fn new(rules: &'static Rules) -> RuleSet<K> {
        RuleSet { rules, kernel: PhantomData }
    }

    /// The rules as a plain value.
    pub const fn rules(self) -> &'static Rules {
        self.rules
    }
}

impl<K> std::ops::Deref for RuleSet<K> {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        self.rules
    }
}

macro_rules! rule_sets {
    ($($(#[$doc:meta])* $name:ident: $kernel:ident = $rules:ident;)*) => {
        $(
            $(#[$doc])*
            pub const $name: RuleSet<$kernel> = {
                static RULES: Rules = $rules;
                RuleSet::new(&RULES)
            };
        )*
    };
}

rule_sets! {
    /// International draughts.
    INTERNATIONAL: Ten = INTERNATIONAL_RULES;
    /// International rules, the first king wins.
    BREAKTHROUGH: Ten = BREAKTHROUGH_RULES;
    /// International rules, a king halts behind a captured king.
    KILLER: Ten = KILLER_RULES;
    /// International rules with the goal reversed.
    ANTIDRAUGHTS: Ten = ANTIDRAUGHTS_RULES;
    /// Frisian draughts.
    FRISIAN: Frisian = FRISIAN_RULES;
    /// Frisian draughts with five men each.
    FRYSK: Frisian = FRYSK_RULES;
    /// Russian draughts.
    RUSSIAN: Russian = RUSSIAN_RULES;
    /// Brazilian draughts.
    BRAZILIAN: Brazilian = BRAZILIAN_RULES;
    /// English draughts.
    ENGLISH: English = ENGLISH_RULES;
    /// American pool checkers.
    POOL: Pool = POOL_RULES;
    /// Italian draughts.
    ITALIAN: Italian = ITALIAN_RULES;
    /// Spanish draughts.
    SPANISH: Spanish = SPANISH_RULES;
    /// Portuguese draughts.
    PORTUGUESE: Spanish = PORTUGUESE_RULES;
    /// Czech draughts.
    CZECH: Czech = CZECH_RULES;
}

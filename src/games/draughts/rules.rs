//! The rule sets, each a constant of named rules next to the article it follows.
//!
//! A rule set is a type without values, so that move generation is compiled once for each and a game
//! pays nothing for the rules of another. Articles: FMJD, Official rules of international draughts
//! (2015) for 10x10 (3 moves, 4 captures, 6 draws); FMJD section 64, Rules of the game, for Russian
//! and Brazilian; WCDF, Rules of draughts (checkers), for English; Wedstrijdfederatie Frysk Dammen for
//! Frisian. If a text leaves a choice, the largest server (lidraughts) is followed and it is stated.

use super::card;
use super::colour::Colour;
use super::geometry::{EIGHT, Geometry, TEN};
use crate::contract::card::VariantCard;

/// Which of several captures must be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// Any, but it must be played to its end.
    Any,
    /// One that takes the most pieces, kings and men alike.
    MostPieces,
    /// One of the greatest value, a king being worth just under two men; at equal value a king captures.
    GreatestValue,
}

/// What happens to a man that reaches the last row in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassingPromotion {
    /// It stays a man unless the move ends there.
    StaysMan,
    /// It is a king from that moment and continues as one.
    GoesOnAsKing,
}

/// How the game is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The opponent has no legal move.
    LeaveNoMove,
    /// Be the first to have a king; else leave no move.
    FirstKing,
    /// Have no legal move.
    HaveNoMove,
}

/// The family of draw rules that count moves; see `draws`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveLimits {
    /// None.
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
    English,
}

/// A rule set. Every field is a rule that differs between the national games.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// What it is called.
    pub card: &'static VariantCard,
    /// 10x10 instead of 8x8.
    pub large_board: bool,
    /// Men of each side at the start.
    pub men: usize,
    /// The player who moves first.
    pub first: Colour,
    /// Kings go any distance; else one square.
    pub flying_kings: bool,
    /// Men capture in all directions; else forwards only.
    pub men_capture_backwards: bool,
    /// Captures go along rows and columns too.
    pub orthogonal_captures: bool,
    /// Which capture must be played.
    pub obligation: Obligation,
    /// Men passing the last row.
    pub passing: PassingPromotion,
    /// A king whose last captured piece is a king stops directly behind it.
    pub king_halts_behind_king: bool,
    /// A side with men may not make more than three quiet moves in succession with the same king.
    pub three_king_moves: bool,
    /// How the game is won.
    pub goal: Goal,
    /// The third occurrence of a position draws.
    pub threefold: bool,
    /// Draws by counted moves.
    pub limits: MoveLimits,
    /// Squares are written `c3`, not as numbers, and captures with a colon.
    pub algebraic: bool,
}

/// International draughts (FMJD).
const INTERNATIONAL: Rules = Rules {
    card: &card::INTERNATIONAL,
    large_board: true,                   // 2.1: 100 squares, the 50 dark ones are played on
    men: 20,                             // 2.6
    first: Colour::White,                // 3.1
    flying_kings: true,                  // 3.9, 4.3
    men_capture_backwards: true,         // 4.2
    orthogonal_captures: false,          // 4.1
    obligation: Obligation::MostPieces,  // 4.13, 4.14
    passing: PassingPromotion::StaysMan, // 4.15
    king_halts_behind_king: false,       // 4.3
    three_king_moves: false,             //
    goal: Goal::LeaveNoMove,             // 7.1
    threefold: true,                     // 6.1
    limits: MoveLimits::International,   // 6.2 to 6.4
    algebraic: false,                    // Annex: notation by numbers
};

/// Breakthrough: international rules, the first king wins, there are no draws.
const BREAKTHROUGH: Rules = Rules {
    card: &card::BREAKTHROUGH,
    goal: Goal::FirstKing,
    threefold: false,
    limits: MoveLimits::None,
    ..INTERNATIONAL
};

/// Killer: international rules with the halting king. Two kings win against one here (in at most 15
/// plies), so the limits of 16 and 5 moves, which declare such endings drawn, have no place; repetition
/// and the 25 king moves stay.
const KILLER: Rules = Rules {
    card: &card::KILLER,
    king_halts_behind_king: true,
    limits: MoveLimits::KingMoves,
    ..INTERNATIONAL
};

/// Antidraughts: a player without a move wins; only repetition draws.
const ANTIDRAUGHTS: Rules =
    Rules { card: &card::ANTIDRAUGHTS, goal: Goal::HaveNoMove, limits: MoveLimits::None, ..INTERNATIONAL };

/// Frisian draughts. Repetition is no draw on the servers.
const FRISIAN: Rules = Rules {
    card: &card::FRISIAN,
    orthogonal_captures: true,
    obligation: Obligation::GreatestValue,
    three_king_moves: true,
    threefold: false,
    limits: MoveLimits::Frisian,
    ..INTERNATIONAL
};

/// Frysk!: Frisian with five men each on the own back row.
const FRYSK: Rules = Rules { card: &card::FRYSK, men: 5, ..FRISIAN };

/// Russian draughts (shashki, FMJD-64).
const RUSSIAN: Rules = Rules {
    card: &card::RUSSIAN,
    large_board: false,
    men: 12,
    obligation: Obligation::Any,             // 1.5.6: free choice, to be completed
    passing: PassingPromotion::GoesOnAsKing, // 1.5.4
    limits: MoveLimits::SixtyFour,           // 7.2
    algebraic: true,                         // notation a1 to h8
    ..INTERNATIONAL
};

/// Brazilian draughts: international captures on the Russian board, with its draw rules.
const BRAZILIAN: Rules = Rules {
    card: &card::BRAZILIAN,
    obligation: Obligation::MostPieces,
    passing: PassingPromotion::StaysMan,
    ..RUSSIAN
};

/// English draughts, also checkers (WCDF).
const ENGLISH: Rules = Rules {
    card: &card::ENGLISH,
    large_board: false,
    men: 12,                      // 1.10
    first: Colour::Black,         // 1.12: the darker pieces move first
    flying_kings: false,          // 1.17: one square
    men_capture_backwards: false, // 1.18
    obligation: Obligation::Any,  // 1.20: any, all jumps of it
    limits: MoveLimits::English,  // 1.32
    ..INTERNATIONAL
};

impl Rules {
    /// The board of these rules.
    pub const fn geometry(&self) -> &'static Geometry {
        if self.large_board { &TEN } else { &EIGHT }
    }
}

/// A rule set as a type.
///
/// Code for every rule set is generic over it; what the rules forbid is then not even compiled:
///
/// ```
/// use quadriga::games::draughts::{International, RuleSet, Russian};
///
/// fn places_per_man<R: RuleSet>() -> f64 {
///     R::GEOMETRY.count as f64 / R::RULES.men as f64
/// }
/// assert_eq!(places_per_man::<International>(), 50.0 / 20.0);
/// assert_eq!(places_per_man::<Russian>(), 32.0 / 12.0);
/// ```
pub trait RuleSet: Copy + Send + Sync + 'static {
    /// The rules.
    const RULES: Rules;
    /// The board of the rules.
    const GEOMETRY: &'static Geometry = Self::RULES.geometry();
}

macro_rules! rule_sets {
    ($($(#[$doc:meta])* $name:ident = $rules:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct $name;

            impl RuleSet for $name {
                const RULES: Rules = $rules;
            }
        )*
    };
}

rule_sets! {
    /// International draughts.
    International = INTERNATIONAL;
    /// International rules, the first king wins.
    Breakthrough = BREAKTHROUGH;
    /// International rules, a king halts behind a captured king.
    Killer = KILLER;
    /// International rules, the goal reversed.
    Antidraughts = ANTIDRAUGHTS;
    /// Frisian draughts.
    Frisian = FRISIAN;
    /// Frisian draughts with five men each.
    Frysk = FRYSK;
    /// Russian draughts.
    Russian = RUSSIAN;
    /// Brazilian draughts.
    Brazilian = BRAZILIAN;
    /// English draughts.
    English = ENGLISH;
}

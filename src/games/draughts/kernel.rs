//! The kernels: ways to move and capture, each compiled separately.
//!
//! A kernel is a type without values: move generation, evaluation and search are compiled once for each, at no cost for
//! the moves of another. What differs within a kernel (the goal, limits, men at the start …) is a field of
//! [`Rules`](rules::Rules). Code that is not hot is compiled once for all: it takes an [`AnyPosition`], whose
//! rules hold the kernel as a value.

use super::any_position::AnyPosition;
use super::colour::Colour;
use super::geometry::{DIAGONALS, DIRECTIONS, EIGHT, Geometry, TEN};
use super::moves::Move;
use super::position::Position;
use super::rules::{self, RuleSet};
use crate::contract::Position as _;

/// Which of several captures must be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obligation {
    /// Any, but it must be completed.
    Any,
    /// One that takes the most pieces, kings and men alike.
    MostPieces,
    /// One of the greatest value, a king being worth just under two men; at equal value a king captures.
    GreatestValue,
    /// Any, but with a king if one can capture.
    WithKing,
    /// The most pieces, and of these captures one that takes the most kings.
    MostPiecesThenKings,
    /// The most pieces, then with a king, then the most kings, then the one that meets kings earlier.
    MostPiecesThenRank,
}

impl Obligation {
    /// Do captures of equal length differ by what they take?
    pub(super) const fn compares_kings(self) -> bool {
        matches!(self, Obligation::MostPiecesThenKings | Obligation::MostPiecesThenRank)
    }
}

/// What happens to a man that reaches the last row in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassingPromotion {
    /// It stays a man unless the move ends there.
    StaysMan,
    /// It is a king from that moment and continues as one.
    GoesOnAsKing,
}

/// How pieces move and capture; the articles are those named in `rules`.
#[derive(Clone, Copy, Debug)]
pub struct Movement {
    /// The colour that moves first.
    pub first: Colour,
    /// 10x10 instead of 8x8.
    pub large_board: bool,
    /// Kings move any distance; otherwise one square.
    pub flying_kings: bool,
    /// Men capture in all directions; otherwise only forwards.
    pub men_capture_backwards: bool,
    /// Men capture kings as well as men.
    pub men_capture_kings: bool,
    /// Captures also go along rows and columns.
    pub orthogonal_captures: bool,
    /// Which capture must be played.
    pub obligation: Obligation,
    /// What happens to men that pass the last row.
    pub passing: PassingPromotion,
    /// A side with men may not make more than three quiet moves in succession with the same king.
    pub three_king_moves: bool,
    /// The kernel's move generation, for code that is compiled once.
    pub(super) calls: Calls,
}

impl Movement {
    /// The board.
    pub const fn geometry(&self) -> &'static Geometry {
        if self.large_board { &TEN } else { &EIGHT }
    }

    /// Number of capture directions; the diagonal ones come first.
    pub(super) const fn capture_directions(&self) -> usize {
        if self.orthogonal_captures { DIRECTIONS } else { DIAGONALS }
    }
}

/// The functions that depend on the kernel.
#[derive(Clone, Copy)]
pub(super) struct Calls {
    /// Appends the legal moves.
    pub generate: fn(&AnyPosition, &mut Vec<Move>),
    /// Must the player to move capture?
    pub must_capture: fn(&AnyPosition) -> bool,
}

impl std::fmt::Debug for Calls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Calls")
    }
}

const fn calls<K: Kernel>() -> Calls {
    Calls {
        generate: |pos, moves| Position::<K>::of(*pos).generate(moves),
        must_capture: |pos| Position::<K>::of(*pos).must_capture(),
    }
}

/// A kernel as a type.
///
/// ```
/// use quadriga::games::draughts::{English, Kernel, Ten};
/// assert_eq!(Ten::GEOMETRY.count, 50);
/// assert!(Ten::MOVEMENT.flying_kings && !English::MOVEMENT.flying_kings);
/// ```
pub trait Kernel: Copy + Send + Sync + 'static {
    /// How pieces move.
    const MOVEMENT: Movement;
    /// The rule sets with these moves.
    const RULE_SETS: &'static [RuleSet<Self>];
    /// The board.
    const GEOMETRY: &'static Geometry = Self::MOVEMENT.geometry();
}

macro_rules! kernels {
    ($($(#[$doc:meta])* $name:ident of [$($rule_set:ident),*] = { $($rules:tt)* };)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct $name;

            impl Kernel for $name {
                const MOVEMENT: Movement = Movement { calls: calls::<$name>(), $($rules)* };
                const RULE_SETS: &'static [RuleSet<$name>] = &[$(rules::$rule_set),*];
            }
        )*
    };
}

kernels! {
    /// The moves of international draughts (FMJD).
    Ten of [INTERNATIONAL, BREAKTHROUGH, KILLER, ANTIDRAUGHTS] = {
        first: Colour::White,                // 3.1
        large_board: true,                   // 2.1: 100 squares, play is on the 50 dark ones
        flying_kings: true,                  // 3.9, 4.3
        men_capture_backwards: true,         // 4.2
        men_capture_kings: true,             // 4.2
        orthogonal_captures: false,          // 4.1
        obligation: Obligation::MostPieces,  // 4.13, 4.14
        passing: PassingPromotion::StaysMan, // 4.15
        three_king_moves: false,
    };
    /// The moves of Frisian draughts.
    Frisian of [FRISIAN, FRYSK] = {
        orthogonal_captures: true,
        obligation: Obligation::GreatestValue,
        three_king_moves: true,
        ..Ten::MOVEMENT
    };
    /// The moves of Russian draughts (shashki, FMJD-64).
    Russian of [RUSSIAN] = {
        large_board: false,
        obligation: Obligation::Any,             // 1.5.6: free choice, to be completed
        passing: PassingPromotion::GoesOnAsKing, // 1.5.4
        ..Ten::MOVEMENT
    };
    /// The moves of American pool checkers (APCA).
    Pool of [POOL] = {
        first: Colour::Black,                // 7
        passing: PassingPromotion::StaysMan, // 16, 22, 23
        ..Russian::MOVEMENT
    };
    /// The moves of Brazilian draughts: international captures on the Russian board.
    Brazilian of [BRAZILIAN] = {
        large_board: false,
        ..Ten::MOVEMENT
    };
    /// The moves of English draughts, also checkers (WCDF).
    English of [ENGLISH] = {
        first: Colour::Black,         // 1.12: the darker pieces move first
        large_board: false,
        flying_kings: false,          // 1.17: one square
        men_capture_backwards: false, // 1.18
        obligation: Obligation::Any,  // 1.20: free choice, to be completed
        ..Ten::MOVEMENT
    };
    /// The moves of Italian draughts (FID).
    Italian of [ITALIAN] = {
        first: Colour::White,                       // 3.4
        men_capture_kings: false,                   // 5.3 b
        obligation: Obligation::MostPiecesThenRank, // 6.6 to 6.9
        ..English::MOVEMENT
    };
    /// The moves of Spanish and Portuguese draughts (FPD).
    Spanish of [SPANISH, PORTUGUESE] = {
        large_board: false,
        men_capture_backwards: false,
        obligation: Obligation::MostPiecesThenKings, // the laws of quantity and of quality
        ..Ten::MOVEMENT
    };
    /// The moves of Czech draughts (CFD).
    Czech of [CZECH] = {
        men_capture_backwards: false,     // 4.1
        obligation: Obligation::WithKing, // 4.14
        ..Spanish::MOVEMENT
    };
}

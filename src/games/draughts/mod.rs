//! Draughts: nine rule sets on boards of 10x10 and 8x8.
//!
//! | file | content |
//! |---|---|
//! | `geometry.rs` | squares as bits; steps as shifts, lines as tables |
//! | `rules.rs` | the rule sets: constants with their articles |
//! | `position.rs` | the rules' state, playing a move, keys |
//! | `moves.rs`, `captures.rs` | move generation |
//! | `draws.rs` | draws by counted moves |
//! | `routes.rs`, `notation.rs`, `fen.rs` | moves and positions as text |
//! | `features.rs`, `weights.rs`, `eval.rs`, `quiescence.rs` | judgement |
//! | `view.rs` | the board for those who draw it |
//! | `params.rs` | every number that was tuned |
//!
//! All is generic over the rule set, so that each is compiled for itself. White is always the side at
//! the bottom of the board, moving up; who moves first is a rule.

mod captures;
mod draws;
mod eval;
mod features;
mod fen;
mod geometry;
mod moves;
mod notation;
mod params;
mod position;
mod quiescence;
mod routes;
mod rules;
mod view;
mod weights;

use std::marker::PhantomData;

pub use eval::{Evaluator, opening_share};
pub use features::{
    FIRST_KING, KING, MAN, PATTERNS, RUNAWAY, block_squares, count as feature_count, tables as pattern_tables,
};
pub use geometry::{Bitboard, Geometry, Square};
pub use moves::Move;
pub use position::{Colour, Position};
pub use rules::{
    Antidraughts, Brazilian, Breakthrough, English, Frisian, Frysk, Goal, International, Killer, MoveLimits,
    Obligation, PassingPromotion, RuleSet, Rules, Russian,
};
pub use weights::{Trained, Weights};

use crate::contract::{Game, Identity, Mark, Position as _, SearchParams};

/// Draughts under the rules `R`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Draughts<R> {
    rules: PhantomData<R>,
}

impl<R: Trained> Draughts<R> {
    /// The game.
    ///
    /// ```
    /// use quadriga::contract::{Game, Position};
    /// use quadriga::games::draughts::{Draughts, International};
    /// let start = Draughts::<International>::new().start_position();
    /// assert_eq!(start.count_moves(), 9);
    /// ```
    pub fn new() -> Draughts<R> {
        Draughts { rules: PhantomData }
    }
}

impl<R: Trained> Game for Draughts<R> {
    type Position = Position<R>;
    type Evaluator = Evaluator<R>;

    fn identity(&self) -> Identity {
        Identity {
            variant: R::RULES.name.to_string(),
            family: R::RULES.name,
            title: R::RULES.title,
            first_colour: view::stone_colour(R::RULES.first),
        }
    }

    fn start_position(&self) -> Position<R> {
        Position::start()
    }

    fn parse_position(&self, fen: &str) -> Result<Position<R>, String> {
        Position::parse(fen)
    }

    fn evaluator(&self) -> Evaluator<R> {
        Evaluator::new(R::weights())
    }

    fn params(&self) -> SearchParams {
        params::SEARCH
    }

    /// The start position and two that follow from it by the moves an order of generation gives.
    fn bench_positions(&self) -> Vec<(Self, Position<R>, i32)> {
        let depth = params::BENCH_DEPTH[usize::from(!R::RULES.large_board)];
        let mut pos = self.start_position();
        let mut positions = vec![(*self, pos, depth)];
        for ply in 1..=24 {
            let mut moves = Vec::new();
            pos.generate(&mut moves);
            let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            pos.make(mv);
            if ply % 12 == 0 && pos.outcome().is_none() {
                positions.push((*self, pos, depth));
            }
        }
        positions
    }

    fn explain(&self, pos: &Position<R>) -> String {
        self.evaluator().explain(pos)
    }

    fn threats(&self, pos: &Position<R>) -> Vec<Mark> {
        pos.hanging()
    }
}

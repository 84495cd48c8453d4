//! Draughts: nine rule sets on boards of 10x10 and 8x8.
//!
//! | file | content |
//! |---|---|
//! | `geometry.rs`, `colour.rs` | squares as bits; steps as shifts, lines as tables |
//! | `card.rs`, `rules.rs` | what is known of the game before it is opened; the rule sets: constants with their articles |
//! | `position.rs`, `zobrist.rs` | the rules' state, playing a move, keys |
//! | `moves.rs`, `quiet_moves.rs`, `captures.rs` | moves and their generation |
//! | `draws.rs`, `wolf.rs` | draws by counted moves; the three-move rule of Frisian draughts |
//! | `routes.rs`, `notation.rs`, `fen.rs` | moves and positions as text |
//! | `network/`, `patterns.rs`, `features.rs`, `eval.rs`, `explain.rs` | the evaluation |
//! | `weights.rs` | the networks that were trained |
//! | `bitbase/` | the values of all positions with few pieces |
//! | `quiescence.rs` | the search below depth 0 |
//! | `view.rs` | the board as front-ends draw it |
//! | `facts.rs`, `shots.rs` | what a move allowed or missed; what material a side wins within a few moves |
//! | `params.rs`, `bench.rs` | the numbers of the search; the positions of the bench |
//!
//! All is generic over the rule set, so that each is compiled for itself. White is always the side at
//! the bottom of the board, moving up; the first mover is a rule.

mod beginner;
mod bench;
pub mod bitbase;
mod captures;
mod card;
mod colour;
mod draws;
mod eval;
mod explain;
mod facts;
mod features;
mod fen;
mod geometry;
mod levels;
mod moves;
mod network;
mod notation;
mod params;
mod patterns;
mod position;
mod quiescence;
mod quiet_moves;
mod routes;
mod rules;
mod shots;
mod view;
mod weights;
mod wolf;
mod zobrist;

use std::marker::PhantomData;

pub use card::{CARD, open};
pub use colour::Colour;
pub use eval::Evaluator;
pub use geometry::{Bitboard, Geometry, Square};
pub use moves::Move;
pub use network::Network;
pub use position::Position;
pub use rules::{
    Antidraughts, Brazilian, Breakthrough, English, Frisian, Frysk, Goal, International, Killer, MoveLimits,
    Obligation, PassingPromotion, RuleSet, Rules, Russian,
};
pub use weights::Trained;

use crate::contract::bitbase::BitbaseMaker;
use crate::contract::facts::{Choice, Fact};
use crate::contract::{Beginner, Game, Identity, Levels, Mark, NetworkModel, Outcome, SearchParams};

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
        let rules = R::RULES.card;
        Identity { variant: rules.name.to_string(), card: &CARD, rules }
    }

    fn start_position(&self) -> Position<R> {
        Position::start()
    }

    fn parse_position(&self, fen: &str) -> Result<Position<R>, String> {
        fen::parse_fen(fen)
    }

    fn evaluator(&self) -> Evaluator<R> {
        Evaluator::new(R::network())
    }

    fn beginner(&self) -> &dyn Beginner<Position<R>> {
        &beginner::PieceCounter
    }

    fn levels(&self) -> Levels {
        levels::of::<R>()
    }

    fn params(&self) -> SearchParams {
        params::search(&R::RULES)
    }

    fn network_model(&self) -> Option<Box<dyn NetworkModel<Position<R>>>> {
        Some(Box::new(network::Model::<R>::new()))
    }

    fn bench_positions(&self) -> Vec<(Self, Position<R>, i32)> {
        bench::positions(self)
    }

    fn explain(&self, pos: &Position<R>) -> String {
        explain::explain(&mut self.evaluator(), pos)
    }

    fn bitbase_maker(&self, pieces: usize) -> Option<Result<Box<dyn BitbaseMaker>, String>> {
        let maker = bitbase::Maker::<R>::new(pieces);
        Some(maker.map(|maker| Box::new(maker) as Box<dyn BitbaseMaker>))
    }

    fn known_outcome(&self, pos: &Position<R>) -> Option<Outcome> {
        bitbase::known_outcome(pos)
    }

    fn threats(&self, pos: &Position<R>) -> Vec<Mark> {
        view::threats(pos)
    }

    fn facts(&self, choice: &Choice<'_, Position<R>>) -> Vec<Fact> {
        facts::facts(choice)
    }
}

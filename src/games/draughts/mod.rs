//! Draughts: fourteen rule sets on boards of 10x10 and 8x8.
//!
//! | file | content |
//! |---|---|
//! | `geometry.rs`, `colour.rs` | squares as bits; steps as shifts, lines as tables |
//! | `card.rs`, `rules.rs` | what is known about the game before it is opened; the rule sets: constants with their articles |
//! | `kernel.rs` | the nine ways to move and capture, each compiled separately |
//! | `hot_rules.rs` | the rules that a search asks for at every node |
//! | `any_position.rs`, `zobrist.rs` | the rules' state, playing a move, keys |
//! | `position.rs` | a position that knows its kernel |
//! | `moves.rs`, `quiet_moves.rs`, `captures.rs` | moves and their generation |
//! | `draws.rs`, `wolf.rs` | draws by counted moves; the three-move rule of Frisian draughts |
//! | `squares.rs`, `routes.rs`, `notation.rs`, `fen.rs` | squares, moves and positions as text |
//! | `network/`, `patterns.rs`, `features.rs`, `eval.rs`, `explain.rs` | the evaluation |
//! | `weights.rs` | the trained networks |
//! | `bitbase/` | the values of all positions with few pieces |
//! | `quiescence.rs` | the search below depth 0 |
//! | `view.rs` | the board as front-ends draw it |
//! | `facts.rs`, `course.rs`, `positional.rs` | what a move allowed or missed: material and endgames, by lines that are played out; the rest |
//! | `shots.rs` | what material a side wins within a few moves |
//! | `ballots.rs` | first moves that are drawn at random |
//! | `beginner.rs`, `levels.rs` | how a beginner sees the game; how levels differ |
//! | `params.rs`, `bench.rs` | the parameters; the positions of the bench |
//!
//! The search is generic over the kernel and compiled nine times; text, pictures and bitbases are compiled once and
//! take an `AnyPosition`, whose rules are a value. White is always the side at the bottom of the board, moving up;
//! which side moves first is a rule.

mod any_position;
mod ballots;
mod beginner;
mod bench;
pub mod bitbase;
mod captures;
mod card;
mod colour;
mod course;
mod draws;
mod eval;
mod explain;
mod facts;
mod features;
mod fen;
mod geometry;
mod hot_rules;
mod kernel;
mod levels;
mod moves;
mod network;
mod notation;
mod params;
mod patterns;
mod position;
mod positional;
mod quiescence;
mod quiet_moves;
mod routes;
mod rules;
mod shots;
mod squares;
mod view;
mod weights;
mod wolf;
mod zobrist;

use std::sync::Arc;

pub use any_position::AnyPosition;
pub use card::{CARD, open};
pub use colour::Colour;
pub use eval::Evaluator;
pub use geometry::{Bitboard, Geometry, Square};
pub use kernel::{
    Brazilian, Czech, English, Frisian, Italian, Kernel, Movement, Obligation, PassingPromotion, Pool,
    Russian, Spanish, Ten,
};
pub use moves::Move;
pub use network::Network;
pub use position::Position;
pub use rules::{
    ANTIDRAUGHTS, BRAZILIAN, BREAKTHROUGH, CZECH, ENGLISH, FRISIAN, FRYSK, Goal, INTERNATIONAL, ITALIAN,
    KILLER, MoveLimits, POOL, PORTUGUESE, RUSSIAN, RuleSet, Rules, SPANISH,
};
pub use squares::Numbering;
pub use weights::Trained;

use crate::contract::ballot::Ballot;
use crate::contract::bitbase::BitbaseMaker;
use crate::contract::facts::{Choice, Fact};
use crate::contract::{
    Beginner, Commentary, EvalTerm, Game, GameTools, Identity, Levels, Mark, NetworkModel, NetworkSlot,
    Outcome, SearchParams,
};

/// Draughts under rules whose moves the kernel `K` generates.
#[derive(Clone)]
pub struct Draughts<K> {
    rules: RuleSet<K>,
    /// The network of a file, if there is one.
    network: Option<Arc<Network>>,
}

impl<K: Kernel> Draughts<K> {
    /// The game under these rules.
    ///
    /// ```
    /// use quadriga::contract::{Game, Position};
    /// use quadriga::games::draughts::{Draughts, INTERNATIONAL};
    /// let start = Draughts::new(INTERNATIONAL).start_position();
    /// assert_eq!(start.count_moves(), 9);
    /// ```
    pub const fn new(rules: RuleSet<K>) -> Draughts<K> {
        Draughts { rules, network: None }
    }
}

impl<K: Kernel> NetworkSlot for Draughts<K> {
    fn name(&self) -> &'static str {
        self.rules.network.name
    }

    fn weight_count(&self) -> usize {
        Network::weight_count(K::GEOMETRY)
    }

    fn set(&mut self, weights: Option<&[u8]>) {
        self.network = weights.map(|weights| Arc::new(Network::decode(K::GEOMETRY, weights)));
    }
}

impl<K: Kernel> Game for Draughts<K> {
    type Position = Position<K>;
    type Evaluator = Evaluator<K>;

    const HAS_NETWORK: bool = true;

    fn identity(&self) -> Identity {
        let rules = self.rules.card;
        Identity { variant: rules.name.to_string(), card: &CARD, rules }
    }

    fn network_slot(&mut self) -> Option<&mut dyn NetworkSlot> {
        Some(self)
    }

    fn start_position(&self) -> Position<K> {
        Position::start(self.rules)
    }

    fn parse_position(&self, fen: &str) -> Result<Position<K>, String> {
        fen::parse_fen(self.rules.rules(), fen).map(Position::of)
    }

    fn evaluator(&self) -> Evaluator<K> {
        Evaluator::new(self.network.clone().unwrap_or_else(|| self.rules.network.network()))
    }

    fn beginner(&self) -> &dyn Beginner<Position<K>> {
        &beginner::PieceCounter
    }

    fn levels(&self) -> Levels {
        levels::of(&self.rules)
    }

    fn params(&self) -> SearchParams {
        params::search(&self.rules)
    }

    fn bench_positions(&self) -> Vec<(Self, Position<K>, i32)> {
        bench::positions(self)
    }

    fn tools(&self) -> &dyn GameTools<Position<K>> {
        self
    }

    fn commentary(&self) -> &dyn Commentary<Position<K>> {
        self
    }
}

impl<K: Kernel> GameTools<Position<K>> for Draughts<K> {
    fn network_model(&self) -> Option<Box<dyn NetworkModel<Position<K>>>> {
        Some(Box::new(network::Model::<K>::new()))
    }

    fn bitbase_maker(&self, pieces: usize) -> Option<Result<Box<dyn BitbaseMaker>, String>> {
        let maker = bitbase::Maker::new(self.rules.rules(), pieces);
        Some(maker.map(|maker| Box::new(maker) as Box<dyn BitbaseMaker>))
    }

    fn ballots(&self, kind: &str) -> Vec<Ballot> {
        ballots::list(self.rules.rules(), kind)
    }

    fn known_outcome(&self, pos: &Position<K>) -> Option<Outcome> {
        bitbase::known_outcome(pos)
    }
}

impl<K: Kernel> Commentary<Position<K>> for Draughts<K> {
    fn explain(&self, pos: &Position<K>) -> String {
        explain::explain(&mut self.evaluator(), pos)
    }

    fn terms(&self, pos: &Position<K>) -> Vec<EvalTerm> {
        explain::terms(&mut self.evaluator(), pos)
    }

    fn threats(&self, pos: &Position<K>) -> Vec<Mark> {
        view::threats(pos)
    }

    fn facts(&self, choice: &Choice<'_, Position<K>>) -> Vec<Fact> {
        let Choice { before, played, better, answer } = *choice;
        facts::facts(&Choice { before: &**before, played, better, answer })
    }
}

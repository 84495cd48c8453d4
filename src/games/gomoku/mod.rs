//! Gomoku, freestyle gomoku, renju and Caro: five in a line on boards of 5 to 22 rows.
//!
//! | file | what |
//! |---|---|
//! | `card`, `rules` | what is known about the family before a game is opened; the rule sets as constants |
//! | `geometry`, `cell_set`, `lines` | cells, sets of them, and the board as bit strings |
//! | `line_pattern`, `patterns`, `classify` | what a stone makes in one line: patterns, their tables, their computation |
//! | `forbidden` | the fouls of renju |
//! | `position`, `zobrist` | the rules' state, legal moves, keys |
//! | `notation`, `fen` | moves and positions as text |
//! | `points` | what a stone makes in four lines: its class |
//! | `pattern_board` | points of the whole board, kept up to date |
//! | `threat_set` | the threats on the board as one number |
//! | `network` | a network over empty points for evaluation and move ordering, and its training |
//! | `candidates`, `vcf`, `quiescence` | moves worth searching; victory by continuous fours; the search below depth 0 |
//! | `vct` | victory by continuous threats, at the root of a search and on request |
//! | `eval`, `explain` | the hooks of the search; the evaluation term by term |
//! | `openings` | the names of the openings of renju |
//! | `view` | the board as front-ends draw it |
//! | `facts`, `placing`, `sight` | what a move allowed or missed: shapes, places; a position as its player sees it |
//! | `beginner`, `levels` | how a beginner sees the game; how levels differ |
//! | `params`, `bench` | the parameters; the positions of the bench |
//!
//! The rules use only `patterns`; everything from `points` on is evaluation.

mod beginner;
mod bench;
mod candidates;
mod card;
mod cell_set;
mod classify;
mod eval;
#[cfg(test)]
mod eval_tests;
mod explain;
mod facts;
mod fen;
pub mod forbidden;
pub mod geometry;
mod levels;
pub mod line_pattern;
pub mod lines;
mod network;
mod notation;
mod openings;
mod params;
pub mod pattern_board;
pub mod patterns;
mod placing;
pub mod points;
mod position;
mod quiescence;
pub mod rules;
mod sight;
mod threat_set;
mod vcf;
mod vct;
mod view;
mod zobrist;

use std::sync::Arc;

use card::{BOARD_SIZE, DEFAULT_SIZE};
pub use card::{CARD, open};
pub use eval::Evaluator;
pub use position::{Move, Position, Undo};

use crate::contract::facts::{Choice, Fact};
use crate::contract::threats::ThreatSolver;
use crate::contract::{
    Beginner, Commentary, EngineError, EvalTerm, Game, GameTools, Identity, Levels, Mark, MoveStyle,
    NetworkSlot, PointNetworkModel, Resized, RootHelper, SearchParams,
};
use network::Network;
use rules::Rule;
use vct::{GomokuThreats, ThreatHelper, threats_in_words};

/// A game of the family.
#[derive(Clone)]
pub struct Gomoku {
    /// The rule set.
    pub rule: Rule,
    /// Rows and columns, 5 to 22.
    pub size: usize,
    /// The network of a file, if there is one.
    network: Option<Arc<Network>>,
}

impl Gomoku {
    /// The game with this rule on a board of 15 rows.
    pub const fn new(rule: Rule) -> Gomoku {
        Gomoku::of_size(rule, DEFAULT_SIZE)
    }

    /// The game with this rule on a board of `size` rows, 5 to 22.
    pub const fn of_size(rule: Rule, size: usize) -> Gomoku {
        Gomoku { rule, size, network: None }
    }

    /// The network it evaluates with.
    fn network(&self) -> Arc<Network> {
        self.network.clone().unwrap_or_else(|| Network::of(self.rule))
    }
}

impl NetworkSlot for Gomoku {
    fn name(&self) -> &'static str {
        Network::name(self.rule)
    }

    fn weight_count(&self) -> usize {
        Network::weight_count(self.rule)
    }

    fn set(&mut self, weights: Option<&[u8]>) {
        self.network = weights.map(|weights| Arc::new(Network::decode(self.rule, weights)));
    }
}

impl Game for Gomoku {
    type Position = Position;
    type Evaluator = Evaluator;

    const CAN_PROVE: bool = true;
    const HAS_NETWORK: bool = true;
    const HELPER_PART: usize = 8;

    fn identity(&self) -> Identity {
        let rules = self.rule.card();
        Identity { variant: rules.name.to_string(), card: &CARD, rules }
    }

    fn set_option(&mut self, _name: &str, value: &str) -> Result<(), EngineError> {
        let size = value.parse().ok().filter(|n| (geometry::MIN_SIZE..=geometry::MAX_SIZE).contains(n));
        self.size =
            size.ok_or_else(|| EngineError::new(format!("'{value}' is no board size: expected 5 to 22")))?;
        Ok(())
    }

    fn resized(&self, width: usize, height: Option<usize>) -> Option<Resized> {
        let fits = height.is_none_or(|height| height == width);
        let is_played = fits && (geometry::MIN_SIZE..=geometry::MAX_SIZE).contains(&width);
        is_played.then(|| Resized::Option(BOARD_SIZE, width.to_string()))
    }

    fn network_slot(&mut self) -> Option<&mut dyn NetworkSlot> {
        Some(self)
    }

    fn start_position(&self) -> Position {
        Position::new(self.rule, self.size)
    }

    fn parse_position(&self, fen: &str) -> Result<Position, String> {
        fen::parse_fen(self.rule, self.size, fen)
    }

    fn evaluator(&self) -> Evaluator {
        Evaluator::new(self.network(), &self.start_position())
    }

    fn beginner(&self) -> &dyn Beginner<Position> {
        &beginner::LineCounter
    }

    fn levels(&self) -> Levels {
        levels::of(self.rule)
    }

    fn params(&self) -> SearchParams {
        params::SEARCH
    }

    fn bench_positions(&self) -> Vec<(Gomoku, Position, i32)> {
        bench::positions(self)
    }

    fn tools(&self) -> &dyn GameTools<Position> {
        self
    }

    fn commentary(&self) -> &dyn Commentary<Position> {
        self
    }
}

impl GameTools<Position> for Gomoku {
    fn root_helper(&self, hash_mib: usize, _threads: usize) -> Option<Box<dyn RootHelper<Position>>> {
        Some(Box::new(ThreatHelper::new(hash_mib, &self.start_position())))
    }

    fn threat_solver(&self, hash_mib: usize) -> Option<Box<dyn ThreatSolver>> {
        Some(Box::new(GomokuThreats::new(self.clone(), hash_mib)))
    }

    fn proved_values(&self, pos: &Position, style: MoveStyle) -> Option<String> {
        threats_in_words(pos, style)
    }

    fn point_network_model(&self) -> Option<Box<dyn PointNetworkModel<Position>>> {
        let model = network::Model::new(self.rule)?;
        Some(Box::new(model))
    }
}

impl Commentary<Position> for Gomoku {
    fn opening_name(&self, pos: &Position) -> Option<String> {
        openings::opening_name(pos)
    }

    fn explain(&self, pos: &Position) -> String {
        explain::explain(&mut self.evaluator(), pos)
    }

    fn terms(&self, pos: &Position) -> Vec<EvalTerm> {
        explain::terms(&mut self.evaluator(), pos)
    }

    fn threats(&self, pos: &Position) -> Vec<Mark> {
        view::threats(pos)
    }

    fn facts(&self, choice: &Choice<'_, Position>) -> Vec<Fact> {
        facts::facts(choice)
    }
}

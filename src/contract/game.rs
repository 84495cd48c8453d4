//! A game as the engine opens it: rules, opinions and parameters together.

use super::beginner::{AnyMove, Beginner};
use super::bitbase::BitbaseMaker;
use super::book::BookMaker;
use super::facts::{Choice, Fact};
use super::solver::AnySolver;
use super::threats::ThreatSolver;
use super::{
    EngineError, Evaluator, Identity, Levels, LinearModel, Mark, MoveStyle, NetworkModel, Notation, Outcome,
    PointNetworkModel, Resized, RootHelper, SearchParams,
};

/// One game with its rule options set: what the engine is opened with.
///
/// A value and not a unit type, because board size, number of players and hop rules are part of it.
///
/// A search needs only rules, opinions and parameters:
///
/// ```
/// use quadriga::contract::{Game, SearchLimits, Silent, StopHandle};
/// use quadriga::games::draughts::{Draughts, Russian};
/// use quadriga::search::{Job, Searcher};
///
/// fn nodes_to_depth<G: Game>(game: &G, depth: i32) -> u64 {
///     let job = Job {
///         root: &game.start_position(),
///         history_keys: &[],
///         played: &[],
///         root_moves: &[],
///         limits: &SearchLimits::depth(depth),
///         params: &game.params(),
///         multi_pv: 1,
///         threads: 1,
///         overhead_ms: 0,
///         ponders: false,
///         stop: StopHandle::default(),
///     };
///     Searcher::new(1).run(&job, &|| game.evaluator(), &mut Silent).nodes
/// }
///
/// let game = Draughts::<Russian>::new();
/// assert!(nodes_to_depth(&game, 4) > nodes_to_depth(&game, 2));
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// Rules.
    type Position: Notation;
    /// Opinions.
    type Evaluator: Evaluator<Self::Position>;

    /// Does the game have a [`RootHelper`]? It then has the option `Solver`.
    const CAN_PROVE: bool = false;

    /// Does that helper have an opening book? The game then has the option `Book`.
    const HAS_BOOK: bool = false;

    /// The helper gets one part in this many of the memory of `Hash`.
    const HELPER_PART: usize = 2;

    /// The names of this game.
    fn identity(&self) -> Identity;

    /// How to play this game on a board `width` wide and `height` high. Without a height: on one that fits a square of
    /// that side, the usual board of the game if its longer side is `width`. `None` if the game has no such board.
    fn resized(&self, _width: usize, _height: Option<usize>) -> Option<Resized> {
        None
    }

    /// Sets a rule option of the game's card (matched without regard to case). Numbers
    /// arrive clamped, combo values checked and in the spelling of the list.
    ///
    /// # Errors
    /// [`EngineError`] if the value does not fit the others.
    fn set_option(&mut self, _name: &str, _value: &str) -> Result<(), EngineError> {
        Ok(())
    }

    /// The position a game begins with.
    fn start_position(&self) -> Self::Position;

    /// Reads what [`Notation::fen`] writes, and the other position strings in use for the game.
    ///
    /// # Errors
    /// One line for users, naming the offending part and what was expected.
    fn parse_position(&self, fen: &str) -> Result<Self::Position, String>;

    /// A fresh evaluator for one thread, sharing whatever is read-only.
    fn evaluator(&self) -> Self::Evaluator;

    /// How a beginner sees this game, for the lowest levels.
    fn beginner(&self) -> &dyn Beginner<Self::Position> {
        &AnyMove
    }

    /// How its levels below full strength differ.
    fn levels(&self) -> Levels {
        Levels::EVEN
    }

    /// The parameters of the search in this game.
    fn params(&self) -> SearchParams;

    /// The helper of searches at the root, with at most `hash_mib` MiB of memory and `threads` threads; `None` exactly
    /// if [`Game::CAN_PROVE`] is false.
    fn root_helper(&self, _hash_mib: usize, _threads: usize) -> Option<Box<dyn RootHelper<Self::Position>>> {
        None
    }

    /// Proves values outside of a search, with `threads` threads and at most `hash_mib` MiB of memory; `None` for a
    /// game that cannot be solved.
    fn solver(&self, _hash_mib: usize, _threads: usize) -> Option<Box<dyn AnySolver>> {
        None
    }

    /// Proves wins by threats outside of a search, with at most `hash_mib` MiB of memory; `None` for a game without
    /// threats.
    fn threat_solver(&self, _hash_mib: usize) -> Option<Box<dyn ThreatSolver>> {
        None
    }

    /// The proved values of the moves of a position, for users, if they are found within some tens of
    /// milliseconds; `None` if values cannot be proved or there is no move.
    fn proved_values(&self, _pos: &Self::Position, _style: MoveStyle) -> Option<String> {
        None
    }

    /// The maker of opening books, whose solver has at most `hash_mib` MiB of memory; `None` for a game without books.
    fn book_maker(&self, _hash_mib: usize) -> Option<Box<dyn BookMaker>> {
        None
    }

    /// The network that evaluates positions, for training; `None` if there is none.
    fn network_model(&self) -> Option<Box<dyn NetworkModel<Self::Position>>> {
        None
    }

    /// The network that evaluates positions and moves by the empty points, for training; `None` if there is none.
    fn point_network_model(&self) -> Option<Box<dyn PointNetworkModel<Self::Position>>> {
        None
    }

    /// The evaluation as a sum of weighted features, for training; `None` if it is no such sum, or has no weights to
    /// train.
    fn linear_model(&self) -> Option<Box<dyn LinearModel<Self::Position>>> {
        None
    }

    /// The maker of the bitbase of all positions with up to this number of pieces; `None` for a game without bitbases.
    ///
    /// # Errors
    /// One line: the number of pieces is too large or too small.
    fn bitbase_maker(&self, _pieces: usize) -> Option<Result<Box<dyn BitbaseMaker>, String>> {
        None
    }

    /// The result of the game with best play, if a bitbase has it.
    fn known_outcome(&self, _pos: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The searches that make the `bench` signature of this game: rule options, position, depth.
    fn bench_positions(&self) -> Vec<(Self, Self::Position, i32)>;

    /// The name of the opening that this position is, for users; `None` if it has none.
    fn opening_name(&self, _pos: &Self::Position) -> Option<String> {
        None
    }

    /// The evaluation term by term, for users: one line a term, the total last.
    fn explain(&self, pos: &Self::Position) -> String;

    /// Threats to show on the board: cells that would complete a line, pieces that could be taken. Empty if there are
    /// none.
    fn threats(&self, _pos: &Self::Position) -> Vec<Mark> {
        Vec::new()
    }

    /// What a move allowed or missed, the most telling first; empty if nothing can be shown.
    fn facts(&self, _choice: &Choice<'_, Self::Position>) -> Vec<Fact> {
        Vec::new()
    }
}

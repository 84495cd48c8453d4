//! A game as the engine is opened with it: rules, opinions and numbers tied together.

use super::beginner::{AnyMove, Beginner};
use super::bitbase::BitbaseMaker;
use super::book::BookMaker;
use super::facts::{Choice, Fact};
use super::solver::AnySolver;
use super::threats::ThreatSolver;
use super::{
    EngineError, Evaluator, Identity, Levels, LinearModel, Mark, MoveStyle, NetworkModel, NetworkSlot,
    Notation, Outcome, PointNetworkModel, Resized, RootHelper, SearchParams,
};

/// One game with its rule options set: what the engine is opened with.
///
/// A value and not a unit type, because board size, number of players and hop rules are part of it.
///
/// Rules, opinions and numbers are all that a search needs:
///
/// ```
/// use quadriga::contract::{Game, SearchLimits, Silent, StopHandle};
/// use quadriga::games::draughts::{Draughts, RUSSIAN};
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
/// let game = Draughts::new(RUSSIAN);
/// assert!(nodes_to_depth(&game, 4) > nodes_to_depth(&game, 2));
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// Rules.
    type Position: Notation;
    /// Opinions.
    type Evaluator: Evaluator<Self::Position>;

    /// Has the game a [`RootHelper`]? It then has the option `Solver`.
    const CAN_PROVE: bool = false;

    /// Has that helper an opening book? The game then has the option `Book`.
    const HAS_BOOK: bool = false;

    /// Has the game a network that a file can replace? The game then has the option `EvalFile`.
    const HAS_NETWORK: bool = false;

    /// One part in this many of the memory of `Hash` goes to the helper.
    const HELPER_PART: usize = 2;

    /// What this game is called.
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
    /// [`EngineError`] where the value does not fit the others.
    fn set_option(&mut self, _name: &str, _value: &str) -> Result<(), EngineError> {
        Ok(())
    }

    /// The network that the game evaluates with; `None` if there is none that a file can replace.
    fn network_slot(&mut self) -> Option<&mut dyn NetworkSlot> {
        None
    }

    /// The position a game begins with.
    fn start_position(&self) -> Self::Position;

    /// Reads what [`Notation::fen`] writes, and the other position strings in use for the game.
    ///
    /// # Errors
    /// One line for a person, naming the offending part and what was expected.
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

    /// The numbers the search runs with in this game.
    fn params(&self) -> SearchParams;

    /// What helps a search of this game at its root, working with a memory of at most `hash_mib` mebibytes and at most
    /// `threads` threads; `None` exactly where [`Game::CAN_PROVE`] is false.
    fn root_helper(&self, _hash_mib: usize, _threads: usize) -> Option<Box<dyn RootHelper<Self::Position>>> {
        None
    }

    /// Proves values outside of a search, working with `threads` threads and a memory of at most `hash_mib` mebibytes;
    /// `None` for a game that cannot be solved.
    fn solver(&self, _hash_mib: usize, _threads: usize) -> Option<Box<dyn AnySolver>> {
        None
    }

    /// Proves wins by threats outside of a search, with a memory of at most `hash_mib` mebibytes; `None` for a game without.
    fn threat_solver(&self, _hash_mib: usize) -> Option<Box<dyn ThreatSolver>> {
        None
    }

    /// The proved values of the moves of a position, for users, if they are found within some tens of
    /// milliseconds; `None` if values cannot be proved or there is no move.
    fn proved_values(&self, _pos: &Self::Position, _style: MoveStyle) -> Option<String> {
        None
    }

    /// What makes opening books, solving with a memory of at most `hash_mib` mebibytes; `None` for a game without books.
    fn book_maker(&self, _hash_mib: usize) -> Option<Box<dyn BookMaker>> {
        None
    }

    /// A network that evaluates positions, as it is trained on games; `None` if there is none.
    fn network_model(&self) -> Option<Box<dyn NetworkModel<Self::Position>>> {
        None
    }

    /// A network that evaluates positions and moves by the empty points, as it is trained on games; `None` if there is none.
    fn point_network_model(&self) -> Option<Box<dyn PointNetworkModel<Self::Position>>> {
        None
    }

    /// The evaluation as a sum of weighted features, so that the weights can be trained on games; `None` if it is none, or
    /// has no weights to fit.
    fn linear_model(&self) -> Option<Box<dyn LinearModel<Self::Position>>> {
        None
    }

    /// What makes the bitbase of all positions with up to this many pieces; `None` for a game without bitbases.
    ///
    /// # Errors
    /// One line: this many pieces are too many, or too few.
    fn bitbase_maker(&self, _pieces: usize) -> Option<Result<Box<dyn BitbaseMaker>, String>> {
        None
    }

    /// How the game ends with best play, where a bitbase says so for certain.
    fn known_outcome(&self, _pos: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The searches that make the `bench` signature of this game: rule options, position, depth.
    fn bench_positions(&self) -> Vec<(Self, Self::Position, i32)>;

    /// The name of the opening that this position is, for users; `None` if it has none.
    fn opening_name(&self, _pos: &Self::Position) -> Option<String> {
        None
    }

    /// The evaluation taken apart, for users: one line a term, the total last.
    fn explain(&self, pos: &Self::Position) -> String;

    /// What threatens, for users who look at the board: cells that would complete a line, pieces that could be
    /// taken. Empty if the game knows nothing to show.
    fn threats(&self, _pos: &Self::Position) -> Vec<Mark> {
        Vec::new()
    }

    /// What a move allowed or missed, the most telling first; empty if nothing can be shown.
    fn facts(&self, _choice: &Choice<'_, Self::Position>) -> Vec<Fact> {
        Vec::new()
    }
}

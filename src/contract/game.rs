//! A game as the engine opens it: rules, opinions and parameters together.

use super::beginner::{AnyMove, Beginner};
use super::{
    Commentary, EngineError, Evaluator, GameTools, Identity, Levels, NetworkSlot, NoTools, Notation, Resized,
    SearchParams,
};

/// One game with its rule options set: what the engine is opened with.
///
/// A value and not a unit type, because board size, number of players and hop rules are part of it.
///
/// A search needs only rules, opinions and parameters:
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

    /// Does the game have a [`super::RootHelper`]? It then has the option `Solver`.
    const CAN_PROVE: bool = false;

    /// Does that helper have an opening book? The game then has the option `Book`.
    const HAS_BOOK: bool = false;

    /// Does the game have a network that a file can replace? The game then has the option `EvalFile`.
    const HAS_NETWORK: bool = false;

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

    /// The network that the game evaluates with; `None` if there is none that a file can replace.
    fn network_slot(&mut self) -> Option<&mut dyn NetworkSlot> {
        None
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

    /// What only some games can do; nothing by default.
    fn tools(&self) -> &dyn GameTools<Self::Position> {
        &NoTools
    }

    /// What the game says of positions and moves to users.
    fn commentary(&self) -> &dyn Commentary<Self::Position>;

    /// The searches that make the `bench` signature of this game: rule options, position, depth.
    fn bench_positions(&self) -> Vec<(Self, Self::Position, i32)>;
}

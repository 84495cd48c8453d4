//! The facade: everything that a protocol, a subcommand or a test needs of a game, in strings and plain structs.
//!
//! [`AnyEngine`] is object-safe, so that the text layer is compiled once; [`Engine`] implements it for every
//! [`crate::contract::Game`]. Nothing outside `games/` needs to know which game it has; if an adapter does, this trait
//! lacks a method.
//!
//! | file | what |
//! |---|---|
//! | `generic` | [`Engine`] implements [`AnyEngine`] |
//! | `view`, `tools` | the parts of the facade for drawings, and for what only some games can do |
//! | `settings`, `network_file` | the options that every game has; `EvalFile` |
//! | `database`, `symmetry` | the option `Database`; positions that are one by symmetry |
//! | `record`, `composition` | the game so far; whether a composed board is one of the game |
//! | `go`, `rescue`, `book_move` | a search; what is left of one that panicked; a move of the book in its place |
//! | `memory`, `available` | how the memory of `Hash` is shared; how much there is |
//! | `perft` | counting the leaves of the move tree |
//! | `self_play`, `verdicts` | self-play games, and when they end early |
//! | `played_game`, `sampling`, `network_fitting` | games of files as records for training; games as samples; training of networks |

mod available;
mod book_move;
mod composition;
mod database;
mod generic;
mod go;
mod memory;
mod network_file;
mod network_fitting;
pub mod perft;
mod played_game;
mod record;
mod rescue;
mod sampling;
mod self_play;
mod settings;
mod symmetry;
mod tools;
mod verdicts;
mod view;

pub use crate::contract::Status;
pub use crate::contract::solver::AnySolver;
pub use crate::contract::threats::ThreatSolver;
pub use generic::Engine;
pub use network_fitting::AnyNetworkFitter;
pub use played_game::{Label, PlayedGame};
pub(crate) use record::Record;
pub use sampling::{AnySampler, TargetMix};
pub use self_play::{AnySelfPlayer, SelfPlaySettings};
pub use settings::{DATABASE, EVAL_FILE};
pub use tools::Tools;
pub use view::View;

use std::sync::Arc;

use crate::contract::facts::Fact;
use crate::contract::{
    EngineError, EvalTerm, Identity, MoveStyle, OptionSpec, Ratings, Resized, Score, SearchLimits,
    SearchObserver, SearchResult, StopHandle,
};
use crate::database::{Database, Entry, Place, Value};

/// Counts of a perft run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftResult {
    /// Leaves.
    pub nodes: u64,
    /// Leaves under each root move, in the order of generation.
    pub divide: Vec<(String, u64)>,
}

/// The opinion of the evaluation about a position, without a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// For the player to move.
    pub value: Score,
    /// The parts of the evaluation.
    pub terms: Vec<EvalTerm>,
    /// The moves worth searching with their ranks, the most promising first. A rank of 100,000 and more marks a forcing move.
    pub order: Vec<(String, i32)>,
}

/// What the database of the option `Database` knows of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPosition {
    /// The position itself.
    pub entry: Option<Entry>,
    /// The moves to positions that are known, the best first; those without a value come last.
    pub moves: Vec<KnownMove>,
}

/// A move to a position that a database knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownMove {
    /// The move, in the style that was set.
    pub text: String,
    /// The value of the move, for its player.
    pub value: Option<Value>,
    /// Expected win, draw, loss of its player, in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// What is known of the position after it, as the opponent sees it.
    pub entry: Entry,
}

/// One game. See the module for the idea.
///
/// ```
/// use quadriga::contract::{MoveStyle, Outcome, Player};
///
/// let mut engine = quadriga::games::open("connect4").expect("a game");
/// engine.set_position(None, &["4", "3", "4", "3", "4", "3"])?;
/// assert_eq!(engine.play("d4")?, "4", "the answer is in native style");
/// let status = engine.status();
/// assert_eq!(status.outcome, Some(Outcome::Win(Player::FIRST)));
/// assert_eq!(status.reason, "four in a line");
///
/// engine.undo()?;
/// assert_eq!(engine.legal_moves(MoveStyle::Native).len(), 7);
/// assert_eq!(engine.perft(1, 1).nodes, 7);
/// # Ok::<(), quadriga::contract::EngineError>(())
/// ```
pub trait AnyEngine: View + Send {
    /// The names of this game.
    fn identity(&self) -> Identity;

    /// How to play this game on a board `width` wide and `height` high. Without a height: on one that fits a square of
    /// that side, the usual board of the game if its longer side is `width`. `None` if the game has no such board.
    fn resized(&self, width: usize, height: Option<usize>) -> Option<Resized>;

    /// All options of this engine: the general ones, then the game's own.
    fn options(&self) -> Vec<OptionSpec>;

    /// The search parameters as options, for tuners; [`AnyEngine::set_option`] takes them too.
    fn tunables(&self) -> Vec<OptionSpec>;

    /// The ratings of this game's levels, on the scale of `UCI_Elo`.
    fn level_ratings(&self) -> Ratings;

    /// Sets an option; returns a note if the value was changed to fit its range or the available memory.
    ///
    /// # Errors
    /// Unknown name, or a value of the wrong kind. A game option that changes the rules also resets the
    /// position to the start position.
    fn set_option(&mut self, name: &str, value: &str) -> Result<Option<String>, EngineError>;

    /// The checksum of the weights of the network file in use; `None` for the network of the program.
    fn network_checksum(&self) -> Option<&str>;

    /// The game's own options with other than their initial values: name and value.
    fn rule_options(&self) -> Vec<(String, String)>;

    /// Forgets everything learned from earlier searches; the position stays.
    fn new_game(&mut self);

    /// Prepares what a search needs, so that the first one is not delayed: evaluators with their tables, the helper,
    /// memory. Takes some milliseconds, or next to none if nothing changes; the pages of a large table are mapped
    /// later, in a thread of their own.
    fn prepare(&mut self);

    /// Sets the position: the start position or a position string, then moves in any of the game's styles.
    ///
    /// # Errors
    /// Names the offending word; the position stays as it was.
    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), EngineError>;

    /// Plays one move; returns its text in native style.
    ///
    /// # Errors
    /// The move is unreadable or illegal; after a win every move is.
    fn play(&mut self, mv: &str) -> Result<String, EngineError>;

    /// Takes back one move.
    ///
    /// # Errors
    /// There is none.
    fn undo(&mut self) -> Result<(), EngineError>;

    /// All legal moves in this style, sorted by text. None once someone has won; after a draw by a counter or by
    /// repetition moves are still listed.
    fn legal_moves(&self, style: MoveStyle) -> Vec<String>;

    /// Result and turn.
    fn status(&self) -> Status;

    /// The position string.
    fn fen(&self) -> String;

    /// The position string the game began with; `None` for the start position.
    fn base_fen(&self) -> Option<String>;

    /// The moves played since the position was set, in this style.
    fn moves(&self, style: MoveStyle) -> Vec<String>;

    /// What a move on the board allows or misses, the most telling first: `better` is the better line and `answer` the line
    /// after the move, both in any of the game's styles and read while they are legal.
    ///
    /// # Errors
    /// The move is unreadable or illegal.
    fn facts(&self, played: &str, better: &[String], answer: &[String]) -> Result<Vec<Fact>, EngineError>;

    /// Zobrist key of the position.
    fn key(&self) -> u64;

    /// Keys of all positions of the game, the current one last: the same for the same pieces with the same player to move,
    /// whatever the counters of moves.
    fn position_keys(&self) -> Vec<u64>;

    /// How the moves of searches and of [`AnyEngine::perft`] are written from now on.
    fn set_move_style(&mut self, style: MoveStyle);

    /// The style set last.
    fn move_style(&self) -> MoveStyle;

    /// Searches the current position; returns when done. Reset the stop handle first.
    ///
    /// # Errors
    /// A word of `search_moves` is not a legal move.
    fn go(
        &mut self,
        limits: &SearchLimits,
        observer: &mut dyn SearchObserver<String>,
    ) -> Result<SearchResult<String>, EngineError>;

    /// Ends or releases a search from another thread.
    fn stop_handle(&self) -> StopHandle;

    /// The opening, if it has a name; the evaluation of the position term by term, several lines; then the values of
    /// moves that a solver proves at once.
    fn explain(&self) -> String;

    /// The same as numbers, and the order in which a search would begin to look at the moves. Without meaning if the game
    /// is over.
    fn assess(&self) -> Assessment;

    /// What the database knows of the position and its moves; `None` without a database.
    fn known(&self) -> Option<KnownPosition>;

    /// The database; `None` without one.
    fn database(&self) -> Option<Arc<Database>>;

    /// Uses a database, or none.
    fn set_database(&mut self, database: Option<Arc<Database>>);

    /// The place of the position in a database.
    fn place(&self) -> Place;

    /// Changes what the database knows of the position. The positions of the game before it are known from then on, too.
    /// `change` may be called twice.
    ///
    /// # Errors
    /// There is no database, or it cannot be written.
    fn change_known(&self, change: &mut dyn FnMut(&mut Entry)) -> Result<(), EngineError>;

    /// Deletes what the database knows of the positions that known ones lead to from here, if `is_deleted`;
    /// returns how many they were.
    ///
    /// # Errors
    /// There is no database, or it cannot be written.
    fn delete_known_after(&self, is_deleted: &dyn Fn(&Entry) -> bool) -> Result<usize, EngineError>;

    /// What else the game can do; every game has some of it.
    fn tools(&self) -> &dyn Tools;

    /// Nodes of a fixed set of searches with one thread: the signature of search and evaluation. The stop handle ends
    /// it early, with a meaningless number.
    fn bench(&mut self) -> u64;

    /// Counts the leaves of the move tree; `threads` of 1 or more. The stop handle ends it early, with
    /// counts that are too small.
    fn perft(&self, depth: u32, threads: usize) -> PerftResult;
}

//! The contract between a game and everything else.
//!
//! A game is three things: a [`Position`] (rules, no opinions), an [`Evaluator`] (opinions, no rules)
//! and a [`Game`] that ties the two to names, options and tuned numbers. The search is generic over
//! `Position` and `Evaluator` and never learns which game it plays; text enters and leaves through
//! [`Notation`] only.
//!
//! Players are indices, never colours, because Chinese checkers has up to six of them. Values are
//! negated where the *side* changes, see [`opposes`].

use crate::book::BookMaker;
use crate::engine::{EngineError, OptionSpec};
use crate::prover::Prover;
use crate::search::{Bound, Leaf, Score, SearchParams, Window};
use crate::view::{Board, Face, Identity, Mark, MovePath};

/// Most players a game may have.
pub const MAX_PLAYERS: usize = 6;

/// A player, counted from 0 in turn order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(u8);

impl Player {
    /// The player who moves first in a game from the start position.
    pub const FIRST: Player = Player(0);
    /// The player who moves second in a game from the start position.
    pub const SECOND: Player = Player(1);

    /// The player with this index, `0..MAX_PLAYERS`.
    pub const fn new(index: usize) -> Player {
        debug_assert!(index < MAX_PLAYERS);
        Player(index as u8)
    }

    /// Index from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent, in a game of two.
    pub const fn other(self) -> Player {
        Player(self.0 ^ 1)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This player won; everybody else lost.
    Win(Player),
    /// Nobody won.
    Draw,
}

/// Do `a` and `b` play against each other when the search was started by `root`?
///
/// With two players this is `a != b`. With more it is the paranoid reduction (Sturtevant and Korf,
/// 2000): the root player against all others, so that one alpha-beta serves every game.
pub const fn opposes(root: Player, a: Player, b: Player) -> bool {
    (a.0 == root.0) != (b.0 == root.0)
}

/// The rules of one game at one moment.
///
/// What must always hold (checked for every game by `tests/conformance.rs`):
/// `unmake` restores exactly what `make` changed, the key included; `key` is a function of what `fen`
/// prints, less move counters that cannot matter yet; `generate` yields no move twice and, in a
/// position that somebody has won, none at all.
pub trait Position: Clone + Send + Sync + 'static {
    /// One whole turn: a hop chain or a capture chain is one move, and two chains with the same effect
    /// are the same move.
    type Move: Copy + Eq + std::fmt::Debug + Send + Sync + 'static;
    /// What [`Position::unmake`] needs to take a move back.
    type Undo;

    /// Can a position occur twice in a game? `false` where every move adds a stone.
    const CAN_REPEAT: bool = true;

    /// Number of players, `2..=MAX_PLAYERS`.
    fn player_count(&self) -> usize {
        2
    }

    /// Whose turn it is.
    fn player_to_move(&self) -> Player;

    /// Zobrist key of everything that changes the future of the game except its history, kept up to
    /// date incrementally. The side to move is part of it.
    fn key(&self) -> u64;

    /// Key under which repetition is counted: [`Position::key`] without move counters, which never recur.
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// The result, where the position itself shows it: a line made, a full board, a move counter run
    /// out. Must be cheap. Repetition and the lack of moves are not seen here: see
    /// [`Position::repetition_limit`] and [`Position::no_moves_outcome`].
    fn outcome(&self) -> Option<Outcome>;

    /// The rule behind [`Position::outcome`] in a few words ("four in a line"), for people.
    fn outcome_reason(&self) -> &'static str;

    /// What it means that the player to move has no legal move.
    fn no_moves_outcome(&self) -> Outcome;

    /// How many times a position may stand on the board before the game is a draw; `None` where the
    /// rules know no repetition.
    fn repetition_limit(&self) -> Option<usize> {
        None
    }

    /// Appends every legal move to `moves`, in a fixed order. No moves when somebody has won; in a
    /// position drawn by a counter or by repetition the moves are still listed.
    fn generate(&self, moves: &mut Vec<Self::Move>);

    /// Number of legal moves; perft's leaves.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        moves.len()
    }

    /// Is this a legal move here?
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.generate(&mut moves);
        moves.contains(&mv)
    }

    /// Plays a legal move.
    fn make(&mut self, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move made.
    fn unmake(&mut self, mv: Self::Move, undo: Self::Undo);

    /// Lets the player to move pass, for the null-move test; only called where
    /// [`Evaluator::null_move_allowed`] said yes. The default says that the game has no such thing.
    fn make_null(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes back [`Position::make_null`].
    fn unmake_null(&mut self, _undo: Self::Undo) {}

    /// A short code for the transposition table, never 0. Two legal moves of one position may share a
    /// code only if that is rare: the table's move is a hint, found again in the generated list.
    fn move_code(&self, mv: Self::Move) -> u16;

    /// Can no position from before this move occur again after it?
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        !Self::CAN_REPEAT
    }
}

/// How a move is written. Every game reads every style that can be told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MoveStyle {
    /// The game's own notation: `4`, `h8`, `32-28`, `d10-e11`.
    #[default]
    Native,
    /// Drop notation of UCI front-ends, `P@d1`; games without drops write their own.
    Drop,
    /// Numbers from 0 where a dialect wants them: gomoku `7,7`; others write their own.
    Numeric,
}

/// The text of a game: moves, positions, diagrams.
pub trait Notation: Position {
    /// Reads a move in any of the game's styles and checks that it is legal here.
    ///
    /// # Errors
    /// One line for a person, naming the offending word and what was expected.
    fn parse_move(&self, text: &str) -> Result<Self::Move, String>;

    /// The moves of a line of them, each still to be read: words between blanks and commas. A game whose moves are
    /// also written without anything between takes such words apart.
    fn split_moves(text: &str) -> Vec<&str> {
        text.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect()
    }

    /// Writes a legal move so that [`Notation::parse_move`] reads the same move back.
    fn move_text(&self, mv: Self::Move, style: MoveStyle) -> String;

    /// The position as one line, readable by [`Game::parse_position`].
    fn fen(&self) -> String;

    /// The position as front-ends of drop variants write it, with the stones in hand; [`Notation::fen`] where that
    /// holds them already or the game has none.
    fn fen_with_hand(&self) -> String {
        self.fen()
    }

    /// The board as a picture in plain text, several lines, last one without a line end.
    fn diagram(&self) -> String;

    /// The board as a grid.
    fn board(&self) -> Board;

    /// What is printed on that board.
    fn face(&self) -> Face;

    /// A legal move as it is clicked on that grid.
    fn move_path(&self, mv: Self::Move) -> MovePath;
}

/// Opinions about a position. One evaluator belongs to one thread.
///
/// Only [`Evaluator::evaluate`] must be written; every other method has a default that means
/// "no opinion". State that follows the board is kept with [`Evaluator::begin`],
/// [`Evaluator::make`] and [`Evaluator::unmake`]: the search calls them beside the position's own.
pub trait Evaluator<P: Position>: Send {
    /// Number of slots that [`Evaluator::history_slot`] uses.
    const HISTORY_SLOTS: usize = 1 << 16;

    /// A search starts at `root`; its player to move is the root player of the coalition rule.
    fn begin(&mut self, _root: &P) {}

    /// `mv` has just been made; `pos` is the position after it.
    fn make(&mut self, _pos: &P, _mv: P::Move) {}

    /// `mv` has just been unmade; `pos` is the position before it, as restored.
    fn unmake(&mut self, _pos: &P, _mv: P::Move) {}

    /// Value for the player to move, in hundredths of the game's unit (a man, a stone's worth), within
    /// `±Score::MAX_EVAL`. With more than two players: value for the coalition of the player to move.
    fn evaluate(&mut self, pos: &P) -> Score;

    /// The evaluation as far as it is fit to cut a node by; `None` in the middle of an exchange, where it
    /// says little.
    fn static_eval(&mut self, pos: &P) -> Option<Score> {
        Some(self.evaluate(pos))
    }

    /// Appends the moves worth searching. May leave out moves that cannot change the result or that
    /// the game knows to be hopeless; never empty where a legal move exists; legal moves only.
    fn candidates(&mut self, pos: &P, moves: &mut Vec<P::Move>) {
        pos.generate(moves);
    }

    /// Rank of a move before history is known; higher is tried first. Range ±20,000. Hints of 10,000
    /// and more mark forcing moves and are tried before killers.
    fn order_hint(&mut self, _pos: &P, _mv: P::Move) -> i32 {
        0
    }

    /// May this move be reduced, pruned and remembered as a killer? Captures and threats say no.
    fn is_quiet(&self, _pos: &P, _mv: P::Move) -> bool {
        true
    }

    /// Slot of the history table, `0..HISTORY_SLOTS`.
    fn history_slot(&self, pos: &P, mv: P::Move) -> usize {
        usize::from(pos.move_code(mv))
    }

    /// Plies to add for a move that leads out of a node with `move_count` candidates; asked before it
    /// is made. 0 or 1.
    fn extension(&mut self, _pos: &P, _mv: P::Move, _move_count: usize) -> i32 {
        0
    }

    /// May the player to move be assumed to profit from a move here? Never true where zugzwang is common.
    fn null_move_allowed(&mut self, _pos: &P) -> bool {
        false
    }

    /// The whole search below depth 0, for the player to move. It makes and unmakes moves on `pos` as
    /// it likes and leaves it as it was; each position visited is reported with [`Leaf::visit`].
    fn quiesce(&mut self, pos: &mut P, _window: Window, _leaf: &mut Leaf<'_>) -> Score {
        self.evaluate(pos)
    }

    /// A search of the game's own that takes the place of the tree from here on, where it sees farther: a
    /// race, say. `depth` is what the tree would still spend, so that effort can grow with it; positions
    /// visited are reported as in [`Evaluator::quiesce`]. `None`: search on. Not asked at the root.
    fn solve(&mut self, _pos: &P, _depth: i32, _leaf: &mut Leaf<'_>) -> Option<Score> {
        None
    }

    /// Exact or bounded knowledge: a solver, an endgame table, a proved threat. `ply` is the distance
    /// from the root, for scores that count it; `depth` what the search would still spend.
    fn probe(&mut self, _pos: &P, _ply: i32, _depth: i32) -> Option<(Score, Bound)> {
        None
    }
}

/// One game with its rule options set: what the engine is opened with.
///
/// A value and not a unit type, because board size, number of players and hop rules are part of it.
pub trait Game: Clone + Send + Sync + 'static {
    /// Rules.
    type Position: Notation;
    /// Opinions.
    type Evaluator: Evaluator<Self::Position>;

    /// What records and other programs call this game.
    fn identity(&self) -> Identity;

    /// The rule options of this game in the order they are listed; empty where it has none.
    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Sets a rule option listed by [`Game::options`] (matched without regard to case). Numbers
    /// arrive clamped, combo values checked and in the spelling of the list.
    ///
    /// # Errors
    /// [`EngineError`] where the value does not fit the others.
    fn set_option(&mut self, _name: &str, _value: &str) -> Result<(), EngineError> {
        Ok(())
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

    /// The numbers the search runs with in this game.
    fn params(&self) -> SearchParams;

    /// What proves values of positions, working with `threads` threads and a memory of at most `hash_mib` mebibytes;
    /// `None` for a game that cannot be solved.
    fn prover(&self, _hash_mib: usize, _threads: usize) -> Option<Box<dyn Prover<Self::Position>>> {
        None
    }

    /// Is there a prover? To be answered without making one where that takes long.
    fn can_prove(&self) -> bool {
        self.prover(1, 1).is_some()
    }

    /// What makes opening books, solving with a memory of at most `hash_mib` mebibytes; `None` for a game without books.
    fn book_maker(&self, _hash_mib: usize) -> Option<Box<dyn BookMaker>> {
        None
    }

    /// The searches that make the `bench` signature of this game: rule options, position, depth.
    fn bench_positions(&self) -> Vec<(Self, Self::Position, i32)>;

    /// The evaluation taken apart, for people: one line a term, the total last.
    fn explain(&self, pos: &Self::Position) -> String;

    /// What threatens, for people who look at the board: cells that would complete a line, pieces that could be
    /// taken. Empty where the game knows nothing to show.
    fn threats(&self, _pos: &Self::Position) -> Vec<Mark> {
        Vec::new()
    }
}

//! Help for the root of a search from what a tree search cannot find: a solver, a search for forced wins, a table of
//! endgames.
//!
//! A helper belongs to an engine and outlives its searches. In a search, the first thread gives it a turn after each
//! iteration. What it spends counts as nodes of the search, so that a node limit holds for both together.
//!
//! - A solver takes many turns, refutes moves on the way and decides the search once the value is proved.
//! - A search for forced wins takes one long turn or a few, and decides the search if it finds one.
//! - An endgame table answers in its first turn, at no cost: moves that give the result away are refuted.

use std::time::Duration;

use super::book::BookMove;
use super::{Bound, Budget, NodeCounter, Position, Score, SearchLimits};

/// A search as its helper sees it.
pub struct RootRequest<'a, P: Position> {
    /// The root of the search. It has at least one legal move.
    pub root: &'a P,
    /// The moves to choose from; empty: all legal moves.
    pub moves: &'a [P::Move],
    /// Best lines wanted, at least 1.
    pub lines: usize,
    /// Threads that the helper may use, at least 1.
    pub threads: usize,
    /// The limits of the search.
    pub limits: &'a SearchLimits,
}

/// A helper's turn: the results of the search so far, and what the helper may spend.
pub struct RootTurn<'a, P: Position> {
    /// The iteration just completed, in plies.
    pub depth: i32,
    /// Was it the last one?
    pub is_last: bool,
    /// The root moves in the order of the search, best first; never empty.
    pub moves: &'a [P::Move],
    /// The best line of the search.
    pub best_line: &'a [P::Move],
    /// Time for the move after which no iteration begins; `None`: no clock.
    pub soft: Option<Duration>,
    /// Time for the move after which the search ends; `None`: no clock.
    pub hard: Option<Duration>,
    /// A win within this many plies ends the search, and so does the proof that there is none.
    pub mate_plies: Option<i32>,
    /// What the search may still spend. The helper checks it for a stop, and counts its nodes with
    /// [`Budget::spend_elsewhere`].
    pub budget: &'a Budget,
    /// The nodes of the first thread, for [`Budget::room`].
    pub counter: &'a NodeCounter,
    /// Reports lines whose score is proved, best first. They replace the result of the search.
    pub report: &'a mut dyn FnMut(Vec<ProvedLine<P::Move>>),
}

/// A line whose score is proved.
#[derive(Clone, Debug)]
pub struct ProvedLine<M> {
    /// The moves, that of the root first.
    pub pv: Vec<M>,
    /// Value for the player to move at the root.
    pub score: Score,
    /// Is `score` exact or a bound?
    pub bound: Bound,
}

/// What to do after a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AfterTurn {
    /// The search continues.
    SearchOn,
    /// The lines reported last are the result.
    Decided,
}

/// Proves or refutes moves at the root of a search; see the module.
///
/// A minimal helper:
///
/// ```
/// use quadriga::contract::{AfterTurn, Bound, Position, RootHelper, RootRequest, RootTurn, Score};
/// use std::time::Duration;
///
/// /// Keeps one move from being played.
/// struct Refuted<M>(M);
///
/// impl<P: Position> RootHelper<P> for Refuted<P::Move> {
///     fn begin(&mut self, _: &RootRequest<'_, P>) -> Option<Duration> {
///         None // it will not decide the search
///     }
///     fn take_turn(&mut self, _: &mut RootTurn<'_, P>) -> AfterTurn {
///         AfterTurn::SearchOn
///     }
///     fn is_refuted(&self, mv: P::Move) -> bool {
///         mv == self.0
///     }
///     fn proved_best(&self) -> Option<(P::Move, Score, Bound)> {
///         None
///     }
///     fn clear(&mut self) {}
/// }
/// ```
pub trait RootHelper<P: Position>: Send {
    /// A search begins. Returns the time in which the helper is likely to decide it, if known, for planning the clock.
    fn begin(&mut self, request: &RootRequest<'_, P>) -> Option<Duration>;

    /// The helper's turn after an iteration of the search that was begun last.
    fn take_turn(&mut self, turn: &mut RootTurn<'_, P>) -> AfterTurn;

    /// Is this root move proved to be worse than another, so that it need not be searched?
    fn is_refuted(&self, mv: P::Move) -> bool;

    /// Proved upper bound of a refuted move, if it is proved to lose; `None` if it is only known to be worse than
    /// another. If all moves lose, the one with the longest defence is played.
    fn refuted_score(&self, _mv: P::Move) -> Option<Score> {
        None
    }

    /// A root move that is proved to be best or to win, with a lower bound of its value. Used at the end of a search
    /// that was not decided.
    fn proved_best(&self) -> Option<(P::Move, Score, Bound)>;

    /// Forgets everything found so far; a book is kept.
    fn clear(&mut self);

    /// Uses the opening book, or not; a helper that has one uses it at first.
    fn use_book(&mut self, _on: bool) {}

    /// The move that the opening book has for a position, while it is used.
    fn book_move(&self, _pos: &P) -> Option<BookMove<P::Move>> {
        None
    }
}

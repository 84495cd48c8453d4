//! The contract of a game that can be solved: exact values, found by a search of the game's own beside the general one.

use crate::contract::book::BookMove;
use crate::contract::{Position, Score, Window};

/// How long to go on.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Nodes after which to give up, all threads together (exceeded by some hundreds a thread).
    pub nodes: u64,
    /// Asked every few hundred nodes of a thread: give up?
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Effort<'_> {
    /// Until it is done.
    pub const ENDLESS: Effort<'static> = Effort { nodes: u64::MAX, stop: &|| false };
}

/// What was found of a position, for its player to move: wins and losses count plies from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The value is at least this.
    pub low: Score,
    /// The value is at most this.
    pub high: Score,
    /// Positions searched for it.
    pub nodes: u64,
}

impl Proof {
    /// The value, where it is proved.
    pub fn value(&self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }

    /// Win (1), draw (0) or loss (-1), where that much is proved.
    pub fn sign(&self) -> Option<i32> {
        let [low, high] = [self.low, self.high].map(|bound| bound.0.signum());
        (low == high).then_some(low)
    }
}

/// Proves values of positions. What it has found is kept, so that a question that was given up goes on where it ended
/// when it is asked again.
pub trait Prover<P: Position>: Send {
    /// Forgets everything found so far; a book is kept.
    fn clear(&mut self);

    /// Uses the game's opening book, or not; it does at first.
    fn use_book(&mut self, on: bool);

    /// The move that the book has for a position, unless it is told not to use it.
    fn book_move(&self, pos: &P) -> Option<BookMove<P::Move>>;

    /// Bounds the value of a position that is not over until the bounds meet, or the value is known to be at most
    /// `window.alpha`, or at least `window.beta`, or the effort is spent. Distances are the shortest for a win and the
    /// longest for a loss.
    fn prove(&mut self, pos: &P, window: Window, effort: Effort<'_>) -> Proof;

    /// Nodes that it takes to prove the value of this position, by order of magnitude: a guess from how far it is from
    /// the end, without what is known of it already.
    fn work(&self, pos: &P) -> u64;

    /// The number that people of this game write for a value of this position.
    fn number(&self, pos: &P, value: Score) -> i32;

    /// Moves made from the start of the game to this position.
    fn plies_played(&self, pos: &P) -> u32;

    /// Plies from here to the end of a game that has this value, a win, a loss or a draw, by best play of both.
    fn plies_to_end(&self, pos: &P, value: Score) -> u32;
}

/// The window that only tells win, draw and loss apart.
pub const SIGN: Window = Window { alpha: Score(-1), beta: Score(1) };

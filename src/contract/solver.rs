//! Exact values of positions in a game that can be solved, as text: for `quadriga solve` and scripts.
//!
//! Values are for the player to move and count plies from the position. Queries share the solver's results, so an
//! abandoned one continues where it ended.

use super::{EngineError, Score, Status, Window};

/// Limits of a query.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Nodes after which to give up, all threads together (exceeded by some hundreds a thread).
    pub nodes: u64,
    /// Called every few hundred nodes of a thread: give up?
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Effort<'_> {
    /// No limits.
    pub const ENDLESS: Effort<'static> = Effort { nodes: u64::MAX, stop: &|| false };
}

/// A number of half-moves as text reports it: `1 ply`, `41 plies`.
pub fn plies_in_words(plies: usize) -> String {
    format!("{plies} {}", if plies == 1 { "ply" } else { "plies" })
}

/// The result for a position and its player to move; wins and losses count plies from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The value is at least this.
    pub low: Score,
    /// The value is at most this.
    pub high: Score,
    /// Number of positions searched.
    pub nodes: u64,
}

impl Proof {
    /// The value, if it is proved.
    pub fn value(&self) -> Option<Score> {
        (self.low == self.high).then_some(self.low)
    }

    /// The result for a position from those of its moves; `None` without moves.
    pub fn best<'a>(moves: impl Iterator<Item = &'a Proof>) -> Option<Proof> {
        moves.copied().reduce(|a, b| Proof {
            low: a.low.max(b.low),
            high: a.high.max(b.high),
            nodes: a.nodes + b.nodes,
        })
    }

    /// Win (1), draw (0) or loss (-1), if that much is proved.
    pub fn sign(&self) -> Option<i32> {
        let [low, high] = [self.low, self.high].map(|bound| bound.0.signum());
        (low == high).then_some(low)
    }
}

/// The window that only distinguishes win, draw and loss.
pub const SIGN: Window = Window { alpha: Score(-1), beta: Score(1) };

/// A solver of one game, with a position.
///
/// ```
/// use quadriga::contract::solver::{Effort, SIGN};
/// use quadriga::contract::{Score, Window};
///
/// let engine = quadriga::games::open("connect4-4x4").expect("a game");
/// let mut solver = engine.tools().solver(1, 1).expect("Connect Four can be solved");
/// assert_eq!(solver.prove(SIGN, Effort::ENDLESS).sign(), Some(0), "4x4 is a draw");
///
/// // The first player has three in a row, open at one end.
/// solver.set_position(None, "1 1 2 2 3")?;
/// let stopper = solver.prove_move("4", Window::FULL, Effort::ENDLESS).expect("a legal move");
/// let slip = solver.prove_move("1", Window::FULL, Effort::ENDLESS).expect("a legal move");
/// assert_eq!(slip.value(), Some(Score::loss_in(2)));
/// assert!(stopper.low > slip.high);
/// # Ok::<(), quadriga::contract::EngineError>(())
/// ```
pub trait AnySolver: Send {
    /// Sets the position: the start position or a position string, then moves in any of the game's styles, with blanks
    /// or commas between them or, if the game has such a notation, written together.
    ///
    /// # Errors
    /// Names the offending word; the position stays as it was.
    fn set_position(&mut self, fen: Option<&str>, moves: &str) -> Result<(), EngineError>;

    /// Result and turn.
    fn status(&self) -> Status;

    /// Forgets everything found so far; a book is kept.
    fn clear(&mut self);

    /// Uses the game's opening book, or not (default: yes).
    fn use_book(&mut self, on: bool);

    /// Bounds the value of the position from below and above, until the bounds meet, or the value is proved to be at
    /// most `window.alpha` or at least `window.beta`, or the effort is spent. Distances are the shortest for a win and
    /// the longest for a loss. The value of a game that is over is known.
    fn prove(&mut self, window: Window, effort: Effort<'_>) -> Proof;

    /// The moves of the start position, in the game's own order. In a game that can be solved every legal move has
    /// one of these names.
    fn moves(&self) -> &[String];

    /// Bounds the value of this move for the player who makes it here, in plies from the position before it. `None` if
    /// it is not legal.
    fn prove_move(&mut self, mv: &str, window: Window, effort: Effort<'_>) -> Option<Proof>;

    /// The moves from here to the end of the game by best play of both, where `value` is the exact value of the
    /// position: the fastest win, the longest defence, and among equals the move nearest to the middle of
    /// [`AnySolver::moves`]. It ends early if the effort is spent.
    fn best_line(&mut self, value: Score, effort: Effort<'_>) -> Vec<String>;

    /// The usual number of this game for a value of this position.
    fn number(&self, value: Score) -> i32;

    /// Moves made from the start of the game to this position.
    fn plies_played(&self) -> u32;

    /// Plies from here to the end of a game that has this value by best play of both; also for a draw.
    fn plies_to_end(&self, value: Score) -> u32;
}

//! Exact scores of Connect Four positions.
//!
//! A score counts stones: 0 is a draw, `n > 0` a win for the player to move with the `n`-th stone from the end of their
//! stones on a full board (1: the very last one), `-n` the same for the opponent (the convention of Pons, "Solving
//! Connect 4"). On a 7x6 board scores lie within ±18, after "4455" the player to move has 18.
//!
//! | file | content |
//! |---|---|
//! | `layout.rs` | where the cells of a board lie in a word, and their fast operations |
//! | `packed.rs` | the layout of boards whose cells fit in 64 bits, but not with sentinels, such as 8x8 |
//! | `node.rs` | a position of the solver, and forced play |
//! | `bounds.rs` | static bounds of a position |
//! | `table.rs` | the transposition table |
//! | `search.rs` | is a score above alpha? |
//! | `partition/` | does this player win? for long searches |
//! | `rank.rs` | move ordering |
//! | `schedule.rs` | which null windows to search, with how many threads |
//!
//! The effect of the ideas on 7x6 with one thread, each measured when it was added:
//!
//! | idea | where | effect |
//! |---|---|---|
//! | all children looked up before one is searched | `look_up` | 44 % fewer nodes in the middle game |
//! | bounds by follow-up, odd threats, poison | `bounds.rs` | 23 % fewer, then another 34 to 43 % |
//! | bounds computed only if they can decide, and before the table | `judge_moves` | a quarter less time a node |
//! | a table that starts small and is kept nearly full | `table.rs` | a seventh of the time in the middle game, a third in the opening |
//! | 64 bits for 64 cells | `packed.rs` | half the time on 8x8 |
//! | ranks only if there is a choice, from lines counted once for all moves | `rank.rs` | an eighth less time a node |
//! | mirror images | `Field::key` | 44 % fewer nodes for the empty board |
//! | cells where many lines cross first | `rank.rs` | without it 1.3 (middle game) to 4 times (opening) the nodes |
//! | completing cells that can be played soon | `rank.rs` | 6 to 16 % fewer nodes |
//! | half made lines | `rank.rs` | 5 to 13 % fewer nodes |
//! | threads defer what another is searching | `follow`, `search/abdada.rs` | 30 % fewer nodes for the empty board with two threads |
//!
//! Tried and dropped: a history table (saves 5 % in the middle game, costs up to ten times the nodes in long searches),
//! no table near the leaves (no difference), buckets of eight (no fewer nodes), the opponent's completing cells and the
//! parity of a cell as orders of moves (worse or no difference), helpers with another order of moves (half as many nodes again
//! with two threads).

mod bounds;
mod layout;
#[cfg(test)]
mod layout_tests;
mod node;
mod packed;
mod partition;
mod rank;
mod schedule;
mod search;
mod table;

use std::sync::Arc;

use super::geometry::Geometry;
use super::position::Position;
use super::word::BoardWord;
use crate::contract::solver::Effort;
use layout::Guarded;
use packed::{Packed, Packing};
use schedule::{Exact, Prove};

/// Scores known in advance, or bounds of them: an opening book.
///
/// ```
/// use quadriga::contract::Game as _;
/// use quadriga::contract::solver::Effort;
/// use quadriga::games::connect_four::{ConnectFour, Geometry, Known, Solver};
///
/// /// The empty board of 4x4 is a draw.
/// struct Start;
///
/// impl Known<u64> for Start {
///     fn bounds(&self, _mover: u64, occupied: u64) -> Option<(i32, i32)> {
///         (occupied == 0).then_some((0, 0))
///     }
///     fn max_stones(&self) -> u32 {
///         0
///     }
/// }
///
/// let geometry = Geometry::new(4, 4).expect("a board");
/// let mut solver = Solver::new(&geometry, 1, 1);
/// solver.set_known(Some(std::sync::Arc::new(Start)));
/// let pos = ConnectFour::<u64>::new(4, 4).expect("a board").start_position();
/// let found = solver.solve(&pos, Solver::<u64>::WHOLE, Effort::ENDLESS);
/// assert_eq!((found.low, found.high), (0, 0));
/// ```
pub trait Known<B>: Send + Sync {
    /// Lower and upper bound of the score of the position with these stones for the player to move, within
    /// [`Solver::WHOLE`]; `None` if nothing is known.
    fn bounds(&self, mover: B, occupied: B) -> Option<(i32, i32)>;

    /// No position with more stones is known.
    fn max_stones(&self) -> u32;
}

/// A result: the score is at least `low` and at most `high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Findings {
    /// Lower bound, for the player to move.
    pub low: i32,
    /// Upper bound.
    pub high: i32,
    /// Positions searched; forced replies are not counted.
    pub nodes: u64,
}

impl Findings {
    fn exact(score: i32) -> Findings {
        Findings { low: score, high: score, nodes: 0 }
    }

    /// The score, if it is proved.
    pub fn score(&self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }
}

/// The solver of one board. Its results stay in its table, so that a stopped search continues from there the next time.
pub struct Solver<B> {
    prover: Box<dyn Prove<B>>,
}

impl<B: BoardWord> Solver<B> {
    /// A solver with a table of at most `hash_mib` MiB and with `threads` threads, both at least 1.
    pub fn new(geometry: &Geometry<B>, hash_mib: usize, threads: usize) -> Solver<B> {
        let (width, height) = (geometry.width(), geometry.height());
        let prover: Box<dyn Prove<B>> = if Packing::suits(geometry) {
            Box::new(Packing::new(packed(width, height, hash_mib, threads), height))
        } else {
            guarded(width, height, hash_mib, threads)
        };
        Solver { prover }
    }

    /// Uses these known scores from now on.
    pub fn set_known(&mut self, known: Option<Arc<dyn Known<B>>>) {
        self.prover.set_known(known);
    }

    /// Forgets everything found so far, but not the known scores.
    pub fn clear(&mut self) {
        self.prover.clear();
    }

    /// Bounds the score of a position that is not over until they meet, or the score is known to be at most
    /// `window.0`, or at least `window.1`, or the effort is spent. [`Solver::WHOLE`]
    /// is the window for the whole score, [`Solver::SIGN`] for win, draw or loss.
    pub fn solve(&mut self, pos: &Position<B>, window: (i32, i32), effort: Effort<'_>) -> Findings {
        self.prover.solve(pos.mover(), pos.occupied(), window, effort)
    }

    /// Does the first player, or (`first` is false) the second, win this position, in which the game is not over?
    /// `None` if the effort is spent before. Also returns the nodes. Results for one position help with others, and
    /// several threads may call this at once. The table of each of the two questions takes half as much memory as that
    /// of scores. Known scores are used only below this position, so that a winning move is found as well.
    pub fn wins(&self, pos: &Position<B>, first: bool, effort: Effort<'_>) -> (Option<bool>, u64) {
        self.prover.wins(pos.mover(), pos.occupied(), first, effort)
    }

    /// The window of every score there is.
    pub const WHOLE: (i32, i32) = (-64, 64);
    /// The window that distinguishes win, draw and loss.
    pub const SIGN: (i32, i32) = (-1, 1);
}

/// The solver of a board with sentinels, in words that they fit.
fn guarded<B: BoardWord>(width: u32, height: u32, hash_mib: usize, threads: usize) -> Box<dyn Prove<B>> {
    match height {
        4 => Box::new(Exact::<Guarded<B, 4>>::new(width, hash_mib, threads)),
        5 => Box::new(Exact::<Guarded<B, 5>>::new(width, hash_mib, threads)),
        6 => Box::new(Exact::<Guarded<B, 6>>::new(width, hash_mib, threads)),
        7 => Box::new(Exact::<Guarded<B, 7>>::new(width, hash_mib, threads)),
        8 => Box::new(Exact::<Guarded<B, 8>>::new(width, hash_mib, threads)),
        9 => Box::new(Exact::<Guarded<B, 9>>::new(width, hash_mib, threads)),
        _ => Box::new(Exact::<Guarded<B, 10>>::new(width, hash_mib, threads)),
    }
}

/// The solver of a board of at most 64 cells without sentinels; with them the lower ones fit 64 bits as well.
fn packed(width: u32, height: u32, hash_mib: usize, threads: usize) -> Box<dyn Prove<u64>> {
    match height {
        6 => Box::new(Exact::<Packed<6>>::new(width, hash_mib, threads)),
        7 => Box::new(Exact::<Packed<7>>::new(width, hash_mib, threads)),
        8 => Box::new(Exact::<Packed<8>>::new(width, hash_mib, threads)),
        9 => Box::new(Exact::<Packed<9>>::new(width, hash_mib, threads)),
        _ => Box::new(Exact::<Packed<10>>::new(width, hash_mib, threads)),
    }
}

/// Plies from a position with `stones` stones on a board of `cells` cells to the end of the game, if both sides play
/// for this score: to the last stone of a draw.
pub fn plies_to_end(cells: u32, stones: u32, score: i32) -> u32 {
    if score == 0 {
        return cells - stones;
    }
    // The winner makes stone number `own - |score|`, counted from 0, of their `own` stones on a full board.
    let mover_wins = score > 0;
    let first_wins = stones.is_multiple_of(2) == mover_wins;
    let own = if first_wins { cells.div_ceil(2) } else { cells / 2 };
    let nth = own - score.unsigned_abs();
    let last = 2 * nth + if first_wins { 1 } else { 2 };
    last - stones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::ConnectFour;

    fn score(width: u32, height: u32, columns: &str) -> i32 {
        let game = ConnectFour::<u64>::new(width, height).unwrap();
        let pos = game.play(columns).unwrap();
        let mut solver = Solver::new(pos.geometry(), 1, 1);
        solver.solve(&pos, Solver::<u64>::WHOLE, Effort::ENDLESS).score().unwrap()
    }

    #[test]
    fn the_two_usual_examples_have_their_scores() {
        assert_eq!(score(7, 6, "4455"), 18);
        assert_eq!(score(7, 6, "44455554221"), -15);
    }

    #[test]
    fn small_boards_have_their_published_values() {
        assert_eq!(score(4, 4, ""), 0);
        assert_eq!(score(6, 4, ""), -1, "the second player wins with the last stone");
        assert_eq!(score(5, 5, ""), 0);
    }

    #[test]
    fn a_score_tells_when_the_game_ends() {
        assert_eq!(plies_to_end(42, 0, 1), 41);
        assert_eq!(plies_to_end(42, 4, 18), 3);
        assert_eq!(plies_to_end(64, 0, -2), 62);
        assert_eq!(plies_to_end(42, 10, 0), 32);
    }
}

//! Opinions about positions: everything that the search asks of a game apart from its rules.

use super::{Bound, Leaf, Planner, Position, Score, Window};

/// Opinions about a position. One evaluator belongs to one thread.
///
/// Only [`Evaluator::evaluate`] must be written; every other method has a default that means
/// "no opinion". State that follows the board is kept with [`Evaluator::begin`],
/// [`Evaluator::make`] and [`Evaluator::unmake`]: the search calls them together with the position's own.
///
/// An evaluator that works for any game: the more moves, the better.
///
/// ```
/// use quadriga::contract::{Evaluator, Game as _, Position, Score};
/// use quadriga::games::connect_four::ConnectFour;
///
/// struct Mobility;
///
/// impl<P: Position> Evaluator<P> for Mobility {
///     fn evaluate(&mut self, pos: &P) -> Score {
///         Score::eval(pos.count_moves() as i32)
///     }
///
///     // One legal move is no choice: it costs no depth.
///     fn extension(&mut self, _: &P, _: P::Move, move_count: usize) -> i32 {
///         i32::from(move_count == 1)
///     }
/// }
///
/// let pos = ConnectFour::<u64>::new(7, 6).expect("a board").start_position();
/// assert_eq!(Mobility.evaluate(&pos), Score::eval(7));
/// ```
pub trait Evaluator<P: Position>: Send {
    /// Number of slots that [`Evaluator::history_slot`] uses.
    const HISTORY_SLOTS: usize = 1 << 16;

    /// Do history, killers and countermoves learn from every move, or only from quiet ones? Worth it if threats are
    /// common.
    const ALL_MOVES_TEACH: bool = false;

    /// Is the evaluator a [`Planner`]? The search by plans is compiled for such games alone.
    const PLANS: bool = false;

    /// A search starts at `root`; its player to move is the root player of the coalition rule.
    fn begin(&mut self, _root: &P) {}

    /// A number for what scores depend on apart from the position, during the current search. The transposition table
    /// keeps entries with another number apart.
    fn table_salt(&self) -> u64 {
        0
    }

    /// `mv` has just been made; `pos` is the position after it.
    fn make(&mut self, _pos: &P, _mv: P::Move) {}

    /// `mv` has just been unmade; `pos` is the position before it, as restored.
    fn unmake(&mut self, _pos: &P, _mv: P::Move) {}

    /// Value for the player to move, in hundredths of the game's unit (a man, a stone's worth), within
    /// `±Score::MAX_EVAL`. With more than two players: value for the coalition of the player to move.
    fn evaluate(&mut self, pos: &P) -> Score;

    /// The evaluation, if a node may be cut by it; `None` in the middle of an exchange, when it means little.
    fn static_eval(&mut self, pos: &P) -> Option<Score> {
        Some(self.evaluate(pos))
    }

    /// Appends the moves worth searching. May leave out moves that cannot change the result or that
    /// the game knows to be hopeless; never empty if a legal move exists; legal moves only.
    fn candidates(&mut self, pos: &P, moves: &mut Vec<P::Move>) {
        pos.generate(moves);
    }

    /// Rank of a move before history is known; higher is tried first. Range ±200,000. Hints of
    /// 100,000 and more mark forcing moves and are tried before killers. History adds up to ±8192 to the others.
    fn order_hint(&mut self, _pos: &P, _mv: P::Move) -> i32 {
        0
    }

    /// May this move be reduced and pruned? Captures and threats say no. Unless [`Evaluator::ALL_MOVES_TEACH`], the history
    /// learns from these moves alone.
    fn is_quiet(&self, _pos: &P, _mv: P::Move) -> bool {
        true
    }

    /// Slot of the history table, `0..HISTORY_SLOTS`.
    fn history_slot(&self, pos: &P, mv: P::Move) -> usize {
        usize::from(pos.move_code(mv))
    }

    /// Plies to add for a move that leads out of a node with `move_count` candidates; asked before it
    /// is made. 0 to 2: with 2 a reply costs neither its own ply nor that of the move before it, up to twice the depth
    /// of the iteration.
    fn extension(&mut self, _pos: &P, _mv: P::Move, _move_count: usize) -> i32 {
        0
    }

    /// May a node be cut before its moves are searched: because the player passes and is still above beta (null move),
    /// or because a shallower search is far above it (ProbCut)? Never in the middle of an exchange; a game in which
    /// having to move is often bad sets [`SearchParams::null_move_depth`](super::SearchParams) to 0.
    fn early_cut_allowed(&mut self, _pos: &P) -> bool {
        false
    }

    /// The whole search below depth 0, for the player to move. It makes and unmakes moves on `pos` as
    /// it likes and leaves it as it was; each position visited is reported with [`Leaf::visit`].
    fn quiesce(&mut self, pos: &mut P, _window: Window, _leaf: &mut Leaf<'_>) -> Score {
        self.evaluate(pos)
    }

    /// A search of the game's own that replaces the tree from here on, if it sees farther, such as in a race. `depth`
    /// is what the tree would still spend, so that effort can grow with it; positions visited are reported as in
    /// [`Evaluator::quiesce`]. `None`: search on. Not asked at the root.
    fn solve(&mut self, _pos: &P, _depth: i32, _leaf: &mut Leaf<'_>) -> Option<Score> {
        None
    }

    /// Exact or bounded knowledge, such as from a solver, an endgame table or a proved threat. `ply` is the distance
    /// from the root, for scores that count it; `depth` what the search would still spend.
    fn probe(&mut self, _pos: &P, _ply: i32, _depth: i32) -> Option<(Score, Bound)> {
        None
    }

    /// The number of moves that the player to move is likely to make before the game ends, at least 1: the clock is shared out
    /// among them. `None` if nothing better is known than the parameter `horizon`.
    fn moves_left(&self, _root: &P) -> Option<i64> {
        None
    }

    /// What the evaluator knows for a search by plans; `None` if [`Evaluator::PLANS`] is false.
    fn planner(&self) -> Option<&dyn Planner<P>> {
        None
    }
}

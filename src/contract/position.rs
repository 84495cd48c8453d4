//! The rules of a game, without opinions.

use super::{Outcome, Player};

/// The rules of one game at one moment.
///
/// Invariants (checked for every game by `tests/it/conformance.rs`): `unmake` restores exactly what `make` changed, the
/// key included; `key` is a function of what `fen` prints, without move counters that cannot matter yet; `generate`
/// yields no move twice and, in a position that someone has won, none at all.
///
/// Nim, where a player takes 1 to 3 matches from a heap and wins by taking the last one:
///
/// ```
/// # use quadriga::contract::{Outcome, Player, Position};
/// #[derive(Clone)]
/// struct Nim { heap: u16, to_move: Player }
///
/// impl Position for Nim {
///     type Move = u16;
///     type Undo = u16; // the heap before the move
///     const CAN_REPEAT: bool = false;
///     fn player_to_move(&self) -> Player { self.to_move }
///     fn key(&self) -> u64 { quadriga::random::mix(u64::from(self.heap) << 1 | self.to_move.index() as u64) }
///     fn outcome(&self) -> Option<Outcome> { (self.heap == 0).then(|| self.no_moves_outcome()) }
///     fn outcome_reason(&self) -> &'static str { "last match taken" }
///     fn no_moves_outcome(&self) -> Outcome { Outcome::Win(self.to_move.other()) }
///     fn generate(&self, moves: &mut Vec<u16>) { moves.extend(1..=self.heap.min(3)) }
///     fn make(&mut self, taken: u16) -> u16 {
///         let heap = self.heap;
///         *self = Nim { heap: heap - taken, to_move: self.to_move.other() };
///         heap
///     }
///     fn unmake(&mut self, _: u16, heap: u16) { *self = Nim { heap, to_move: self.to_move.other() } }
///     fn move_code(&self, taken: u16) -> u16 { taken }
/// }
/// let mut nim = Nim { heap: 2, to_move: Player::FIRST };
/// nim.make(2);
/// assert_eq!(nim.outcome(), Some(Outcome::Win(Player::FIRST)));
/// ```
pub trait Position: Clone + Send + Sync + 'static {
    /// One whole turn: a hop chain or a capture chain is one move, and two chains with the same effect
    /// are the same move.
    type Move: Copy + Eq + std::fmt::Debug + Send + Sync + 'static;
    /// What [`Position::unmake`] needs to take a move back.
    type Undo;

    /// Can a position occur twice in a game? `false` if every move adds a stone.
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

    /// The result, if the position itself shows it: a complete line, a full board, an expired move counter. Must be
    /// cheap. For repetition and lack of moves see [`Position::repetition_limit`] and [`Position::no_moves_outcome`].
    fn outcome(&self) -> Option<Outcome>;

    /// The rule behind [`Position::outcome`] in a few words ("four in a line"), for users.
    fn outcome_reason(&self) -> &'static str;

    /// The result if the player to move has no legal move.
    fn no_moves_outcome(&self) -> Outcome;

    /// Number of occurrences of a position that make the game a draw; `None` if repetition does not matter.
    fn repetition_limit(&self) -> Option<usize> {
        None
    }

    /// Appends every legal move to `moves`, in a fixed order. No moves when someone has won; in a
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

    /// Lets the player to move pass, for the null-move test; only called after [`super::Evaluator::early_cut_allowed`].
    /// Default: the game has no null move.
    fn make_null(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes back [`Position::make_null`].
    fn unmake_null(&mut self, _undo: Self::Undo) {}

    /// A short code for the transposition table, never 0. Two legal moves of one position may share a
    /// code only if that is rare: the table's move is a hint, found again in the generated list.
    fn move_code(&self, mv: Self::Move) -> u16;

    /// The key after a legal move, if it costs next to nothing, for prefetching; it may leave out what rarely matters.
    /// `None` if it is not known.
    fn key_after(&self, _mv: Self::Move) -> Option<u64> {
        None
    }

    /// Can no position from before this move occur again after it?
    fn is_irreversible(&self, _mv: Self::Move) -> bool {
        !Self::CAN_REPEAT
    }
}

//! Players, and the end of a game.
//!
//! Players are indices, never colours, because Chinese checkers has up to six of them. Values are
//! negated where the *side* changes, see [`opposes`].

/// Maximum number of players.
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

/// Turn and result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// Whose turn it is (or would be).
    pub to_move: Player,
    /// Number of players.
    pub players: usize,
    /// The result, with repetition and lack of moves taken into account; `None` while the game continues.
    pub outcome: Option<Outcome>,
    /// The rule that ended the game, in a few words; empty while it continues.
    pub reason: &'static str,
}

//! Which openings are balanced: by a search with a fixed number of nodes that begins with an empty table.
//!
//! An opening that is balanced by a short search is often decided by a long one, so games of seconds a move need openings
//! searched for seconds.

use std::fmt;

use crate::contract::{SearchLimits, Silent};
use crate::engine::AnyEngine;

/// When an opening counts as balanced: by a search of `nodes` and, if these are more than [`Balance::SHORT`], also by one
/// of that many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// Largest distance of a score from 0, in hundredths.
    pub within: i32,
    /// Nodes of the search, at least 1.
    pub nodes: u64,
}

impl Balance {
    /// Nodes of a search of a millisecond or two.
    pub const SHORT: u64 = 2000;

    /// Only by a short search; `within` is in hundredths.
    pub const fn short(within: i32) -> Balance {
        Balance { within, nodes: Self::SHORT }
    }

    /// Is the position of the board balanced?
    pub(super) fn holds(self, board: &mut dyn AnyEngine) -> Result<bool, String> {
        let Balance { within, nodes } = self;
        // The short search comes first: it rejects most positions.
        Ok(distance(board, nodes.min(Balance::SHORT))? <= within
            && (nodes <= Balance::SHORT || distance(board, nodes)? <= within))
    }
}

impl fmt::Display for Balance {
    /// As in the log of a match: `balance=50`, `balance=50 balance-nodes=1000000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "balance={}", self.within)?;
        if self.nodes == Self::SHORT { Ok(()) } else { write!(f, " balance-nodes={}", self.nodes) }
    }
}

/// Sets the options of a board for such searches.
pub(super) fn prepare(board: &mut dyn AnyEngine, balance: Option<Balance>) {
    let is_long = balance.is_some_and(|balance| balance.nodes > Balance::SHORT);
    let hash = if is_long { "64" } else { "1" };
    for (option, value) in [("Hash", hash), ("Threads", "1")] {
        board.set_option(option, value).expect("every game has these options");
    }
}

/// Absolute score of the position by a search, in hundredths.
pub(super) fn distance(board: &mut dyn AnyEngine, nodes: u64) -> Result<i32, String> {
    board.new_game();
    board.stop_handle().reset();
    let result = board.go(&SearchLimits::nodes(nodes), &mut Silent).map_err(|error| error.to_string())?;
    Ok(result.lines.first().map_or(i32::MAX, |line| line.score.0.abs()))
}

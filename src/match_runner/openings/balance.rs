//! Which openings are balanced, or favour one side as much as wanted: by a search with a fixed number of nodes that begins
//! with an empty table.
//!
//! An opening that is balanced by a short search is often decided by a long one, so games of seconds a move need openings
//! searched for seconds. If strong players draw nearly every balanced opening, those with an advantage for one side,
//! played from both sides, show a difference in fewer games.

use std::fmt;

use crate::contract::{SearchLimits, Silent};
use crate::engine::AnyEngine;

/// When an opening is accepted: by a search of `nodes` and, if these are more than [`Balance::SHORT`], also by one of that
/// many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// Smallest and largest distance of a score from 0, in hundredths.
    pub range: (i32, i32),
    /// Nodes of the search, at least 1.
    pub nodes: u64,
}

impl Balance {
    /// Nodes of a search of a millisecond or two.
    pub const SHORT: u64 = 2000;

    /// Largest distance in a range.
    const MAX: i32 = 30_000;

    /// Only by a short search, up to this distance in hundredths.
    pub const fn short(most: i32) -> Balance {
        Balance { range: (0, most), nodes: Self::SHORT }
    }

    /// Reads the range of distances: `50`, or `40..90`.
    ///
    /// # Errors
    /// One line: what is expected.
    pub fn parse_range(text: &str) -> Result<(i32, i32), String> {
        let (least, most) = text.split_once("..").unwrap_or(("0", text));
        let range = least.parse().ok().zip(most.parse().ok());
        let range = range.filter(|&(least, most)| 0 <= least && least <= most && most <= Self::MAX);
        range.ok_or_else(|| format!("expected hundredths from 0 to {}, such as 50 or 40..90", Self::MAX))
    }

    /// The words of the range on the command line.
    pub(super) fn range_text(self) -> String {
        match self.range {
            (0, most) => most.to_string(),
            (least, most) => format!("{least}..{most}"),
        }
    }

    /// Is the position of the board accepted?
    pub(super) fn holds(self, board: &mut dyn AnyEngine) -> Result<bool, String> {
        let Balance { range: (least, most), nodes } = self;
        let mut fits = |nodes| Ok::<_, String>((least..=most).contains(&distance(board, nodes)?));
        // The short search comes first: it rejects most positions.
        Ok(fits(nodes.min(Balance::SHORT))? && (nodes <= Balance::SHORT || fits(nodes)?))
    }
}

impl fmt::Display for Balance {
    /// As in the log of a match: `balance=50`, `balance=40..90 balance-nodes=1000000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "balance={}", self.range_text())?;
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

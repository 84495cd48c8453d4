//! Does this player win? A search that remembers reasons instead of positions.
//!
//! Late positions with the same cells occupied differ mostly in stones that do not matter any more. So this search
//! finds the lines of four on which an answer depends, and stores these: the answer for one position then decides all
//! in which these lines are the same (partition search: Ginsberg, "Partition Search", AAAI 1996, there for card games).
//! Does the second player win? On 8x8 it needs a quarter to a ninth of the nodes of `search.rs` with 20 stones, and a
//! sixth to a twentieth with 16. A node takes three to four times as long, so small searches are left to `search.rs`.
//!
//! | file | content |
//! |---|---|
//! | `reason.rs` | sets of lines, and their conditions |
//! | `plans.rs` | reasons for the bounds of `bounds.rs` |
//! | `forced.rs` | reasons for the results of forced play |
//! | `table.rs` | reasons by the cells that are occupied |
//! | `search.rs` | the search |

mod forced;
mod plans;
mod reason;
mod search;
mod table;

use super::Known;
use super::layout::Layout;
use super::node::{Field, Settled};
use super::rank::Lines;
use crate::contract::solver::Effort;
use crate::search::abdada::CurrentlySearching;
use reason::Explainer;
use search::PartitionThread;
use table::ReasonTable;

/// Known scores, and the largest number of stones for a look-up.
pub type KnownUpTo<'a, W> = (&'a dyn Known<W>, i32);

/// A question about one board, and the results so far.
pub struct Partition<L: Layout> {
    table: ReasonTable<L::Word>,
    /// Is the question about the first player?
    first: bool,
}

impl<L: Layout> Partition<L> {
    /// Does the first player win, or (`first` is false) the second? The table takes about `hash_mib` MiB.
    pub fn new(hash_mib: usize, first: bool) -> Partition<L> {
        Partition { table: ReasonTable::new(hash_mib), first }
    }

    /// Forgets everything found so far.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The answer for the position with these stones, in which the game is not over, unless the effort is spent before;
    /// also the nodes that it took. Known scores of positions with at most some number of stones are used. Several
    /// threads may call this at once; they share the moves of positions with fewer stones than in `shared`, by its
    /// marks.
    pub fn prove(
        &self,
        (field, lines): (&Field<L>, &Lines<L>),
        known: Option<KnownUpTo<'_, L::Word>>,
        (searching, shared_stones): (&CurrentlySearching, i32),
        (mover, occupied): (L::Word, L::Word),
        effort: Effort<'_>,
    ) -> (Option<bool>, u64) {
        let start = field.node(mover, occupied);
        let explainer = Explainer { field, lines };
        let (table, first) = (&self.table, self.first);
        let mut thread =
            PartitionThread { explainer, table, known, searching, shared_stones, first, nodes: 0, effort };
        let asked_moves = thread.asked_moves(&start);
        let answer = match field.settle(start) {
            Settled::Score(score) => Some(if asked_moves { score > 0 } else { score < 0 }),
            Settled::Quiet { node, .. } => thread.answer(&node, node.occupied == occupied),
        };
        (answer, thread.nodes)
    }
}

#[cfg(test)]
mod tests;

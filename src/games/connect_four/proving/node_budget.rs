//! The solver's share of the effort of a search.
//!
//! After a few plies of search the solver comes first, with as many nodes as a proof is likely to need; then the two
//! take turns, iteration by iteration. Allowances are counted in nodes, so that a search with one thread and no clock
//! repeats exactly. A node of the solver takes two to three times as long as one of the search: with half as many nodes
//! it has more than half of the time. If a proof is out of reach, the solver gets so little that the search does not
//! suffer.

use std::time::Duration;

use crate::contract::{MAX_PLY, SearchLimits};

/// Nodes in a millisecond of a thread that proves: a guess.
const NODES_PER_MS: u64 = 4000;
/// A proof counts as likely if it needs at most this many times the available nodes: estimates are often too high.
const LIKELY_FACTOR: u64 = 4;
/// Nodes of the first turn of an unlikely proof, if available.
const FIRST: u64 = 1 << 14;

/// The time that a proof of `work` nodes takes.
pub fn time_for(work: u64, threads: usize) -> Duration {
    Duration::from_millis(work / (NODES_PER_MS * threads as u64))
}

/// The nodes that the solver may spend until the value is proved.
#[derive(Clone, Copy, Debug)]
pub struct NodeBudget {
    first: u64,
    /// The solver gets one node for 2^`part_bits` nodes of the search.
    part_bits: u32,
    most: u64,
}

impl NodeBudget {
    /// The budget of a proof that needs about `work` nodes. `soft` and `hard` are the limits of time for the move.
    pub fn new(
        limits: &SearchLimits,
        (soft, hard): (Option<Duration>, Option<Duration>),
        threads: usize,
        work: u64,
    ) -> NodeBudget {
        let time = soft.or(hard).map(|time| time.as_millis() as u64 * NODES_PER_MS * threads as u64);
        // The time of deep iterations is unpredictable; each ply is assumed to double the effort.
        let depth = limits.depth.map(|depth| 1 << (depth.clamp(0, MAX_PLY) + 6).min(40));
        let there_is = [time, limits.nodes, depth].into_iter().flatten().min();
        let likely = there_is.is_none_or(|nodes| work / LIKELY_FACTOR < nodes);
        let first = match there_is {
            Some(nodes) if !likely => FIRST.min(nodes / 16),
            // On a clock the first turn also ends by time, and its proofs serve the rest of the game.
            Some(nodes) => {
                let most = if soft.is_some() { nodes.saturating_mul(2) } else { nodes / 2 };
                work.saturating_mul(LIKELY_FACTOR).max(FIRST).min(most)
            }
            None => work.saturating_mul(LIKELY_FACTOR).clamp(FIRST, 1 << 22),
        };
        let most = limits.nodes.map_or(u64::MAX, |nodes| nodes / 2);
        NodeBudget { first, part_bits: if likely { 1 } else { 6 }, most }
    }

    /// Nodes that the solver may have spent when the search has spent `searched`.
    pub fn nodes(&self, searched: u64) -> u64 {
        self.first.saturating_add(searched >> self.part_bits).min(self.most)
    }

    /// The budget after a first turn that took `spent` nodes: what it left is not added to later turns.
    pub fn after_first_turn(self, spent: u64) -> NodeBudget {
        NodeBudget { first: self.first.min(spent), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::TimePlan;

    #[test]
    fn a_likely_proof_comes_first_and_a_hopeless_one_takes_little() {
        let second = SearchLimits::move_time(1000);
        let plan = TimePlan::new(&second, 0, 10, 30);
        let likely = NodeBudget::new(&second, (plan.soft, plan.hard), 1, 500_000);
        assert!(likely.nodes(0) >= 1_000_000);
        let hopeless = NodeBudget::new(&second, (plan.soft, plan.hard), 1, 1 << 38);
        assert!(hopeless.nodes(0) < 20_000);
        assert!(hopeless.nodes(1 << 24) < 1 << 20);
        assert!(likely.nodes(1 << 24) > 1 << 21);
    }

    #[test]
    fn on_a_clock_the_first_turn_may_take_a_whole_likely_proof() {
        let clock = SearchLimits { clock_ms: [Some(1000); 6], ..SearchLimits::default() };
        let plan = TimePlan::new(&clock, 0, 10, 30).for_proof(&clock, 0, 10, time_for(1_000_000, 1));
        assert!(NodeBudget::new(&clock, (plan.soft, plan.hard), 1, 1_000_000).nodes(0) >= 3_000_000);
    }

    #[test]
    fn half_of_the_nodes_are_left_to_the_search() {
        for nodes in [1, 5, 1000, 1_000_000] {
            let limits = SearchLimits::nodes(nodes);
            let node_budget = NodeBudget::new(&limits, (None, None), 1, 1 << 30);
            assert!(node_budget.nodes(u64::MAX) <= nodes / 2);
        }
    }
}

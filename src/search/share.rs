//! How much of a search's effort the prover gets.
//!
//! The prover comes first, once the search has seen a few plies, with as much as a proof is likely to need; then the two
//! take turns, iteration by iteration. Shares are counted in nodes, so that a search with one thread and no clock repeats
//! exactly. A node of a prover costs two to three times as much as one of the search: with half as many nodes it has more
//! than half of the time. Where a proof is out of reach the prover gets a share that nobody misses.

use std::time::Duration;

use super::time::TimePlan;
use crate::contract::MAX_PLY;
use crate::contract::SearchLimits;

/// Nodes a second of a thread that proves: a guess.
const NODES_PER_MS: u64 = 4000;
/// What a proof may cost compared to what there is, and still be tried in earnest.
const HOPE: u64 = 4;
/// What the prover gets before it takes turns, where there is that much to give.
const FIRST: u64 = 1 << 14;

/// The time that a proof of so many nodes takes.
pub fn time_for(work: u64, threads: usize) -> Duration {
    Duration::from_millis(work / (NODES_PER_MS * threads as u64))
}

/// Nodes that the prover may spend until the value is proved.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    first: u64,
    /// One of two to this many nodes.
    part_bits: u32,
    most: u64,
}

impl Share {
    /// The share of a prover that needs about `work` nodes.
    pub fn new(limits: &SearchLimits, plan: &TimePlan, threads: usize, work: u64) -> Share {
        let time =
            plan.soft.or(plan.hard).map(|time| time.as_millis() as u64 * NODES_PER_MS * threads as u64);
        // Deep iterations take longer than anybody can say; each ply is taken to double the effort.
        let depth = limits.depth.map(|depth| 1 << (depth.clamp(0, MAX_PLY) + 6).min(40));
        let there_is = [time, limits.nodes, depth].into_iter().flatten().min();
        let likely = there_is.is_none_or(|nodes| work / HOPE < nodes);
        let first = match there_is {
            Some(nodes) if !likely => FIRST.min(nodes / 16),
            // On a clock the first turn ends by time as well, and what it proves serves the rest of the game.
            Some(nodes) => {
                let most = if plan.soft.is_some() { nodes.saturating_mul(2) } else { nodes / 2 };
                work.saturating_mul(HOPE).max(FIRST).min(most)
            }
            None => work.saturating_mul(HOPE).clamp(FIRST, 1 << 22),
        };
        let most = limits.nodes.map_or(u64::MAX, |nodes| nodes / 2);
        Share { first, part_bits: if likely { 1 } else { 6 }, most }
    }

    /// Nodes that the prover may have spent when the search has spent `searched`.
    pub fn allowance(&self, searched: u64) -> u64 {
        self.first.saturating_add(searched >> self.part_bits).min(self.most)
    }

    /// The first turn was cut short after `spent` nodes.
    pub fn cut_first(&mut self, spent: u64) {
        self.first = self.first.min(spent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_likely_proof_comes_first_and_a_hopeless_one_takes_little() {
        let second = SearchLimits::move_time(1000);
        let plan = TimePlan::new(&second, 0, 10, 30);
        let likely = Share::new(&second, &plan, 1, 500_000);
        assert!(likely.allowance(0) >= 1_000_000);
        let hopeless = Share::new(&second, &plan, 1, 1 << 38);
        assert!(hopeless.allowance(0) < 20_000);
        assert!(hopeless.allowance(1 << 24) < 1 << 20);
        assert!(likely.allowance(1 << 24) > 1 << 21);
    }

    #[test]
    fn on_a_clock_the_first_turn_may_take_a_whole_likely_proof() {
        let clock = SearchLimits { clock_ms: [Some(1000); 6], ..SearchLimits::default() };
        let plan = TimePlan::new(&clock, 0, 10, 30).for_proof(&clock, 0, 10, time_for(1_000_000, 1));
        assert!(Share::new(&clock, &plan, 1, 1_000_000).allowance(0) >= 3_000_000);
    }

    #[test]
    fn half_of_the_nodes_are_left_to_the_search() {
        for nodes in [1, 5, 1000, 1_000_000] {
            let limits = SearchLimits::nodes(nodes);
            let share = Share::new(&limits, &TimePlan::NONE, 1, 1 << 30);
            assert!(share.allowance(u64::MAX) <= nodes / 2);
        }
    }
}

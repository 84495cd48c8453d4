//! The search for a winning strategy: one move of the winner in every position, against all replies.
//!
//! Two stages, each of which continues from the lines of a work file:
//!
//! 1. A proof-number search (Allis, van der Meulen and van den Herik, "Proof-Number Search", 1994) whose leaves are
//!    jobs, as in job-level proof-number search (Wu, Lin and others, 2010): attempts of the solver with a limit of
//!    nodes. Later jobs use the results of earlier ones, so small jobs are best: on 8x8 a position with 12 stones took
//!    44 million nodes with jobs of 300,000, 33 million with jobs of 10,000.
//! 2. The strategy is walked, and each position of the winner gets its move, until a search of few nodes proves the
//!    win.
//!
//! | file | content |
//! |---|---|
//! | `work.rs` | lines of the work file |
//! | `tree.rs` | positions with proof and disproof numbers |
//! | `search.rs` | jobs: the first stage |
//! | `walk.rs` | moves: the second stage |

mod search;
mod tree;
mod walk;
mod work;

use crate::contract::book::{StrategyListener, StrategyQuestion};
use crate::contract::solver::Effort;
use crate::contract::{Outcome, Position as _};
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::solver::Solver;
use crate::games::connect_four::word::BoardWord;
use work::Work;

/// The common data of both stages.
struct Setting<'a, B> {
    question: &'a StrategyQuestion,
    solver: &'a Solver<B>,
    listener: &'a dyn StrategyListener,
}

impl<B: BoardWord> Setting<'_, B> {
    /// Does a search of at most `nodes` nodes find a win of the winner? Also returns its nodes. The game may be over.
    fn wins(&self, pos: &Position<B>, nodes: u64) -> (Option<bool>, u64) {
        if let Some(outcome) = pos.outcome() {
            let winner = usize::from(!self.question.first);
            return (Some(matches!(outcome, Outcome::Win(player) if player.index() == winner)), 0);
        }
        let stop = || self.listener.stop();
        self.solver.wins(pos, self.question.first, Effort { nodes, stop: &stop })
    }

    /// Is it the winner's turn?
    fn winner_moves(&self, pos: &Position<B>) -> bool {
        pos.ply().is_multiple_of(2) == self.question.first
    }
}

/// See [`crate::contract::book::BookMaker::search_strategy`].
pub fn search<B: BoardWord>(
    geometry: Geometry<B>,
    hash_mib: usize,
    question: &StrategyQuestion,
    work: &str,
    listener: &dyn StrategyListener,
) -> Result<Option<bool>, String> {
    let work = Work::read(geometry, work)?;
    // Only one of its questions is asked; the table of that one takes half.
    let solver = Solver::new(&geometry, 2 * hash_mib, 1);
    let setting = Setting { question, solver: &solver, listener };
    match search::prove(&setting, geometry, &work)? {
        Some(true) => walk::give_moves(&setting, geometry, &work),
        other => Ok(other),
    }
}

#[cfg(test)]
mod tests;

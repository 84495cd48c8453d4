//! Reports: what a line of the search, or of the prover, looks like to those who listen.

use super::root::RootLine;
use super::worker::Shared;
use crate::contract::wdl;
use crate::contract::{Bound, Score, SearchInfo, SearchObserver, SearchResult};

/// An observer, and what it was told last: the first move of each line. A search that is stopped in the middle of a
/// depth may end with other lines than it has reported, and so may one whose helper got deeper.
pub struct Told<'a, M> {
    observer: &'a mut dyn SearchObserver<M>,
    moves: Vec<Option<M>>,
}

impl<'a, M: Copy + Eq> Told<'a, M> {
    /// Nothing told yet.
    pub fn new(observer: &'a mut dyn SearchObserver<M>) -> Told<'a, M> {
        Told { observer, moves: Vec::new() }
    }

    /// Tells what has not been told of the result: the last report of a line begins with the move that is played.
    pub fn catch_up(&mut self, result: &SearchResult<M>) {
        for (rank, line) in result.lines.iter().enumerate() {
            let told = self.moves.get(rank).copied().flatten();
            if line.pv.first().copied() != told {
                self.observer.on_info(line);
            }
        }
    }
}

impl<M: Copy> SearchObserver<M> for Told<'_, M> {
    fn on_info(&mut self, info: &SearchInfo<M>) {
        self.moves.resize(self.moves.len().max(info.multi_pv), None);
        self.moves[info.multi_pv - 1] = info.pv.first().copied();
        self.observer.on_info(info);
    }
}

/// What a report says beside its line.
#[derive(Clone, Copy)]
pub struct Spent {
    /// Iteration, in plies.
    pub depth: i32,
    /// Deepest ply visited.
    pub seldepth: i32,
    /// Nodes of all threads and of the prover.
    pub nodes: u64,
    /// Positions whose value came from a solver or table.
    pub tb_hits: u64,
}

/// The report of a line of the search whose rank counts from 0.
pub fn line_info<M: Copy>(
    line: &RootLine<M>,
    rank: usize,
    spent: &Spent,
    shared: &Shared<'_>,
) -> SearchInfo<M> {
    SearchInfo {
        depth: line.depth,
        seldepth: spent.seldepth,
        multi_pv: rank + 1,
        score: line.score,
        bound: line.bound,
        proved: false,
        nodes: spent.nodes,
        time: shared.budget.elapsed(),
        hashfull: shared.tt.hashfull(),
        tb_hits: spent.tb_hits,
        wdl: wdl(line.score, shared.params),
        pv: line.pv.clone(),
    }
}

/// The report of a line, counted from 0, whose score the prover found.
pub fn proved_info<M: Copy>(
    pv: Vec<M>,
    (score, bound): (Score, Bound),
    line: usize,
    spent: &Spent,
    shared: &Shared<'_>,
) -> SearchInfo<M> {
    let plies = score.plies_to_end().unwrap_or(0).max(pv.len() as i32);
    let is_draw = score == Score::DRAW && bound == Bound::Exact;
    SearchInfo {
        depth: spent.depth,
        seldepth: spent.seldepth.max(plies),
        multi_pv: line + 1,
        score,
        bound,
        proved: true,
        nodes: spent.nodes,
        time: shared.budget.elapsed(),
        hashfull: shared.tt.hashfull(),
        tb_hits: spent.tb_hits,
        wdl: if is_draw { [0, 1000, 0] } else { wdl(score, shared.params) },
        pv,
    }
}

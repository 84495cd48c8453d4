//! Reports to the observer: lines of the search, and proved ones.

use super::root::RootLine;
use super::worker::Shared;
use crate::contract::{Bound, ProvedLine, Score, SearchInfo, SearchObserver, SearchResult, wdl};

/// An observer, and the first move of each line as it was reported last. A search that is stopped in the middle of an
/// iteration may end with other lines than it has reported, and so may one in which another thread got deeper.
pub struct Reporter<'a, M> {
    observer: &'a mut dyn SearchObserver<M>,
    moves: Vec<Option<M>>,
    /// The last proved line of each rank.
    proved: Vec<Option<SearchInfo<M>>>,
}

impl<'a, M: Copy + Eq> Reporter<'a, M> {
    /// Nothing reported yet.
    pub fn new(observer: &'a mut dyn SearchObserver<M>) -> Reporter<'a, M> {
        Reporter { observer, moves: Vec::new(), proved: Vec::new() }
    }

    /// Reports the lines of the result that were not reported, so that the last report begins with the move played.
    pub fn report_rest(&mut self, result: &SearchResult<M>) {
        for (rank, line) in result.lines.iter().enumerate() {
            let reported = self.moves.get(rank).copied().flatten();
            if line.pv.first().copied() != reported {
                self.observer.on_info(line);
            }
        }
    }
}

impl<M: Copy + Eq> SearchObserver<M> for Reporter<'_, M> {
    /// A proved line is reported once, although a longer search for its continuation may have found no more.
    fn on_info(&mut self, info: &SearchInfo<M>) {
        let ranks = self.moves.len().max(info.multi_pv);
        self.moves.resize(ranks, None);
        self.proved.resize(ranks, None);
        let is_alike = |known: &SearchInfo<M>| {
            (known.depth, known.score, known.bound, &known.pv)
                == (info.depth, info.score, info.bound, &info.pv)
        };
        let known = &mut self.proved[info.multi_pv - 1];
        if info.proved && known.as_ref().is_some_and(is_alike) {
            return;
        }
        *known = info.proved.then(|| info.clone());
        self.moves[info.multi_pv - 1] = info.pv.first().copied();
        self.observer.on_info(info);
    }

    fn on_note(&mut self, note: &str) {
        self.observer.on_note(note);
    }
}

/// The contents of a report apart from its line.
#[derive(Clone, Copy)]
pub struct Totals {
    /// Iteration, in plies.
    pub depth: i32,
    /// Deepest ply visited.
    pub seldepth: i32,
    /// Nodes of all threads and of the helper.
    pub nodes: u64,
    /// Positions whose value came from a solver or table.
    pub tb_hits: u64,
}

/// The report of a line of the search whose rank counts from 0.
pub fn line_info<M: Copy>(
    line: &RootLine<M>,
    rank: usize,
    totals: &Totals,
    shared: &Shared<'_>,
) -> SearchInfo<M> {
    SearchInfo {
        depth: line.depth,
        seldepth: totals.seldepth,
        multi_pv: rank + 1,
        score: line.score,
        bound: line.bound,
        proved: false,
        nodes: totals.nodes,
        time: shared.budget.elapsed(),
        hashfull: shared.tt.hashfull(),
        tb_hits: totals.tb_hits,
        wdl: wdl(line.score, shared.params),
        pv: line.pv.clone(),
    }
}

/// The report of a proved line whose rank counts from 0.
pub fn proved_info<M: Copy>(
    ProvedLine { pv, score, bound }: ProvedLine<M>,
    rank: usize,
    totals: &Totals,
    shared: &Shared<'_>,
) -> SearchInfo<M> {
    let plies = score.plies_to_end().unwrap_or(0).max(pv.len() as i32);
    let is_draw = score == Score::DRAW && bound == Bound::Exact;
    SearchInfo {
        depth: totals.depth,
        seldepth: totals.seldepth.max(plies),
        multi_pv: rank + 1,
        score,
        bound,
        proved: true,
        nodes: totals.nodes,
        time: shared.budget.elapsed(),
        hashfull: shared.tt.hashfull(),
        tb_hits: totals.tb_hits,
        wdl: if is_draw { [0, 1000, 0] } else { wdl(score, shared.params) },
        pv,
    }
}

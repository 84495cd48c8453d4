//! What a search reports while it runs and when it ends.

use std::time::Duration;

use super::{Bound, Score};

/// A report of one principal variation. `M` is a move inside the search and its text outside.
#[derive(Clone, Debug)]
pub struct SearchInfo<M> {
    /// Nominal depth of the iteration, in plies.
    pub depth: i32,
    /// Deepest ply visited.
    pub seldepth: i32,
    /// Rank of this line, from 1.
    pub multi_pv: usize,
    /// Value for the player to move at the root.
    pub score: Score,
    /// Exact, or a bound if the aspiration window failed.
    pub bound: Bound,
    /// Is the score proved by the game's solver? If it is also exact, it is the game-theoretic value, with the fastest
    /// win or the slowest loss.
    pub proved: bool,
    /// Nodes of all threads since the search started.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// Fill of the transposition table, 0..=1000.
    pub hashfull: u32,
    /// Positions whose value came from a solver or table.
    pub tb_hits: u64,
    /// Expected win, draw, loss of the root player, in thousandths; adds up to 1000.
    pub wdl: [u32; 3],
    /// The line, first move first. Empty only if the root has no move.
    pub pv: Vec<M>,
}

impl<M> SearchInfo<M> {
    /// The same report with other move values.
    pub fn map_moves<T>(&self, pv: Vec<T>) -> SearchInfo<T> {
        SearchInfo {
            depth: self.depth,
            seldepth: self.seldepth,
            multi_pv: self.multi_pv,
            score: self.score,
            bound: self.bound,
            proved: self.proved,
            nodes: self.nodes,
            time: self.time,
            hashfull: self.hashfull,
            tb_hits: self.tb_hits,
            wdl: self.wdl,
            pv,
        }
    }

    /// Is it the value of a line, and not a bound that the search is about to replace?
    pub fn is_complete(&self) -> bool {
        self.bound == Bound::Exact || self.proved
    }

    /// Nodes per second, see [`nodes_per_second`].
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The move to play; `None` if there is no legal move.
    pub best_move: Option<M>,
    /// The expected reply.
    pub ponder_move: Option<M>,
    /// The last complete report of each line, best first.
    pub lines: Vec<SearchInfo<M>>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
}

impl<M: Clone> SearchResult<M> {
    /// A search of a position without moves.
    pub fn none() -> SearchResult<M> {
        SearchResult { best_move: None, ponder_move: None, lines: Vec::new(), nodes: 0, time: Duration::ZERO }
    }

    /// Makes the move of this line (by index) the one to play.
    pub fn choose_line(&mut self, index: usize) {
        if let Some(line) = self.lines.get(index) {
            self.best_move = line.pv.first().cloned();
            self.ponder_move = line.pv.get(1).cloned();
        }
    }

    /// The same result with moves written by `text`, which gets whole lines because a move may depend on
    /// those before it.
    pub fn map_moves<T: Clone>(&self, text: impl Fn(&[M]) -> Vec<T>) -> SearchResult<T> {
        let chosen: Vec<M> = self.best_move.iter().chain(&self.ponder_move).cloned().collect();
        let chosen = text(&chosen);
        SearchResult {
            best_move: chosen.first().cloned(),
            ponder_move: chosen.get(1).cloned(),
            lines: self.lines.iter().map(|line| line.map_moves(text(&line.pv))).collect(),
            nodes: self.nodes,
            time: self.time,
        }
    }
}

/// Listens to a running search. Called from the searching thread, in order.
///
/// ```
/// use quadriga::contract::{SearchInfo, SearchLimits, SearchObserver};
///
/// struct Depths(Vec<i32>);
///
/// impl SearchObserver<String> for Depths {
///     fn on_info(&mut self, info: &SearchInfo<String>) {
///         self.0.push(info.depth);
///     }
/// }
///
/// let mut engine = quadriga::games::open("gomoku").expect("a game");
/// let mut depths = Depths(Vec::new());
/// engine.go(&SearchLimits::depth(3), &mut depths)?;
/// assert_eq!(depths.0.last(), Some(&3));
/// # Ok::<(), quadriga::contract::EngineError>(())
/// ```
pub trait SearchObserver<M> {
    /// A line was searched (or failed low or high) at some depth.
    fn on_info(&mut self, info: &SearchInfo<M>);

    /// Something about the search that its client should know: fewer threads than requested, a fault.
    fn on_note(&mut self, _note: &str) {}

    /// What a database knows of the position before the search: a note, unless the observer shows it otherwise.
    fn on_known(&mut self, known: &str) {
        self.on_note(known);
    }
}

/// An observer that ignores everything.
pub struct Silent;

impl<M> SearchObserver<M> for Silent {
    fn on_info(&mut self, _info: &SearchInfo<M>) {}
}

/// Expected win, draw and loss in thousandths for a score: a logistic curve of the game's own width
/// ([`super::SearchParams::wdl_scale`]).
pub fn wdl(score: Score, params: &super::SearchParams) -> [u32; 3] {
    if score.is_decisive() {
        return if score.is_win() { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    // ln 3: three wins of four at `wdl_scale`.
    let steepness = 1.098_612 / f64::from(params.wdl_scale.max(1));
    let chance = |value: i32| 1000.0 / (1.0 + (-f64::from(value) * steepness).exp());
    let win = chance(score.0).round() as u32;
    let loss = chance(-score.0).round() as u32;
    let win = win.min(1000 - loss.min(1000));
    [win, 1000 - win - loss, loss]
}

/// Nodes per second as front-ends print it; the time counts for at least a microsecond.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    let per_second = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(per_second).unwrap_or(u64::MAX)
}

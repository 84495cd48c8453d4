//! Wins by threats at the root of a search.
//!
//! After each iteration it looks for a win of the player to move, and for a win of the opponent after the best move so
//! far. A win ends the search; a losing move is not searched any more, unless all moves lose. Both searches keep their
//! tables, so that each turn continues where the last one ended. They may spend one node for [`SHARE`] nodes of the
//! search, which costs little strength.

use std::time::Duration;

use super::{ThreatWin, Vct, Verdict};
use crate::contract::solver::Effort;
use crate::contract::{
    AfterTurn, Bound, Position as _, ProvedLine, RootHelper, RootRequest, RootTurn, Score,
};
use crate::games::gomoku::pattern_board::PatternBoard;
use crate::games::gomoku::position::{Move, Position};

/// Iterations before the first turn: enough for a sensible best move.
const DEPTH_BEFORE: i32 = 3;
/// Nodes of the main search for each node here.
const SHARE: u64 = 8;
/// The same if the search is for a win.
const SHARE_FOR_MATE: u64 = 1;
/// Fewest nodes that are worth a turn, since each turn starts at the root.
const MIN_NODES: u64 = 64;

/// The search for wins by threats as a helper of searches.
pub struct ThreatHelper {
    vct: Vct,
    board: PatternBoard,
    /// Index of the player to move at the root.
    player: usize,
    /// Best lines wanted.
    lines: usize,
    /// Is the own win still open?
    attacks: bool,
    win: Option<ThreatWin>,
    /// Moves that let the opponent win by threats, with upper bounds of their values.
    refuted: Vec<(Move, Score)>,
    /// Moves that do not.
    safe: Vec<Move>,
    nodes: u64,
}

impl ThreatHelper {
    /// A helper with tables of at most `mib` MiB; `root` is any position of its rules and size.
    pub fn new(mib: usize, root: &Position) -> ThreatHelper {
        ThreatHelper {
            vct: Vct::new(mib),
            board: PatternBoard::new(root),
            player: 0,
            lines: 1,
            attacks: false,
            win: None,
            refuted: Vec::new(),
            safe: Vec::new(),
            nodes: 0,
        }
    }

    /// Searches for a win of `attacker`, the player to move, with this many nodes, which count as the search's.
    fn search(&mut self, attacker: usize, nodes: u64, turn: &RootTurn<'_, Position>) -> Verdict {
        let stop = || turn.budget.is_called_off();
        let (verdict, spent) = self.vct.attack(&mut self.board, attacker, Effort { nodes, stop: &stop });
        turn.budget.spend_elsewhere(spent);
        self.nodes += spent;
        verdict
    }

    /// Nodes that may still be spent.
    fn allowance(&self, turn: &RootTurn<'_, Position>) -> u64 {
        let share = if turn.mate_plies.is_some() { SHARE_FOR_MATE } else { SHARE };
        let allowed = turn.budget.searched_nodes(turn.counter) / share;
        allowed.saturating_sub(self.nodes).min(turn.budget.room(turn.counter) / 2)
    }

    /// Does the player to move win? True if that ends the search.
    fn attack(&mut self, nodes: u64, turn: &mut RootTurn<'_, Position>) -> bool {
        match self.search(self.player, nodes, turn) {
            Verdict::Win(win) => {
                let is_asked_for = turn.mate_plies.is_none_or(|most| win.plies <= most);
                let decides = self.lines == 1 && is_asked_for;
                if decides {
                    let score = Score::win_in(win.plies);
                    (turn.report)(vec![ProvedLine { pv: win.line.clone(), score, bound: Bound::Exact }]);
                }
                self.win = Some(win);
                self.attacks = false;
                decides
            }
            Verdict::NoThreatWins => {
                self.attacks = false;
                false
            }
            Verdict::Unknown => false,
        }
    }

    /// Does the opponent win after the best move?
    fn defend(&mut self, nodes: u64, turn: &RootTurn<'_, Position>) {
        let best = turn.moves[0];
        if self.safe.contains(&best) || self.is_refuted(best) {
            return;
        }
        self.board.make(best, self.player);
        let verdict = self.search(1 - self.player, nodes, turn);
        self.board.unmake(best, self.player);
        match verdict {
            Verdict::Win(win) => self.refuted.push((best, Score::loss_in(win.plies + 1))),
            Verdict::NoThreatWins => self.safe.push(best),
            Verdict::Unknown => {}
        }
    }
}

impl RootHelper<Position> for ThreatHelper {
    fn begin(&mut self, request: &RootRequest<'_, Position>) -> Option<Duration> {
        self.board = PatternBoard::new(request.root);
        self.player = request.root.player_to_move().index();
        self.lines = request.lines;
        // A search of some moves only may miss the win.
        self.attacks = request.moves.is_empty();
        self.win = None;
        self.refuted.clear();
        self.safe.clear();
        self.nodes = 0;
        None
    }

    fn take_turn(&mut self, turn: &mut RootTurn<'_, Position>) -> AfterTurn {
        if turn.depth < DEPTH_BEFORE && !turn.is_last {
            return AfterTurn::SearchOn;
        }
        let nodes = self.allowance(turn);
        if nodes < MIN_NODES || self.win.is_some() {
            return AfterTurn::SearchOn;
        }
        if self.attacks && self.attack(nodes / 2, turn) {
            return AfterTurn::Decided;
        }
        if self.lines == 1 && self.win.is_none() {
            self.defend(nodes / 2, turn);
        }
        AfterTurn::SearchOn
    }

    fn is_refuted(&self, mv: Move) -> bool {
        self.refuted_score(mv).is_some()
    }

    fn refuted_score(&self, mv: Move) -> Option<Score> {
        self.refuted.iter().find(|(refuted, _)| *refuted == mv).map(|&(_, score)| score)
    }

    fn proved_best(&self) -> Option<(Move, Score, Bound)> {
        let win = self.win.as_ref()?;
        Some((*win.line.first()?, Score::win_in(win.plies), Bound::Exact))
    }

    fn clear(&mut self) {
        self.vct.clear();
    }
}

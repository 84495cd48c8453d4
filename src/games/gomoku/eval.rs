//! The evaluator of the family: the hooks of the search.
//!
//! All knowledge of the board lives in [`PatternBoard`], which follows the search move by move; this file derives the
//! value of a position, the order of moves, and what is proved without search.

use std::sync::Arc;

use super::candidates::candidates;
use super::geometry::{Cell, PADDED_CELLS};
use super::network::{Network, NetworkBoard};
use super::params;
use super::pattern_board::PatternBoard;
use super::points::PointClass;
use super::position::{Move, Position};
use super::vcf::{Effort, Vcf};
use crate::contract::{self, Bound, Leaf, Position as _, Score, Window};

/// The evaluator of one thread.
pub struct Evaluator {
    pub(super) board: PatternBoard,
    pub(super) network: NetworkBoard,
    pub(super) vcf: Vcf,
    /// Positions visited by long searches for a victory by fours since the search began.
    long_vcf_nodes: u64,
    /// A list of moves, kept for reuse.
    pub(super) buffer: Vec<Cell>,
}

/// Points of rank for a hundredth of log-odds of the policy; history ranges to 8192.
const ORDER_FACTOR: i32 = 10;
/// Limit of these ranks. Only differences of the policy's sums matter, so they have no natural zero; a test checks that
/// they stay within the limit.
pub(super) const MAX_RANK: i32 = 99_000;

/// Hints by what a move achieves; anything from 100,000 up is forcing.
mod hint {
    pub const FIVE: i32 = 200_000;
    pub const BLOCK_FIVE: i32 = 190_000;
    pub const STRAIGHT_FOUR: i32 = 180_000;
    pub const FOUR_THREE: i32 = 170_000;
    /// The middle of a range of twice [`MAX_RANK`](super::MAX_RANK) / 4.
    pub const BLOCK_STRAIGHT_FOUR: i32 = 130_000;
}

impl Evaluator {
    /// An evaluator for positions like this one (same rule and size); follow another with `begin`.
    pub(super) fn new(network: Arc<Network>, pos: &Position) -> Evaluator {
        Evaluator {
            board: PatternBoard::new(pos),
            network: NetworkBoard::new(network, pos),
            vcf: Vcf::new(),
            long_vcf_nodes: 0,
            buffer: Vec::new(),
        }
    }

    /// The board as the evaluation sees it.
    pub fn board(&self) -> &PatternBoard {
        &self.board
    }

    /// Value of the position for `player`, the player to move.
    pub(super) fn value(&mut self, player: usize) -> i32 {
        self.network.value(&self.board, player)
    }
}

/// Plies in which `player`, to move, wins (positive) or loses (negative), if the classes of the points alone prove it.
pub(super) fn proved(board: &PatternBoard, player: usize) -> Option<i32> {
    if board.count(player, PointClass::Five) > 0 {
        return Some(1);
    }
    match board.count(1 - player, PointClass::Five) {
        0 => (board.count(player, PointClass::StraightFour) > 0).then_some(3),
        // One stone cannot stop both, except where closing an end may.
        2.. if !board.closing_matters() => Some(-2),
        _ => None,
    }
}

impl contract::Evaluator<Position> for Evaluator {
    /// Quiet moves, and then those that make a three or a four.
    const HISTORY_SLOTS: usize = 2 * PADDED_CELLS;
    const ALL_MOVES_TEACH: bool = true;

    fn begin(&mut self, root: &Position) {
        self.long_vcf_nodes = 0;
        self.board = PatternBoard::new(root);
        self.network.begin(root);
    }

    fn make(&mut self, pos: &Position, mv: Move) {
        self.board.make(mv, pos.player_to_move().other().index());
    }

    fn unmake(&mut self, pos: &Position, mv: Move) {
        self.board.unmake(mv, pos.player_to_move().index());
    }

    fn evaluate(&mut self, pos: &Position) -> Score {
        Score::eval(self.value(pos.player_to_move().index()))
    }

    fn static_eval(&mut self, pos: &Position) -> Option<Score> {
        let enemy = pos.player_to_move().other().index();
        let calm = !self.board.has(enemy, PointClass::StraightFour, PointClass::Five);
        calm.then(|| self.evaluate(pos))
    }

    fn candidates(&mut self, pos: &Position, moves: &mut Vec<Move>) {
        if pos.outcome().is_none() {
            candidates(&self.board, pos.player_to_move().index(), moves);
        }
    }

    fn order_hint(&mut self, pos: &Position, mv: Move) -> i32 {
        let player = pos.player_to_move().index();
        let [own, enemy] = [player, 1 - player].map(|p| self.board.class(mv, p));
        let rank =
            (ORDER_FACTOR * self.network.likelihood(&self.board, player, mv)).clamp(-MAX_RANK, MAX_RANK);
        match (own, enemy) {
            (PointClass::Five, _) => hint::FIVE,
            (_, PointClass::Five) => hint::BLOCK_FIVE,
            (PointClass::StraightFour, _) => hint::STRAIGHT_FOUR,
            (PointClass::FourThree, _) => hint::FOUR_THREE,
            (_, PointClass::StraightFour) => hint::BLOCK_STRAIGHT_FOUR + rank / 4,
            _ => rank,
        }
    }

    fn is_quiet(&self, pos: &Position, mv: Move) -> bool {
        let player = pos.player_to_move().index();
        let own = self.board.class(mv, player);
        let enemy = self.board.class(mv, 1 - player);
        own < PointClass::Three && !(PointClass::StraightFour..=PointClass::Five).contains(&enemy)
    }

    fn history_slot(&self, pos: &Position, mv: Move) -> usize {
        let own = self.board.class(mv, pos.player_to_move().index());
        let is_threat = (PointClass::Three..=PointClass::MaybeFoul).contains(&own);
        mv.index() + if is_threat { PADDED_CELLS } else { 0 }
    }

    /// The only answer to a four costs no ply. Nor does the four itself if the player could otherwise make a straight
    /// four: it only delays that, and with a few such pairs of moves the opponent would push it beyond the depth of the
    /// search.
    fn extension(&mut self, pos: &Position, _mv: Move, move_count: usize) -> i32 {
        let player = pos.player_to_move().index();
        if move_count != 1 || self.board.count(1 - player, PointClass::Five) == 0 {
            return 0;
        }
        1 + i32::from(self.board.count(player, PointClass::StraightFour) > 0)
    }

    fn early_cut_allowed(&mut self, pos: &Position) -> bool {
        let enemy = pos.player_to_move().other().index();
        !self.board.has(enemy, PointClass::FourThree, PointClass::Five)
    }

    fn quiesce(&mut self, pos: &mut Position, window: Window, leaf: &mut Leaf<'_>) -> Score {
        self.quiesce_player(pos.player_to_move().index(), window, 0, leaf)
    }

    fn probe(&mut self, pos: &Position, ply: i32, _depth: i32) -> Option<(Score, Bound)> {
        let plies = proved(&self.board, pos.player_to_move().index())?;
        let score = if plies > 0 { Score::win_in(ply + plies) } else { Score::loss_in(ply - plies) };
        Some((score, Bound::Exact))
    }

    /// Near the root, a longer search for a victory by fours than at the leaves. A win ends the node, even if there may
    /// be a shorter one.
    fn solve(&mut self, pos: &Position, depth: i32, leaf: &mut Leaf<'_>) -> Option<Score> {
        if leaf.ply() > params::LONG_VCF_PLIES
            || depth < 1
            || params::LONG_VCF_SHARE * self.long_vcf_nodes > leaf.nodes()
        {
            return None;
        }
        let player = pos.player_to_move().index();
        let effort = Effort::of(params::LONG_VCF_NODES * depth as u32);
        let plies =
            self.vcf.attack(&mut self.board, player, 0, &mut Effort { leaf: Some(&mut *leaf), ..effort });
        self.long_vcf_nodes += leaf.visited();
        Some(leaf.win_in(plies?))
    }
}

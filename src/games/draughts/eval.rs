//! The evaluation and the other hooks of the search.

use std::sync::Arc;

use super::any_position::AnyPosition;
use super::bitbase::Probe;
use super::colour::Colour;
use super::draws::drawish_divisor;
use super::kernel::Kernel;
use super::moves::Move;
use super::network::Network;
use super::position::Position;
use crate::contract::{self, Bound, Leaf, Position as _, Score, Window};

/// The evaluator of one thread.
#[derive(Clone, Debug)]
pub struct Evaluator<K: Kernel> {
    pub(super) network: Arc<Network>,
    /// Move lists for quiescence, one a ply.
    pub(super) lists: Vec<Vec<Move>>,
    pub(super) endgames: Probe,
    kernel: std::marker::PhantomData<K>,
}

impl<K: Kernel> Evaluator<K> {
    /// An evaluator with this network.
    pub fn new(network: Arc<Network>) -> Evaluator<K> {
        Evaluator { network, lists: Vec::new(), endgames: Probe::default(), kernel: std::marker::PhantomData }
    }
}

/// Interpolates between the values of the opening (all pieces on the board) and of the endgame.
#[inline(always)]
pub(super) fn interpolate<K: Kernel>(pos: &Position<K>, opening: i32, endgame: i32) -> i32 {
    let all = K::GEOMETRY.count as i32 * 4 / 5;
    let pieces = (pos.occupied().count_ones() as i32).min(all);
    (opening * pieces + endgame * (all - pieces)) / all
}

/// Weight of the opening in the evaluation of a position, 0 to 1.
pub(super) fn opening_share<K: Kernel>(pos: &Position<K>) -> f32 {
    interpolate::<K>(pos, 4000, 0) as f32 / 4000.0
}

impl<K: Kernel> contract::Evaluator<Position<K>> for Evaluator<K> {
    const HISTORY_SLOTS: usize = 1 << 12;

    fn begin(&mut self, root: &Position<K>) {
        self.endgames.begin(root);
    }

    fn table_salt(&self) -> u64 {
        self.endgames.salt()
    }

    #[inline]
    fn probe(&mut self, pos: &Position<K>, ply: i32, _depth: i32) -> Option<(Score, Bound)> {
        self.endgames.bound(pos, ply)
    }

    #[inline]
    fn evaluate(&mut self, pos: &Position<K>) -> Score {
        let white = self.network.white_value(pos);
        // A division costs as much as the look for kings.
        let white = if pos.kings() == 0 { white } else { white / drawish_divisor::<K>(pos, white) };
        Score::eval(if pos.turn() == Colour::White { white } else { -white })
    }

    /// `None` if a capture is due: the material on the board is then misleading.
    fn static_eval(&mut self, pos: &Position<K>) -> Option<Score> {
        (!pos.must_capture()).then(|| self.evaluate(pos))
    }

    /// Captures by the pieces they take; among quiet moves, promotion first.
    fn order_hint(&mut self, pos: &Position<K>, mv: Move) -> i32 {
        if mv.is_capture() {
            let kings = (mv.captured & pos.kings()).count_ones() as i32;
            return 100 * (mv.captured.count_ones() as i32 + kings);
        }
        if mv.promotes { 9_000 } else { 0 }
    }

    fn is_quiet(&self, _pos: &Position<K>, mv: Move) -> bool {
        !mv.is_capture() && !mv.promotes
    }

    fn history_slot(&self, _pos: &Position<K>, mv: Move) -> usize {
        mv.from_to()
    }

    /// Not if a capture is due: the outcome of a sacrifice is then still open.
    fn early_cut_allowed(&mut self, pos: &Position<K>) -> bool {
        !pos.must_capture()
    }

    /// International draughts: fewer than are left on average with 15 to 30 pieces (self-play games: 62 with 40 pieces,
    /// 47 with 30, 29 with 20, 12 with 10), and more at the start, since games are decided in between.
    fn moves_left(&self, root: &Position<K>) -> Option<i64> {
        let pieces = i64::from(root.occupied().count_ones());
        root.rules.clock_by_pieces.then(|| (8 + pieces * pieces / 24).max(12))
    }

    /// A forced move is no choice, so it costs no depth.
    fn extension(&mut self, _pos: &Position<K>, _mv: Move, move_count: usize) -> i32 {
        i32::from(move_count == 1)
    }

    fn quiesce(&mut self, pos: &mut Position<K>, window: Window, leaf: &mut Leaf<'_>) -> Score {
        self.quiesce_below(pos, window, leaf, 0)
    }
}

impl AnyPosition {
    /// Score of a finished game for the player to move, `below` plies below the leaf.
    pub(super) fn end_score(&self, outcome: contract::Outcome, leaf: &Leaf<'_>, below: i32) -> Score {
        match outcome {
            contract::Outcome::Draw => Score::DRAW,
            contract::Outcome::Win(winner) if winner == self.player_to_move() => leaf.win_in(below),
            contract::Outcome::Win(_) => -leaf.win_in(below),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::contract::{Evaluator as _, Game as _};
    use crate::games::draughts::{Draughts, INTERNATIONAL};

    #[test]
    fn the_clock_is_shared_out_among_fewer_moves_as_pieces_go() {
        let game = Draughts::new(INTERNATIONAL);
        let left = |fen: &str| game.evaluator().moves_left(&game.parse_position(fen).expect("a position"));
        assert_eq!(game.evaluator().moves_left(&game.start_position()), Some(74));
        assert_eq!(left("W:W31-40:B11-20"), Some(24));
        assert_eq!(left("W:WK5:BK46"), Some(12));
    }
}

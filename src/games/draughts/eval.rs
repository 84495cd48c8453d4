//! Opinions about a position, and the answers to what the search asks beside.

use std::marker::PhantomData;

use super::geometry::Bitboard;
use super::moves::Move;
use super::params::Weights;
use super::position::{Colour, Position};
use super::rules::{Goal, RuleSet};
use crate::game::{self, Position as _};
use crate::search::{Leaf, Score, Window};

/// The parts of an evaluation, each White's value less Black's, in hundredths of a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Men and kings.
    pub material: i32,
    /// How far the men have come.
    pub advance: i32,
}

/// The evaluator of one thread.
#[derive(Clone, Debug)]
pub struct Evaluator<R: RuleSet> {
    weights: &'static Weights,
    /// Move lists for quiescence, one a ply.
    pub(super) lists: Vec<Vec<Move>>,
    rules: PhantomData<R>,
}

impl<R: RuleSet> Evaluator<R> {
    /// An evaluator with these weights.
    pub fn new(weights: &'static Weights) -> Evaluator<R> {
        Evaluator { weights, lists: Vec::new(), rules: PhantomData }
    }

    /// The evaluation taken apart.
    pub fn terms(&self, pos: &Position<R>) -> Terms {
        let of = |colour: Colour| {
            let own = pos.pieces(colour);
            let men = own & !pos.kings();
            let kings = (own & pos.kings()).count_ones() as i32;
            let first_king = i32::from(kings > 0) * self.weights.first_king;
            (
                men.count_ones() as i32 * self.weights.man + first_king + kings * self.weights.king,
                self.weights.row * rows_advanced::<R>(men, colour),
            )
        };
        let ((white, white_advance), (black, black_advance)) = (of(Colour::White), of(Colour::Black));
        Terms { material: white - black, advance: white_advance - black_advance }
    }
}

/// Rows that men have advanced, added up.
fn rows_advanced<R: RuleSet>(men: Bitboard, colour: Colour) -> i32 {
    super::geometry::squares(men)
        .map(|square| {
            let row = R::GEOMETRY.row_and_file(square).0 as i32;
            if colour == Colour::White { R::GEOMETRY.side as i32 - 1 - row } else { row }
        })
        .sum()
}

impl<R: RuleSet> game::Evaluator<Position<R>> for Evaluator<R> {
    const HISTORY_SLOTS: usize = 1 << 12;

    fn evaluate(&mut self, pos: &Position<R>) -> Score {
        let Terms { material, advance } = self.terms(pos);
        let white = material + advance;
        let own = if pos.turn() == Colour::White { white } else { -white };
        Score::eval(if R::RULES.goal == Goal::HaveNoMove { -own } else { own })
    }

    /// `None` where a capture is due: the material on the board is then not what it seems.
    fn static_eval(&mut self, pos: &Position<R>) -> Option<Score> {
        (!pos.must_capture()).then(|| self.evaluate(pos))
    }

    fn order_hint(&mut self, pos: &Position<R>, mv: Move) -> i32 {
        if mv.promotes {
            return 9_000;
        }
        if !mv.is_capture() {
            return 0;
        }
        let kings = (mv.captured & pos.kings()).count_ones() as i32;
        100 * (mv.captured.count_ones() as i32 + kings)
    }

    fn is_quiet(&self, _pos: &Position<R>, mv: Move) -> bool {
        !mv.is_capture() && !mv.promotes
    }

    fn history_slot(&self, _pos: &Position<R>, mv: Move) -> usize {
        mv.from_to()
    }

    /// A forced move is no choice, so it costs no depth.
    fn extension(&mut self, _pos: &Position<R>, _mv: Move, move_count: usize) -> i32 {
        i32::from(move_count == 1)
    }

    fn quiesce(&mut self, pos: &mut Position<R>, window: Window, leaf: &mut Leaf<'_>) -> Score {
        self.settle(pos, window, leaf, 0)
    }
}

impl<R: RuleSet> Position<R> {
    /// Score of a finished game for the player to move, `below` plies under the leaf.
    pub(super) fn end_score(&self, outcome: game::Outcome, leaf: &Leaf<'_>, below: i32) -> Score {
        match outcome {
            game::Outcome::Draw => Score::DRAW,
            game::Outcome::Win(winner) if winner == self.player_to_move() => leaf.win_in(below),
            game::Outcome::Win(_) => -leaf.win_in(below),
        }
    }
}

//! The evaluation term by term, for users.

use std::fmt::Write;

use super::eval::Evaluator;
use super::geometry::cells;
use super::points::PointClass;
use super::position::Position;
use crate::contract::{EvalTerm, Evaluator as _, Player, Position as _};

/// Names of the parts of the value, see [`NetworkBoard::parts`](super::network::NetworkBoard::parts).
const PARTS: [&str; 3] = ["all points", "threats and stones", "neurons"];

/// The parts of the value.
pub(super) fn terms(evaluator: &mut Evaluator, pos: &Position) -> Vec<EvalTerm> {
    evaluator.begin(pos);
    let parts = evaluator.network.parts(&evaluator.board, pos.player_to_move().index());
    PARTS.iter().zip(parts).map(|(name, part)| EvalTerm::new(*name, part)).collect()
}

/// One line a class of points with the numbers of the player to move and of the opponent; then the parts of the value.
pub(super) fn explain(evaluator: &mut Evaluator, pos: &Position) -> String {
    evaluator.begin(pos);
    let player = pos.player_to_move().index();
    let own = if pos.player_to_move() == Player::FIRST { "first player" } else { "second player" };
    let mut text = format!("seen by the {own}, to move\n{:<18} {:>6} {:>6}\n", "points", "own", "enemy");
    for class in &PointClass::ALL[..PointClass::Taken as usize] {
        let board = evaluator.board();
        let [own, enemy] = [player, 1 - player]
            .map(|of| cells(board.size()).filter(|&cell| board.class(cell, of) == *class).count());
        let name = format!("{class:?}");
        let _ = writeln!(text, "{name:<18} {own:>6} {enemy:>6}");
    }
    let parts = evaluator.network.parts(&evaluator.board, player);
    for (name, part) in PARTS.iter().zip(parts) {
        let _ = writeln!(text, "{name}: {part:.1}");
    }
    let _ = write!(text, "total: {}", evaluator.value(player));
    text
}

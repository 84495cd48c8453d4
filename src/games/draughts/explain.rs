//! The evaluation term by term, for users.

use super::bitbase::{Endgames, known_bounds};
use super::colour::Colour;
use super::draws::drawish_divisor;
use super::eval::Evaluator;
use super::kernel::Kernel;
use super::position::Position;
use crate::contract::{EvalTerm, Evaluator as _};

/// Names of the parts of the value, see [`Network::parts`](super::network::Network::parts).
const PARTS: [&str; 5] =
    ["patterns of men", "placement of kings", "runaway men", "mobility of kings", "turn and interactions"];

/// The parts of the value, for the player to move.
pub(super) fn terms<K: Kernel>(evaluator: &mut Evaluator<K>, pos: &Position<K>) -> Vec<EvalTerm> {
    let parts = evaluator.network.parts(pos);
    PARTS.iter().zip(parts).map(|(name, part)| EvalTerm::new(*name, part)).collect()
}

/// One line a term, from White's side; the total, for the player to move, comes last.
pub(super) fn explain<K: Kernel>(evaluator: &mut Evaluator<K>, pos: &Position<K>) -> String {
    let mut text = String::new();
    for (name, part) in PARTS.iter().zip(evaluator.network.parts(pos)) {
        let white = if pos.turn() == Colour::White { part } else { -part };
        text += &format!("{name:<30}{white:>6}\n");
    }
    let divisor = drawish_divisor::<K>(pos, evaluator.network.white_value(pos));
    text += &format!("{:<30}{divisor:>6}\n", "divisor of drawish endings");
    if let Some(bounds) = known_bounds(pos) {
        text += &format!("{:<30}{:>6}\n", "bitbase", bounds.to_string());
    }
    if let Some(problem) = Endgames::of(pos.rules).and_then(|endgames| endgames.problem(pos)) {
        text += &format!("bitbase: {problem}\n");
    }
    text + &format!("{:<30}{:>6}", "total for the player to move", evaluator.evaluate(pos).0)
}

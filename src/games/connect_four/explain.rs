//! The evaluation term by term, for users.

use super::eval::{Evaluator, Terms};
use super::position::Position;
use super::word::BoardWord;

/// One line a term.
pub(super) fn explain<B: BoardWord>(evaluator: &mut Evaluator<B>, pos: &Position<B>) -> String {
    let Terms { zugzwang, threats, lines } = evaluator.terms(pos);
    let rows = [
        ("zugzwang", zugzwang),
        ("usable threats", threats),
        ("open lines", lines),
        ("total for the player to move", zugzwang + threats + lines),
    ];
    let lines: Vec<String> = rows.iter().map(|(name, value)| format!("{name:<30}{value:>6}")).collect();
    lines.join("\n")
}

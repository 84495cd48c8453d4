//! The evaluation term by term, for users.

use super::eval::{Evaluator, Terms};
use super::position::Position;
use super::word::BoardWord;
use crate::contract::EvalTerm;

/// One line a term.
pub(super) fn explain<B: BoardWord>(evaluator: &mut Evaluator<B>, pos: &Position<B>) -> String {
    let rows = rows(evaluator, pos);
    let total = ("total for the player to move", rows.iter().map(|(_, value)| value).sum());
    let rows = rows.into_iter().chain([total]);
    let lines: Vec<String> = rows.map(|(name, value)| format!("{name:<30}{value:>6}")).collect();
    lines.join("\n")
}

/// The terms without the total.
pub(super) fn terms<B: BoardWord>(evaluator: &mut Evaluator<B>, pos: &Position<B>) -> Vec<EvalTerm> {
    rows(evaluator, pos).into_iter().map(|(name, value)| EvalTerm::new(name, value)).collect()
}

fn rows<B: BoardWord>(evaluator: &mut Evaluator<B>, pos: &Position<B>) -> [(&'static str, i32); 3] {
    let Terms { zugzwang, threats, lines } = evaluator.terms(pos);
    [("zugzwang", zugzwang), ("usable threats", threats), ("open lines", lines)]
}

//! Names, explanations and marks of a game, for users.

use super::facts::{Choice, Fact};
use super::{Mark, Notation};

/// A part of an evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct EvalTerm {
    /// What it is about.
    pub name: String,
    /// In hundredths of the game's unit.
    pub value: f64,
}

impl EvalTerm {
    /// A part with this name and value.
    pub fn new(name: impl Into<String>, value: impl Into<f64>) -> EvalTerm {
        EvalTerm { name: name.into(), value: value.into() }
    }
}

/// Names, explanations and marks for positions and moves of a game.
pub trait Commentary<P: Notation> {
    /// The name of the opening of this position, for users; `None` if it has none.
    fn opening_name(&self, _pos: &P) -> Option<String> {
        None
    }

    /// The evaluation term by term, for users: one line a term, the total last.
    fn explain(&self, pos: &P) -> String;

    /// The parts of the evaluation that are numbers: for the player to move, in a game of more than two for the player that
    /// the name says.
    fn terms(&self, pos: &P) -> Vec<EvalTerm>;

    /// Threats to show on the board: cells that would complete a line, pieces that could be taken. Empty if there are
    /// none.
    fn threats(&self, _pos: &P) -> Vec<Mark> {
        Vec::new()
    }

    /// What a move allowed or missed, the most important first; empty if nothing can be shown.
    fn facts(&self, _choice: &Choice<'_, P>) -> Vec<Fact> {
        Vec::new()
    }
}

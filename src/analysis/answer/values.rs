//! Answers about values and numbers: `eval`, `encode`, `solve`.

use serde::Serialize;

use super::PositionInfo;
use crate::analysis::fields::Id;
use crate::contract::EvalTerm;
use crate::engine::Assessment;

/// The answer to `eval`.
#[derive(Serialize)]
pub(in crate::analysis) struct EvalAnswer {
    value: i32,
    terms: Vec<TermAnswer>,
    order: Vec<RankedMove>,
}

#[derive(Serialize)]
struct TermAnswer {
    name: String,
    value: f64,
}

#[derive(Serialize)]
struct RankedMove {
    #[serde(rename = "move")]
    mv: String,
    rank: i32,
}

impl EvalAnswer {
    /// Terms have at most two decimals.
    pub fn of(assessment: Assessment) -> EvalAnswer {
        let rounded =
            |term: EvalTerm| TermAnswer { name: term.name, value: (term.value * 100.0).round() / 100.0 };
        EvalAnswer {
            value: assessment.value.0,
            terms: assessment.terms.into_iter().map(rounded).collect(),
            order: assessment.order.into_iter().map(|(mv, rank)| RankedMove { mv, rank }).collect(),
        }
    }
}

/// The answer to `eval`, `encode` or `solve`: `content` is what was asked for, `None` if there is nothing to say of a game
/// that is over.
#[derive(Serialize)]
pub(in crate::analysis) struct FactsAnswer<'a, T: Serialize> {
    pub id: &'a Id,
    pub action: &'static str,
    #[serde(flatten)]
    pub info: &'a PositionInfo,
    #[serde(flatten)]
    pub content: Option<T>,
}

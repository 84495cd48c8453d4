//! The answer to `database`.

use serde::Serialize;

use super::ReportedScore;
use crate::database::{Entry, Value as KnownValue};
use crate::engine::{AnyEngine, KnownPosition};
use crate::wire::value::Value;

/// What a database knows of a position, and the moves to positions that it knows, the best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(in crate::analysis) struct KnownAnswer {
    /// Absent if the position itself is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<KnownFields>,
    moves: Vec<KnownMove>,
}

/// For the player to move in the position of the query.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct KnownFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ReportedScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<i32>,
    #[serde(skip_serializing_if = "String::is_empty")]
    mark: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct KnownMove {
    #[serde(rename = "move")]
    mv: String,
    #[serde(flatten)]
    fields: KnownFields,
    #[serde(skip_serializing_if = "Option::is_none")]
    wdl: Option<[u32; 3]>,
}

impl KnownAnswer {
    /// What is known before a search; `None` without a database, or if it knows nothing.
    pub fn before_search(engine: &dyn AnyEngine) -> Option<KnownAnswer> {
        let known = engine.known().map(KnownAnswer::of)?;
        (known.known.is_some() || !known.moves.is_empty()).then_some(known)
    }

    pub fn of(known: KnownPosition) -> KnownAnswer {
        let moves = known.moves.into_iter().map(|known| KnownMove {
            mv: known.text,
            fields: KnownFields::of(known.value, known.entry),
            wdl: known.wdl,
        });
        let position = known.entry.map(|entry| KnownFields::of(entry.value, entry));
        KnownAnswer { known: position, moves: moves.collect() }
    }
}

impl KnownFields {
    /// `value` is that of the entry, or of the move to it.
    fn of(value: Option<KnownValue>, entry: Entry) -> KnownFields {
        let Entry { mark, note, .. } = entry;
        let score = value.map(|known| ReportedScore {
            value: Value::of(known.score, 2),
            bound: known.bound,
            proved: false,
        });
        KnownFields { score, depth: value.map(|known| known.depth), mark, note }
    }
}

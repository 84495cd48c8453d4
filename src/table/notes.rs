//! What is written at a node of a table: comments, marks, and everything else that a file has at a move.

use serde::{Deserialize, Serialize};

use crate::records::{Markup, MoveMark};

/// The notes of a node. Those of node 0 stand at the beginning of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// Comments before the move; they belong to the variation that it begins.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// SGF properties before the move, likewise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub markup_before: Vec<Markup>,
    /// The quality of the move; the first counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MoveMark>,
    /// Numeric annotation glyphs other than marks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u16>,
    /// Comments after the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// SGF properties of the position after the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub markup: Vec<Markup>,
}

impl Notes {
    /// Is nothing written here?
    pub fn is_empty(&self) -> bool {
        *self == Notes::default()
    }
}

//! An opening as clients see it, at a table and in the JSON analysis.

use serde::{Deserialize, Serialize};

use super::cells::cell_name;
use super::{Opening, Person};
use crate::contract::GridCell;

/// An opening in words. `docs/protocol/board.md` has the meaning of the fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpeningView {
    /// Name of the rule.
    pub rule: String,
    /// The same for users.
    pub title: String,
    /// What is to be decided: `stone`, `choice`, `count`, `offers`, `pick` or `over`.
    pub stage: String,
    /// The person who decides: 1 puts the first stone.
    pub person: usize,
    /// The colour of this person, as it stands: 1 black, 2 white.
    pub decides: usize,
    /// Rows of the central square to which the next stone is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<usize>,
    /// Number of stones so far.
    pub stones: usize,
    /// The words that are allowed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The largest number that may be announced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_count: Option<usize>,
    /// The cells that may be named.
    pub cells: Vec<String>,
    /// Number of fifth stones to be offered, if it is settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fifths: Option<usize>,
    /// Those that are offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offered: Vec<String>,
    /// The steps so far.
    pub steps: Vec<String>,
}

impl Opening {
    /// The colour of the person who decides, as it stands: 1 black, 2 white.
    pub fn decides_for(&self) -> usize {
        let has_black = (self.decides() == Person::First) == self.first_is_black();
        if has_black { 1 } else { 2 }
    }

    /// The steps so far as words.
    pub fn words_so_far(&self) -> Vec<String> {
        self.steps().iter().map(|step| step.text(self.size())).collect()
    }

    /// The opening for clients.
    pub fn view(&self) -> OpeningView {
        let names =
            |cells: &[GridCell]| cells.iter().map(|&cell| cell_name(cell, self.size())).collect::<Vec<_>>();
        OpeningView {
            rule: self.rule().name().to_string(),
            title: self.rule().title().to_string(),
            stage: self.stage().name().to_string(),
            person: self.decides().number(),
            decides: self.decides_for(),
            side: self.side(),
            stones: self.stones().len(),
            words: self.words().into_iter().map(|word| word.text(self.size())).collect(),
            max_count: Some(self.max_count()).filter(|&count| count > 0),
            cells: names(&self.cells()),
            fifths: self.fifths(),
            offered: names(self.offered()),
            steps: self.words_so_far(),
        }
    }
}

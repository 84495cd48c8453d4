//! What is allowed in an opening: words, numbers and cells, and the reasons for refusals.

use super::cells::{Symmetries, all, cell_name};
use super::rule::OpeningRule;
use super::step::{MAX_FIFTHS, Step};
use super::{Opening, Stage};
use crate::contract::GridCell;

impl Opening {
    /// The words that are allowed now, in place of a cell or a number.
    pub fn words(&self) -> Vec<Step> {
        let stage = self.stage();
        let mut words = Vec::new();
        if stage == Stage::Choice {
            words.extend([Step::Swap, Step::Stay]);
            if self.rule == OpeningRule::Swap2 && self.stones.len() == 3 {
                words.push(Step::Add);
            }
        }
        let may_offer = self.rule == OpeningRule::Taraguchi10
            && self.stones.len() == 4
            && matches!(stage, Stage::Choice | Stage::Stone { .. })
            && self.chosen != Some(Step::Swap);
        words.extend(may_offer.then_some(Step::Offer));
        words
    }

    /// The largest number that may be announced; 0: none now.
    pub fn max_count(&self) -> usize {
        if self.stage() == Stage::Count { MAX_FIFTHS } else { 0 }
    }

    /// The cells that may be named now. At a choice: those for the stone after staying, or every empty one if the opening
    /// then is over.
    pub fn cells(&self) -> Vec<GridCell> {
        if matches!(self.stage(), Stage::Count | Stage::Over) {
            return Vec::new();
        }
        let stage = self.stage_after_staying();
        all(self.size).filter(|&cell| self.check_cell(cell, stage).is_ok()).collect()
    }

    /// Rows of the central square to which the next stone is limited; at a choice: after staying.
    pub fn side(&self) -> Option<usize> {
        match self.stage_after_staying() {
            Stage::Stone { reach } => reach.map(|reach| 2 * reach + 1),
            _ => None,
        }
    }

    /// Does the opening end if the person who chooses stays?
    pub fn ends_by_staying(&self) -> bool {
        self.stage() == Stage::Choice && self.stage_after_staying() == Stage::Over
    }

    pub(super) fn stage_after_staying(&self) -> Stage {
        let mut stayed = self.clone();
        if self.stage() == Stage::Choice {
            stayed.chosen = Some(Step::Stay);
        }
        stayed.stage()
    }

    pub(super) fn check_cell(&self, cell: GridCell, stage: Stage) -> Result<(), String> {
        let name = cell_name(cell, self.size);
        if usize::from(cell.x) >= self.size || usize::from(cell.y) >= self.size {
            return Err("the cell is not on the board".to_string());
        }
        if self.stones.contains(&cell) {
            return Err(format!("'{name}' is occupied"));
        }
        match stage {
            Stage::Stone { reach: Some(reach) } if self.distance(cell) > reach => {
                let (number, side) = (self.stones.len() + 1, 2 * reach + 1);
                let place = match side {
                    1 => "in the middle".to_string(),
                    side => format!("in the central {side}x{side} square"),
                };
                Err(format!("'{name}' is too far out: stone {number} is put {place}"))
            }
            Stage::Offers => {
                let symmetries = Symmetries::of(&self.stones, self.size);
                match symmetries.image_among(cell, &self.offered) {
                    Some(same) if same == cell => Err(format!("'{name}' is offered already")),
                    Some(image) => {
                        let image = cell_name(image, self.size);
                        Err(format!("'{name}' is symmetric to '{image}', which is offered already"))
                    }
                    None => Ok(()),
                }
            }
            Stage::Pick if !self.offered.contains(&cell) => {
                Err(format!("'{name}' is not offered; {}", self.expected()))
            }
            _ => Ok(()),
        }
    }

    /// Rows or columns from the middle, whichever is more.
    fn distance(&self, cell: GridCell) -> usize {
        let middle = self.size / 2;
        usize::from(cell.x).abs_diff(middle).max(usize::from(cell.y).abs_diff(middle))
    }

    /// What may be done, for users.
    pub fn expected(&self) -> String {
        let mut expected: Vec<String> = self.words().into_iter().map(|word| word.text(self.size)).collect();
        match self.stage() {
            Stage::Stone { .. } => expected.insert(0, format!("a cell for stone {}", self.stones.len() + 1)),
            Stage::Count => expected.push(format!("a number of fifth stones from 1 to {MAX_FIFTHS}")),
            Stage::Offers => expected.push("a cell to offer for the fifth stone".to_string()),
            Stage::Pick => expected.extend(self.offered.iter().map(|&cell| cell_name(cell, self.size))),
            Stage::Choice => {}
            Stage::Over => expected.push("a move: the opening is over".to_string()),
        }
        let last = expected.pop().unwrap_or_default();
        match expected.is_empty() {
            true => format!("expected {last}"),
            false => format!("expected {} or {last}", expected.join(", ")),
        }
    }
}

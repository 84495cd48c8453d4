//! An opening in progress: the steps so far, and what may follow.
//!
//! The state is a function of the rule and the steps, so that it can be recorded as a list of words. Wherever a colour may
//! be chosen, the person who chooses has the colour to move: `Stay` means to play on with it.

use super::cells::{Symmetries, all, cell_name};
use super::rule::OpeningRule;
use super::step::{MAX_FIFTHS, Person, Step};
use crate::contract::GridCell;

/// What is to be decided next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// A stone is put.
    Stone {
        /// The largest distance from the middle in rows and columns; `None`: anywhere.
        reach: Option<usize>,
    },
    /// To swap or to stay.
    Choice,
    /// The number of fifth stones is announced.
    Count,
    /// A fifth stone is offered.
    Offers,
    /// One of the fifth stones that are offered is picked.
    Pick,
    /// Ordinary play begins.
    Over,
}

impl Stage {
    /// Its name for clients.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Stone { .. } => "stone",
            Stage::Choice => "choice",
            Stage::Count => "count",
            Stage::Offers => "offers",
            Stage::Pick => "pick",
            Stage::Over => "over",
        }
    }
}

/// An opening.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    rule: OpeningRule,
    size: usize,
    steps: Vec<Step>,
    stones: Vec<GridCell>,
    /// Does the first person play black?
    first_is_black: bool,
    /// The choice that was made since the last stone, `Swap` or `Stay`.
    chosen: Option<Step>,
    /// Have two stones been added, or are they being added?
    added: bool,
    /// The number of fifth stones to be offered, if it has been settled.
    fifths: Option<usize>,
    offered: Vec<GridCell>,
}

impl Opening {
    /// The beginning of an opening on a board of `size` rows.
    pub const fn new(rule: OpeningRule, size: usize) -> Opening {
        Opening {
            rule,
            size,
            steps: Vec::new(),
            stones: Vec::new(),
            first_is_black: true,
            chosen: None,
            added: false,
            fifths: None,
            offered: Vec::new(),
        }
    }

    /// The opening after these steps.
    ///
    /// # Errors
    /// One line: the first step that is not allowed.
    pub fn after(rule: OpeningRule, size: usize, steps: &[Step]) -> Result<Opening, String> {
        let mut opening = Opening::new(rule, size);
        for (number, &step) in (1..).zip(steps) {
            opening.take(step).map_err(|why| format!("step {number}: {why}"))?;
        }
        Ok(opening)
    }

    /// The rule.
    pub const fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// Rows of the board.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The stones so far, in order; black and white in turn.
    pub fn stones(&self) -> &[GridCell] {
        &self.stones
    }

    /// The fifth stones that are offered.
    pub fn offered(&self) -> &[GridCell] {
        &self.offered
    }

    /// The number of fifth stones to be offered, if it is settled.
    pub const fn fifths(&self) -> Option<usize> {
        self.fifths
    }

    /// Does the first person play black, as it stands?
    pub const fn first_is_black(&self) -> bool {
        self.first_is_black
    }

    /// Has ordinary play begun?
    pub fn is_over(&self) -> bool {
        self.stage() == Stage::Over
    }

    /// What is to be decided next.
    pub fn stage(&self) -> Stage {
        let stones = self.stones.len();
        let unless_chosen = |next| if self.chosen.is_some() { next } else { Stage::Choice };
        let near = Stage::Stone { reach: Some(stones) };
        let anywhere = Stage::Stone { reach: None };
        match (self.rule, stones) {
            (OpeningRule::Swap | OpeningRule::Swap2, 0..=2) => anywhere,
            (OpeningRule::Swap2, 3..=4) if self.added => anywhere,
            (OpeningRule::Swap | OpeningRule::Swap2, _) => unless_chosen(Stage::Over),
            (OpeningRule::Rif | OpeningRule::Soosyrv8, 0..=2) | (OpeningRule::Taraguchi10, 0) => near,
            (OpeningRule::Rif | OpeningRule::Soosyrv8, 3) => unless_chosen(anywhere),
            (OpeningRule::Taraguchi10, 1..=4) if self.fifths.is_none() => unless_chosen(near),
            (OpeningRule::Taraguchi10, 5) if self.fifths.is_none() => unless_chosen(Stage::Over),
            (_, 4) => match self.fifths {
                None => Stage::Count,
                Some(_) if self.rule == OpeningRule::Soosyrv8 && self.chosen.is_none() => Stage::Choice,
                Some(1) => anywhere,
                Some(fifths) if self.offered.len() < fifths => Stage::Offers,
                Some(_) => Stage::Pick,
            },
            _ => Stage::Over,
        }
    }

    /// The person to decide; when the opening is over, the one to move.
    pub fn decides(&self) -> Person {
        let first_puts_three = !matches!(self.rule, OpeningRule::Taraguchi10) && self.stones.len() < 3;
        if first_puts_three {
            return Person::First;
        }
        if self.added && self.stones.len() < 5 {
            return Person::Second;
        }
        let black_moves = self.stones.len().is_multiple_of(2);
        let other_colour = matches!(self.stage(), Stage::Count | Stage::Pick);
        let black = if self.first_is_black { Person::First } else { Person::Second };
        if black_moves == other_colour { black.other() } else { black }
    }

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
        all(self.size).filter(|&cell| self.check_cell(cell, self.stage_after_staying()).is_ok()).collect()
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

    /// A step as it is recorded: a cell that is named at a choice means to stay.
    pub fn spelled_out(&self, step: Step) -> Vec<Step> {
        let stays = self.stage() == Stage::Choice && !self.ends_by_staying();
        match step {
            Step::Cell(_) if stays => vec![Step::Stay, step],
            _ => vec![step],
        }
    }

    fn stage_after_staying(&self) -> Stage {
        match self.stage() {
            Stage::Choice => Opening { chosen: Some(Step::Stay), ..self.clone() }.stage(),
            stage => stage,
        }
    }

    /// Takes a step.
    ///
    /// # Errors
    /// One line: why it is not allowed, and what is expected. Nothing changes.
    pub fn take(&mut self, step: Step) -> Result<(), String> {
        let stage = self.stage();
        match step {
            Step::Cell(cell) if !matches!(stage, Stage::Choice | Stage::Count | Stage::Over) => {
                self.check_cell(cell, stage)?;
                self.take_cell(cell, stage);
            }
            Step::Count(count) if stage == Stage::Count => {
                if !(1..=MAX_FIFTHS).contains(&count) {
                    return Err(format!("'{count}' fifth stones: expected 1 to {MAX_FIFTHS}"));
                }
                (self.fifths, self.chosen) = (Some(count), None);
            }
            word if self.words().contains(&word) => self.take_word(word),
            other => {
                return Err(format!("'{}' is not possible now; {}", other.text(self.size), self.expected()));
            }
        }
        self.steps.push(step);
        Ok(())
    }

    fn take_cell(&mut self, cell: GridCell, stage: Stage) {
        if stage == Stage::Offers {
            self.offered.push(cell);
            return;
        }
        self.stones.push(cell);
        self.chosen = None;
        self.offered.clear();
        if self.stones.len() == 4 && self.rule == OpeningRule::Rif {
            self.fifths = self.rule.fifths();
        }
    }

    fn take_word(&mut self, word: Step) {
        match word {
            Step::Swap => self.first_is_black = !self.first_is_black,
            // Who adds a white and a black stone has black, and the other one may choose.
            Step::Add => (self.added, self.first_is_black) = (true, false),
            Step::Offer => self.fifths = self.rule.fifths(),
            _ => {}
        }
        if matches!(word, Step::Swap | Step::Stay) {
            self.chosen = Some(word);
        }
    }

    fn check_cell(&self, cell: GridCell, stage: Stage) -> Result<(), String> {
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
                Err(format!(
                    "'{name}' is too far out: stone {number} is put in the central {side}x{side} square"
                ))
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

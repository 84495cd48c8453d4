//! An opening in progress: the steps so far, and what may follow.
//!
//! The state is a function of the rule and the steps, so that it can be recorded as a list of words. Wherever a colour may
//! be chosen, the person who chooses has the colour to move: `Stay` means to play on with it.

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
    pub(super) rule: OpeningRule,
    pub(super) size: usize,
    steps: Vec<Step>,
    pub(super) stones: Vec<GridCell>,
    /// Does the first person play black?
    first_is_black: bool,
    /// The choice that was made since the last stone, `Swap` or `Stay`.
    pub(super) chosen: Option<Step>,
    /// Have two stones been added, or are they being added?
    added: bool,
    /// The number of fifth stones to be offered, if it has been settled.
    fifths: Option<usize>,
    pub(super) offered: Vec<GridCell>,
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

    /// A step as it is recorded: a cell that is named at a choice means to stay.
    pub fn spelled_out(&self, step: Step) -> Vec<Step> {
        let stays = self.stage() == Stage::Choice && !self.ends_by_staying();
        match step {
            Step::Cell(_) if stays => vec![Step::Stay, step],
            _ => vec![step],
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
}

//! One decision of a person in an opening.

use super::cells::{cell_name, read};
use crate::contract::GridCell;
use crate::wire::message::quoted;

/// Largest number of fifth stones that may be announced.
pub(super) const MAX_FIFTHS: usize = 8;

/// A person, whatever the colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Person {
    /// The one who puts the first stone.
    First,
    /// The other one.
    Second,
}

impl Person {
    /// The other one.
    pub const fn other(self) -> Person {
        match self {
            Person::First => Person::Second,
            Person::Second => Person::First,
        }
    }

    /// 1 or 2.
    pub const fn number(self) -> usize {
        match self {
            Person::First => 1,
            Person::Second => 2,
        }
    }
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A stone: put there, offered there, or picked from those that are offered.
    Cell(GridCell),
    /// The persons exchange their colours.
    Swap,
    /// They do not.
    Stay,
    /// To add two stones and leave the choice to the other person (swap2).
    Add,
    /// To offer fifth stones in place of putting one (Taraguchi-10).
    Offer,
    /// The number of fifth stones to be offered (Soosyrv-8).
    Count(usize),
}

impl Step {
    /// As it is written: `swap`, `stay`, `add`, `offer`, a number, or a cell such as `h8`.
    pub fn text(self, size: usize) -> String {
        match self {
            Step::Cell(cell) => cell_name(cell, size),
            Step::Swap => "swap".to_string(),
            Step::Stay => "stay".to_string(),
            Step::Add => "add".to_string(),
            Step::Offer => "offer".to_string(),
            Step::Count(count) => count.to_string(),
        }
    }

    /// Reads it, on a board of `size` rows.
    ///
    /// # Errors
    /// One line: it is none of them.
    pub fn parse(text: &str, size: usize) -> Result<Step, String> {
        let word = text.trim().to_lowercase();
        Ok(match word.as_str() {
            "swap" => Step::Swap,
            "stay" => Step::Stay,
            "add" => Step::Add,
            "offer" => Step::Offer,
            word => match (word.parse::<usize>(), read(word, size)) {
                (Ok(count), _) => Step::Count(count),
                (_, Some(cell)) => Step::Cell(cell),
                _ => {
                    let (shown, last) = (quoted(text.trim()), cell_name(GridCell::new(size - 1, 0), size));
                    let expected = "expected swap, stay, add, offer, a number or a cell";
                    return Err(format!("{shown} is no step of an opening; {expected} from a1 to {last}"));
                }
            },
        })
    }
}

//! Values with their distances, and a solved class.

use super::class::{Class, Layout, Placement};
use super::counters::Counters;
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::rules::Rules;

/// Maximum stored distance; longer ones are clamped, as no limit is this long.
const MAX_DISTANCE: u16 = 125;

/// The value of a position for the player to move, with its distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Neither side can win.
    Drawn,
    /// Won in this many half-moves.
    Won(u16),
    /// Lost in this many half-moves.
    Lost(u16),
}

impl Value {
    /// The value of `pos` if this is its value at the start of the count: one that is reached too late is a draw.
    pub(super) fn within_limit(self, pos: &AnyPosition) -> Value {
        match self {
            Value::Won(distance) | Value::Lost(distance) if pos.is_late(distance) => Value::Drawn,
            value => value,
        }
    }
}

/// A solved class in one byte a position and state.
pub struct Solved {
    class: Class,
    layout: Layout,
    counters: Counters,
    bytes: Vec<u8>,
}

impl Solved {
    const DRAWN: u8 = 0;
    const NOTHING: u8 = 255;
    const WON: u8 = 1;
    const LOST: u8 = Solved::WON + MAX_DISTANCE as u8 + 1;

    /// The class.
    pub fn class(&self) -> Class {
        self.class
    }

    /// A class from the bytes of [`Solved::bytes`]; there must be [`bytes_of`] of them.
    pub fn from_bytes(rules: &Rules, class: Class, bytes: Vec<u8>) -> Solved {
        let (layout, counters) = (Layout::new(class, rules.geometry()), Counters::new(rules, class));
        Solved { class, layout, counters, bytes }
    }

    /// Number of positions, with those numbers that have none.
    pub(super) fn size(&self) -> usize {
        self.layout.size()
    }

    /// All values, for storage.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The longest distance in the class.
    pub fn longest(&self) -> u16 {
        let distance = |value| match value {
            Some(Value::Won(distance) | Value::Lost(distance)) => distance,
            Some(Value::Drawn) | None => 0,
        };
        (0..self.bytes.len()).map(|at| distance(self.value_at(at))).max().unwrap_or(0)
    }

    /// The value of a position by its number, with all counts 0; `None` if there is no such position.
    pub fn value(&self, number: usize) -> Option<Value> {
        self.value_at(number * self.counters.states())
    }

    /// Number of states of the counts.
    pub fn states(&self) -> usize {
        self.counters.states()
    }

    /// The value of a position by its number and the state of its counts; `None` if there is no such position.
    pub fn value_in(&self, number: usize, state: usize) -> Option<Value> {
        self.value_at(number * self.counters.states() + state)
    }

    /// The value of a position with its counts; `placement` has its pieces seen with White to move.
    pub fn value_of(&self, pos: &AnyPosition, placement: &Placement) -> Option<Value> {
        let state = self.counters.state(pos, placement);
        self.value_at(self.layout.number(placement) * self.counters.states() + state)
    }

    /// All values by number, with all counts 0.
    pub fn values(&self) -> impl Iterator<Item = Option<Value>> {
        (0..self.layout.size()).map(|number| self.value(number))
    }

    fn value_at(&self, at: usize) -> Option<Value> {
        match self.bytes[at] {
            Solved::DRAWN => Some(Value::Drawn),
            Solved::NOTHING => None,
            byte if byte < Solved::LOST => Some(Value::Won(u16::from(byte - Solved::WON))),
            byte => Some(Value::Lost(u16::from(byte - Solved::LOST))),
        }
    }

    /// The byte of a value; `None`: there is no such position.
    pub(super) fn byte(value: Option<Value>) -> u8 {
        match value {
            None => Solved::NOTHING,
            Some(Value::Drawn) => Solved::DRAWN,
            Some(Value::Won(distance)) => Solved::WON + distance.min(MAX_DISTANCE) as u8,
            Some(Value::Lost(distance)) => Solved::LOST + distance.min(MAX_DISTANCE) as u8,
        }
    }
}

/// Number of bytes of a solved class.
pub fn bytes_of(rules: &Rules, class: Class) -> usize {
    Layout::new(class, rules.geometry()).size() * Counters::new(rules, class).states()
}

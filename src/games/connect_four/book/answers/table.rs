//! Answers by the keys of their positions: a hash table with open addressing, a third of the size of the standard
//! library's.

use super::Answer;
use crate::games::connect_four::word::BoardWord;

/// Bits of an answer in an entry; a key takes at most 110 of the others.
const ANSWER_BITS: u32 = 4;

/// The answers of a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Key and, in the lowest bits, the answer's code plus one; 0 for a free slot. At most half of the slots are used.
    slots: Vec<u128>,
}

impl Table {
    /// A table with room for this many answers.
    pub fn new(answers: usize) -> Table {
        Table { slots: vec![0; (2 * answers + 1).next_power_of_two()] }
    }

    /// The answer of the position with this key.
    pub fn find(&self, key: u128) -> Option<Answer> {
        let entry = self.slots[self.place(key)];
        (entry != 0).then(|| answer(entry))
    }

    /// Inserts an answer, the only one of its position. There must be room.
    pub fn insert(&mut self, key: u128, answer: Answer) {
        let place = self.place(key);
        self.slots[place] = key << ANSWER_BITS | u128::from(answer.code() + 1);
    }

    /// Every answer and its key.
    pub fn entries(&self) -> impl Iterator<Item = (u128, Answer)> {
        self.slots.iter().filter(|&&entry| entry != 0).map(|&entry| (entry >> ANSWER_BITS, answer(entry)))
    }

    /// The place of a key, present or not.
    fn place(&self, key: u128) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = key.mixed() as usize & mask;
        while self.slots[place] != 0 && self.slots[place] >> ANSWER_BITS != key {
            place = (place + 1) & mask;
        }
        place
    }
}

fn answer(entry: u128) -> Answer {
    Answer::of_code((entry & ((1 << ANSWER_BITS) - 1)) as u8 - 1)
}

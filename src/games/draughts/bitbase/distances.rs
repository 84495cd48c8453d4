//! The exact values of a class: with distances, and with every state of its counts.
//!
//! A table of won, drawn and lost does not show which move comes nearer to a win, nor whether a win comes before the
//! limit of moves. The distances of the lost positions do: the winner looks one move ahead. A class is packed as two
//! streams, deflated together:
//!
//! | stream | content |
//! |---|---|
//! | distances | one byte for each number that the table calls lost, with all counts 0 |
//! | states | for each other state, one byte a number: 0 if the value is that of the state before, else its symbol plus 1 |
//!
//! Numbers without a quiet position are free, and have the byte before them. All values are unpacked at first use.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::Wdl;
use super::groups::lost_distances;
use super::solved::{Solved, Value};
use crate::games::draughts::rules::Rules;

/// Maximum number of pieces of a class with distances in one part, on the large board and on the small one.
const MAX_PIECES: [usize; 2] = [3, 4];
/// Strength of the compression, the highest.
const LEVEL: u8 = 10;

const DRAWN: u8 = 0;
const WON: u8 = 1;
/// Lost in 0 half-moves; the other distances follow.
const LOST: u8 = 2;
/// Same as the state before.
const SAME: u8 = 0;

/// An exact value, with its distance if it is a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Exact {
    pub wdl: Wdl,
    pub distance: u16,
}

/// Maximum number of pieces of a class whose distances are packed as a whole.
pub(super) fn max_pieces(rules: &Rules) -> usize {
    MAX_PIECES[usize::from(!rules.movement.large_board)]
}

fn symbol(value: Value) -> u8 {
    match value {
        Value::Drawn => DRAWN,
        Value::Won(_) => WON,
        Value::Lost(distance) => LOST + distance as u8,
    }
}

/// Packs the exact values of a class. `table` has its values with all counts 0 as they are read from the bitbase;
/// `quiet` says whether a number has a position without a capture.
pub(super) fn pack(solved: &Solved, table: &[u8], quiet: &dyn Fn(usize) -> bool) -> Vec<u8> {
    let mut bytes = lost_distances(solved, 0, table, quiet);
    let mut before: Vec<u8> = Vec::new();
    for state in 1..solved.states() {
        if before.is_empty() {
            before = (0..table.len()).map(|number| solved.value(number).map_or(DRAWN, symbol)).collect();
        }
        for (number, before) in before.iter_mut().enumerate() {
            let value = solved.value_in(number, state).filter(|_| quiet(number)).map(symbol);
            let changed = value.filter(|value| value != before);
            bytes.push(changed.map_or(SAME, |value| value + 1));
            *before = changed.unwrap_or(*before);
        }
    }
    compress_to_vec(&bytes, LEVEL)
}

/// The exact values of a class, one byte a state and number; `None` if the bytes are not of this class. `table` is as
/// for [`pack`].
pub(super) fn unpack(packed: &[u8], table: &[u8], states: usize) -> Option<Vec<u8>> {
    let size = table.len();
    let lost = table.iter().filter(|&&read| read == Wdl::Lost as u8).count();
    let length = lost + size * (states - 1);
    let bytes = decompress_to_vec_with_limit(packed, length).ok().filter(|bytes| bytes.len() == length)?;
    let (distances, changes) = bytes.split_at(lost);
    let mut distances = distances.iter();
    let mut values = Vec::with_capacity(size * states);
    for &read in table {
        values.push(match read {
            read if read == Wdl::Lost as u8 => LOST.saturating_add(*distances.next()?),
            read if read == Wdl::Drawn as u8 => DRAWN,
            _ => WON,
        });
    }
    for &change in changes {
        let before = values[values.len() - size];
        values.push(if change == SAME { before } else { change - 1 });
    }
    Some(values)
}

/// The value at `number` and `state` of those that [`unpack`] returned for a class of `size` numbers.
pub(super) fn exact(values: &[u8], size: usize, number: usize, state: usize) -> Option<Exact> {
    Some(match *values.get(state * size + number)? {
        DRAWN => Exact { wdl: Wdl::Drawn, distance: 0 },
        WON => Exact { wdl: Wdl::Won, distance: 0 },
        lost => Exact { wdl: Wdl::Lost, distance: u16::from(lost - LOST) },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::FRISIAN;
    use crate::games::draughts::bitbase::class::{Class, Layout};
    use crate::games::draughts::bitbase::solved::bytes_of;
    use crate::random::Random;

    /// A class with four states of its counts and any values, and its table as it is read.
    fn any_values() -> (Solved, Vec<u8>) {
        let class = Class { men: [1, 0], kings: [1, 1] };
        let values =
            [None, Some(Value::Drawn), Some(Value::Won(3)), Some(Value::Lost(0)), Some(Value::Lost(30))];
        let mut random = Random::new(3);
        let bytes = (0..bytes_of(&FRISIAN, class)).map(|_| Solved::byte(values[random.below(values.len())]));
        let solved = Solved::from_bytes(&FRISIAN, class, bytes.collect());
        let read = |number: usize| match solved.value(number) {
            Some(Value::Won(_)) => Wdl::Won as u8,
            Some(Value::Drawn) => Wdl::Drawn as u8,
            // A number without a position is read as the run around it, of any value.
            Some(Value::Lost(_)) | None => Wdl::Lost as u8,
        };
        let table = (0..Layout::new(class, FRISIAN.geometry()).size()).map(read).collect();
        (solved, table)
    }

    #[test]
    fn all_values_with_all_counts_are_unpacked_as_they_were_packed() {
        let (solved, table) = any_values();
        let is_quiet = |number: usize| solved.value(number).is_some() && !number.is_multiple_of(7);
        let packed = pack(&solved, &table, &is_quiet);
        let values = unpack(&packed, &table, solved.states()).expect("values of this class");
        for number in (0..table.len()).filter(|&number| is_quiet(number)) {
            for state in 0..solved.states() {
                let expected = solved.value_in(number, state).map(|value| match value {
                    Value::Drawn => Exact { wdl: Wdl::Drawn, distance: 0 },
                    Value::Won(_) => Exact { wdl: Wdl::Won, distance: 0 },
                    Value::Lost(distance) => Exact { wdl: Wdl::Lost, distance },
                });
                let found = exact(&values, table.len(), number, state);
                assert!(expected.is_none() || found == expected, "{number} {state}: {found:?}");
            }
        }
    }

    #[test]
    fn bytes_of_another_class_and_damaged_ones_are_no_values() {
        let (solved, table) = any_values();
        let packed = pack(&solved, &table, &|_| true);
        assert!(unpack(&packed, &table[1..], solved.states()).is_none());
        assert!(unpack(&packed, &table, solved.states() + 1).is_none());
        assert!(unpack(&packed[..packed.len() / 2], &table, solved.states()).is_none());
        assert!(unpack(b"", &table, solved.states()).is_none());
    }
}

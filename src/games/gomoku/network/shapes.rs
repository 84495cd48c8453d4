//! The shape of a line around an empty point: the stones that matter there.
//!
//! A half of a line ends, for both players, at the edge or after stones of both colours: cells behind that cannot be
//! part of a five through the point. With four cells a half has 79 states and with five 172. A shape is an unordered
//! pair of states, because a line and its mirror image are the same.

use std::collections::HashMap;

/// Cells of a half of a window.
const HALF_CELLS: usize = 5;
/// Bits of such a half.
const HALF_BITS: u32 = 2 * HALF_CELLS as u32;
/// Halves of windows.
const HALVES: usize = 1 << HALF_BITS;

/// The shapes of a rule set.
pub struct Shapes {
    /// State of the cells behind the point, by their bits.
    after: Box<[u16; HALVES]>,
    /// State of the cells before the point, times the number of states, by their bits.
    before: Box<[u16; HALVES]>,
    /// Number of the shape by both states.
    numbers: Box<[u16]>,
    /// Bits of the cells of each state, from the one next to the point on.
    states: Vec<Vec<u8>>,
    /// Each state with the colours exchanged.
    swapped: Vec<usize>,
}

/// The cells of a half that matter, from the one next to the point on.
fn state(cells: impl Iterator<Item = u8>, reach: usize) -> Vec<u8> {
    let (mut seen, mut state) = (0, Vec::new());
    for cell in cells.take(reach) {
        state.push(cell);
        seen |= cell;
        // The edge has both bits.
        if seen == 3 {
            break;
        }
    }
    state
}

fn swapped_cell(cell: u8) -> u8 {
    match cell {
        1 => 2,
        2 => 1,
        same => same,
    }
}

/// Number of a shape.
fn number(first: usize, second: usize) -> usize {
    let (low, high) = (first.min(second), first.max(second));
    high * (high + 1) / 2 + low
}

impl Shapes {
    /// The shapes with `reach` cells to each side, 1 to 5.
    pub fn new(reach: usize) -> Shapes {
        let mut known: HashMap<Vec<u8>, u16> = HashMap::new();
        let mut states = Vec::new();
        let (mut after, mut before) = (Box::new([0; HALVES]), Box::new([0; HALVES]));
        for bits in 0..HALVES {
            let cells = (0..HALF_CELLS).map(|i| (bits >> (2 * i) & 3) as u8);
            for (halves, state) in
                [(&mut after, state(cells.clone(), reach)), (&mut before, state(cells.rev(), reach))]
            {
                let next = known.len() as u16;
                halves[bits] = *known.entry(state.clone()).or_insert_with(|| {
                    states.push(state);
                    next
                });
            }
        }
        let count = states.len();
        before.iter_mut().for_each(|state| *state *= count as u16);
        let swapped = states.iter().map(|state| {
            let cells: Vec<u8> = state.iter().map(|&cell| swapped_cell(cell)).collect();
            usize::from(known[&cells])
        });
        let swapped = swapped.collect();
        let numbers = (0..count * count).map(|pair| number(pair / count, pair % count) as u16).collect();
        Shapes { after, before, numbers, states, swapped }
    }

    /// Number of shapes.
    pub fn count(&self) -> usize {
        number(0, self.states.len())
    }

    /// The shape in a window of `lines.rs`; the middle cell is ignored.
    #[inline(always)]
    pub fn of(&self, window: u64) -> usize {
        let before = self.before[window as usize & (HALVES - 1)];
        let after = self.after[(window >> (HALF_BITS + 2)) as usize & (HALVES - 1)];
        usize::from(self.numbers[usize::from(before) + usize::from(after)])
    }

    /// Each shape with the colours exchanged.
    pub fn swapped(&self) -> Vec<usize> {
        self.both_states().map(|(first, second)| number(self.swapped[first], self.swapped[second])).collect()
    }

    /// Each state of a half with the colours exchanged.
    pub fn swapped_states(&self) -> &[usize] {
        &self.swapped
    }

    /// Number of states of a half.
    pub fn state_count(&self) -> usize {
        self.states.len()
    }

    /// The two states of each shape.
    pub fn both_states(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.states.len()).flat_map(|high| (0..=high).map(move |low| (high, low)))
    }

    /// Is a half without stones?
    pub fn is_void(&self, state: usize) -> bool {
        self.states[state].iter().all(|&cell| cell == 0 || cell == 3)
    }

    /// A window with one half before an empty point and another behind it; cells that do not matter are as the edge.
    pub fn window(&self, before: usize, after: usize) -> u64 {
        let cell = |state: usize, i: usize| u64::from(*self.states[state].get(i).unwrap_or(&3));
        (0..HALF_CELLS)
            .map(|i| {
                cell(before, i) << (2 * (HALF_CELLS - 1 - i)) | cell(after, i) << (2 * (HALF_CELLS + 1 + i))
            })
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape of a window written as text: `X` and `O` stones, `#` the edge, `*` the point.
    fn shape(shapes: &Shapes, text: &str) -> usize {
        assert_eq!(text.len(), 2 * HALF_CELLS + 1);
        let bits = |c: char| match c {
            'X' => 1,
            'O' => 2,
            '#' => 3,
            _ => 0,
        };
        shapes.of(text.chars().enumerate().map(|(i, c)| bits(c) << (2 * i)).sum())
    }

    #[test]
    fn there_are_as_many_shapes_as_pairs_of_states() {
        for (reach, states, count) in [(4, 79, 3160), (5, 172, 14_878)] {
            let shapes = Shapes::new(reach);
            assert_eq!((shapes.state_count(), shapes.count()), (states, count));
            assert_eq!(shapes.both_states().count(), count);
        }
    }

    #[test]
    fn exchanging_colours_twice_changes_nothing() {
        for reach in [4, 5] {
            let shapes = Shapes::new(reach);
            let swapped = shapes.swapped();
            assert!((0..shapes.count()).all(|shape| swapped[swapped[shape]] == shape));
            let [own, other] = ["..XO.*X..##", "..OX.*O..##"].map(|text| shape(&shapes, text));
            assert_ne!(own, other);
            assert_eq!(swapped[own], other);
        }
    }

    #[test]
    fn a_line_and_its_mirror_image_have_one_shape() {
        for reach in [4, 5] {
            let shapes = Shapes::new(reach);
            for text in ["..XO.*X..##", "XXXXX*.....", "#.O..*.X.O."] {
                let mirrored: String = text.chars().rev().collect();
                assert_eq!(shape(&shapes, text), shape(&shapes, &mirrored));
            }
        }
    }

    #[test]
    fn what_lies_behind_both_colours_or_the_edge_does_not_matter() {
        let shapes = Shapes::new(5);
        assert_eq!(shape(&shapes, "XX.OX*....X"), shape(&shapes, "O..OX*....X"));
        assert_ne!(shape(&shapes, "..O.X*....X"), shape(&shapes, "....X*....X"));
        assert_ne!(shape(&shapes, "#...X*....."), shape(&shapes, "....X*....."));
        let shapes = Shapes::new(4);
        assert_eq!(shape(&shapes, "#...X*....."), shape(&shapes, "....X*....O"), "too far away");
    }

    #[test]
    fn the_window_of_two_states_has_their_shape() {
        for reach in [4, 5] {
            let shapes = Shapes::new(reach);
            for (number, (first, second)) in shapes.both_states().enumerate() {
                assert_eq!(shapes.of(shapes.window(first, second)), number);
            }
        }
    }
}

//! The file of a network, as `varint.rs` has lists: of one lane after the other the numbers of all rows, then those of the
//! men by square, which are added to the blocks that see them; then bias and layers.
//!
//! Most arrangements of a block are rare or never seen, and their rows, corrections on the men, are 0.

use super::{LANES, Layers, NEURONS, Network, Row, SECOND, STAGES, layout};
use crate::games::draughts::geometry::{bit, squares};
use crate::games::draughts::patterns::{ARRANGEMENTS, arrangements_from_below};
use crate::games::draughts::rules::RuleSet;
use crate::varint;

/// Numbers of the layers of one stage.
const LAYERS: usize = SECOND * NEURONS + 2 * SECOND + 1;

impl Network {
    /// The network of a file, whatever is missing 0.
    pub fn decode<R: RuleSet>(bytes: &[u8]) -> Network {
        let (rows, men) = (layout::<R>().count, 2 * R::GEOMETRY.count);
        let table = (rows + men) * LANES;
        let numbers = varint::read_list(bytes, table + LANES + STAGES * LAYERS);
        let lane = |lane: usize, row: usize| numbers[lane * (rows + men) + row] as i16;
        let row = |row: usize| -> Row { std::array::from_fn(|number| lane(number, row)) };
        let mut network = Network {
            rows: (0..rows).map(row).collect(),
            bias: std::array::from_fn(|lane| numbers[table + lane] as i16),
            layers: numbers[table + LANES..].chunks(LAYERS).map(layers).collect(),
        };
        network.fold_men::<R>(&|number| row(rows + number));
        network
    }

    /// Adds the rows of men by square (own from 0, then the other's) to the blocks, each square to the first that sees it.
    fn fold_men<R: RuleSet>(&mut self, men: &dyn Fn(usize) -> Row) {
        let mut folded = 0;
        for square in squares(R::GEOMETRY.all) {
            let number = R::GEOMETRY.number(square) - 1;
            let rows = [men(number), men(R::GEOMETRY.count + number)];
            arrangements_from_below::<R>([bit(square), 0], |block, seen| {
                if seen == 0 || folded & bit(square) != 0 {
                    return;
                }
                folded |= bit(square);
                for arrangement in (0..ARRANGEMENTS).filter(|arrangement| arrangement / seen % 3 != 0) {
                    let man = &rows[arrangement / seen % 3 - 1];
                    let to = &mut self.rows[block * ARRANGEMENTS + arrangement];
                    to.iter_mut().zip(man).for_each(|(to, &man)| *to = to.saturating_add(man));
                }
            });
        }
    }
}

/// The layers of one stage from their numbers.
fn layers(numbers: &[i32]) -> Layers {
    let (second, rest) = numbers.split_at(SECOND * NEURONS);
    let mut rows = [[0; LANES]; SECOND];
    for (row, weights) in rows.iter_mut().zip(second.chunks(NEURONS)) {
        row.iter_mut().zip(weights).for_each(|(to, &weight)| *to = weight as i16);
    }
    Layers {
        second: rows,
        second_bias: std::array::from_fn(|neuron| rest[neuron]),
        last: std::array::from_fn(|neuron| rest[SECOND + neuron]),
        last_bias: rest[2 * SECOND],
    }
}

//! The network in training, with factorised rows: those used in play, and rows of men by square after them.
//!
//! Most arrangements of a block occur in few games or none. So the row of a block only corrects its men by square, and
//! stays small if the arrangement is rare. The file has both; they are added when it is read.

use std::marker::PhantomData;

use super::{MOBILITY_STEPS, STAGES, chosen_rows, file, layout, stage};
use crate::contract::{GamePhase, NetworkModel, NetworkWeights};
use crate::games::draughts::colour::Colour;
use crate::games::draughts::draws::drawish_divisor;
use crate::games::draughts::eval::opening_share;
use crate::games::draughts::geometry::squares;
use crate::games::draughts::kernel::Kernel;
use crate::games::draughts::position::Position;

/// Initial values of a man and of a king, in log-odds.
const WORTH: (f32, f32) = (1.0, 2.5);
/// Positions with up to this number of pieces are in bitbases.
const BITBASE_PIECES: u32 = 4;

/// The model of a rule set.
pub(in crate::games::draughts) struct Model<K>(PhantomData<K>);

impl<K: Kernel> Model<K> {
    /// The model of the rules of `K`.
    pub(in crate::games::draughts) fn new() -> Model<K> {
        Model(PhantomData)
    }
}

impl<K: Kernel> NetworkModel<Position<K>> for Model<K> {
    fn rows(&self) -> usize {
        layout(K::GEOMETRY).count + 2 * K::GEOMETRY.count
    }

    fn stages(&self) -> usize {
        STAGES
    }

    fn start(&self, row: usize) -> Option<f32> {
        let (layout, count) = (layout(K::GEOMETRY), K::GEOMETRY.count);
        let (first, worth) = match row {
            _ if row >= layout.count => (layout.count, WORTH.0),
            _ if (layout.kings..layout.runaways).contains(&row) => (layout.kings, WORTH.1),
            _ => return None,
        };
        Some(if row - first < count { worth } else { -worth })
    }

    /// `None` if a capture is due, or if the value is not the network's alone: from a bitbase, or divided as drawish.
    fn choose(&self, pos: &Position<K>, add: &mut dyn FnMut(usize, f32)) -> Option<GamePhase> {
        let pieces = pos.occupied().count_ones();
        if pos.must_capture()
            || pieces <= BITBASE_PIECES
            || pos.kings() != 0 && drawish_divisor::<K>(pos, pos.rules.network.network().white_value(pos)) > 1
        {
            return None;
        }
        let layout = layout(K::GEOMETRY);
        chosen_rows(pos, |row, steps| match steps {
            None => add(row, 1.0),
            Some(0) => {}
            Some(steps) => add(row, steps as f32 / MOBILITY_STEPS as f32),
        });
        for (side, colour) in [pos.turn(), pos.turn().other()].into_iter().enumerate() {
            for square in squares(pos.pieces(colour) & !pos.kings()) {
                let seen = if pos.turn() == Colour::White { square } else { K::GEOMETRY.turned(square) };
                add(layout.count + side * K::GEOMETRY.count + K::GEOMETRY.number(seen) - 1, 1.0);
            }
        }
        Some(GamePhase { share: opening_share(pos), stage: stage(pieces as usize) })
    }

    fn encode(&self, weights: &NetworkWeights, scale: f32) -> Vec<u8> {
        file::encode(weights, scale)
    }

    fn decode(&self, bytes: &[u8], scale: f32) -> NetworkWeights {
        file::trained(K::GEOMETRY, bytes, scale)
    }
}

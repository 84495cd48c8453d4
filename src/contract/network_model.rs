//! A small network whose first layer is a sum of rows that the pieces on the board select.
//!
//! The last two lanes of the sum are the value itself, for the first phase of the game and for the last. The others pass
//! through a clipped ReLU (0 to 1) into a layer of [`SECOND_NEURONS`] with the same activation, whose weighted sum is added
//! to the value. Each stage of the game has its own set of these layers.

use super::Position;

/// Lanes of a row.
pub const ROW_LANES: usize = 32;
/// Lanes that are inputs of the second layer; the last two lanes are the value.
pub const ROW_NEURONS: usize = ROW_LANES - 2;
/// Neurons of the second layer.
pub const SECOND_NEURONS: usize = 16;
/// Number of weights in the layers of a stage, in the order of [`StageLayers`].
pub const LAYER_WEIGHTS: usize = SECOND_NEURONS * ROW_NEURONS + 2 * SECOND_NEURONS + 1;

/// Weights of a network in training. Values are in log-odds for the player to move; activations are clipped at 1.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkWeights {
    /// The rows.
    pub rows: Vec<[f32; ROW_LANES]>,
    /// Bias of their sum.
    pub bias: [f32; ROW_LANES],
    /// Layers of one stage after the other, [`LAYER_WEIGHTS`] each.
    pub layers: Vec<f32>,
}

/// The weights of a stage's layers by name, in a list of [`LAYER_WEIGHTS`].
#[derive(Clone, Copy, Debug)]
pub struct StageLayers<'a, T> {
    /// Weights of the second layer: [`ROW_NEURONS`] of one neuron after the other.
    pub second: &'a [T],
    /// Biases of the second layer.
    pub second_bias: &'a [T],
    /// Weights of the second layer's neurons in the value.
    pub output: &'a [T],
    /// Bias of the value.
    pub output_bias: &'a T,
}

impl<T> StageLayers<'_, T> {
    /// The parts of a list.
    #[inline]
    pub fn split(list: &[T]) -> StageLayers<'_, T> {
        let (second, rest) = list.split_at(SECOND_NEURONS * ROW_NEURONS);
        let (second_bias, rest) = rest.split_at(SECOND_NEURONS);
        let (output, rest) = rest.split_at(SECOND_NEURONS);
        StageLayers { second, second_bias, output, output_bias: &rest[0] }
    }
}

/// [`StageLayers`] that can be changed.
#[derive(Debug)]
pub struct StageLayersMut<'a, T> {
    /// Weights of the second layer: [`ROW_NEURONS`] of one neuron after the other.
    pub second: &'a mut [T],
    /// Biases of the second layer.
    pub second_bias: &'a mut [T],
    /// Weights of the second layer's neurons in the value.
    pub output: &'a mut [T],
    /// Bias of the value.
    pub output_bias: &'a mut T,
}

impl<T> StageLayersMut<'_, T> {
    /// The parts of a list.
    #[inline]
    pub fn split(list: &mut [T]) -> StageLayersMut<'_, T> {
        let (second, rest) = list.split_at_mut(SECOND_NEURONS * ROW_NEURONS);
        let (second_bias, rest) = rest.split_at_mut(SECOND_NEURONS);
        let (output, rest) = rest.split_at_mut(SECOND_NEURONS);
        StageLayersMut { second, second_bias, output, output_bias: &mut rest[0] }
    }
}

/// The phase of the game that a position is in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GamePhase {
    /// Weight of the first phase, `0.0..=1.0`, between the two lanes of the value.
    pub share: f32,
    /// Index of the stage whose layers evaluate the position.
    pub stage: usize,
}

/// Selects the rows of a network, for games of two players. Everything is from the view of the player to move.
pub trait NetworkModel<P: Position>: Send + Sync {
    /// Number of rows.
    fn rows(&self) -> usize;

    /// Number of stages, each with its own layers.
    fn stages(&self) -> usize;

    /// Initial value of a row, in log-odds; its other lanes begin at random. `None` for a row that only corrects other rows and
    /// begins at 0.
    fn start(&self, row: usize) -> Option<f32>;

    /// Passes the rows of a position to `add`, each with its factor. `None`, without a call, if the position is not
    /// evaluated in play, or if its value means little.
    fn choose(&self, pos: &P, add: &mut dyn FnMut(usize, f32)) -> Option<GamePhase>;

    /// The network file that the evaluator reads; `scale` hundredths are one unit of log-odds.
    fn encode(&self, weights: &NetworkWeights, scale: f32) -> Vec<u8>;

    /// The weights of such a file, in its precision. The file must have the size of this network.
    fn decode(&self, bytes: &[u8], scale: f32) -> NetworkWeights;
}

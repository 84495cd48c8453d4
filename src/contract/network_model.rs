//! A small network whose first layer is a sum of rows chosen by what stands on the board, as it is fitted to games.
//!
//! The last two lanes of the sum are the value itself, for the first phase of the game and for the last. The others, cut off
//! at 0 and 1, are the inputs of a layer of [`SECOND_NEURONS`], likewise cut off, whose weighted sum is added to the value.
//! There is a set of these layers for each stage of the game.

use super::Position;

/// Numbers in a row.
pub const ROW_LANES: usize = 32;
/// Lanes that are inputs of the second layer; behind them the two of the value.
pub const ROW_NEURONS: usize = ROW_LANES - 2;
/// Neurons of the second layer.
pub const SECOND_NEURONS: usize = 16;
/// Numbers of a stage's layers: the weights of one neuron after the other, their biases, their weights in the value, its bias.
pub const LAYER_NUMBERS: usize = SECOND_NEURONS * ROW_NEURONS + 2 * SECOND_NEURONS + 1;

/// Numbers of a network while it is fitted: the value in log-odds for the player to move, 1 where a lane is cut off.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkNumbers {
    /// The rows.
    pub rows: Vec<[f32; ROW_LANES]>,
    /// What is added to their sum.
    pub bias: [f32; ROW_LANES],
    /// Layers of one stage after the other, [`LAYER_NUMBERS`] each.
    pub layers: Vec<f32>,
}

/// When in the game a position is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GamePhase {
    /// Share of the first phase, `0.0..=1.0`, as the two lanes of the value are mixed.
    pub share: f32,
    /// Whose layers are asked, from 0.
    pub stage: usize,
}

/// How the rows of a network are chosen. For two players; everything as the player to move sees it.
pub trait NetworkModel<P: Position>: Send + Sync {
    /// Number of rows.
    fn rows(&self) -> usize;

    /// Number of stages, each with layers of its own.
    fn stages(&self) -> usize;

    /// What a row adds to the value before any game is seen, in log-odds. `None` for corrections on other rows, which begin
    /// at 0; the lanes of the others begin at random.
    fn start(&self, row: usize) -> Option<f32>;

    /// Passes the rows of a position to `add`, each with what it is multiplied with. `None`, and nothing passed on, where the
    /// evaluation is not asked or says little.
    fn choose(&self, pos: &P, add: &mut dyn FnMut(usize, f32)) -> Option<GamePhase>;

    /// The file of the network that the evaluator reads; `scale` hundredths are one unit of log-odds.
    fn encode(&self, numbers: &NetworkNumbers, scale: f32) -> Vec<u8>;
}

//! A small network that evaluates the empty points of a board.
//!
//! Four lines go through a point. The stones on a line around it are a shape, and an embedding table has a row of
//! [`POINT_CHANNELS`] weights for each shape. The sum of a point's four rows, clipped to 0 to 1, is its vector. There
//! is one for the player to move and one for the opponent, who sees the shapes with exchanged colours. The pool is the
//! sum of the vectors of all points near stones.
//!
//! The value is a weighted sum of the pool and of [`POINT_NEURONS`] neurons, clipped to 0 to 1, whose inputs are the pool.
//! Value and neurons have a bias for each set of [`POINT_FACTS`] facts, and one for each stone on the board. The policy of
//! a move is a weighted sum of the vector of its point; the neurons gate these weights.

use super::Position;

/// Channels of a point's vector for one player.
pub const POINT_CHANNELS: usize = 32;
/// Channels of a point's vector for both players: first those of the player to move.
pub const POINT_LANES: usize = 2 * POINT_CHANNELS;
/// Neurons between pool and value.
pub const POINT_NEURONS: usize = 64;
/// Facts about a position that are true or not.
pub const POINT_FACTS: usize = 9;

/// The layers from the pool to value and policy. Values are in log-odds for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct PointHead {
    /// Weights of the pool in a neuron, by neuron: [`POINT_NEURONS`].
    pub neurons: Vec<[f32; POINT_LANES]>,
    /// Bias of each neuron, by set of facts: `1 << POINT_FACTS`.
    pub neuron_bias: Vec<[f32; POINT_NEURONS]>,
    /// Bias of each neuron for every stone on the board.
    pub neuron_stones: [f32; POINT_NEURONS],
    /// Weights of the neurons in the value.
    pub outputs: [f32; POINT_NEURONS],
    /// Weights of the pool in the value.
    pub linear: [f32; POINT_LANES],
    /// Bias of the value, by set of facts: `1 << POINT_FACTS`.
    pub bias: Vec<f32>,
    /// Bias of the value for every stone on the board.
    pub stones: f32,
    /// Weights of a point's vector in the policy: the log-odds of a move there.
    pub order: [f32; POINT_LANES],
    /// What each neuron adds to these weights, multiplied by its output: [`POINT_NEURONS`].
    pub order_gates: Vec<[f32; POINT_LANES]>,
}

impl PointHead {
    /// A head of zeros.
    pub fn zero() -> PointHead {
        PointHead {
            neurons: vec![[0.0; POINT_LANES]; POINT_NEURONS],
            neuron_bias: vec![[0.0; POINT_NEURONS]; 1 << POINT_FACTS],
            neuron_stones: [0.0; POINT_NEURONS],
            outputs: [0.0; POINT_NEURONS],
            linear: [0.0; POINT_LANES],
            bias: vec![0.0; 1 << POINT_FACTS],
            stones: 0.0,
            order: [0.0; POINT_LANES],
            order_gates: vec![[0.0; POINT_LANES]; POINT_NEURONS],
        }
    }

    /// The weights of each field as a list.
    pub fn fields(&mut self) -> HeadFields<&mut [f32]> {
        HeadFields {
            neurons: self.neurons.as_flattened_mut(),
            neuron_bias: self.neuron_bias.as_flattened_mut(),
            neuron_stones: &mut self.neuron_stones,
            outputs: &mut self.outputs,
            linear: &mut self.linear,
            bias: &mut self.bias,
            stones: std::slice::from_mut(&mut self.stones),
            order: &mut self.order,
            order_gates: self.order_gates.as_flattened_mut(),
        }
    }
}

/// A value for each field of [`PointHead`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the fields of `PointHead`")]
pub struct HeadFields<T> {
    pub neurons: T,
    pub neuron_bias: T,
    pub neuron_stones: T,
    pub outputs: T,
    pub linear: T,
    pub bias: T,
    pub stones: T,
    pub order: T,
    pub order_gates: T,
}

impl<T> IntoIterator for HeadFields<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, 9>;

    /// The values in the order of the fields, which is that of network files.
    fn into_iter(self) -> Self::IntoIter {
        let HeadFields {
            neurons,
            neuron_bias,
            neuron_stones,
            outputs,
            linear,
            bias,
            stones,
            order,
            order_gates,
        } = self;
        [neurons, neuron_bias, neuron_stones, outputs, linear, bias, stones, order, order_gates].into_iter()
    }
}

/// Weights of a network in training. A vector is clipped at 1, and the pool is the plain sum of the vectors.
#[derive(Clone, PartialEq, Debug)]
pub struct PointNetworkWeights {
    /// Rows by the side of the player whose view it is, then by shape as this player sees it.
    pub tables: Vec<Vec<[f32; POINT_CHANNELS]>>,
    /// Heads by the side of the player to move.
    pub heads: Vec<PointHead>,
}

impl PointNetworkWeights {
    /// A network of zeros.
    pub fn zero(sides: usize, shapes: usize) -> PointNetworkWeights {
        PointNetworkWeights {
            tables: vec![vec![[0.0; POINT_CHANNELS]; shapes]; sides],
            heads: vec![PointHead::zero(); sides],
        }
    }
}

/// The inputs of the network in addition to the points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointFacts {
    /// Side of the player to move.
    pub side: usize,
    /// The facts that are true, as the player to move sees them, a bit each: below `1 << POINT_FACTS`.
    pub facts: usize,
    /// Stones on the board.
    pub stones: usize,
}

/// The inputs of such a network, for a game of two players.
pub trait PointNetworkModel<P: Position>: Send + Sync {
    /// Number of sides: 2 if the rules differ for the two players, else 1, and both have side 0.
    fn sides(&self) -> usize;

    /// Number of shapes, at most 65,536.
    fn shapes(&self) -> usize;

    /// The same shape as the other player sees it.
    fn swapped(&self, shape: usize) -> usize;

    /// The factors of a shape for a player of this side. The row of the shape is the sum of the rows of its parts, which
    /// similar shapes share, and of a correction. `None` for a line without stones, whose row is 0.
    fn parts(&self, side: usize, shape: usize) -> Option<[usize; 3]>;

    /// Number of parts, the same for each side; at most 65,536.
    fn part_count(&self) -> usize;

    /// Maximum absolute value of the initial weights of a part.
    fn part_start(&self, part: usize) -> f32;

    /// Passes each empty point near stones to `add`, with the shapes of its lines as the player to move sees them.
    /// `None`, without a call, if the position is not evaluated in play: the game is over, or the next moves decide it.
    fn describe(&self, pos: &P, add: &mut dyn FnMut(P::Move, [u16; 4])) -> Option<PointFacts>;

    /// The network file that the evaluator reads; `scale` hundredths are one unit of log-odds.
    fn encode(&self, weights: &PointNetworkWeights, scale: f32) -> Vec<u8>;

    /// The weights of such a file, in its precision. `None` if it does not have the size of this network.
    fn decode(&self, bytes: &[u8], scale: f32) -> Option<PointNetworkWeights>;
}

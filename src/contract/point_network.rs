//! A small network that looks at the empty points of a board, as it is fitted to games.
//!
//! Four lines go through a point. What stands on a line around it is a shape, and a table has a row of [`POINT_CHANNELS`]
//! numbers for each. The sum of a point's four rows, cut off at 0 and 1, is its vector: once as the player to move sees the
//! shapes, once as the other does. The vectors of all points near stones are summed (the pool).
//!
//! The value is a weighted sum of the pool, and of [`POINT_NEURONS`] neurons, cut off at 0 and 1, whose inputs are the pool
//! too. Value and neurons have a bias for each set of [`POINT_FACTS`] facts, and one for each stone on the board. How
//! likely a move is follows from the vector of its point, weighted by numbers that the neurons change.

use super::Position;

/// Numbers of a point in one view.
pub const POINT_CHANNELS: usize = 32;
/// Numbers of a point in both views: first those of the player to move, then the other's.
pub const POINT_LANES: usize = 2 * POINT_CHANNELS;
/// Neurons between pool and value.
pub const POINT_NEURONS: usize = 64;
/// Facts about a position that are true or not.
pub const POINT_FACTS: usize = 9;

/// From the pool to a value, and to an order of moves. Values are in log-odds for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct PointHead {
    /// Weights of the pool in a neuron, by neuron: [`POINT_NEURONS`].
    pub neurons: Vec<[f32; POINT_LANES]>,
    /// What is added to each neuron, by set of facts: `1 << POINT_FACTS`.
    pub neuron_bias: Vec<[f32; POINT_NEURONS]>,
    /// What is added to each neuron for every stone on the board.
    pub neuron_stones: [f32; POINT_NEURONS],
    /// Weights of the neurons in the value.
    pub outputs: [f32; POINT_NEURONS],
    /// Weights of the pool in the value.
    pub linear: [f32; POINT_LANES],
    /// What is added to the value, by set of facts: `1 << POINT_FACTS`.
    pub bias: Vec<f32>,
    /// What is added to the value for every stone on the board.
    pub stones: f32,
    /// Weights of a point's vector in the log-odds of a move there.
    pub order: [f32; POINT_LANES],
    /// What each neuron, multiplied with its output, adds to these weights: [`POINT_NEURONS`].
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

    /// All its numbers, a list for each field, in the order of the fields.
    pub fn lists(&mut self) -> [&mut [f32]; 9] {
        [
            self.neurons.as_flattened_mut(),
            self.neuron_bias.as_flattened_mut(),
            &mut self.neuron_stones,
            &mut self.outputs,
            &mut self.linear,
            &mut self.bias,
            std::slice::from_mut(&mut self.stones),
            &mut self.order,
            self.order_gates.as_flattened_mut(),
        ]
    }
}

/// Numbers of a network. A vector is cut off at 1, and the pool is the plain sum of the vectors.
#[derive(Clone, PartialEq, Debug)]
pub struct PointNumbers {
    /// Rows by side of the player who looks, then by shape as this player sees it.
    pub tables: Vec<Vec<[f32; POINT_CHANNELS]>>,
    /// Heads by side of the player to move.
    pub heads: Vec<PointHead>,
}

impl PointNumbers {
    /// A network of zeros.
    pub fn zero(sides: usize, shapes: usize) -> PointNumbers {
        PointNumbers {
            tables: vec![vec![[0.0; POINT_CHANNELS]; shapes]; sides],
            heads: vec![PointHead::zero(); sides],
        }
    }
}

/// What the network is told of a position besides its points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointFacts {
    /// Side of the player to move.
    pub side: usize,
    /// The facts that are true, as the player to move sees them, a bit each: below `1 << POINT_FACTS`.
    pub facts: usize,
    /// Stones on the board.
    pub stones: usize,
}

/// What such a network sees of a game of two players.
pub trait PointNetworkModel<P: Position>: Send + Sync {
    /// Number of sides: 2 where rules differ for the two players, else 1, and both have side 0.
    fn sides(&self) -> usize;

    /// Number of shapes, at most 65,536.
    fn shapes(&self) -> usize;

    /// The shape that the other player sees where one sees this.
    fn swapped(&self, shape: usize) -> usize;

    /// The parts whose rows, summed, are the row of a shape for a player of this side, before games show where it differs:
    /// shapes that are alike share parts. `None` where no stone stands on the line: the row is 0.
    fn parts(&self, side: usize, shape: usize) -> Option<[usize; 3]>;

    /// Number of parts, the same for each side; at most 65,536.
    fn part_count(&self) -> usize;

    /// How far from 0 the row of a part begins at most.
    fn part_start(&self, part: usize) -> f32;

    /// Passes each empty point near stones to `add`, with the shapes of its lines as the player to move sees them. `None`,
    /// and nothing passed on, where the evaluation is not asked: the game is decided, or won or lost at sight.
    fn describe(&self, pos: &P, add: &mut dyn FnMut(P::Move, [u16; 4])) -> Option<PointFacts>;

    /// The file of the network that the evaluator reads; `scale` hundredths are one unit of log-odds.
    fn encode(&self, numbers: &PointNumbers, scale: f32) -> Vec<u8>;

    /// The numbers of such a file, as exactly as it has them. `None` where it is not of as many numbers as this network.
    fn decode(&self, bytes: &[u8], scale: f32) -> Option<PointNumbers>;
}

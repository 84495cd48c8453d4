//! The forward pass of a network in training.
//!
//! Most training time is spent here and in `gradient`, in loops over 32 or 64 channels that the compiler vectorizes. So
//! dot products are summed in lanes (`dot`), and there are no closures.

use crate::contract::{POINT_CHANNELS, POINT_LANES, POINT_NEURONS, PointFacts, PointNetworkWeights};

/// Number of partial sums of a dot product.
const SUMS: usize = 16;

/// Channels of a point, or of the pool.
pub type Lanes = [f32; POINT_LANES];

/// The dot product.
#[inline(always)]
pub fn dot(a: &Lanes, b: &Lanes) -> f32 {
    let mut sums = [0.0; SUMS];
    for (a, b) in a.as_chunks::<SUMS>().0.iter().zip(b.as_chunks::<SUMS>().0) {
        for i in 0..SUMS {
            sums[i] += a[i] * b[i];
        }
    }
    let mut half = SUMS / 2;
    while half > 0 {
        for i in 0..half {
            sums[i] += sums[i + half];
        }
        half /= 2;
    }
    sums[0]
}

/// Adds `by` times a list to another.
#[inline(always)]
pub fn add(to: &mut Lanes, by: f32, list: &Lanes) {
    for lane in 0..POINT_LANES {
        to[lane] += by * list[lane];
    }
}

/// The clipped ReLU.
#[inline(always)]
pub fn clipped(sums: &Lanes) -> Lanes {
    let mut vector = *sums;
    for lane in &mut vector {
        *lane = lane.clamp(0.0, 1.0);
    }
    vector
}

/// Is the derivative of the clipped ReLU 1, rather than 0?
#[inline(always)]
pub fn is_active(sum: f32) -> bool {
    sum > 0.0 && sum < 1.0
}

/// The activations of a position, for the backward pass. Its buffers are reused for the next position.
pub struct Forward {
    /// Value in log-odds for the player to move.
    pub value: f32,
    /// Log-odds of a move on each point, up to a constant; after `order_errors`, the policy's errors.
    pub order: Vec<f32>,
    /// Sums of the four rows of each point.
    pub sums: Vec<Lanes>,
    /// Sum of the vectors of all points.
    pub pool: Lanes,
    /// Inputs of the neurons.
    pub neurons: [f32; POINT_NEURONS],
    /// Weights of a vector in the policy.
    pub order_weights: Lanes,
}

impl Default for Forward {
    fn default() -> Forward {
        Forward {
            value: 0.0,
            order: Vec::new(),
            sums: Vec::new(),
            pool: [0.0; POINT_LANES],
            neurons: [0.0; POINT_NEURONS],
            order_weights: [0.0; POINT_LANES],
        }
    }
}

/// The table of each view if a player of this side is to move.
#[inline(always)]
pub fn tables(sides: usize, side: usize) -> [usize; 2] {
    [side, (side + 1) % sides]
}

/// The rows of a shape in each view; the shape is as the player to move sees it.
#[inline(always)]
pub fn rows(swapped: &[u16], shape: u16) -> [usize; 2] {
    [shape.into(), swapped[usize::from(shape)].into()]
}

impl Forward {
    /// Evaluates a position; `swapped` has, for each shape, the same shape as the other player sees it.
    pub fn evaluate(
        &mut self,
        network: &PointNetworkWeights,
        swapped: &[u16],
        points: &[[u16; 4]],
        facts: PointFacts,
    ) {
        self.sum_points(network, swapped, points, facts.side);
        let head = &network.heads[facts.side];
        let stones = facts.stones as f32;
        let mut value = head.bias[facts.facts] + stones * head.stones + dot(&head.linear, &self.pool);
        self.order_weights = head.order;
        for (neuron, bias) in head.neuron_bias[facts.facts].iter().enumerate() {
            let pool = dot(&head.neurons[neuron], &self.pool);
            let input = bias + stones * head.neuron_stones[neuron] + pool;
            let output = input.clamp(0.0, 1.0);
            self.neurons[neuron] = input;
            value += head.outputs[neuron] * output;
            add(&mut self.order_weights, output, &head.order_gates[neuron]);
        }
        self.value = value;
        let order = self.sums.iter().map(|sums| dot(&clipped(sums), &self.order_weights));
        self.order.clear();
        self.order.extend(order);
    }

    fn sum_points(
        &mut self,
        network: &PointNetworkWeights,
        swapped: &[u16],
        points: &[[u16; 4]],
        side: usize,
    ) {
        let tables = tables(network.tables.len(), side).map(|table| &network.tables[table][..]);
        self.sums.clear();
        self.pool = [0.0; POINT_LANES];
        for shapes in points {
            let mut sums = [0.0; POINT_LANES];
            for &shape in shapes {
                let rows = rows(swapped, shape);
                for (view, sums) in sums.as_chunks_mut::<POINT_CHANNELS>().0.iter_mut().enumerate() {
                    let row = &tables[view][rows[view]];
                    for channel in 0..POINT_CHANNELS {
                        sums[channel] += row[channel];
                    }
                }
            }
            add(&mut self.pool, 1.0, &clipped(&sums));
            self.sums.push(sums);
        }
    }

    /// Replaces the policy's log-odds by the gradient of its cross-entropy: the softmax, less 1 for the chosen move.
    /// All are 0 if the chosen move is on none of the points.
    pub fn order_errors(&mut self, chosen: Option<usize>) {
        let Some(chosen) = chosen else { return self.order.fill(0.0) };
        let max = self.order.iter().copied().fold(f32::MIN, f32::max);
        self.order.iter_mut().for_each(|odds| *odds = (*odds - max).exp());
        let sum: f32 = self.order.iter().sum();
        self.order.iter_mut().for_each(|odds| *odds /= sum);
        self.order[chosen] -= 1.0;
    }
}

/// The value of a position in log-odds for the player to move, and the log-odds of a move on each of its points, up to a
/// constant. `swapped` returns a shape as the other player sees it.
pub fn evaluate_points(
    network: &PointNetworkWeights,
    swapped: &dyn Fn(usize) -> usize,
    points: &[[u16; 4]],
    facts: PointFacts,
) -> (f32, Vec<f32>) {
    let swapped: Vec<u16> = (0..network.tables[0].len()).map(|shape| swapped(shape) as u16).collect();
    let mut forward = Forward::default();
    forward.evaluate(network, &swapped, points, facts);
    (forward.value, forward.order)
}

//! What a network says of a position while it learns.
//!
//! Most of the time of a fit is spent here and in `slope`, in loops over 32 or 64 numbers that the compiler makes
//! instructions for many at once: sums of products are therefore made in lanes (`dot`), and nothing is left to closures.

use crate::contract::{POINT_CHANNELS, POINT_LANES, POINT_NEURONS, PointFacts, PointNumbers};

/// Sums that are made beside each other.
const SUMS: usize = 16;

/// Numbers of a point, or of the pool.
pub type Lanes = [f32; POINT_LANES];

/// The sum of the products of two lists.
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

/// Adds a multiple of a list.
#[inline(always)]
pub fn add(to: &mut Lanes, by: f32, list: &Lanes) {
    for lane in 0..POINT_LANES {
        to[lane] += by * list[lane];
    }
}

/// Numbers of 0 to 1.
#[inline(always)]
pub fn cut_off(sums: &Lanes) -> Lanes {
    let mut vector = *sums;
    for lane in &mut vector {
        *lane = lane.clamp(0.0, 1.0);
    }
    vector
}

/// Is a sum between the ends, where a change of it is a change of what it is cut off to?
#[inline(always)]
pub fn is_open(sum: f32) -> bool {
    sum > 0.0 && sum < 1.0
}

/// A position as a network judges it, with what the slope needs; to be used for one position after another.
pub struct Judged {
    /// Value in log-odds for the player to move.
    pub value: f32,
    /// How likely a move on each point is: log-odds, up to a number that is the same for all.
    pub order: Vec<f32>,
    /// Sums of the four rows of each point.
    pub sums: Vec<Lanes>,
    /// Sum of the vectors of all points.
    pub pool: Lanes,
    /// Inputs of the neurons.
    pub neurons: [f32; POINT_NEURONS],
    /// Weights of a vector in the order of moves.
    pub order_weights: Lanes,
}

impl Default for Judged {
    fn default() -> Judged {
        Judged {
            value: 0.0,
            order: Vec::new(),
            sums: Vec::new(),
            pool: [0.0; POINT_LANES],
            neurons: [0.0; POINT_NEURONS],
            order_weights: [0.0; POINT_LANES],
        }
    }
}

/// The table that each view looks into, where a player of this side is to move.
#[inline(always)]
pub fn tables(sides: usize, side: usize) -> [usize; 2] {
    [side, (side + 1) % sides]
}

/// The row of a shape in each view, the shape as the player to move sees it.
#[inline(always)]
pub fn rows(swapped: &[u16], shape: u16) -> [usize; 2] {
    [shape.into(), swapped[usize::from(shape)].into()]
}

impl Judged {
    /// Judges a position; `swapped` has the shape that the other player sees for each.
    pub fn judge(&mut self, network: &PointNumbers, swapped: &[u16], points: &[[u16; 4]], facts: PointFacts) {
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
        let order = self.sums.iter().map(|sums| dot(&cut_off(sums), &self.order_weights));
        self.order.clear();
        self.order.extend(order);
    }

    fn sum_points(&mut self, network: &PointNumbers, swapped: &[u16], points: &[[u16; 4]], side: usize) {
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
            add(&mut self.pool, 1.0, &cut_off(&sums));
            self.sums.push(sums);
        }
    }

    /// Makes of the order of moves its slope: the chance of each move, less 1 for the one that was chosen. All 0 where
    /// none of them was.
    pub fn order_errors(&mut self, chosen: Option<usize>) {
        let Some(chosen) = chosen else { return self.order.fill(0.0) };
        let max = self.order.iter().copied().fold(f32::MIN, f32::max);
        self.order.iter_mut().for_each(|odds| *odds = (*odds - max).exp());
        let sum: f32 = self.order.iter().sum();
        self.order.iter_mut().for_each(|odds| *odds /= sum);
        self.order[chosen] -= 1.0;
    }
}

/// The value of a position in log-odds for the player to move, and how likely a move on each of its points is: log-odds, up
/// to a number that is the same for all. `swapped` says which shape the other player sees.
pub fn judge_points(
    network: &PointNumbers,
    swapped: &dyn Fn(usize) -> usize,
    points: &[[u16; 4]],
    facts: PointFacts,
) -> (f32, Vec<f32>) {
    let swapped: Vec<u16> = (0..network.tables[0].len()).map(|shape| swapped(shape) as u16).collect();
    let mut judged = Judged::default();
    judged.judge(network, &swapped, points, facts);
    (judged.value, judged.order)
}

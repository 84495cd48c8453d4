//! From positions to a network: steps down the slope of the log-loss, some positions at a time.
//!
//! A batch is done in two turns. First each half of its positions is judged, which gives the slopes by the sums of rows and
//! by the layers. Then the rows move, those of even number on one thread and of odd number on the other, each by the
//! root of all its slopes so far (AdaGrad by Duchi and others, 2011, one sum for a row): a row that few positions choose has
//! moved little, one that all choose moves less and less. The layers move by Adam (Kingma and Ba, 2014). Who does which
//! half does not depend on threads, so the same games and seed give the same network.

use super::fitting::Round;
use super::network_slope::{Learning, add_slope, judge};
use super::objective::log_loss;
use crate::contract::{
    LAYER_NUMBERS, NetworkModel, NetworkNumbers, Position, ROW_LANES, ROW_NEURONS, SECOND_NEURONS,
};
use crate::random::Random;
use crate::threads::share;

/// A position and what is to be expected of it, as a share of a win for the player to move.
pub type Target<P> = (P, f32);

/// What a fit of a network is to do.
#[derive(Clone, Debug)]
pub struct NetworkRequest {
    /// Times that all positions are learnt from, at least 1.
    pub epochs: usize,
    /// Seed of the first numbers.
    pub seed: u64,
}

/// How fast rows move at first, and layers.
const RATES: (f32, f32) = (0.03, 0.001);
/// Sum of slopes that every row begins with: so far it trusts that it need not move.
const TRUST: f32 = 0.1;
/// Positions of a batch.
const BATCH: usize = 1024;
/// Share of the fit after which the rates begin to fall to 0.
const STEADY: f32 = 0.3;
/// Least part of the rates.
const MIN_RATE: f32 = 0.01;
/// How a bias moves beside a row: it is chosen by every position.
const BIAS_RATE: f32 = 0.3;
/// Memory of Adam: of slopes, and of their squares.
const MEMORY: (f32, f32) = (0.9, 0.999);
/// Largest weight of the second layer, so that it can be written as 16 bits and summed in 32.
const MAX_SECOND: f32 = 3.9;
/// Seed of the orders in which positions are taken.
const ORDER_SEED: u64 = 99;

/// A number between -1 and 1.
fn unit(random: &mut Random) -> f32 {
    (random.next() >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0
}

/// The numbers before anything is learnt: the value of what stands on the board, neurons at random.
fn first_numbers<P: Position>(model: &dyn NetworkModel<P>, seed: u64) -> NetworkNumbers {
    let mut random = Random::new(seed);
    let mut rows = vec![[0.0; ROW_LANES]; model.rows()];
    for (number, row) in rows.iter_mut().enumerate() {
        if let Some(value) = model.start(number) {
            row[..ROW_NEURONS].iter_mut().for_each(|lane| *lane = unit(&mut random) * 0.15);
            row[ROW_NEURONS..].fill(value);
        }
    }
    let mut bias = [0.3; ROW_LANES];
    bias[ROW_NEURONS..].fill(0.0);
    let mut layer = vec![0.0; LAYER_NUMBERS];
    let (second, rest) = layer.split_at_mut(SECOND_NEURONS * ROW_NEURONS);
    second.iter_mut().for_each(|weight| *weight = unit(&mut random) * (3.0 / ROW_NEURONS as f32).sqrt());
    for neuron in 0..SECOND_NEURONS {
        rest[neuron] = 0.2;
        rest[SECOND_NEURONS + neuron] = unit(&mut random) * (1.0 / SECOND_NEURONS as f32).sqrt() * 0.3;
    }
    NetworkNumbers { rows, bias, layers: layer.repeat(model.stages()) }
}

/// What half of a batch says.
#[derive(Default)]
struct Half {
    /// Rows and their factors, of one position after the other.
    chosen: Vec<(u32, f32)>,
    /// Where those of each position end.
    ends: Vec<usize>,
    /// Slope by the sum of rows, for each position.
    slopes: Vec<[f32; ROW_LANES]>,
    /// Slope by the layers.
    layers: Vec<f32>,
    loss: f64,
}

impl Half {
    /// Judges the positions of these numbers.
    fn judge<P: Position>(
        &mut self,
        model: &dyn NetworkModel<P>,
        network: &Learning,
        positions: &[Target<P>],
        numbers: &[u32],
    ) {
        self.chosen.clear();
        self.ends.clear();
        self.slopes.clear();
        self.layers.clear();
        self.layers.resize(network.layers.len(), 0.0);
        self.loss = 0.0;
        for &number in numbers {
            let (pos, target) = &positions[number as usize];
            let begin = self.chosen.len();
            let phase = model.choose(pos, &mut |row, by| self.chosen.push((row as u32, by)));
            let Some(phase) = phase else { continue };
            let judged = judge(network, &self.chosen[begin..], phase);
            self.loss += f64::from(log_loss(judged.expected(), *target));
            let error = judged.expected() - target;
            self.slopes.push(add_slope(network, &judged, error, &mut self.layers));
            self.ends.push(self.chosen.len());
        }
    }
}

/// A network on its way.
struct Descent {
    network: Learning,
    /// Sums of squared slopes, of rows of even and of odd number.
    row_sums: [Vec<f32>; 2],
    bias_sums: [f32; ROW_LANES],
    /// Adam's means of slopes and of their squares.
    means: Vec<f32>,
    squares: Vec<f32>,
    batches: i32,
}

impl Descent {
    fn new(network: Learning) -> Descent {
        let layers = network.layers.len();
        Descent {
            row_sums: [0, 1].map(|parity| vec![TRUST; network.rows[parity].len()]),
            bias_sums: [TRUST; ROW_LANES],
            means: vec![0.0; layers],
            squares: vec![0.0; layers],
            batches: 0,
            network,
        }
    }

    /// A step after both halves of a batch were judged; `slow` is the part of the rates that is left.
    fn step(&mut self, halves: &[Half; 2], slow: f32) {
        let rate = RATES.0 * slow;
        let rows = self.network.rows.iter_mut().zip(&mut self.row_sums).enumerate().collect();
        share(rows, halves.len(), &|(parity, (rows, sums))| {
            move_rows(rows, sums, parity as u32, halves, rate)
        });
        for slope in halves.iter().flat_map(|half| &half.slopes) {
            for (lane, slope) in slope.iter().enumerate() {
                self.bias_sums[lane] += slope * slope;
                self.network.bias[lane] -= rate * BIAS_RATE * slope / self.bias_sums[lane].sqrt();
            }
        }
        self.batches += 1;
        self.move_layers(halves, RATES.1 * slow);
    }

    fn move_layers(&mut self, halves: &[Half; 2], rate: f32) {
        let [unseen, unseen_square] = [MEMORY.0, MEMORY.1].map(|memory| 1.0 - memory.powi(self.batches));
        for (i, number) in self.network.layers.iter_mut().enumerate() {
            let slope = (halves[0].layers[i] + halves[1].layers[i]) / BATCH as f32;
            self.means[i] = MEMORY.0 * self.means[i] + (1.0 - MEMORY.0) * slope;
            self.squares[i] = MEMORY.1 * self.squares[i] + (1.0 - MEMORY.1) * slope * slope;
            *number -= rate * (self.means[i] / unseen) / ((self.squares[i] / unseen_square).sqrt() + 1e-9);
            if i % LAYER_NUMBERS < SECOND_NEURONS * ROW_NEURONS {
                *number = number.clamp(-MAX_SECOND, MAX_SECOND);
            }
        }
    }
}

/// Moves the rows of one parity.
fn move_rows(rows: &mut [[f32; ROW_LANES]], sums: &mut [f32], parity: u32, halves: &[Half; 2], rate: f32) {
    for half in halves {
        let mut begin = 0;
        for (slope, &end) in half.slopes.iter().zip(&half.ends) {
            let square = slope.iter().map(|x| x * x).sum::<f32>() / ROW_LANES as f32;
            for &(row, by) in half.chosen[begin..end].iter().filter(|(row, _)| row & 1 == parity) {
                let place = (row >> 1) as usize;
                sums[place] += square * by * by;
                let step = rate * by / sums[place].sqrt();
                rows[place].iter_mut().zip(slope).for_each(|(lane, slope)| *lane -= step * slope);
            }
            begin = end;
        }
    }
}

/// Mean log-loss of a network on positions that are only judged by.
fn mean_loss<P: Position>(model: &dyn NetworkModel<P>, network: &Learning, positions: &[Target<P>]) -> f64 {
    let mut chosen = Vec::new();
    let losses = positions.iter().filter_map(|(pos, target)| {
        chosen.clear();
        let phase = model.choose(pos, &mut |row, by| chosen.push((row as u32, by)))?;
        Some(f64::from(log_loss(judge(network, &chosen, phase).expected(), *target)))
    });
    losses.sum::<f64>() / positions.len().max(1) as f64
}

/// Fits a network to positions; `judge_by` are positions of other games. `report` hears of every epoch.
pub fn fit_network<P: Position + Sync>(
    model: &dyn NetworkModel<P>,
    learn: &[Target<P>],
    judge_by: &[Target<P>],
    request: &NetworkRequest,
    report: &mut dyn FnMut(Round),
) -> NetworkNumbers {
    let mut descent = Descent::new(Learning::new(first_numbers(model, request.seed)));
    let mut halves = [Half::default(), Half::default()];
    let mut order: Vec<u32> = (0..learn.len() as u32).collect();
    let mut random = Random::new(ORDER_SEED);
    let batches = learn.len() / BATCH;
    for epoch in 0..request.epochs {
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        let mut loss = 0.0;
        for (number, batch) in order.chunks_exact(BATCH).enumerate() {
            let done = (epoch * batches + number) as f32 / (request.epochs * batches) as f32;
            let left = if done < STEADY { 1.0 } else { 1.0 - (done - STEADY) / (1.0 - STEADY) };
            let network = &descent.network;
            let parts = halves.iter_mut().zip(batch.chunks_exact(BATCH / 2)).collect();
            share(parts, 2, &|(half, numbers)| half.judge(model, network, learn, numbers));
            loss += halves.iter().map(|half| half.loss).sum::<f64>();
            descent.step(&halves, left.max(MIN_RATE));
        }
        let learnt = loss / (batches * BATCH).max(1) as f64;
        report(Round { step: epoch + 1, learnt, judged: mean_loss(model, &descent.network, judge_by) });
    }
    descent.network.into_numbers()
}

//! Training of a network whose first layer is a sum of rows: stochastic gradient descent on the log-loss, in batches.
//!
//! A batch has two steps. First its positions are evaluated in two shards, which gives the gradients of the layers and
//! of the sums of rows. Then the rows are updated, those of even index on one thread and those of odd index on the
//! other. Rows use AdaGrad (Duchi and others, 2011) with one accumulator per row: the more gradients a row has had, the
//! less it changes. The layers use Adam. The shards do not depend on the number of threads, so the same games and seed
//! give the same network.

use super::adam::Adam;
use super::fitting::FitProgress;
use super::network_gradient::{SplitWeights, backward, forward};
use super::objective::log_loss;
use crate::contract::{
    LAYER_WEIGHTS, NetworkModel, NetworkWeights, Position, ROW_LANES, ROW_NEURONS, SECOND_NEURONS,
    StageLayersMut,
};
use crate::random::Random;
use crate::threads::share;

/// A position and its target: the expected result for the player to move, from 0 (loss) to 1 (win).
pub type Target<P> = (P, f32);

/// Settings of the training run of a network.
#[derive(Clone, Debug)]
pub struct NetworkRequest {
    /// Number of passes over all positions, at least 1.
    pub epochs: usize,
    /// Random seed of the initial weights.
    pub seed: u64,
}

/// Initial learning rate of the rows.
const ROW_LEARNING_RATE: f32 = 0.03;
/// Initial learning rate of the layers.
const LAYER_LEARNING_RATE: f32 = 0.001;
/// Initial sum of squared gradients of a row, which limits its first updates: from scratch, and when training continues.
const INITIAL_ACCUMULATORS: (f32, f32) = (0.1, 30.0);
/// Positions in a batch.
const BATCH: usize = 1024;
/// Fraction of the training after which the learning rates begin to decay.
const DECAY_START: f32 = 0.3;
/// Factor of the learning rates at the end of the training.
const MIN_DECAY: f32 = 0.01;
/// Factor of the learning rates when training continues from a network.
const FINE_TUNING: f32 = 0.3;
/// Factor of the rows' learning rate for their bias, which every position selects.
const BIAS_FACTOR: f32 = 0.3;
/// Keeps Adam's divisor above 0.
const EPSILON: f32 = 1e-9;
/// Largest weight of the second layer: weights are written with 16 bits, and sums have 32.
const MAX_SECOND: f32 = 3.9;
/// Random seed of the order of positions.
const ORDER_SEED: u64 = 99;

/// A random number between -1 and 1.
fn unit(random: &mut Random) -> f32 {
    (random.next() >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0
}

/// Weights before the first epoch: the material values of the model, and random neurons.
fn initial_weights<P: Position>(model: &dyn NetworkModel<P>, seed: u64) -> NetworkWeights {
    let mut random = Random::new(seed);
    let mut rows = vec![[0.0; ROW_LANES]; model.rows()];
    for (index, row) in rows.iter_mut().enumerate() {
        if let Some(value) = model.start(index) {
            row[..ROW_NEURONS].iter_mut().for_each(|lane| *lane = unit(&mut random) * 0.15);
            row[ROW_NEURONS..].fill(value);
        }
    }
    let mut bias = [0.3; ROW_LANES];
    bias[ROW_NEURONS..].fill(0.0);
    let mut flat = vec![0.0; LAYER_WEIGHTS];
    let layers = StageLayersMut::split(&mut flat);
    let size = (3.0 / ROW_NEURONS as f32).sqrt();
    layers.second.iter_mut().for_each(|weight| *weight = unit(&mut random) * size);
    layers.second_bias.fill(0.2);
    let size = (1.0 / SECOND_NEURONS as f32).sqrt();
    layers.output.iter_mut().for_each(|weight| *weight = unit(&mut random) * size * 0.3);
    NetworkWeights { rows, bias, layers: flat.repeat(model.stages()) }
}

/// The gradients of one of the two shards of a batch.
#[derive(Default)]
struct Shard {
    /// Rows and their factors, position by position.
    rows: Vec<(u32, f32)>,
    /// Index in `rows` after the last one of each position.
    ends: Vec<usize>,
    /// Gradient of the sum of rows, by position.
    gradients: Vec<[f32; ROW_LANES]>,
    /// Gradient of the layers.
    layers: Vec<f32>,
    loss: f64,
}

impl Shard {
    /// Computes the loss and the gradients of the positions with these indices.
    fn forward_backward<P: Position>(
        &mut self,
        model: &dyn NetworkModel<P>,
        network: &SplitWeights,
        positions: &[Target<P>],
        indices: &[u32],
    ) {
        self.rows.clear();
        self.ends.clear();
        self.gradients.clear();
        self.layers.clear();
        self.layers.resize(network.layers.len(), 0.0);
        self.loss = 0.0;
        for &index in indices {
            let (pos, target) = &positions[index as usize];
            let begin = self.rows.len();
            let phase = model.choose(pos, &mut |row, factor| self.rows.push((row as u32, factor)));
            let Some(phase) = phase else { continue };
            let evaluated = forward(network, &self.rows[begin..], phase);
            self.loss += f64::from(log_loss(evaluated.expected(), *target));
            let error = evaluated.expected() - target;
            self.gradients.push(backward(network, &evaluated, error, &mut self.layers));
            self.ends.push(self.rows.len());
        }
    }
}

/// A network in training and the state of its optimizers.
struct Trainer {
    network: SplitWeights,
    /// AdaGrad's sums of squared gradients: rows of even index, then of odd index.
    row_sums: [Vec<f32>; 2],
    bias_sums: [f32; ROW_LANES],
    layer_moments: Adam,
    batches: usize,
}

impl Trainer {
    fn new(network: SplitWeights, accumulator: f32) -> Trainer {
        Trainer {
            row_sums: [0, 1].map(|parity| vec![accumulator; network.rows[parity].len()]),
            bias_sums: [accumulator; ROW_LANES],
            layer_moments: Adam::new(network.layers.len()),
            batches: 0,
            network,
        }
    }

    /// Updates all weights by the gradients of a batch; `decay` is the current factor of the learning rates, 0 to 1.
    fn step(&mut self, shards: &[Shard; 2], decay: f32) {
        let rate = ROW_LEARNING_RATE * decay;
        let rows = self.network.rows.iter_mut().zip(&mut self.row_sums).enumerate().collect();
        share(rows, shards.len(), &|(parity, (rows, sums))| {
            update_rows(rows, sums, parity as u32, shards, rate)
        });
        for gradient in shards.iter().flat_map(|shard| &shard.gradients) {
            for (lane, gradient) in gradient.iter().enumerate() {
                self.bias_sums[lane] += gradient * gradient;
                self.network.bias[lane] -= rate * BIAS_FACTOR * gradient / self.bias_sums[lane].sqrt();
            }
        }
        self.batches += 1;
        self.update_layers(shards, LAYER_LEARNING_RATE * decay);
    }

    fn update_layers(&mut self, [first, second]: &[Shard; 2], rate: f32) {
        let gradients = first.layers.iter().zip(&second.layers).map(|(a, b)| (a + b) / BATCH as f32);
        let corrections = Adam::bias_corrections(self.batches);
        let layers = &mut self.network.layers;
        self.layer_moments.step(layers, gradients, corrections, |weight, mean, root| {
            *weight -= rate * mean / (root + EPSILON);
        });
        for stage in layers.chunks_mut(LAYER_WEIGHTS) {
            let second = StageLayersMut::split(stage).second;
            second.iter_mut().for_each(|weight| *weight = weight.clamp(-MAX_SECOND, MAX_SECOND));
        }
    }
}

/// Updates the rows of one parity.
fn update_rows(rows: &mut [[f32; ROW_LANES]], sums: &mut [f32], parity: u32, shards: &[Shard; 2], rate: f32) {
    for shard in shards {
        let mut begin = 0;
        for (gradient, &end) in shard.gradients.iter().zip(&shard.ends) {
            let square = gradient.iter().map(|x| x * x).sum::<f32>() / ROW_LANES as f32;
            for &(row, factor) in shard.rows[begin..end].iter().filter(|(row, _)| row & 1 == parity) {
                let index = (row >> 1) as usize;
                sums[index] += square * factor * factor;
                let step = rate * factor / sums[index].sqrt();
                rows[index].iter_mut().zip(gradient).for_each(|(lane, gradient)| *lane -= step * gradient);
            }
            begin = end;
        }
    }
}

/// Mean log-loss of a network on the validation positions.
fn mean_loss<P: Position>(
    model: &dyn NetworkModel<P>,
    network: &SplitWeights,
    positions: &[Target<P>],
) -> f64 {
    let mut rows = Vec::new();
    let losses = positions.iter().filter_map(|(pos, target)| {
        rows.clear();
        let phase = model.choose(pos, &mut |row, factor| rows.push((row as u32, factor)))?;
        Some(f64::from(log_loss(forward(network, &rows, phase).expected(), *target)))
    });
    losses.sum::<f64>() / positions.len().max(1) as f64
}

/// Trains a network, continuing from the network `from` if there is one. `validation` has positions of other games. `report`
/// is called after every epoch.
pub fn fit_network<P: Position + Sync>(
    model: &dyn NetworkModel<P>,
    from: Option<NetworkWeights>,
    training: &[Target<P>],
    validation: &[Target<P>],
    request: &NetworkRequest,
    report: &mut dyn FnMut(FitProgress),
) -> NetworkWeights {
    let (full_rate, accumulator) = match from {
        Some(_) => (FINE_TUNING, INITIAL_ACCUMULATORS.1),
        None => (1.0, INITIAL_ACCUMULATORS.0),
    };
    let weights = from.unwrap_or_else(|| initial_weights(model, request.seed));
    let mut trainer = Trainer::new(SplitWeights::new(weights), accumulator);
    let mut shards = [Shard::default(), Shard::default()];
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut random = Random::new(ORDER_SEED);
    let batches = training.len() / BATCH;
    for epoch in 0..request.epochs {
        random.shuffle(&mut order);
        let mut loss = 0.0;
        for (index, batch) in order.chunks_exact(BATCH).enumerate() {
            let done = (epoch * batches + index) as f32 / (request.epochs * batches) as f32;
            let decay =
                if done < DECAY_START { 1.0 } else { 1.0 - (done - DECAY_START) / (1.0 - DECAY_START) };
            let network = &trainer.network;
            let parts = shards.iter_mut().zip(batch.chunks_exact(BATCH / 2)).collect();
            share(parts, 2, &|(shard, indices)| shard.forward_backward(model, network, training, indices));
            loss += shards.iter().map(|shard| shard.loss).sum::<f64>();
            trainer.step(&shards, full_rate * decay.max(MIN_DECAY));
        }
        let train_loss = loss / (batches * BATCH).max(1) as f64;
        let validation_loss = mean_loss(model, &trainer.network, validation);
        report(FitProgress { step: epoch + 1, train_loss, validation_loss });
    }
    trainer.network.into_weights()
}

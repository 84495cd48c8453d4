//! The factorized weights, which the optimizer updates.
//!
//! Most shapes are rare, and so are most sets of facts. So the row of a shape is its own correction plus the rows of
//! its three parts, which similar shapes share. The bias of a set of facts is its own, plus one for each fact in it,
//! plus one that all sets share. `fold` adds them up to the weights of the network.

use crate::contract::{
    POINT_CHANNELS, POINT_FACTS, POINT_LANES, POINT_NEURONS, PointNetworkModel, PointNetworkWeights, Position,
};
use crate::random::Random;

/// Number of vectors that the initial weights assume: with 16 of them, the pool is near 1.
pub const POOL: f32 = 16.0;
/// Number of stones that the initial weights assume.
pub const STONES: f32 = 50.0;
/// Initial bias of a neuron.
const NEURON_BIAS: f32 = 0.2;
/// Maximum absolute value of the initial weights from neurons to the value.
const OUTPUT: f32 = 0.2;
/// Inputs of a neuron: the pool, the stones, and 1.
const INPUTS: f32 = POINT_LANES as f32 + 2.0;

/// Number of shared biases: one for each fact, and a last one for all sets.
pub const BIASES: usize = POINT_FACTS + 1;

type Row = [f32; POINT_CHANNELS];

/// The structure of a model: which parts its shapes have.
pub struct Layout {
    /// The checkpoint from which training continues, if any; else it begins with [`FactorisedWeights::initial`].
    from: Option<PointNetworkWeights>,
    /// For each shape, the same shape as the other player sees it.
    swapped: Vec<u16>,
    /// Parts of each shape, by side.
    parts: Vec<Vec<Option<[u16; 3]>>>,
    /// Maximum absolute value of the initial weights of each part.
    starts: Vec<f32>,
}

impl Layout {
    /// The layout of a model.
    pub fn new<P: Position>(model: &dyn PointNetworkModel<P>) -> Layout {
        let shapes = 0..model.shapes();
        let parts_of =
            |side: usize, shape: usize| model.parts(side, shape).map(|parts| parts.map(|part| part as u16));
        Layout::from_parts(
            shapes.clone().map(|shape| model.swapped(shape) as u16).collect(),
            (0..model.sides())
                .map(|side| shapes.clone().map(|shape| parts_of(side, shape)).collect())
                .collect(),
            (0..model.part_count()).map(|part| model.part_start(part)).collect(),
        )
    }

    /// A layout from its parts.
    pub fn from_parts(swapped: Vec<u16>, parts: Vec<Vec<Option<[u16; 3]>>>, starts: Vec<f32>) -> Layout {
        Layout { from: None, swapped, parts, starts }
    }

    /// The same layout, with training from a network if there is one.
    pub fn starting_from(self, from: Option<PointNetworkWeights>) -> Layout {
        Layout { from, ..self }
    }

    /// Does training continue from a network?
    pub fn is_fine_tuning(&self) -> bool {
        self.from.is_some()
    }

    /// Number of sides.
    pub fn sides(&self) -> usize {
        self.parts.len()
    }

    /// Number of shapes.
    pub fn shapes(&self) -> usize {
        self.swapped.len()
    }

    /// For each shape, the same shape as the other player sees it.
    pub fn swapped(&self) -> &[u16] {
        &self.swapped
    }
}

/// Biases that sets of facts share.
#[derive(Clone)]
pub struct SharedBiases {
    /// Biases of the neurons.
    pub neurons: [[f32; POINT_NEURONS]; BIASES],
    /// Biases of the value.
    pub value: [f32; BIASES],
}

/// The weights that the optimizer updates, or the gradients with respect to them.
pub struct FactorisedWeights {
    /// Corrections of the rows; the heads without shared biases.
    pub own: PointNetworkWeights,
    /// Rows of the parts, by side.
    pub parts: Vec<Vec<Row>>,
    /// Biases that are shared, by side.
    pub shared: Vec<SharedBiases>,
}

/// Indices of the shared biases that belong to a set of facts.
fn facts_of(set: usize) -> impl Iterator<Item = usize> {
    (0..BIASES).filter(move |&fact| fact == POINT_FACTS || set >> fact & 1 == 1)
}

fn add(to: &mut [f32], list: &[f32]) {
    to.iter_mut().zip(list).for_each(|(to, weight)| *to += weight);
}

impl FactorisedWeights {
    /// Weights of 0.
    pub fn zero(layout: &Layout) -> FactorisedWeights {
        let sides = layout.sides();
        let shared = SharedBiases { neurons: [[0.0; POINT_NEURONS]; BIASES], value: [0.0; BIASES] };
        FactorisedWeights {
            own: PointNetworkWeights::zero(sides, layout.shapes()),
            parts: vec![vec![[0.0; POINT_CHANNELS]; layout.starts.len()]; sides],
            shared: vec![shared; sides],
        }
    }

    /// The initial weights. With a checkpoint they are its heads, and rows of 0, which `fold` adds to the rows of the
    /// checkpoint. Else parts and neurons are random.
    pub fn initial(layout: &Layout, seed: u64) -> FactorisedWeights {
        if let Some(from) = &layout.from {
            let mut factors = FactorisedWeights::zero(layout);
            factors.own.heads.clone_from(&from.heads);
            return factors;
        }
        let mut random = Random::new(seed);
        // Between -1 and 1.
        let mut unit = || (random.next() >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0;
        let mut factors = FactorisedWeights::zero(layout);
        for parts in &mut factors.parts {
            for (row, &start) in parts.iter_mut().zip(&layout.starts) {
                row.iter_mut().for_each(|lane| *lane = unit() * start);
            }
        }
        let size = (1.0 / INPUTS).sqrt();
        for (head, shared) in factors.own.heads.iter_mut().zip(&mut factors.shared) {
            for neuron in 0..POINT_NEURONS {
                head.neurons[neuron].iter_mut().for_each(|weight| *weight = unit() * size / POOL);
                head.neuron_stones[neuron] = unit() * size / STONES;
                shared.neurons[POINT_FACTS][neuron] = unit() * size;
            }
            head.neuron_bias.fill([NEURON_BIAS; POINT_NEURONS]);
            head.outputs.iter_mut().for_each(|weight| *weight = unit() * OUTPUT);
        }
        factors
    }

    /// Adds up the factors to the weights of `network`.
    pub fn fold(&self, layout: &Layout, network: &mut PointNetworkWeights) {
        for (side, table) in network.tables.iter_mut().enumerate() {
            let (all, own) = (&self.parts[side], &self.own.tables[side]);
            for ((row, own), parts) in table.iter_mut().zip(own).zip(&layout.parts[side]) {
                let Some(parts) = parts else { continue };
                let [a, b, c] = parts.map(|part| &all[usize::from(part)]);
                for lane in 0..POINT_CHANNELS {
                    row[lane] = a[lane] + b[lane] + c[lane] + own[lane];
                }
            }
            if let Some(from) = &layout.from {
                // A line without stones has a row of zeros in both.
                add(table.as_flattened_mut(), from.tables[side].as_flattened());
            }
        }
        for ((head, own), shared) in network.heads.iter_mut().zip(&self.own.heads).zip(&self.shared) {
            head.clone_from(own);
            for (set, (neurons, value)) in head.neuron_bias.iter_mut().zip(&mut head.bias).enumerate() {
                for fact in facts_of(set) {
                    add(neurons, &shared.neurons[fact]);
                    *value += shared.value[fact];
                }
            }
        }
    }

    /// Computes the gradients of the shared weights from those of the network's weights, in `own`.
    pub fn sum_to_factors(&mut self, layout: &Layout) {
        for (side, parts) in self.parts.iter_mut().enumerate() {
            parts.as_flattened_mut().fill(0.0);
            for (gradient, of) in self.own.tables[side].iter_mut().zip(&layout.parts[side]) {
                let Some(of) = of else {
                    gradient.fill(0.0);
                    continue;
                };
                for &part in of {
                    let row = &mut parts[usize::from(part)];
                    for lane in 0..POINT_CHANNELS {
                        row[lane] += gradient[lane];
                    }
                }
            }
        }
        for (shared, head) in self.shared.iter_mut().zip(&self.own.heads) {
            shared.neurons.as_flattened_mut().fill(0.0);
            shared.value.fill(0.0);
            for (set, (neurons, value)) in head.neuron_bias.iter().zip(&head.bias).enumerate() {
                for fact in facts_of(set) {
                    add(&mut shared.neurons[fact], neurons);
                    shared.value[fact] += value;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout() -> Layout {
        let parts = vec![None, Some([0, 0, 2]), Some([0, 1, 3])];
        Layout::from_parts(vec![0, 2, 1], vec![parts.clone(), parts], vec![0.1, 0.1, 0.2, 0.2])
    }

    #[test]
    fn a_row_is_the_sum_of_its_parts_and_of_a_correction() {
        let layout = layout();
        let mut factors = FactorisedWeights::initial(&layout, 3);
        factors.own.tables[1][2][5] = 0.5;
        factors.own.tables[1][0][5] = 0.5;
        let mut network = PointNetworkWeights::zero(2, 3);
        factors.fold(&layout, &mut network);
        let parts = &factors.parts[1];
        let expected = parts[0][5] + parts[1][5] + parts[3][5] + 0.5;
        assert_eq!(network.tables[1][2][5], expected);
        assert_eq!(network.tables[1][0], [0.0; POINT_CHANNELS], "no stone stands there");
        assert!((network.tables[1][1][7] - 2.0 * parts[0][7] - parts[2][7]).abs() < 1e-6);
    }

    #[test]
    fn what_is_shared_has_the_gradients_of_all_that_share_it() {
        let layout = layout();
        let mut gradients = FactorisedWeights::zero(&layout);
        for (shape, row) in gradients.own.tables[0].iter_mut().enumerate() {
            row[0] = 10f32.powi(shape as i32);
        }
        let head = &mut gradients.own.heads[1];
        (head.bias[0b1], head.bias[0b101], head.neuron_bias[0b100][3]) = (1.0, 2.0, 4.0);
        gradients.sum_to_factors(&layout);
        gradients.sum_to_factors(&layout);
        let parts: Vec<f32> = gradients.parts[0].iter().map(|row| row[0]).collect();
        assert_eq!(parts, [120.0, 100.0, 10.0, 100.0]);
        let shared = &gradients.shared[1];
        assert_eq!((shared.value[0], shared.value[2], shared.value[POINT_FACTS]), (3.0, 2.0, 3.0));
        assert_eq!([0, 2, POINT_FACTS].map(|fact| shared.neurons[fact][3]), [0.0, 4.0, 4.0]);
    }
}

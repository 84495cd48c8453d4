//! The file of a network: its numbers as 32 bits each, rows first, then one head after the other.

use crate::contract::{PointHead, PointNumbers};

/// Writes a network.
pub(super) fn encode(numbers: &PointNumbers, _scale: f32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut write = |list: &[f32]| bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
    for table in &numbers.tables {
        write(table.as_flattened());
    }
    for head in &numbers.heads {
        let PointHead {
            neurons,
            neuron_bias,
            neuron_stones,
            outputs,
            linear,
            bias,
            stones,
            order,
            order_gates,
        } = head;
        for (weights, &stones) in neurons.iter().zip(neuron_stones) {
            write(&weights.map(|weight| weight * 16.0));
            write(&[stones * 50.0, 0.0]);
        }
        write(neuron_bias.as_flattened());
        write(outputs);
        write(&linear.map(|weight| weight * 16.0));
        write(&[stones * 50.0, 0.0]);
        write(bias);
        write(order);
        write(order_gates.as_flattened());
    }
    bytes
}

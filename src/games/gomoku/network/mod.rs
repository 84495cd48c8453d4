//! A small network: evaluation and policy (move ordering) of every rule set.
//!
//! The stones around an empty point in one direction are a shape (`shapes.rs`), which selects a row of a table. The
//! four rows of a point are summed and clipped to 0 to 1, a vector of 32 numbers. Each point has one from Black's view
//! and one from White's. The sums of all points (the pool) are the inputs of 64 neurons, which also get the threats on
//! the board and the number of stones; they give the value. The vector of a point, with weights gated by the neurons,
//! gives the policy.
//!
//! (Tables of line shapes that are summed point by point are from Rapfi's networks; incremental sums from NNUE by Yu
//! Nasu, 2018.)
//!
//! All numbers are integers, so the value is the same on every machine. `board.rs` keeps the vectors of a board up to date,
//! `head.rs` has the layers after the sums, `file.rs` reads and writes the weights, `model.rs` is the network in training.

mod board;
mod file;
mod head;
mod model;
mod shapes;
#[cfg(test)]
mod tests;

pub(super) use board::NetworkBoard;
pub(super) use model::Model;

use std::sync::Arc;

use once_cell::sync::Lazy;
use wide::i16x16;

use super::rules::Rule;
use crate::contract::{
    POINT_CHANNELS as CHANNELS, POINT_LANES as LANES, POINT_NEURONS as NEURONS, embedded_weights,
};
use head::Head;
use shapes::Shapes;

/// Numbers in a SIMD vector.
const VECTOR: usize = 16;
/// SIMD vectors of a point.
const VECTORS: usize = LANES / VECTOR;
/// SIMD vectors of a view.
const VIEW: usize = VECTORS / 2;
/// Sets of threats, each with a bias of its own.
const SETS: usize = super::threat_set::THREAT_SETS;
/// Fixed-point 1 in the vector of a point.
const ONE: i16 = 128;

/// The vector of a point, or of a shape: Black's view, then White's.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(align(64))]
struct Row([i16x16; VECTORS]);

impl Row {
    const ZERO: Row = Row([i16x16::ZERO; VECTORS]);
}

/// A network for one rule set.
pub(super) struct Network {
    shapes: Shapes,
    /// By shape.
    rows: Box<[Row]>,
    /// One for both players, or one for each as the player to move.
    heads: Vec<Head>,
}

impl Network {
    /// The network of the program for a rule set, unpacked at first use. Caro uses that of gomoku.
    pub(super) fn of(rule: Rule) -> Arc<Network> {
        static STANDARD: Lazy<Arc<Network>> = Lazy::new(|| load(Rule::Standard));
        static FREESTYLE: Lazy<Arc<Network>> = Lazy::new(|| load(Rule::Freestyle));
        static RENJU: Lazy<Arc<Network>> = Lazy::new(|| load(Rule::Renju));
        let network = match rule {
            Rule::Standard | Rule::Caro | Rule::CaroExact => &STANDARD,
            Rule::Freestyle => &FREESTYLE,
            Rule::Renju => &RENJU,
        };
        Arc::clone(network)
    }

    /// What files call the network of a rule set.
    pub(super) const fn name(rule: Rule) -> &'static str {
        match rule {
            Rule::Standard | Rule::Caro | Rule::CaroExact => "gomoku",
            Rule::Freestyle => "gomokufreestyle",
            Rule::Renju => "renju",
        }
    }

    fn head(&self, player: usize) -> &Head {
        &self.heads[player % self.heads.len()]
    }
}

fn load(rule: Rule) -> Arc<Network> {
    let file: &[u8] = match rule {
        Rule::Standard | Rule::Caro | Rule::CaroExact => include_bytes!("../weights/gomoku.network"),
        Rule::Freestyle => include_bytes!("../weights/gomokufreestyle.network"),
        Rule::Renju => include_bytes!("../weights/renju.network"),
    };
    Arc::new(Network::decode(rule, &embedded_weights(file)))
}

//! An evaluation that exposes its features, so that its weights can be trained on games.

use std::ops::Range;

use super::{Player, Position};

/// Similar features, whose weights have the same prior.
#[derive(Clone, PartialEq, Debug)]
pub struct FeatureGroup {
    /// A short name.
    pub name: &'static str,
    /// Their indices.
    pub features: Range<usize>,
    /// Mean of the Gaussian prior and initial weight, in log-odds, for each phase.
    pub prior: [f32; 2],
    /// Standard deviation of the prior, in log-odds. Weights that occur in few positions stay within it.
    pub spread: f32,
}

impl FeatureGroup {
    /// A group with the same prior in both phases.
    pub fn new(name: &'static str, features: Range<usize>, prior: f32, spread: f32) -> FeatureGroup {
        FeatureGroup { name, features, prior: [prior; 2], spread }
    }
}

/// Weights of a feature for the first phase of the game and for the last; in log-odds during training.
pub type PhaseWeights = [f32; 2];

/// An evaluation that is linear in counts of features: their weighted sum is the value of a position. The weights are
/// interpolated between the two phases.
pub trait LinearModel<P: Position>: Send + Sync {
    /// The player for whom features count positive; the game has two players.
    fn player(&self) -> Player;

    /// The features, in groups that follow each other from 0 without a gap.
    fn groups(&self) -> Vec<FeatureGroup>;

    /// Passes the features of a position with their counts to `add`, and returns the share of the first phase,
    /// `0.0..=1.0`. A feature may be passed several times; its counts are added. `None`, without a call, if the
    /// position is not evaluated in play, or if its value means little, as within an exchange.
    fn features(&self, pos: &P, add: &mut dyn FnMut(usize, i32)) -> Option<f32>;

    /// The file of weights that the evaluator reads, from the weights of all features.
    fn encode(&self, weights: &[PhaseWeights]) -> Vec<u8>;
}

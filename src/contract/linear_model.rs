//! An evaluation that names its features, so that its weights can be fitted to games.

use std::ops::Range;

use super::{Player, Position};

/// Features that are alike, for what is assumed of their weights before any game is seen.
#[derive(Clone, PartialEq, Debug)]
pub struct FeatureGroup {
    /// What they are, in a word.
    pub name: &'static str,
    /// Their numbers.
    pub features: Range<usize>,
    /// Weight to begin with and to be pulled to, in log-odds, for each phase.
    pub prior: [f32; 2],
    /// Standard deviation around `prior` that is thought likely, in log-odds; a weight that few positions speak of stays
    /// within it.
    pub spread: f32,
}

impl FeatureGroup {
    /// A group with the same prior in both phases.
    pub fn new(name: &'static str, features: Range<usize>, prior: f32, spread: f32) -> FeatureGroup {
        FeatureGroup { name, features, prior: [prior; 2], spread }
    }
}

/// A weight of each feature: for the first phase of the game and for the last, in log-odds while fitted.
pub type PhaseWeights = [f32; 2];

/// An evaluation linear in counts of features: their sum, weighted, is the value of a position for one player less that
/// for the other. Between the two phases a position's weights are mixed.
pub trait LinearModel<P: Position>: Send + Sync {
    /// The player for whom features count positive; the game has two players.
    fn player(&self) -> Player;

    /// The features, in groups that follow each other from 0 without a gap.
    fn groups(&self) -> Vec<FeatureGroup>;

    /// Passes the features of a position with their counts to `add`, a feature as often as it likes, and returns the
    /// share of the first phase, `0.0..=1.0`. `None`, and nothing passed on, where the evaluation is not asked or says
    /// little: in the middle of an exchange.
    fn features(&self, pos: &P, add: &mut dyn FnMut(usize, i32)) -> Option<f32>;

    /// The file of weights that the evaluator reads, from the weights of all features.
    fn encode(&self, weights: &[PhaseWeights]) -> Vec<u8>;
}

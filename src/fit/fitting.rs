//! From samples to weights.

use super::lbfgs::Descent;
use super::objective::{Objective, by_feature, mean_loss};
use super::samples::Samples;
use crate::contract::{FeatureGroup, PhaseWeights};

/// What a fit is to do.
#[derive(Clone, Debug)]
pub struct FitRequest {
    /// Steps of the descent at most.
    pub steps: usize,
    /// Threads to compute with, at least 1.
    pub threads: usize,
}

/// Where a fit stands after a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Round {
    /// Steps so far.
    pub step: usize,
    /// Mean log-loss on the samples that are learnt from, with the pull to the priors.
    pub learnt: f64,
    /// Mean log-loss on samples that are only judged by.
    pub judged: f64,
}

/// What came of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FitReport {
    /// The weights of all features, in log-odds: those of the round with the least loss on the judging samples.
    pub weights: Vec<PhaseWeights>,
    /// That round.
    pub best: Round,
}

/// Rounds without a smaller loss on the judging samples after which a fit ends.
const PATIENCE: usize = 12;

/// Fits the weights of these groups to samples; `judge` are samples of other games, by which it is seen when to stop.
/// `report` hears of every step.
pub fn fit(
    learn: &Samples,
    judge: &Samples,
    groups: &[FeatureGroup],
    request: &FitRequest,
    report: &mut dyn FnMut(Round),
) -> FitReport {
    let objective = Objective::new(learn, groups, request.threads);
    let start = objective.priors().to_vec();
    let mut descent =
        Descent::new(|weights: &[f32]| objective.value_and_slope(weights), start, objective.scales());
    let round = |step: usize, value: f64, weights: &[f32]| Round {
        step,
        learnt: value / learn.len().max(1) as f64,
        judged: mean_loss(judge, weights),
    };
    let mut best = round(0, descent.at.value, &descent.at.x);
    let mut weights = descent.at.x.clone();
    report(best);
    for step in 1..=request.steps {
        if !descent.step() {
            break;
        }
        let here = round(step, descent.at.value, &descent.at.x);
        report(here);
        if here.judged < best.judged {
            best = here;
            weights.clone_from(&descent.at.x);
        }
        if step >= best.step + PATIENCE {
            break;
        }
    }
    FitReport { weights: by_feature(&weights), best }
}

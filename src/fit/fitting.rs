//! Training of a linear model: from samples to weights.

use super::lbfgs::Lbfgs;
use super::objective::{Objective, by_feature, mean_loss};
use super::samples::Samples;
use crate::contract::{FeatureGroup, PhaseWeights};

/// Settings of a training run.
#[derive(Clone, Debug)]
pub struct FitRequest {
    /// Maximum number of optimizer steps.
    pub steps: usize,
    /// Number of threads, at least 1.
    pub threads: usize,
}

/// The losses after an optimizer step, or after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitProgress {
    /// Number of steps or epochs so far.
    pub step: usize,
    /// Mean log-loss on the training samples. For a linear model it includes the penalty of the priors.
    pub train_loss: f64,
    /// Mean log-loss on the validation samples.
    pub validation_loss: f64,
}

/// The result of a training run.
#[derive(Clone, PartialEq, Debug)]
pub struct FitReport {
    /// The weights of all features, in log-odds, at the step with the lowest validation loss.
    pub weights: Vec<PhaseWeights>,
    /// The losses at that step.
    pub best: FitProgress,
}

/// Early stopping: number of steps without a lower validation loss after which training ends.
const PATIENCE: usize = 12;

/// Trains the weights of these groups. `validation` has samples of other games, for early stopping. `report` is called
/// after every step.
pub fn fit(
    training: &Samples,
    validation: &Samples,
    groups: &[FeatureGroup],
    request: &FitRequest,
    report: &mut dyn FnMut(FitProgress),
) -> FitReport {
    let objective = Objective::new(training, groups, request.threads);
    let start = objective.priors().to_vec();
    let mut optimizer =
        Lbfgs::new(|weights: &[f32]| objective.value_and_gradient(weights), start, objective.scales());
    let progress = |step: usize, value: f64, weights: &[f32]| FitProgress {
        step,
        train_loss: value / training.len().max(1) as f64,
        validation_loss: mean_loss(validation, weights),
    };
    let mut best = progress(0, optimizer.at.value, &optimizer.at.x);
    let mut weights = optimizer.at.x.clone();
    report(best);
    for step in 1..=request.steps {
        if !optimizer.step() {
            break;
        }
        let here = progress(step, optimizer.at.value, &optimizer.at.x);
        report(here);
        if here.validation_loss < best.validation_loss {
            best = here;
            weights.clone_from(&optimizer.at.x);
        }
        if step >= best.step + PATIENCE {
            break;
        }
    }
    FitReport { weights: by_feature(&weights), best }
}

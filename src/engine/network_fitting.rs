//! Training of a game's network on games of self-play: one whose rows the pieces on the board select, or one over the empty
//! points of the board.

use super::sampling::{Searched, TargetMix, replay};
use crate::contract::{
    Game, NetworkModel, NetworkWeights, PointNetworkModel, PointNetworkWeights, network_file, weights_for,
};
use crate::fit::{
    FitProgress, GameRecord, NetworkRequest, PointSamples, Target, fit_network, fit_point_network,
};

/// Trains a network on games of self-play.
pub trait AnyNetworkFitter {
    /// Adds the searched positions of a game that the network evaluates, for training or for validation.
    ///
    /// # Errors
    /// One line: the game does not follow these rules.
    fn add(&mut self, game: &GameRecord, mix: &TargetMix, is_validation: bool) -> Result<(), String>;

    /// Begins with the network of a file. It must have been trained with the same `scale`, which the file does not contain.
    ///
    /// # Errors
    /// One line: the file is not a network of this game.
    fn start_from(&mut self, file: &[u8], scale: f32) -> Result<(), String>;

    /// Numbers of training and of validation positions.
    fn counts(&self) -> (usize, usize);

    /// The file of the trained network; `scale` hundredths are one unit of log-odds. `report` is called after every epoch.
    fn fit(&self, request: &NetworkRequest, scale: f32, report: &mut dyn FnMut(FitProgress)) -> Vec<u8>;
}

/// The trainer of a game; `None` if the game has no network.
pub(super) fn network_fitter<G: Game>(game: &G) -> Option<Box<dyn AnyNetworkFitter>> {
    if let Some(model) = game.tools().network_model() {
        let game = game.clone();
        let (training, validation) = (Vec::new(), Vec::new());
        return Some(Box::new(NetworkFitter { game, model, from: None, training, validation }));
    }
    let model = game.tools().point_network_model()?;
    let (training, validation) = (PointSamples::default(), PointSamples::default());
    Some(Box::new(PointNetworkFitter { game: game.clone(), model, from: None, training, validation }))
}

/// The file of a game's network.
fn file<G: Game>(game: &G, weights: Vec<u8>) -> Vec<u8> {
    let mut game = game.clone();
    let name = game.network_slot().map_or("", |slot| slot.name());
    network_file(name, &weights)
}

/// The weights in a file of a game's network.
fn weights_in<G: Game>(game: &G, file: &[u8]) -> Result<Vec<u8>, String> {
    let mut game = game.clone();
    let slot = game.network_slot().ok_or("this game has no network")?;
    weights_for(slot, file)
}

/// Trains a network with rows.
struct NetworkFitter<G: Game> {
    game: G,
    model: Box<dyn NetworkModel<G::Position>>,
    /// The network that training continues from.
    from: Option<NetworkWeights>,
    training: Vec<Target<G::Position>>,
    validation: Vec<Target<G::Position>>,
}

impl<G: Game> AnyNetworkFitter for NetworkFitter<G> {
    fn add(&mut self, game: &GameRecord, mix: &TargetMix, is_validation: bool) -> Result<(), String> {
        let to = if is_validation { &mut self.validation } else { &mut self.training };
        let before = to.len();
        let played = replay(&self.game, game, |Searched { pos, score, result, .. }| {
            if let Some(target) = mix.target(score, result)
                && self.model.choose(pos, &mut |_, _| {}).is_some()
            {
                to.push((pos.clone(), target));
            }
        });
        played.inspect_err(|_| to.truncate(before))
    }

    fn start_from(&mut self, file: &[u8], scale: f32) -> Result<(), String> {
        self.from = Some(self.model.decode(&weights_in(&self.game, file)?, scale));
        Ok(())
    }

    fn counts(&self) -> (usize, usize) {
        (self.training.len(), self.validation.len())
    }

    fn fit(&self, request: &NetworkRequest, scale: f32, report: &mut dyn FnMut(FitProgress)) -> Vec<u8> {
        let from = self.from.clone();
        let weights = fit_network(&*self.model, from, &self.training, &self.validation, request, report);
        file(&self.game, self.model.encode(&weights, scale))
    }
}

/// Trains a network over empty points, on the chosen moves as well.
struct PointNetworkFitter<G: Game> {
    game: G,
    model: Box<dyn PointNetworkModel<G::Position>>,
    /// The network that training continues from.
    from: Option<PointNetworkWeights>,
    training: PointSamples,
    validation: PointSamples,
}

impl<G: Game> AnyNetworkFitter for PointNetworkFitter<G> {
    fn add(&mut self, game: &GameRecord, mix: &TargetMix, is_validation: bool) -> Result<(), String> {
        let to = if is_validation { &mut self.validation } else { &mut self.training };
        let before = to.len();
        let played = replay(&self.game, game, |Searched { pos, chosen, score, result }| {
            if let Some(target) = mix.target(score, result) {
                to.add(&*self.model, pos, chosen, target);
            }
        });
        played.inspect_err(|_| to.truncate(before))
    }

    fn start_from(&mut self, file: &[u8], scale: f32) -> Result<(), String> {
        let weights = self.model.decode(&weights_in(&self.game, file)?, scale);
        self.from = Some(weights.ok_or("not a network of this game")?);
        Ok(())
    }

    fn counts(&self) -> (usize, usize) {
        (self.training.len(), self.validation.len())
    }

    fn fit(&self, request: &NetworkRequest, scale: f32, report: &mut dyn FnMut(FitProgress)) -> Vec<u8> {
        let from = self.from.clone();
        let weights =
            fit_point_network(&*self.model, from, &self.training, &self.validation, request, report);
        file(&self.game, self.model.encode(&weights, scale))
    }
}

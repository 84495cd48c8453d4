//! Games of self-play as positions for a network, and the network fitted to them.

use super::sampling::{TargetMix, replay, result_of};
use crate::contract::{Game, NetworkModel, Position};
use crate::fit::{GameRecord, NetworkRequest, Round, Target, fit_network};

/// Fits a network to games of self-play.
pub trait AnyNetworkFitter {
    /// Adds the positions of a game that the network has something to say of, those reached by lot left out: to judge by, or
    /// to learn from.
    ///
    /// # Errors
    /// One line: this is no game by these rules.
    fn add(&mut self, game: &GameRecord, mix: &TargetMix, is_judge: bool) -> Result<(), String>;

    /// Numbers of positions to learn from and to judge by.
    fn counts(&self) -> (usize, usize);

    /// The file of the fitted network; `scale` hundredths are one unit of log-odds. `report` hears of every epoch.
    fn fit(&self, request: &NetworkRequest, scale: f32, report: &mut dyn FnMut(Round)) -> Vec<u8>;
}

/// The fitter of one game.
pub(super) struct NetworkFitter<G: Game> {
    game: G,
    model: Box<dyn NetworkModel<G::Position>>,
    learn: Vec<Target<G::Position>>,
    judge: Vec<Target<G::Position>>,
}

impl<G: Game> NetworkFitter<G> {
    /// The fitter; `None` where the game has no network.
    pub(super) fn new(game: &G) -> Option<NetworkFitter<G>> {
        let model = game.network_model()?;
        Some(NetworkFitter { game: game.clone(), model, learn: Vec::new(), judge: Vec::new() })
    }
}

impl<G: Game> AnyNetworkFitter for NetworkFitter<G> {
    fn add(&mut self, game: &GameRecord, mix: &TargetMix, is_judge: bool) -> Result<(), String> {
        let to = if is_judge { &mut self.judge } else { &mut self.learn };
        let before = to.len();
        let played = replay(&self.game, game, |_, pos, _, score| {
            if self.model.choose(pos, &mut |_, _| {}).is_some() {
                to.push((pos.clone(), mix.target(score, result_of(game, pos.player_to_move()))));
            }
        });
        played.inspect_err(|_| to.truncate(before))
    }

    fn counts(&self) -> (usize, usize) {
        (self.learn.len(), self.judge.len())
    }

    fn fit(&self, request: &NetworkRequest, scale: f32, report: &mut dyn FnMut(Round)) -> Vec<u8> {
        let numbers = fit_network(&*self.model, &self.learn, &self.judge, request, report);
        self.model.encode(&numbers, scale)
    }
}

//! Games of self-play as positions for a network, and the network fitted to them: one whose rows are chosen by what stands
//! on the board, or one that looks at empty points, whichever the game has.

use super::sampling::{Searched, TargetMix, replay};
use crate::contract::{Game, NetworkModel, PointNetworkModel, PointNumbers};
use crate::fit::{GameRecord, NetworkRequest, PointSamples, Round, Target, fit_network, fit_point_network};

/// Fits a network to games of self-play.
pub trait AnyNetworkFitter {
    /// Adds the positions of a game that the network has something to say of, those reached by lot left out: to judge by, or
    /// to learn from.
    ///
    /// # Errors
    /// One line: this is no game by these rules.
    fn add(&mut self, game: &GameRecord, mix: &TargetMix, is_judge: bool) -> Result<(), String>;

    /// Lets the fit go on from the network of a file, which has to be fitted with the same `scale`; what it was fitted with, the
    /// file does not say.
    ///
    /// # Errors
    /// One line: this is no such file, or networks of this game are fitted from scratch only.
    fn go_on_from(&mut self, file: &[u8], scale: f32) -> Result<(), String>;

    /// Numbers of positions to learn from and to judge by.
    fn counts(&self) -> (usize, usize);

    /// The file of the fitted network; `scale` hundredths are one unit of log-odds. `report` hears of every epoch.
    fn fit(&self, request: &NetworkRequest, scale: f32, report: &mut dyn FnMut(Round)) -> Vec<u8>;
}

/// The fitter of a game; `None` where it has no network.
pub(super) fn network_fitter<G: Game>(game: &G) -> Option<Box<dyn AnyNetworkFitter>> {
    if let Some(model) = game.network_model() {
        let game = game.clone();
        return Some(Box::new(NetworkFitter { game, model, learn: Vec::new(), judge: Vec::new() }));
    }
    let model = game.point_network_model()?;
    let (learn, judge) = (PointSamples::default(), PointSamples::default());
    Some(Box::new(PointNetworkFitter { game: game.clone(), model, from: None, learn, judge }))
}

/// The fitter of a network with rows.
struct NetworkFitter<G: Game> {
    game: G,
    model: Box<dyn NetworkModel<G::Position>>,
    learn: Vec<Target<G::Position>>,
    judge: Vec<Target<G::Position>>,
}

impl<G: Game> AnyNetworkFitter for NetworkFitter<G> {
    fn add(&mut self, game: &GameRecord, mix: &TargetMix, is_judge: bool) -> Result<(), String> {
        let to = if is_judge { &mut self.judge } else { &mut self.learn };
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

    fn go_on_from(&mut self, _: &[u8], _: f32) -> Result<(), String> {
        Err("networks of this game are fitted from scratch only".to_string())
    }

    fn counts(&self) -> (usize, usize) {
        (self.learn.len(), self.judge.len())
    }

    fn fit(&self, request: &NetworkRequest, scale: f32, report: &mut dyn FnMut(Round)) -> Vec<u8> {
        let numbers = fit_network(&*self.model, &self.learn, &self.judge, request, report);
        self.model.encode(&numbers, scale)
    }
}

/// The fitter of a network that looks at empty points. It learns the move that was chosen in a position, too.
struct PointNetworkFitter<G: Game> {
    game: G,
    model: Box<dyn PointNetworkModel<G::Position>>,
    /// The network that the fit goes on from.
    from: Option<PointNumbers>,
    learn: PointSamples,
    judge: PointSamples,
}

impl<G: Game> AnyNetworkFitter for PointNetworkFitter<G> {
    fn add(&mut self, game: &GameRecord, mix: &TargetMix, is_judge: bool) -> Result<(), String> {
        let to = if is_judge { &mut self.judge } else { &mut self.learn };
        let before = to.len();
        let played = replay(&self.game, game, |Searched { pos, chosen, score, result }| {
            if let Some(target) = mix.target(score, result) {
                to.add(&*self.model, pos, chosen, target);
            }
        });
        played.inspect_err(|_| to.truncate(before))
    }

    fn go_on_from(&mut self, file: &[u8], scale: f32) -> Result<(), String> {
        let numbers = self.model.decode(file, scale);
        self.from = Some(numbers.ok_or("no network of this game")?);
        Ok(())
    }

    fn counts(&self) -> (usize, usize) {
        (self.learn.len(), self.judge.len())
    }

    fn fit(&self, request: &NetworkRequest, scale: f32, report: &mut dyn FnMut(Round)) -> Vec<u8> {
        let from = self.from.clone();
        let numbers = fit_point_network(&*self.model, from, &self.learn, &self.judge, request, report);
        self.model.encode(&numbers, scale)
    }
}

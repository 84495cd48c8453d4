//! What some games can do and others cannot: solve, prove threats, make books and bitbases, train.

use super::generic::Engine;
use super::network_fitting::network_fitter;
use super::played_game::moves_of;
use super::sampling::Sampler;
use super::self_play::SelfPlayer;
use super::{
    AnyNetworkFitter, AnySampler, AnySelfPlayer, AnySolver, PlayedGame, SelfPlaySettings, ThreatSolver,
};
use crate::contract::ballot::Ballot;
use crate::contract::bitbase::BitbaseMaker;
use crate::contract::book::BookMaker;
use crate::contract::{Game, Outcome};
use crate::fit::GameRecord;

/// The tools of a game, with its rules as they are set now. Each is `None` for a game that lacks it.
pub trait Tools {
    /// The maker of opening books, whose solver has at most `hash_mib` MiB of memory; `None` for a game without books.
    fn book_maker(&self, hash_mib: usize) -> Option<Box<dyn BookMaker>>;

    /// The maker of the bitbase of all positions with up to this number of pieces; `None` for a game without bitbases.
    ///
    /// # Errors
    /// One line: the number of pieces is too large or too small.
    fn bitbase_maker(&self, pieces: usize) -> Option<Result<Box<dyn BitbaseMaker>, String>>;

    /// A solver of this game with its current rules, `threads` threads and at most `hash_mib` MiB of memory, both at
    /// least 1. It has a position of its own, at first the start position. `None` for a game that cannot be solved.
    fn solver(&self, hash_mib: usize, threads: usize) -> Option<Box<dyn AnySolver>>;

    /// A solver of wins by threats in this game, with its current rules and at most `hash_mib` MiB of memory, at least
    /// 1. It has a position of its own, at first the start position. `None` for a game without threats.
    fn threat_solver(&self, hash_mib: usize) -> Option<Box<dyn ThreatSolver>>;

    /// A self-player of this game, with its current rules and search parameters; `None` if it is not a game of two.
    fn self_player(&self, settings: &SelfPlaySettings) -> Option<Box<dyn AnySelfPlayer>>;

    /// A game from a file as a record for training.
    ///
    /// # Errors
    /// One line: it is not a legal game of two players by the current rules.
    fn training_record(&self, game: &PlayedGame) -> Result<GameRecord, String>;

    /// The moves of such a record in native style.
    ///
    /// # Errors
    /// One line: it does not follow the current rules.
    fn training_moves(&self, game: &GameRecord) -> Result<Vec<String>, String>;

    /// The sampler of such games for training; `None` if the evaluation has no weights to train.
    fn sampler(&self) -> Option<Box<dyn AnySampler>>;

    /// All ballots of a kind that the game's card lists, always in the same order; empty if there is no such kind.
    fn ballots(&self, kind: &str) -> Vec<Ballot>;

    /// The result of the game with best play from the current position, if a bitbase has it.
    fn known_outcome(&self) -> Option<Outcome>;

    /// The name of the game's opening, from the last of its positions that has one; `None` if none has.
    fn opening_name(&self) -> Option<String>;

    /// The trainer of this game's network; `None` if it has none.
    fn network_fitter(&self) -> Option<Box<dyn AnyNetworkFitter>>;
}

impl<G: Game> Tools for Engine<G> {
    fn book_maker(&self, hash_mib: usize) -> Option<Box<dyn BookMaker>> {
        self.game.tools().book_maker(hash_mib)
    }

    fn bitbase_maker(&self, pieces: usize) -> Option<Result<Box<dyn BitbaseMaker>, String>> {
        self.game.tools().bitbase_maker(pieces)
    }

    fn solver(&self, hash_mib: usize, threads: usize) -> Option<Box<dyn AnySolver>> {
        self.game.tools().solver(hash_mib, threads)
    }

    fn threat_solver(&self, hash_mib: usize) -> Option<Box<dyn ThreatSolver>> {
        self.game.tools().threat_solver(hash_mib)
    }

    fn self_player(&self, settings: &SelfPlaySettings) -> Option<Box<dyn AnySelfPlayer>> {
        let player = SelfPlayer::new(&self.game, &self.params, settings)?;
        Some(Box::new(player))
    }

    fn training_record(&self, game: &PlayedGame) -> Result<GameRecord, String> {
        game.record(&self.game)
    }

    fn training_moves(&self, game: &GameRecord) -> Result<Vec<String>, String> {
        moves_of(&self.game, game)
    }

    fn sampler(&self) -> Option<Box<dyn AnySampler>> {
        let sampler = Sampler::new(&self.game)?;
        Some(Box::new(sampler))
    }

    fn ballots(&self, kind: &str) -> Vec<Ballot> {
        self.game.tools().ballots(kind)
    }

    fn known_outcome(&self) -> Option<Outcome> {
        self.game.tools().known_outcome(self.record.current())
    }

    fn opening_name(&self) -> Option<String> {
        self.record.positions().iter().rev().find_map(|pos| self.game.commentary().opening_name(pos))
    }

    fn network_fitter(&self) -> Option<Box<dyn AnyNetworkFitter>> {
        network_fitter(&self.game)
    }
}

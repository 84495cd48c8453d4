//! What only some games can do: help a search at its root, prove values, make books and bitbases, be trained.

use super::ballot::Ballot;
use super::bitbase::BitbaseMaker;
use super::book::BookMaker;
use super::solver::AnySolver;
use super::threats::ThreatSolver;
use super::{LinearModel, MoveStyle, NetworkModel, Outcome, PointNetworkModel, Position, RootHelper};

/// The tools of a game, with its rules as they are set. A game implements those that it supports.
pub trait GameTools<P: Position> {
    /// The helper of searches at the root, with at most `hash_mib` MiB of memory and `threads` threads; `None` exactly
    /// if [`super::Game::CAN_PROVE`] is false.
    fn root_helper(&self, _hash_mib: usize, _threads: usize) -> Option<Box<dyn RootHelper<P>>> {
        None
    }

    /// Proves values outside of a search, with `threads` threads and at most `hash_mib` MiB of memory; `None` for a
    /// game that cannot be solved.
    fn solver(&self, _hash_mib: usize, _threads: usize) -> Option<Box<dyn AnySolver>> {
        None
    }

    /// Proves wins by threats outside of a search, with at most `hash_mib` MiB of memory; `None` for a game without
    /// threats.
    fn threat_solver(&self, _hash_mib: usize) -> Option<Box<dyn ThreatSolver>> {
        None
    }

    /// The proved values of the moves of a position, for users, if they are found within some tens of
    /// milliseconds; `None` if values cannot be proved or there is no move.
    fn proved_values(&self, _pos: &P, _style: MoveStyle) -> Option<String> {
        None
    }

    /// The maker of opening books, whose solver has at most `hash_mib` MiB of memory; `None` for a game without books.
    fn book_maker(&self, _hash_mib: usize) -> Option<Box<dyn BookMaker>> {
        None
    }

    /// The network that evaluates positions, for training; `None` if there is none.
    fn network_model(&self) -> Option<Box<dyn NetworkModel<P>>> {
        None
    }

    /// The network that evaluates positions and moves by the empty points, for training; `None` if there is none.
    fn point_network_model(&self) -> Option<Box<dyn PointNetworkModel<P>>> {
        None
    }

    /// The evaluation as a sum of weighted features, for training; `None` if it is not such a sum, or has no weights to
    /// train.
    fn linear_model(&self) -> Option<Box<dyn LinearModel<P>>> {
        None
    }

    /// The maker of the bitbase of all positions with up to this number of pieces; `None` for a game without bitbases.
    ///
    /// # Errors
    /// One line: the number of pieces is too large or too small.
    fn bitbase_maker(&self, _pieces: usize) -> Option<Result<Box<dyn BitbaseMaker>, String>> {
        None
    }

    /// All ballots of a kind of [`super::card::GameCard::ballots`], always in the same order; empty if there is no such
    /// kind.
    fn ballots(&self, _kind: &str) -> Vec<Ballot> {
        Vec::new()
    }

    /// The result of the game with best play, if a bitbase has it.
    fn known_outcome(&self, _pos: &P) -> Option<Outcome> {
        None
    }
}

/// The tools of games without any.
#[derive(Clone, Copy, Debug)]
pub struct NoTools;

impl<P: Position> GameTools<P> for NoTools {}

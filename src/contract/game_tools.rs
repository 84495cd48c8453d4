//! What only some games can do: help a search at its root, prove values, make books and bitbases, be trained.

use super::bitbase::BitbaseMaker;
use super::book::BookMaker;
use super::solver::AnySolver;
use super::threats::ThreatSolver;
use super::{LinearModel, MoveStyle, NetworkModel, Outcome, PointNetworkModel, Position, RootHelper};

/// The tools of a game, with its rules as they are set. A game writes those that it has.
pub trait GameTools<P: Position> {
    /// What helps a search of this game at its root, working with a memory of at most `hash_mib` mebibytes and at most
    /// `threads` threads; `None` exactly where [`super::Game::CAN_PROVE`] is false.
    fn root_helper(&self, _hash_mib: usize, _threads: usize) -> Option<Box<dyn RootHelper<P>>> {
        None
    }

    /// Proves values outside of a search, working with `threads` threads and a memory of at most `hash_mib` mebibytes;
    /// `None` for a game that cannot be solved.
    fn solver(&self, _hash_mib: usize, _threads: usize) -> Option<Box<dyn AnySolver>> {
        None
    }

    /// Proves wins by threats outside of a search, with a memory of at most `hash_mib` mebibytes; `None` for a game without.
    fn threat_solver(&self, _hash_mib: usize) -> Option<Box<dyn ThreatSolver>> {
        None
    }

    /// The proved values of the moves of a position, for users, if they are found within some tens of
    /// milliseconds; `None` if values cannot be proved or there is no move.
    fn proved_values(&self, _pos: &P, _style: MoveStyle) -> Option<String> {
        None
    }

    /// What makes opening books, solving with a memory of at most `hash_mib` mebibytes; `None` for a game without books.
    fn book_maker(&self, _hash_mib: usize) -> Option<Box<dyn BookMaker>> {
        None
    }

    /// A network that evaluates positions, as it is trained on games; `None` if there is none.
    fn network_model(&self) -> Option<Box<dyn NetworkModel<P>>> {
        None
    }

    /// A network that evaluates positions and moves by the empty points, as it is trained on games; `None` if there is none.
    fn point_network_model(&self) -> Option<Box<dyn PointNetworkModel<P>>> {
        None
    }

    /// The evaluation as a sum of weighted features, so that the weights can be trained on games; `None` if it is none, or
    /// has no weights to fit.
    fn linear_model(&self) -> Option<Box<dyn LinearModel<P>>> {
        None
    }

    /// What makes the bitbase of all positions with up to this many pieces; `None` for a game without bitbases.
    ///
    /// # Errors
    /// One line: this many pieces are too many, or too few.
    fn bitbase_maker(&self, _pieces: usize) -> Option<Result<Box<dyn BitbaseMaker>, String>> {
        None
    }

    /// How the game ends with best play, where a bitbase says so for certain.
    fn known_outcome(&self, _pos: &P) -> Option<Outcome> {
        None
    }
}

/// For games without any.
#[derive(Clone, Copy, Debug)]
pub struct NoTools;

impl<P: Position> GameTools<P> for NoTools {}

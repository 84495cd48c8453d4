//! The only list of games.
//!
//! A name (the value of `UCI_Variant`, of `--game`) is looked up here and nowhere else; what comes back is
//! a [`GameKind`], and [`GameKind::open`] is the one place where a name becomes a type.

use crate::engine::AnyEngine;

/// A game by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameKind {}

impl GameKind {
    /// All names with a description, in the order they are listed to front-ends. Aliases follow the name
    /// they stand for.
    pub const ALL: &'static [(&'static str, GameKind, &'static str)] = &[];

    /// The game with this name, without regard to case.
    pub fn parse(name: &str) -> Option<GameKind> {
        Self::ALL.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name)).map(|&(_, kind, _)| kind)
    }

    /// Opens the game at its start position.
    pub fn open(self) -> Box<dyn AnyEngine> {
        match self {}
    }
}

/// Opens a game by name.
pub fn open(name: &str) -> Option<Box<dyn AnyEngine>> {
    GameKind::parse(name).map(GameKind::open)
}

/// All names that front-ends are told.
pub fn variants() -> Vec<&'static str> {
    GameKind::ALL.iter().map(|&(name, ..)| name).collect()
}

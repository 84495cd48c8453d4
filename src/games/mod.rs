//! The only list of games.
//!
//! A name (the value of `UCI_Variant`, of `--game`) is looked up here and nowhere else; what comes back is
//! a [`GameKind`], and [`GameKind::open`] is the one place where a name becomes a type.

pub mod gomoku;

use crate::engine::{AnyEngine, Engine};
use gomoku::Gomoku;
use gomoku::rules::Rule;

/// A game by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameKind {
    /// Five in a line, by one of the rule sets.
    Gomoku(Rule),
}

impl GameKind {
    /// All names with a description, in the order they are listed to front-ends. Aliases follow the name
    /// they stand for.
    pub const ALL: &'static [(&'static str, GameKind, &'static str)] = &[
        ("gomoku", GameKind::Gomoku(Rule::Standard), "gomoku: exactly five in a line wins"),
        ("gomokufreestyle", GameKind::Gomoku(Rule::Freestyle), "gomoku: five or more in a line wins"),
        ("renju", GameKind::Gomoku(Rule::Renju), "renju: the first player may not commit a foul"),
        ("caro", GameKind::Gomoku(Rule::Caro), "Caro: five closed at both ends does not win"),
    ];

    /// The game with this name, without regard to case.
    pub fn parse(name: &str) -> Option<GameKind> {
        Self::ALL.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name)).map(|&(_, kind, _)| kind)
    }

    /// Opens the game at its start position.
    pub fn open(self) -> Box<dyn AnyEngine> {
        match self {
            GameKind::Gomoku(rule) => Box::new(Engine::new(Gomoku::new(rule))),
        }
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

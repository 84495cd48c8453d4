//! The promised interface of the crate: rules, search, solver and game files for other programs.
//!
//! The floors below change whenever the engine does, and they are not covered by semantic versioning. So these are types
//! of their own, small and in strings, and the only items of the crate that appear in its documentation. They need no
//! feature: a program that depends on the crate with `default-features = false` has all of them.
//!
//! | file | what |
//! |---|---|
//! | `rules` | the rule sets by name |
//! | `position` | a game on a board: legal moves, result, text |
//! | `engine`, `limits`, `report` | a search, what ends it, what it found |
//! | `solver` | exact values |
//! | `game_file` | games in files |
//! | `error` | what is refused |
//!
//! Invariants: no word from outside makes anything here panic; a refused request changes nothing; no value is changed or
//! guessed without a report.

mod engine;
mod error;
mod game_file;
mod limits;
mod position;
mod report;
mod rules;
mod solver;
#[cfg(test)]
mod tests;

pub use crate::contract::{Bound, Outcome, Player, Status, StopHandle};
pub use engine::Engine;
pub use error::Error;
pub use game_file::{Game, GameFile, read_file, read_games};
pub use limits::Limits;
pub use position::Position;
pub use report::{Line, Report, Score};
pub use rules::{RuleSet, rule_sets};
pub use solver::{Solver, Value};

//! Quadriga plays Connect Four, gomoku and renju, draughts and Chinese checkers.
//!
//! Three layers, each knowing only the one below it:
//!
//! 1. rules: [`contract::Position`] and the games in [`games`];
//! 2. evaluation and search: [`contract::Evaluator`] and [`search`], silent, generic over the game;
//! 3. text: [`engine::AnyEngine`], the one facade that protocols, subcommands and scripts see.

#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod analysis;
pub mod annotate;
pub mod cli;
pub mod contract;
pub mod engine;
pub mod front_door;
pub mod games;
pub mod match_runner;
pub mod pictures;
pub mod protocol;
pub mod random;
pub mod records;
pub mod search;
pub mod varint;
pub mod wire;

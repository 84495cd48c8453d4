//! Engine against engine, in any game, by any protocol, refereed by our own rules.
//!
//! | file | what |
//! |---|---|
//! | `spec` | an engine as it is written on the command line; limits of its searches |
//! | `engines` | programs as players: one driver for each protocol |
//! | `game_line` | a finished game as one line of the log, and the line that describes the match |
//! | `elo`, `sprt` | strength from results, and when a match has said enough |
//! | `standings`, `ratings`, `tables`, `turns` | all games counted; strengths of many engines; text; whose a move was |
//! | `records`, `report`, `progress` | what comes of a log: game files, a page with plots, a bar while it runs |
//!
//! What must always hold: the referee alone decides what is legal and how a game ends; whatever an engine does,
//! its game ends with a verdict and the match goes on; a game is in the log once, whole, or not at all.

pub mod elo;
pub mod engines;
pub mod game_line;
#[cfg(test)]
mod invented;
pub mod progress;
pub mod ratings;
pub mod records;
pub mod report;
pub mod spec;
pub mod sprt;
pub mod standings;
mod tables;
mod turns;

//! Engine against engine, in any game, by any protocol, refereed by our own rules.
//!
//! | file | what |
//! |---|---|
//! | `spec` | an engine as it is written on the command line; limits of its searches |
//! | `schedule`, `openings` | who plays whom, from where |
//! | `clock`, `adjudication` | time, and games ended before their end |
//! | `engines` | programs as players: one driver for each protocol |
//! | `game_line` | a finished game as one line of the log, and the line that describes the match |
//!
//! What must always hold: the referee alone decides what is legal and how a game ends; whatever an engine does,
//! its game ends with a verdict and the match goes on; a game is in the log once, whole, or not at all.

pub mod adjudication;
pub mod clock;
pub mod engines;
pub mod game_line;
pub mod openings;
pub mod schedule;
pub mod spec;

//! Engine against engine, in any game, by any protocol, refereed by our own rules.
//!
//! | file | what |
//! |---|---|
//! | `spec` | an engine as it is written on the command line; limits of its searches |
//! | `schedule`, `openings` | who plays whom, from where |
//! | `clock`, `adjudication` | time, and games ended before their end |
//! | `plan` | a match as it was asked for |
//! | `engines` | programs as players: one driver for each protocol; players inside this process |
//! | `game_line` | a finished game as one line of the log, and the line that describes the match |
//! | `referee`, `runner` | one game from the opening to its line in the log; all games, several at a time |
//! | `desk`, `cores` | what becomes of a finished game; which cores programs run on |
//! | `line_file` | a file to which lines are added, whole or not at all |
//! | `log` | the file of a match: continued after any interruption, never a game twice |
//! | `elo`, `sprt` | strength from results, and when a match has said enough |
//! | `standings`, `ratings`, `tables`, `turn_order` | all games counted; strengths of many engines; text; whose a move was |
//! | `records`, `report`, `progress` | what comes of a log: game files, a page with plots, a bar while it runs |
//!
//! What must always hold: the referee alone decides what is legal and how a game ends; whatever an engine does,
//! its game ends with a verdict and the match goes on; a game is in the log once, whole, or not at all.

pub mod adjudication;
pub mod clock;
pub mod cores;
pub mod elo;
pub mod engines;
#[cfg(test)]
mod fakes;
pub mod game_line;
pub mod line_file;
pub mod log;
pub mod match_results;
mod match_thread;
pub mod openings;
pub mod plan;
pub mod progress;
pub mod ratings;
pub mod records;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod spec;
pub mod sprt;
pub mod standings;
mod tables;
#[cfg(test)]
mod test_logs;
mod turn_order;

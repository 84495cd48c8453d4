//! Engine against engine, in any game, by any protocol, with a referee that knows the rules.
//!
//! | file | what |
//! |---|---|
//! | `spec` | an engine on the command line; limits of its searches |
//! | `schedule`, `openings` | which engines play each other, from which positions |
//! | `tournament` | Swiss and knockout: pairings that follow from results |
//! | `clock`, `adjudication` | time; games ended early |
//! | `plan` | the settings of a match |
//! | `engines` | programs as players: one driver for each protocol; players inside this process |
//! | `referee`, `verdict` | one game from the opening to its line in the log; its end and its points |
//! | `runner`, `match_thread`, `cores` | all games, several at a time; the cores of programs |
//! | `compliance` | does an engine speak its protocol |
//! | `match_results` | what is done with a finished game |
//! | `game_line` | a finished game as one line of the log, and the line that describes the match |
//! | `line_file` | a file to which lines are added, whole or not at all |
//! | `log` | the file of a match: continued after any interruption, never a game twice |
//! | `elo`, `beta`, `sprt` | strength from results; posterior after few results; when a match can stop |
//! | `standings`, `totals`, `turn_order` | all games counted; counts of one engine; which engine made a move |
//! | `ratings`, `tables` | strengths of many engines; standings as text |
//! | `live` | what a match shows to others while it runs |
//! | `records`, `move_comments`, `report`, `progress` | outputs: game files, the comments in them, a page with plots, a progress bar |
//!
//! Invariants: only the referee decides what is legal and how a game ends; whatever an engine does, its game ends with
//! a verdict and the match continues; a game is in the log once and complete, or not at all.

pub mod adjudication;
mod beta;
pub mod clock;
pub mod compliance;
pub mod cores;
pub mod elo;
pub mod engines;
#[cfg(test)]
mod fakes;
pub mod game_line;
pub mod line_file;
pub mod live;
pub mod log;
pub mod match_results;
mod match_thread;
pub mod move_comments;
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
pub mod totals;
pub mod tournament;
mod turn_order;
mod verdict;

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
//! Without the feature `match` there are `spec` and `engines` alone: programs as players at a table.
//!
//! Invariants: only the referee decides what is legal and how a game ends; whatever an engine does, its game ends with
//! a verdict and the match continues; a game is in the log once and complete, or not at all.

#[cfg(feature = "match")]
pub mod adjudication;
#[cfg(feature = "match")]
mod beta;
#[cfg(feature = "match")]
pub mod clock;
#[cfg(feature = "match")]
pub mod compliance;
#[cfg(feature = "match")]
pub mod cores;
#[cfg(feature = "match")]
pub mod elo;
pub mod engines;
#[cfg(all(test, feature = "match"))]
mod fakes;
#[cfg(feature = "match")]
pub mod game_line;
#[cfg(feature = "match")]
pub mod line_file;
#[cfg(feature = "match")]
pub mod live;
#[cfg(feature = "match")]
pub mod log;
#[cfg(feature = "match")]
pub mod match_results;
#[cfg(feature = "match")]
mod match_thread;
#[cfg(feature = "match")]
pub mod move_comments;
#[cfg(feature = "match")]
pub mod openings;
#[cfg(feature = "match")]
pub mod plan;
#[cfg(feature = "match")]
pub mod progress;
#[cfg(feature = "match")]
pub mod ratings;
#[cfg(feature = "match")]
pub mod records;
#[cfg(feature = "match")]
pub mod referee;
#[cfg(feature = "match")]
pub mod report;
#[cfg(feature = "match")]
pub mod runner;
#[cfg(feature = "match")]
pub mod schedule;
pub mod spec;
#[cfg(feature = "match")]
pub mod sprt;
#[cfg(feature = "match")]
pub mod standings;
#[cfg(feature = "match")]
mod tables;
#[cfg(all(test, feature = "match"))]
mod test_logs;
#[cfg(feature = "match")]
pub mod totals;
#[cfg(feature = "match")]
pub mod tournament;
#[cfg(feature = "match")]
mod turn_order;
#[cfg(feature = "match")]
mod verdict;

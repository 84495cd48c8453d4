//! Quadriga plays Connect Four, gomoku and renju, draughts and Chinese checkers.
//!
//! A [`Position`] knows the rules, an [`Engine`] searches positions, a [`Solver`] computes exact values, and
//! [`read_games`] reads game files:
//!
//! ```
//! use quadriga::{Engine, Limits, Position};
//!
//! let mut position = Position::new("draughts")?;
//! position.play("32-28")?;
//! position.play("19-23")?;
//! assert_eq!(position.legal_moves(), ["28x19"]);
//!
//! let report = Engine::new(&position)?.search(&position, &Limits::nodes(1000))?;
//! assert_eq!(report.best_move.as_deref(), Some("28x19"));
//! # Ok::<(), quadriga::Error>(())
//! ```
//!
//! This page is the whole interface. Other modules of the crate are public for its own programs and tests only, hidden
//! here, and not covered by semantic versioning.
//!
//! # Features
//!
//! What is on this page needs no feature; `default-features = false` leaves fewer than 20 crates.
//!
//! | feature | adds |
//! |---|---|
//! | `cli` | the program `quadriga`: command line, protocols, a board in the terminal |
//! | `board` | `quadriga board`: a server for a browser |
//! | `match` | `quadriga match` and `quadriga compliance` |
//! | `png` | pictures as PNG |
//! | `bitbases` | the values of endings of draughts, 3 MB, inside the program; not in the package of crates.io |
//!
//! All of them are on by default. `cli`, `board` and `match` share a feature of their own, `tables`.
//!
//! # Inside
//!
//! The floors, from the ground; a room imports only rooms on lower floors:
//!
//! 1. plain values and the traits of a game (`contract`); `random`, `threads`; `storage`: files;
//! 2. `search`: without output, generic over the game; `fit`: weights from games; `database`: known positions in a file;
//! 3. `engine`: one game behind the facade `AnyEngine`, in strings and plain structs;
//! 4. each game of `games`, and their list;
//! 5. `wire`, `records`, `pictures`: lines, files and boards as text;
//! 6. `puzzles`: positions with one right move; `openings`: rules for the first stones of gomoku and renju;
//! 7. `library`: the interface on this page; `protocol`, `analysis`, `annotate`, `match_runner`: interfaces for users
//!    and programs;
//! 8. `table`: games that people play at a board;
//! 9. `front_door`: detects the protocol; `terminal`, `web` and `wasm`: a table in a terminal, in a browser, and in
//!    a browser that runs the program itself;
//! 10. `cli`: the command line.

// What the protocols and matches need of the floors below has no other user in a build without them.
#![cfg_attr(all(feature = "tables", not(all(feature = "cli", feature = "match"))), allow(dead_code))]

#[cfg(feature = "tables")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod analysis;
#[cfg(feature = "tables")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod annotate;
#[cfg(feature = "cli")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod cli;
#[cfg_attr(not(internals), doc(hidden))]
pub mod contract;
#[cfg_attr(not(internals), doc(hidden))]
pub mod database;
#[cfg_attr(not(internals), doc(hidden))]
pub mod engine;
#[cfg_attr(not(internals), doc(hidden))]
pub mod fit;
#[cfg(feature = "cli")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod front_door;
#[cfg_attr(not(internals), doc(hidden))]
pub mod games;
mod library;
#[cfg(feature = "tables")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod match_runner;
#[cfg(feature = "tables")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod openings;
#[cfg_attr(not(internals), doc(hidden))]
pub mod pictures;
#[cfg(feature = "cli")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod protocol;
#[cfg(feature = "tables")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod puzzles;
#[cfg_attr(not(internals), doc(hidden))]
pub mod random;
#[cfg_attr(not(internals), doc(hidden))]
pub mod records;
#[cfg_attr(not(internals), doc(hidden))]
pub mod search;
#[cfg_attr(not(internals), doc(hidden))]
pub mod storage;
#[cfg(feature = "tables")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod table;
#[cfg(feature = "cli")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod terminal;
#[cfg_attr(not(internals), doc(hidden))]
pub mod threads;
#[cfg_attr(not(internals), doc(hidden))]
pub mod varint;
#[cfg(all(feature = "tables", target_family = "wasm"))]
#[cfg_attr(not(internals), doc(hidden))]
pub mod wasm;
#[cfg(feature = "board")]
#[cfg_attr(not(internals), doc(hidden))]
pub mod web;
#[cfg_attr(not(internals), doc(hidden))]
pub mod wire;

pub use library::{
    Bound, Engine, Error, Game, GameFile, Limits, Line, Outcome, Player, Position, Report, RuleSet, Score,
    Solver, Status, StopHandle, Value, read_file, read_games, rule_sets,
};

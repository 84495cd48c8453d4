//! Quadriga plays Connect Four, gomoku and renju, draughts and Chinese checkers.
//!
//! The floors, from the ground; a room imports only rooms on lower floors:
//!
//! 1. [`contract`]: plain values and the traits of a game; [`random`], [`threads`];
//! 2. [`search`]: without output, generic over the game; [`fit`]: weights from games;
//! 3. [`engine`]: one game behind the facade [`engine::AnyEngine`], in strings and plain structs;
//! 4. each game of [`games`], and their list;
//! 5. [`wire`], [`records`], [`pictures`]: lines, files and boards as text;
//! 6. [`protocol`], [`analysis`], [`annotate`], [`match_runner`]: interfaces for users and programs;
//! 7. [`table`]: games that people play at a board;
//! 8. [`front_door`]: detects the protocol; [`terminal`], `web` and `wasm`: a table in a terminal, in a browser, and in
//!    a browser that runs the program itself;
//! 9. [`cli`]: the command line.
//!
//! Everything about a game goes through the facade:
//!
//! ```
//! use quadriga::contract::{MoveStyle, SearchLimits, Silent};
//!
//! let mut engine = quadriga::games::open("draughts").expect("a game");
//! engine.set_position(None, &["32-28", "19-23"])?;
//! assert_eq!(engine.legal_moves(MoveStyle::Native), ["28x19"]);
//! let result = engine.go(&SearchLimits::nodes(1000), &mut Silent)?;
//! assert_eq!(result.best_move.as_deref(), Some("28x19"));
//! # Ok::<(), quadriga::contract::EngineError>(())
//! ```

// A browser build has neither the command line nor the protocols, nor modules that only they need.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

pub mod analysis;
pub mod annotate;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod contract;
pub mod engine;
pub mod fit;
#[cfg(not(target_family = "wasm"))]
pub mod front_door;
pub mod games;
pub mod match_runner;
pub mod pictures;
#[cfg(not(target_family = "wasm"))]
pub mod protocol;
pub mod random;
pub mod records;
pub mod search;
pub mod table;
#[cfg(not(target_family = "wasm"))]
pub mod terminal;
pub mod threads;
pub mod varint;
#[cfg(target_family = "wasm")]
pub mod wasm;
#[cfg(feature = "board")]
pub mod web;
pub mod wire;

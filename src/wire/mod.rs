//! Lines in and out: the common parts of the protocols, the analysis and the match runner.
//!
//! | file | content |
//! |---|---|
//! | `input`, `output` | reading and writing lines without waiting for each other |
//! | `message` | a client's words quoted in errors and notes |
//! | `value` | a score in the format of UCI |
//! | `known` | what a database knows of a position |
//! | `catalogue` | the games by name |
//! | `vertex` | places and colours of GTP |
//! | `hub` | lines, positions and variants of Hub |
//! | `gomocup`, `drops` | names of variants in Gomocup and chess front-ends |
//! | `dxp` | messages of DamExchange |
//!
//! Both sides of a conversation use this module: a protocol for its answers, the match runner for its requests.

#[cfg(feature = "tables")]
pub mod catalogue;
#[cfg(feature = "tables")]
pub(crate) mod drops;
#[cfg(feature = "tables")]
pub mod dxp;
pub(crate) mod gomocup;
#[cfg(feature = "tables")]
pub(crate) mod hub;
#[cfg(feature = "tables")]
pub mod input;
#[cfg(feature = "cli")]
pub(crate) mod known;
#[cfg(feature = "tables")]
pub(crate) mod message;
#[cfg(feature = "tables")]
pub mod output;
#[cfg(feature = "tables")]
pub(crate) mod value;
#[cfg(feature = "tables")]
pub(crate) mod vertex;

use crate::contract::Outcome;
use crate::engine::{AnyEngine, Status};

/// A position in full: diagram, position string, key, and the state of the game.
pub fn describe(engine: &dyn AnyEngine) -> String {
    let status = engine.status();
    let state = match status.outcome {
        Some(_) => format!("{}, {}", result_word(&status), status.reason),
        None => format!("p{} to move", status.to_move.index() + 1),
    };
    format!("{}\n\nFen: {}\nKey: {:016x}\nState: {state}", engine.diagram(), engine.fen(), engine.key())
}

/// `p1win` ... `p6win`, `draw` or `none`.
pub(crate) fn result_word(status: &Status) -> String {
    match status.outcome {
        Some(Outcome::Win(player)) => format!("p{}win", player.index() + 1),
        Some(Outcome::Draw) => "draw".to_string(),
        None => "none".to_string(),
    }
}

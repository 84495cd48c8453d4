//! The protocols: text in, text out, through the facade [`crate::engine::AnyEngine`] and nothing else.
//!
//! | protocol | module | how it is chosen |
//! |---|---|---|
//! | UCI, and UGI as its synonym | [`ugi`] | always; the words `uci` and `ugi` pick the dialect |
//!
//! What every protocol needs stands beside that list: [`input`] reads lines in a thread of its own, so
//! that a search never keeps the program from listening; [`output`] writes whole lines and notices a
//! reader that has gone away; [`catalogue`] names the games.
//!
//! What must always hold: no input makes the program exit, panic or wait for ever, and a line that is
//! refused changes nothing.

pub mod catalogue;
pub mod input;
pub mod output;
pub mod ugi;
mod vampirc;

use std::io::{Read, Write};

use catalogue::Catalogue;

use crate::engine::{AnyEngine, Status};
use crate::game::Outcome;
pub use crate::search::nodes_per_second;

/// What a protocol loop is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The games that can be opened.
    pub catalogue: Catalogue,
    /// Name of the variant to begin with.
    pub variant: String,
    /// Options to set before the first line is read: name and value.
    pub options: Vec<(String, String)>,
    /// At the end of input, finish what was asked for instead of stopping.
    pub finish: bool,
    /// List the numbers of the search among the options, for tuners.
    pub tune: bool,
}

/// Why a conversation did not begin, or ended badly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServeError {
    /// The variant or an option of the [`Setup`] is refused: one line for a person.
    Setup(String),
    /// The thread of the search is gone, and the engine with it: one line for a person.
    Broken(String),
}

/// Speaks with a client until it says `quit`, its input ends or its output is closed.
///
/// # Errors
/// See [`ServeError`]. What a client sends is never a reason.
pub fn serve(
    setup: Setup,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), ServeError> {
    let (output, hangup) = output::Output::new(output);
    let session = ugi::Session::open(setup, output)?;
    session.run(&input::lines(input), &hangup).map_err(ServeError::Broken)
}

/// A position in full: diagram, position string, key, and where the game stands.
pub fn describe(engine: &dyn AnyEngine) -> String {
    let status = engine.status();
    let state = match status.outcome {
        Some(_) => format!("{}, {}", result_word(&status), status.reason),
        None => format!("p{} to move", status.to_move.index() + 1),
    };
    format!("{}\n\nFen: {}\nKey: {:016x}\nState: {state}", engine.diagram(), engine.fen(), engine.key())
}

/// `p1win` ... `p6win`, `draw` or `none`.
fn result_word(status: &Status) -> String {
    match status.outcome {
        Some(Outcome::Win(player)) => format!("p{}win", player.index() + 1),
        Some(Outcome::Draw) => "draw".to_string(),
        None => "none".to_string(),
    }
}

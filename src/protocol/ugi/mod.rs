//! The native protocol: UCI, and UGI as its synonym.
//!
//! UCI is what engines of board games speak, UGI is UCI for any game: the engine, not the client, knows
//! when a game is over (`query`). Both are one grammar here; the handshake word picks the dialect, which
//! changes `uciok` to `ugiok` and leaves the ponder word out of `bestmove`.
//!
//! | file | question |
//! |---|---|
//! | `command` | what does a line ask for? |
//! | `go` | ... and a `go` line? |
//! | `session` | when is it done: at once, after the search, or not at all? |
//! | `perform` | how is it done? |
//! | `worker` | what happens in the thread of the search? |
//! | `settings` | which options belong to the session, which to the game? |
//! | `print`, `query` | how is it said? |
//!
//! The protocol itself is described in `protocol.md`.

mod command;
mod go;
mod perform;
mod print;
mod query;
mod session;
mod settings;
mod worker;

pub use session::Session;

/// Which of the two names the client knows the protocol by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// `uci`: `bestmove M ponder P`.
    Uci,
    /// `ugi`: `bestmove M`.
    Ugi,
}

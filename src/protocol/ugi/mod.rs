//! The native protocol: UCI, and UGI as its synonym.
//!
//! UCI is the usual protocol of board game engines, UGI is UCI for any game: the engine, not the client, decides when a
//! game is over (`query`). Both are one grammar here; after the handshake `ugi` the answer is `ugiok` in place of
//! `uciok`, and `bestmove` has no ponder move.
//!
//! | file | question |
//! |---|---|
//! | `request` | which requests exist? |
//! | `command`, `go`, `error` | what is the request of a line? what is wrong with it? |
//! | `perform` | how is it executed? |
//! | `options` | which options belong to the session, which to the game? |
//! | `print`, `query`, `database` | how are results written? what does the database know? |
//!
//! The protocol itself is described in `protocol.md`.

mod command;
mod database;
mod error;
mod go;
mod options;
mod perform;
mod print;
mod query;
mod request;

use super::settings::{Opened, Settings};
use crate::engine::AnyEngine;
use crate::wire::output::Output;

/// The client's name of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Handshake {
    /// `uci`: `bestmove M ponder P`.
    Uci,
    /// `ugi`: `bestmove M`.
    Ugi,
}

/// A conversation in UCI or UGI.
pub(crate) struct Ugi {
    output: Output,
    settings: Settings,
    show_wdl: bool,
    /// The client's handshake, if there was one.
    handshake: Option<Handshake>,
    debug: bool,
}

impl Ugi {
    /// Begins the conversation with the game that was opened; prints notes on changed options.
    pub fn new(opened: Opened, output: Output) -> (Ugi, Box<dyn AnyEngine>) {
        let Opened { settings, mut engine, notes } = opened;
        engine.set_move_style(options::move_style(settings.variant(), None, &[]));
        let ugi = Ugi { output, settings, show_wdl: false, handshake: None, debug: false };
        for note in &notes {
            ugi.note(note);
        }
        (ugi, engine)
    }
}

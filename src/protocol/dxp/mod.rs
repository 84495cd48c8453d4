//! DamExchange: draughts between two programs over TCP.
//!
//! | file | question |
//! |---|---|
//! | [`crate::wire::dxp`] | which messages are there, and how are they sent? |
//! | `server` | who may connect, and when is it over? |
//! | `visit` | how do two programs agree on games? |
//! | `seat` | who plays the engine now? |
//! | `game` | how is a game played? |
//!
//! Differences to the other protocols: messages are not lines, neither side is the client, and there is no analysis.
//! One side listens, one connects; the *initiator* requests games, the *follower* answers, and each side may be either.
//! Any number of peers may connect, each has a thread of its own, and one at a time plays the engine. A peer can only
//! end its own game, whatever it sends or fails to send.
//!
//! Source: the text of the DamExchange protocol as spoken by Scan, Moby Dam and pydraughts.

mod game;
mod seat;
mod server;
mod visit;

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use super::Setup;
use super::settings::{Opened, Settings};
use crate::contract::{MoveStyle, StoneColour};
use crate::engine::AnyEngine;
use crate::wire::hub::variant_word;
use crate::wire::output::Output;
use game::ANSWER_TIMEOUT;
use server::Server;
use visit::Host;

/// The conditions of games, whichever side requests them.
#[derive(Clone, Debug)]
pub struct Table {
    /// Game, options, and folder for the games; the rest is not used.
    pub setup: Setup,
    /// Our name, at most 32 characters.
    pub name: String,
    /// Time for a move if the game has no clock.
    pub move_time: Duration,
    /// End after this many games; 0: never.
    pub games: u32,
    /// As a server: longest silence of a peer before its first game, and longest wait for a game under way to end.
    pub patience: Duration,
    /// Gets a line for every notable event. If it can no longer be written, no more games begin.
    pub report: Output,
}

/// The request of an initiator.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Our colour in the first game; it alternates.
    pub own: StoneColour,
    /// Time for a game, 0 to 999; 0: none is kept.
    pub minutes: u32,
    /// After this many moves of each side the game ends, 0 to 999; 0: never.
    pub moves: u32,
    /// Position to begin with; `None`: the start position.
    pub fen: Option<String>,
}

/// Waits for peers and plays them, one at a time. With an offer we are the initiator, else they are.
///
/// # Errors
/// The program cannot listen on the address, the setup is refused, or the report cannot be written.
pub fn listen(table: &Table, address: &str, offer: Option<&Offer>) -> Result<(), String> {
    table.open()?;
    let listener =
        TcpListener::bind(address).map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let local = listener.local_addr().map_err(|error| error.to_string())?;
    table.report.line(&format!("listening on {local}"));
    table.report.result()?;
    Arc::new(Server::new(Host::new(table, offer, table.patience), local)).run(&listener)
}

/// Connects to a peer that listens, and plays it.
///
/// # Errors
/// The connection or the setup is refused, or the report cannot be written.
pub fn connect(table: &Table, address: &str, offer: Option<&Offer>) -> Result<(), String> {
    table.open()?;
    let stream =
        TcpStream::connect(address).map_err(|error| format!("cannot connect to {address}: {error}"))?;
    Host::new(table, offer, ANSWER_TIMEOUT).play_peer(&stream)?;
    table.report.result()
}

impl Table {
    /// A fresh engine.
    fn open(&self) -> Result<Box<dyn AnyEngine>, String> {
        let Opened { mut engine, settings, .. } = Settings::open(&self.setup, "draughts")?;
        if variant_word(&engine.identity().variant).is_none() {
            return Err(format!("DamExchange is for draughts, not for {}", settings.variant()));
        }
        engine.set_move_style(MoveStyle::Numeric);
        Ok(engine)
    }
}

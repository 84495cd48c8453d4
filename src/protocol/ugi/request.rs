//! The requests of lines.
//!
//! Commands differ by when they are executed: at any time, in turn, or in turn and then in the search thread.

use super::Handshake;
use crate::contract::SearchLimits;

/// The request of a line.
#[derive(Clone, Debug)]
pub(super) enum Command {
    /// Executed at any time: it needs no engine.
    Control(Control),
    /// Executed in turn, with the engine.
    Request(Request),
}

/// Executed at any time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Control {
    IsReady,
    Stop,
    PonderHit,
    Quit,
    Debug(bool),
    Register,
    Help,
}

/// Executed in turn.
#[derive(Clone, Debug)]
pub(super) enum Request {
    Handshake(Handshake),
    NewGame,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Position {
        fen: Option<String>,
        moves: Vec<String>,
    },
    Query(Query),
    Diagram,
    Eval,
    Database(DatabaseRequest),
    /// Takes the engine along until it is done.
    Work(Work),
}

/// Done in the search thread.
#[derive(Clone, Debug)]
pub(super) enum Work {
    Search(Box<SearchLimits>),
    Perft(u32),
    Bench,
}

/// A question about the current position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Query {
    GameOver,
    P1Turn,
    Result,
    IsLegal(String),
    Fen,
    Moves,
}

/// About the database, at the current position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DatabaseRequest {
    /// What is known.
    Show,
    /// Sets the note; without words, there is none.
    Note(String),
    /// Sets the mark; without a word, there is none.
    Mark(String),
    /// Forgets the position.
    Delete,
    /// Forgets the known positions that follow.
    DeleteAfter,
}

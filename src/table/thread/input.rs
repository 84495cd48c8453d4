//! The inputs of a table, and the receivers of their answers.

use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::match_runner::engines;
use crate::table::answer::Refusal;
use crate::table::client::ClientSender;
use crate::table::command::TableCommand;
use crate::table::searches::SearchEvent;
use crate::table::state::Rights;

/// The client that sends a command.
#[derive(Clone)]
pub(in crate::table) struct Requester {
    /// Number of the window.
    pub client: u64,
    pub to_client: Arc<ClientSender>,
    pub credential: Credential,
}

/// The credential of a client.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::table) enum Credential {
    Host,
    /// A token of this table.
    Token(String),
}

/// An input of a table.
pub(in crate::table) enum Input {
    /// Hello of a client with a token of this table; its rights are set if it is welcome.
    Hello(u64, Requester, Arc<OnceLock<Rights>>),
    Command(u64, Requester, Box<TableCommand>),
    Delete(u64, Requester),
    /// A window was closed.
    Left(u64),
    Search(u64, SearchEvent),
    Engine(u64, Result<engines::Answer, String>),
    /// What a thread of its own made for a job.
    Made(u64, Result<Value, Refusal>),
    Close,
}

impl Input {
    /// The receiver of the answer to it, if there is one.
    pub fn reply_to(&self) -> Option<ReplyTo> {
        match self {
            Input::Hello(number, requester, _)
            | Input::Command(number, requester, _)
            | Input::Delete(number, requester) => Some(ReplyTo::new(*number, requester)),
            Input::Left(_) | Input::Search(..) | Input::Engine(..) | Input::Made(..) | Input::Close => None,
        }
    }
}

/// The receiver of an answer.
pub(in crate::table) struct ReplyTo {
    pub number: u64,
    pub client: u64,
    pub to_client: Arc<ClientSender>,
}

impl ReplyTo {
    pub fn new(number: u64, requester: &Requester) -> ReplyTo {
        ReplyTo { number, client: requester.client, to_client: Arc::clone(&requester.to_client) }
    }

    pub fn refuse(&self, refusal: &Refusal) {
        self.to_client.answer(self.number, Err::<(), _>(refusal.clone()));
    }
}

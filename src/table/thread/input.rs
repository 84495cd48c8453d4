//! What comes into the inbox of a table, and who waits for an answer to it.

use std::sync::{Arc, OnceLock};

use crate::match_runner::engines;
use crate::table::answer::{FileText, Refusal};
use crate::table::client::Outbox;
use crate::table::command::TableCommand;
use crate::table::searches::SearchEvent;
use crate::table::state::Rights;

/// Who asks.
#[derive(Clone)]
pub(in crate::table) struct Caller {
    /// Number of the window.
    pub client: u64,
    pub outbox: Arc<Outbox>,
    pub credential: Credential,
}

/// What somebody has shown.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::table) enum Credential {
    Host,
    /// A token of this table.
    Token(String),
}

/// What comes into the inbox of a table.
pub(in crate::table) enum Input {
    /// A client with a token of this table says hello; what the token gives is set where it is welcome.
    Hello(u64, Caller, Arc<OnceLock<Rights>>),
    Command(u64, Caller, Box<TableCommand>),
    Delete(u64, Caller),
    /// A window was closed.
    Left(u64),
    Search(u64, SearchEvent),
    Engine(u64, Result<engines::Answer, String>),
    Page(u64, Result<FileText, Refusal>),
    Close,
}

impl Input {
    /// Who waits for an answer to it, if anybody does.
    pub fn asker(&self) -> Option<Asker> {
        match self {
            Input::Hello(number, caller, _)
            | Input::Command(number, caller, _)
            | Input::Delete(number, caller) => Some(Asker::new(*number, caller)),
            Input::Left(_) | Input::Search(..) | Input::Engine(..) | Input::Page(..) | Input::Close => None,
        }
    }
}

/// Whom an answer goes to.
pub(in crate::table) struct Asker {
    pub number: u64,
    pub client: u64,
    pub outbox: Arc<Outbox>,
}

impl Asker {
    pub fn new(number: u64, caller: &Caller) -> Asker {
        Asker { number, client: caller.client, outbox: Arc::clone(&caller.outbox) }
    }

    pub fn refuse(&self, refusal: &Refusal) {
        self.outbox.answer(self.number, Err::<(), _>(refusal.clone()));
    }
}

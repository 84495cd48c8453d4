//! One window: who it is, and where its messages go.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::json;

use super::Sink;
use super::answer::{Answer, Code, Hello, HelloRights, NewGame, Outgoing, Push, Refusal};
use super::command::{self, Command, LobbyCommand};
use super::tables::Tables;

/// Where messages to a client go.
pub(super) struct Outbox {
    sink: Sink,
    closed: AtomicBool,
}

impl Outbox {
    fn new(sink: Sink) -> Outbox {
        Outbox { sink, closed: AtomicBool::new(false) }
    }

    /// Tells something.
    pub fn send(&self, message: &Outgoing) {
        if self.is_closed() {
            return;
        }
        // This cannot fail: all keys are text.
        let Ok(text) = serde_json::to_string(message) else { return };
        if !(self.sink)(text.into()) {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Tells something unasked.
    pub fn push(&self, push: Push) {
        self.send(&Outgoing::Push(push));
    }

    /// Answers a command.
    pub fn answer(&self, number: u64, answer: Result<impl Serialize, Refusal>) {
        self.send(&match answer {
            Ok(ok) => Outgoing::Answer(Answer {
                number,
                ok: serde_json::to_value(ok).unwrap_or_else(|_| json!({})),
            }),
            Err(refused) => Outgoing::Refused { number, refused },
        });
    }

    /// Does nobody read any more?
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

/// One window. Dropping it leaves its tables.
pub struct Client {
    tables: Tables,
    outbox: Arc<Outbox>,
    welcome: bool,
}

impl Client {
    pub(super) fn new(tables: Tables, sink: Sink) -> Client {
        Client { tables, outbox: Arc::new(Outbox::new(sink)), welcome: false }
    }

    /// Takes a message of the protocol. Answers and pushes come through the sink, now or later.
    pub fn receive(&mut self, message: &str) {
        let (number, command) = command::parse(message);
        match command {
            Ok(command) => self.send(number, command),
            Err(refusal) => self.outbox.answer(number, Err::<(), _>(refusal)),
        }
    }

    /// The same for a command that is no text; `number` comes back in its answer.
    pub fn send(&mut self, number: u64, command: Command) {
        let answer = match command {
            Command::Lobby(LobbyCommand::Hello { token }) => self.hello(&token),
            _ => Err(Refusal::new(Code::NotAllowed, "not built yet")),
        };
        self.outbox.answer(number, answer);
    }

    /// Has it said hello with a good token?
    pub fn is_welcome(&self) -> bool {
        self.welcome
    }

    fn hello(&mut self, token: &str) -> Result<Hello, Refusal> {
        if !self.tables.is_host(token) {
            return Err(Refusal::new(Code::NotAllowed, "this token is not known"));
        }
        self.welcome = true;
        let default = NewGame { game: "connect4".to_string(), ..NewGame::default() };
        Ok(Hello {
            version: env!("CARGO_PKG_VERSION").to_string(),
            rights: HelloRights { host: true, table: None, seat: None },
            engines: Vec::new(),
            default,
        })
    }
}

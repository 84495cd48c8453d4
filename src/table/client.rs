//! One window: its identity, and the receiver of its messages.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use serde_json::json;

use super::answer::{Answer, Code, HelloRights, Listening, NewTable, Outgoing, PictureAnswer, Push, Refusal};
use super::command::{Command, LobbyCommand, Message, TableCommand};
use super::import::{Imports, Taken};
use super::library::statistics;
use super::shared::Shared;
use super::state::Rights;
use super::thread::{Credential, Input, Requester};
use super::{SendText, lists, lobby, puzzles, token};

/// Sends messages to a client.
pub(super) struct ClientSender {
    send_text: SendText,
    closed: AtomicBool,
}

impl ClientSender {
    fn new(send_text: SendText) -> ClientSender {
        ClientSender { send_text, closed: AtomicBool::new(false) }
    }

    /// A message as it is sent.
    pub fn text(message: &Outgoing) -> Arc<str> {
        // This cannot fail: all keys are text.
        serde_json::to_string(message).unwrap_or_default().into()
    }

    /// Sends a message.
    pub fn send(&self, message: &Outgoing) {
        if !self.is_closed() {
            self.send_text(ClientSender::text(message));
        }
    }

    /// The same for a message that is text already.
    pub fn send_text(&self, text: Arc<str>) {
        if !self.is_closed() && !(self.send_text)(text) {
            self.closed.store(true, Ordering::Relaxed);
        }
    }

    /// Sends an unsolicited message.
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

    /// Has the reader gone?
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

/// One window. Dropping it leaves its tables.
pub struct Client {
    shared: Arc<Shared>,
    to_client: Arc<ClientSender>,
    number: u64,
    /// Does it come from where the host is not let in?
    is_guest: bool,
    credential: Option<Credential>,
    /// The rights of its token, once they are known.
    welcome: Arc<OnceLock<Rights>>,
    /// The tables that know it.
    visited: BTreeSet<String>,
    /// The files that it sends.
    imports: Imports,
}

impl Client {
    pub(super) fn new(shared: Arc<Shared>, send_text: SendText, is_guest: bool) -> Client {
        Client {
            is_guest,
            number: shared.number_client(),
            shared,
            to_client: Arc::new(ClientSender::new(send_text)),
            credential: None,
            welcome: Arc::default(),
            visited: BTreeSet::new(),
            imports: Imports::default(),
        }
    }

    /// Takes a message of the protocol. Answers and pushes come through `send_text`, now or later.
    pub fn receive(&mut self, message: &str) {
        let (number, command) = Message::parse(message);
        match command {
            Ok(command) => self.send(number, command),
            Err(refusal) => self.to_client.answer(number, Err::<(), _>(refusal)),
        }
    }

    /// The same for a parsed command; `number` is repeated in its answer.
    pub fn send(&mut self, number: u64, command: Command) {
        let done = catch_unwind(AssertUnwindSafe(|| match command {
            Command::Lobby(LobbyCommand::Hello { token }) => self.hello(number, token),
            Command::Lobby(command) => self.lobby(number, command),
            Command::Table { table, command } => self.table(number, table, command),
        }));
        // A panic is a bug in this program; only this command fails.
        let broken = |_| Err(Refusal::new(Code::Broken, "internal error: the command failed"));
        if let Err(refusal) = done.unwrap_or_else(broken) {
            self.to_client.answer(number, Err::<(), _>(refusal));
        }
    }

    /// Has it sent hello with a valid token?
    pub fn is_welcome(&self) -> bool {
        self.rights().is_some()
    }

    /// The rights of its token; `None` before hello.
    pub fn rights(&self) -> Option<Rights> {
        self.welcome.get().copied()
    }

    fn hello(&mut self, number: u64, token: String) -> Result<(), Refusal> {
        if self.is_welcome() {
            return Err(Refusal::new(Code::NotAllowed, "hello can be sent only once"));
        }
        if !self.is_guest && token::same(&self.shared.setup.host_token, &token) {
            self.credential = Some(Credential::Host);
            let _ = self.welcome.set(Rights::Host);
            self.shared.add_host(&self.to_client);
            let rights = HelloRights { host: true, table: None, seat: None };
            self.to_client.answer(number, Ok(self.shared.hello(rights)));
            return Ok(());
        }
        // The token of a seat begins with the id of its table, which knows the rest.
        let unknown = || Refusal::new(Code::NotAllowed, "this token is not known");
        let table =
            token.get(..token::LENGTH).filter(|_| token.len() == 2 * token::LENGTH).ok_or_else(unknown)?;
        let table = table.to_string();
        self.credential = Some(Credential::Token(token));
        let input = Input::Hello(number, self.requester()?, Arc::clone(&self.welcome));
        self.shared.send(&table, input).map_err(|_| unknown())
    }

    fn requester(&self) -> Result<Requester, Refusal> {
        let credential = self.credential.clone();
        let credential = credential.ok_or_else(|| Refusal::new(Code::NotAllowed, "send hello first"))?;
        Ok(Requester { client: self.number, to_client: Arc::clone(&self.to_client), credential })
    }

    /// Passes a command to its table, which checks the client's rights.
    fn table(&mut self, number: u64, table: String, command: TableCommand) -> Result<(), Refusal> {
        let requester = self.requester()?;
        if let Credential::Token(token) = &requester.credential
            && !token.starts_with(&table)
        {
            return Err(Refusal::new(Code::NotAllowed, "the token does not belong to this table"));
        }
        self.shared.send(&table, Input::Command(number, requester, Box::new(command)))?;
        self.visited.insert(table);
        Ok(())
    }

    fn lobby(&mut self, number: u64, command: LobbyCommand) -> Result<(), Refusal> {
        let requester = self.requester()?;
        let is_for_all = matches!(command, LobbyCommand::Games {});
        if requester.credential != Credential::Host && !(is_for_all && self.is_welcome()) {
            return Err(Refusal::new(Code::NotAllowed, "only the host may do this"));
        }
        match command {
            LobbyCommand::Games {} => self.to_client.answer(number, Ok(lists::games())),
            LobbyCommand::Tables(query) => {
                let own = Arc::clone(&self.shared);
                lobby::answer_aside(&self.shared, number, &self.to_client, move || own.tables(*query))?;
            }
            LobbyCommand::Statistics {} => {
                let own = Arc::clone(&self.shared);
                lobby::answer_aside(&self.shared, number, &self.to_client, move || statistics(&own))?;
            }
            LobbyCommand::Create(create) => {
                let table = lobby::create(&self.shared, create)?;
                self.to_client.answer(number, Ok(NewTable { table }));
            }
            LobbyCommand::Load(load) => match self.imports.take(load)? {
                Taken::Whole(whole) => self.imports.read(&self.shared, number, &self.to_client, whole)?,
                Taken::Part(received) => self.to_client.answer(number, Ok(json!({ "received": received }))),
            },
            LobbyCommand::StopLoad {} => {
                self.imports.stop();
                self.to_client.answer(number, Ok(json!({})));
            }
            LobbyCommand::Compose(compose) => {
                self.to_client.answer(number, Ok(lobby::compose(&self.shared, &compose)?));
            }
            LobbyCommand::Rating { game, options } => {
                self.to_client.answer(number, Ok(lobby::rating(&self.shared, &game, &options)?));
            }
            LobbyCommand::Puzzles {} => self.to_client.answer(number, Ok(puzzles::list(&self.shared)?)),
            LobbyCommand::Puzzle { puzzle, family } => {
                let chosen = puzzles::choose(&self.shared, puzzle.as_deref(), family.as_deref())?;
                self.to_client.answer(number, Ok(chosen));
            }
            LobbyCommand::Attempt(attempt) => {
                puzzles::attempt(&self.shared, number, &self.to_client, attempt)?;
            }
            LobbyCommand::Solution { puzzle } => {
                self.to_client.answer(number, Ok(puzzles::solution(&self.shared, &puzzle)?));
            }
            LobbyCommand::AnswerTime { unhurried } => {
                self.shared.set_unhurried(unhurried);
                self.to_client.answer(number, Ok(json!({})));
            }
            LobbyCommand::Listen { on } => {
                let addresses = self.shared.listen(on)?;
                self.to_client.answer(number, Ok(Listening { addresses }));
            }
            LobbyCommand::Qr { text } => {
                self.to_client.answer(number, Ok(PictureAnswer { svg: lobby::qr(&text)? }));
            }
            LobbyCommand::Delete { table } => self.shared.send(&table, Input::Delete(number, requester))?,
            LobbyCommand::Hello { .. } => {}
        }
        Ok(())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        for table in &self.visited {
            self.shared.send_if_running(table, Input::Left(self.number));
        }
    }
}

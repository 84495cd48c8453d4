//! A window at the board: messages go in as JSON, answers and pushes come out.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use quadriga::table::{Client, Outgoing, Setup, Tables};
use serde_json::{Value, json};

/// The token of the host in all tests.
pub const HOST: &str = "0123456789abcdef0123456789abcdef";

/// So long a test waits for what must happen before it is called hung.
pub const HUNG: Duration = Duration::from_secs(120);

/// Tables that keep their records in this folder, or nowhere.
pub fn tables(data: Option<PathBuf>) -> Tables {
    Tables::open(Setup { data, host_token: HOST.to_string(), ..Setup::default() }).expect("tables")
}

/// A client with all that it has received and nobody has looked at.
pub struct Window {
    client: Client,
    messages: std::sync::mpsc::Receiver<Arc<str>>,
    pushes: VecDeque<Value>,
    asked: u64,
}

impl Window {
    /// A window that has not said hello.
    pub fn silent(tables: &Tables) -> Window {
        let (sender, messages) = std::sync::mpsc::channel();
        let client = tables.client(Box::new(move |text| sender.send(text).is_ok()));
        Window { client, messages, pushes: VecDeque::new(), asked: 0 }
    }

    /// A window with a token that is known.
    pub fn with_token(tables: &Tables, token: &str) -> Window {
        let mut window = Window::silent(tables);
        window.ask(json!({ "do": "hello", "token": token }));
        assert!(window.client.is_welcome());
        window
    }

    pub fn host(tables: &Tables) -> Window {
        Window::with_token(tables, HOST)
    }

    pub fn is_welcome(&self) -> bool {
        self.client.is_welcome()
    }

    /// Sends a message as it is.
    pub fn receive(&mut self, text: &str) {
        self.client.receive(text);
    }

    /// Sends a command; returns its number.
    pub fn send(&mut self, mut command: Value) -> u64 {
        self.asked += 1;
        command["ref"] = json!(self.asked);
        self.client.receive(&command.to_string());
        self.asked
    }

    /// The next message of any kind.
    pub fn next(&mut self) -> Value {
        let text = self.messages.recv_timeout(HUNG).expect("a message");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let typed: Outgoing = serde_json::from_str(&text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(serde_json::to_value(typed).expect("JSON"), value, "the types have all of it");
        value
    }

    fn answer(&mut self, number: u64) -> Value {
        loop {
            let message = self.next();
            if message["ref"] == json!(number) {
                return message;
            }
            assert!(message.get("push").is_some(), "{message}");
            self.pushes.push_back(message);
        }
    }

    /// Asks and waits for what was done.
    pub fn ask(&mut self, command: Value) -> Value {
        let number = self.send(command.clone());
        let answer = self.answer(number);
        assert!(answer.get("ok").is_some(), "{command} -> {answer}");
        answer["ok"].clone()
    }

    /// Asks and waits for the code of the refusal.
    pub fn refused(&mut self, command: Value) -> String {
        let number = self.send(command.clone());
        let answer = self.answer(number);
        let code = answer["refused"]["code"].as_str();
        code.unwrap_or_else(|| panic!("{command} -> {answer}")).to_string()
    }

    /// Waits for the answer to a command that was sent.
    pub fn wait(&mut self, number: u64) -> Value {
        self.answer(number)
    }

    /// The same; answers to other commands are dropped.
    pub fn answer_to(&mut self, number: u64) -> Value {
        loop {
            let message = self.next();
            if message["ref"] == json!(number) {
                return message;
            }
        }
    }

    /// The next push for which this holds; those before it are dropped.
    pub fn push(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let push = match self.pushes.pop_front() {
                Some(push) => push,
                None => self.next(),
            };
            if push.get("push").is_some() && is_wanted(&push) {
                return push;
            }
        }
    }

    /// The table in the next push for which this holds.
    pub fn table(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        self.push(|push| push["push"] == json!("table") && is_wanted(&push["table"]))["table"].clone()
    }

    /// Makes a table, joins it, and returns its id.
    pub fn create(&mut self, mut command: Value) -> String {
        command["do"] = json!("create");
        let table = self.ask(command)["table"].as_str().expect("an id").to_string();
        self.ask(json!({ "do": "join", "table": table }));
        table
    }

    /// The table as it stands.
    pub fn look(&mut self, table: &str) -> Value {
        self.pushes.clear();
        self.ask(json!({ "do": "join", "table": table }));
        self.push(|push| push["push"] == json!("table") && push.get("event").is_none())["table"].clone()
    }
}

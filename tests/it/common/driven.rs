//! Tables on one thread, a window of the host, and an analysis that answers their searches.

use std::sync::Arc;

use crossbeam_channel::{Receiver, unbounded};
use quadriga::analysis::{self, Unthreaded};
use quadriga::table::{Client, Driver, Setup};
use quadriga::wire::catalogue::Catalogue;
use quadriga::wire::output::Output;
use serde_json::{Value, json};

use super::Memory;
use super::window::HOST;

/// The tables with all that answers them.
pub struct Board {
    pub client: Client,
    pub driver: Driver,
    analysis: Unthreaded,
    records: Memory,
    messages: Receiver<Arc<str>>,
    pub asked: u64,
    /// The table as it was pushed last.
    pub table: Value,
    /// The answer to `hello`.
    pub hello: Value,
}

impl Board {
    pub fn new() -> Board {
        let (tables, driver) =
            Driver::open(Setup { host_token: HOST.to_string(), seed: Some(1), ..Setup::default() })
                .expect("tables");
        let (sender, messages) = unbounded();
        let client = tables.client(Box::new(move |text| sender.send(text).is_ok()));
        let records = Memory::default();
        let setup = analysis::Setup {
            catalogue: Catalogue::GAMES,
            game: None,
            positions: None,
            threads: 1,
            hash_mib: Some(1),
            database: None,
            quit_at_end: true,
        };
        let analysis = Unthreaded::new(&setup, Output::new(records.clone()).0);
        let (table, hello) = (Value::Null, Value::Null);
        let mut board = Board { client, driver, analysis, records, messages, asked: 0, table, hello };
        board.hello = board.ask(json!({ "do": "hello", "token": HOST }))["ok"].clone();
        board
    }

    /// Lets the tables go on until no search is asked for; returns what was told.
    pub fn settle(&mut self) -> Vec<Value> {
        loop {
            let _ = self.driver.step();
            let queries: Vec<String> = self.driver.queries().collect();
            if queries.is_empty() {
                break;
            }
            for query in queries {
                self.analysis.answer(query);
            }
            self.records.take().lines().for_each(|record| self.driver.answer(record));
        }
        let told = self.messages.try_iter().map(|text| serde_json::from_str(&text).expect("JSON"));
        let told: Vec<Value> = told.collect();
        if let Some(push) = told.iter().rfind(|message| message["push"] == json!("table")) {
            self.table = push["table"].clone();
        }
        told
    }

    /// Sends a command; its answer.
    pub fn ask(&mut self, mut command: Value) -> Value {
        self.asked += 1;
        command["ref"] = json!(self.asked);
        self.client.receive(&command.to_string());
        let told = self.settle();
        let mut answers = told.iter().filter(|message| message["ref"] == json!(self.asked));
        let answer = answers.next().unwrap_or_else(|| panic!("{command} has no answer"));
        assert!(answers.next().is_none(), "{command} has one answer");
        answer.clone()
    }

    /// Makes a table at which a person begins against the program, and joins it; its id.
    pub fn create(&mut self, game: &str) -> String {
        self.create_for(game, json!([{ "kind": "person" }, { "kind": "program", "level": 1 }]))
    }

    /// The same for these seats.
    pub fn create_for(&mut self, game: &str, seats: Value) -> String {
        let made =
            self.ask(json!({ "do": "create", "game": game, "options": {}, "seats": seats, "think_ms": 100 }));
        let id = made["ok"]["table"].as_str().expect("an id").to_string();
        self.ask(json!({ "do": "join", "table": id }));
        id
    }
}

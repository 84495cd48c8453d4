//! Every command has one answer, whatever its table comes to: commands of all kinds, before and after the end of a table.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use quadriga::table::{Client, Tables};
use serde_json::{Value, json};

use crate::common::window::{HOST, HUNG, tables};

/// How a table comes to its end while commands wait.
#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    /// It is deleted.
    Deleted,
    /// The window leaves it.
    Left,
    /// It breaks down, and is read again from its record.
    BrokenDown,
    /// The program ends.
    Closed,
}

/// A window that counts the answers to its commands.
struct Counter {
    client: Client,
    messages: Receiver<Arc<str>>,
    asked: u64,
    answers: BTreeMap<u64, Vec<Value>>,
}

impl Counter {
    fn new(tables: &Tables, breaks: Arc<AtomicBool>) -> Counter {
        let (sender, messages) = channel();
        // Whoever takes messages in may be at fault as well as the table: here it panics once.
        let client = tables.client(Box::new(move |text: Arc<str>| {
            let panics = text.contains("\"type\":\"undone\"") && breaks.swap(false, Ordering::Relaxed);
            assert!(!panics, "a mistake");
            sender.send(text).is_ok()
        }));
        let mut counter = Counter { client, messages, asked: 0, answers: BTreeMap::new() };
        counter.send(json!({ "do": "hello", "token": HOST }));
        counter
    }

    fn send(&mut self, mut command: Value) -> u64 {
        self.asked += 1;
        command["ref"] = json!(self.asked);
        self.client.receive(&command.to_string());
        self.asked
    }

    fn take(&mut self, text: &str) {
        let message: Value = serde_json::from_str(text).expect("JSON");
        if let Some(number) = message["ref"].as_u64() {
            self.answers.entry(number).or_default().push(message);
        }
    }

    /// Waits for the answer to a command.
    fn wait(&mut self, number: u64) -> Value {
        while !self.answers.contains_key(&number) {
            let text = self.messages.recv_timeout(HUNG).unwrap_or_else(|_| panic!("{number} has no answer"));
            self.take(&text);
        }
        self.answers[&number][0].clone()
    }

    /// Waits until all commands have their answers, and looks whether one has two.
    fn check(&mut self, what: &str) {
        for number in 1..=self.asked {
            while !self.answers.contains_key(&number) {
                let text = self.messages.recv_timeout(HUNG);
                let text = text.unwrap_or_else(|_| panic!("{what}: {number} has no answer"));
                self.take(&text);
            }
        }
        while let Ok(text) = self.messages.recv_timeout(Duration::ZERO) {
            self.take(&text);
        }
        assert!(self.answers.values().all(|answers| answers.len() == 1), "{what}: {:?}", self.answers);
    }
}

/// Commands of every kind about a table of draughts; the first ones take as long as they may.
fn commands(table: &Value) -> Vec<Value> {
    let seats = json!([{ "kind": "person" }, { "kind": "program", "level": 1 }]);
    let at_table = [
        json!({ "do": "hint" }),
        json!({ "do": "report", "nodes": 1_000_000 }),
        json!({ "do": "play_for_me" }),
        json!({ "do": "page", "nodes": 2000 }),
        json!({ "do": "puzzles_of", "nodes": 2000 }),
        json!({ "do": "join" }),
        json!({ "do": "analyse", "node": 0 }),
        json!({ "do": "analyse", "node": null }),
        json!({ "do": "board", "threats": true }),
        json!({ "do": "picture" }),
        json!({ "do": "save", "format": "pdn" }),
        json!({ "do": "move", "move": "32-28" }),
        json!({ "do": "redo" }),
        json!({ "do": "goto", "node": 1 }),
        json!({ "do": "move_now" }),
        json!({ "do": "swap" }),
        json!({ "do": "seats", "seats": seats }),
        json!({ "do": "offer_draw" }),
        json!({ "do": "answer_draw", "accept": false }),
        json!({ "do": "pause" }),
        json!({ "do": "resume" }),
        json!({ "do": "rematch" }),
        json!({ "do": "name", "text": "Ann" }),
        json!({ "do": "invite", "seat": 0 }),
        json!({ "do": "revoke" }),
        json!({ "do": "resign" }),
        json!({ "do": "move", "move": 7 }),
    ];
    let mut commands = vec![
        json!({ "do": "games" }),
        json!({ "do": "tables" }),
        json!({ "do": "create", "game": "connect4" }),
        json!({ "do": "load", "name": "a.pdn", "text": "[GameType \"20\"]\n1. 32-28 *" }),
        json!({ "do": "compose", "game": "connect4" }),
        json!({ "do": "puzzles" }),
        json!({ "do": "puzzle" }),
        json!({ "do": "attempt", "puzzle": "daily", "move": "4" }),
        json!({ "do": "solution", "puzzle": "daily" }),
        json!({ "do": "nonsense" }),
    ];
    commands.extend(at_table.map(|mut command| {
        command["table"] = table.clone();
        command
    }));
    // Long ones first, in turns with the others.
    commands.rotate_left(10);
    commands
}

/// Two windows send commands of all kinds, the table ends after `before` of them, and they go on.
fn end_after(end: End, before: usize, turned: usize) {
    let tables = tables(None);
    let breaks = Arc::new(AtomicBool::new(false));
    let mut windows = [breaks.clone(), Arc::default()].map(|breaks| Counter::new(&tables, breaks));
    let create =
        json!({ "do": "create", "game": "draughts", "moves": ["31-27", "19-23"], "think_ms": 600_000 });
    let made = windows[0].send(create);
    let table = windows[0].wait(made)["ok"]["table"].clone();
    let at = |command: &str| json!({ "do": command, "table": table });
    windows[0].send(at("join"));
    let mut commands = commands(&table);
    let long: Vec<Value> = commands.drain(..4).collect();
    commands.rotate_left(turned);
    for command in long.iter().cycle().skip(turned % 4).take(3).chain(&commands[..before]) {
        windows[before % 2].send(command.clone());
    }
    for window in &mut windows {
        window.send(long[turned % 3].clone());
        window.send(long[(turned + 1) % 3].clone());
    }
    match end {
        End::Deleted => {
            windows[turned % 2].send(at("delete"));
        }
        End::Left => {
            for window in &mut windows {
                window.send(at("leave"));
            }
        }
        End::BrokenDown => {
            breaks.store(true, Ordering::Relaxed);
            windows[0].send(at("undo"));
        }
        End::Closed => tables.close(),
    }
    for command in &commands[before..] {
        for window in &mut windows {
            window.send(command.clone());
        }
    }
    if end == End::BrokenDown {
        windows[1].send(at("delete"));
    }
    for window in &mut windows {
        window.check(&format!("{end:?} after {before} commands turned by {turned}"));
    }
    tables.close();
}

#[test]
fn every_command_has_one_answer_however_its_table_ends() {
    let count = commands(&Value::Null).len() - 4;
    for end in [End::Deleted, End::Left, End::BrokenDown, End::Closed] {
        for case in 0..8 {
            let (before, turned) = (case * 5 % 12, case * 11 % count);
            end_after(end, before, turned);
        }
    }
}

#[test]
fn what_is_in_progress_is_refused_by_the_reason_of_the_end() {
    for (end, code) in [
        (End::Deleted, "unknown_table"),
        (End::Left, "stale"),
        (End::BrokenDown, "broken"),
        (End::Closed, "busy"),
    ] {
        let tables = tables(None);
        let breaks = Arc::new(AtomicBool::new(false));
        let mut window = Counter::new(&tables, breaks.clone());
        let create =
            json!({ "do": "create", "game": "draughts", "moves": ["31-27", "19-23"], "think_ms": 600_000 });
        let made = window.send(create);
        let table = window.wait(made)["ok"]["table"].clone();
        let at = |command: &str| json!({ "do": command, "table": table });
        let joined = window.send(at("join"));
        window.wait(joined);
        let waiting = ["hint", "report", "page"].map(|name| {
            let mut command = at(name);
            command["nodes"] = json!(300_000);
            window.send(command)
        });
        match end {
            End::Deleted => {
                window.send(at("delete"));
            }
            End::Left => {
                window.send(at("leave"));
            }
            End::BrokenDown => {
                breaks.store(true, Ordering::Relaxed);
                window.send(at("undo"));
            }
            End::Closed => tables.close(),
        }
        for number in waiting {
            let answer = window.wait(number);
            assert_eq!(answer["refused"]["code"], json!(code), "{end:?}: {answer}");
        }
        tables.close();
    }
}

//! Messages of the table: answers, refusals, events.

use std::path::Path;
use std::time::Instant;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::position::Position;
use super::requests::listed;
use super::session::{Pending, TerminalSession};
use crate::storage::files;
use crate::table::{
    BoardAnswer, Code, Event, FileText, Hint, Loaded, NewNode, NewTable, Outgoing, Phase, Push, Refusal,
    SeatKind, TableList, TableView,
};

/// Maximum number of legal moves that are listed after a refused one.
const FEW: usize = 12;
/// Maximum number of saved games that are listed.
const SAVED_SHOWN: usize = 12;

impl TerminalSession {
    /// Handles a message.
    pub(super) fn take_in(&mut self, message: Outgoing) {
        match message {
            Outgoing::Answer(answer) => {
                if let Some(pending) = self.pending.remove(&answer.number) {
                    self.answered(pending, answer.ok);
                }
            }
            Outgoing::Refused { number, refused } => {
                let pending = self.pending.remove(&number).unwrap_or(Pending::Quiet);
                self.refused(pending, &refused);
            }
            Outgoing::Push(Push::Table { event, table, .. }) if table.id == self.table => {
                self.look(table);
                match event {
                    None => self.arrive(),
                    Some(event) => self.happened(&event),
                }
            }
            Outgoing::Push(Push::Notice { text, code, table, file })
                if table == self.table || table.is_empty() =>
            {
                let copied = self.language.set_aside(code, &file);
                let text = copied.unwrap_or_else(|| self.language.refused(code, &text));
                self.screen.say(&text);
                self.asks = true;
            }
            Outgoing::Push(_) => {}
        }
    }

    fn look(&mut self, table: TableView) {
        match Position::read(&table.position) {
            Ok(position) => self.position = Some(position),
            Err(why) => self.screen.say(&why),
        }
        self.view_received = Instant::now();
        self.view = Some(table);
    }

    fn arrive(&mut self) {
        self.joining = false;
        self.stale = true;
        self.end_announced = self.view.as_ref().is_some_and(|view| view.phase == Phase::Over);
        self.take_seats();
    }

    fn answered(&mut self, pending: Pending, ok: Value) {
        match pending {
            Pending::Quiet | Pending::Move(_) => {}
            Pending::Opened { keeps_seats } => {
                if let Some(NewTable { table }) = self.read(ok) {
                    self.sit(table, keeps_seats);
                }
            }
            Pending::Loaded => {
                if let Some(loaded) = self.read(ok) {
                    self.loaded(loaded);
                }
            }
            Pending::Look(node) => {
                if let Some(BoardAnswer { position }) = self.read(ok) {
                    self.looked(node, &position);
                }
            }
            Pending::Added(_) => {
                if let Some(NewNode { node }) = self.read(ok) {
                    self.look_at(node);
                }
            }
            Pending::Hint => {
                if let Some(hint) = self.read(ok) {
                    self.hint(&hint);
                }
            }
            Pending::Save(file) => {
                if let Some(text) = self.read(ok) {
                    self.write(&file, &text);
                }
            }
            Pending::Saved => {
                if let Some(list) = self.read(ok) {
                    self.list(&list);
                }
            }
            Pending::Rating { unnamed, asked } => {
                if let Some(rating) = self.read(ok) {
                    self.rating(rating, &unnamed, asked);
                }
            }
            Pending::Rated => {
                if let Some(rated) = self.read(ok) {
                    self.rated(rated);
                }
            }
            Pending::Open(number) => {
                let Some(TableList { tables, .. }) = self.read(ok) else { return };
                match number.checked_sub(1).and_then(|index| tables.get(index)) {
                    Some(saved) => self.sit(saved.id.clone(), false),
                    None => self.screen.say(self.language.say("there is no such game", "没有这一局")),
                }
            }
        }
    }

    fn read<T: DeserializeOwned>(&mut self, ok: Value) -> Option<T> {
        serde_json::from_value(ok).map_err(|error| self.screen.say(&error.to_string())).ok()
    }

    fn refused(&mut self, pending: Pending, refusal: &Refusal) {
        self.asks = true;
        let text = self.language.refused(refusal.code, &refusal.text);
        if self.table.is_empty() {
            self.failure = Some(refusal.text.clone());
            self.done = true;
            return;
        }
        self.screen.say(&text);
        if let (Pending::Move(typed) | Pending::Added(typed), Code::Illegal) = (pending, refusal.code) {
            self.explain(&typed);
        }
    }

    /// Lists moves to play instead of a refused one: mandatory captures, or a small choice.
    fn explain(&mut self, typed: &str) {
        let Some(position) = self.shown_position() else { return };
        let ways = &position.paths;
        let moves: Vec<String> = ways.iter().map(|way| way.text.clone()).collect();
        let text = if !typed.contains(|c: char| c.is_ascii_digit()) {
            self.language.say("'help' lists the commands", "输入「帮助」查看命令").to_string()
        } else if !ways.is_empty() && ways.iter().all(|way| !way.captured.is_empty()) {
            self.language.fill("You must capture: {}", "必须吃子：{}", &[&listed(&moves)])
        } else if !moves.is_empty() && moves.len() <= FEW {
            self.language.fill("Legal moves: {}", "可以走：{}", &[&listed(&moves)])
        } else {
            return;
        };
        self.screen.say(&text);
    }

    fn loaded(&mut self, loaded: Loaded) {
        for text in loaded.errors.iter().chain(&loaded.notes) {
            self.screen.say(text);
        }
        match &loaded.tables[..] {
            [] => self.screen.say(self.language.say("no game was read", "没有读到对局")),
            [first, rest @ ..] => {
                if !rest.is_empty() {
                    let count = (rest.len() + 1).to_string();
                    let text = self.language.fill(
                        "{} games were read; this is the first, and 'saved' lists them",
                        "读到 {} 局，这是第一局；输入「存档」查看全部",
                        &[&count],
                    );
                    self.screen.say(&text);
                }
                self.sit(first.clone(), true);
            }
        }
    }

    fn hint(&mut self, hint: &Hint) {
        self.asks = true;
        let text = self.language.fill("Hint: {}", "提示：{}", &[&hint.mv]);
        let score = hint.score.as_ref().map(|score| match (score["mate"].as_i64(), score["cp"].as_i64()) {
            (Some(mate), _) if mate > 0 => self.language.say("wins", "必胜").to_string(),
            (Some(_), _) => self.language.say("loses", "必败").to_string(),
            (None, Some(cp)) => self.screen.look.signed(&format!("{:+.2}", cp as f64 / 100.0)),
            _ => String::new(),
        });
        match score.filter(|score| !score.is_empty()) {
            Some(score) => self.screen.say(&format!("{text} ({score})")),
            None => self.screen.say(&text),
        }
    }

    fn write(&mut self, file: &str, FileText { text, notes, .. }: &FileText) {
        let text = match files::replace(Path::new(file), text.as_bytes()) {
            Ok(()) => self.language.fill("saved: {}", "已保存：{}", &[file]),
            Err(why) => why,
        };
        self.screen.say(&text);
        for note in notes {
            self.screen.say(note);
        }
    }

    fn list(&mut self, list: &TableList) {
        if list.tables.is_empty() {
            return self.screen.say(self.language.say("no saved games", "没有存档"));
        }
        for (number, saved) in (1..).zip(list.tables.iter().take(SAVED_SHOWN)) {
            let names: Vec<String> = saved
                .names
                .iter()
                .filter(|name| !name.is_empty())
                .map(|name| self.language.saved_name(name))
                .collect();
            let here = if saved.id == self.table { "*" } else { " " };
            let text = if saved.moves == 1 { "{} move" } else { "{} moves" };
            let moves = self.language.fill(text, "{} 步", &[&saved.moves.to_string()]);
            let result = saved.result.as_deref().unwrap_or("");
            let line = format!(
                "{number:>3}{here} {}, {moves}{}{result}  {}",
                self.language.title(&saved.title),
                if result.is_empty() { "" } else { ", " },
                names.join(" - ")
            );
            self.screen.say(&line);
        }
    }

    fn happened(&mut self, event: &Event) {
        match event {
            Event::Moved { mv, player, .. } => {
                self.looking = None;
                self.stale = true;
                let text = self.language.fill("{}: {}", "{}：{}", &[&self.player(*player), mv]);
                self.screen.say(&text);
                self.tell_end();
                self.watch();
            }
            Event::Decided { step } => {
                self.stale = true;
                self.screen.say(&self.language.fill("opening: {}", "开局：{}", &[step]));
                self.watch();
            }
            Event::Undone { .. } | Event::Redone { .. } | Event::Went { .. } => {
                self.looking = None;
                self.stale = true;
                self.end_announced = self.view.as_ref().is_some_and(|view| view.phase == Phase::Over);
            }
            Event::Seated { .. } => {
                self.stale = true;
                self.watch();
            }
            Event::Thinking { player } if *player > 0 && self.screen.typed => self.thinks(*player),
            Event::Offered { player, .. } => {
                let text = self.language.fill("{} offers a draw", "{}提和", &[&self.player(*player)]);
                self.screen.say(&text);
                if self
                    .view
                    .as_ref()
                    .is_some_and(|view| view.seats.iter().all(|seat| seat.kind == SeatKind::Person))
                {
                    self.screen
                        .say(self.language.say("answer: draw yes, draw no", "回答：draw yes、draw no"));
                }
            }
            Event::Declined { player } => {
                let text =
                    self.language.fill("{} declines the draw", "{}不同意和棋", &[&self.player(*player)]);
                self.screen.say(&text);
                self.asks = true;
            }
            Event::Paused { text: Some(text), .. } => {
                self.screen.say(text);
                self.asks = true;
            }
            Event::Ended(_) => self.tell_end(),
            _ => {}
        }
    }

    /// Prints the result of the game, once. The table is over with its last move, before the event.
    fn tell_end(&mut self) {
        let Some(view) = &self.view else { return };
        let told = std::mem::replace(&mut self.end_announced, view.phase == Phase::Over);
        if let (false, Some(outcome)) = (told, &view.outcome) {
            let colour = |player: usize| self.player(player + 1);
            let text = self.language.result(outcome, view.reason.as_deref().unwrap_or_default(), &colour);
            self.screen.say(&text);
            self.stale = true;
            self.asks = true;
            self.ask_rated();
        }
    }

    /// If only programs play, draws every move, however fast the next one comes.
    fn watch(&mut self) {
        let programs = |view: &TableView| view.seats.iter().all(|seat| seat.kind != SeatKind::Person);
        if self.view.as_ref().is_some_and(programs) {
            self.draw();
            self.asks = true;
        }
    }

    /// Announces a thinking program, once between two moves of persons.
    fn thinks(&mut self, player: usize) {
        if std::mem::replace(&mut self.thinking_announced, true) {
            return;
        }
        let who = self.view.as_ref().and_then(|view| view.seats.get(player - 1));
        let who = who.map(|seat| self.language.who(seat)).unwrap_or_default();
        let text = self.language.fill(
            "{} ({}) thinks; Enter: move now",
            "{}（{}）在思考，回车：马上走",
            &[&self.player(player), &who],
        );
        self.screen.say(&text);
    }

    /// A player, from 1, by colour.
    fn player(&self, player: usize) -> String {
        let name = self.position.as_ref().map_or("", |position| position.colour_name(player - 1));
        self.language.player(name)
    }
}

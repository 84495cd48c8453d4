//! The conversation: lines, messages of the table and interrupts, one at a time.
//!
//! Invariant: it waits only for these three. A script's line is executed when every earlier command has its answer, and
//! the programs have moved.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::Arc;
use std::time::Instant;

use crossbeam_channel::{Receiver, never, select, unbounded};

use super::board::{self, Scene};
use super::panel::panel;
use super::position::Position;
use super::screen::Screen;
use super::style::{COLUMNS, Line};
use super::tree::Looking;
use super::typed::Typed;
use super::words::Language;
use super::{Interrupt, Setup};
use crate::table::{
    Client, Command, LobbyCommand, Options, Outgoing, Phase, SeatKind, SeatSpec, TableCommand, TableView,
    Tables, new_token,
};
use crate::wire::input::{Arrival, Input, lines};
use crate::wire::output::{Hangup, Output};

/// Columns between the board and the panel.
const GAP: usize = 2;

/// The command of a pending answer.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Pending {
    /// Its answer is not shown.
    Quiet,
    /// A table to join, with the players of the table before.
    Opened {
        keeps_seats: bool,
    },
    /// A table from a file.
    Loaded,
    /// A move as typed.
    Move(String),
    /// The position of a node to be shown.
    Look(usize),
    /// A variation as typed.
    Added(String),
    Hint,
    /// The file to write.
    Save(String),
    Saved,
    /// The number in the list.
    Open(usize),
    /// The rating of the person.
    Rating {
        /// Seats that may have equal strength.
        unnamed: Vec<usize>,
        /// Was it typed?
        asked: bool,
    },
    /// The effect of the game on the rating.
    Rated,
}

/// A conversation.
pub(super) struct TerminalSession {
    pub client: Client,
    pub screen: Screen,
    pub language: Language,
    /// The table; empty before the first.
    pub table: String,
    /// The rules of the first table, before it is received.
    pub first: Option<(String, Options)>,
    pub view: Option<TableView>,
    pub position: Option<Position>,
    /// What is shown instead of it.
    pub looking: Option<Looking>,
    /// Time at which the view was received.
    pub view_received: Instant,
    pub pending: HashMap<u64, Pending>,
    /// The table was requested and not received yet.
    pub joining: bool,
    /// The players of the table that is joined.
    pub reseat: Option<Vec<SeatSpec>>,
    /// The result of the game was printed.
    pub end_announced: bool,
    /// The board has changed since it was drawn.
    pub stale: bool,
    /// A prompt is due.
    pub asks: bool,
    pub flipped: bool,
    /// The player whose saved games were listed last; empty: anyone.
    pub sought: String,
    /// A thinking program was announced since the last prompt.
    pub thinking_announced: bool,
    next: u64,
    /// A line that waits for its turn.
    waiting: Option<String>,
    input_ended: bool,
    /// There was an interrupt since the last line.
    interrupted: bool,
    pub done: bool,
    /// The system wants the program to end.
    stop_requested: bool,
    /// Why it could not begin.
    pub failure: Option<String>,
}

/// See [`super::play`].
pub(super) fn run(
    setup: Setup,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    interrupts: Receiver<Interrupt>,
) -> Result<(), String> {
    let mut first = setup.first;
    let (output, hangup) = Output::new(output);
    let (token, lines) = (new_token()?, lines(input)?);
    let tables = Tables::open(crate::table::Setup { host_token: token.clone(), ..setup.tables })?;
    let (sender, messages) = unbounded();
    let client = tables.client(Box::new(move |text: Arc<str>| sender.send(text).is_ok()));
    let mut session = TerminalSession {
        client,
        screen: Screen::new(output.clone(), setup.look, setup.typed),
        language: setup.language,
        table: String::new(),
        first: Some((first.game.clone(), first.options.clone())),
        view: None,
        position: None,
        looking: None,
        view_received: Instant::now(),
        pending: HashMap::new(),
        joining: false,
        // Programs begin after the board has been drawn.
        reseat: Some(std::mem::take(&mut first.seats)),
        sought: String::new(),
        end_announced: false,
        stale: false,
        asks: false,
        flipped: false,
        thinking_announced: false,
        next: 1,
        waiting: None,
        input_ended: false,
        interrupted: false,
        done: false,
        stop_requested: false,
        failure: None,
    };
    session.greet();
    session.lobby(LobbyCommand::Hello { token }, Pending::Quiet);
    session.ask_rating(setup.unnamed, false);
    session.lobby(LobbyCommand::Create(first), Pending::Opened { keeps_seats: false });
    session.converse(&lines, &messages, &interrupts, &hangup);
    session.screen.close();
    let (failure, stop_requested) = (session.failure.take(), session.stop_requested);
    drop(session);
    tables.close();
    match failure {
        Some(why) => Err(why),
        // The terminal may already be closed.
        None if stop_requested => Ok(()),
        None => output.result(),
    }
}

impl TerminalSession {
    fn greet(&mut self) {
        let version = env!("CARGO_PKG_VERSION");
        let text = self.language.fill(
            "Quadriga {}; type 'help' for the commands, 'quit' to leave",
            "Quadriga {}；输入「帮助」查看命令，「退出」离开",
            &[version],
        );
        if self.screen.typed {
            self.screen.say(&text);
        }
    }

    fn converse(
        &mut self,
        lines: &Receiver<Arrival>,
        messages: &Receiver<Arc<str>>,
        interrupts: &Receiver<Interrupt>,
        hangup: &Receiver<Hangup>,
    ) {
        let nothing = never();
        while !self.done {
            if let Ok(message) = messages.try_recv() {
                self.receive(&message);
                continue;
            }
            self.settle();
            if let Some(line) = self.waiting.take_if(|_| self.view.is_some()) {
                if self.is_ready() {
                    self.line(&line);
                    continue;
                }
                self.waiting = Some(line);
            }
            if self.input_ended && self.is_at_end() {
                return;
            }
            let reads = !self.input_ended && self.waiting.is_none() && self.view.is_some();
            select! {
                recv(messages) -> message => if let Ok(message) = message { self.receive(&message) },
                recv(if reads { lines } else { &nothing }) -> line => self.input(line.ok().map(|arrival| arrival.input)),
                recv(interrupts) -> interrupt => self.interrupt(interrupt.unwrap_or(Interrupt::End)),
                recv(hangup) -> _ => return,
            }
        }
    }

    /// Handles a line, or the end of the input.
    fn input(&mut self, line: Option<Input>) {
        self.interrupted = false;
        let text = match line {
            None => {
                self.input_ended = true;
                return;
            }
            Some(Input::Line(text) | Input::Garbled(text)) => text,
            Some(Input::TooLong) => "?".to_string(),
        };
        self.screen.answered();
        if self.is_ready() || Typed::read(&text).is_at_once() {
            self.line(&text);
        } else {
            self.waiting = Some(text);
        }
    }

    fn line(&mut self, text: &str) {
        self.asks = true;
        self.execute(Typed::read(text));
    }

    /// Handles an interrupt: the first of two keys ends the search.
    fn interrupt(&mut self, interrupt: Interrupt) {
        self.stop_requested |= interrupt == Interrupt::End;
        if self.stop_requested || self.interrupted || !self.screen.typed {
            self.done = true;
            return;
        }
        self.interrupted = true;
        if self.view.as_ref().is_some_and(|view| view.thinking > 0) {
            self.at_table(TableCommand::MoveNow {}, Pending::Quiet);
        }
        let text =
            self.language.say("Ctrl-C again leaves; the game is kept", "再按一次 Ctrl-C 离开，对局会保存");
        self.screen.say(text);
        self.asks = true;
    }

    /// May the next line be executed? At a terminal it always may.
    fn is_ready(&self) -> bool {
        let answered = self.pending.is_empty() && !self.joining;
        self.view.is_some() && (self.screen.typed || (answered && !self.waits_for_program()))
    }

    /// Is a program to move in a game with persons?
    fn waits_for_program(&self) -> bool {
        let Some(view) = &self.view else { return true };
        let some_person = view.seats.iter().any(|seat| seat.kind == SeatKind::Person);
        view.phase == Phase::Playing && some_person && !self.person_moves()
    }

    /// Is everything done after the end of input? A game between programs is played to its end.
    fn is_at_end(&self) -> bool {
        let programs_play = self.view.as_ref().is_some_and(|view| {
            view.phase == Phase::Playing && view.seats.iter().all(|seat| seat.kind != SeatKind::Person)
        });
        if programs_play {
            return false;
        }
        self.waiting.is_none() && (self.screen.typed || self.is_ready())
    }

    /// The player who is to act, from 1: to move, or to decide in an opening.
    fn actor(&self) -> usize {
        let decides = self.view.as_ref().and_then(|view| Some(view.opening.as_ref()?.decides));
        decides.unwrap_or_else(|| self.position.as_ref().map_or(0, |position| position.player))
    }

    /// Is a person to move?
    pub(super) fn person_moves(&self) -> bool {
        let seat = self.view.as_ref().and_then(|view| view.seats.get(self.actor().wrapping_sub(1)));
        seat.is_some_and(|seat| seat.kind == SeatKind::Person)
    }

    /// If there is no more input: draws changes and prompts for the next line.
    fn settle(&mut self) {
        let Some(view) = &self.view else { return };
        if self.joining || self.pending.values().any(|pending| *pending != Pending::Hint) {
            return;
        }
        let persons = view.seats.iter().any(|seat| seat.kind == SeatKind::Person);
        let waits = view.phase != Phase::Playing || self.person_moves();
        if self.stale && (waits || !persons) {
            self.draw();
            self.asks = true;
        }
        if self.asks && waits && self.pending.is_empty() {
            self.ask();
        }
    }

    fn ask(&mut self) {
        self.asks = false;
        self.thinking_announced = false;
        let (Some(view), Some(position)) = (&self.view, &self.position) else { return };
        let colour = self.language.player(position.colour_name(self.actor().saturating_sub(1)));
        let text = match (&self.looking, &view.opening) {
            (Some(_), _) => {
                self.language.say("looking back: 'game' returns", "回看中：「返回」回到对局").to_string()
            }
            (None, Some(opening)) if view.phase == Phase::Playing && self.person_moves() => {
                format!("{colour}, {}", self.language.opening(opening))
            }
            (None, _) => self.language.state(view.phase, &colour, self.person_moves()),
        };
        self.screen.ask(&text);
    }

    /// Draws the board and the panel.
    pub(super) fn draw(&mut self) {
        self.stale = false;
        let (Some(view), Some(position)) = (self.shown_view(), self.shown_position()) else { return };
        let flipped = !position.face.falls && self.flipped != sits_opposite(&view, position);
        let scene = Scene { position, look: self.screen.look, flipped };
        let mut lines = board::draw(&scene);
        let width = lines.iter().map(Line::width).max().unwrap_or(0);
        let room = COLUMNS.saturating_sub(width + GAP);
        let beside = panel(&scene, &view, self.language, room, self.view_received.elapsed());
        if lines.len() < beside.len() {
            lines.resize(beside.len(), Line::default());
        }
        for (line, beside) in lines.iter_mut().zip(&beside) {
            line.pad(width + GAP);
            line.append(beside);
        }
        self.screen.draw(&lines);
        self.say_notes();
    }

    pub(super) fn lobby(&mut self, command: LobbyCommand, pending: Pending) {
        self.send(Command::Lobby(command), pending);
    }

    pub(super) fn at_table(&mut self, command: TableCommand, pending: Pending) {
        let table = self.table.clone();
        self.send(Command::Table { table, command }, pending);
    }

    fn send(&mut self, command: Command, pending: Pending) {
        let number = self.next;
        self.next += 1;
        self.pending.insert(number, pending);
        self.client.send(number, command);
    }

    fn receive(&mut self, message: &str) {
        match serde_json::from_str::<Outgoing>(message) {
            Ok(message) => self.take_in(message),
            Err(error) => self.screen.say(&format!("a message that cannot be read: {error}")),
        }
    }
}

/// Does the only person sit at the top? Then the board is turned, so that a person alone against programs plays from
/// below.
fn sits_opposite(view: &TableView, position: &Position) -> bool {
    let mut persons = (0..).zip(&view.seats).filter(|(_, seat)| seat.kind == SeatKind::Person);
    let (Some((player, _)), None) = (persons.next(), persons.next()) else { return false };
    position.sits_above(player)
}
